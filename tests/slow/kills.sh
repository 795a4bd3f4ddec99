# Many kills: runs that are killed at random times, again and again, and resumed until they reach their end. KILLS is the number per run.
. "$(dirname "$0")/../lib.sh"
. tests/support/kills.sh
box=problems/spinning_box.yaml
kills=${KILLS:-20}

# random_kills TEXT SECONDS FILE ARGUMENTS...: kills after at most SECONDS each, whether or not there is a checkpoint yet
random_kills() {
  local text=$1 seconds=$2 file=$3 killed=0 resumed=0 pid n name code
  shift 3
  local arguments=("$@" --set output.checkpoint=0.01)
  rm -rf "$WORK/whole" "$WORK/part"
  check_exit 0 "${LAUNCH[@]}" "$RIGEL" run "$file" -o "$WORK/whole" "${arguments[@]}"
  for ((n = 0; n < kills; n++)); do
    local how=(-o "$WORK/part")
    if [ -e "$WORK/part/.rigel.checkpoint" ]; then how=(--restart "$WORK/part") resumed=$((resumed + 1)); fi
    "${LAUNCH[@]}" "$RIGEL" run "$file" "${how[@]}" "${arguments[@]}" >"$WORK/out" 2>"$WORK/err" &
    pid=$!
    sleep "$(awk -v r=$RANDOM -v s="$seconds" 'BEGIN { print s * r / 32768 }')"
    if kill -0 $pid 2>/dev/null; then killed=$((killed + 1)); fi
    kill_tree $pid
    code=0
    wait $pid 2>/dev/null || code=$?
    if [ $code -ne 137 ] && [ $code -ne 0 ]; then fail "$text: exit code $code" "$(cat "$WORK/err")"; fi
    if [ $code -eq 0 ]; then break; fi
  done
  if [ -e "$WORK/part/.rigel.checkpoint" ]; then check_exit 0 "${LAUNCH[@]}" "$RIGEL" run "$file" --restart "$WORK/part" "${arguments[@]}"
  elif [ ! -e "$WORK/part/run.yaml" ] || [ -e "$WORK/part/.rigel.commit" ]; then check_exit 0 "${LAUNCH[@]}" "$RIGEL" run "$file" -o "$WORK/part" "${arguments[@]}"; fi
  for name in $(cd "$WORK/whole" && ls -- *.csv); do check "$text: $name after $killed kills, $resumed resumed" cmp "$WORK/part/$name" "$WORK/whole/$name"; done
  if [ -e "$WORK/whole/run.h5" ]; then check "$text: run.h5" h5diff "$WORK/part/run.h5" "$WORK/whole/run.h5"; fi
  if [ -e "$WORK/whole/vtk" ]; then check "$text: frames" diff -r "$WORK/part/vtk" "$WORK/whole/vtk"; fi
}
random_kills "mG(1), all formats" 1.5 $box --set time.step=0.00004 --set output.every=20 --set output.formats='[csv, hdf5, vtk]'
random_kills "mG(3), directors, all nodes" 1.5 $box --set time.step=0.0002 --set method.degree=3 --set bodies.box.formulation=director --set output.nodes=all
random_kills "em" 1.5 $box --set time.step=0.0001 --set method.scheme=em --set output.every=5
random_kills "pendulum" 1.5 problems/physical_pendulum.yaml --set time.step=0.0001
random_kills "RATTLE" 1 $box --set time.step=0.00005 --set method.scheme=rattle --set bodies.box.formulation=director --set output.every=20
random_kills "staggered" 1 $box --set time.step=0.00001 --set method.scheme=staggered --set output.every=50
random_kills "BG in windows" 1.5 $box --set method.scheme=BG --set method.window=8 --set time.step=0.0002
if command -v mpiexec >/dev/null; then
  LAUNCH=(mpiexec -n 2)
  random_kills "BG in windows, two ranks" 3 $box --set method.scheme=BG --set method.window=8 --set time.step=0.0005
fi
finish
