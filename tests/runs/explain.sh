# rigel explain and rigel list TOPIC: every key of the schema, names of tables, quantities of real tables.
. "$(dirname "$0")/../lib.sh"
python=${PYTHON:-/usr/bin/python3}

# every key of the reference is explained with all that the reference states, and the example has the shape of the schema
# those of functions of time and of orientations stand there once
"$RIGEL" list keys | sed -nE 's/^\| `([^`]+)` .*/\1/p' >"$WORK/listed"
check "functions of time stand there once" test "$(grep -c 'sine\.omega$' "$WORK/listed")" = 1
check "keys of orientations stand there once" test "$(grep -c '\.euler$' "$WORK/listed")" = 1
grep -vE '^(FUNCTION|ORIENTATION)' "$WORK/listed" >"$WORK/keys"
for orientation in 'bodies[].orientation' 'boundary.end.BODY.orientation' 'objective[].track.from'; do
  sed -n "s/^ORIENTATION/$orientation/p" "$WORK/listed" >>"$WORK/keys"
done
for function in 'loads[].scale' 'objective[].track.path[]'; do
  sed -n "s/^FUNCTION/$function/p" "$WORK/listed" >>"$WORK/keys"
done
# those with corners are not offered for motions, which reject them
for function in 'motion[].value' 'motion[].x' 'motion[].y' 'motion[].z'; do
  grep -vE '^FUNCTION\.(table|ramp|step)' "$WORK/listed" | sed -n "s/^FUNCTION/$function/p" >>"$WORK/keys"
done
check_exit 2 "$RIGEL" explain motion.value.ramp
check_exit 0 "$RIGEL" explain motion.value
check_match "$WORK/out" '^  keys     polynomial cubic sine smooth$' "functions that motions accept"
check_equal "$("$RIGEL" list --keys)" "$("$RIGEL" list keys)" "the old option"
check_equal "$("$RIGEL" list --schema)" "$("$RIGEL" list schema)" "the old option --schema"
check_equal "$("$RIGEL" list --petsc)" "$("$RIGEL" list petsc)" "the old option --petsc"
xargs "$RIGEL" explain <"$WORK/keys" >"$WORK/explained" 2>"$WORK/err"
check_equal $? 0 "all keys are explained"
check_equal "$(cat "$WORK/err")" "" "without a message"
check_equal "$(grep -vE '^( |$)' "$WORK/explained")" "$(cat "$WORK/keys")" "each under its path"
"$RIGEL" list schema >"$WORK/schema.json"
check_exit 0 "$python" tests/runs/explain_check.py "$WORK/explained" "$WORK/schema.json"
check_match "$WORK/out" '^[0-9]+ examples, 0 failures$' "examples have the right shape"
# the pages exist
while IFS= read -r page; do
  check "$page is in the documentation" test -f "docs/$page.md"
done < <({ cat "$WORK/explained" && "$RIGEL" explain revolute spring angle harmonic mG director steady_top csv klu T; } |
  sed -nE 's/^  see      the page ([a-z_/]+) of .*/\1/p' | sort -u)
check_exit 0 "$RIGEL" explain schemes
check_match "$WORK/out" '^  names    mG BG em ' "a topic names its words"
check_exit 2 "$RIGEL" explain revolut
check_match "$WORK/err" 'did you mean revolute\?' "the nearest name"

# items of lists by name, by index or not at all
for path in bodies.box.mass 'bodies[0].mass' bodies.0.mass bodies.mass 'bodies[].mass'; do
  check_exit 0 "$RIGEL" explain "$path"
  check_match "$WORK/out" '^bodies\[\]\.mass$' "$path"
done
check_exit 0 "$RIGEL" explain method.multipliers
check_match "$WORK/out" '^  only     with scheme: BG$' "the condition"
check_match "$WORK/out" '^  default  discontinuous$' "the default"
check_exit 0 "$RIGEL" explain gauss
check_match "$WORK/out" '^method\.gauss$' "a key by its last element, where that is unique"
check_exit 2 "$RIGEL" explain mass
check_match "$WORK/err" 'did you mean .*bodies\[\]\.mass' "one that is not"
check_exit 2 "$RIGEL" explain method.gaus
check_match "$WORK/err" 'did you mean method\.gauss\?' "the nearest key"
check_exit 2 "$RIGEL" explain time.step.more
check_exit 2 "$RIGEL" explain ""
check_exit 2 "$RIGEL" explain
check_exit 0 "$RIGEL" explain revolute mG quaternion
check_match "$WORK/out" '^mG \(schemes\)$' "names of tables"
check_exit 2 "$RIGEL" explain R9999
check_match "$WORK/err" 'R9999' "a code that no message has"
check_exit 0 "$RIGEL" explain r0204
check_match "$WORK/out" '^R0204: A required key is missing$' "a code of a message"
check_match "$WORK/out" '^  remedy   Add the key' "its remedy"

# topics: each of them is printed, those of names one line each
for topic in formulations joints loads motions hamiltonian hamiltonian_systems schemes closed_forms writers solvers quantities functions templates commands problems; do
  check_exit 0 "$RIGEL" list "$topic"
  check "$topic: lines" test "$(grep -cE '^  [^ ]+ +[^ ]' "$WORK/out")" -ge 2
done
check_equal "$("$RIGEL" list problems | grep -c '^  problems/')" "$(find problems -name '*.yaml' | wc -l)" "every problem"
check_equal "$(cd "$WORK" && "$RIGEL" list problems | head -n 1)" "problems" "elsewhere"
check_exit 2 "$RIGEL" list joints loads
for word in $("$RIGEL" list solvers | awk 'NR > 1 { print $1 }'); do
  check_exit 0 "$RIGEL" check problems/spinning_box.yaml --set solver.linear="$word"
done

# quantities: every column of real tables is listed
"$RIGEL" list quantities | awk 'NR > 1 { print $1 }' >"$WORK/quantities"
check_exit 0 "$RIGEL" run problems/spinning_box_director.yaml -o "$WORK/d" --set time.end=0.1 --set reference= --set solver.condition=true
check_exit 0 "$RIGEL" run problems/motion/slider_crank.yaml -o "$WORK/m" --set time.end=0.1 --set reference=
check_exit 0 "$RIGEL" run problems/control/principal_axis.yaml -o "$WORK/c"
check_equal "$(cat "$WORK"/[dmc]/*.csv | grep '^[a-z]' | tr , '\n' | sort -u |
  sed -E 's/^[a-z0-9_]+\./NAME./; s/\.[yz]$/.x/; s/\.([fmp])[yz]$/.\1x/; s/\.(p?q)[0-3]$/.\10/; s/\.(p?)d[1-3][xyz]$/.\1d1x/; s/\.(gamma|mu)[0-9]+$/.\11/; s/\.[0-9]+$/.1/; s/^([LP])[23]$/\11/; s/^condition_.*/condition/' |
  sort -u | grep -vxFf "$WORK/quantities")" "" "every column of the tables is a quantity"
finish
