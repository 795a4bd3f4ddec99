# --set, PETSc options, linear solvers, degrees, nodes, the last element.
. "$(dirname "$0")/../lib.sh"

# check_same A B COLUMN TOLERANCE TEXT: two state.csv agree in this column at the end
check_same() { check_close "$(csv_last "$1/state.csv" "$3")" "$(csv_last "$2/state.csv" "$3")" "$4" "$5"; }
check_same_state() {
  local column
  for column in box.q0 box.q1 box.q2 box.q3; do check_same "$1" "$2" $column "$3" "$4: $column"; done
}
box=problems/spinning_box.yaml

# --set: numbers, lists, names, items by name and by index, both spellings; later ones win
check_exit 0 "$RIGEL" run $box -o "$WORK/set" --set time.step=0.1 --set method.nodes=lobatto --set 'bodies.box.angular_velocity=[0, 0, 3]' \
  --set=bodies.0.mass=24 --set title="a new title" --set method.degree=5 --set method.degree=2 --set name=other
check_match "$WORK/out" '^other: a new title$' "names and texts"
check_match "$WORK/out" 'mG\(2\).*50 elements of h = 0.1' "numbers; the later one wins"
check_match "$WORK/set/run.yaml" '^  nodes: lobatto$' "words"
check_match "$WORK/set/run.yaml" 'angular_velocity: \[0, 0, 3\]' "lists"
check_match "$WORK/set/run.yaml" '^ +mass: 24$' "items by index"
# mass 24: J3 = 58, T = 58 * 9 / 2; about a principal axis q = (cos 3t/2, 0, 0, sin 3t/2)
check_close "$(csv_last "$WORK/set/invariants.csv" T)" 261 1e-11 "the values are used"
check_close "$(csv_last "$WORK/set/state.csv" box.q3)" "$(awk 'BEGIN { printf "%.17g", sin(7.5) }')" 1e-4 "a steady rotation"
sed -e 's/step: 0.05/step: 0.1/' -e 's/degree: 1/degree: 2/' $box >"$WORK/edited.yaml"
check_exit 0 "$RIGEL" run "$WORK/edited.yaml" -o "$WORK/edited"
check_exit 0 "$RIGEL" run $box -o "$WORK/same" --set time.step=0.1 --set method.degree=2
check "--set is the same as editing the file" cmp "$WORK/edited/state.csv" "$WORK/same/state.csv"

# run.yaml repeats runs with --set, PETSc options and gauss: auto, bit by bit
check_exit 0 "$RIGEL" run problems/heavy_top.yaml -o "$WORK/first" --set time.end=0.3 --set method.degree=3 --set bodies.top.mass=14.3 \
  --set solver.linear=umfpack -- -snes_monitor -snes_linesearch_damping 0.99
# a line numbered 0 at the start of each SNES solve, one more per iteration; corrections with kept factors are not of SNES
iterations=$(awk -F, 'NR > 1 { n += $3 } END { print n }' "$WORK/first/newton.csv")
check_equal "$(grep -c '^ *[1-9][0-9]* SNES Function norm' "$WORK/out")" "$iterations" "-snes_monitor prints a line per iteration"
check_equal "$(yaml_value "$WORK/first/run.yaml" newton_iterations)" "$iterations" "run.yaml has their sum"
check_match "$WORK/first/run.yaml" '^  petsc: "-snes_linesearch_damping 0.99"$' "PETSc options that a file may set are repeated"
check_match "$WORK/first/run.yaml" '^  petsc_command_line: "-snes_monitor"$' "others are recorded"
check_match "$WORK/first/run.yaml" '^  gauss: auto$' "gauss: auto stays auto"
check_match "$WORK/first/run.yaml" '^  gauss: 6$' "and what it stood for is told"
check_exit 0 "$RIGEL" run "$WORK/first/run.yaml" -o "$WORK/second"
check_no_match "$WORK/out" 'SNES Function norm' "recorded options do not act again"
check "state.csv is the same" cmp "$WORK/first/state.csv" "$WORK/second/state.csv"
check_exit 0 "$RIGEL" run "$WORK/second/run.yaml" -o "$WORK/third"
check "and once more" cmp "$WORK/first/state.csv" "$WORK/third/state.csv"
check_equal "$(sed '/^versions:/,$d' "$WORK/second/run.yaml")" "$(sed '/^versions:/,$d' "$WORK/third/run.yaml")" "run.yaml is a fixed point"

# PETSc options that nobody asks for are mentioned, and change nothing
check_exit 0 "$RIGEL" run $box -o "$WORK/box"
check_exit 0 "$RIGEL" run $box -o "$WORK/unused" -- -snes_montior -ksp_nonsense 3
check_match "$WORK/err" 'PETSc option -snes_montior was not used' "a mistyped option"
check_match "$WORK/err" 'PETSc option -ksp_nonsense was not used' "an unused option with a value"
check_match "$WORK/unused/run.yaml" '^  petsc_unused: \["-ksp_nonsense", "-snes_montior"\]$' "recorded"
check_no_match "$WORK/box/run.yaml" petsc_unused "and only then"
check "the result is the same" cmp "$WORK/box/state.csv" "$WORK/unused/state.csv"

# every linear solver gives the same trajectory
for linear in dense block umfpack klu mumps; do
  check_exit 0 "$RIGEL" run $box -o "$WORK/$linear" --set solver.linear=$linear
  check_match "$WORK/$linear/run.yaml" "^  linear: $linear\$" "$linear was used"
  check_same_state "$WORK/$linear" "$WORK/box" 1e-10 $linear
done
# and so do other packages of PETSc, chosen by its options
check_exit 0 "$RIGEL" run $box -o "$WORK/superlu" --set solver.linear=umfpack -- -pc_factor_mat_solver_type superlu -snes_view
check_match "$WORK/out" 'package used to perform factorization: superlu' "superlu was used"
check_no_match "$WORK/err" 'was not used' "no unused option"
check_same_state "$WORK/superlu" "$WORK/box" 1e-10 superlu
for word in band superlu superlu_dist petsc; do
  check_exit 2 "$RIGEL" run $box -o "$WORK/no" --set solver.linear=$word
  check_match "$WORK/err" "found $word, expected one of auto, dense, block, umfpack, klu, mumps" "$word is not a choice"
done

# degree 10, equidistant and Lobatto nodes, five elements of one unit of time: the same polynomial, near the exact end
for nodes in equidistant lobatto; do
  check_exit 0 "$RIGEL" run $box -o "$WORK/$nodes" --set method.degree=10 --set time.step=0.25 --set method.nodes=$nodes
  check_close "$(yaml_value "$WORK/$nodes/run.yaml" error_e_loc)" 0 1e-11 "degree 10, $nodes: error"
done
check_same_state "$WORK/equidistant" "$WORK/lobatto" 1e-9 "both kinds of nodes"

# a step that does not divide: 5 = 31 * 0.16 + 0.04; the last element is shorter and ends at 5
check_exit 0 "$RIGEL" run $box -o "$WORK/short" --set time.step=0.16 --set method.degree=3
check_match "$WORK/out" '32 elements of h = 0.16 on \[0, 5\], the last one shorter' "said so"
check_equal "$(csv_rows "$WORK/short/state.csv")" 33 "32 elements"
check_equal "$(csv_last "$WORK/short/state.csv" t)" 5 "ends at the end"
check_close "$(awk -F, 'NR == 33 { print $1 }' "$WORK/short/state.csv")" 4.96 1e-14 "from 31 steps"
check_close "$(yaml_value "$WORK/short/run.yaml" drift_H_relative)" 0 1e-13 "energy kept through the change of step"
check_exit 0 "$RIGEL" run $box -o "$WORK/full" --set time.step=0.15625 --set method.degree=3
check_close "$(yaml_value "$WORK/short/run.yaml" error_e_loc)" "$(yaml_value "$WORK/full/run.yaml" error_e_loc)" \
  "$(awk -v e="$(yaml_value "$WORK/full/run.yaml" error_e_loc)" 'BEGIN { print 0.5 * e }')" "error like that of 32 equal elements"

# a reference that no element end meets is said to be unused
check_exit 0 "$RIGEL" run $box -o "$WORK/ends" --set reference.time=4.99
check_match "$WORK/out" 'error    none: the reference at t = 4.99' "a reference between element ends"
check_no_match "$WORK/ends/run.yaml" 'error_e_loc' "and no error is recorded"
finish
