# Prescribed motion: problems of the catalogue, run.yaml, forces in reactions.csv, one and two ranks, restart.
. "$(dirname "$0")/../lib.sh"

result() { yaml_value "$1/run.yaml" "$2"; }

# distance A B: largest difference of two tables
distance() {
  awk -F, 'NR == FNR { a[FNR] = $0; next } FNR > 1 { split(a[FNR], b, ","); for (i = 1; i <= NF; i++) { d = b[i] - $i; if (d < 0) d = -d; if (d > most) most = d } }
    END { print (FNR > 1 ? most + 0 : 1) }' "$1" "$2"
}

for file in problems/motion/*.yaml; do
  name=$(basename "$file" .yaml)
  check_exit 0 "$RIGEL" check "$file"
  check_match "$WORK/out" '^  rank .* rows of joints and motions, [0-9]+ independent at the start(, [0-9]+ around it, [0-9]+ dropped)?; .* 0 degrees of freedom' "$name: rank"
  check_match "$WORK/out" '^  not      prescribed motion: holds at nodes up to quadrature' "$name: what is not exact"
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/$name"
  check_match "$WORK/out" 'motions?, .* 0 degrees of freedom' "$name: motions are counted"
  for value in drift_H_relative phi_max_scaled psi_max_scaled; do
    check_close "$(result "$WORK/$name" $value)" 0 1e-12 "$name: $value"
  done
  check_exit 0 "$RIGEL" run "$WORK/$name/run.yaml" -o "$WORK/$name.again"
  for table in state invariants multipliers reactions; do
    check "$name: run.yaml repeats $table.csv" cmp "$WORK/$name/$table.csv" "$WORK/$name.again/$table.csv"
  done
done

# the driven slider is where its crank puts it; order 2k
check_exit 0 "$RIGEL" run problems/motion/slider_crank.yaml -o "$WORK/slider"
check_close "$(result "$WORK/slider" error_position)" 0 1e-12 "slider: position"

# power of the motor integrates to W_ext: torque times 6 rad/s at the Gauss points of two per element
work=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "drive.mz") c = i; next } { sum += $c * 6 * 0.005 } END { printf "%.12g", sum }' "$WORK/slider/reactions.csv")
check_close "$work" "$(result "$WORK/slider" work_external)" 1e-3 "slider: work of the torque in reactions.csv"

# one global solve, on one and two ranks
check_exit 0 "$RIGEL" run problems/motion/arm.yaml -o "$WORK/all" --set method.window=all
check_close "$(result "$WORK/all" phi_max_scaled)" 0 1e-10 "at once: the path is met"
check_exit 0 mpiexec -n 2 "$RIGEL" run problems/motion/arm.yaml -o "$WORK/two" --set method.window=all
check_close "$(distance "$WORK/all/state.csv" "$WORK/two/state.csv")" 0 1e-9 "two ranks"
check_exit 0 "$RIGEL" run problems/motion/arm.yaml -o "$WORK/bg" --set method.scheme=BG
check_close "$(result "$WORK/bg" phi_max_scaled)" 0 1e-3 "BG: the path is met up to its order"

# a run that goes on
check_exit 0 "$RIGEL" run problems/motion/arm.yaml -o "$WORK/part" --set time.end=1
check_exit 0 "$RIGEL" run problems/motion/arm.yaml -o "$WORK/part" --restart "$WORK/part"
check_close "$(distance "$WORK/part/reactions.csv" "$WORK/arm/reactions.csv")" 0 1e-9 "restart"
finish
