"""The claims of May and Betsch (2025): statements, measurements and conditions (see claims.py)."""
from claims import Claim
from measure import largest

DRIFTS = ("drift_H_relative", "drift_L_relative")
DEGREES = (1, 2, 3)


def directors(r):
    """Largest drifts of the directors, by degree and number of Gauss points."""
    t = r.table("figure03")
    H, L = DRIFTS
    return {"both": largest(t.cells(H, degree=1, verdict="done"), t.cells(L, degree=1, verdict="done")),
            "H": largest(t.cells(H, verdict="done")), "L": largest([t.cell(L, degree=k, gauss=k) for k in (2, 3)]),
            "L2": t.cell(L, degree=2, gauss=3), "L3": t.cell(L, degree=3, gauss=4)}


def director_constraints(r):
    """Largest violation of the constraints of the directors on both levels."""
    t = r.table("figure03")
    return {"violation": largest(t.cells("phi_max_scaled", verdict="done"), t.cells("psi_max_scaled", verdict="done"))}


def quaternion_momentum(r):
    """Drift of L with one and two Gauss points, k = 1."""
    t = r.table("figure04")
    return {"one": largest([t.cell("drift_L_relative", degree=1, kinetic=kind, gauss=1) for kind in ("unit", "scalable")]),
            "two": t.cell("drift_L_relative", degree=1, kinetic="unit", gauss=2)}


def fewest_points(table, kinetic, bound):
    """The smallest number of Gauss points that conserves H below the bound, k = 1."""
    return next(int(row["gauss"]) for row in table.select(degree=1, kinetic=kinetic) if float(row["drift_H_relative"]) < bound)


def quaternion_energy(r):
    """Drift of H over the number of Gauss points for both kinetic energies, k = 1."""
    t = r.table("figure04")
    drift = {s: t.cell("drift_H_relative", degree=1, kinetic="scalable", gauss=s) for s in range(2, 7)}
    return {"scalable": list(drift.values()), "three": drift[3], "four": drift[4],
            "unit": [t.cell("drift_H_relative", degree=1, kinetic="unit", gauss=s) for s in (1, 2)],
            "unit_points": fewest_points(t, "unit", 1e-12), "scalable_points": fewest_points(t, "scalable", 1e-12)}


def best_of_both(r):
    """min over all runs of the larger drift of H and L."""
    return {"both": min(max(float(row[name]) for name in DRIFTS) for row in r.table("figure04").select(verdict="done"))}


def global_orders(r):
    """Orders with which the drifts of BG(3) decrease."""
    t = r.table("figure05_orders")
    return {"H": t.cell("order", measure="drift_H_relative"), "L": t.cell("order", measure="drift_L_relative")}


def reference_errors(r):
    """Accuracy of the reference, and its errors against a Taylor series."""
    return {"accuracy": r.table("figure06_reference").cell("accuracy", reference=0),
            "three": r.result("reference_3", "error_e_loc"), "six": r.result("reference_auto", "error_e_loc")}


def mg_orders(r):
    """Fitted orders of mG(k) and their largest distance from 2k."""
    t = r.table("figure06_orders")
    return {"quaternions": t.cells("order", measure="e_loc", formulation="quaternion"),
            "directors": t.cells("order", measure="e_loc", formulation="director"),
            "off": largest([p - 2 * k for k in DEGREES for p in t.cells("order", measure="e_loc", degree=k)])}


def bg_orders(r):
    """Orders of BG(k) at the finest step, mean over all variants, and of mG(k)."""
    bg, mg = r.table("figure07"), r.table("figure06_orders")
    finest = [bg.cells("order_e_loc", degree=k, step=0.003125) for k in DEGREES]
    return {"worst": min(r.table("figure07_orders").cells("order", measure="e_loc")), "BG": [sum(p) / len(p) for p in finest],
            "mG": [mg.cell("order", measure="e_loc", degree=k, formulation="quaternion") for k in DEGREES]}


def variants(column, first, second):
    """Differences of two values of a column at the finest step: largest ratio of errors, largest difference of orders."""
    def measure(r):
        t = r.table("figure07")
        other = "formulation" if column == "multipliers" else "multipliers"
        pairs = [(a, b) for a in t.select(**{column: first}, step=0.003125) for b in t.select(**{column: second}, step=0.003125)
                 if (a[other], a["degree"]) == (b[other], b["degree"])]
        ratios = [float(a["e_loc"]) / float(b["e_loc"]) for a, b in pairs]
        coarse = [t.cell("order_e_loc", formulation="director", degree=1, multipliers="continuous", step=h) for h in (0.025, 0.0125)]
        return {"factor": max(max(x, 1 / x) for x in ratios), "coarse": coarse,
                "difference": largest([float(a["order_e_loc"]) - float(b["order_e_loc"]) for a, b in pairs])}
    return measure


def bg_condition(r):
    """Slopes of the condition number of BG(k) over h, and of its variants."""
    def slopes(n):
        return [r.table("figure08").cell("order_condition_paper", degree=k, time__elements=n) for k in DEGREES]
    t = r.table("figure08_variants")
    return {"coarse": slopes(128), "fine": slopes(1024),
            "plain": t.cell("order_condition_paper", psi="plain", multipliers="continuous", time__elements=256),
            "discontinuous": t.cell("order_condition_paper", psi="full", multipliers="discontinuous", time__elements=256)}


def mg_condition(r):
    """Slopes of the condition number of mG(k) over h, in both scalings."""
    t = r.table("figure08_mG")
    return {"coarse": [t.cell("order_condition_paper", degree=k, step=1e-2) for k in DEGREES],
            "fine": [t.cell("order_condition_paper", degree=k, step=1e-5) for k in DEGREES],
            "solved": largest(t.cells("order_condition", step=1e-5)), "condition": t.cell("condition", degree=1, step=1e-5)}


def pendulum_energy(r):
    """Drift of H of the pendulum with four, two and one Gauss points."""
    t = r.table("figure11_study")
    return {"four": r.result("figure10", "drift_H_relative"), "two": t.cell("drift_H_relative", gauss=2),
            "one": t.cell("drift_H_relative", gauss=1)}


def pendulum_constraints(r):
    """Largest violations at element ends, with the scale |p| of Psi."""
    t, study = r.table("figure11"), r.table("figure11_study")
    momenta = r.state("figure11").columns("bar.pq0", "bar.pq1", "bar.pq2", "bar.pq3")
    return {"phi": largest(t.cells("phi")), "psi": largest(t.cells("psi")), "external": largest(*(t.cells(f"ext{i}") for i in (1, 2, 3))),
            "scale": max(sum(x * x for x in p) ** 0.5 for p in momenta),
            "one": study.cell("psi_max_scaled", gauss=1), "two": study.cell("psi_max_scaled", gauss=2)}


def bg_constraints(r):
    """Nodal violation of BG(1) and its weighted mean, and the orders with which the violations decrease."""
    t, orders = r.table("figure12_0.1"), r.table("figure12_study_orders")
    return {"phi": largest(t.cells("phi")), "mean": largest(t.cells("mean_phi")[1:]),
            "phi_order": orders.cell("order", measure="phi_max_scaled"), "psi_order": orders.cell("order", measure="psi_max_scaled")}


def bg_over_mg(r):
    """Error of BG(k) over that of mG(k) at h = 0.0125 for both kinds of multipliers."""
    ratios = {(k, kind): r.table("figure07").cell("e_loc", formulation="quaternion", degree=k, step=0.0125, multipliers=kind)
              / r.table("figure06").cell("e_loc", formulation="quaternion", degree=k, step=0.0125)
              for k in DEGREES for kind in ("continuous", "discontinuous")}
    better = " and ".join(f"k = {k}, {kind} multipliers" for (k, kind), ratio in ratios.items() if ratio < 1)
    return {"ratios": " ".join(f"{x:.2g}" for x in ratios.values()), "least": min(ratios.values()),
            "least_higher": min(x for (k, _), x in ratios.items() if k > 1),
            "better": f"BG is the more accurate of the two for {better}." if better else ""}


def unknowns(r):
    """Unknowns of a global solve and of a step, k = 3."""
    def bg(formulation):
        return int(r.table("figure07").cell("unknowns", formulation=formulation, degree=3, multipliers="continuous", step=0.0125))
    return {"quaternions": bg("quaternion"), "directors": bg("director"),
            "step": int(r.table("figure06").cell("unknowns", formulation="quaternion", degree=3, step=0.0125))}


CLAIMS = [
    Claim("2", "The cuboid tumbles freely (mG(3), h = 0.05).",
          lambda r: {"error": r.result("figure02", "error_e_loc")}, "error e_loc at t = 5: {error:.1e}", "error < 1e-6"),
    Claim("3", "In directors mG(k) preserves angular momentum and energy, for any number of Gauss points shown.", directors,
          "k = 1, s = 1..6: both at most {both:.1e}; k = 2, 3: energy at most {H:.1e} for every s, L {L:.1e} with s = k",
          "max(both, H, L, L2, L3) < rounding", "max(both, H, L) < rounding",
          "True as shown (k = 1). For k >= 2 angular momentum is kept with s = k points only: {L2:.1e} with k = 2, s = 3 and {L3:.1e} with "
          "k = 3, s = 4."),
    Claim("sect. 3.1", "Quadratic constraints hold at the end of every element of mG(k).", director_constraints,
          "directors, k = 1, 2, 3, all s: Phi and Psi at most {violation:.1e}", "violation < rounding"),
    Claim("4", "In quaternions angular momentum is conserved with one Gauss point (k = 1).", quaternion_momentum,
          "s = 1: {one:.1e}; s = 2: {two:.1e}", "one < rounding < two"),
    Claim("4", "Energy conservation requires four Gauss points (k = 1, h = 0.05).", quaternion_energy,
          "kinetic energy with the true inverse of M_4: {scalable:.1e} for s = 2..6; as a polynomial (unit): {unit:.1e} for s = 1, 2",
          "four < rounding < three", "four < 1e-9 < three",
          "The kinetic energy (58) with M_4^{{-1}} = Q_l J_4^{{-1}} Q_l^T is a polynomial of degree 4 and needs {unit_points} points to "
          "get below 1e-12; with the true inverse, divided by \\|q\\|^4, quadrature is never exact and gets there with {scalable_points} "
          "points; four bring it below 1e-9, which is what is judged here."),
    Claim("4, 6", "In quaternions mG(k) with Gauss quadrature does not conserve energy and angular momentum at once.", best_of_both,
          "the larger of the two drifts is at least {both:.1e} for k = 1, 2, 3, s = k..8, both kinetic energies", "both > rounding"),
    Claim("5", "BG(3) conserves neither angular momentum nor energy.",
          lambda r: {name: r.table("figure05").cell(f"drift_{name}_relative", step=0.05) for name in "HL"},
          "relative drifts at h = 0.05: H {H:.1e}, L {L:.1e}", "min(H, L) > rounding"),
    Claim("5", "Conservation improves as the step decreases.", global_orders,
          "drifts fall with order {H:.2f} (H) and {L:.2f} (L)", "min(H, L) > 1"),
    Claim("6", "The reference, mG(3) with 50 000 elements, is good enough to measure errors by.", reference_errors,
          "differs by {accuracy:.1e} from 25 000 elements; error against 16 digits of a Taylor series: {three:.1e} (s = 3), "
          "{six:.1e} (s = 6)",
          "max(three, six) < rounding"),
    Claim("6", "e_loc = O(h^2k) for both formulations, k = 1, 2, 3.", mg_orders,
          "fitted orders: quaternions {quaternions:.2f}, directors {directors:.2f}", "off <= 0.35"),
    Claim("7", "All BG schemes converge.", bg_orders, "fitted orders over 12 series: at least {worst:.2f}", "worst > 1"),
    Claim("7", "Raising k does not improve BG as it improves mG.", bg_orders,
          "order at the finest step for k = 1, 2, 3: BG {BG:.2f}; mG {mG:.2f}", "BG[1] < mG[1] - 1 and BG[2] < mG[2] - 1",
          remark="Odd k gain one order (k + 1), even k none: the step from k = 1 to k = 2 gains a constant factor only."),
    Claim("7", "Continuous or discontinuous multipliers: the results remain nearly unchanged.",
          variants("multipliers", "continuous", "discontinuous"),
          "at the finest step the errors differ by a factor of up to {factor:.2f}, the orders by {difference:.2f}",
          "factor < 1.5", "difference < 0.35", "Same orders, other constants."),
    Claim("7", "Quaternions and directors essentially yield the same convergence.", variants("formulation", "quaternion", "director"),
          "at the finest step the errors differ by a factor of up to {factor:.2f}, the orders by {difference:.2f}",
          "factor < 1.5", "difference < 0.35",
          "Same orders; directors need smaller steps to show them (BG(1), continuous: {coarse[0]:.2f} and {coarse[1]:.2f} between the "
          "coarser meshes)."),
    Claim("8", "BG with continuous multipliers: the condition number grows like h^-1.", bg_condition,
          "slopes for k = 1, 2, 3 on [0, 1]: {coarse:.2f} from 64 to 128 elements; {fine:.2f} from 512 to 1024",
          "between(coarse, -1.2, -0.8) and between(fine, -1.2, -0.8)", "between(coarse, -1.2, -0.8)",
          "Pre-asymptotic, and only for the weak form as printed with Psi = q . dH/dp in full: with Psi = q . p the slope is {plain:.2f}, "
          "with discontinuous multipliers {discontinuous:.2f}. A condition number depends on the scaling of rows and columns."),
    Claim("8", "mG(k): the condition number grows like h^-2.", mg_condition,
          "slopes for k = 1, 2, 3: {coarse:.2f} from h = 0.1 to 0.01; {fine:.2f} from 1e-4 to 1e-5",
          "between(coarse, -2.2, -1.8) and between(fine, -2.2, -1.8)", "between(fine, -2.2, -1.8)",
          "In the limit, with the rows of z divided by h and those of the constraints not; at steps used in practice the growth is h^-1."),
    Claim("8", "Scaling can improve the conditioning.", mg_condition,
          "mG as solved here (natural units, h lambda as unknown): slopes at most {solved:.2f}; condition {condition:.2f} "
          "at h = 1e-5 for k = 1",
          "solved < 0.1"),
    Claim("9", "The pendulum falls from the horizontal and swings in a plane (mG(1), h = 0.1).",
          lambda r: {"distance": largest(r.state("figure09").cells("bar.x"))},
          "largest distance from the plane: {distance:.1e}", "distance < rounding"),
    Claim("10", "mG(1) with four Gauss points conserves the Hamiltonian of the pendulum (h = 0.1).", pendulum_energy,
          "relative drift over 10 s: {four:.1e}; two points: {two:.1e}; one: {one:.1e}", "four < rounding"),
    Claim("11", "The internal constraints hold to machine precision at element ends, on both levels.", pendulum_constraints,
          "Phi {phi:.1e}, Psi {psi:.1e} with \\|p\\| up to {scale:.1e}", "phi < rounding and psi < rounding * scale"),
    Claim("11", "The external constraints hold precisely at element ends.", pendulum_constraints,
          "components of (67): at most {external:.1e} with a length of 5", "external < 5 * rounding",
          remark="On the velocity level at least two points are needed, as Psi of (67) is of degree 4: scaled violation {one:.1e} with one "
          "point, {two:.1e} with two."),
    Claim("12", "BG satisfies the constraints in an integral manner, not at nodes.", bg_constraints,
          "BG(1), h = 0.1: nodal Phi up to {phi:.1e}; integral of Phi against the multiplier functions, over h: {mean:.1e}",
          "phi > 1e-9 and mean < rounding"),
    Claim("12", "Constraint satisfaction improves as the step decreases.", bg_constraints,
          "largest nodal violation falls with order {phi_order:.2f} (Phi) and {psi_order:.2f} (Psi)", "min(phi_order, psi_order) > 0.5"),
    Claim("sect. 6", "BG is less accurate than mG.", bg_over_mg,
          "error of BG over that of mG, h = 0.0125, k = 1, 2, 3, continuous and discontinuous: {ratios}",
          "least > 1", "least_higher > 1", "{better}"),
    Claim("sect. 1, 6", "Global systems are much larger than those of a step, and quaternions need fewer unknowns than directors.",
          unknowns, "k = 3, 400 elements: BG {quaternions} (quaternions), {directors} (directors); mG {step} per step",
          "quaternions > 100 * step and directors > 2 * quaternions"),
]
