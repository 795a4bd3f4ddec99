# Problems of joints: valid, solved with constraints and energy at rounding in both formulations; redundant rows; singular
# positions; global solves on one and two ranks.
. "$(dirname "$0")/../lib.sh"
folder=problems/mechanisms

result() { yaml_value "$1/run.yaml" "$2"; }

# difference A B: largest difference of the positions of two state.csv at their ends
difference() {
  awk -F, 'FNR == 1 { for (i = 1; i <= NF; i++) name[i] = $i }
    { for (i = 1; i <= NF; i++) if (name[i] ~ /\.[xyz]$/) { if (NR == FNR) a[name[i]] = $i; else b[name[i]] = $i } }
    END { for (n in b) { d = a[n] - b[n]; if (d < 0) d = -d; if (d > most) most = d }; print most + 0 }' "$1" "$2"
}

declare -A rows=([double_four_bar]="6 redundant rows" [bricard]="1 redundant row" [slider_crank]="3 redundant rows" [four_bar]="3 redundant rows")
declare -A freedom=([double_four_bar]=1 [bricard]=1 [slider_crank]=1 [four_bar]=1 [spatial_slider_crank]=1 [gimbals]=3 [gimbals_universal]=3
  [double_pendulum]=2 [simple_pendulum]=2 [planar_pendulum]=5 [spatial_pendulum]=15 [chain]=300)

for file in "$folder"/*.yaml; do
  name=$(basename "$file" .yaml)
  if [ "$name" = governor ]; then continue; fi # stiff: rounding of Psi is 3e-12 there; references.sh compares its digits
  check_exit 0 "$RIGEL" check "$file"
  check_match "$WORK/out" "^  rank .* ${freedom[$name]} degrees? of freedom" "$name: ${freedom[$name]} degrees of freedom"
  [ -z "${rows[$name]:-}" ] || check_match "$WORK/out" "^  dropped  ${rows[$name]}" "$name: ${rows[$name]}"
  if [ "$name" = chain ]; then end=0.1; else end=1; fi
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/$name" --set time.end=$end
  for value in drift_H_relative phi_max_scaled psi_max_scaled; do
    check_close "$(result "$WORK/$name" $value)" 0 1e-12 "$name: $value"
  done
  case $name in simple_pendulum | chain) continue ;; esac
  director=()
  for ((b = 0; b < $(grep -c '^  - {name: .*mass' "$file"); b++)); do director+=(--set "bodies.$b.formulation=director"); done
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/$name.d" --set time.end=1 --set method.degree=4 "${director[@]}"
  check_exit 0 "$RIGEL" run "$file" -o "$WORK/$name.q" --set time.end=1 --set method.degree=4
  check_close "$(difference "$WORK/$name.d/state.csv" "$WORK/$name.q/state.csv")" 0 1e-8 "$name: quaternions and directors agree"
  for value in drift_H_relative phi_max_scaled psi_max_scaled; do
    check_close "$(result "$WORK/$name.d" $value)" 0 1e-12 "$name, directors: $value"
  done
done

# --- redundant rows
check_exit 2 "$RIGEL" run $folder/bricard.yaml -o "$WORK/no" --set redundant=error
check_match "$WORK/err" 'bricard.yaml:[0-9]+:[0-9]+: p[0-5]: found 1 redundant constraint row .*row [1-5] of p[0-5] \(from p0, p1, p2, p3, p4, p5\)' \
  "the row and all joints of the loop are named"
check_match "$WORK/err" '29 of 30 rows are independent, 1 degree of freedom' "rank"
check "nothing written" test ! -e "$WORK/no"
# the row that is dropped can be spared all along: it holds as well as the others beyond the turning point at t = 1.25
check_exit 0 "$RIGEL" run $folder/bricard.yaml -o "$WORK/b10"
for value in drift_H_relative psi_max_scaled dropped_phi_max_scaled dropped_psi_max_scaled; do
  check_close "$(result "$WORK/b10" $value)" 0 1e-12 "bricard, 10 s: $value"
done
check_equal "$(result "$WORK/bricard" dropped_rows)" 1 "dropped rows in run.yaml"
check_exit 0 "$RIGEL" run "$WORK/bricard/run.yaml" -o "$WORK/again" --force
check "run.yaml repeats a run with dropped rows" cmp "$WORK/bricard/state.csv" "$WORK/again/state.csv"

# --- gyroscope: L3 about the vertical falls with order 2k, the spin of the rotor stays
check_exit 0 "$RIGEL" run $folder/gimbals.yaml -o "$WORK/l" --set method.degree=2
coarse=$(result "$WORK/l" drift_L_relative)
check_exit 0 "$RIGEL" run $folder/gimbals.yaml -o "$WORK/l" --set method.degree=2 --set time.step=0.005
check_close "$(awk -v a="$coarse" -v b="$(result "$WORK/l" drift_L_relative)" 'BEGIN { print log(a / b) / log(2) }')" 4 0.35 "gimbals: L3 with order 4"

# --- an element end on a singular position: four bars flat at t = 0.7143555292929461, after 40 elements
scripts/make_problem.sh four_bars 2 >"$WORK/two.yaml"
for degree in 2 3; do
  check_exit 0 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" --set time.step=0.017858888232323652 --set time.end=1 --set method.degree=$degree
  check_match "$WORK/out" '^  singular 1 element end moved .* near t = 0\.714356 \(row . of [abc].' "degree $degree: the singular position is named"
  check_close "$(result "$WORK/flat" drift_H_relative)" 0 1e-13 "degree $degree: energy through it"
done
# a run that goes on later still knows of it
check_exit 0 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" --set time.step=0.017858888232323652 --set time.end=1.5 --set method.degree=3 --restart "$WORK/flat"
check_match "$WORK/out" '^  singular 1 element end moved .* near t = 0\.714356 \(row . of [abc].' "restart: the singular position is named"
# the last element has no next one to make up for it
check_exit 3 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" --set time.step=0.017858888232323652 --set time.end=0.7143555292929461 --set method.degree=3 --set reference=
check_match "$WORK/err" 'in element 40 of 40, .* it ends on a singular position, t = 0\.714355529 \(row . of [abc].' "it is named where nothing helps"
# the same in a window: named where Newton's method fails, and where it gets through with many iterations, on whatever branch
window=(--set time.step=0.017858888232323652 --set method.degree=2 --set method.window=all --set reference=)
check_exit 3 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" "${window[@]}" --set time.end=0.7143555292929461 --set solver.max_iterations=1
check_match "$WORK/err" 'stuck from t = 0\.696497 to 0\.714356\): an element ends on a singular position, t = 0\.714355529 \(row . of [abc].' "named in a window"
code=0
"$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" "${window[@]}" --set time.end=1 >"$WORK/out" 2>"$WORK/err" || code=$?
check_equal "$code" "$(awk -v d="$(result "$WORK/flat" drift_H_relative)" 'BEGIN { print d < 2e-9 ? 0 : 3 }')" "a window through it: right, or called wrong"
check_match "$WORK/out" '^  singular an element ends on a singular position near t = 0\.714356 \(row . of [abc].*use another step' "a window through it: doubted"
check_exit 0 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" "${window[@]}" --set time.end=1 --set time.step=0.0179
check_no_match "$WORK/out" '^  singular ' "a window beside it: not doubted"
# nearly on it the solution stays, if all rows hold and the energy balances: theta'^2 = 1 + 2 g (3.5 / 3) where the bars are flat
flat=$(awk 'BEGIN { printf "%.17g", -sqrt(1 + 2 * 9.81 * 3.5 / 3) }')
for degree in 2 3 4; do
  for end in 0.7143557292929461 0.7143553292929461; do
    check_exit 0 "$RIGEL" run "$WORK/two.yaml" -o "$WORK/flat" --set time.step="$(awk -v t=$end 'BEGIN { printf "%.17g", t / 40 }')" --set time.end=$end --set method.degree=$degree --set reference=
    check_close "$(result "$WORK/flat" drift_H_relative)" 0 1e-9 "degree $degree, the last element ends near the singular position: energy"
    check_close "$(csv_last "$WORK/flat/state.csv" coupler0.py)" "$flat" 1e-4 "degree $degree, the same: momentum of a coupler"
  done
done
# more bars, more redundant rows: 3 N of them
scripts/make_problem.sh four_bars 10 >"$WORK/ten.yaml"
check_exit 0 "$RIGEL" run "$WORK/ten.yaml" -o "$WORK/ten" --set time.end=0.2 --set time.step=0.02 --set reference=
check_equal "$(result "$WORK/ten" dropped_rows)" 30 "ten four-bars: 30 redundant rows"
check_close "$(result "$WORK/ten" psi_max_scaled)" 0 1e-12 "ten four-bars: Psi"

# forty of them, through the flat position, against the one equation of their angle: order 4
scripts/make_problem.sh four_bars 40 >"$WORK/forty.yaml"
for step in 0.04 0.02; do
  check_exit 0 "$RIGEL" run "$WORK/forty.yaml" -o "$WORK/forty.$step" --set time.end=1 --set time.step=$step
  for value in drift_H_relative phi_max_scaled psi_max_scaled dropped_phi_max_scaled dropped_psi_max_scaled; do
    check_close "$(result "$WORK/forty.$step" $value)" 0 1e-12 "forty four-bars: $value"
  done
done
check_equal "$(result "$WORK/forty.0.02" dropped_rows)" 120 "forty four-bars: 120 redundant rows"
check_close "$(awk -v a="$(result "$WORK/forty.0.04" error_position)" -v b="$(result "$WORK/forty.0.02" error_position)" 'BEGIN { print log(a / b) / log(2) }')" \
  4 0.35 "forty four-bars: order 4"

# --- chains of any length; more rows than a dense factorization takes
for kind in planar_chain spatial_chain universal_chain; do
  scripts/make_problem.sh $kind 100 >"$WORK/chain.yaml"
  check_exit 0 "$RIGEL" check "$WORK/chain.yaml"
  check_exit 0 "$RIGEL" run "$WORK/chain.yaml" -o "$WORK/chain" --force --set time.end=0.02 --set time.step=0.002 --set method.degree=1
  check_close "$(result "$WORK/chain" phi_max_scaled)" 0 1e-12 "$kind of 100: Phi"
  check_close "$(result "$WORK/chain" psi_max_scaled)" 0 1e-12 "$kind of 100: Psi"
done
check_exit 2 scripts/make_problem.sh spatial_chain none
check_exit 2 scripts/make_problem.sh knot 3

# --- the chain of 100 links whips round at t = 1.38: its last link turns with 3900 rad/s, and only smaller elements get through
check_exit 0 "$RIGEL" run $folder/chain.yaml -o "$WORK/whip" --set output.nodes=ends
for value in drift_H_relative phi_max_scaled psi_max_scaled; do check_close "$(result "$WORK/whip" $value)" 0 1e-12 "the whip: $value"; done
check_close "$(csv_last "$WORK/whip/state.csv" t)" 1.5 1e-12 "the whip is passed"
check_exit 3 "$RIGEL" run $folder/chain.yaml -o "$WORK/stuck" --set time.parts=
check_match "$WORK/err" 'from t = 1.38 .* a body turns by .* rad in one element: use a smaller step, here \(time.parts\) or everywhere' "equal elements do not pass it"

# --- global solves of the double pendulum and of a closed loop
pendulum=$folder/double_pendulum.yaml
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/step" --set time.end=1 --set time.step=0.02
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/all" --set time.end=1 --set time.step=0.02 --set method.window=all
check_close "$(csv_difference "$WORK/step/state.csv" "$WORK/all/state.csv")" 0 1e-10 "all at once is stepping"
parts=(--set time.end=1 --set time.step=0.05 --set 'time.parts=[{from: 0.3, to: 0.61, step: 0.02}]')
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/parts" "${parts[@]}"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/parts.all" "${parts[@]}" --set method.window=all
check_close "$(csv_difference "$WORK/parts/state.csv" "$WORK/parts.all/state.csv")" 0 1e-10 "parts with steps of their own: all at once is stepping"
check_equal "$(csv_rows "$WORK/parts/state.csv")" 31 "6 + 16 + 8 elements and the start"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/bg" --set time.end=1 --set time.step=0.01 --set method.scheme=BG --set method.degree=3
check_close "$(difference "$WORK/double_pendulum.q/state.csv" "$WORK/bg/state.csv")" 0 1e-4 "BG(3)"
check_exit 0 "$RIGEL" run $folder/four_bar.yaml -o "$WORK/loop" --set time.end=0.5 --set method.window=all
check_exit 0 "$RIGEL" run $folder/four_bar.yaml -o "$WORK/loop.step" --set time.end=0.5
check_close "$(csv_difference "$WORK/loop.step/state.csv" "$WORK/loop/state.csv")" 0 1e-10 "closed loop all at once"
# seven bodies in loops: the block of one body alone has no pivots, whatever its place in the order
andrews=(problems/published/ivptestset_mazzia_magherini_2008/andrews.yaml --set time.end=0.003)
check_exit 0 "$RIGEL" run "${andrews[@]}" -o "$WORK/loops"
check_exit 0 "$RIGEL" run "${andrews[@]}" -o "$WORK/loops.all" --set method.window=all
check_match "$WORK/out" 'block LU' "loops all at once: element by element"
check_close "$(csv_difference "$WORK/loops/state.csv" "$WORK/loops.all/state.csv")" 0 1e-10 "loops all at once"
check_exit 0 "$RIGEL" run "${andrews[@]}" -o "$WORK/loops.block" --set solver.linear=block
check_close "$(csv_difference "$WORK/loops/state.csv" "$WORK/loops.block/state.csv")" 0 1e-10 "loops by block LU"
# of the chain of 100 links: element by element for mG, MUMPS for BG
chain=$folder/chain.yaml
BG=(--set time.end=0.01 --set time.step=0.001 --set method.scheme=BG --set method.degree=1)
check_exit 0 "$RIGEL" run $chain -o "$WORK/chain.step" --set time.end=0.1
check_exit 0 "$RIGEL" run $chain -o "$WORK/chain.all" --set time.end=0.1 --set method.window=all
check_match "$WORK/out" '88000 unknowns, block LU' "chain all at once: 20 elements in one window"
check_close "$(csv_difference "$WORK/chain.step/state.csv" "$WORK/chain.all/state.csv")" 0 1e-10 "chain all at once is stepping"
check_exit 0 "$RIGEL" run $chain -o "$WORK/chain.five" --set time.end=0.1 --set method.window=5
check_close "$(csv_difference "$WORK/chain.step/state.csv" "$WORK/chain.five/state.csv")" 0 1e-10 "chain, windows of five elements"
check_exit 0 "$RIGEL" run $chain -o "$WORK/chain.bg" "${BG[@]}"
check_match "$WORK/out" '22000 unknowns, mumps LU' "chain by BG(1)"
check_exit 0 "$RIGEL" run $chain -o "$WORK/chain.fine" --set time.end=0.01 --set time.step=0.001
check_close "$(difference "$WORK/chain.fine/state.csv" "$WORK/chain.bg/state.csv")" 0 1e-5 "chain by BG(1) is near mG(2)"
if command -v mpiexec >/dev/null; then
  check_exit 0 mpiexec -n 2 "$RIGEL" run $chain -o "$WORK/chain.all2" --set time.end=0.1 --set method.window=all
  check_close "$(csv_difference "$WORK/chain.step/state.csv" "$WORK/chain.all2/state.csv")" 0 1e-10 "chain all at once on two ranks"
  check_exit 0 mpiexec -n 2 "$RIGEL" run $chain -o "$WORK/chain.bg2" "${BG[@]}"
  check_close "$(csv_difference "$WORK/chain.bg/state.csv" "$WORK/chain.bg2/state.csv")" 0 1e-10 "chain by BG(1) on two ranks"
  check_exit 0 mpiexec -n 2 "$RIGEL" run $pendulum -o "$WORK/all.2" --set time.end=1 --set time.step=0.02 --set method.window=all
  check_close "$(csv_difference "$WORK/all/state.csv" "$WORK/all.2/state.csv")" 0 1e-10 "mG on two ranks"
  check_exit 0 mpiexec -n 2 "$RIGEL" run $pendulum -o "$WORK/bg.2" --set time.end=1 --set time.step=0.01 --set method.scheme=BG --set method.degree=3
  check_close "$(csv_difference "$WORK/bg/state.csv" "$WORK/bg.2/state.csv")" 0 1e-10 "BG on two ranks"
fi
finish
