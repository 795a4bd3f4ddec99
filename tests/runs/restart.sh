# Restart: a run that went on from its folder gives the files of the run that never stopped, byte by byte; what does not fit is
# refused, and nothing is lost.
. "$(dirname "$0")/../lib.sh"
box=problems/spinning_box.yaml
pendulum=problems/physical_pendulum.yaml
all=(--set output.formats='[csv, hdf5, vtk]')

# check_same DIR WHOLE TEXT: the same tables and frames, the same run.yaml but for its timings, the id of the run and the bytes of run.h5,
# whose layout depends on when it was flushed
check_same() {
  local name
  check_equal "$(cd "$1" && ls -- *.csv)" "$(cd "$2" && ls -- *.csv)" "$3: tables"
  for name in $(cd "$2" && ls -- *.csv); do check "$3: $name" cmp "$1/$name" "$2/$name"; done
  check "$3: run.yaml" diff <(grep -Ev '^(timings|run):|name: run.h5' "$1/run.yaml") <(grep -Ev '^(timings|run):|name: run.h5' "$2/run.yaml")
  if [ -e "$2/run.h5" ]; then check "$3: run.h5" h5diff "$1/run.h5" "$2/run.h5"; fi
  if [ -e "$2/vtk" ]; then check "$3: frames" diff -r "$1/vtk" "$2/vtk" && check "$3: run.pvd" cmp "$1/run.pvd" "$2/run.pvd"; fi
  check_equal "$(find "$1" -name '.*.part')" "" "$3: nothing unfinished"
}

# --- a later end: the last element is solved again, since its length and time belong to the end
# later TEXT FILE END ARGUMENTS...: to END, then on to the end of the file
later() {
  local text=$1 file=$2 end=$3
  shift 3
  rm -rf "$WORK/whole" "$WORK/part"
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/whole" "$@"
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/part" "$@" --set time.end="$end"
  check_exit 0 "$RIGEL" run "$file" --restart "$WORK/part" "$@"
  check_match "$WORK/out" '^  restart  after element [0-9]+ of ' "the summary tells where"
  check_same "$WORK/part" "$WORK/whole" "$text"
}
later "mG(1), all formats" $box 2 "${all[@]}"
later "mG(3), directors, all nodes" $box 1.93 --set method.degree=3 --set bodies.box.formulation=director --set output.nodes=all "${all[@]}"
later "every fourth element" $box 1 --set output.every=4 --set output.vtk_every=2 "${all[@]}"
later "3 h is not 0.3" $box 0.3 --set time.step=0.1
later "pendulum, condition numbers" $pendulum 2 --set solver.condition=true
later "pendulum, BG in windows: reactions" $pendulum 1.2 --set method.scheme=BG --set method.window=4 --set time.end=3
later "em" $box 2 --set method.scheme=em --set method.degree=2
later "without Newton's method" $box 2 --set method.scheme=staggered --set time.step=0.001 --set time.end=3
later "BG in windows" $box 1 --set method.scheme=BG --set method.window=8 --set method.degree=2 --set time.end=2 "${all[@]}"

# loads of time, their work, and elements that end at the corners of their tables
cat >"$WORK/loads.yaml" <<'END'
name: loads
time: {end: 3, step: 0.05}
method: {degree: 2}
gravity: [0, 0, -9.81]
bodies:
  - {name: a, shape: {cuboid: [1, 2, 3]}, mass: 2, angular_velocity: [0, 0, 3]}
  - {name: b, shape: {sphere: {radius: 0.5}}, mass: 1, position: [2, 0, 0]}
joints:
  - {name: j, type: spherical, bodies: [ground, a], at: [0, 0, 1]}
loads:
  - {name: push, type: force, body: a, at: [0.1, 0, 0], value: [8, 0, 0], frame: spatial, scale: {table: [[0, 0], [0.52, 2], [1.31, 0]]}}
  - {name: s1, type: spring, bodies: [a, b], at: [[0, 0, 0], [0.1, 0, 0]], stiffness: 10, damping: 0.3, length: 1}
END
later "loads" "$WORK/loads.yaml" 2 --set output.formats='[csv, hdf5]'
check_exit 0 "$RIGEL" run "$WORK/loads.yaml" -o "$WORK/corner" --set time.end=1
check_exit 2 "$RIGEL" run "$WORK/loads.yaml" --restart "$WORK/corner"
check_match "$WORK/err" 'found corners of loads or ends of time.parts after the end of .*/corner' "corners that would change the elements so far"

# steps of their own in parts of the run: the end within the last of them, or beyond it, where its elements would change
parts=(--set 'time.parts=[{from: 0.52, to: 0.7, step: 0.013}, {from: 1.5, to: 9, step: 0.017}]')
later "parts" "$WORK/loads.yaml" 2 "${parts[@]}"
check_exit 0 "$RIGEL" run "$WORK/loads.yaml" -o "$WORK/parts" --set time.end=1.4 "${parts[@]}"
check_exit 2 "$RIGEL" run "$WORK/loads.yaml" --restart "$WORK/parts" "${parts[@]}"
check_match "$WORK/err" 'ends of time.parts after the end of .*/parts' "a part that begins later"
check_exit 2 "$RIGEL" run "$WORK/loads.yaml" --restart "$WORK/parts"
check_match "$WORK/err" 'found another problem' "no parts any more"

# --- interrupted, three times
long=(--set time.step=0.00004 --set output.every=20 --set output.formats='[csv, hdf5]')
check_exit 0 "$RIGEL" run $box -o "$WORK/whole5" "${long[@]}"
# interrupted_run DIR ARGUMENTS...: SIGINT as soon as rows go out; prints the exit code
interrupted_run() {
  local dir=$1 pid code=0
  shift
  "$RIGEL" run $box "$@" "${long[@]}" >"$WORK/out" 2>"$WORK/err" &
  pid=$!
  for _ in $(seq 400); do if compgen -G "$dir/.*.state.csv.part" >/dev/null; then break; fi; sleep 0.02; done
  sleep 0.4
  kill -INT $pid
  wait $pid || code=$?
  echo $code
}
check_equal "$(interrupted_run "$WORK/stop" -o "$WORK/stop")" 130 "interrupted"
first=$(yaml_value "$WORK/stop/run.yaml" completed)
check_equal "$(sed -n 's/^element //p' "$WORK/stop/restart.dat")" "$first" "restart after the last complete element"
check_equal "$(interrupted_run "$WORK/stop" --restart "$WORK/stop")" 130 "the restart too"
second=$(yaml_value "$WORK/stop/run.yaml" completed)
check "it went on: $first, then $second elements" test "$second" -gt "$first"
cp -r "$WORK/stop" "$WORK/kept"
# killed: what was there is there
"$RIGEL" run $box --restart "$WORK/stop" "${long[@]}" >"$WORK/out" 2>"$WORK/err" &
pid=$!
for _ in $(seq 400); do if compgen -G "$WORK/stop/.*.state.csv.part" >/dev/null; then break; fi; sleep 0.02; done
kill -9 $pid
wait $pid 2>/dev/null
check "a restart that is killed loses nothing" diff -r -x '.*' "$WORK/stop" "$WORK/kept"
check_exit 0 "$RIGEL" run $box --restart "$WORK/stop" "${long[@]}"
check_same "$WORK/stop" "$WORK/whole5" "interrupted twice, killed, done"
# explicit steps are fast: a hundred times as many
check_equal "$(
  long=(--set time.step=0.0000004 --set output.every=2000)
  interrupted_run "$WORK/explicit" -o "$WORK/explicit" --set method.scheme=rk4
)" 130 "interrupted without Newton's method"
check "and can be resumed" test -s "$WORK/explicit/restart.dat"
# elsewhere: the earlier run stays as it is
check_exit 0 "$RIGEL" run "$WORK/kept/run.yaml" --restart "$WORK/kept" -o "$WORK/else"
check_same "$WORK/else" "$WORK/whole5" "into another folder, from run.yaml"
check_equal "$(yaml_value "$WORK/kept/run.yaml" completed)" "$second" "and the earlier run is as it was"

# --- over ranks: windows
if command -v mpiexec >/dev/null; then
  bg=(--set method.scheme=BG --set method.window=10 --set time.end=2)
  check_exit 0 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/ranks_whole" "${bg[@]}"
  check_exit 0 mpiexec -n 2 "$RIGEL" run $box -o "$WORK/ranks" "${bg[@]}" --set time.end=1.2
  check_exit 0 mpiexec -n 2 "$RIGEL" run $box --restart "$WORK/ranks" "${bg[@]}"
  check_same "$WORK/ranks" "$WORK/ranks_whole" "two ranks"
  check_exit 2 mpiexec -n 2 "$RIGEL" run $box --restart "$WORK/ranks" "${bg[@]}" --set method.degree=2
  check_equal "$(grep -c 'found another problem' "$WORK/err")" 1 "two ranks: one message"
fi

# --- a run that failed is kept, and fails again at the same place
few=(--set solver.max_iterations=2 --set time.step=0.2)
check_exit 3 "$RIGEL" run $box -o "$WORK/few" "${few[@]}"
cp -r "$WORK/few" "$WORK/few_before"
check_exit 3 "$RIGEL" run $box --restart "$WORK/few" "${few[@]}"
check "rows of a failed run" cmp "$WORK/few/state.csv" "$WORK/few_before/state.csv"

# --- refused: exit 2, the reason, and everything stays
check_exit 0 "$RIGEL" run $box -o "$WORK/run" --set time.end=2
cp -r "$WORK/run" "$WORK/run_before"
# refused TEXT ARGUMENTS...
refused() {
  local text=$1
  shift
  check_exit 2 "$RIGEL" run "$@"
  check_match "$WORK/err" "$text" "says: $text"
  check_no_match "$WORK/err" 'PETSC ERROR' "no trace"
  check "nothing is changed" diff -r "$WORK/run" "$WORK/run_before"
}
again=(--restart "$WORK/run")
refused 'found another problem than in .*/run: degree: 2, expected degree: 1' $box "${again[@]}" --set method.degree=2
for text in 'mass: 13, expected mass: 12' 'psi: full, expected psi: plain'; do
  refused "found another problem .*: $text" $box "${again[@]}" --set method.psi=full --set bodies.box.mass=13
done
refused 'found another problem .*: step: 0.02.*, expected step: 0.05' $box "${again[@]}" --set time.step=0.02
refused 'found another problem' $pendulum "${again[@]}"
refused 'found another problem .*: formats: \[hdf5\], expected formats: \[csv\]' $box "${again[@]}" --set output.formats='[hdf5]'
refused 'time.end: 1.5, expected more than t = 1.95' $box "${again[@]}" --set time.end=1.5
refused 'expected several with --restart' $box "${again[@]}" --set method.window=all
refused 'output.every: 0, expected at least 1' $box "${again[@]}" --set output.every=0
refused 'cannot resume from .*/nowhere: No such file' $box --restart "$WORK/nowhere"
check_exit 0 "$RIGEL" run $box -o "$WORK/quiet" --set output.every=0
refused 'quiet/restart.dat: No such file or directory .a run in one window or with output.every: 0 leaves none' $box --restart "$WORK/quiet"
refused 'a directory is missing after --restart' $box --restart
check_exit 2 "$RIGEL" check $box --restart "$WORK/run"
# damaged files of the earlier run
# damaged FILE COMMAND TEXT
damaged() {
  rm -rf "$WORK/run" && cp -r "$WORK/run_before" "$WORK/run"
  sed -i "$2" "$WORK/run/$1"
  cp -r "$WORK/run" "$WORK/damaged"
  check_exit 2 "$RIGEL" run $box "${again[@]}"
  check_match "$WORK/err" "$3" "damaged $1: $3"
  check "nothing is changed" diff -r "$WORK/run" "$WORK/damaged"
  rm -rf "$WORK/damaged"
}
damaged restart.dat '$d' 'restart.dat: found a damaged file'
damaged restart.dat '20s/.*/what/' 'restart.dat: found a damaged file'
damaged restart.dat '1s/.*/what/' 'restart.dat: found something else than a restart file'
damaged restart.dat '1s/2/1/' 'restart.dat: found a restart file of another version of Rigel'
damaged state.csv '30,$d' 'state.csv: found [0-9]+ bytes with checksum [0-9]+, expected [0-9]+ with [0-9]+: it was changed'
damaged state.csv '12s/,/;/' 'state.csv: found [0-9]+ bytes with checksum'
rm -rf "$WORK/run" && cp -r "$WORK/run_before" "$WORK/run"
rm "$WORK/run/newton.csv"
check_exit 2 "$RIGEL" run $box "${again[@]}"
check_match "$WORK/err" 'cannot resume from .*/newton.csv: No such file' "a table that is gone"

# a run without a place to go on from leaves no restart.dat, not even that of an earlier run
check_exit 0 "$RIGEL" run $box -o "$WORK/run" --set method.window=all --set time.end=1
check "one window: no restart.dat" test ! -e "$WORK/run/restart.dat"
finish
