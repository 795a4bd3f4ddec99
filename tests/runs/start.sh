# Initial values: checked, projected, and redundant joints.
. "$(dirname "$0")/../lib.sh"
pendulum=problems/physical_pendulum.yaml

# a velocity that the joint does not allow: refused with its place, name and sizes
check_exit 2 "$RIGEL" run $pendulum -o "$WORK/bad" --set 'bodies.bar.velocity=[0.5, 0, 0]'
check_match "$WORK/err" '^problems/physical_pendulum.yaml:[0-9]+:[0-9]+: support: .*position level 0, velocity level [0-9.e+-]+ .*initial: project' \
  "names the joint and both levels"
check_equal "$(wc -l <"$WORK/err")" 1 "one fault"
check "nothing written" test ! -e "$WORK/bad"
check_exit 2 "$RIGEL" check $pendulum --set 'bodies.bar.velocity=[0.5, 0, 0]'
check_match "$WORK/err" 'support: .*velocity level' "check says the same"

# projected: the bar swings sideways about the support, v = omega x r at once and for ever
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/project" --set 'bodies.bar.velocity=[0.5, 0, 0]' --set initial=project
for column in support.phi support.psi bar.phi bar.psi; do
  check_close "$(csv_max "$WORK/project/invariants.csv" $column)" 0 2e-12 "projected: $column stays zero"
done
# the projection keeps the momentum that the joint lets pass: the new velocity is 0.5 m l^2 / (J + m l^2), J = 841.67
check_close "$(awk -F, 'NR == 2 { printf "%.17g", $9 / 100 }' "$WORK/project/state.csv")" \
  "$(awk 'BEGIN { printf "%.17g", 0.5 * 2500 / (2500 + 2525 / 3) }')" 1e-13 "projected: the velocity of least kinetic energy change"
check_exit 0 "$RIGEL" run "$WORK/project/run.yaml" -o "$WORK/again" --force
check "run.yaml repeats a projected run" cmp "$WORK/project/state.csv" "$WORK/again/state.csv"

# a quaternion of the wrong length: refused, or normalised
check_exit 2 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/bad" --set 'bodies.box.orientation=[2, 0, 0, 0]'
check_match "$WORK/err" 'orientation.*found' "a quaternion of length 2"
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/unit" --set 'bodies.box.orientation=[2, 0, 0, 0]' --set initial=project
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/box"
check "normalised: the same run" cmp "$WORK/unit/state.csv" "$WORK/box/state.csv"

# hinge FORMULATION SECOND_POINT: a body on two spherical joints
hinge() {
  cat <<END
name: hinge
time: {end: 0.5, step: 0.1}
gravity: [0, 0, -9.81]
bodies:
  - {name: bar, formulation: $1, shape: {cuboid: [1, 2, 3]}, mass: 2, position: [0.3, 0.2, 0.1], orientation: [0.36, 0.48, 0.64, 0.48]}
joints:
  - {name: one, type: spherical, bodies: [ground, bar], at: [0.1, 0.7, -0.3]}
  - {name: two, type: spherical, bodies: [ground, bar], at: $2}
END
}
for formulation in quaternion director; do
  # the same point twice: three rows too many; two points: one, their distance
  hinge $formulation '[0.1, 0.7, -0.3]' >"$WORK/twice.yaml"
  check_exit 2 "$RIGEL" run "$WORK/twice.yaml" -o "$WORK/twice"
  check_match "$WORK/err" '(one|two): found 3 redundant constraint rows' "$formulation: the same joint twice is named"
  check "$formulation: nothing written" test ! -e "$WORK/twice"
  hinge $formulation '[0.4, 0.2, 0.9]' >"$WORK/hinge.yaml"
  check_exit 2 "$RIGEL" check "$WORK/hinge.yaml"
  check_exit 2 "$RIGEL" run "$WORK/hinge.yaml" -o "$WORK/hinge"
  check_match "$WORK/err" 'redundant constraint row' "$formulation: two joints on one body and the ground are named"
done
finish
