"""The claims of May and Betsch (2025): statements, measurements and conditions (see claims.py)."""
from claims import Claim
from measure import ROUNDING, largest

DRIFTS = ("drift_H_relative", "drift_L_relative")
PARITIES = ("", "_odd")  # suffixes of tables with even and odd numbers of elements
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
            "unit_points": fewest_points(t, "unit", ROUNDING), "scalable_points": fewest_points(t, "scalable", ROUNDING),
            "rounding_bound": ROUNDING}


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


def finest_orders(r, name):
    """Orders of BG(k) at the finest mesh of a table, mean over all variants."""
    t = r.table(name)
    n = max(int(row["elements"]) for row in t.rows)
    finest = [t.cells("order_e_loc", degree=k, elements=n) for k in DEGREES]
    return [sum(p) / len(p) for p in finest]


def bg_orders(r):
    """Orders of BG(k) with even and odd numbers of elements, and of mG(k)."""
    mg = r.table("figure06_orders")
    return {"worst": min(min(r.table(f"figure07{odd}_orders").cells("order", measure="e_loc")) for odd in PARITIES),
            "BG": finest_orders(r, "figure07"), "odd": finest_orders(r, "figure07_odd"),
            "mG": [mg.cell("order", measure="e_loc", degree=k, formulation="quaternion") for k in DEGREES]}


def bg_parity(r):
    """Errors of BG(k) with discontinuous multipliers, 200 and 201 elements; and the largest ratio for even k, the least for odd k."""
    even, odd = ([r.table(f"figure07{name}").cell("e_loc", formulation="quaternion", multipliers="discontinuous", degree=k, elements=n)
                  for k in DEGREES] for name, n in zip(PARITIES, (200, 201)))
    ratios = [max(a / b, b / a) for a, b in zip(even, odd)]
    return {"even": even, "odd": odd, "odd_degrees": min(ratios[0], ratios[2]), "even_degree": ratios[1]}


def variants(column, first, second):
    """Differences of two values of a column at the finest meshes: largest ratio of errors, largest difference of orders."""
    def compare(t):
        n = max(int(row["elements"]) for row in t.rows)
        other = "formulation" if column == "multipliers" else "multipliers"
        pairs = [(a, b) for a in t.select(**{column: first}, elements=n) for b in t.select(**{column: second}, elements=n)
                 if (a[other], a["degree"]) == (b[other], b["degree"])]
        ratios = [float(a["e_loc"]) / float(b["e_loc"]) for a, b in pairs]
        return max(max(x, 1 / x) for x in ratios), largest([float(a["order_e_loc"]) - float(b["order_e_loc"]) for a, b in pairs])

    def measure(r):
        even, odd = (compare(r.table(f"figure07{name}")) for name in PARITIES)
        coarse = [r.table("figure07").cell("order_e_loc", formulation="director", degree=1, multipliers="continuous", step=h)
                  for h in (0.025, 0.0125)]
        return {"factor": even[0], "difference": even[1], "factor_odd": odd[0], "difference_odd": odd[1], "coarse": coarse}
    return measure


def bg_condition(r):
    """Slopes of the condition number of BG(k) over h, in windows of steps and on both intervals, and of its variants."""
    def slopes(name, n, degrees=DEGREES):
        return [r.table(name).cell("order_condition_weak", degree=k, time__elements=n) for k in degrees]
    t = r.table("figure08_variants")
    five = r.table("figure08_five")
    return {"coarse": slopes("figure08", 128), "fine": slopes("figure08", 1024), "odd": slopes("figure08_odd", 129),
            "odd_fine": slopes("figure08_odd", 513), "finest": r.table("figure08_fine").cells("order_condition_weak"),
            "five": five.cells("order_condition_weak", scheme="BG", psi="full"),
            "plain": t.cell("order_condition_weak", psi="plain", multipliers="continuous", time__elements=256),
            "discontinuous": t.cell("order_condition_weak", psi="full", multipliers="discontinuous", time__elements=256)}


def mg_condition(r):
    """Slopes of the condition number of an element of mG(k) over h: rows of z divided by h, literal weak form, as solved."""
    t = r.table("figure08_mG")

    def slopes(measure, step):
        return [t.cell(f"order_{measure}", degree=k, step=step) for k in DEGREES]
    return {"coarse": slopes("condition_paper", 1e-2), "fine": slopes("condition_paper", 1e-5), "weak": slopes("condition_weak", 1e-5),
            "solved": largest(t.cells("order_condition", step=1e-5)), "condition": t.cell("condition", degree=1, step=1e-5)}


def equal_scaling(r):
    """Global matrices of BG(k) and mG(k), k = 1, 2, in the same scaling: slopes on both intervals, and the ratio of the numbers."""
    finest = {"figure08_one": 256, "figure08_five": 640}

    def cells(column, scheme, name, psi="full"):
        return [r.table(name).cell(column, scheme=scheme, degree=k, psi=psi, time__elements=finest[name]) for k in (1, 2)]
    values = {f"{label}_{scheme}_{place}_{psi}": cells(f"order_condition{suffix}", scheme, f"figure08_{place}", psi)
              for label, suffix in (("weak", "_weak"), ("solved", "")) for scheme in ("BG", "mG") for place in ("one", "five")
              for psi in ("full", "plain")}
    ratios = [b / m for name in finest for psi in ("full", "plain")
              for b, m in zip(cells("condition_weak", "BG", name, psi), cells("condition_weak", "mG", name, psi))]
    solved = [b / m for name in finest for psi in ("full", "plain")
              for b, m in zip(cells("condition", "BG", name, psi), cells("condition", "mG", name, psi))]
    return {**values, "least": min(ratios), "most": max(ratios), "least_solved": min(solved), "most_solved": max(solved)}


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
    t = r.table("figure12_0.1")
    orders = {f"{level}{odd}": r.table(f"figure12_{name}_orders").cell("order", measure=f"{level}_max_scaled")
              for odd, name in zip(PARITIES, ("study", "odd")) for level in ("phi", "psi")}
    return {"largest_phi": largest(t.cells("phi")), "mean": largest(t.cells("mean_phi")[1:]), **orders}


def bg_over_mg(r):
    """Error of BG(k) over that of mG(k) with 400 and 401 elements for both kinds of multipliers."""
    ratios = {(odd, k, kind): r.table(f"figure07{odd}").cell("e_loc", formulation="quaternion", degree=k, elements=n, multipliers=kind)
              / r.table(f"figure06{odd}").cell("e_loc", formulation="quaternion", degree=k, elements=n)
              for odd, n in zip(PARITIES, (400, 401)) for k in DEGREES for kind in ("continuous", "discontinuous")}

    def select(first, last, odd):
        return [x for (parity, k, _), x in ratios.items() if first <= k <= last and parity == odd]
    return {"linear": select(1, 1, ""), "linear_odd": select(1, 1, "_odd"), "higher": select(2, 3, ""), "higher_odd": select(2, 3, "_odd")}


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
          "unit_points == 4 or scalable_points == 4",
          remark="The kinetic energy (58) with M_4^{{-1}} = Q_l J_4^{{-1}} Q_l^T is a polynomial of degree 4 and needs {unit_points} points "
          "to get below {rounding_bound:g}, the limit of this page; with the true inverse, divided by \\|q\\|^4, quadrature is never exact "
          "and gets there with {scalable_points} points. Four leave {four:.1e}, which a plot of H cannot show."),
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
    Claim("7", "All BG schemes converge.", bg_orders, "fitted orders over 24 series, even and odd numbers of elements: at least {worst:.2f}",
          "worst > 1"),
    Claim("7", "One curve per degree describes the error over the step.", bg_parity,
          "e_loc with 200 and 201 elements, k = 1, 2, 3: {even:.1e} and {odd:.1e}", "max(odd_degrees, even_degree) < 1.5",
          remark="The figure does not say how many elements it uses. For odd k the error depends on the parity of that number, by a factor of "
          "at least {odd_degrees:.1f} here; for k = 2 by {even_degree:.2f}. The start excites a parasitic solution, a sawtooth for odd k "
          "(docs/explanation/theory.md, Weak start and traces)."),
    Claim("7", "Raising k does not improve BG as it improves mG.", bg_orders,
          "order at the finest mesh for k = 1, 2, 3: BG {BG:.2f} (even numbers of elements), {odd:.2f} (odd); mG {mG:.2f}",
          "max(BG[1], odd[1]) < mG[1] - 1 and max(BG[2], odd[2]) < mG[2] - 1",
          remark="Odd k gain one order (k + 1), even k none: the step from k = 1 to k = 2 gains a constant factor only."),
    Claim("7", "Continuous or discontinuous multipliers: the results remain nearly unchanged.",
          variants("multipliers", "continuous", "discontinuous"),
          "at the finest mesh the errors differ by a factor of up to {factor:.2f} with an even number of elements and {factor_odd:.2f} with an "
          "odd one, the orders by {difference:.2f} and {difference_odd:.2f}",
          "max(factor, factor_odd) < 1.5", "max(difference, difference_odd) < 0.35", "Same orders, other constants."),
    Claim("7", "Quaternions and directors essentially yield the same convergence.", variants("formulation", "quaternion", "director"),
          "at the finest mesh the errors differ by a factor of up to {factor:.2f} with an even number of elements and {factor_odd:.2f} with an "
          "odd one, the orders by {difference:.2f} and {difference_odd:.2f}",
          "max(factor, factor_odd) < 1.5", "max(difference, difference_odd) < 0.35",
          "Same orders; directors need smaller steps to show them (BG(1), continuous: {coarse[0]:.2f} and {coarse[1]:.2f} between the "
          "coarser meshes)."),
    Claim("8", "BG with continuous multipliers: the condition number grows like h^-1 (on [0, 1]).", bg_condition,
          "slopes for k = 1, 2, 3: {coarse:.2f} from 64 to 128 elements, {odd:.2f} from 65 to 129; {fine:.2f} from 512 to 1024, "
          "{odd_fine:.2f} from 257 to 513; for k = 1: {finest:.2f} from 4096 to 8192 and 16384",
          "between(coarse, -1.2, -0.8) and between(fine, -1.2, -0.8) and between(finest, -1.2, -0.8)", "between(coarse, -1.2, -0.8)",
          "In a window of steps only, and only for the weak form as printed with Psi = q . dH/dp in full: with Psi = q . p the slope is "
          "{plain:.2f}, with discontinuous multipliers {discontinuous:.2f}."),
    Claim("8", "The same on [0, 5], the interval of the example.", bg_condition,
          "slopes with 160, 320 and 640 elements, k = 1, 2: {five:.2f}", "between(five, -1.2, -0.8)",
          remark="The publication does not state the interval of the figure."),
    Claim("8", "mG(k): the condition number grows like h^-2.", mg_condition,
          "one element, k = 1, 2, 3, weak form as printed: {weak:.2f} from h = 1e-4 to 1e-5; rows of z divided by h: {fine:.2f} there and "
          "{coarse:.2f} from 0.1 to 0.01",
          "between(weak, -2.2, -1.8)", "between(fine, -2.2, -1.8)",
          "Not in the weak form that the publication prints. It appears for small h if the rows of z are divided by h and those of the "
          "constraints are not."),
    Claim("8", "In contrast to mG, BG grows only with h^-1: BG is the better conditioned of the two.", equal_scaling,
          "both all at once in the printed weak form, k = 1, 2, slopes on [0, 1]: BG {weak_BG_one_full:.2f}, mG {weak_mG_one_full:.2f} "
          "(Psi = q . p: {weak_BG_one_plain:.2f} and {weak_mG_one_plain:.2f}); on [0, 5]: {weak_BG_five_full:.2f} and "
          "{weak_mG_five_full:.2f} (Psi = q . p: {weak_BG_five_plain:.2f} and {weak_mG_five_plain:.2f}); as solved on [0, 1]: "
          "{solved_BG_one_full:.2f} and {solved_mG_one_full:.2f}",
          "most < 1",
          remark="The publication compares two scalings of rows. In one scaling the number of BG is {least:.1e} to {most:.1e} times that of mG in "
          "the printed weak form and {least_solved:.1f} to {most_solved:.1f} times as solved; their slopes over the same interval are equal "
          "as solved."),
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
          "BG(1), h = 0.1: nodal Phi up to {largest_phi:.1e}; integral of Phi against the multiplier functions, over h: {mean:.1e}",
          "largest_phi > 1e-9 and mean < rounding"),
    Claim("12", "Constraint satisfaction improves as the step decreases.", bg_constraints,
          "largest nodal violation falls with order {phi:.2f} (Phi) and {psi:.2f} (Psi) with even numbers of elements, {phi_odd:.2f} and "
          "{psi_odd:.2f} with odd ones",
          "min(phi, psi, phi_odd, psi_odd) > 0.5"),
    Claim("sect. 6", "BG is less accurate than mG (k = 2, 3).", bg_over_mg,
          "error of BG over that of mG, continuous and discontinuous multipliers, 400 elements: {higher:.2g}; 401: {higher_odd:.2g}",
          "min(min(higher), min(higher_odd)) > 1"),
    Claim("sect. 6", "BG is less accurate than mG (k = 1).", bg_over_mg,
          "error of BG over that of mG, continuous and discontinuous multipliers, 400 elements: {linear:.2g}; 401: {linear_odd:.2g}",
          "min(min(linear), min(linear_odd)) > 1",
          remark="It depends on the multipliers and on the parity of the number of elements."),
    Claim("sect. 1, 6", "Global systems are much larger than those of a step, and quaternions need fewer unknowns than directors.",
          unknowns, "k = 3, 400 elements: BG {quaternions} (quaternions), {directors} (directors); mG {step} per step",
          "quaternions > 100 * step and directors > 2 * quaternions"),
]
