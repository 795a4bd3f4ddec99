# initial: assemble: positions that close the joints near the given ones, velocities from those that are given.
. "$(dirname "$0")/../lib.sh"

# start_of FOLDER BODY KEY: the numbers of a body in the block `assembled` of run.yaml, separated by blanks
start_of() { sed -nE "/^assembled:/,/^[a-z]+:\$/s/^  $2: .*[{ ]$3: \[([^]]*)\].*/\1/p" "$1/run.yaml" | tr -d ','; }
# check_numbers "FOUND ..." "EXPECTED ..." TOLERANCE TEXT
check_numbers() {
  local found expected i
  read -ra found <<<"$1"
  read -ra expected <<<"$2"
  check_equal "${#found[@]}" "${#expected[@]}" "$4: as many numbers"
  for i in "${!expected[@]}"; do check_close "${found[i]:-none}" "${expected[i]}" "$3" "$4 [$i]"; done
}

# --- a hinged rod of which the file gives 3 rad/s: v = omega x r
cat >"$WORK/rod.yaml" <<'END'
name: rod
time: {end: 0.1, step: 0.01}
initial: assemble
bodies:
  - {name: rod, shape: {cuboid: [1, 0.1, 0.1]}, mass: 1, position: [0.5, 0, 0], angular_velocity: [0, 3, 0]}
joints:
  - {name: hinge, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0]}
END
for formulation in quaternion director; do
  check_exit 0 "$RIGEL" run "$WORK/rod.yaml" -o "$WORK/rod" --set bodies.rod.formulation=$formulation
  check_match "$WORK/out" 'velocity not given -> \(0, 0, -1.5\), angular velocity \(0, 3, 0\)' "$formulation: before and after"
  check_numbers "$(start_of "$WORK/rod" rod angular_velocity)" "0 3 0" 1e-14 "$formulation: the given angular velocity"
  check_numbers "$(start_of "$WORK/rod" rod velocity)" "0 0 -1.5" 1e-14 "$formulation: the velocity of the centre"
  check_exit 0 "$RIGEL" run "$WORK/rod/run.yaml" -o "$WORK/again" --force
  check "$formulation: run.yaml repeats the run" cmp "$WORK/rod/state.csv" "$WORK/again/state.csv"
done
check_exit 0 "$RIGEL" check "$WORK/rod.yaml" --set initial=project
check_match "$WORK/out" 'projected .* an impact that keeps momenta' "project states what it does"
check_match "$WORK/out" 'angular velocity \(0, 3, 0\) -> \(0, 0.755611, 0\)' "project shows before and after"
check_exit 2 "$RIGEL" check "$WORK/rod.yaml" --set initial=check
check_match "$WORK/err" 'initial: assemble, which .*initial: project, an impact' "the message explains both"

# the rate of the joint instead; at rest and stated where nothing is given
check_exit 0 "$RIGEL" run "$WORK/rod.yaml" -o "$WORK/rate" --set bodies.rod.angular_velocity= --set joints.hinge.rate=3
check_numbers "$(start_of "$WORK/rate" rod angular_velocity)" "0 3 0" 1e-14 "rate of the joint"
check_numbers "$(start_of "$WORK/rate" rod velocity)" "0 0 -1.5" 1e-14 "velocity from the rate of the joint"
check_exit 0 "$RIGEL" check "$WORK/rod.yaml" --set bodies.rod.angular_velocity=
check_match "$WORK/out" '1 velocity is not determined by what is given \(rod\)' "what is left open is stated"
# contradictions name the joint, the body and the residual
check_exit 2 "$RIGEL" run "$WORK/rod.yaml" -o "$WORK/no" --set joints.hinge.rate=2
check_match "$WORK/err" 'hinge: found given velocities that contradict .* rate of 1 is left here; given are those of rod' "two rates"
check_exit 2 "$RIGEL" run "$WORK/rod.yaml" -o "$WORK/no" --set 'bodies.rod.velocity=[0, 0, 0]'
check_match "$WORK/err" 'hinge: found given velocities that contradict .* velocity of 1.5 is left here' "a velocity and a rate"
check "nothing written" test ! -e "$WORK/no"

# a prescribed motion determines the velocity: 2 rad/s about y
check_exit 0 "$RIGEL" run "$WORK/rod.yaml" -o "$WORK/motion" --set bodies.rod.angular_velocity= \
  --set 'motion=[{name: drive, type: angle, joint: hinge, value: {polynomial: [0, 2]}}]'
check_numbers "$(start_of "$WORK/motion" rod velocity)" "0 0 -1" 1e-14 "velocity from a prescribed motion"

# --- the nearest position: a particle on a rod of length 1 moves along the radius, one beside it is clamped
cat >"$WORK/particle.yaml" <<'END'
name: particle
time: {end: 0.1, step: 0.01}
initial: assemble
bodies:
  - {name: stand, motion: clamped, shape: {sphere: {radius: 0.1}}, mass: 1, position: [0.5, 0, 0]}
  - {name: ball, formulation: particle, mass: 2, position: [1.7, 0.9, 0.8], velocity: [0, -0.8, 0.9]}
joints:
  - {name: rod, type: distance, bodies: [stand, ball], at_body: [[0, 0, 0], [0, 0, 0]], length: 1}
END
check_exit 0 "$RIGEL" run "$WORK/particle.yaml" -o "$WORK/particle"
check_numbers "$(start_of "$WORK/particle" ball position)" \
  "$(awk 'BEGIN { n = sqrt(1.44 + 0.81 + 0.64); printf "%.17g %.17g %.17g", 0.5 + 1.2 / n, 0.9 / n, 0.8 / n }')" 1e-14 "nearest point of a sphere"
check_exit 2 "$RIGEL" run "$WORK/particle.yaml" -o "$WORK/no" --set 'bodies.ball.known=[position]'
check_match "$WORK/err" 'rod: found positions that cannot be assembled: a gap of .*known are values of ball' "a known position cannot move"

# --- two bodies that must meet: the mean square displacement of mass is least where each moves by half of the gap
cat >"$WORK/meet.yaml" <<'END'
name: meet
time: {end: 0.1, step: 0.01}
initial: assemble
bodies:
  - {name: a, formulation: particle, mass: 1, position: [0, 0, 0]}
  - {name: b, formulation: particle, mass: 9, position: [0.4, 0.2, 0]}
joints:
  - {name: j, type: spherical, bodies: [a, b], at_body: [[0, 0, 0], [0, 0, 0]]}
END
check_exit 0 "$RIGEL" run "$WORK/meet.yaml" -o "$WORK/meet"
check_numbers "$(start_of "$WORK/meet" a position)" "0.2 0.1 0" 1e-14 "both move alike"
check_exit 0 "$RIGEL" run "$WORK/meet.yaml" -o "$WORK/meet" --set 'bodies.b.known=[position]'
check_numbers "$(start_of "$WORK/meet" a position) $(start_of "$WORK/meet" b position)" "0.4 0.2 0 0.4 0.2 0" 1e-14 "a known one stays"

# --- a rod on a ball joint at the origin, given far from it: phi = r (cos a, sin a) with r = 1/2 minimises (phi - x)^2 + tr E / m |R - 1|^2,
# so tan a = r x_2 / (r x_1 + (E_1 + E_2) / m)
cat >"$WORK/far.yaml" <<'END'
name: far
time: {end: 0.1, step: 0.01}
initial: assemble
bodies: [{name: rod, shape: {cuboid: [1, 0.1, 0.1]}, mass: 2, position: [1, 0, 0]}]
joints: [{name: ball, type: spherical, bodies: [ground, rod], at_body: [[0, 0, 0], [-0.5, 0, 0]]}]
END
for given in "-2 1" "2 1" "1 2" "0.5 6" "-0.2 0.9"; do
  read -r x y <<<"$given"
  check_exit 0 "$RIGEL" run "$WORK/far.yaml" -o "$WORK/far" --set "bodies.rod.position=[$x, $y, 0]"
  check_numbers "$(start_of "$WORK/far" rod position)" \
    "$(awk -v x="$x" -v y="$y" 'BEGIN { a = atan2(0.5 * y, 0.5 * x + 1.01 / 12); printf "%.17g %.17g 0", 0.5 * cos(a), 0.5 * sin(a) }')" \
    1e-12 "the nearest position of a rod given at ($x, $y)"
done

# --- a governor of which the shaft's rate is given: everything turns with it, 2 pi x r
cat >"$WORK/governor.yaml" <<'END'
name: governor
time: {end: 0.05, step: 0.005}
gravity: [0, 0, -9.81]
initial: assemble
redundant: drop
bodies:
  - {name: shaft, shape: {cylinder: {radius: 0.02, height: 1}}, mass: 2, position: [0, 0, 0.5]}
  - {name: arm1, shape: {cuboid: [0.4, 0.02, 0.02]}, mass: 1, position: [0.16, 0, 0.88], orientation: [0.9486832980505138, 0, 0.31622776601683794, 0]}
  - {name: arm2, shape: {cuboid: [0.4, 0.02, 0.02]}, mass: 1, position: [-0.16, 0, 0.88], orientation: [0.9486832980505138, 0, -0.31622776601683794, 0]}
  - {name: link1, shape: {cuboid: [0.4, 0.02, 0.02]}, mass: 0.3, position: [0.16, 0, 0.64], orientation: [0.9486832980505138, 0, -0.31622776601683794, 0]}
  - {name: link2, shape: {cuboid: [0.4, 0.02, 0.02]}, mass: 0.3, position: [-0.16, 0, 0.64], orientation: [0.9486832980505138, 0, 0.31622776601683794, 0]}
  - {name: collar, shape: {cylinder: {radius: 0.05, height: 0.05}}, mass: 0.5, position: [0, 0, 0.52]}
joints:
  - {name: bearing, type: revolute, bodies: [ground, shaft], at: [0, 0, 0], axis: [0, 0, 1], rate: 6.283185307179586}
  - {name: top1, type: revolute, bodies: [shaft, arm1], at: [0, 0, 1], axis: [0, 1, 0]}
  - {name: top2, type: revolute, bodies: [shaft, arm2], at: [0, 0, 1], axis: [0, 1, 0]}
  - {name: elbow1, type: revolute, bodies: [arm1, link1], at: [0.32, 0, 0.76], axis: [0, 1, 0]}
  - {name: elbow2, type: revolute, bodies: [arm2, link2], at: [-0.32, 0, 0.76], axis: [0, 1, 0]}
  - {name: foot1, type: revolute, bodies: [link1, collar], at: [0, 0, 0.52], axis: [0, 1, 0]}
  - {name: foot2, type: revolute, bodies: [link2, collar], at: [0, 0, 0.52], axis: [0, 1, 0]}
  - {name: guide, type: prismatic, bodies: [shaft, collar], at: [0, 0, 0.52], axis: [0, 0, 1]}
END
check_exit 0 "$RIGEL" run "$WORK/governor.yaml" -o "$WORK/governor"
check_match "$WORK/out" '1 velocity is not determined by what is given \(arm1, arm2, link1, link2, collar\)' "the collar is free"
check_numbers "$(start_of "$WORK/governor" shaft angular_velocity)" "0 0 6.283185307179586" 1e-12 "the shaft's rate"
check_numbers "$(start_of "$WORK/governor" arm1 velocity)" "0 $(awk 'BEGIN { printf "%.17g", 6.283185307179586 * 0.16 }') 0" 1e-12 "an arm turns with it"
check_numbers "$(start_of "$WORK/governor" collar velocity)" "0 0 0" 1e-12 "the collar does not slide"
check_exit 0 "$RIGEL" run "$WORK/governor/run.yaml" -o "$WORK/again" --force
check "redundant: drop: run.yaml repeats the run" cmp "$WORK/governor/state.csv" "$WORK/again/state.csv"
# with the rate of the collar nothing is free: the elbow rises by half of it
check_exit 0 "$RIGEL" run "$WORK/governor.yaml" -o "$WORK/governor" --set joints.guide.rate=0.1
check_equal "$(grep -c 'not determined' "$WORK/out")" 0 "everything is determined"
check_numbers "$(start_of "$WORK/governor" collar velocity)" "0 0 0.1" 1e-12 "the collar slides"
check_close "$(start_of "$WORK/governor" arm1 velocity | cut -d' ' -f3)" 0.025 1e-12 "the middle of an arm rises by a quarter"

# --- a four-bar linkage given with errors of 5 %: it closes, near what was given
four_bar() { # FORMULATION
  cat <<END
name: four_bar
time: {end: 0.1, step: 0.01}
gravity: [0, -9.81, 0]
initial: assemble
redundant: drop
bodies:
  - {name: crank, formulation: $1, shape: {cuboid: [1, 0.1, 0.1]}, mass: 1, position: [0.02, 0.52, 0.01], orientation: [0.7, 0.01, 0, 0.7], angular_velocity: [0, 0, 2]}
  - {name: coupler, formulation: $1, shape: {cuboid: [2, 0.1, 0.1]}, mass: 2, position: [1.05, 0.97, 0]}
  - {name: rocker, formulation: $1, shape: {cuboid: [1, 0.1, 0.1]}, mass: 1, position: [2.03, 0.55, 0], orientation: [0.7, 0, 0, 0.7]}
joints:
  - {name: a, type: revolute, bodies: [ground, crank], at_body: [[0, 0, 0], [-0.5, 0, 0]], axis_body: [[0, 0, 1], [0, 0, 1]]}
  - {name: b, type: revolute, bodies: [crank, coupler], at_body: [[0.5, 0, 0], [-1, 0, 0]], axis_body: [[0, 0, 1], [0, 0, 1]]}
  - {name: c, type: revolute, bodies: [coupler, rocker], at_body: [[1, 0, 0], [0.5, 0, 0]], axis_body: [[0, 0, 1], [0, 0, 1]]}
  - {name: d, type: revolute, bodies: [ground, rocker], at_body: [[2.1, 0, 0], [-0.5, 0, 0]], axis_body: [[0, 0, 1], [0, 0, 1]]}
END
}
for formulation in quaternion director; do
  four_bar $formulation >"$WORK/four_bar.yaml"
  check_exit 0 "$RIGEL" run "$WORK/four_bar.yaml" -o "$WORK/$formulation"
  check_match "$WORK/out" ', 1 degree of freedom' "$formulation: one freedom"
  for joint in a b c d; do
    check_close "$(csv_max "$WORK/$formulation/invariants.csv" $joint.phi)" 0 1e-12 "$formulation: $joint stays closed"
  done
  read -r x y z <<<"$(start_of "$WORK/$formulation" crank position)"
  check_close "$(awk "BEGIN { printf \"%.17g\", sqrt($x ^ 2 + $y ^ 2) }")" 0.5 1e-14 "$formulation: the crank is on its circle"
  check_close "$z" 0 1e-14 "$formulation: the linkage is plane"
  check_close "$(awk "BEGIN { printf \"%.17g\", sqrt(($x - 0.02) ^ 2 + ($y - 0.52) ^ 2) }")" 0 0.05 "$formulation: near what was given"
  check_exit 0 "$RIGEL" run "$WORK/$formulation/run.yaml" -o "$WORK/again" --force
  check "$formulation: run.yaml repeats the run" cmp "$WORK/$formulation/state.csv" "$WORK/again/state.csv"
done
for body in crank coupler rocker; do
  for key in position velocity angular_velocity; do
    check_numbers "$(start_of "$WORK/director" $body $key)" "$(start_of "$WORK/quaternion" $body $key)" 1e-12 "both formulations: $body $key"
  done
done
# the assembled values are a fixed point, and they pass the check; with known values that do not fit they are refused
assembled=()
for body in crank coupler rocker; do
  for key in position orientation velocity angular_velocity; do
    assembled+=(--set "bodies.$body.$key=[$(start_of "$WORK/quaternion" $body $key | tr ' ' ',')]")
  done
done
check_exit 0 "$RIGEL" check "$WORK/four_bar.yaml" "${assembled[@]}" --set initial=check
check_exit 2 "$RIGEL" check "$WORK/four_bar.yaml" --set 'bodies.crank.known=[orientation]'
check_match "$WORK/err" '[abcd]: found positions that cannot be assembled: a tilt of .*; known are values of crank' "a known tilt"

# --- gradients follow the assembly: differences of order 6 of whole runs
value() { # VALUE: the x of the rocker at the end with another position of the coupler
  "$RIGEL" run "$WORK/four_bar.yaml" -o "$WORK/difference" --set "bodies.coupler.position[0]=$1" >/dev/null && csv_last "$WORK/difference/state.csv" rocker.x
}
four_bar quaternion >"$WORK/four_bar.yaml"
check_exit 0 "$RIGEL" gradient "$WORK/four_bar.yaml" --functional end:rocker.x --parameters 'bodies.coupler.position[0]' -o "$WORK/gradient"
slope=$(for k in 1 2 3; do echo "$(value "$(awk "BEGIN { print 1.05 + $k * 1e-3 }")") $(value "$(awk "BEGIN { print 1.05 - $k * 1e-3 }")")"; done |
  awk '{ d[NR] = $1 - $2 } END { printf "%.17g", (45 * d[1] - 9 * d[2] + d[3]) / 60 / 1e-3 }')
check_close "$(awk -F, 'NR == 2 { print $4 }' "$WORK/gradient/gradients.csv")" "$slope" 1e-9 "gradient in a given position"

# --- a top with a fixed point: its reference point stays, its spin is given
cat >"$WORK/top.yaml" <<'END'
name: top
time: {end: 0.01, step: 0.001}
initial: assemble
bodies:
  - {name: top, translation: fixed, shape: {cone: {radius: 0.1, height: 0.2}}, mass: 1, center_of_mass: [0, 0, 0.15], angular_velocity: [0, 0.5, 20]}
  - {name: free, shape: {sphere: {radius: 0.1}}, mass: 1, position: [1, 0, 0], velocity: [0, 1, 0]}
END
check_exit 0 "$RIGEL" run "$WORK/top.yaml" -o "$WORK/top"
check_numbers "$(start_of "$WORK/top" top angular_velocity)" "0 0.5 20" 0 "a body about a fixed point"
check_match "$WORK/out" '3 velocities are not determined by what is given \(free\)' "the rotation of the other one is free"

# --- a scalable body: the scale and its rate are kept; x = s X, v = omega x x + s'/s x
cat >"$WORK/scalable.yaml" <<'END'
name: scalable
time: {end: 0.05, step: 0.005}
initial: assemble
bodies:
  - {name: a, kinetic: scalable, rigid: false, scale: 1.2, scale_rate: 0.1, shape: {cuboid: [1, 0.5, 0.2]}, mass: 1, position: [0.3, 0, 0], angular_velocity: [0, 0, 2]}
joints:
  - {name: j, type: spherical, bodies: [ground, a], at_body: [[0, 0, 0], [-0.5, 0, 0]]}
END
check_exit 0 "$RIGEL" run "$WORK/scalable.yaml" -o "$WORK/scalable" --set 'bodies.a.known=[orientation]'
check_numbers "$(start_of "$WORK/scalable" a position)" "0.6 0 0" 1e-14 "a scalable body"
check_numbers "$(start_of "$WORK/scalable" a velocity)" "0.05 1.2 0" 1e-14 "a scalable body that grows"
finish
