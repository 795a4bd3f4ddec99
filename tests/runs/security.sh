# What an untrusted problem file cannot do (SECURITY.md): run commands, write outside its folder, show other files; and what happens
# without memory, without room, without readers.
. "$(dirname "$0")/../lib.sh"
box=$ROOT/problems/spinning_box.yaml pendulum=$ROOT/problems/physical_pendulum.yaml
cd "$WORK" || exit 1
untouched() { check_equal "$(cat "$WORK/precious")" "precious" "$1: a file elsewhere is untouched"; }
no_shell() { check "$1: no command ran" test ! -e "$WORK/pwn" -a ! -e "$WORK/place/pwn"; }
echo precious >precious

# --- PETSc options of files: an allow-list; the rest only after --
cat >plain.yaml <<'YAML'
name: plain
time: {end: 0.1, step: 0.05}
bodies: [{name: a, mass: 1, inertia: [1, 2, 3], angular_velocity: [0, 1, 1]}]
YAML
for options in '-snes_monitor_python x -python id>pwn;' '-snes_view ascii:precious' '-snes_monitor ascii:precious' '-log_view :precious' \
  '-options_file precious' '-info precious' '-pc_type python' '-ksp_type python' '-mat_mumps_icntl_1 6' '-mat_mumps_icntl_22 1' \
  '-snes_rtol 1e-3 -dm_view' '--snes_view' '-snes_max_it 1e9x' '-python' '-on_error_attach_debugger' '-prefix_push x'; do
  { cat plain.yaml; printf "solver: {petsc: '%s'}\n" "$options"; } >evil.yaml
  for command in check run; do
    check_exit 2 "$RIGEL" $command evil.yaml
    check_match err '^evil.yaml:4:17: solver.petsc: found -' "$command, $options: the place"
  done
  check_exit 2 "$RIGEL" run plain.yaml --set "solver.petsc=$options"
  { cat plain.yaml; printf "study: {measure: conservation, petsc: '%s', sweep: {time.step: [0.05, 0.1]}}\n" "$options"; } >evil.yaml
  check_exit 2 "$RIGEL" study evil.yaml
  check_match err '^evil.yaml:4:[0-9]+: study.petsc: found -' "study, $options: the place"
done
no_shell options
untouched options
check "nothing was written" test ! -e results
check_exit 0 "$RIGEL" run plain.yaml -o allowed --set 'solver.petsc=-snes_rtol 1e-12 -snes_linesearch_type bt -snes_max_it 30'
check_no_match err 'not used' "allowed options act"
check_exit 0 "$RIGEL" list --petsc
check_match out '^\| `-snes_linesearch_type` \| basic, bt, l2, cp, nleqerr \|$' "the list of allowed options"

# all options work after --, are recorded, and are not read back
check_exit 0 "$RIGEL" run plain.yaml -o line -- -snes_monitor ascii:log -snes_rtol 1e-12
check "an option of the command line acts" test -s log
check_match line/run.yaml '^  petsc_command_line: "-snes_monitor ascii:log"$' "and is recorded"
check_match line/run.yaml '^  petsc: "-snes_rtol 1e-12"$' "allowed ones are repeated"
rm log
check_exit 0 "$RIGEL" run line/run.yaml -o again
check "run.yaml does not repeat it" test ! -e log
check_exit 0 "$RIGEL" study conservation plain.yaml --steps 0.05,0.1 -o study -- -snes_monitor ascii:log -snes_rtol 1e-12
check_match study/study.yaml '^  petsc_command_line: "-snes_monitor ascii:log"$' "a study records it too"
rm -f log
check_exit 0 "$RIGEL" study study/study.yaml
check_match out 'another study' "rows that were computed with it are not used without it"
check "study.yaml does not repeat it" test ! -e log

# files of options in the current folder are not read: program, C interface, Python
mkdir place
for name in .petscrc petscrc; do echo '-snes_monitor ascii:pwn' >place/$name; done
(cd place && "$RIGEL" run ../plain.yaml -o ../rc >/dev/null && HOME=$PWD "$RIGEL" run ../plain.yaml -o ../rc >/dev/null)
no_shell ".petscrc"
lib=$(cd "$(dirname "$RIGEL")/../lib" && pwd)
if ! ldd "$lib/librigel.so" | grep -q libasan; then
  (cd place && RIGEL_LIBRARY=$lib/librigel.so PYTHONPATH=$ROOT/src/python PYTHONDONTWRITEBYTECODE=1 \
    "${PYTHON:-/usr/bin/python3}" -c 'import rigel; rigel.Model(open("../plain.yaml").read()).solve()')
  no_shell "Python with .petscrc"
fi

# --- scripts and markup: titles, names, sweeps
printf 'title: "x\\nsystem \\"id > pwn\\"\\n#"\n' | cat - plain.yaml >title.yaml
check_exit 2 "$RIGEL" study conservation title.yaml --steps 0.05,0.1 -o place --force
check_match err 'title: found the control character 0x0A in byte 2, expected a text on one line' "a title of two lines"
no_shell title
# characters that matplotlib, HTML, YAML or CSV give a meaning to
wild="it's \`id>pwn\` \$(id>pwn) @x {/*2 y} </script><script>alert(1)</script> <!-- \" %s # & | , ;"
check_exit 0 "$RIGEL" study conservation plain.yaml --steps 0.05,0.1 -o place --set "title=\"${wild//\"/\\\"}\""
no_shell "a wild title of a study"
check "its plots" test -s place/drift_H_relative.png
check_exit 0 "$RIGEL" run plain.yaml -o wild --set "title=\"${wild//\"/\\\"}\"" --set 'output.formats=[csv, vtk]'
check_exit 0 "$RIGEL" run wild/run.yaml -o wild2
check_equal "$(grep ^title wild/run.yaml)" "$(grep ^title wild2/run.yaml)" "it reads back from run.yaml"
check_exit 0 "$RIGEL" view wild
check_equal "$(grep -c '</script><script>' wild/view.html)" 0 "no text ends the script of the page"
check_match wild/view.html 'u003c/script>' "it is escaped there"
check "VTK files are XML" python3 -c 'import sys, xml.dom.minidom as x; [x.parse(f) for f in sys.argv[1:]]' wild/run.pvd wild/vtk/bodies_0000000.vtp
check_exit 0 "$RIGEL" plot wild
no_shell "plot"
for name in -rf . .. a/b ../up 'a b' 'a,b' '=1' '@x' "a'b" 'a"b'; do
  check_exit 2 "$RIGEL" run plain.yaml --set "name='${name//\'/\'\'}'"
  check_exit 2 "$RIGEL" check plain.yaml --set "bodies.0.name='${name//\'/\'\'}'"
done
check_exit 2 "$RIGEL" check plain.yaml --set 'bodies.0={"k\u001b[31m": 1}'
check_equal "$(tr -d '\n\40-\176' <err | wc -c)" 0 "no control character reaches the terminal"

# --- links in a folder of results lead nowhere; temporary names are unique
mkdir linked keep && echo kept >keep/file
for name in state.csv invariants.csv newton.csv multipliers.csv run.yaml run.h5 run.pvd restart.dat; do
  ln -s "$WORK/precious" "linked/$name"
done
ln -s "$WORK/keep" linked/vtk
check_exit 0 "$RIGEL" run plain.yaml -o linked --force --set 'output.formats=[csv, hdf5, vtk]'
untouched "links in the folder of a run"
check_equal "$(cat keep/file)" kept "a linked folder is not emptied"
check_equal "$(find linked -type l)" "" "links were replaced"
ln -s "$WORK/precious" linked/view.html
check_exit 0 "$RIGEL" view linked
untouched "links at the page"
ln -s "$WORK/precious" linked/.rigel.lock
check_exit 2 "$RIGEL" run plain.yaml -o linked
rm linked/.rigel.lock
printf 'rigel commit 1\nrun 0123456789abcdef\nremove ../precious\nend 1\n' >linked/.rigel.commit
check "a journal with names elsewhere is rejected" bash -c '! "$1" run plain.yaml -o linked --force' run "$RIGEL"
untouched "a lock that is a link, a journal that removes"
rm linked/.rigel.commit
rm -rf place && mkdir place
for name in study.log drift_H_relative.png drift_H_relative.svg conservation.csv study.yaml; do ln -s "$WORK/precious" place/$name; done
check_exit 0 "$RIGEL" study conservation plain.yaml --steps 0.05,0.1 -o place --force
untouched "links in the folder of a study"
ln -s "$WORK/precious" linked/plot.svg
check_exit 0 "$RIGEL" plot linked
untouched "links at plots"

# --- files that a problem names are read as tables of a run or not at all; nothing else of them is shown
mkdir secret && echo 'root:x:0:0:secret words' >secret/state.csv
guess() { "$RIGEL" check "$box" --set method.scheme=BG --set solver.guess=file --set solver.guess_file="$1"; }
check_exit 2 guess secret
check_match err 'secret/state.csv:1: found another first column, expected t as in a table of a run' "another file"
check_no_match err 'root|words' "its content is not shown"
mkdir pipe device && mkfifo pipe/state.csv && ln -s /dev/zero device/state.csv
check_exit 2 timeout 20 "$RIGEL" check "$box" --set method.scheme=BG --set solver.guess=file --set solver.guess_file=pipe
check_match err 'found a folder, a pipe or a device, expected a file' "a pipe is not waited for"
check_exit 2 timeout 20 "$RIGEL" check "$box" --set method.scheme=BG --set solver.guess=file --set solver.guess_file=device
check_match err 'found a folder, a pipe or a device, expected a file' "a device is not read"

# --- output that nobody takes: a message and exit 1, or quiet; never a trace
for command in list 'list --keys' "check $box" --help '--version' 'run --help'; do
  # shellcheck disable=SC2086 # several words
  { "$RIGEL" $command >/dev/full 2>err; check_equal $? 1 "$command: full disk, exit 1"; }
  check_equal "$(cat err)" "rigel: cannot write to the standard output: No space left on device [R0003]" "$command: and says so"
  # shellcheck disable=SC2086
  { "$RIGEL" $command >&- 2>err; check_equal $? 1 "$command: closed output, exit 1"; }
  check_equal "$(cat err)" "rigel: cannot write to the standard output: Bad file descriptor [R0003]" "$command: and says so"
  # shellcheck disable=SC2086
  { timeout 20 "$RIGEL" $command 2>err | true; check "$command: a reader that left, exit 1 or SIGPIPE" grep -Eq '^(0|1|141)$' <<<"${PIPESTATUS[0]}"; }
  check_equal "$(cat err)" "" "$command: quietly"
done
"$RIGEL" run "$box" -o closed >&- 2>err
check_equal $? 1 "run: closed output, exit 1"
check_no_match closed/state.csv 'method|verdict' "the report does not end in a result file"
"$RIGEL" run "$box" -o open >out
check "results are those of any run" cmp closed/state.csv open/state.csv
"$RIGEL" run "$box" -o closed >/dev/null 2>&- <&-
check "closed input and error stream" cmp closed/state.csv open/state.csv

# --- no memory: exit 1 and a message within seconds; the address sanitizer needs all of it
limited() { (ulimit -v "$1" && shift && exec timeout -k 1 120 "$@"); }
if [ -z "${ASAN_OPTIONS:-}" ]; then
  for limit in 160000 200000 250000 300000 400000 800000 2000000; do
    for command in "check $pendulum" "run $box -o memory" "gradient $pendulum --functional end:bar.z --parameters gravity[2] -o memory_gradient" \
      "view open -o page.html" "study conservation plain.yaml --steps 0.05,0.1 -o memory_study"; do
      # shellcheck disable=SC2086
      limited $limit "$RIGEL" $command >out 2>err
      code=$?
      if [ $code -eq 0 ] || { [ $code -eq 1 ] && grep -q 'out of memory' err; }; then pass "$limit kB: ${command%% *}"
      else fail "$limit kB: ${command%% *}" "exit $code"$'\n'"$(head -n 5 err)"; fi
    done
  done
  # a problem that is larger than the memory
  { echo "{time: {end: 1, step: 1}, bodies: ["; for ((i = 0; i < 60000; i++)); do echo "{name: b$i, formulation: particle, mass: 1},"; done; echo "]}"; } >large.yaml
  for command in check run; do
    check_exit 1 limited 350000 "$RIGEL" $command large.yaml
    check_match err 'out of memory' "$command: said so"
    check_no_match err 'PETSC ERROR' "$command: no trace"
  done
fi
finish
