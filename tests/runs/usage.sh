# Help, version, lists, and what wrong usage is answered with.
. "$(dirname "$0")/../lib.sh"
cd "$WORK" || exit 1 # nothing may be written below the project
problems=$ROOT/problems

for words in --help -h help "run --help" "check --help" "list --help" "run -h"; do
  check_exit 0 "$RIGEL" $words
  check_match "$WORK/out" '^usage: rigel' "usage of: $words"
  check_equal "$(cat "$WORK/err")" "" "nothing on the error stream: $words"
done
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" --help
check_match "$WORK/out" '^usage: rigel run' "--help behind other words"
for code in "0 done" "1 internal" "2 bad input" "3 did not converge" "130 interrupted"; do
  check_match "$WORK/out" "$code" "help tells exit code $code"
done
check_exit 0 "$RIGEL" --version
check_match "$WORK/out" '^rigel [0-9]+\.[0-9]+\.[0-9]+ \(PETSc [0-9.]+\)$' "version"
check_equal "$(wc -l <"$WORK/out")" 1 "version is one line"

# rigel list names every table of the contract, and every name it prints is accepted
check_exit 0 "$RIGEL" list
for title in formulations joints loads schemes writers; do check_match "$WORK/out" "^$title\$" "list has $title"; done
for name in quaternion director particle spherical mG csv hdf5 vtk; do check_match "$WORK/out" "^  $name +[^ ]" "list explains $name"; done
check_exit 0 "$RIGEL" list --keys
for key in time.step method.gauss 'bodies\[\].angular_velocity_spatial' output.nodes; do
  check_match "$WORK/out" "^\| \`$key\` \|" "keys tell $key"
done

# usage errors: exit 2, something said, nothing written
wrong() {
  check_exit 2 "$RIGEL" "$@"
  check_match "$WORK/err" 'usage|expected|(rigel|FILE|Is a directory|cannot be read)' "says why: $*"
  check_no_match "$WORK/err" 'PETSC ERROR|Segmentation' "no trace: $*"
}
wrong
wrong runn
wrong --nonsense
wrong run
wrong run one.yaml two.yaml
wrong run --nonsense one.yaml
wrong run "$problems/spinning_box.yaml" -o
wrong run "$problems/spinning_box.yaml" --set
wrong run "$problems/spinning_box.yaml" --set time.step
wrong run "$problems/spinning_box.yaml" --set time.stepp=1
wrong run "$problems/spinning_box.yaml" --set time.step=abc
wrong run "$problems/spinning_box.yaml" --set bodies.bux.mass=1
wrong run "$problems/spinning_box.yaml" --set =1
wrong check
wrong check -o "$WORK/x" "$problems/spinning_box.yaml"
wrong list nonsense
wrong run no_such_file.yaml
check_match "$WORK/err" 'no_such_file.yaml.*No such file' "a missing file is named"
wrong run "$WORK"
wrong run /dev/null
wrong run "$RIGEL"
wrong run ""
check_equal "$(find "$WORK" -mindepth 1 ! -name out ! -name err)" "" "wrong usage writes nothing"

# the default folder is results/<name> below the current one
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml"
check "results/spinning_box/run.yaml is there" test -s results/spinning_box/run.yaml
check_equal "$(wc -c <"$WORK/err")" 0 "nothing on the error stream without a terminal"
finish
