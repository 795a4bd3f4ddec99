#!/usr/bin/env bash
# Three solutions in half a minute: a motion that conserves everything, an optimal swing-up, the derivative of an optimum.
#
#   scripts/demo.sh [DIR]      results go to DIR, default results/demo
#
# Environment: RIGEL (program, default bin/rigel)
set -euo pipefail
cd "$(dirname "$0")/.."
rigel=${RIGEL:-bin/rigel}
out=${1:-results/demo}
export OPENBLAS_NUM_THREADS=1

title() { echo && printf '%s\n' "$@"; }
show() { printf '\n$ %s\n' "$*" && "$@"; }

title '1 of 3. A box tumbles. 100 time elements of degree 4 conserve its energy, its angular momentum and all constraints to' \
  '        rounding error (see drift), and have order 8: the error of the motion is 3e-11 (see error).'
show "$rigel" run problems/spinning_box.yaml --set method.scheme=em --set method.degree=4 -o "$out/box"

title '2 of 3. One motor swings up a double pendulum with the least effort, in about ten seconds. All time elements, forces and' \
  '        torques are one system of equations. The result is verified to be a local minimum (see optimum), and the work of' \
  '        the motor is the gain of energy to rounding error (see drift).'
show "$rigel" run problems/control/double_pendulum.yaml -o "$out/swing_up"

title '3 of 3. A satellite turns with the least effort C in the time T = 5. How does C depend on T? By scaling dC/dT = -3 C / T.' \
  '        The adjoint of the discrete optimum gives:'
show "$rigel" gradient problems/control/reorientation.yaml --functional cost --parameters time.end -o "$out/turn"
"$rigel" run problems/control/reorientation.yaml -o "$out/optimum" >/dev/null
awk '$1 == "cost:" { printf "  -3 C / T            = %.15g\n", -3 * $2 / 5; exit }' "$out/optimum/run.yaml"

echo
"$rigel" plot "$out/box" orientation drift momentum constraints >/dev/null
"$rigel" plot "$out/swing_up" controls energy drift constraints >/dev/null
for run in box swing_up; do "$rigel" view "$out/$run" >/dev/null; done
row() { printf '  %-62s %s\n' "$@"; }
echo 'Look at'
row "$out/swing_up/view.html" 'the motion in a browser, with plots; no network needed'
row "$out/swing_up/plot.svg" 'torque of the motor, energy, drift, constraints'
row "$out/box/view.html" 'the tumbling box'
printf '\nTry next\n'
row "$rigel run problems/heavy_top.yaml" 'another problem; problems/ has more'
row "$rigel run problems/box_boundary.yaml" 'a motion between two given orientations'
row "$rigel run problems/spinning_box.yaml --set method.degree=1" 'how much the degree matters'
row docs/tutorials/first_pendulum.md 'write your own'
