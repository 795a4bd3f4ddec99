# Multipliers at all their nodes, their largest values over whole elements, and the programs that read them.
. "$(dirname "$0")/../lib.sh"
pendulum=problems/physical_pendulum.yaml
bg=(--set method.scheme=BG --set time.end=1 --set reference=)

times() { awk -F, 'NR > 1 && NR < 6 { printf "%g ", $1 }' "$1/multipliers.csv"; }
# check_nodes TEXT ROWS TIMES ARGUMENTS...: number of rows and the first four times
check_nodes() {
  local text=$1 rows=$2 times=$3
  shift 3
  check_exit 0 "$RIGEL" run $pendulum -o "$WORK/nodes" "$@"
  check_equal "$(csv_rows "$WORK/nodes/multipliers.csv")" "$rows" "$text: rows"
  check_equal "$(times "$WORK/nodes")" "$times " "$text: times"
}
check_nodes "mG(1): midpoints" 50 "0.05 0.15 0.25 0.35" --set method.degree=1
check_nodes "mG(2): both ends of each element" 100 "0 0.1 0.1 0.2"
check_nodes "mG(3): three nodes" 60 "0 0.125 0.25 0.25" --set method.degree=3 --set time.elements=20
check_nodes "BG(2), discontinuous" 20 "0 0.1 0.1 0.2" "${bg[@]}" --set method.degree=2
check_nodes "BG(1), continuous: shared nodes once" 11 "0 0.1 0.2 0.3" "${bg[@]}" --set method.degree=1 --set method.multipliers=continuous
check_nodes "BG(2), continuous" 21 "0 0.05 0.1 0.15" "${bg[@]}" --set method.multipliers=continuous
check_nodes "BG(1), continuous, elements 4, 8, 10" 6 "0.3 0.4 0.7 0.8" "${bg[@]}" --set method.degree=1 --set method.multipliers=continuous \
  --set output.every=4
check_exit 0 "$RIGEL" run problems/spinning_box_director.yaml -o "$WORK/nodes" --force --set method.scheme=rattle --set method.degree=
check_equal "$(times "$WORK/nodes")" "0.05 0.1 0.15 0.2 " "rattle: element ends"

# the largest values of run.yaml: those of the table where the polynomials are linear, not those of the midpoints
largest() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ name) c[i] } NR > 1 { for (i in c) { a = $i < 0 ? -$i : $i; if (a > m) { m = a; v = a } } }
  END { printf "%.15g", v }' "$1/multipliers.csv"; }
yaml() { awk -v key="  $2:" 'index($0, key) == 1 { printf "%.15g", $2 }' "$1/run.yaml"; }
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/linear"
check_equal "$(yaml "$WORK/linear" mu_max)" "$(largest "$WORK/linear" '[.]mu')" "mG(2): mu_max"
check_equal "$(yaml "$WORK/linear" gamma_max)" "$(largest "$WORK/linear" gamma)" "mG(2): gamma_max"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/bubnov" "${bg[@]}" --set time.step=0.05
check_equal "$(yaml "$WORK/bubnov" mu_max)" "$(largest "$WORK/bubnov" '[.]mu')" "BG(2): mu_max"
check "mu of BG(2) changes its sign in each element: large at the nodes, small in the middle" awk -v m="$(yaml "$WORK/bubnov" mu_max)" 'BEGIN { exit !(m > 1) }'

# a run is its own first guess: jumps are read back on the right side, so that nothing remains to be solved
for method in "--set method.degree=2" "--set method.degree=3" "--set method.degree=2 --set method.multipliers=continuous"; do
  # shellcheck disable=SC2086
  check_exit 0 "$RIGEL" run $pendulum -o "$WORK/first" "${bg[@]}" $method --set output.nodes=all
  # shellcheck disable=SC2086
  check_exit 0 "$RIGEL" run $pendulum -o "$WORK/again" --force "${bg[@]}" $method --set solver.guess=file --set solver.guess_file="$WORK/first" -- -snes_monitor
  check_close "$(awk '/0 SNES Function norm/ { print $5 }' "$WORK/out")" 0 1e-13 "$method: its own result is the solution"
done

# resumed runs write the same rows
for method in "--set method.degree=3" "--set method.scheme=BG --set method.window=4 --set method.multipliers=continuous --set output.every=3"; do
  rm -rf "$WORK/whole" "$WORK/part"
  # shellcheck disable=SC2086
  {
    check_exit 0 "$RIGEL" run $pendulum -o "$WORK/whole" --set reference= --set time.end=2 $method
    check_exit 0 "$RIGEL" run $pendulum -o "$WORK/part" --set reference= --set time.end=1.2 $method
    check_exit 0 "$RIGEL" run $pendulum --restart "$WORK/part" --set reference= --set time.end=2 $method
  }
  check "$method: resumed" cmp "$WORK/whole/multipliers.csv" "$WORK/part/multipliers.csv"
  check_equal "$(yaml "$WORK/part" mu_max)" "$(yaml "$WORK/whole" mu_max)" "$method: mu_max"
done
check_exit 0 "$RIGEL" view "$WORK/linear"
finish
