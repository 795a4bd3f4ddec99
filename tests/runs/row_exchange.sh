# redundant: drop. Imposed rows that become dependent during a run are exchanged for dropped ones: the run reaches its end, all rows
# are satisfied to rounding, invariants are conserved, and a run that resumes gives the same files bit for bit.
. "$(dirname "$0")/../lib.sh"
. tests/support/kills.sh

result() { yaml_value "$1/run.yaml" "$2"; }

# A carriage slides along e1. Its pins stay in a groove of the ground; a pin of the ground at -0.1 stays in a slot of the carriage. Two of
# the three rows are independent, but not slot and second where both pins meet, at x = -0.3.
# carriage GRAVITY VELOCITY LOADS
carriage() {
  cat <<END
name: carriage
time: {end: 4, step: 0.004}
method: {scheme: mG, degree: 2}
gravity: [$1, -9.81, 0]
redundant: drop
bodies:
  - {name: box, mass: 1, inertia: [0.1, 0.1, 0.1], position: [-2, 0, 0], velocity: [$2, 0, 0]}
joints:
  - {name: plane, type: planar, bodies: [ground, box], at: [-2, 0, 0], axis: [0, 0, 1]}
  - {name: pin, type: point_in_plane, bodies: [ground, box], at: [-2.1, 0, 0], axis: [0, 1, 0]}
  - {name: second, type: point_in_plane, bodies: [ground, box], at: [-1.8, 0, 0], axis: [0, 1, 0]}
  - {name: slot, type: point_in_plane, bodies: [box, ground], at: [-0.1, 0, 0], axis: [0, 1, 0]}
$3
END
}

# A gate swings from -1 to 1 rad and carries a fast rotor. Two points of it and one of the ground stay in a common plane; two of these
# rows are independent, but not first and groove where the gate turns back. gate PLANE: the rows that keep it in its plane
gate() {
  awk -v plane="$1" 'function at(x) { return sprintf("[%.17g, %.17g, 0]", sin(x), -cos(x)) }
    function row(name, sides, x) { printf "  - {name: %s, type: point_in_plane, bodies: [%s], at: %s, axis: [0, 0, 1]}\n", name, sides, at(x) }
    BEGIN {
      print "name: gate\ntime: {end: 2, step: 0.001}\nmethod: {scheme: mG, degree: 2}\ngravity: [0, -9.81, 3]\nredundant: drop\nbodies:"
      print "  - {name: gate, mass: 1, inertia: [0.1, 0.1, 0.1], position: " at(-1) "}"
      print "  - {name: rotor, mass: 1, inertia: [0.1, 0.1, 0.1], position: " at(-1) ", angular_velocity: [0, 0, 60]}\njoints:"
      print "  - {name: hinge, type: " (plane ? "spherical" : "revolute, axis: [0, 0, 1]") ", bodies: [ground, gate], at: [0, 0, 0]}"
      print "  - {name: bearing, type: revolute, bodies: [gate, rotor], at: " at(-1) ", axis: [0, 0, 1]}"
      if (plane) { row("first", "ground, gate", -0.5); row("second", "ground, gate", -0.4); row("groove", "gate, ground", 1.5) }
    }'
}

# exchanged FOLDER FILE TIME ROWS SET...: the run reaches its end with one change, after TIME (a pattern), and all rows and the energy hold
exchanged() {
  local folder=$WORK/$1 text="$1 ${*:5}"
  check_exit 0 "$RIGEL" run "$WORK/$2.yaml" -o "$folder" "${@:5}"
  check_match "$WORK/out" "^  rows     exchanged 1 time, the last at t = $3: $4\$" "$text: report"
  check_equal "$(result "$folder" row_changes)" 1 "$text: run.yaml counts"
  check_match "$folder/run.yaml" "^  row_change: \"?$4\"?\$" "$text: run.yaml names the rows"
  check_match "$folder/run.yaml" "^  row_change_time: $3\$" "$text: run.yaml states the time"
  for value in phi_max_scaled psi_max_scaled dropped_phi_max_scaled dropped_psi_max_scaled; do
    check_close "$(result "$folder" $value)" 0 1e-12 "$text: $value"
  done
  check_close "$(csv_max "$folder/invariants.csv" dH)" 0 1e-11 "$text: energy of every element"
}

pinned='row 1 of pin instead of row 1 of slot'
# --- it passes the position, and an element ends there
carriage 0 1 '' >"$WORK/pass.yaml"
exchanged pass pass 1.696 "$pinned"
check_close "$(csv_last "$WORK/pass/state.csv" box.x)" 2 1e-12 "pass: position"
exchanged pass_em pass 1.696 "$pinned" --set method.scheme=em
# the multiplier of a row that is dropped now is zero; the reactions are those of both pins: 0.1 and 0.2 from the centre of mass
check_close "$(csv_last "$WORK/pass/multipliers.csv" slot.gamma1)" 0 0 "pass: multiplier of a dropped row"
check_close "$(csv_last "$WORK/pass/reactions.csv" slot.fy)" 0 0 "pass: force of the slot"
check_close "$(csv_last "$WORK/pass/reactions.csv" pin.fy)" "$(awk 'BEGIN { print 9.81 * 2 / 3 }')" 1e-9 "pass: force of the pin"
check_close "$(csv_last "$WORK/pass/reactions.csv" second.fy)" "$(awk 'BEGIN { print 9.81 / 3 }')" 1e-9 "pass: force of the second pin"

# --- it turns back there, on a spring; period 2 pi
carriage 0.3 0 'loads: [{name: s, type: spring, bodies: [ground, box], at: [[-1.45, 0, 0], [0, 0, 0]], stiffness: 1, length: 0}]' >"$WORK/turn.yaml"
exchanged turn turn '3.1[0-9]*' "$pinned" --set time.step= --set time.elements=1000 --set time.end=6.283185307179586
check_close "$(csv_last "$WORK/turn/state.csv" box.x)" -2 1e-9 "turn: position after a period"

# --- it comes to rest there, critically damped
carriage 0.3 0 'loads: [{name: s, type: spring, bodies: [ground, box], at: [[-0.6, 0, 0], [0, 0, 0]], stiffness: 1, length: 0, damping: 2}]' >"$WORK/rest.yaml"
check_exit 0 "$RIGEL" run "$WORK/rest.yaml" -o "$WORK/rest" --set time.end=40 --set time.step=0.1
check_match "$WORK/out" "exchanged 1 time, the last at t = [0-9.]*: $pinned" "rest: report"
check_close "$(csv_last "$WORK/rest/state.csv" box.x)" -0.3 1e-12 "rest: position"
check_close "$(result "$WORK/rest" dropped_psi_max_scaled)" 0 1e-12 "rest: dropped rows"

# --- the gate moves as one on a revolute joint
gate 1 >"$WORK/gate.yaml"
gate 0 >"$WORK/plain.yaml"
exchanged gate gate '1\.[0-9]*' 'row 1 of second instead of row 1 of first'
check_exit 0 "$RIGEL" run "$WORK/plain.yaml" -o "$WORK/plain"
for column in gate.x gate.y gate.q0 rotor.q0; do
  check_close "$(csv_last "$WORK/gate/state.csv" $column)" "$(csv_last "$WORK/plain/state.csv" $column)" 1e-9 "gate: $column"
done

# --- a run that resumes before or after the change gives the files of the whole run
for end in 1 1.7 1.704 3; do
  check_exit 0 "$RIGEL" run "$WORK/pass.yaml" -o "$WORK/part" --force --set time.end=$end
  check_exit 0 "$RIGEL" run "$WORK/pass.yaml" --restart "$WORK/part"
  for name in state invariants multipliers newton reactions; do check "end $end: $name" cmp "$WORK/part/$name.csv" "$WORK/pass/$name.csv"; done
  check_equal "$(grep row_change "$WORK/part/run.yaml")" "$(grep row_change "$WORK/pass/run.yaml")" "end $end: run.yaml"
done
killed_run "exchanged rows" 2 "$WORK/pass.yaml" --set time.step=0.00004 --set output.every=200
check_equal "$(result "$WORK/part" row_changes)" 1 "killed: one change"

# --- windows keep their rows: such a run ends with exit code 3 and names the joint, or its rows are satisfied
"$RIGEL" run "$WORK/pass.yaml" -o "$WORK/window" --set method.window=10 >"$WORK/out" 2>"$WORK/err"
check_equal $? 3 "windows: exit code"
check_match "$WORK/err" '(found joint pin open at t = |singular position near t = |did not reach the tolerance)' "windows: message"
check_no_match "$WORK/out" '^  rows ' "windows: no change"
finish
