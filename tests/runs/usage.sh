# Help, version, lists, and what wrong usage is answered with.
. "$(dirname "$0")/../lib.sh"
cd "$WORK" || exit 1 # nothing may be written below the project
problems=$ROOT/problems

for words in --help -h help "run --help" "check --help" "gradient --help" "view --help" "list --help" "run -h"; do
  # shellcheck disable=SC2086 # several words
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

# rigel list names every table, and every name it prints is accepted
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
wrong run "$problems/spinning_box.yaml" -o ""
wrong run "$problems/spinning_box.yaml" --set
wrong run "$problems/spinning_box.yaml" --set time.step
wrong run "$problems/spinning_box.yaml" --set time.stepp=1
wrong run "$problems/spinning_box.yaml" --set time.step=abc
wrong run "$problems/spinning_box.yaml" --set bodies.bux.mass=1
wrong run "$problems/spinning_box.yaml" --set =1
# --set key= removes a key; one that cannot be is refused as with a value
for path in foo foo.bar time.stpe bodies.box.mas bodies.0.shape.cube boundary.begin; do
  wrong run "$problems/spinning_box.yaml" --set $path=
  check_match "$WORK/err" '^--set .*: found an unknown key' "removing $path"
done
wrong run "$problems/spinning_box.yaml" --set time.end=
check_match "$WORK/err" 'time.end: found nothing, expected a number' "a key that is needed"
wrong run "$problems/spinning_box.yaml" --set bodies.box=
check_match "$WORK/err" 'bodies: found an empty list' "an item of a list"
# a name given twice: both places are told
printf 'time: {end: 1, step: 1}\nbodies:\n  - {name: a, formulation: particle, mass: 1}\n  - {name: b, formulation: particle, mass: 1}\n' >"$WORK/two.yaml"
wrong check "$WORK/two.yaml" --set bodies.1.name=a
check_match "$WORK/err" '^--set bodies.1.name=a: bodies.a.name: found a again, .*\(first at 3:12\)' "the second one by --set"
wrong check "$WORK/two.yaml" --set bodies.0.name=b
check_match "$WORK/err" 'two.yaml:4:12: bodies.b.name: found b again, .*\(first in --set\)' "the first one by --set"
rm "$WORK/two.yaml"
# after -- come PETSc options and nothing else
wrong run "$problems/spinning_box.yaml" -- bogus
check_match "$WORK/err" 'the word bogus' "a stray word is named"
wrong run "$problems/spinning_box.yaml" -- -snes_monitor ascii more words
check_match "$WORK/err" 'the word more \(' "a stray word behind a value"
wrong study condition - --steps 0.1
wrong study condition "$problems/spinning_box.yaml" --steps 0.1 -- bogus
check_match "$WORK/err" 'the word bogus' "a stray word is named"
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

# --set key= of keys that are not in the file changes nothing; of those that are: the default
check_exit 0 "$RIGEL" check "$problems/spinning_box.yaml" --set method.nodes= --set bodies.box.shape.cone= --set solver=
check_match "$WORK/out" 'mG\(1\), 2 Gauss points \(auto\)' "as without"
check_exit 0 "$RIGEL" check "$problems/heavy_top.yaml" --set method.degree= --set method.gauss=1
check_match "$WORK/out" 'mG\(1\), 1 Gauss point,' "degree is 1 by default; one Gauss point is not points"

# a problem from the standard input
check_exit 0 "$RIGEL" run - -o "$WORK/box" <"$problems/spinning_box.yaml"
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" -o "$WORK/file"
check "from the standard input: the same run" cmp "$WORK/box/state.csv" "$WORK/file/state.csv"
sed -e 's/mass:/mas:/' -e '/^name:/d' "$problems/spinning_box.yaml" >"$WORK/bad.yaml"
check_exit 2 "$RIGEL" check - <"$WORK/bad.yaml"
check_match "$WORK/err" '^<stdin>:[0-9]+:[0-9]+: bodies.box.mas: found an unknown key' "faults of the standard input have places"
check_exit 2 "$RIGEL" run - </dev/null
check_match "$WORK/err" '^<stdin>: found an empty file' "an empty standard input"
sed -i 's/mas:/mass:/' "$WORK/bad.yaml"
check_exit 0 "$RIGEL" run - <"$WORK/bad.yaml"
check "without a name: results/stdin" test -s results/stdin/run.yaml

# the default folder is results/<name> below the current one
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml"
check_match "$WORK/out" 'exact +energy, linear momentum, position' "without gravity linear momentum is exact in all directions"
check "results/spinning_box/run.yaml is there" test -s results/spinning_box/run.yaml
check_equal "$(wc -c <"$WORK/err")" 0 "nothing on the error stream without a terminal"

# on a terminal, and only after a second, a line that tells how far the run is; it is wiped at the end
check_exit 0 on_terminal "'$RIGEL' run '$problems/spinning_box.yaml' --set time.elements=20000 -o '$WORK/far'"
check_match "$WORK/typed" 't = [0-9.]+ +element [0-9]+ of 20000, +[0-9]+ %, [0-9]+ (s|min) left' "progress on a terminal"
check_exit 0 script -qec "'$RIGEL' run '$problems/spinning_box.yaml' --set time.elements=10 -o '$WORK/near'" "$WORK/typed"
check_no_match "$WORK/typed" ' s left' "but none of a short run"

# what is exact, with its directions: under gravity along e3 linear momentum along e1 and e2, angular momentum about e3
check_exit 0 "$RIGEL" run "$problems/spinning_box_director.yaml" --set 'gravity=[0, 0, 9.81]' --set method.gauss=1 --set reference=
check_match "$WORK/out" 'exact .*angular momentum about \(0, 0, 1\), linear momentum along e1, e2,' "which components under gravity"
check_match "$WORK/out" 'drift .*L about \(0, 0, 1\) [0-9.]+e-1[5-9], P along e1, e2 0.00e\+00 ' "and their drift"

# BG with s = k is another method
check_exit 0 "$RIGEL" run "$problems/spinning_box.yaml" --set method.scheme=BG --set method.gauss=1 --set time.end=0.5 --set reference=
check_match "$WORK/out" 's = k makes this Gauss collocation of the DAE, another method than BG' "collocation is named"

# many at a time do not get into each other's way, nor do they need a folder for temporary files
check_equal "$(seq 60 | TMPDIR=$WORK xargs -P 6 -I N sh -c '"$0" check "$1" >/dev/null 2>&1 || echo N' "$RIGEL" "$problems/spinning_box.yaml")" "" "60 at a time"
check_exit 0 env TMPDIR="$WORK/nowhere" "$RIGEL" check "$problems/spinning_box.yaml"
check_equal "$(find "$WORK" -name 'ompi*')" "" "no folders of MPI"
finish
