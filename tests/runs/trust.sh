# A wrong answer never looks perfect: runs that do not follow their motion say so, energy errors and contradictions end with exit 3.
. "$(dirname "$0")/../lib.sh"

rod=tests/runs/rod.yaml
cat >"$WORK/spring.yaml" <<'END'
name: spring
time: {end: 1, step: 0.01}
method: {scheme: mG, degree: 2}
bodies: [{name: mass, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [1, 0, 0]}]
loads: [{name: spring, type: spring, bodies: [ground, mass], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1e6, length: 1}]
END
cat >"$WORK/sine.yaml" <<'END'
name: sine
time: {end: 5, step: 0.1}
method: {scheme: mG, degree: 1}
bodies: [{name: mass, formulation: particle, mass: 1, position: [0, 0, 0]}]
loads: [{name: push, type: force, body: mass, value: [1, 0, 0], scale: {sine: {amplitude: 1, omega: 62.83185307179586}}}]
END
cat >"$WORK/coulomb.yaml" <<'END'
name: coulomb
time: {end: 1, step: 0.01}
method: {scheme: mG, degree: 2}
bodies: [{name: mass, formulation: particle, mass: 1, position: [1, 0, 0], velocity: [-20, 0, 0]}]
loads: [{name: centre, type: coulomb, bodies: [ground, mass], strength: 1}]
END
cat >"$WORK/pair.yaml" <<'END'
name: pair
time: {end: 10, step: 0.05}
method: {scheme: mG, degree: 2}
bodies:
  - {name: a, formulation: particle, mass: 1, position: [0, 0, 0]}
  - {name: b, formulation: particle, mass: 2, position: [1.3, 0.1, 0]}
loads: [{name: spring, type: spring, bodies: [a, b], at: [[0, 0, 0], [0, 0, 0]], stiffness: 3, length: 1}]
END
run_number=0
run() { # CODE FILE ARGUMENT...; sets $dir
  local code=$1 file=$2
  shift 2
  dir=$WORK/run$((run_number += 1))
  check_exit "$code" "$RIGEL" run "$file" -o "$dir" "$@"
}
result() { yaml_value "$dir/run.yaml" "$1"; }
says() { # WORD TEXT: the report, run.yaml and, for NOT RESOLVED, the standard error
  local key=$1
  [ "$1" = resolved ] && key='"yes"'
  [ "$1" = 'NOT RESOLVED' ] && key='"no"'
  check_match "$WORK/out" "^  motion   $1" "$2: $1"
  check_match "$dir/run.yaml" "^  resolved: $key\$" "$2: run.yaml"
  if [ "$1" = 'NOT RESOLVED' ]; then
    check_match "$WORK/out" '^  WARNING  NOT RESOLVED, do not trust this result: .* use time.step [0-9.e-]+ or smaller' "$2: what to do"
    check_match "$WORK/err" 'NOT RESOLVED, do not trust this result' "$2: on the standard error"
  else check_no_match "$WORK/err" 'NOT RESOLVED' "$2: nothing on the standard error"; fi
}

# --- motion that elements do not follow
run 0 $rod
says resolved "a rod in 100 elements"
check_match "$WORK/out" 'at most 0\.[0-9]+ rad of turn in an element, defect [0-9.e-]+, mu [0-9.e-]+ \(natural units\)' "turn, defect and mu are stated"
run 0 $rod --set time.step= --set time.elements=1
says 'NOT RESOLVED' "a rod in one element of 5 s"
check "its drift looks perfect" awk -v d="$(result drift_H_relative)" 'BEGIN { exit !(d < 1e-12) }'
run 0 problems/free_body.yaml --set time.step=0.17
says 'NOT RESOLVED' "a body that turns 5 rad in an element"
check "turn" awk -v d="$(result turn_max)" 'BEGIN { exit !(d > 4.5 && d < 5.5) }'
run 0 "$WORK/spring.yaml"
says 'NOT RESOLVED' "a spring of 1e6 N/m, h = 0.01"
run 0 "$WORK/spring.yaml" --set time.step=0.0005 --set time.end=0.1
says resolved "a spring of 1e6 N/m, h = 0.0005"
run 0 "$WORK/sine.yaml"
says 'NOT RESOLVED' "a load of one period in an element"
check_match "$WORK/err" 'push passes through 6.28 rad in an element' "the load is named"
check "no drift relative to rounding" awk -v d="$(result drift_H_relative)" 'BEGIN { exit !(d < 1e-12) }'
run 0 "$WORK/sine.yaml" --set time.step=0.005
says resolved "the same load in 20 elements a period"
run 0 problems/spinning_box.yaml
says coarse "the box of the demonstration"
run 0 problems/mechanisms/double_four_bar.yaml
says resolved "through singular positions"
for scheme in quat_em em; do
  run 0 problems/free_body.yaml --set method.scheme=$scheme --set method.degree=1 --set time.step=0.05
  says 'NOT RESOLVED' "$scheme, 1.5 rad in an element"
done
run 0 problems/spinning_box.yaml --set method.scheme=BG --set time.step=0.2 --set time.end=1 --set reference=
says 'NOT RESOLVED' "BG, 1.2 rad in an element"
for scheme in midpoint rk4 gauss6 algo_c1 staggered; do
  run 0 problems/free_body.yaml --set method.scheme=$scheme --set method.degree=1 --set time.step=0.001
  says resolved "$scheme, 0.03 rad in a step"
done
for scheme in midpoint algo_c1; do
  run 0 problems/free_body.yaml --set method.scheme=$scheme --set method.degree=1 --set time.step=0.05
  says 'NOT RESOLVED' "$scheme, 1.5 rad in a step"
done
cat >"$WORK/block.yaml" <<'END'
name: block
time: {end: 0.1, step: 0.0019}
method: {scheme: midpoint}
bodies: [{name: mass, mass: 1, inertia: [1, 1, 1], position: [1.1, 0, 0]}]
loads: [{name: spring, type: spring, bodies: [ground, mass], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1e6, length: 1}]
END
# steps that are trapezoidal rules leave no defect of the trapezoidal rule
for scheme in midpoint stoermer_verlet quat_vi quat_em_reduced algo_c1; do
  run 0 "$WORK/block.yaml" --set method.scheme=$scheme
  says 'NOT RESOLVED' "$scheme, a spring that swings through 1.9 rad in a step"
  run 0 "$WORK/block.yaml" --set method.scheme=$scheme --set time.step=0.0001
  says resolved "$scheme, a spring that swings through 0.1 rad in a step"
done
run 0 "$WORK/spring.yaml" --set method.scheme=rattle --set method.degree=1 --set time.step=0.0019
says 'NOT RESOLVED' "rattle, a spring that swings through 1.9 rad in a step"
run 0 $rod --set bodies.rod.formulation=director --set method.scheme=rattle --set method.degree=1 --set time.step=0.02
says resolved "rattle, multipliers of the ends of a step are no defect"
run 0 "$WORK/block.yaml" --set method.scheme=euler_implicit --set time.step=0.0002
says 'NOT RESOLVED' "implicit Euler damps a quarter of the amplitude in half a period"
cat >"$WORK/spin.yaml" <<'END'
name: spin
time: {end: 0.6, elements: 8}
method: {scheme: symplectic_euler_a}
bodies: [{name: box, shape: {cuboid: [1, 1, 1]}, mass: 1, angular_velocity: [0, 0, 5]}]
END
# the angle is right, the quaternion grows by 5 %
run 0 "$WORK/spin.yaml"
says 'NOT RESOLVED' "symplectic Euler, a quaternion that grows"
run 0 "$WORK/spin.yaml" --set time.elements=24
says coarse "symplectic Euler, a quaternion that grows by 1.6 %"
run 0 "$WORK/spin.yaml" --set time.elements=120
says resolved "symplectic Euler, 0.025 rad in a step"
cat >"$WORK/driven.yaml" <<'END'
name: driven
time: {end: 2, step: 1}
method: {scheme: mG, degree: 2}
bodies: [{name: bar, shape: {cuboid: [1, 0.2, 0.2]}, mass: 1, position: [0, 0, 0]}]
motion: [{name: turn, type: rotation, body: bar, axis: [0, 0, 1], value: {smooth: {start: 0, end: 2, from: 0, to: 10}}}]
END
for h in 1 0.5; do
  run 0 "$WORK/driven.yaml" --set time.step=$h
  says 'NOT RESOLVED' "prescribed turns of more than 5 rad in an element, h = $h"
done
run 0 "$WORK/driven.yaml" --set time.step=0.1
says resolved "prescribed turns of 1 rad in an element"
run 0 problems/control/reorientation.yaml --set time.elements=1
says 'NOT RESOLVED' "optimal control in one element"
check "turn of a body that rests at both ends" awk -v d="$(result turn_max)" 'BEGIN { exit !(d > 2) }'
free=(problems/free_body.yaml --set method.scheme=ts --set method.degree=1)
run 0 "${free[@]}" --set time.step=0.002 --set 'solver.petsc=-ts_type beuler'
says coarse "order 1 of PETSc's implicit Euler, 0.06 rad in a step"
run 0 "${free[@]}" --set time.step=0.002 --set 'solver.petsc=-ts_type irk'
says resolved "PETSc's Gauss method, without options for its solver"
exact=$(csv_last "$dir/state.csv" body.q3)
run 0 "${free[@]}" --set time.step=0.01 --set 'solver.petsc=-ts_type rk -ts_rk_type 5dp -ts_adapt_type basic -ts_rtol 1e-9 -ts_atol 1e-9'
says resolved "steps that PETSc chooses"
check "shorter steps reach the end of the element" awk -v a="$(csv_last "$dir/state.csv" body.q3)" -v b="$exact" 'BEGIN { exit !((a - b)^2 < 1e-12) }'

# --- other commands that run a problem
run 0 "${free[@]}" --set time.step=0.01 --set 'solver.petsc=-ts_type beuler'
euler=$(csv_last "$dir/state.csv" body.q3)
check_exit 0 "$RIGEL" gradient "${free[@]}" --set time.step=0.01 --set 'solver.petsc=-ts_type beuler' \
  --functional end:body.q3 --parameters time.end -o "$WORK/options"
check "PETSc options of the file hold in gradient" [ "$(csv_last "$WORK/options/gradients.csv" value)" = "$euler" ]
check_exit 0 "$RIGEL" gradient "${free[@]}" --set time.step=0.01 --functional end:body.q3 --parameters time.end -o "$WORK/options" -- -ts_type beuler
check "and those after --" [ "$(csv_last "$WORK/options/gradients.csv" value)" = "$euler" ]
check_exit 0 "$RIGEL" gradient $rod --functional end:rod.z --parameters 'gravity[2]' --set time.step=1.25 -o "$WORK/gradient"
check_match "$WORK/out" '^  WARNING  NOT RESOLVED' "gradient of a run that is not resolved"
check_match "$WORK/err" 'rigel gradient: .*NOT RESOLVED' "gradient: on the standard error"
check_exit 0 "$RIGEL" study conservation $rod --degrees 2 --steps 1.25,0.05 -o "$WORK/study"
check_match "$WORK/out" '^ *2  1.25 .*NOT RESOLVED' "a row of a study that is not resolved"
check_no_match "$WORK/out" '^ *2  0.05 .*NOT RESOLVED' "a row of a study that is resolved"
check_exit 3 "$RIGEL" study convergence $rod --degrees 1 --steps 0.05 --reference mG:2:4 -o "$WORK/reference"
check_match "$WORK/err" 'no reference by mG:2:4: NOT RESOLVED' "a reference that is not resolved"
check_exit 3 "$RIGEL" study conservation "$WORK/coulomb.yaml" --steps 0.01 -o "$WORK/wall"
check_match "$WORK/out" 'wrong: energy error' "a row that is wrong"

# --- energy
run 3 "$WORK/coulomb.yaml"
check_match "$WORK/err" 'energy error: H changed by [0-9.]+ of [0-9.]+ up to t = .*smaller step' "tunnelling through a Coulomb centre"
check_match "$dir/run.yaml" '^  verdict: wrong$' "verdict of run.yaml"
check_match "$dir/run.yaml" '^  message: .*energy error' "message of run.yaml"
run 0 "$WORK/coulomb.yaml" --set time.step=0.00001 --set time.end=0.2 --set output.every=100
check "turned back by it" awk -v x="$(csv_last "$dir/state.csv" mass.x)" 'BEGIN { exit !(x > 2) }'
for h in 0.007 0.013 0.021; do
  run 3 "$WORK/coulomb.yaml" --set loads.0.strength=0.01 --set time.step=$h
done
run 3 "$WORK/coulomb.yaml" --set loads.0.strength=0.01 --set time.step=0.013
check_match "$WORK/err" 'an element jumps over a wall of [a-z]+: V rises by' "energies at element ends do not show a jump"
run 3 "$WORK/spring.yaml" --set method.scheme=euler_explicit --set method.degree=1
check_match "$WORK/err" 'the motion blows up: H changed by .* times its size at the start' "explicit Euler blows up"
check "the drift is relative to the start" awk -v d="$(result drift_H_relative)" 'BEGIN { exit !(d > 1e6) }'
run 0 "$WORK/spring.yaml" --set method.scheme=euler_explicit --set method.degree=1 --set loads.spring.stiffness=1
check_match "$dir/run.yaml" '^  verdict: done$' "an ordinary drift is a result"
run 0 "$WORK/spring.yaml" --set loads.spring.stiffness=40 --set loads.spring.damping=1 --set time.end=20
says resolved "a damped spring, which loses all its energy"
run 0 "$WORK/pair.yaml"
check_no_match "$WORK/out" '  drift    .*P 1.00e\+00' "P = 0 is not relative to its own rounding"
check "P = 0 in natural units" awk -v d="$(result drift_P_relative)" 'BEGIN { exit !(d < 1e-12) }'

# --- claims
check_exit 2 "$RIGEL" run $rod -o "$WORK/loose" --set solver.tolerance=1e30
check_match "$WORK/err" 'solver.tolerance: found 1e30, expected a positive number of at most 0.001' "a tolerance of 1e30"
run 0 $rod --set solver.tolerance=1e-4
check_match "$WORK/out" '^  exact    energy, .*, to the tolerance of 0.0001\)' "a loose tolerance changes the words"
check_match "$dir/run.yaml" '^    energy: \{claimed: true, drift: .*, limit: .*, agrees: true\}' "claim, drift and limit in run.yaml"
for options in '-snes_type ksponly' '-snes_max_it 1' '-snes_convergence_test default -snes_rtol 1' '-snes_convergence_test skip -snes_max_it 1'; do
  # shellcheck disable=SC2086
  run 3 $rod --set time.step=0.2 -- $options
  check_no_match "$WORK/out" '^  exact' "$options: nothing is called exact"
done
run 0 $rod -- -ksp_type gmres -pc_type jacobi
check "an iterative solver reaches the tolerance, too" awk -v d="$(result phi_max_scaled)" 'BEGIN { exit !(d < 1e-10) }'
finish
