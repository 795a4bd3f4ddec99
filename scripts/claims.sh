# Part of scripts/figures.sh: judges every claim of paper 003 by the tables in $out and writes $out/README.md.
. scripts/verdicts.sh

# --- figure 2
e=$(results error_e_loc figure02)
claim 2 "The cuboid tumbles freely (mG(3), h = 0.05)." "error e_loc at t = 5: $(short "$e")" "$(true_if "$e < 1e-6")" 0 ""

# --- figure 3
k1=$( { cells figure03 drift_H_relative degree=1 verdict=done; cells figure03 drift_L_relative degree=1 verdict=done; } | largest)
H=$(cells figure03 drift_H_relative verdict=done | largest)
Lk=$( { cell figure03 drift_L_relative degree=2 gauss=2; cell figure03 drift_L_relative degree=3 gauss=3; } | largest)
L2=$(cell figure03 drift_L_relative degree=2 gauss=3)
L3=$(cell figure03 drift_L_relative degree=3 gauss=4)
claim 3 "In directors mG(k) preserves angular momentum and energy, for any number of Gauss points shown." \
  "k = 1, s = 1..6: both at most $(short "$k1"); k = 2, 3: energy at most $(short "$H") for every s, L $(short "$Lk") with s = k" \
  "$(true_if "$k1 < $exact && $H < $exact && $Lk < $exact && $L2 < $exact && $L3 < $exact")" "$(true_if "$k1 < $exact && $H < $exact && $Lk < $exact")" \
  "True as shown (k = 1). For k >= 2 angular momentum is kept with s = k points only: $(short "$L2") with k = 2, s = 3 and $(short "$L3") with k = 3, s = 4."
c=$( { cells figure03 phi_max_scaled verdict=done; cells figure03 psi_max_scaled verdict=done; } | largest)
claim "sect. 3.1" "Quadratic constraints hold at the end of every element of mG(k)." "directors, k = 1, 2, 3, all s: Phi and Psi at most $(short "$c")" "$(true_if "$c < $exact")" 0 ""

# --- figure 4
L=$( { cell figure04 drift_L_relative degree=1 kinetic=unit gauss=1; cell figure04 drift_L_relative degree=1 kinetic=scalable gauss=1; } | largest)
LL=$(cell figure04 drift_L_relative degree=1 kinetic=unit gauss=2)
claim 4 "In quaternions angular momentum is conserved with one Gauss point (k = 1)." "s = 1: $(short "$L"); s = 2: $(short "$LL")" "$(true_if "$L < $exact && $LL > $exact")" 0 ""
u1=$(cell figure04 drift_H_relative degree=1 kinetic=unit gauss=1)
u2=$(cell figure04 drift_H_relative degree=1 kinetic=unit gauss=2)
for s in 2 3 4 5 6; do declare "x$s=$(cell figure04 drift_H_relative degree=1 kinetic=scalable gauss=$s)"; done
least() { awk -F, -v kinetic="$1" -v exact=$exact 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["degree"] == 1 && $at["kinetic"] == kinetic && $at["drift_H_relative"] + 0 < exact + 0 { print $at["gauss"]; exit }' "$out/figure04.csv"; }
claim 4 "Energy conservation requires four Gauss points (k = 1, h = 0.05)." \
  "kinetic energy with the true inverse of M_4: $(short "$x2"), $(short "$x3"), $(short "$x4"), $(short "$x5"), $(short "$x6") for s = 2..6; as a polynomial (unit): $(short "$u1"), $(short "$u2") for s = 1, 2" \
  "$(true_if "$x3 > $exact && $x4 < $exact")" "$(true_if "$x3 > 1e-9 && $x4 < 1e-9")" \
  "The kinetic energy (58) with M_4^{-1} = Q_l J_4^{-1} Q_l^T is a polynomial of degree 4 and needs $(least unit) points to get below $exact; with the true inverse, divided by \\|q\\|^4, quadrature is never exact and gets there with $(least scalable) points; four bring it below 1e-9, which is what is judged here."
both=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["verdict"] == "done" { h = $at["drift_H_relative"] + 0; l = $at["drift_L_relative"] + 0; m = h > l ? h : l; if (!n++ || m < b) b = m } END { print b }' "$out/figure04.csv")
claim "4, 6" "In quaternions mG(k) with Gauss quadrature does not conserve energy and angular momentum at once." \
  "the larger of the two drifts is at least $(short "$both") for k = 1, 2, 3, s = k..8, both kinetic energies" "$(true_if "$both > $exact")" 0 ""

# --- figure 5
H=$(cell figure05 drift_H_relative step=0.05); L=$(cell figure05 drift_L_relative step=0.05)
claim 5 "BG(3) conserves neither angular momentum nor energy." "relative drifts at h = 0.05: H $(short "$H"), L $(short "$L")" "$(true_if "$H > $exact && $L > $exact")" 0 ""
pH=$(cell figure05_orders order measure=drift_H_relative); pL=$(cell figure05_orders order measure=drift_L_relative)
claim 5 "Conservation improves as the step decreases." "drifts fall with order $(fixed "$pH") (H) and $(fixed "$pL") (L)" "$(true_if "$pH > 1 && $pL > 1")" 0 ""

# --- figure 6
acc=$(cell figure06_reference accuracy reference=0); e3=$(results error_e_loc reference_3); ea=$(results error_e_loc reference_auto)
claim 6 "The reference, mG(3) with 50 000 elements, is good enough to measure errors by." \
  "differs by $(short "$acc") from 25 000 elements; error against 16 digits of a Taylor series: $(short "$e3") (s = 3), $(short "$ea") (s = 6)" "$(true_if "$e3 < $exact && $ea < $exact")" 0 ""
off=$(for k in 1 2 3; do cells figure06_orders order measure=e_loc degree=$k | awk -v k=$k '{ print $1 - 2 * k }'; done | largest)
claim 6 "e_loc = O(h^2k) for both formulations, k = 1, 2, 3." \
  "fitted orders: quaternions $(list cells figure06_orders order measure=e_loc formulation=quaternion), directors $(list cells figure06_orders order measure=e_loc formulation=director)" \
  "$(true_if "$off <= 0.35")" 0 ""

# --- figure 7
worst=$(cells figure07_orders order measure=e_loc | awk 'NR == 1 || $1 < m { m = $1 } END { print m }')
for k in 1 2 3; do declare "b$k=$(cells figure07 order_e_loc degree=$k step=0.003125 | awk '{ s += $1 } END { print s / NR }')" "m$k=$(cells figure06_orders order measure=e_loc degree=$k formulation=quaternion)"; done
claim 7 "All BG schemes converge." "fitted orders over 12 series: at least $(fixed "$worst")" "$(true_if "$worst > 1")" 0 ""
claim 7 "Raising k does not improve BG as it improves mG." "order at the finest step for k = 1, 2, 3: BG $(fixed "$b1"), $(fixed "$b2"), $(fixed "$b3"); mG $(fixed "$m1"), $(fixed "$m2"), $(fixed "$m3")" \
  "$(true_if "$b2 < $m2 - 1 && $b3 < $m3 - 1")" 0 "Odd k gain one order (k + 1), even k none: the step from k = 1 to k = 2 gains a constant factor only."
# ratio COLUMN A B: largest factor between the errors of the two values of a column at the finest step, and that of their orders
ratio() {
  awk -F, -v by="$1" -v first="$2" -v second="$3" -v want="$4" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    $at["step"] != "0.003125" { next }
    { other = by == "formulation" ? $at["multipliers"] : $at["formulation"]; key = other $at["degree"]; if ($at[by] == first) a[key] = $at[want]; else b[key] = $at[want] }
    END { for (k in a) { f = want == "e_loc" ? (a[k] > b[k] ? a[k] / b[k] : b[k] / a[k]) : (a[k] > b[k] ? a[k] - b[k] : b[k] - a[k]); if (f > m) m = f } print m }' "$out/figure07.csv"
}
f=$(ratio multipliers continuous discontinuous e_loc); d=$(ratio multipliers continuous discontinuous order_e_loc)
claim 7 "Continuous or discontinuous multipliers: the results remain nearly unchanged." "at the finest step the errors differ by a factor of up to $(fixed "$f"), the orders by $(fixed "$d")" \
  "$(true_if "$f < 1.5")" "$(true_if "$d < 0.35")" "Same orders, other constants."
f=$(ratio formulation quaternion director e_loc); d=$(ratio formulation quaternion director order_e_loc)
i1=$(cell figure07 order_e_loc formulation=director degree=1 multipliers=continuous step=0.025); i2=$(cell figure07 order_e_loc formulation=director degree=1 multipliers=continuous step=0.0125)
claim 7 "Quaternions and directors essentially yield the same convergence." "at the finest step the errors differ by a factor of up to $(fixed "$f"), the orders by $(fixed "$d")" \
  "$(true_if "$f < 1.5")" "$(true_if "$d < 0.35")" "Same orders; directors need smaller steps to show them (BG(1), continuous: $(fixed "$i1") and $(fixed "$i2") between the coarser meshes)."

# --- figure 8
for k in 1 2 3; do declare "s$k=$(cell figure08 order_condition_paper degree=$k time.elements=128)" "t$k=$(cell figure08 order_condition_paper degree=$k time.elements=1024)"; done
vd=$(cell figure08_variants order_condition_paper psi=full multipliers=discontinuous time.elements=256)
vp=$(cell figure08_variants order_condition_paper psi=plain multipliers=continuous time.elements=256)
near() { true_if "($1) > -1.2 && ($1) < -0.8"; }
claim 8 "BG with continuous multipliers: the condition number grows like h^-1." "slopes for k = 1, 2, 3 on [0, 1]: $(fixed "$s1"), $(fixed "$s2"), $(fixed "$s3") from 64 to 128 elements; $(fixed "$t1"), $(fixed "$t2"), $(fixed "$t3") from 512 to 1024" \
  "$(all "$(near "$s1")" "$(near "$s2")" "$(near "$s3")" "$(near "$t1")" "$(near "$t2")" "$(near "$t3")")" "$(all "$(near "$s1")" "$(near "$s2")" "$(near "$s3")")" \
  "Pre-asymptotic, and only for the weak form as printed with Psi = q . dH/dp in full: with Psi = q . p the slope is $(fixed "$vp"), with discontinuous multipliers $(fixed "$vd"). A condition number depends on the scaling of rows and columns."
for k in 1 2 3; do declare "s$k=$(cell figure08_mG order_condition_paper degree=$k step=1e-5)" "t$k=$(cell figure08_mG order_condition_paper degree=$k step=1e-2)"; done
square() { true_if "($1) > -2.2 && ($1) < -1.8"; }
claim 8 "mG(k): the condition number grows like h^-2." "slopes for k = 1, 2, 3: $(fixed "$t1"), $(fixed "$t2"), $(fixed "$t3") from h = 0.1 to 0.01; $(fixed "$s1"), $(fixed "$s2"), $(fixed "$s3") from 1e-4 to 1e-5" \
  "$(all "$(square "$s1")" "$(square "$s2")" "$(square "$s3")" "$(square "$t1")" "$(square "$t2")" "$(square "$t3")")" "$(all "$(square "$s1")" "$(square "$s2")" "$(square "$s3")")" \
  "In the limit, with the rows of z divided by h and those of the constraints not; at steps used in practice the growth is h^-1."
w=$(cells figure08_mG order_condition step=1e-5 | largest)
claim 8 "Scaling can improve the conditioning." "mG as solved here (natural units, h lambda as unknown): slopes at most $(fixed "$w"); condition $(fixed "$(cell figure08_mG condition degree=1 step=1e-5)") at h = 1e-5 for k = 1" "$(true_if "$w < 0.1")" 0 ""

# --- figures 9 to 12
y=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { x = $at["bar.x"] < 0 ? -$at["bar.x"] : $at["bar.x"]; if (x > m) m = x } END { print m + 0 }' "$work/figure09/state.csv")
claim 9 "The pendulum falls from the horizontal and swings in a plane (mG(1), h = 0.1)." "largest distance from the plane: $(short "$y")" "$(true_if "$y < $exact")" 0 ""
H=$(results drift_H_relative figure10); g1=$(cell figure11_study drift_H_relative gauss=1); g2=$(cell figure11_study drift_H_relative gauss=2)
claim 10 "mG(1) with four Gauss points conserves the Hamiltonian of the pendulum (h = 0.1)." "relative drift over 10 s: $(short "$H"); two points: $(short "$g2"); one: $(short "$g1")" "$(true_if "$H < $exact")" 0 ""
scale=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { p = sqrt($at["bar.pq0"]^2 + $at["bar.pq1"]^2 + $at["bar.pq2"]^2 + $at["bar.pq3"]^2); if (p > m) m = p } END { print m }' "$work/figure11/state.csv")
phi=$(cells figure11 phi | largest); psi=$(cells figure11 psi | largest); ext=$( { cells figure11 ext1; cells figure11 ext2; cells figure11 ext3; } | largest)
claim 11 "The internal constraints hold to machine precision at element ends, on both levels." "Phi $(short "$phi"), Psi $(short "$psi") with \\|p\\| up to $(short "$scale")" "$(true_if "$phi < $exact && $psi < $exact * $scale")" 0 ""
p1=$(cell figure11_study psi_max_scaled gauss=1); p2=$(cell figure11_study psi_max_scaled gauss=2)
claim 11 "The external constraints hold precisely at element ends." "components of (67): at most $(short "$ext") with a length of 5" "$(true_if "$ext < 5 * $exact")" 0 \
  "On the velocity level at least two points are needed, as Psi of (67) is of degree 4: scaled violation $(short "$p1") with one point, $(short "$p2") with two."
phi=$(cells figure12_0.1 phi | largest); mean=$(awk -F, 'NR > 2 { v = $NF < 0 ? -$NF : $NF; if (v > m) m = v } END { print m }' "$out/figure12_0.1.csv")
claim 12 "BG satisfies the constraints in an integral manner, not at nodes." "BG(1), h = 0.1: nodal Phi up to $(short "$phi"); integral of Phi against the multiplier functions, over h: $(short "$mean")" "$(true_if "$phi > 1e-9 && $mean < $exact")" 0 ""
po=$(cell figure12_study_orders order measure=phi_max_scaled); ps=$(cell figure12_study_orders order measure=psi_max_scaled)
claim 12 "Constraint satisfaction improves as the step decreases." "largest nodal violation falls with order $(fixed "$po") (Phi) and $(fixed "$ps") (Psi)" "$(true_if "$po > 0.5 && $ps > 0.5")" 0 ""

# --- conclusions
at_step() { cell "$1" e_loc formulation=quaternion degree="$2" step=0.0125 ${3:+multipliers=$3}; }
ratios=() better=""
for k in 1 2 3; do
  for m in continuous discontinuous; do
    r=$(awk -v b="$(at_step figure07 $k $m)" -v m="$(at_step figure06 $k)" 'BEGIN { print b / m }')
    ratios+=("$r")
    if [ "$(true_if "$r < 1")" = 1 ]; then better+="${better:+ and }k = $k, $m multipliers"; fi
  done
done
low=$(printf '%s\n' "${ratios[@]}" | smallest); low2=$(printf '%s\n' "${ratios[@]:2}" | smallest)
claim "sect. 6" "BG is less accurate than mG." "error of BG over that of mG, h = 0.0125, k = 1, 2, 3, continuous and discontinuous: $(printf '%.2g ' "${ratios[@]}")" \
  "$(true_if "$low > 1")" "$(true_if "$low2 > 1")" "${better:+BG is the more accurate of the two for $better.}"
uq=$(cell figure07 unknowns formulation=quaternion degree=3 multipliers=continuous step=0.0125); ud=$(cell figure07 unknowns formulation=director degree=3 multipliers=continuous step=0.0125); um=$(cell figure06 unknowns formulation=quaternion degree=3 step=0.0125)
claim "sect. 1, 6" "Global systems are much larger than those of a step, and quaternions need fewer unknowns than directors." "k = 3, 400 elements: BG $uq (quaternions), $ud (directors); mG $um per step" "$(true_if "$uq > 100 * $um && $ud > 2 * $uq")" 0 ""

# --- the page
{
  cat <<PAGE
# Paper 003, reproduced

Every figure and claim of M. May, P. Betsch: Galerkin-based time integration approaches to rigid body dynamics in terms of unit
quaternions, Multibody System Dynamics (2025), computed by \`make figures\`. This page, its verdicts, the tables (CSV) and the plots
(PNG and SVG) are written by \`scripts/figures.sh\` from \`$files/\`, one file per figure. Drifts are
relative, constraint violations in natural units; "to rounding" is below $exact. A claim *holds* as it is printed; *with a remark*, if
only in a weaker form or under conditions that the paper does not state. The conditions are those of \`scripts/claims.sh\`.

| figure | claim | measured | verdict | remark |
|---|---|---|---|---|
PAGE
  printf '%s\n' "${lines[@]}"
  cat <<PAGE

$(count "holds") claims hold, $(count "holds with a remark") with a remark, $(count "does not hold") do not.

## Remarks on the text

* Eq. (69): the mu-term in the row of the quaternion's rate is the gradient of Psi by the momentum, not by the quaternion; it follows
  from (13). The translational rows omit the forces of joints and gravity. "M_4(p)^{-1}" means Q_l(p) J_4^{-1} Q_l(p)^T.
* The paper leaves open: the kinetic energy away from |q| = 1 (fig. 4), the interval and scaling of fig. 8, the number of Gauss
  points of BG, and what becomes of the first multiplier with continuous multipliers. Here it is not an unknown but takes its
  consistent value; with s = k points BG would be Gauss collocation, so s is at least k + 1.
* Orientation of the bodies: l, b, h of the box along e1, e2, e3 (J = diag(5, 26, 29)); l of the pendulum along e2.

## Figures

Fig. 2. Snapshots of the box, mG(3).

![figure 2](figure02.png)

Fig. 3. Directors, mG(1), over time.

![figure 3](figure03_time.png)

Fig. 4. Quaternions, mG(1), over time, for both kinetic energies; largest drifts over the number of Gauss points.

![figure 4, unit](figure04_unit.png)
![figure 4, scalable](figure04_scalable.png)
![figure 4, energy](figure04_energy.png)
![figure 4, angular momentum](figure04_momentum.png)

Fig. 5. BG(3) over time; drift of the energy over the step.

![figure 5](figure05_time.png)
![figure 5, energy](figure05_energy.png)

Fig. 6. Convergence of mG(k); the same errors over the time of computation.

![figure 6](figure06.png)
![figure 6, work and precision](figure06_work.png)

Fig. 7. Convergence of BG(k).

![figure 7](figure07.png)

Fig. 8. Condition numbers of BG(k): in the scaling of the paper, as solved; mG(k) in the scaling of the paper.

![figure 8](figure08.png)
![figure 8, as solved](figure08_as_solved.png)
![figure 8, mG](figure08_mG.png)

Fig. 9. Snapshots of the pendulum, mG(1).

![figure 9](figure09.png)

Fig. 10. Energy of the pendulum, mG(1).

![figure 10](figure10.png)

Fig. 11. Constraints at element ends, mG(1).

![figure 11](figure11.png)

Fig. 12. Constraints at nodes, BG(1); largest violation over the step.

![figure 12](figure12.png)
![figure 12, over the step](figure12_phi.png)
PAGE
} >"$out/README.md"
