# Global solves over MPI ranks: the same results as on one rank, one message, one summary, clean ends.
. "$(dirname "$0")/../lib.sh"
if ! command -v mpiexec >/dev/null; then pass "no mpiexec: nothing to test"; finish; fi
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml

# difference A B: the largest difference of two CSV files, each column relative to its largest entry in A or to 1;
# a text when they do not have the same header or number of rows, or hold something that is not a number.
difference() {
  awk -F, '
    NR == FNR { rows = FNR; if (FNR == 1) header = $0
      for (i = 1; i <= NF; i++) { a[FNR, i] = $i; v = $i < 0 ? -$i : $i + 0; if (FNR > 1 && v > size[i] + 0) size[i] = v }
      next }
    FNR == 1 { if ($0 != header) other = 1; next }
    { for (i = 1; i <= NF; i++) {
        if ($i !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/) bad = 1
        d = a[FNR, i] - $i; if (d < 0) d = -d
        s = size[i] > 1 ? size[i] : 1
        if (d / s > most + 0) most = d / s } }
    END { print other ? "other columns" : FNR != rows ? "other rows" : bad ? "not a number" : most + 0 }' "$1" "$2"
}

# check_ranks TEXT "RANKS:LINEAR ..." ARGUMENTS...: runs on one rank, then so, and compares state.csv and multipliers.csv
check_ranks() {
  local text=$1 cases=$2 case ranks linear file
  shift 2
  check_exit 0 "$RIGEL" run "$@" -o "$WORK/one"
  for case in $cases; do
    ranks=${case%:*} linear=${case#*:}
    rm -rf "$WORK/many"
    check_exit 0 mpiexec -n "$ranks" "$RIGEL" run "$@" --set solver.linear="$linear" -o "$WORK/many"
    if [ "$linear" != auto ]; then check_match "$WORK/many/run.yaml" "^  linear: $linear\$" "$text, $ranks ranks: $linear"; fi
    for file in state.csv multipliers.csv; do
      check_close "$(difference "$WORK/one/$file" "$WORK/many/$file" 2>&1)" 0 1e-10 "$text, $ranks ranks, $linear: $file"
    done
  done
}

# BG and all-at-once mG, initial values. 40 elements: 3 ranks have 13, 13, 14 of them
bg=(--set method.scheme=BG --set time.end=2)
check_ranks "BG(1) discontinuous" "2:auto 3:band 4:block 4:mumps" $box "${bg[@]}"
check_ranks "BG(1) continuous" "3:auto" $box "${bg[@]}" --set method.multipliers=continuous
check_ranks "BG(2) discontinuous" "3:auto" $box "${bg[@]}" --set method.degree=2
check_ranks "BG(2) continuous" "4:band" $box "${bg[@]}" --set method.degree=2 --set method.multipliers=continuous
check_ranks "BG(3) discontinuous" "2:mumps" $box "${bg[@]}" --set method.degree=3
check_ranks "BG(3) continuous" "3:auto" $box "${bg[@]}" --set method.degree=3 --set method.multipliers=continuous
for k in 1 2 3; do check_ranks "mG($k)" "$((5 - k)):auto" $box --set method.window=all --set method.degree=$k --set time.end=2; done
# an odd number of elements on a rank; directors and interior nodes; windows, the last one shorter; joints; one element per rank
check_ranks "BG(1), 11 elements on each of two ranks" "1:auto 2:auto" $box --set method.scheme=BG --set time.end=1 --set time.elements=22
check_ranks "BG(2), all nodes, directors" "3:auto 2:mumps" $box --set method.scheme=BG --set method.degree=2 --set time.end=1 \
  --set bodies.box.formulation=director --set output.nodes=all
check_ranks "mG(2), windows of 9" "4:mumps" $pendulum --set method.window=9 --set time.end=2
check_ranks "BG(2) pendulum" "2:band 3:block" $pendulum --set method.scheme=BG --set method.multipliers=continuous --set time.end=2
check_ranks "one element per rank" "4:auto" $box --set method.scheme=BG --set time.end=0.2 --set time.elements=4

# a growing window moves its nodes from rank to rank
check_ranks "BG(2), growing window" "3:auto" $box --set method.scheme=BG --set method.degree=2 --set time.step=0.1 --set solver.guess=grow
check_ranks "BG(1) continuous pendulum, growing window" "2:mumps" $pendulum --set method.scheme=BG --set method.degree=1 \
  --set method.multipliers=continuous --set time.step=0.1 --set solver.guess=grow

# boundary values
ends=(--set time.end=1 --set solver.guess=stepping
  --set "boundary.start.box.position=[0,0,0]" --set "boundary.start.box.orientation=[1,0,0,0]" --set "boundary.end.box.position=[0,0,0]"
  --set "boundary.end.box.orientation=[-0.5143431909822589,0.5687816197083293,0.2358377974781140,0.5969246889288708]")
check_ranks "boundary values, mG(1)" "2:auto 3:block 4:block 2:band 4:mumps" $box --set method.window=all "${ends[@]}"
check_ranks "boundary values, mG(2)" "3:auto 4:block" $box --set method.window=all --set method.degree=2 "${ends[@]}"
check_ranks "boundary values, BG(1)" "2:auto 3:block 4:block 3:mumps" $box --set method.scheme=BG "${ends[@]}"
check_ranks "boundary values, BG(2)" "2:block 3:auto" $box --set method.scheme=BG --set method.degree=2 "${ends[@]}"
check_ranks "boundary values, one element per rank" "4:block" problems/box_boundary.yaml --set time.elements=4

# optimal control: free end time, bounds, controls that last several elements
control=problems/control
check_ranks "free end time" "2:auto 3:block" $control/free_time.yaml
check_ranks "bounded controls" "3:auto 4:block" $control/reorientation_bounds.yaml
check_ranks "controls over three elements" "2:block 3:block" $control/reorientation.yaml --set controls.u.every=3

# the solver by itself, and condition numbers through it: solves and transposes
for ranks in 2 3 4; do
  for solver in slabs sequence; do
    check "$solver on $ranks ranks" mpiexec -n $ranks "$(dirname "${TEST_LOGS:-build/test-logs}")/tests/unit/solve/$solver"
  done
done
for args in "--set method.window=all" "--set method.scheme=BG"; do
  # shellcheck disable=SC2086
  check_exit 0 "$RIGEL" run $box $args "${ends[@]}" --set solver.condition=true -o "$WORK/one"
  for ranks in 2 3; do
    rm -rf "$WORK/many"
    # shellcheck disable=SC2086
    check_exit 0 mpiexec -n $ranks "$RIGEL" run $box $args "${ends[@]}" --set solver.condition=true --set solver.linear=block -o "$WORK/many"
    for column in condition condition_paper; do
      check_close "$(csv_last "$WORK/many/newton.csv" $column | awk -v one="$(csv_last "$WORK/one/newton.csv" $column)" '{ printf "%.9f", $1 / one }')" \
        1 1e-6 "$column, $ranks ranks, $args"
    done
  done
done

# the summary is printed once, by one rank
check_exit 0 mpiexec -n 3 "$RIGEL" run $box -o "$WORK/once" --set method.window=all --set time.end=2
for line in '^spinning_box: ' '^  method ' '^  newton ' '^  time ' '^  written '; do
  check_equal "$(grep -c "$line" "$WORK/out")" 1 "one line $line"
done
check_equal "$(cat "$WORK/err")" "" "and nothing else"

# refused: faults of a file, ranks that stepping or a small window cannot use; each once, nothing written
check_exit 2 mpiexec -n 3 "$RIGEL" run $box -o "$WORK/no" --set time.end=-1 --set method.degre=2
check_equal "$(grep -c 'time.end: ' "$WORK/err")" 1 "a fault is printed once"
check_equal "$(grep -c 'method.degre: ' "$WORK/err")" 1 "and so is another"
check_exit 2 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/no"
check_equal "$(grep -c 'found 2 MPI ranks, expected one: time stepping is serial; use scheme mG with window: all' "$WORK/err")" 1 "stepping is serial"
check_exit 2 mpiexec -n 4 "$RIGEL" run $box -o "$WORK/no" --set method.scheme=BG --set time.elements=3 --set time.end=0.2
check_equal "$(grep -c 'found 4 MPI ranks for 3 elements' "$WORK/err")" 1 "more ranks than elements"
check_exit 2 mpiexec -n 4 "$RIGEL" run $box -o "$WORK/no" --set method.window=2
check_equal "$(grep -c 'found 4 MPI ranks for 2 elements' "$WORK/err")" 1 "more ranks than elements of a window"
# what works on one rank only
for serial in solver.linear=dense solver.linear=umfpack; do
  check_exit 2 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/no" --set method.scheme=BG --set time.end=1 --set $serial
  check_no_match "$WORK/err" 'PETSC ERROR|signal' "$serial: no trace"
  check_equal "$(grep -c "^rigel run: .*${serial#*=}" "$WORK/err")" 1 "$serial: one message that names it"
done
check_exit 2 mpiexec -n 2 "$RIGEL" run "$WORK/missing.yaml" -o "$WORK/no"
check_equal "$(grep -c 'missing.yaml' "$WORK/err")" 1 "a file that is not there"
: >"$WORK/blocked"
check "in the way of a folder: not done" eval '! mpiexec -n 2 "$RIGEL" run $box -o "$WORK/blocked/run" --set method.window=all'
check_equal "$(grep -c 'blocked' "$WORK/err")" 1 "said once"
check "nothing was written" test ! -e "$WORK/no"

# conditions that leave the place open
cat >"$WORK/adrift.yaml" <<'YAML'
time: {end: 1, elements: 21}
method: {scheme: mG, window: all}
bodies: [{name: box, shape: {cuboid: [5, 2, 1]}, mass: 12, angular_velocity: [0, 5, 1]}]
boundary:
  start: {box: {orientation: [1, 0, 0, 0], velocity: [1, 0, 0]}}
  end: {box: {orientation: [0.6, 0, 0.8, 0], velocity: [1, 0, 0]}}
YAML
for ranks in 2 3; do
  code=0
  mpiexec -n $ranks "$RIGEL" run "$WORK/adrift.yaml" -o "$WORK/adrift" --set solver.linear=block >"$WORK/out" 2>"$WORK/err" || code=$?
  check_equal "$code $(grep -c 'the iteration matrix is singular' "$WORK/err")" "3 1" "a singular system on $ranks ranks: named once"
done

# no solution: exit 3 with one message, and no crash
code=0
mpiexec -n 2 "$RIGEL" run $box -o "$WORK/coarse" --set method.scheme=BG --set time.step=0.25 --set solver.max_iterations=12 >"$WORK/out" 2>"$WORK/err" ||
  code=$?
check_equal $code 3 "a mesh that is too coarse: exit 3"
check_equal "$(grep -c 'may be too coarse' "$WORK/err")" 1 "and one message"

# interrupted in a long global solve: whole files or none; nothing unfinished if it ended by itself
# half DIR: names of files under final names that are not whole
half() {
  local f
  for f in "$1"/*.csv; do
    [ -e "$f" ] || continue
    if [ -n "$(tail -c 1 "$f")" ] || ! awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$f"; then echo "$f"; fi
  done
  if [ -e "$1/state.csv" ] && ! grep -q '^  verdict: ' "$1/run.yaml" 2>/dev/null; then echo "$1/run.yaml"; fi
}
for wait in 0.3; do
  dir=$WORK/stopped$wait
  mpiexec -n 2 "$RIGEL" run $box -o "$dir" --set method.window=all --set time.end=50 --set time.elements=20000 >"$WORK/out" 2>"$WORK/err" &
  job=$!
  for _ in $(seq 200); do
    if [ -n "$(ls -A "$dir" 2>/dev/null)" ] || ! kill -0 $job 2>/dev/null; then break; fi
    sleep 0.05
  done
  sleep $wait
  kill -INT $job 2>/dev/null
  code=0
  wait $job || code=$?
  check "interrupted after $wait s: not done, exit $code" test $code -ne 0
  check_equal "$(half "$dir")" "" "interrupted after $wait s: no half files"
  if grep -q '^  verdict ' "$WORK/out"; then
    check_equal "$(find "$dir" -name '*.part*')" "" "interrupted after $wait s: it ended by itself and left nothing unfinished"
  fi
  check_no_match "$WORK/err" 'Segmentation|PETSC ERROR' "interrupted after $wait s: no crash"
done
finish
