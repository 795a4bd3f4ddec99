# redundant: drop. Joints that start in a singular position stay closed: rows are dropped only if they are redundant around it, a
# dropped row that is violated ends the run, and joints that cannot follow a motion are named.
. "$(dirname "$0")/../lib.sh"

result() { yaml_value "$1/run.yaml" "$2"; }

# A parallelogram that starts flat, along e1, in the plane of e1 and (0, cos A, sin A): bars of 1 m at the bearings 0 and (2, 0, 0), a
# coupler of 2 m. flat FILE A OMEGA_A OMEGA_B: angular velocities of the bars; those of the coupler follow.
flat() {
  awk -v angle="$2" -v a="$3" -v b="$4" -v quote="'" '
    function along(x) { return sprintf("[0, %.17g, %.17g]", x * cos(angle), x * sin(angle)) }
    function about(x) { return sprintf("[0, %.17g, %.17g]", -x * sin(angle), x * cos(angle)) }
    function body(name, x, j, v, w) {
      printf "  - {name: %s, mass: 1, inertia: [0.01, %g, %g], position: [%g, 0, 0], velocity: %s, angular_velocity: %s}\n",
        name, j, j, x, along(v), about(w)
    }
    function joint(name, sides, x) {
      printf "  - {name: %s, type: revolute, bodies: [%s], at: [%g, 0, 0], axis: %s}\n", name, sides, x, about(1)
    }
    BEGIN {
      print "name: flat\ntime: {end: 1, elements: 20}\nmethod: {scheme: mG, degree: 3}\nredundant: drop\nbodies:"
      body("left", 0.5, 0.1, a / 2, a); body("coupler", 2, 0.3, (a + b) / 2, (b - a) / 2); body("right", 2.5, 0.1, b / 2, b)
      print "joints:"
      joint("a", "ground, left", 0); joint("b", "left, coupler", 1); joint("c", "coupler, right", 3); joint("d", "ground, right", 2)
    }' >"$1"
}

# swing G: the angle at t = 1 of a parallelogram that starts with 1 rad/s, (2 (0.1 + 0.25) + 1) angle'' = -2 G cos(angle), by RK4
swing() {
  awk -v g="$1" 'function f(x) { return -2 * g * cos(x) / 1.7 }
    BEGIN {
      h = 1e-4; x = 0; v = 1
      for (i = 0; i < 10000; i++) {
        k1 = v; l1 = f(x); k2 = v + h / 2 * l1; l2 = f(x + h / 2 * k1); k3 = v + h / 2 * l2; l3 = f(x + h / 2 * k2)
        k4 = v + h * l3; l4 = f(x + h * k3)
        x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4); v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
      }
      printf "%.15g\n", 0.5 * cos(x)
    }'
}

# closed FOLDER TEXT: all rows of joints hold, dropped ones included
closed() {
  for value in phi_max_scaled psi_max_scaled dropped_phi_max_scaled dropped_psi_max_scaled; do
    check_close "$(result "$1" "$value")" 0 1e-12 "$2: $value"
  done
}

# --- the flat parallelogram keeps one degree of freedom and moves as one pendulum, in its plane and in space
for plane in 0 0.7; do
  flat "$WORK/flat.yaml" $plane 1 1
  check_exit 0 "$RIGEL" check "$WORK/flat.yaml"
  check_match "$WORK/out" '^  rank     20 rows of joints, 16 independent at the start, 17 around it, 3 dropped; 18 velocities, 1 degree of freedom' "ranks, plane $plane"
  for g in 0 9.81; do
    expected=$(swing $g)
    for elements in 20 21 50; do
      check_exit 0 "$RIGEL" run "$WORK/flat.yaml" -o "$WORK/flat" --set "time.elements=$elements" \
        --set "gravity=$(awk -v g=$g -v a=$plane 'BEGIN { printf "[0, %.17g, %.17g]", -g * cos(a), -g * sin(a) }')"
      text="plane $plane, gravity $g, $elements elements"
      check_match "$WORK/out" ' 1 degree of freedom$' "$text: freedom"
      check_match "$WORK/out" 'singular the start is a singular position: 20 rows of joints have rank 16 there and 17 around it' "$text: report"
      check_no_match "$WORK/out" 'position constraints(,| \(by)' "$text: dropped rows are not called exact"
      closed "$WORK/flat" "$text"
      check_close "$(csv_last "$WORK/flat/state.csv" left.x)" "$expected" 1e-6 "$text: position"
    done
  done
done
flat "$WORK/flat.yaml" 0 1 1
for method in 'degree=1' 'degree=2' 'scheme=em' 'window=all' 'scheme=BG' 'window=7'; do
  check_exit 0 "$RIGEL" run "$WORK/flat.yaml" -o "$WORK/flat" --set time.elements=100 --set "method.$method"
  check_close "$(csv_last "$WORK/flat/state.csv" left.x)" "$(swing 0)" 1e-4 "$method: position"
  check_close "$(result "$WORK/flat" dropped_phi_max_scaled)" 0 1e-12 "$method: dropped rows"
done

# --- the other branch has omega_right = -3 omega_left; no motion has a combination of both
flat "$WORK/anti.yaml" 0 1 -3
check_exit 0 "$RIGEL" run "$WORK/anti.yaml" -o "$WORK/anti" --set time.elements=100
closed "$WORK/anti" "antiparallelogram"
flat "$WORK/both.yaml" 0 1 0
check_exit 2 "$RIGEL" run "$WORK/both.yaml" -o "$WORK/both"
check_match "$WORK/err" 'both.yaml:[0-9]+:5: [abcd]: found velocities at a singular position that no motion of the mechanism has' "no motion has these velocities"

# --- two bars on spherical joints in line between two points of the ground: they spin and cannot do anything else
# taut FILE V SPIN: velocity of the joint between them, angular velocity of both about their axis
taut() {
  cat >"$1" <<END
name: taut
time: {end: 1, elements: 10}
method: {scheme: mG, degree: 2}
redundant: drop
bodies:
  - {name: left, mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0], velocity: [0, $(awk "BEGIN { print $2 / 2 }"), 0], angular_velocity: [$3, 0, $2]}
  - {name: right, mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0], velocity: [0, $(awk "BEGIN { print $2 / 2 }"), 0], angular_velocity: [$3, 0, -($2)]}
joints:
  - {name: a, type: spherical, bodies: [ground, left], at: [0, 0, 0]}
  - {name: b, type: spherical, bodies: [left, right], at: [1, 0, 0]}
  - {name: c, type: spherical, bodies: [ground, right], at: [2, 0, 0]}
END
  sed -i 's/-(\([0-9.]*\))/-\1/; s/-0\]/0]/' "$1"
}

# three rods in line between two points of the ground
cat >"$WORK/rods.yaml" <<END
name: rods
time: {end: 1, elements: 10}
method: {scheme: mG, degree: 2}
redundant: drop
bodies:
  - {name: p, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [0, 1, 0.5]}
  - {name: q, formulation: particle, mass: 1, position: [2, 0, 0], velocity: [0, 1, 0.5]}
joints:
  - {name: a, type: distance, bodies: [ground, p], at: [0, 0, 0], at2: [1, 0, 0]}
  - {name: b, type: distance, bodies: [p, q], at: [1, 0, 0], at2: [2, 0, 0]}
  - {name: c, type: distance, bodies: [q, ground], at: [2, 0, 0], at2: [3, 0, 0]}
END

# opens FILE SET...: the run ends with exit code 3 and names a joint
opens() {
  local file=$1 folder
  folder=$WORK/open.$(basename "$file" .yaml)
  shift
  check_exit 3 "$RIGEL" run "$file" -o "$folder" "$@"
  check_match "$WORK/err" 'found joint b open at t = .*rows that were dropped as redundant have Phi = ' "the joint is named"
  check_no_match "$WORK/out" 'position constraints(,| \(by)' "it is not called exact"
  check_match "$folder/run.yaml" 'verdict: not converged' "run.yaml"
}
taut "$WORK/taut.yaml" 1 0
taut "$WORK/rest.yaml" 0 0
taut "$WORK/spin.yaml" 0 2
for file in taut rods; do
  check_exit 0 "$RIGEL" check "$WORK/$file.yaml"
  check_match "$WORK/out" 'the other rows do not imply the dropped one: all positions near the start are singular' "$file: check tells"
  check_match "$WORK/out" ' at most 4 degrees of freedom$' "$file: freedoms are a bound"
  for elements in 10 11 100; do
    opens "$WORK/$file.yaml" --set "time.elements=$elements"
    opens "$WORK/$file.yaml" --set "time.elements=$elements" --set 'gravity=[0, -9.81, 0]'
  done
  opens "$WORK/$file.yaml" --set method.window=all
  opens "$WORK/$file.yaml" --set method.scheme=BG
done
opens "$WORK/rest.yaml" --set 'gravity=[0, 0, -9.81]'
check_exit 0 "$RIGEL" run "$WORK/spin.yaml" -o "$WORK/spin"
closed "$WORK/spin" "bars in line that spin"

# --- a redundant loop is still dropped, and its ranks are told apart
check_exit 0 "$RIGEL" check problems/mechanisms/bricard.yaml
check_match "$WORK/out" '^  rank     30 rows of joints, 29 independent at the start, 29 around it, 1 dropped; 30 velocities, 1 degree of freedom' "Bricard"
check_exit 0 "$RIGEL" check problems/mechanisms/double_four_bar.yaml
check_match "$WORK/out" '^  rank     35 rows of joints, 29 independent at the start, 29 around it, 6 dropped' "double four-bar"

# --- a loop with two motions blames the second motion; one that leaves its reach names motion, joints and time
sed -e '/^reference/,$d' -e 's/ velocity: [^]]*\],\{0,1\}//; s/ angular_velocity: [^]]*\]//; s/, *}/}/' problems/mechanisms/four_bar.yaml >"$WORK/bar.yaml"
drive() { echo "motion+={name: $1, type: angle, joint: $2, value: {smooth: {start: 0, end: 2, to: $3}}}"; }
for redundant in drop error; do
  check_exit 2 "$RIGEL" check "$WORK/bar.yaml" --set "redundant=$redundant" --set "$(drive first a 0.5)" --set "$(drive second d 0.3)"
  check_match "$WORK/err" 'second: found a prescribed motion of what joints or other motions fix already: row 1 of second \(from .*first\)' "$redundant: the second motion is named"
  check_no_match "$WORK/err" '(^| )[abcd]: found a prescribed motion' "$redundant: no joint is blamed"
done
# the rocker turns until coupler and crank are in line, (sqrt(10) - 1)^2 = 13 - 12 sin(angle): angle = 0.767 at t = 0.891
for set in method.degree=2 method.degree=1 method.window=all method.scheme=BG method.window=20; do
  check_exit 3 "$RIGEL" run "$WORK/bar.yaml" -o "$WORK/bar" --set "$(drive drive d 2)" --set time.step=0.02 --set "$set"
  check_match "$WORK/err" 'the loop cannot follow: at t = 0.89[0-9]* the motion drive asks for a position that the joints a, b, c do not reach' "$set"
done
cat >"$WORK/arm.yaml" <<END
name: arm
time: {end: 2, step: 0.05}
method: {scheme: BG, degree: 2}
inverse: servo
bodies:
  - {name: upper, mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}
  - {name: lower, mass: 1, inertia: [0.1, 0.01, 0.1], position: [1, 0.5, 0]}
joints:
  - {name: shoulder, type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}
  - {name: elbow, type: revolute, bodies: [upper, lower], at: [1, 0, 0], axis: [0, 0, 1]}
controls:
  - {name: first, type: joint, joint: shoulder}
  - {name: second, type: joint, joint: elbow}
motion:
  - {name: hand, type: position, body: lower, at: [0, 0.5, 0], x: {smooth: {start: 0, end: 2, from: 1, to: 3, derivatives: 4}}, y: {polynomial: [1]}}
END
check_exit 3 "$RIGEL" run "$WORK/arm.yaml" -o "$WORK/arm"
check_match "$WORK/err" 'the loop cannot follow: at t = 0.[0-9]* the motion hand asks for a position that the joints shoulder, elbow do not reach' "servo beyond reach"

# --- no degree of freedom is a warning
cat >"$WORK/rigid.yaml" <<END
name: rigid
time: {end: 1, step: 0.1}
bodies:
  - {name: box, mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}
joints:
  - {name: weld, type: fixed, bodies: [ground, box], at: [0, 0, 0]}
END
for command in check "run -o $WORK/rigid"; do
  # shellcheck disable=SC2086 # a command and its options
  check_exit 0 "$RIGEL" ${command%% *} "$WORK/rigid.yaml" ${command#"${command%% *}"}
  check_match "$WORK/err" 'rigid.yaml:6:5: warning: joints: found 0 degrees of freedom' "${command%% *} warns"
done
check_match "$WORK/rigid/run.yaml" 'warning: joints: found 0 degrees of freedom' "run.yaml stores it"
check_exit 0 "$RIGEL" check problems/motion/arm.yaml
check_no_match "$WORK/err" 'warning' "prescribed motions may use all degrees of freedom"
finish
