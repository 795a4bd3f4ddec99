# rigel gradient: its table, against differences of runs, and what it refuses.
. "$(dirname "$0")/../lib.sh"
box=problems/spinning_box.yaml

# against differences of two runs beside the table
check_exit 0 "$RIGEL" gradient "$box" --functional end:box.q1,integral:box.q2 --parameters 'bodies.box.angular_velocity[1],start.box.pq2,time.end' \
  --set time.elements=20 --set time.step= --set time.end=1 -o "$WORK/g"
check_equal "$(wc -l <"$WORK/g/gradients.csv")" 7 "a row for each functional and parameter"
check_equal "$(head -n 1 "$WORK/g/gradients.csv")" "functional,value,parameter,gradient,how"
end() { # value of a column at the end with an assignment
  "$RIGEL" run "$box" --set time.elements=20 --set time.step= --set time.end=1 --set "$1" -o "$WORK/r" >/dev/null && csv_last "$WORK/r/state.csv" box.q1
}
found=$(awk -F, '$1 == "end:box.q1" && $3 ~ /angular/ { print $4 }' "$WORK/g/gradients.csv")
up=$(end bodies.box.angular_velocity='[0,5.001,1]')
down=$(end bodies.box.angular_velocity='[0,4.999,1]')
check_close "$found" "$(awk -v a="$up" -v b="$down" 'BEGIN { printf "%.12g", (a - b) / 0.002 }')" 1e-5 "d q1 / d omega2"
check_equal "$("$RIGEL" gradient - --functional end:box.q1 --parameters time.end --set time.elements=20 --set time.step= -o "$WORK/s" <"$box" | grep -c 'd end:box.q1 / d time.end')" 1 "from the standard input"

# a reference of the problem need not hold with other numbers
check_exit 0 "$RIGEL" gradient problems/steady_top_joint.yaml --functional end:top.q1 --parameters 'gravity[2]' --set time.elements=20 --set time.step= -o "$WORK/top"

# the way is told: the adjoint, or differences of whole runs; schemes, Hamiltonian systems and optima alike
how() { awk -F, 'NR > 1 { print $5 }' "$1/gradients.csv" | sort -u; }
check_equal "$(how "$WORK/g")" adjoint "mG"
check_exit 0 "$RIGEL" gradient "$box" --functional end:box.q1 --parameters 'bodies.box.angular_velocity[1]' --set method.scheme=em --set time.elements=20 --set time.step= --set time.end=1 -o "$WORK/em"
check_match "$WORK/out" '^  how      adjoint$' "em"
kepler=problems/published/iitk_chaurasia_2012/kepler.yaml
check_exit 0 "$RIGEL" gradient $kepler --functional end:kepler.x --parameters hamiltonian.eccentricity --set time.end=1 -o "$WORK/k"
check_match "$WORK/out" '^  how      differences$' "gauss6"
check_equal "$(how "$WORK/k")" differences "its table"
orbit() { "$RIGEL" run $kepler --set time.end=1 --set hamiltonian.eccentricity="$1" -o "$WORK/orbit" >/dev/null && csv_last "$WORK/orbit/state.csv" kepler.x; }
check_close "$(awk -F, 'NR == 2 { print $4 }' "$WORK/k/gradients.csv")" "$(awk -v a="$(orbit 0.6001)" -v b="$(orbit 0.5999)" 'BEGIN { printf "%.12g", (a - b) / 0.0002 }')" 1e-6 "d x / d e"
check_exit 0 "$RIGEL" gradient problems/control/principal_axis.yaml --functional cost,integral:body.q2 --parameters time.end -o "$WORK/c"
# cost = 6 J^2 theta^2 / T^3
check_close "$(awk -F, '$1 == "cost" { print $4 / $2 }' "$WORK/c/gradients.csv")" -0.6 1e-9 "d cost / dT = -3 cost / T"

# what is wrong is said, all of it, before anything is solved
check_exit 2 "$RIGEL" gradient "$box" --functional end:box.up,at:box.x,cost --parameters bodies.box.mas,gravity.z,start.box.up --set solver.max_iterations=1 --set time.step=1 -o "$WORK/none"
check_match "$WORK/err" 'functional: found end:box.up, expected end:COLUMN or integral:COLUMN' "unknown column"
check_match "$WORK/err" 'functional: found at:box.x' "unknown kind"
check_match "$WORK/err" 'functional: found cost of a problem without objective' "no objective"
check_match "$WORK/err" 'bodies.box.mas: found nothing' "and parameters with them"
check_match "$WORK/err" 'start.box.up: found no such state' "states too"
check_exit 2 "$RIGEL" gradient "$box" --functional end:bx.q1 --parameters time.end -o "$WORK/none"
check_match "$WORK/err" 'or cost \(did you mean end:box.q1\?\)' "the nearest column"
check_exit 2 "$RIGEL" gradient "$box" --functional end:box.q1 --parameters bodies.box.mas,gravity.z,start.box.up,method.degree -o "$WORK/none"
check_match "$WORK/err" 'bodies.box.mas: found nothing, expected a number of the problem' "no such number"
check_match "$WORK/err" 'start.box.up: found no such state' "no such state"
check_match "$WORK/err" 'method.degree: found a number that cannot be changed by itself: .*expected an integer' "no real number"
# chaos: steps of all sizes tell different things, which is said and not averaged
pendulum=(problems/mechanisms/double_pendulum.yaml --set method.scheme=rattle --set method.degree=1 --set bodies.upper.formulation=director --set bodies.lower.formulation=director --set time.step=0.02 --set reference=)
check_exit 0 "$RIGEL" gradient "${pendulum[@]}" --functional end:lower.x --parameters 'gravity[2]' --set time.end=1 -o "$WORK/p"
check_exit 2 "$RIGEL" gradient "${pendulum[@]}" --functional end:lower.x --parameters 'gravity[2]' --set time.end=30 -o "$WORK/none"
check_match "$WORK/err" 'gravity\[2\]: found derivatives that differ by .* between steps .*, expected a run that is smooth in this number' "chaos"
check_exit 2 "$RIGEL" gradient problems/control/principal_axis.yaml --functional cost --parameters start.body.q1 -o "$WORK/none"
check_match "$WORK/err" 'start.body.q1: found a start state that the run finds' "a start that is found"
check_exit 2 "$RIGEL" gradient "$box" --functional end:box.q1
check_match "$WORK/err" '--parameters is missing' "no parameters"
check_exit 2 "$RIGEL" gradient "$box" --parameters time.end
check_exit 2 "$RIGEL" gradient "$box" --parameters
check "nothing was written" test ! -e "$WORK/none"
check_exit 3 "$RIGEL" gradient "$box" --functional end:box.q1 --parameters 'bodies.box.angular_velocity[1]' --set solver.max_iterations=1 --set time.step=1 -o "$WORK/none"
finish
