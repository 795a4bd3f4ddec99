# Global solves over MPI ranks: the same results as on one rank, one message, one summary, clean ends.
. "$(dirname "$0")/../lib.sh"
if ! command -v mpiexec >/dev/null; then pass "no mpiexec: nothing to test"; finish; fi
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml

# check_ranks TEXT "RANKS:LINEAR ..." ARGUMENTS...: runs on one rank, then so, and compares state.csv and multipliers.csv
check_ranks() {
  local text=$1 cases=$2 case ranks linear
  shift 2
  check_exit 0 "$RIGEL" run "$@" -o "$WORK/one" --force
  for case in $cases; do
    ranks=${case%:*} linear=${case#*:}
    rm -rf "$WORK/many"
    check_exit 0 mpiexec -n "$ranks" "$RIGEL" run "$@" --set solver.linear="$linear" -o "$WORK/many"
    if [ "$linear" != auto ]; then check_match "$WORK/many/run.yaml" "^  linear: $linear\$" "$text, $ranks ranks: $linear"; fi
    check_close "$(csv_difference "$WORK/one/state.csv" "$WORK/many/state.csv")" 0 1e-10 "$text, $ranks ranks, $linear: states"
    # gamma of the free box vanishes in units of its energy, 339.5; at element ends its rounding error is 4 times that of the middle
    check_close "$(csv_difference "$WORK/one/multipliers.csv" "$WORK/many/multipliers.csv" 10)" 0 1e-10 "$text, $ranks ranks, $linear: multipliers"
  done
}

# BG and all-at-once mG, initial values. 40 elements: 3 ranks have 13, 13, 14 of them
bg=(--set method.scheme=BG --set time.end=2)
check_ranks "BG(1) discontinuous" "1:auto 2:auto 3:auto 4:auto 3:block 4:block 4:mumps 2:mumps" $box "${bg[@]}"
check_ranks "BG(1) continuous" "3:auto" $box "${bg[@]}" --set method.multipliers=continuous
check_ranks "BG(2) discontinuous" "3:auto" $box "${bg[@]}" --set method.degree=2
check_ranks "BG(2) continuous" "2:auto 3:auto 4:auto 4:block" $box "${bg[@]}" --set method.degree=2 --set method.multipliers=continuous
check_ranks "BG(3) discontinuous" "2:auto 3:auto 4:auto 2:mumps" $box "${bg[@]}" --set method.degree=3
check_ranks "BG(3) continuous" "3:auto" $box "${bg[@]}" --set method.degree=3 --set method.multipliers=continuous
for k in 1 2 3; do check_ranks "mG($k)" "1:auto 2:auto 3:auto 4:auto" $box --set method.window=all --set method.degree=$k --set time.end=2; done
check_ranks "mG(2)" "2:mumps 3:mumps" $box --set method.window=all --set method.degree=2 --set time.end=2
# block-wise BG: each block over all ranks, its end put back onto the constraints; the last block has 3 elements
check_ranks "BG(2), blocks of 9" "2:auto 3:auto" $box --set method.scheme=BG --set method.degree=2 --set method.window=9 --set time.elements=39 --set time.end=2
check_ranks "BG(1) continuous pendulum, blocks of 10" "2:auto 3:mumps" $pendulum --set method.scheme=BG --set method.degree=1 --set method.multipliers=continuous \
  --set method.window=10 --set time.step=0.05 --set time.end=2
# an odd number of elements on a rank; directors and interior nodes; windows, the last one shorter; joints; one element per rank
check_ranks "BG(3), weak start" "2:auto 3:mumps" $box --set method.scheme=BG --set method.start=weak --set method.degree=3 --set time.end=1 --set time.elements=23
check_ranks "BG(1), weak start, blocks of 7" "2:auto 3:auto" $pendulum --set method.scheme=BG --set method.start=weak --set method.degree=1 --set method.window=7 \
  --set time.elements=35 --set time.end=1 --set reference=
check_ranks "BG(1), 11 elements on each of two ranks" "1:auto 2:auto" $box --set method.scheme=BG --set time.end=1 --set time.elements=22
check_ranks "BG(2), all nodes, directors" "3:auto 2:mumps" $box --set method.scheme=BG --set method.degree=2 --set time.end=1 \
  --set bodies.box.formulation=director --set output.nodes=all
check_ranks "mG(2), windows of 9" "4:mumps" $pendulum --set method.window=9 --set time.end=2
check_ranks "BG(2) pendulum" "2:block 3:block" $pendulum --set method.scheme=BG --set method.multipliers=continuous --set time.end=2
check_ranks "one element per rank" "4:auto" $box --set method.scheme=BG --set time.end=0.2 --set time.elements=4

# a growing window moves its nodes from rank to rank
check_ranks "BG(2), growing window" "3:auto" $box --set method.scheme=BG --set method.degree=2 --set time.step=0.1 --set solver.guess=grow
check_ranks "BG(1) continuous pendulum, growing window" "2:mumps" $pendulum --set method.scheme=BG --set method.degree=1 \
  --set method.multipliers=continuous --set time.step=0.1 --set solver.guess=grow

# boundary values
ends=(--set time.end=1 --set solver.guess=stepping
  --set "boundary.start.box.position=[0,0,0]" --set "boundary.start.box.orientation=[1,0,0,0]" --set "boundary.end.box.position=[0,0,0]"
  --set "boundary.end.box.orientation=[-0.5143431909822589,0.5687816197083293,0.2358377974781140,0.5969246889288708]")
check_ranks "boundary values, mG(1)" "2:auto 3:block 4:block 2:block 4:mumps" $box --set method.window=all "${ends[@]}"
check_ranks "boundary values, mG(2)" "3:auto 4:block" $box --set method.window=all --set method.degree=2 "${ends[@]}"
check_ranks "boundary values, BG(1)" "2:auto 3:block 4:block 3:mumps" $box --set method.scheme=BG "${ends[@]}"
check_ranks "boundary values, BG(2)" "2:block 3:auto" $box --set method.scheme=BG --set method.degree=2 "${ends[@]}"
check_ranks "boundary values, BG(1) continuous" "2:auto 3:mumps 4:block" $box --set method.scheme=BG --set method.multipliers=continuous "${ends[@]}"
check_ranks "boundary values, BG(2) continuous" "3:auto 2:mumps" $box --set method.scheme=BG --set method.degree=2 --set method.multipliers=continuous "${ends[@]}"
check_ranks "boundary values, one element per rank" "4:block" problems/box_boundary.yaml --set time.elements=4

# optimal control: free end time, bounds, controls that last several elements
control=problems/control
check_ranks "free end time" "2:auto 3:block" $control/free_time.yaml
check_ranks "bounded controls" "3:auto 4:block" $control/reorientation_bounds.yaml
check_ranks "controls over three elements" "2:block 3:block" $control/reorientation.yaml --set controls.u.every=3

# the solver by itself, and condition numbers through it: solves and transposes
programs=$(dirname "${TEST_LOGS:-build/test-logs}")/tests/unit
for ranks in 2 3 4; do
  for solver in lu/slabs lu/element_chain machine; do check "$solver on $ranks ranks" mpiexec -n $ranks "$programs/linear/$solver"; done
done
check "windows on two ranks" mpiexec -n 2 "$programs/scheme/window/window"
check "condition numbers on two ranks" mpiexec -n 2 "$programs/linear/condition"
for args in "--set method.window=all" "--set method.scheme=BG"; do
  # shellcheck disable=SC2086
  check_exit 0 "$RIGEL" run $box $args "${ends[@]}" --set solver.condition=true -o "$WORK/one" --force
  for ranks in 2 3; do
    rm -rf "$WORK/many"
    # shellcheck disable=SC2086
    check_exit 0 mpiexec -n $ranks "$RIGEL" run $box $args "${ends[@]}" --set solver.condition=true --set solver.linear=block -o "$WORK/many"
    for column in condition condition_paper condition_weak condition_1; do
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
check_exit 2 mpiexec -n 4 "$RIGEL" run $box -o "$WORK/no" --set method.scheme=BG --set method.window=9 --set time.elements=39
check_equal "$(grep -c 'found 4 MPI ranks for the 3 elements of the last window of BG' "$WORK/err")" 1 "more ranks than elements of the last window"
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

# first guesses of minutes
slow=(--set method.window=all --set time.end=50 --set time.elements=20000 --set method.gauss=128 --set bodies.box.formulation=director)
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
# in the first guess, of which only one rank at a time does something: both ranks end by themselves, before Newton's method
dir=$WORK/guess
timeout 120 mpiexec -n 2 "$RIGEL" run $box -o "$dir" "${slow[@]}" >"$WORK/out" 2>"$WORK/err" &
job=$!
for _ in $(seq 200); do
  if compgen -G "$dir/.*.state.csv.part" >/dev/null; then break; fi
  sleep 0.05
done
sleep 1
pkill -TERM -P "$(pgrep -P $job)"
code=0
wait $job || code=$?
check_equal $code 130 "interrupted in the guess: exit 130"
check_match "$WORK/out" '^  newton   0 iterations ' "interrupted in the guess: before Newton's method"
check_equal "$(yaml_value "$dir/run.yaml" verdict)" interrupted "interrupted in the guess: verdict"
check_equal "$(half "$dir")$(find "$dir" -name '.*.part*')" "" "interrupted in the guess: no half files"

dir=$WORK/stopped
mpiexec -n 2 "$RIGEL" run $box -o "$dir" --set method.window=all --set time.end=50 --set time.elements=20000 >"$WORK/out" 2>"$WORK/err" &
job=$!
for _ in $(seq 200); do
  if [ -n "$(ls -A "$dir" 2>/dev/null)" ] || ! kill -0 $job 2>/dev/null; then break; fi
  sleep 0.05
done
sleep 0.3
kill -INT $job 2>/dev/null
code=0
wait $job || code=$?
check "interrupted after 0.3 s: not done, exit $code" test $code -ne 0
check_equal "$(half "$dir")" "" "interrupted after 0.3 s: no half files"
if grep -q '^  verdict ' "$WORK/out"; then
  check_equal "$(find "$dir" -name '*.part*')" "" "interrupted after 0.3 s: it ended by itself and left nothing unfinished"
fi
check_no_match "$WORK/err" 'Segmentation|PETSC ERROR' "interrupted after 0.3 s: no crash"
finish
