# What is left when a run does not end well: no convergence, an interrupt, a kill, a full disk, no folder, two ranks.
. "$(dirname "$0")/../lib.sh"
top=problems/heavy_top.yaml
box=problems/spinning_box.yaml
no_trace() { check_no_match "$WORK/err" 'PETSC ERROR|MPI_ABORT|Segmentation' "no trace: $1"; }
parts() { find "$1" -name '.*.part' | wc -l; }

# far too large a step: exit 3, the element and the time are named, the start is kept
check_exit 3 "$RIGEL" run $top -o "$WORK/far" --set time.step=0.5
check_match "$WORK/err" 'element 1 of 4, from t = 0 ' "names the element and the time"
check_match "$WORK/err" 'smaller step' "says what to do"
check_match "$WORK/err" ' \[R0501\]$' "has its code"
check_match "$WORK/far/run.yaml" '^  code: "R0501"$' "code of run.yaml"
no_trace "too large a step"
check_match "$WORK/far/run.yaml" '^  verdict: not converged$' "verdict of run.yaml"
check_match "$WORK/far/run.yaml" '^  completed: 0$' "no element completed"
check_equal "$(csv_rows "$WORK/far/state.csv")" 1 "the start is kept"
check_equal "$(parts "$WORK/far")" 0 "no temporary files"

# a mesh too coarse for a global solve: the time where the residual is stuck, and a smaller step
check_exit 3 "$RIGEL" run $box -o "$WORK/coarse" --set method.scheme=BG --set time.elements=30
check_match "$WORK/err" 'window of [0-9]+ elements from t = 0 .*stuck from t = [0-9.]+ to [0-9.]+\): the mesh may be too coarse .*smaller step' "names the time and what to do"
no_trace "too coarse a mesh"

# Newton's method fails from a constant: the window is grown once, and said
check_exit 0 "$RIGEL" run $box -o "$WORK/grown" --set method.window=all --set solver.guess=constant --set time.elements=40
check_match "$WORK/out" "failed from the first guess in 1 window: started anew by growing it" "growing is said"
check_match "$WORK/grown/run.yaml" '^  grown_windows: 1$' "and kept"

# one iteration is not enough for a body that turns by 1.5 rad in an element
check_exit 3 "$RIGEL" run $top -o "$WORK/one" --set solver.max_iterations=1 --set time.step=0.01
check_match "$WORK/err" "heavy_top.yaml: .*did not reach the tolerance in element 1 of 200, from t = 0 " "one iteration is not enough"
check_match "$WORK/one/run.yaml" '^  verdict: not converged$' "verdict"

# so high a degree that rounding wins: said so, and not blamed on the step
check_exit 3 "$RIGEL" run $top -o "$WORK/degree" --set method.degree=30 --set time.end=0.004 --set reference=
check_match "$WORK/err" 'degree 30 amplifies rounding: use a lower one, or nodes: lobatto' "degree 30"

# two are enough for the box until it tumbles: the rows before that are kept, those of the full run
check_exit 3 "$RIGEL" run $box -o "$WORK/three" --set solver.max_iterations=2 --set time.step=0.2
check_exit 0 "$RIGEL" run $box -o "$WORK/all" --set time.step=0.2
done=$(yaml_value "$WORK/three/run.yaml" completed)
check "stopped on the way: $done elements" test "$done" -ge 1 -a "$done" -lt 25
check_exit 3 "$RIGEL" run $box -o "$WORK/three" --set solver.max_iterations=2 --set time.step=0.2
check_match "$WORK/err" "in element $((done + 1)) of 25, from t = $(awk -v n="$done" 'BEGIN { printf "%g", 0.2 * n }') " "names the element and the time"
check_equal "$(csv_rows "$WORK/three/state.csv") $(csv_rows "$WORK/three/newton.csv")" "$((done + 1)) $done" "rows of the completed elements"
check_equal "$(awk -F, 'NR == FNR { row[FNR] = $0; next } { n = split(row[FNR], r); for (i = 1; i <= n; i++) { d = r[i] - $i; if (d * d > 1e-20) bad++ } }
  END { print bad + 0 }' "$WORK/three/state.csv" "$WORK/all/state.csv")" 0 "and they are those of the full run"

# earlier results of a converged run are replaced by those of the failed one, as a whole
check_exit 0 "$RIGEL" run $top -o "$WORK/top"
check_exit 3 "$RIGEL" run $top -o "$WORK/top" --set time.step=0.5
check_equal "$(csv_rows "$WORK/top/state.csv") $(yaml_value "$WORK/top/run.yaml" verdict)" "1 not converged" "one set of files"

# wait_for DIR ENDING: until a temporary file has grown
wait_for() {
  local n
  for ((n = 0; n < 200; n++)); do
    if [ -n "$(find "$1" -name ".*$2" -size +0 2>/dev/null)" ]; then return; fi
    sleep 0.05
  done
}
# long_run DIR: 10 million elements in the background
long_run() {
  "$RIGEL" run $box -o "$1" --set time.end=500000 --set reference.time=5 >"$WORK/out" 2>"$WORK/err" &
  pid=$!
  wait_for "$1" .state.csv.part
}

for signal in INT TERM; do
  dir=$WORK/$signal
  long_run "$dir"
  check_equal "$(ls "$dir")" "" "no final name during the run"
  kill -$signal $pid
  code=0
  wait $pid || code=$?
  check_equal $code 130 "SIG$signal: exit 130"
  no_trace "SIG$signal"
  check_equal "$(parts "$dir")" 0 "SIG$signal: no temporary files"
  check_match "$dir/run.yaml" '^  verdict: interrupted$' "SIG$signal: verdict"
  rows=$(csv_rows "$dir/state.csv")
  check_equal "$((rows - 1))" "$(yaml_value "$dir/run.yaml" completed)" "SIG$signal: rows of the completed elements"
  check_equal "$(awk -F, 'NF != 15 { bad++ } END { print bad + 0 }' "$dir/state.csv")" 0 "SIG$signal: whole rows"
  check_close "$(csv_last "$dir/state.csv" t)" "$(awk -v n="$rows" 'BEGIN { printf "%.17g", 0.05 * (n - 1) }')" 1e-9 "SIG$signal: in time"
done

# in the first guess of a global solve, which would take minutes: at once, before Newton's method
dir=$WORK/guess
timeout 120 "$RIGEL" run $box -o "$dir" --set method.window=all --set time.end=50 --set time.elements=20000 --set method.gauss=128 \
  --set bodies.box.formulation=director >"$WORK/out" 2>"$WORK/err" &
pid=$!
for _ in $(seq 200); do
  if compgen -G "$dir/.*.state.csv.part" >/dev/null; then break; fi
  sleep 0.05
done
sleep 1
pkill -TERM -P $pid
code=0
wait $pid || code=$?
check_equal $code 130 "in the guess: exit 130"
no_trace "in the guess"
check_match "$WORK/out" '^  newton   0 iterations ' "in the guess: before Newton's method"
check_match "$dir/run.yaml" '^  verdict: interrupted$' "in the guess: verdict"
check_equal "$(parts "$dir") $(csv_rows "$dir/state.csv")" "0 1" "in the guess: whole files with the start"

# kill -9: nothing under a final name, and the next run does not mind what is left
dir=$WORK/kill
long_run "$dir"
kill -9 $pid
wait $pid 2>/dev/null
check_equal "$(ls "$dir")" "" "kill -9: nothing under a final name"
check_equal "$(parts "$dir")" 4 "kill -9: four temporary files"
check_exit 0 "$RIGEL" run $box -o "$dir"
check_equal "$(parts "$dir") $(csv_rows "$dir/state.csv")" "0 101" "a later run cleans up"
cp -r "$dir" "$WORK/kept"
long_run "$dir"
kill -9 $pid
wait $pid 2>/dev/null
check "kill -9: earlier results stay" cmp "$dir/state.csv" "$WORK/kept/state.csv"

# a terminal that is closed counts as an interrupt
dir=$WORK/HUP
long_run "$dir"
kill -HUP $pid
wait $pid
no_trace SIGHUP
check_equal "$(parts "$dir")" 0 "SIGHUP: no temporary files"

# a reader of the output that goes away
"$RIGEL" run $box -o "$WORK/pipe" -- -snes_monitor 2>"$WORK/err" | head -n 1 >"$WORK/out"
no_trace "closed pipe"

# folders that cannot be
: >"$WORK/taken"
for dir in "$WORK/taken" "$WORK/taken/sub" /proc/rigel /dev/null/x; do
  check_exit 2 "$RIGEL" run $box -o "$dir"
  check_match "$WORK/err" "cannot (write to|make) directory $dir: (Not a directory|No such file)" "names it"
  no_trace "$dir"
done

# a full disk, for each of the files: exit 1, no final name, what was there stays
check_exit 0 "$RIGEL" run $box -o "$WORK/disk"
cp -r "$WORK/disk" "$WORK/before"
for name in state.csv invariants.csv newton.csv run.yaml; do
  check_exit 1 full_disk "$name" "$RIGEL" run $box -o "$WORK/disk" --set time.step=0.1
  check_match "$WORK/err" "$name.*No space left on device" "full disk at $name is told"
  check_no_match "$WORK/out" 'written' "and not said to be written"
  no_trace "full disk"
  check "full disk at $name: earlier results untouched" diff -r "$WORK/disk" "$WORK/before"
done
# a full disk during a long run stops it
check_exit 1 full_disk state.csv "$RIGEL" run $box -o "$WORK/long" --set time.end=500000 --set reference.time=5
check_equal "$(ls -A "$WORK/long")" "" "nothing is left of it"
check_match "$WORK/out" 'verdict  writing failed at t = ' "and not said to be interrupted"
check_match "$WORK/err" 'cannot write .*state.csv.part: No space left on device' "but why"
# a limit of the size of files; signals would end the program
check_exit 1 bash -c 'ulimit -f 16; exec "$@"' limit "$RIGEL" run $box -o "$WORK/limit" --set time.end=500000 --set reference.time=5
check_match "$WORK/err" 'cannot write .*: File too large' "a limit of the size of files"
check_equal "$(ls -A "$WORK/limit")" "" "nothing is left of that either"
# HDF5 cannot close a file that does not fit: it is given up before its first rows, or on the way
for blocks in 4 64; do
  code=$((blocks < 16 ? 2 : 1))
  check_exit $code bash -c "ulimit -f $blocks; exec \"\$@\"" limit "$RIGEL" run $box -o "$WORK/limit" --set time.end=500000 \
    --set reference.time=5 --set 'output.formats=[hdf5]'
  check_match "$WORK/err" 'cannot write .*run.h5.part: File too large' "a limit of the size of files, HDF5"
  check_equal "$(ls -A "$WORK/limit")" "" "nothing is left of it"
done
# run.yaml alone can be larger than a buffer
{
  echo "{time: {end: 1, step: 1}, bodies: ["
  for ((i = 0; i < 1000; i++)); do echo "{name: b$i, formulation: particle, mass: 1},"; done
  echo "]}"
} >"$WORK/many.yaml"
check_exit 1 full_disk run.yaml "$RIGEL" run "$WORK/many.yaml" -o "$WORK/many"
check_match "$WORK/err" 'run.yaml.part: No space left on device' "full disk at a long run.yaml"

# final names that cannot be taken: exit 1, told, and then really nothing is renamed
mkdir -p "$WORK/rename/newton.csv"
check_exit 1 "$RIGEL" run $box -o "$WORK/rename"
check_match "$WORK/err" 'newton.csv: Is a directory' "a folder in the place of a file"
check_equal "$(ls -A "$WORK/rename")" newton.csv "no file gets its name when one cannot"

# an option value that PETSc does not understand: bad input, one line, and nothing is left behind
for option in "-snes_type nonsense" "-ksp_type nonsense" "-pc_type nonsense" "-pc_factor_mat_solver_type nonsense" \
  "-snes_linesearch_type nonsense" "-snes_max_it nonsense" "-snes_linesearch_damping nonsense" "-options_file nonsense"; do
  # shellcheck disable=SC2086 # several words
  check_exit 2 "$RIGEL" run $box -o "$WORK/option" -- $option
  check_match "$WORK/err" '^rigel: PETSc options: .*nonsense' "$option is named"
  check_equal "$(wc -l <"$WORK/err")" 1 "$option: one line"
  check_equal "$(find "$WORK/option" -type f 2>/dev/null)" "" "$option leaves no files"
done
check_exit 2 "$RIGEL" run $box -o "$WORK/option" --set 'solver.petsc=-ksp_type nonsense'
check_match "$WORK/err" 'solver.petsc: found -ksp_type nonsense, expected one of preonly' "also from the problem"

# two ranks: refused once
if command -v mpiexec >/dev/null; then
  check_exit 2 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/ranks"
  check_equal "$(grep -c '^rigel run: found 2 MPI ranks' "$WORK/err")" 1 "two ranks: one message"
  no_trace "two ranks"
  check "two ranks: nothing written" test ! -e "$WORK/ranks"
fi
# a window that memory or indices cannot hold is refused before anything is allocated
check_exit 2 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/huge" --set method.window=all --set time.elements=1000000000
check_match "$WORK/err" 'window of 1000000000 elements with 1.6e.10 unknowns .*expected less than 2147483647' "too many unknowns"
check_exit 2 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/huge" --set method.window=all --set method.degree=30 --set time.elements=10000
check_match "$WORK/err" 'window of 10000 elements, which needs more than [0-9.]+ GiB \(linear: mumps\), expected at most' "too much memory"
check_exit 2 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/huge" --set method.window=all --set time.elements=10000 --set solver.linear=dense
check_match "$WORK/err" 'window of 10000 elements with 160000 unknowns, expected at most 46340 for solver.linear: dense' "too many unknowns for a dense matrix"
check "nothing is written" test ! -e "$WORK/huge"
# memory that is not there: found out before anything is allocated, or by the solver; the address sanitizer needs all of it
limited() { (ulimit -v "$1" && shift && "$@"); }
if [ -z "${ASAN_OPTIONS:-}" ]; then
  chain=problems/mechanisms/chain.yaml
  check_exit 2 limited 1000000 "$RIGEL" run $chain -o "$WORK/huge" --set method.window=all --set time.parts= --set time.end=1
  check_match "$WORK/err" 'window of 200 elements, which needs about 2\.[0-9] GiB \(linear: block\), expected at most the 0\.[0-9] GiB' "less memory than the machine has"
  check "nothing is written" test ! -e "$WORK/huge"
  check_exit 3 limited 1600000 "$RIGEL" run $chain -o "$WORK/memory" --set method.scheme=BG --set time.end=0.04 --set time.step=0.001
  check_match "$WORK/err" 'the memory does not suffice for the linear solver on the window of 40 elements.*: use a smaller window' "memory of MUMPS"
  check_no_match "$WORK/err" 'singular' "and no singular matrix"
  no_trace "memory of MUMPS"
fi
# windows of one size share a matrix and its analysis
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/shared" --set method.scheme=BG --set time.elements=200 --set method.window=20 --set solver.linear=mumps -- -mat_mumps_icntl_4 2
check_equal "$(grep -c 'ANALYSIS STEP' "$WORK/out")" 1 "ten windows, one analysis"

# a line search that the user chose holds for global solves
for type in basic bt; do
  check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/$type" --set method.scheme=BG --set time.elements=150 -- -snes_linesearch_type $type
done
check "and makes a difference" test "$(yaml_value "$WORK/basic/run.yaml" newton_iterations)" -lt "$(yaml_value "$WORK/bt/run.yaml" newton_iterations)"

# texts that would end a YAML string, line or mapping early read back, also next to the message of a failed run
title='a "quoted" title: with a colon, a \\ and # no comment'
check_exit 3 "$RIGEL" run $top -o "$WORK/text" --set time.step=0.5 --set "title='$title'"
check_exit 3 "$RIGEL" run "$WORK/text/run.yaml" -o "$WORK/again" --force
check_equal "$(head -n 1 "$WORK/out")" "heavy_top: $title" "the title reads back"
check_match "$WORK/text/run.yaml" '^  message: "Newton.*"$' "the message is one quoted line"
check "the problem of run.yaml repeats" diff <(sed '/^versions/,$d' "$WORK/text/run.yaml") <(sed '/^versions/,$d' "$WORK/again/run.yaml")

finish
