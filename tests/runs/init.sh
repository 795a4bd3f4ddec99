# rigel init: every template is valid and solved; files are not overwritten; on a terminal it asks.
. "$(dirname "$0")/../lib.sh"
cd "$WORK" || exit 1

names=$("$RIGEL" list templates | awk 'NR > 1 { print $1 }')
check "at least five templates" test "$(wc -w <<<"$names")" -ge 5
for name in $names; do
  check_exit 0 "$RIGEL" init "$name"
  check_exit 0 "$RIGEL" check "$name.yaml"
  check_equal "$(cat err)" "" "no warning about $name"
  check_exit 0 "$RIGEL" run "$name.yaml"
  check_no_match out 'NOT RESOLVED|WARNING|verdict' "$name is solved and resolved"
  check_equal "$("$RIGEL" init "$name" -)" "$(cat "$name.yaml")" "$name on the standard output"
  check_equal "$(awk 'length > 140' "$name.yaml")" "" "lines of $name"
done
check_exit 0 "$RIGEL" study study.yaml -j 2
check_match out 'e_loc' "the study of the template"
check "its results have a folder" test -f results/study_convergence/convergence.csv
check_equal "$(cat study.yaml)" "$("$RIGEL" init study -)" "the file of the user stays"

# the name of the problem is that of the file
check_exit 0 "$RIGEL" init pendulum my_rod.yaml
check_match my_rod.yaml '^name: my_rod$' "the name follows the file"
check_exit 0 "$RIGEL" init pendulum "a b.yaml"
check_match "a b.yaml" '^name: pendulum$' "unless it is no name"
# nothing is overwritten without --force
echo mine >my_rod.yaml
check_exit 2 "$RIGEL" init pendulum my_rod.yaml
check_match err 'my_rod.yaml exists' "what is there"
check_equal "$(cat my_rod.yaml)" mine "it stays"
check_exit 0 "$RIGEL" init pendulum my_rod.yaml --force
check_exit 0 "$RIGEL" check my_rod.yaml
check_exit 2 "$RIGEL" init pendulum no_folder/x.yaml
check_exit 2 "$RIGEL" init pendulum one.yaml two.yaml
check_exit 2 "$RIGEL" init </dev/null
check_match err 'pendulum' "without a terminal the templates are listed"
# on a terminal it asks, again after a wrong answer
rm -f top.yaml
(sleep 1; echo tpo; sleep 1; echo top; sleep 1) | script -qec "'$RIGEL' init" typed >/dev/null
check_match typed 'template \[pendulum\]:' "the question"
check_match typed 'did you mean top\?' "a wrong answer"
check_match top.yaml '^name: top$' "the file"
finish
