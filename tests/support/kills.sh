# Killed runs: helpers of the tests of checkpoints, on top of tests/lib.sh. LAUNCH is put in front of the program.
LAUNCH=()

# kill_tree PID: kills a process and its children (the ranks of mpiexec) without a chance to clean up
kill_tree() {
  local child
  for child in $(pgrep -P "$1"); do kill_tree "$child"; done
  kill -9 "$1" 2>/dev/null
}

# kill_after_checkpoint DIR COMMAND...: runs the command and kills it some time after its next checkpoint. Status 1: it ended before.
kill_after_checkpoint() {
  local dir=$1 pid before n
  shift
  before=$(stat -c %i.%Y.%Z "$dir/.rigel.checkpoint" 2>/dev/null)
  "$@" >"$WORK/out" 2>"$WORK/err" &
  pid=$!
  for ((n = 0; n < 3000; n++)); do
    if [ -e "$dir/.rigel.checkpoint" ] && [ "$(stat -c %i.%Y.%Z "$dir/.rigel.checkpoint" 2>/dev/null)" != "$before" ]; then break; fi
    if ! kill -0 $pid 2>/dev/null; then break; fi
    sleep 0.01
  done
  sleep "0.0$((RANDOM % 10))$((RANDOM % 10))"
  if ! kill -0 $pid 2>/dev/null; then wait $pid 2>/dev/null; return 1; fi
  kill_tree $pid
  wait $pid 2>/dev/null
  return 0
}

# killed_run TEXT KILLS FILE ARGUMENTS...: the run with these arguments, killed KILLS times after a checkpoint and resumed each time, gives
# the files of the uninterrupted run
killed_run() {
  local text=$1 kills=$2 file=$3 killed=0 n name
  shift 3
  local arguments=("$@" --set output.checkpoint=0.02)
  rm -rf "$WORK/whole" "$WORK/part"
  check_exit 0 "${LAUNCH[@]}" "$RIGEL" run "$file" -o "$WORK/whole" "${arguments[@]}"
  if kill_after_checkpoint "$WORK/part" "${LAUNCH[@]}" "$RIGEL" run "$file" -o "$WORK/part" "${arguments[@]}"; then killed=1; fi
  for ((n = 1; n < kills; n++)); do
    if kill_after_checkpoint "$WORK/part" "${LAUNCH[@]}" "$RIGEL" run "$file" --restart "$WORK/part" "${arguments[@]}"; then killed=$((killed + 1)); fi
  done
  check_equal $killed "$kills" "$text: killed $kills times"
  check_exit 0 "${LAUNCH[@]}" "$RIGEL" run "$file" --restart "$WORK/part" "${arguments[@]}"
  for name in $(cd "$WORK/whole" && ls -- *.csv); do check "$text: $name" cmp "$WORK/part/$name" "$WORK/whole/$name"; done
  check "$text: run.yaml" diff <(grep -Ev '^(timings|run):|name: run.h5' "$WORK/part/run.yaml") <(grep -Ev '^(timings|run):|name: run.h5' "$WORK/whole/run.yaml")
  if [ -e "$WORK/whole/run.h5" ]; then check "$text: run.h5" h5diff "$WORK/part/run.h5" "$WORK/whole/run.h5"; fi
  if [ -e "$WORK/whole/vtk" ]; then check "$text: frames" diff -r "$WORK/part/vtk" "$WORK/whole/vtk" && check "$text: run.pvd" cmp "$WORK/part/run.pvd" "$WORK/whole/run.pvd"; fi
  check_equal "$(find "$WORK/part" -name '.*')" "" "$text: nothing unfinished"
}
