# The files of one run (docs/reference/output.md): names, columns, rows, digits.
. "$(dirname "$0")/../lib.sh"

header() { head -n 1 "$1"; }
# every row has as many fields as the header
check_rectangular() {
  check_equal "$(awk -F, 'NR == 1 { n = NF } NF != n { bad++ } END { print bad + 0 }' "$1")" 0 "rows as long as the header: ${1##*/}"
}
inv=t,T,V,H,dH,L1,L2,L3,P1,P2,P3,phi_max,psi_max

check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/box"
check_equal "$(cd "$WORK/box" && ls -A | tr '\n' ' ')" "invariants.csv multipliers.csv newton.csv restart.dat run.yaml state.csv " "exactly six files"
check_equal "$(header "$WORK/box/state.csv")" \
  "t,box.x,box.y,box.z,box.q0,box.q1,box.q2,box.q3,box.px,box.py,box.pz,box.pq0,box.pq1,box.pq2,box.pq3" "state of a quaternion body"
check_equal "$(header "$WORK/box/invariants.csv")" "$inv,box.phi,box.psi" "invariants of a quaternion body"
check_equal "$(header "$WORK/box/multipliers.csv")" "t,box.gamma1,box.mu1" "multipliers of a quaternion body"
check_match "$WORK/box/newton.csv" '^element,t,iterations,residual' "newton.csv"
for table in state invariants multipliers newton; do check_rectangular "$WORK/box/$table.csv"; done

# rows: element ends with the start; multipliers at midpoints, newton per solve
check_equal "$(csv_rows "$WORK/box/state.csv")" 101 "state: elements + 1 rows"
check_equal "$(csv_rows "$WORK/box/invariants.csv")" 101 "invariants: elements + 1 rows"
check_equal "$(csv_rows "$WORK/box/multipliers.csv")" 100 "multipliers: a row per element"
check_equal "$(csv_rows "$WORK/box/newton.csv")" 100 "newton: a row per solve"
check_equal "$(sed -n 2p "$WORK/box/state.csv")" "0,0,0,0,1,0,0,0,0,0,0,0,0,260,58" "the start state"
check_close "$(awk -F, 'NR == 3 { print $1 }' "$WORK/box/multipliers.csv")" 0.075 1e-15 "multipliers at midpoints"
check_equal "$(csv_last "$WORK/box/state.csv" t)" 5 "the last time"
# dH is the increment over the element
check_equal "$(awk -F, 'NR > 2 { if ($4 - h != $5) bad++ } NR > 1 { h = $4 } END { print bad + 0 }' "$WORK/box/invariants.csv")" 0 "dH is the increment of H"
# a number with fewer digits would not be the same after a round trip
check_equal "$(awk -F, 'NR > 1 { for (i = 1; i <= NF; i++) if (sprintf("%.17g", $i) != $i) bad++ } END { print bad + 0 }' "$WORK/box/state.csv")" \
  0 "17 significant digits"
check_match "$WORK/box/state.csv" '[0-9]\.[0-9]{16}|0\.0*[1-9][0-9]{16}' "some numbers need all of them"

check_exit 0 "$RIGEL" run problems/spinning_box_director.yaml -o "$WORK/director"
check_equal "$(header "$WORK/director/state.csv")" \
  "t,box.x,box.y,box.z,box.d1x,box.d1y,box.d1z,box.d2x,box.d2y,box.d2z,box.d3x,box.d3y,box.d3z,box.px,box.py,box.pz,box.pd1x,box.pd1y,box.pd1z,box.pd2x,box.pd2y,box.pd2z,box.pd3x,box.pd3y,box.pd3z" \
  "state of a director body"
check_equal "$(header "$WORK/director/multipliers.csv")" \
  "t,box.gamma1,box.gamma2,box.gamma3,box.gamma4,box.gamma5,box.gamma6,box.mu1,box.mu2,box.mu3,box.mu4,box.mu5,box.mu6" \
  "multipliers of a director body"

check_exit 0 "$RIGEL" run problems/steady_top.yaml -o "$WORK/top" --set bodies.top.position='[1, 2, 3]' --set time.end=0.1
check_match "$WORK/top/state.csv" '^t,top.x,top.y,top.z,top.q0,top.q1,top.q2,top.q3,top.px,top.py,top.pz,top.pq0,top.pq1,top.pq2,top.pq3$' \
  "a fixed point has its columns too"
check_equal "$(csv_last "$WORK/top/state.csv" top.x) $(csv_last "$WORK/top/state.csv" top.z)" "1 3" "and stays where it is"
check_close "$(csv_max "$WORK/top/invariants.csv" phi_max)" 0 1e-14 "unit length"

check_exit 0 "$RIGEL" run problems/physical_pendulum.yaml -o "$WORK/joint"
check_equal "$(header "$WORK/joint/invariants.csv")" "$inv,bar.phi,bar.psi,support.phi,support.psi" "invariants with a joint"
check_equal "$(header "$WORK/joint/multipliers.csv")" \
  "t,bar.gamma1,bar.mu1,support.gamma1,support.gamma2,support.gamma3,support.mu1,support.mu2,support.mu3" "multipliers with a joint"
check_equal "$(header "$WORK/joint/reactions.csv")" "t,support.fx,support.fy,support.fz,support.mx,support.my,support.mz" "reactions"
check_equal "$(csv_rows "$WORK/joint/reactions.csv")" "$((2 * ($(csv_rows "$WORK/joint/state.csv") - 1)))" "degree 2: two rows of reactions per element"
check_exit 0 "$RIGEL" run problems/physical_pendulum.yaml -o "$WORK/joint" --set method.degree=3 --set time.elements=20
check_equal "$(csv_rows "$WORK/joint/reactions.csv")" 60 "degree 3: a row at each of three Gauss points"
check_rectangular "$WORK/joint/reactions.csv"
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/joint" --force
check_equal "$(find "$WORK/joint" -name "*reactions*")" "" "no reactions without joints, nor old ones"

# two particles: a stone thrown and one at rest, without constraints; mG is exact for a parabola
cat >"$WORK/particles.yaml" <<'END'
name: particles
time: {end: 2, step: 0.25}
method: {degree: 2}
gravity: [0, 0, -10]
bodies:
  - {name: stone, formulation: particle, mass: 3, position: [1, 0, 5], velocity: [2, 0, 8]}
  - {name: other, formulation: particle, mass: 2}
END
check_exit 0 "$RIGEL" run "$WORK/particles.yaml" -o "$WORK/particles"
check_equal "$(header "$WORK/particles/state.csv")" \
  "t,stone.x,stone.y,stone.z,stone.px,stone.py,stone.pz,other.x,other.y,other.z,other.px,other.py,other.pz" "state of particles"
check_equal "$(header "$WORK/particles/invariants.csv")" "$inv" "invariants of particles"
check_equal "$(header "$WORK/particles/multipliers.csv")" "t" "no multipliers"
check_close "$(csv_last "$WORK/particles/state.csv" stone.x)" 5 1e-14 "thrown: x = 1 + 2 t"
check_close "$(csv_last "$WORK/particles/state.csv" stone.z)" 1 2e-14 "thrown: z = 5 + 8 t - 5 t^2"
check_close "$(csv_last "$WORK/particles/state.csv" stone.pz)" -36 2e-13 "thrown: p = m (8 - 10 t)"
check_close "$(csv_last "$WORK/particles/state.csv" other.z)" -20 1e-13 "falling: z = -5 t^2"
check_close "$(csv_last "$WORK/particles/invariants.csv" H)" 252 1e-12 "H = 3 (68/2 + 50)"

# output.every: each third element and the last; 0: only run.yaml
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/every" --set output.every=3
check_equal "$(csv_rows "$WORK/every/state.csv")" 35 "every: 3 of 100: start, 33, the last"
check_equal "$(awk -F, 'NR == FNR { row[$1] = $0; next } row[$1] != $0 { bad++ } END { print bad + 0 }' "$WORK/box/state.csv" "$WORK/every/state.csv")" \
  0 "and the rows are those of the full run"
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/none" --set output.every=0
check_equal "$(ls -A "$WORK/none")" run.yaml "every: 0 writes run.yaml only"
check_equal "$(yaml_value "$WORK/none/run.yaml" error_e_loc)" "$(yaml_value "$WORK/box/run.yaml" error_e_loc)" "with the same results"

# output.nodes: all adds the k - 1 interior nodes, in order of time
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/nodes" --set output.nodes=all --set method.degree=3
check_equal "$(csv_rows "$WORK/nodes/state.csv")" 301 "nodes: all: 3 rows per element and the start"
check_equal "$(awk -F, 'NR > 2 && $1 <= t { bad++ } NR > 1 { t = $1 } END { print bad + 0 }' "$WORK/nodes/state.csv")" 0 "times ascend"
check_close "$(awk -F, 'NR == 3 { print $1 }' "$WORK/nodes/state.csv")" "$(awk 'BEGIN { printf "%.17g", 0.05 / 3 }')" 1e-16 "first node at a third"

# condition numbers fill their columns
check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/condition" --set solver.condition=true --set time.end=1
check_equal "$(header "$WORK/condition/newton.csv" | cut -d, -f6-)" corrections,condition,condition_paper,condition_weak,condition_1,condition_bound "columns of condition numbers"
check_rectangular "$WORK/condition/newton.csv"
check_equal "$(awk -F, 'NR > 1 && !($7 >= 1 && $7 < 1e6 && $8 > $7) { bad++ } END { print bad + 0 }' "$WORK/condition/newton.csv")" \
  0 "finite, at least one, and that of May and Betsch (2025) larger"
# the largest of each in the summary and in run.yaml; |A|_1 is at most sqrt(n) |A|_2 and at least 1 / sqrt(n) of it, so that of the condition n
for column in condition condition_paper condition_weak condition_1; do
  check_equal "$(sed -n "/^results:/,\$ s/^  $column: //p" "$WORK/condition/run.yaml")" "$(csv_max "$WORK/condition/newton.csv" $column)" "run.yaml has the largest $column"
done
check_match "$WORK/out" "^  cond     $(csv_max "$WORK/condition/newton.csv" condition | awk '{ printf "%.3e", $1 }' | sed 's/[+.]/\\&/g') as solved, .* in the 1-norm \(largest\)$" \
  "the summary too"
check_equal "$(awk -F, 'NR > 1 && !($10 <= 16 * $7 && 16 * $10 >= $7) { bad++ } END { print bad + 0 }' "$WORK/condition/newton.csv")" 0 "norms agree as far as they must"
# as solved: of order one in h; the scaling of May and Betsch (2025): h^-2 once h is small (docs/explanation/conditioning.md, Condition numbers)
for step in 2e-5 1e-5; do
  check_exit 0 "$RIGEL" run problems/spinning_box.yaml -o "$WORK/h$step" --set solver.condition=true --set time.end=1e-4 --set time.step=$step
done
rate() { awk -v a="$(csv_last "$WORK/h2e-5/newton.csv" "$1")" -v b="$(csv_last "$WORK/h1e-5/newton.csv" "$1")" 'BEGIN { print log(b / a) / log(2) }'; }
check_close "$(rate condition)" 0 0.01 "condition as solved does not grow"
check_close "$(rate condition_weak)" 1 0.05 "condition of the literal weak form grows with h^-1"
check_close "$(rate condition_paper)" 2 0.05 "condition in the scaling of May and Betsch (2025) grows with h^-2"
finish
