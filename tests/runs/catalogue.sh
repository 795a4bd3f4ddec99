# Every problem of the catalogue: valid, solved, and its error falls with order 2k. Then run.yaml repeats the run.
. "$(dirname "$0")/../lib.sh"

e_loc() { yaml_value "$1/run.yaml" error_e_loc; }

# order_between COARSE FINE EXPECTED TEXT: log2(coarse/fine) within 0.35 of the order
check_order() {
  check_close "$(awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4f", (b > 0) ? log(a / b) / log(2) : -99 }')" "$3" 0.35 "$4"
}

# bound_of NAME: largest e_loc at degree 2 with the step of the file
declare -A bound=([free_body]=2e-4 [heavy_top]=6e-4 [physical_pendulum]=2e-5 [scalable_body]=2e-10 [spinning_box]=1e-4
  [spinning_box_director]=2e-4 [steady_top]=3e-4 [steady_top_joint]=3e-4)

for file in problems/*.yaml; do
  name=$(basename "$file" .yaml)
  step=$(sed -nE 's/.*step: *([0-9.e-]+).*/\1/p' "$file" | head -n 1)
  half=$(awk -v h="$step" 'BEGIN { printf "%.17g", h / 2 }')
  dir=$WORK/$name
  check_exit 0 "$RIGEL" check "$file"
  check_match "$WORK/out" '^  valid$' "$name: valid"
  check_exit 0 "$RIGEL" run "$file" -o "$dir"
  check_match "$WORK/out" '^  error    e_loc [0-9.]+e' "$name: the error is printed"
  check_equal "$(yaml_value "$dir/run.yaml" verdict)" "done" "$name: verdict"
  check "$name: has the time of the reference" awk -F, -v t="$(yaml_value "$dir/run.yaml" error_time)" 'NR > 1 && ($1 - t) ^ 2 < 1e-20 { found = 1 } END { exit !found }' "$dir/state.csv"

  check_exit 0 "$RIGEL" run "$file" -o "$dir.2" --set method.degree=2
  check_exit 0 "$RIGEL" run "$file" -o "$dir.2h" --set method.degree=2 --set time.step="$half"
  check_exit 0 "$RIGEL" run "$file" -o "$dir.4" --set method.degree=4
  check_order "$(e_loc "$dir.2")" "$(e_loc "$dir.2h")" 4 "$name: order 4 with degree 2"
  check_close "$(e_loc "$dir.2")" 0 "${bound[$name]:-1e-3}" "$name: error with degree 2"
  # degree 4 has order 8: the error constants of degree 2 (1e-4 and less) squared stay below 1e-9 with room
  check_close "$(e_loc "$dir.4")" 0 1e-9 "$name: error with degree 4"
  for drift in drift_H_relative phi_max_scaled psi_max_scaled; do
    check_close "$(yaml_value "$dir.4/run.yaml" $drift)" 0 1e-13 "$name: $drift at rounding"
  done

  # what run.yaml holds is the whole problem
  check_exit 0 "$RIGEL" run "$dir/run.yaml" -o "$dir.again"
  for table in state invariants multipliers newton; do
    check "$name: run.yaml repeats $table.csv bit by bit" cmp "$dir/$table.csv" "$dir.again/$table.csv"
  done
done

# the numbers of an independent implementation (docs/explanation/theory.md, Reference values): box, s = k, 100 and 200 elements
while read -r degree elements wanted; do
  check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/box" --set method.degree="$degree" \
    --set method.gauss="$degree" --set time.step="$(awk -v n="$elements" 'BEGIN { print 5 / n }')"
  check_close "$(e_loc "$WORK/box")" "$wanted" "$(awk -v e="$wanted" 'BEGIN { print 0.01 * e }')" "box: mG($degree), $elements elements"
  check_close "$(yaml_value "$WORK/box/run.yaml" drift_L_relative)" 0 1e-13 "box: s = k = $degree keeps L"
done <<'END'
1 100 9.80e-2
1 200 2.42e-2
2 100 8.07e-5
2 200 5.07e-6
3 100 4.73e-8
3 200 7.43e-10
END

# elements instead of step is the same run
sed 's/step: 0.05/elements: 100/' problems/spinning_box.yaml >"$WORK/elements.yaml"
check_exit 0 "$RIGEL" run "$WORK/elements.yaml" -o "$WORK/elements"
check "elements: 100 is step: 0.05" cmp "$WORK/elements/state.csv" "$WORK/spinning_box/state.csv"
finish
