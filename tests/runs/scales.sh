# Other units, very different masses, many bodies.
. "$(dirname "$0")/../lib.sh"
pendulum=problems/physical_pendulum.yaml
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/m"

# the pendulum in mm, km and with other units of mass: the same trajectory after scaling
# in_units NAME LENGTH MASS: lengths times LENGTH, masses times MASS
in_units() {
  local density gravity size half
  density=$(awk -v l="$2" -v m="$3" 'BEGIN { printf "%.17g", 10 * m / (l * l * l) }')
  gravity=$(awk -v l="$2" 'BEGIN { printf "%.17g", -9.81 * l }')
  size=$(awk -v l="$2" 'BEGIN { printf "[%.17g, %.17g, %.17g]", l, 10 * l, l }')
  half=$(awk -v l="$2" 'BEGIN { printf "%.17g", 5 * l }')
  check_exit 0 "$RIGEL" run $pendulum -o "$WORK/$1" --set "bodies.bar.shape.cuboid=$size" --set bodies.bar.density="$density" \
    --set "bodies.bar.position=[0, $half, 0]" --set "gravity=[0, 0, $gravity]"
  check_close "$(csv_last "$WORK/$1/state.csv" bar.y)" "$(csv_last "$WORK/m/state.csv" bar.y | awk -v l="$2" '{ printf "%.17g", l * $1 }')" \
    "$(awk -v l="$2" 'BEGIN { print 1e-11 * l }')" "$1: position"
  check_close "$(csv_last "$WORK/$1/state.csv" bar.q1)" "$(csv_last "$WORK/m/state.csv" bar.q1)" 1e-12 "$1: orientation"
  check_close "$(csv_last "$WORK/$1/multipliers.csv" support.gamma3)" \
    "$(csv_last "$WORK/m/multipliers.csv" support.gamma3 | awk -v l="$2" -v m="$3" '{ printf "%.17g", l * m * $1 }')" \
    "$(awk -v l="$2" -v m="$3" 'BEGIN { print 1e-9 * l * m * 1000 }')" "$1: joint force"
}
in_units mm 1e3 1e3
in_units km 1e-3 1e-3
in_units nm 1e9 1e27
in_units ly 1e-16 1e-30

# The solver knows no units: with those that are powers of two nothing is rounded differently, so that every iteration, every
# correction and every bit of the dimensionless results is the same. (Other units round the data, and rounding may decide
# whether an element takes a correction more.)
# in_powers NAME L M T ARGUMENT...: lengths times 2^L, masses times 2^M, times times 2^T
in_powers() {
  local name=$1 size density half gravity end step
  read -r size density half gravity end step < <(awk -v l="$2" -v m="$3" -v t="$4" 'BEGIN {
    printf "[%.17g,%.17g,%.17g] %.17g [0,%.17g,0] [0,0,%.17g] %.17g %.17g\n",
      2 ^ l, 10 * 2 ^ l, 2 ^ l, 10 * 2 ^ (m - 3 * l), 5 * 2 ^ l, -9.81 * 2 ^ (l - 2 * t), 5 * 2 ^ t, 0.1 * 2 ^ t }')
  shift 4
  check_exit 0 "$RIGEL" run $pendulum -o "$WORK/$name" --set "bodies.bar.shape.cuboid=$size" --set bodies.bar.density="$density" \
    --set "bodies.bar.position=$half" --set "gravity=$gravity" --set time.end="$end" --set time.step="$step" --set reference= "$@"
}
# quaternions or directors, and iterations, residual, floor, corrections of each solve
dimensionless() {
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) use[i] = $i ~ /bar\.(q|d)[0-9][xyz]?$/ } { for (i = 1; i <= NF; i++) if (use[i]) printf "%s ", $i; print "" }' "$1/state.csv"
  cut -d, -f1,3-6 "$1/newton.csv"
}
# same_in_powers NAME ARGUMENT...
same_in_powers() {
  local name=$1 powers
  shift
  in_powers "$name" 0 0 0 "$@"
  for powers in "10 0 0" "0 -40 0" "0 0 -20" "-30 37 12"; do
    # shellcheck disable=SC2086 # several words
    in_powers scaled $powers "$@"
    check_equal "$(dimensionless "$WORK/scaled" | cksum)" "$(dimensionless "$WORK/$name" | cksum)" "$name: bit by bit with units of 2^($powers)"
  done
  check_match <(dimensionless "$WORK/$name") '[0-9]\.[0-9]{15}' "$name: numbers were compared"
}
same_in_powers quaternion
same_in_powers director --set bodies.bar.formulation=director --set method.degree=3
same_in_powers global --set method.scheme=BG --set method.degree=2

# units of one's own: the same to rounding, and written in the user's; given in powers of two with the data, again bit by bit
own_units=(--set units.length=0.3 --set units.mass=7 --set units.time=1.1)
check_exit 0 "$RIGEL" check $pendulum "${own_units[@]}"
check_match "$WORK/out" 'units    length 0.3, mass 7, time 1.1$' "units: as given"
check_exit 0 "$RIGEL" run $pendulum -o "$WORK/own" "${own_units[@]}"
for column in bar.y bar.z bar.q0 bar.q1; do
  check_close "$(csv_last "$WORK/own/state.csv" $column)" "$(csv_last "$WORK/m/state.csv" $column)" 1e-13 "units: $column"
done
check_close "$(csv_last "$WORK/own/multipliers.csv" support.gamma3)" "$(csv_last "$WORK/m/multipliers.csv" support.gamma3)" 1e-9 "units: joint force"
check_exit 0 "$RIGEL" run "$WORK/own/run.yaml" -o "$WORK/again" --force
check_equal "$(cksum <"$WORK/again/state.csv")" "$(cksum <"$WORK/own/state.csv")" "units: run.yaml reproduces the run"
in_powers own 0 0 0 "${own_units[@]}"
in_powers scaled 10 -20 7 --set units.length=307.2 --set units.mass=6.67572021484375e-06 --set units.time=140.8
check_equal "$(dimensionless "$WORK/scaled" | cksum)" "$(dimensionless "$WORK/own" | cksum)" "units: bit by bit in other units"

# slow and fast: the box in microseconds turns a million times faster
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/slow" --set method.degree=2
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/fast" --set method.degree=2 --set time.end=5e-6 --set time.step=5e-8 \
  --set 'bodies.box.angular_velocity=[0, 5e6, 1e6]' --set reference.time=5e-6
check_close "$(csv_last "$WORK/fast/state.csv" box.q1)" "$(csv_last "$WORK/slow/state.csv" box.q1)" 1e-11 "microseconds: orientation"

# a body of a millionth of the mass (and a millionth of the inertia) on the end of the bar: the bar swings as without it
cat >"$WORK/ratio.yaml" <<'END'
name: ratio
time:    {end: 5, step: 0.1}
method:  {degree: 2}
gravity: [0, 0, -9.81]
bodies:
  - {name: bar, shape: {cuboid: [1, 10, 1]}, mass: 100, position: [0, 5, 0]}
  - {name: fly, shape: {cuboid: [1, 1, 1]}, mass: 1.0e-4, position: [0, 10.5, 0]}
joints:
  - {name: support, type: spherical, bodies: [ground, bar], at: [0, 0, 0]}
  - {name: leash, type: spherical, bodies: [bar, fly], at: [0, 10, 0]}
reference:
  body: bar
  position: [0, 3.116849057368114, -3.909635782727529]
END
check_exit 0 "$RIGEL" run "$WORK/ratio.yaml" -o "$WORK/ratio"
check_close "$(yaml_value "$WORK/ratio/run.yaml" error_position)" 0 5e-5 "mass ratio 1e6: the heavy body does not notice"
check_close "$(yaml_value "$WORK/ratio/run.yaml" drift_H_relative)" 0 1e-13 "mass ratio 1e6: energy"
# the same upside down: the light one carries the heavy one
check_exit 0 "$RIGEL" run "$WORK/ratio.yaml" -o "$WORK/heavy" --set bodies.bar.mass=1e-4 --set bodies.fly.mass=100 --set time.step=0.02
check_close "$(yaml_value "$WORK/heavy/run.yaml" drift_H_relative)" 0 1e-12 "mass ratio 1e-6: energy"
check_close "$(csv_max "$WORK/heavy/invariants.csv" phi_max)" 0 1e-12 "mass ratio 1e-6: constraints"

# a chain of 1000 links, laid out straight and let go. At rest every link but those near the support falls freely:
# in 0.02 s the free end falls by g t^2 / 2.
links=1000
{
  echo "{name: chain, time: {end: 0.02, step: 0.01}, gravity: [0, 0, -9.81], bodies: ["
  for ((i = 0; i < links; i++)); do echo "{name: b$i, shape: {cuboid: [0.1, 1, 0.1]}, mass: 1, position: [0, $i.5, 0]},"; done
  echo "], joints: [{name: j0, type: spherical, bodies: [ground, b0], at: [0, 0, 0]},"
  for ((i = 1; i < links; i++)); do echo "{name: j$i, type: spherical, bodies: [b$((i - 1)), b$i], at: [0, $i, 0]},"; done
  echo "]}"
} >"$WORK/chain.yaml"
check_exit 0 timeout 20 "$RIGEL" check "$WORK/chain.yaml"
check_match "$WORK/out" '1000 bodies, 1000 joints, 14000 states, 4000 constraints' "chain: sizes"
check_exit 0 timeout 20 "$RIGEL" run "$WORK/chain.yaml" -o "$WORK/chain"
check_equal "$(csv_rows "$WORK/chain/state.csv")" 3 "chain: two steps"
check_close "$(csv_last "$WORK/chain/state.csv" b999.z)" -0.001962 1e-9 "chain: the free end falls freely"
check_close "$(csv_last "$WORK/chain/invariants.csv" phi_max)" 0 1e-12 "chain: joints hold"
check_close "$(yaml_value "$WORK/chain/run.yaml" drift_H_relative)" 0 1e-12 "chain: energy"
finish
