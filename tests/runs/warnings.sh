# Warnings: likely mistakes in a valid problem are named with their place and never change the exit code.
. "$(dirname "$0")/../lib.sh"

# two FILE SECOND_JOINT: a rod on a hinge and a second rod, with or without a joint
two() {
  cat >"$1" <<END
name: two
time: {end: 0.1, step: 0.01}
gravity: [0, 0, -9.81]
bodies:
  - {name: rod, shape: {cuboid: [1, 0.1, 0.1]}, mass: 1, position: [0.5, 0, 0]}
  - {name: lost, shape: {cuboid: [1, 0.1, 0.1]}, mass: 1, position: [1.5, 0, 0]}
joints:
  - {name: hinge, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
  $2
END
}

# --- a body that nothing connects
two "$WORK/lost.yaml" ""
for command in check "run -o $WORK/lost"; do
  # shellcheck disable=SC2086 # a command and its options
  check_exit 0 "$RIGEL" ${command%% *} "$WORK/lost.yaml" ${command#"${command%% *}"}
  check_match "$WORK/err" '/lost.yaml:6:5: warning: lost: found a body without a joint' "${command%% *} names the body and its place"
  check_equal "$(wc -l <"$WORK/err")" 1 "${command%% *}: one warning"
done
check_match "$WORK/lost/run.yaml" '^  - ".*/lost.yaml:6:5: warning: lost: found a body without a joint' "run.yaml stores it"
check_exit 0 "$RIGEL" run "$WORK/lost/run.yaml" -o "$WORK/again" --force
check "run.yaml with warnings repeats the run" cmp "$WORK/lost/state.csv" "$WORK/again/state.csv"
two "$WORK/chain.yaml" "- {name: second, type: revolute, bodies: [rod, lost], at: [1, 0, 0], axis: [0, 1, 0]}"
check_exit 0 "$RIGEL" check "$WORK/chain.yaml"
check_equal "$(cat "$WORK/err")" "" "no warning once it has a joint"
check_exit 0 "$RIGEL" check "$WORK/lost.yaml" --set 'loads+={name: s, type: spring, bodies: [rod, lost], stiffness: 1}'
check_equal "$(cat "$WORK/err")" "" "no warning with a spring"

# --- a joint far from its body: a rod of 1 m with its hinge given in millimetres
check_exit 0 "$RIGEL" check "$WORK/chain.yaml" --set 'joints.hinge.at=[-500, 0, 0]'
check_match "$WORK/err" 'warning: hinge: found the joint 500 away from the centre of mass of rod, 1\.7.e\+03 times its radius of gyration' "a joint far from its body"
check_equal "$(wc -l <"$WORK/err")" 1 "one warning for a far joint"

# --- masses and lengths of different size, with their ratio
check_exit 0 "$RIGEL" check "$WORK/chain.yaml" --set bodies.lost.mass=2e-7
check_match "$WORK/err" 'warning: lost: found masses that differ by a factor of 5e\+06, 2e-07 of lost and 1 of rod' "masses"
check_exit 0 "$RIGEL" check "$WORK/lost.yaml" --set 'bodies.lost.shape={cuboid: [0.0005, 0.00005, 0.00005]}'
check_match "$WORK/err" 'warning: lost: found radii of gyration that differ by a factor of 2e\+03' "lengths"

# --- no false alarms
find problems -name '*.yaml' | sort | while read -r file; do "$RIGEL" check "$file" 2>&1 >/dev/null; done | grep warning >"$WORK/alarms"
check_equal "$(cat "$WORK/alarms")" "" "no warning in problems/"
finish
