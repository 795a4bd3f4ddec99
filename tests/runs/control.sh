# Optimal control from files: the catalogue, tables, bounds, free time, ranks, ends that cannot be reached, points that are no minima.
. "$(dirname "$0")/../lib.sh"
# folders are reused for several problems
run() { check_exit 0 "$RIGEL" run --force "$@"; }
value() { yaml_value "$WORK/$1/run.yaml" "$2"; }
end_time() { sed -n '/^results:/,$p' "$WORK/$1/run.yaml" >"$WORK/results"; yaml_value "$WORK/results" end; }

# exact: 6 J^2 theta^2 / T^3; the others by shooting on Euler's equations, tests/conformance/control.c
declare -A cost=([principal_axis]=$(awk 'BEGIN { printf "%.9g", 6 * (8 * 2 * atan2(0.8, 0.6)) ^ 2 / 125 }') [spherical_body]=$(awk 'BEGIN { printf "%.9g", 6 * (8 * atan2(0, -1) / 3) ^ 2 / 125 }')
  [reorientation]=6.575313859 [reorientation_box]=90.829778 [reorientation_bounds]=6.606408)

for file in problems/control/*.yaml; do
  name=$(basename "$file" .yaml)
  check_exit 0 "$RIGEL" check "$file"
  if [ "$name" = double_pendulum ]; then continue; fi # swing_up.sh
  run "$file" -o "$WORK/$name"
  check_equal "$(value "$name" verdict)" "done" "$name: verdict"
  if [ "$name" = crane ]; then # servo constraints: nothing is to be least
    check_match "$WORK/out" "^  inverse  servo: 2 inputs of controls for as many rows of motions, from rest to rest only$" "$name: servo"
  else
    check_match "$WORK/out" "^  cost     " "$name: cost"
    check_match "$WORK/out" "^  optimum  a local minimum " "$name: said to be a minimum"
    check_equal "$(value "$name" optimum)" minimum "$name: minimum"
    check_equal "$(value "$name" negative_eigenvalues)" "$(value "$name" equations)" "$name: inertia"
  fi
  if [ "$name" = crane_track ]; then
    check_match "$WORK/out" "^  inverse  track: the path is met up to an effort, eps = 1e-10, 2 sweeps; inputs are unreliable near a free end$" "$name: track"
  fi
  if [[ $name == reorientation* ]]; then check "$name: at most 15 iterations" test "$(value "$name" newton_iterations)" -le 15; fi
  if [ -n "${cost[$name]:-}" ]; then check_close "$(value "$name" cost)" "${cost[$name]}" 5e-6 "$name: cost"; fi
  run "$WORK/$name/run.yaml" -o "$WORK/again"
  for table in state multipliers controls; do
    check "$name: run.yaml repeats $table.csv bit by bit" cmp "$WORK/$name/$table.csv" "$WORK/again/$table.csv"
  done
done

# the torque about a principal axis is linear in t: 6 J theta / T^2 (1 - 2 t / T)
check_equal "$(head -n 1 "$WORK/principal_axis/controls.csv")" "t,u.1,u.2,u.3" "names of the columns"
check_close "$(awk -F, 'NR > 1 { d = $3 - 6 * 8 * 1.854590436003224 / 25 * (1 - 2 * $1 / 5); d = d < 0 ? -d : d
  for (i = 2; i <= 4; i += 2) { s = $i < 0 ? -$i : $i; if (s > d) d = s }; if (d > m + 0) m = d } END { print m }' \
  "$WORK/principal_axis/controls.csv")" 0 5e-3 "torque about a principal axis"

# time scaling: in T the effort is 125 cost / T^3 of that in 5, and with T it is least at T^4 = 375 cost, 4/3 T in all
check_close "$(value free_time cost)" "$(awk -v c="$(value reorientation cost)" 'BEGIN { printf "%.12g", 4 / 3 * (375 * c) ^ 0.25 }')" 1e-8 "free time: cost"
check_close "$(end_time free_time)" "$(awk -v c="$(value reorientation cost)" 'BEGIN { printf "%.12g", (375 * c) ^ 0.25 }')" 1e-8 "free time: end"

# the bounds are 80 % of the largest torque of the free optimum, that of e1 at the end: the polynomial of the last element there
run problems/control/reorientation.yaml -o "$WORK/free" --set time.elements=40 --set method.gauss=3
peak=$(tail -n 3 "$WORK/free/controls.csv" | awk -F, '{ t[NR] = $1; u[NR] = $2 } END {
  for (i = 1; i <= 3; i++) { N = 1; for (j = 1; j <= 3; j++) if (j != i) N *= (5 - t[j]) / (t[i] - t[j]); sum += N * u[i] }; print -sum }')
check "the free torque is largest at the end" test "$(for i in 1 2 3; do csv_max "$WORK/free/controls.csv" "u.$i"; done | sort -g | tail -n 1)" = "$(csv_last "$WORK/free/controls.csv" u.1 | tr -d -)"
check_close "$(yaml_value "$WORK/reorientation_bounds/run.yaml" upper)" "$(awk -v p="$peak" 'BEGIN { print 0.8 * p }')" 1e-4 "bounds: 80 % of the peak"
check_close "$(yaml_value "$WORK/reorientation_bounds/run.yaml" lower)" "$(awk -v p="$peak" 'BEGIN { print -0.8 * p }')" 1e-4 "bounds from below"

# bounds hold at the Gauss points of the control, which are those of the element for s = k
run problems/control/reorientation_bounds.yaml -o "$WORK/bounded" --set method.gauss=3
check_close "$(awk -F, 'NR > 1 { for (i = 2; i <= 4; i++) { a = $i < 0 ? -$i : $i; if (a > m + 0) m = a } } END { print m }' \
  "$WORK/bounded/controls.csv")" 2.07485 1e-12 "largest torque"
check "some values are at the bound" test "$(value bounded active_bounds)" -gt 5
check "few active sets" test "$(value bounded active_sets)" -le 7
check "bounds cost" awk -v a="$(value bounded cost)" -v b="$(value reorientation cost)" 'BEGIN { exit !(a > b + 0.01) }'

# formulations agree
for kind in formulation=director kinetic=scalable; do
  run problems/control/reorientation.yaml -o "$WORK/other" --set bodies.body.$kind --set time.elements=40
  check_close "$(value other cost)" 6.575313859 2e-8 "$kind: cost"
done

run problems/control/four_bar.yaml -o "$WORK/other" --set bodies.rocker.formulation=director
check_close "$(value other cost)" "$(value four_bar cost)" 1e-3 "four bars, one of them in directors: cost"
check_close "$(value four_bar phi_max_scaled)" 0 1e-13 "four bars: closed"
check_close "$(value four_bar cost)" 491.05538 1e-4 "four bars: cost"
# from rest to rest the work is what the weights have gained
check_close "$(value four_bar work_external)" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
  NR > 1 { V = 9.81 * ($at["crank.z"] + 3 * $at["coupler.z"] + 2 * $at["rocker.z"]); if (NR == 2) first = V } END { printf "%.15g", V - first }' \
  "$WORK/four_bar/state.csv")" 1e-9 "four bars: work"

# a coarser control costs more, one of the same space as before the same
run problems/control/reorientation.yaml -o "$WORK/coarse" --set controls.u.degree=1 --set controls.u.every=2
check "a coarser control costs more" awk -v a="$(value coarse cost)" -v b="$(value reorientation cost)" 'BEGIN { exit !(a > b && a < 1.001 * b) }'

# a penalty in place of the fixed end: the heavier, the closer to it
for weight in 1e2 1e4; do
  cat >"$WORK/penalty.yaml" <<YAML
time: {end: 5, elements: 20}
method: {degree: 2, window: all}
bodies: [{name: body, inertia: [6, 8, 3], mass: 1, translation: fixed}]
controls: [{name: u, type: torque, body: body, frame: body}]
objective:
  - effort: {}
  - end: {body: body, orientation: [0.5, 0.5, 0.5, 0.5], weight: $weight}
  - end: {body: body, angular_velocity: [0, 0, 0], weight: $weight}
YAML
  run "$WORK/penalty.yaml" -o "$WORK/penalty$weight"
  check_equal "$(value "penalty$weight" optimum)" minimum "penalty $weight"
  check_close "$(value "penalty$weight" cost)" 6.5753 "$(awk -v w="$weight" 'BEGIN { print 200 / w }')" "cost with penalty $weight"
done

# the same run backwards: a penalty in place of the fixed start, also on two ranks, and both ends penalised without boundary
for at in start end; do
  other=$([ $at = start ] && echo end || echo start)
  cat >"$WORK/turn_$at.yaml" <<YAML
time: {end: 5, elements: 20}
method: {degree: 3, window: all}
bodies: [{name: body, inertia: [6, 8, 3], mass: 1, translation: fixed}]
boundary: {$other: {body: {orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0]}}}
controls: [{name: u, type: torque, body: body, frame: body}]
objective:
  - effort: {}
  - $at: {body: body, orientation: [0.5, 0.5, 0.5, 0.5], weight: 10}
  - $at: {body: body, angular_velocity: [0, 0, 0], weight: 10}
YAML
  run "$WORK/turn_$at.yaml" -o "$WORK/turn_$at"
  check_equal "$(value "turn_$at" optimum)" minimum "penalty at the $at: minimum"
done
check_close "$(value turn_start cost)" "$(value turn_end cost)" 1e-10 "penalties at the start and at the end"
check_close "$(value turn_start cost_2_start)" "$(value turn_end cost_2_end)" 1e-10 "the term at the start and that at the end"
if command -v mpiexec >/dev/null; then
  check_exit 0 mpiexec -n 2 "$RIGEL" run --force "$WORK/turn_start.yaml" -o "$WORK/two"
  check_close "$(value two cost)" "$(value turn_end cost)" 1e-10 "penalty at the start: two ranks"
fi
sed '/^boundary/d' "$WORK/turn_end.yaml" >"$WORK/both.yaml"
printf '%s\n' '  - start: {body: body, orientation: [1, 0, 0, 0], weight: 1e6}' '  - start: {body: body, angular_velocity: [0, 0, 0], weight: 1e6}' >>"$WORK/both.yaml"
run "$WORK/both.yaml" -o "$WORK/both"
# a penalty w/2 d^2 with d = nu/w takes nu^2/2w from the cost, as much as it costs itself
check_close "$(awk -v a="$(value both cost)" -v b="$(value both cost_4_start)" -v c="$(value both cost_5_start)" 'BEGIN { printf "%.12g", a + b + c }')" \
  "$(value turn_end cost)" 1e-8 "both ends penalised, the start heavily"

# from rest Newton's method with plain backtracking finds where the penalty is largest: stationary, and never called a minimum
check_exit 0 "$RIGEL" run "$WORK/penalty.yaml" -o "$WORK/worst" --set objective.1.end.weight=100 --set objective.2.end.weight=100 --set solver.guess=stepping \
  -- -snes_linesearch_type bt
check_match "$WORK/out" "^  optimum  stationary, not a minimum " "worst: said"
check_equal "$(value worst optimum)" stationary "worst: stationary"
check_equal "$(value worst verdict)" "stationary, not a minimum" "worst: verdict"

# where the eigenvalues of the matrix are not known, nothing is called a minimum: an orientation that no one asks for makes it
# singular, and MUMPS without memory cannot factor it
cat >"$WORK/any.yaml" <<'YAML'
time: {end: 2, elements: 8}
method: {degree: 2, window: all}
bodies: [{name: body, inertia: [6, 8, 3], mass: 1, translation: fixed}]
boundary:
  start: {body: {angular_velocity: [0, 0, 0]}}
  end: {body: {angular_velocity: [0, 0, 1]}}
controls: [{name: u, type: torque, body: body, frame: body}]
objective: [{effort: {}}]
YAML
run "$WORK/any.yaml" -o "$WORK/any"
check_match "$WORK/out" "^  optimum  stationary; the matrix is singular, so nothing is known of a minimum " "singular: said"
run problems/control/reorientation.yaml -o "$WORK/poor" -- -inertia_mat_mumps_icntl_23 1
check_match "$WORK/out" "^  optimum  stationary; the matrix could not be factored, so nothing is known of a minimum$" "not factored: said"
for name in any poor; do
  check_equal "$(value "$name" optimum)" unknown "$name: unknown"
  check_equal "$(value "$name" verdict)" "stationary, not known to be a minimum" "$name: verdict"
done

# from the same place with a heavy penalty Newton's method fails, and the steps towards a minimum get there
run "$WORK/penalty.yaml" -o "$WORK/heavy" --set solver.guess=stepping
check_equal "$(value heavy optimum)" minimum "heavy penalty from rest: minimum"
check_close "$(value heavy cost)" "$(value penalty1e4 cost)" 1e-9 "heavy penalty from rest: cost"

# from the files of a run on a coarser mesh of lower degree
run problems/control/reorientation.yaml -o "$WORK/earlier" --set method.degree=2 --set time.elements=12
run problems/control/reorientation.yaml -o "$WORK/later" --set "solver.guess={file: $WORK/earlier}"
check_close "$(value later cost)" "$(value reorientation cost)" 1e-10 "guess from files: cost"
check "guess from files: few iterations" test "$(value later newton_iterations)" -le 4

# a guess beyond the bounds is put on them, and that is said
run problems/control/reorientation_bounds.yaml -o "$WORK/later" --set "solver.guess={file: $WORK/reorientation}"
check_match "$WORK/out" "^  guess    [0-9]+ control values of the file beyond a bound, put on it$" "guess beyond the bounds: said"
check "guess beyond the bounds: counted" test "$(value later guess_clamped)" -gt 5
check_close "$(value later cost)" "$(value reorientation_bounds cost)" 1e-10 "guess beyond the bounds: cost"
run problems/control/reorientation_bounds.yaml -o "$WORK/later" --set "solver.guess={file: $WORK/bounded}"
check_no_match "$WORK/out" "^  guess" "guess within the bounds: nothing to say"

# the value of every term
terms_write() { # a problem with two efforts and N penalties
  sed '/^objective:/,$d' problems/control/reorientation.yaml
  echo "objective:"
  echo "  - effort: {weight: 0.25}"
  echo "  - effort: {weight: 0.75}"
  for ((i = 1; i <= $1; i++)); do echo "  - end: {body: body, angular_velocity: [0, 0, 0], weight: $i}"; done
}
terms_write 30 >"$WORK/terms.yaml"
run "$WORK/terms.yaml" -o "$WORK/terms"
check_close "$(value terms cost_1_effort)" "$(awk -v c="$(value reorientation cost)" 'BEGIN { printf "%.12g", 0.25 * c }')" 1e-9 "the first of two efforts"
check_close "$(value terms cost_2_effort)" "$(awk -v c="$(value reorientation cost)" 'BEGIN { printf "%.12g", 0.75 * c }')" 1e-9 "the second of two efforts"
check_close "$(value terms cost_32_end)" 0 1e-12 "the last of 32 terms"
check_equal "$(grep -c "^  cost_" "$WORK/terms/run.yaml")" 32 "32 terms in run.yaml"
check_match "$WORK/out" "^  cost .*: effort [^,]*(, [a-z]+ [^,]*){31}$" "32 terms in the report"
terms_write 63 >"$WORK/terms.yaml"
check_exit 2 "$RIGEL" run "$WORK/terms.yaml" -o "$WORK/terms"
check_match "$WORK/err" "objective: found more than 64 terms, expected at most 64" "more than 64 terms"

# from (0, 1) to (-1, 1) in (x, v): 6 (1 + T)^2 / T^3 + c T is stationary where T < 0, which is no time
cat >"$WORK/back.yaml" <<'YAML'
time: {end: 0.1, elements: 4, free: true}
method: {degree: 3, window: all}
bodies: [{name: p, formulation: particle, mass: 1}]
boundary:
  start: {p: {position: [0, 0, 0], velocity: [1, 0, 0]}}
  end: {p: {position: [-1, 0, 0], velocity: [1, 0, 0]}}
controls: [{name: f, type: force, body: p}]
objective: [{effort: {}}]
YAML
check_exit 3 "$RIGEL" run "$WORK/back.yaml" -o "$WORK/back"
check_match "$WORK/err" "the end time found is t = -1, not after the start 0: another time.end may lead to one that is" "an end before the start"
check_equal "$(value back verdict)" "not converged" "an end before the start: verdict"
check_no_match "$WORK/out" "^  (drift|work|optimum)" "an end before the start: nothing else is said"
# with a cost of time there is a minimum: 6 (1 + T) (3 + T) = c T^4
run "$WORK/back.yaml" -o "$WORK/there" --set time.end=3 --set 'objective=[{effort: {}}, {time: {weight: 0.5}}]'
check_close "$(end_time there)" "$(awk 'BEGIN { a = 1; b = 20; for (i = 0; i < 60; i++) { T = (a + b) / 2; if (6 * (1 + T) * (3 + T) > 0.5 * T ^ 4) a = T; else b = T }
  printf "%.12g", T }')" 1e-9 "end of a turn and back"

# stages lead to the same optimum
for stages in homotopy='{inertia: 3}' homotopy='{time: 3}' homotopy='{weights: 2}' homotopy='{end: 3}' refine=2 refine_degree=1; do
  run problems/control/reorientation.yaml -o "$WORK/staged" --set "solver.$stages"
  check_close "$(value staged cost)" "$(value reorientation cost)" 1e-10 "solver.$stages: cost"
  check "solver.$stages: in stages" test "$(value staged stages)" -gt 1
done

run problems/control/four_bar.yaml -o "$WORK/staged" --set 'solver.homotopy={gravity: 2}'
check_close "$(value staged cost)" "$(value four_bar cost)" 1e-7 "homotopy in gravity: cost"
check_equal "$(value staged stages)" 3 "homotopy in gravity: in stages"

# an end that the joint does not allow is no result
cat >"$WORK/hinge.yaml" <<'YAML'
time: {end: 1, elements: 10}
method: {degree: 2, window: all}
bodies: [{name: door, inertia: [1, 2, 3], mass: 1}]
joints: [{name: hinge, type: revolute, bodies: [ground, door], at: [0, 0, 0], axis: [0, 0, 1]}]
boundary:
  start: {door: {orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0]}}
  end: {door: {orientation: [0.8, 0, 0, 0.6], angular_velocity: [0, 0, 0]}}
controls: [{name: motor, type: joint, joint: hinge}]
objective: [{effort: {}}]
YAML
run "$WORK/hinge.yaml" -o "$WORK/hinge"
check_close "$(value hinge cost)" "$(awk 'BEGIN { t = 2 * atan2(0.6, 0.8); printf "%.9g", 6 * 9 * t * t }')" 1e-3 "door: cost"
check_exit 3 "$RIGEL" run "$WORK/hinge.yaml" -o "$WORK/bent" --set 'boundary.end.door.orientation=[0.8, 0.6, 0, 0]'
check_match "$WORK/err" "cannot be reached: its joints do not allow it" "an end beyond the joint"
# and one that the controls cannot reach
sed 's/^controls.*/controls: [{name: motor, type: force, body: door, axis: [0, 0, 1]}]/' "$WORK/hinge.yaml" >"$WORK/stuck.yaml"
check_exit 3 "$RIGEL" run "$WORK/stuck.yaml" -o "$WORK/stuck"
# rounding decides whether the matrix is called singular (R0522) or Newton stops (R0521); both messages name the controls
check_match "$WORK/err" "(is singular on the conditions of the optimum .*: the ends may not be reachable by these controls, or be fixed twice \[R0522\]|on the conditions of the optimum .*, unless these controls cannot reach the ends \[R0521\])$" \
  "an end beyond the controls"
check_match "$WORK/err" "stage 1 of 1, active set 1; [0-9]+ iterations? of Newton's method, [0-9]+ steps? towards a minimum, [0-9]+ iterations?" "attempts are counted apart"
check_no_match "$WORK/out" "^  (drift|work)" "no drift of no elements"

# two ranks
if command -v mpiexec >/dev/null; then
  for name in reorientation_bounds free_time; do
    check_exit 0 mpiexec -n 2 "$RIGEL" run --force "problems/control/$name.yaml" -o "$WORK/two"
    check_close "$(value two cost)" "$(value "$name" cost)" 1e-10 "$name: two ranks"
    check_equal "$(value two optimum)" minimum "$name: two ranks, minimum"
  done
fi

finish
