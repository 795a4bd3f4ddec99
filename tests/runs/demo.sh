# `make demo` solves three problems and leaves pages and plots.
. "$(dirname "$0")/../lib.sh"

check_exit 0 scripts/demo.sh "$WORK/demo"
cp "$WORK/out" "$WORK/demo.txt"
check_match "$WORK/demo.txt" '^  exact    energy, angular momentum, linear momentum, position constraints, velocity constraints' "all invariants of the box"
check_match "$WORK/demo.txt" '^  optimum  a local minimum' "the swing-up is a minimum"
awk '/^  d cost/ || /^  -3 C/ { print $NF }' "$WORK/demo.txt" >"$WORK/slopes"
check_close "$(sed -n 1p "$WORK/slopes")" "$(sed -n 2p "$WORK/slopes")" 1e-10 "derivative of the optimum and its closed form"
for file in swing_up/view.html swing_up/plot.svg box/view.html; do
  check_match "$WORK/demo.txt" "^  $WORK/demo/$file " "$file is named"
  check "$file is there" test -s "$WORK/demo/$file"
done
# the commands that it recommends
grep -oE 'run problems/[a-z_]+\.yaml( --set [a-z.=0-9]+)?' "$WORK/demo.txt" | tail -n 3 | while read -r command file rest; do
  # shellcheck disable=SC2086 # several words
  "$RIGEL" "$command" "$file" $rest -o "$WORK/next" --force >"$WORK/next.txt" 2>&1 || echo "$command $file $rest"
done >"$WORK/failed"
check_equal "$(cat "$WORK/failed")" "" "the recommended commands run"
finish
