# Problems with loads: the closed loop of four bars, and the chain of tetrahedra with Lennard-Jones potentials.
. "$(dirname "$0")/../lib.sh"

# --- closed loop: momentum, energy and angular momentum after the load is over
loop=problems/loads/closed_loop.yaml
all() { for b in right top left bottom; do echo "--set bodies.$b.formulation=$1"; done; }

# spread FILE COLUMN: largest difference of the column's values from t = 1 on
spread() {
  awk -F, -v name="$2" "$csv_column"' $1 > 1 - 1e-9 { if (!n++) a = b = $c; if ($c < a) a = $c; if ($c > b) b = $c } END { print b - a }' "$1"
}

# L of joints on quaternions drifts with order 2k; directors with s = k keep it
while read -r form gauss; do
  dir=$WORK/$form
  # shellcheck disable=SC2046 # several words
  check_exit 0 "$RIGEL" run $loop -o "$dir" $(all "$form") --set method.degree=3 --set method.gauss="$gauss"
  table=$dir/invariants.csv
  check_close "$(csv_last "$table" P1)" 400 1e-10 "$form: momentum along e1"
  for c in P2 P3; do check_close "$(csv_max "$table" $c)" 0 1e-10 "$form: no $c"; done
  for c in P1 H L1 L2 L3; do check_close "$(spread "$table" $c)" 0 1e-9 "$form: $c is constant after t = 1"; done
  check_close "$(csv_last "$table" L1)" 300 1e-8 "$form: the angular momentum of the torque"
  check_close "$(csv_last "$table" H)" "$(csv_last "$table" W_ext)" 1e-9 "$form: H is the work done"
  check_equal "$(csv_last "$table" W_diss)" 0 "$form: nothing is lost"
  check_close "$(yaml_value "$dir/run.yaml" drift_H_relative)" 0 1e-13 "$form: the energy balance"
  check_close "$(yaml_value "$dir/run.yaml" phi_max_scaled)" 0 1e-12 "$form: the loop stays closed"
  check "$form: the corners are element ends" awk -F, '$1 == 0.5 || $1 == 1 { n++ } END { exit n != 2 }' "$table"
done <<'END'
quaternion auto
director 3
END
# apart A B: largest difference of positions and directions (columns of the rotation matrix) of all bodies in all rows; A in
# quaternions, B in directors
apart() {
  awk -F, 'FNR == 1 { file++; delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
    file == 1 { for (c in at) a[FNR, c] = $at[c]; rows = FNR; next }
    { for (i in body) { b = body[i]; n = FNR; q0 = a[n, b ".q0"]; q1 = a[n, b ".q1"]; q2 = a[n, b ".q2"]; q3 = a[n, b ".q3"]
        r["x"] = a[n, b ".x"]; r["y"] = a[n, b ".y"]; r["z"] = a[n, b ".z"]
        r["d1x"] = 1 - 2 * (q2 * q2 + q3 * q3); r["d1y"] = 2 * (q1 * q2 + q0 * q3); r["d1z"] = 2 * (q1 * q3 - q0 * q2)
        r["d2x"] = 2 * (q1 * q2 - q0 * q3); r["d2y"] = 1 - 2 * (q1 * q1 + q3 * q3); r["d2z"] = 2 * (q2 * q3 + q0 * q1)
        r["d3x"] = 2 * (q1 * q3 + q0 * q2); r["d3y"] = 2 * (q2 * q3 - q0 * q1); r["d3z"] = 1 - 2 * (q1 * q1 + q2 * q2)
        for (c in r) { d = r[c] - $at[b "." c]; if (d < 0) d = -d; if (d > most) most = d; compared++ } } }
    BEGIN { split("right top left bottom", body, " ") }
    END { if (rows != FNR || compared != 48 * (rows - 1)) print "rows differ"; else printf "%.3g\n", most }' "$1" "$2"
}
check_close "$(apart "$WORK/quaternion/state.csv" "$WORK/director/state.csv")" 0 1e-10 "one motion: all positions and directions at all times"
# a step that does not meet the corners makes shorter elements, and the momentum is still exact
check_exit 0 "$RIGEL" run $loop -o "$WORK/odd" --set time.end=2 --set time.step=0.03
check_close "$(csv_last "$WORK/odd/invariants.csv" P1)" 400 1e-10 "step 0.03: momentum"

# all at once, and on two ranks
check_exit 0 "$RIGEL" run $loop -o "$WORK/all" --set time.end=1.5 --set method.window=all
check_exit 0 "$RIGEL" run $loop -o "$WORK/step" --set time.end=1.5
check_exit 0 mpiexec -n 2 "$RIGEL" run $loop -o "$WORK/two" --set time.end=1.5 --set method.window=all
for run in all two; do
  check_close "$(csv_difference "$WORK/step/state.csv" "$WORK/$run/state.csv")" 0 1e-10 "$run: states as by stepping"
  work=$(csv_last "$WORK/step/invariants.csv" W_ext)
  check_close "$(csv_last "$WORK/$run/invariants.csv" W_ext | awk -v w="$work" '{ printf "%.15f", $1 / w }')" 1 1e-10 "$run: the same work"
done
# BG(3), on one rank and on two: the same trajectory to its order
check_exit 0 "$RIGEL" run $loop -o "$WORK/bg" --set time.end=1.5 --set method.scheme=BG --set method.degree=3
check_exit 0 mpiexec -n 2 "$RIGEL" run $loop -o "$WORK/bg2" --set time.end=1.5 --set method.scheme=BG --set method.degree=3
for c in right.x top.x top.y bottom.y; do
  check_close "$(csv_last "$WORK/bg/state.csv" $c)" "$(csv_last "$WORK/step/state.csv" $c)" 1e-6 "BG: $c"
done
check_close "$(csv_difference "$WORK/bg/state.csv" "$WORK/bg2/state.csv")" 0 1e-10 "BG on two ranks"

# --- chain: energy falls with the number of Gauss points to 1e-12 at s = 2k + 2, quaternions stay of unit length
paper=problems/published/iitk_chaurasia_2012
for ends in c1_c1 c1_c2 c1_c3; do
  last=1
  for s in 2 3 4 6; do
    dir=$WORK/$ends.$s
    check_exit 0 "$RIGEL" run $paper/chain_$ends.yaml -o "$dir" --set time.end=0.5 --set method.gauss=$s
    drift=$(yaml_value "$dir/run.yaml" drift_H_relative)
    check "$ends: energy error falls with s = $s: $drift" awk -v a="$drift" -v b="$last" 'BEGIN { exit !(a < b / 5 || a < 1e-12) }'
    last=$drift
  done
  check_close "$last" 0 1e-12 "$ends: energy at s = 2k + 2"
  check_close "$(yaml_value "$dir/run.yaml" phi_max)" 0 1e-14 "$ends: unit length"
done
# a constant force does the work F . (x - x0); the other loads are potentials
check_close "$(csv_last "$WORK/c1_c2.6/invariants.csv" W_ext)" \
  "$(awk -v x="$(csv_last "$WORK/c1_c2.6/state.csv" b9.x)" 'BEGIN { printf "%.17g", 3 * (x - 18) }')" 1e-13 "work of the constant force"
check_equal "$(csv_last "$WORK/c1_c1.6/invariants.csv" W_ext)" 0 "no work from outside between clamped ends"
check_close "$(csv_last "$WORK/c1_c3.6/state.csv" b9.x)" 18 0 "the last body is held"

# the inertia is that of the sites, and analytic derivatives agree with differences
check_exit 0 "$RIGEL" check $paper/chain_c1_c3.yaml
check_match "$WORK/out" 'principal moments 1.16666667, 1.25, 1.41666667' "inertia of the tetrahedron: 14/12, 15/12, 17/12"
check_match "$WORK/out" 'slopes .*: [0-9.]+e-1[0-9] \(equations\)' "analytic derivatives of the potentials"

# discs: two rims of point masses of 1 kg in all, J = m r^2 + m d^2 about the axis and across it; energy and unit length at rounding
scripts/make_problem.sh discs 4 8 >"$WORK/discs.yaml"
check_exit 0 "$RIGEL" check "$WORK/discs.yaml"
check_match "$WORK/out" 'principal moments 0.00125625, 0.00125625, 0.0025' "inertia of a disc"
check_exit 0 "$RIGEL" run "$WORK/discs.yaml" -o "$WORK/discs"
check_close "$(yaml_value "$WORK/discs/run.yaml" drift_H_relative)" 0 1e-14 "discs: energy"
check_close "$(yaml_value "$WORK/discs/run.yaml" phi_max)" 0 1e-15 "discs: unit length"
check_exit 2 scripts/make_problem.sh discs 4 7
check_exit 2 scripts/make_problem.sh discs 1

# restart keeps the work done
check_exit 0 "$RIGEL" run $paper/chain_c1_c2.yaml -o "$WORK/part" --set time.end=0.2
check_exit 0 "$RIGEL" run $paper/chain_c1_c2.yaml -o "$WORK/part" --set time.end=0.5 --restart "$WORK/part"
check_exit 0 "$RIGEL" run $paper/chain_c1_c2.yaml -o "$WORK/whole" --set time.end=0.5
check "restart: the same invariants" cmp "$WORK/part/invariants.csv" "$WORK/whole/invariants.csv"
finish
