"""The claims of Hulbert (1992), sections 2 and 5: statements, measurements and conditions (see claims.py)."""
from claims import Claim
from measure import largest, log_slope

CONSERVING = ("simo_wong_explicit", "predictor_corrector", "staggered")
RULES = ("midpoint", "trapezoidal")
LINEAR = {"central": "simo_wong_explicit_trapezoidal", "staggered": "staggered_midpoint", "tamma": "predictor_corrector_midpoint"}


def linear_errors(r):
    """Orders of the three linear schemes on the oscillator."""
    t = r.table("section2_errors")
    points = {name: sorted(((float(row["h"]), float(row["position"])) for row in t.select(run=run)), reverse=True) for name, run in LINEAR.items()}
    return {"orders": [log_slope(p[-3:]) for p in points.values()], "off": largest([log_slope(p[-3:]) - 2 for p in points.values()])}


def linear_ratio(r):
    """Largest errors of position and velocity within a period, Tamma and Namburu over central differences, for two starts."""
    t = r.table("section2_period")
    ratios = {quantity: [t.cell(quantity, run=LINEAR["tamma"], start=start) / t.cell(quantity, run=LINEAR["central"], start=start)
                         for start in ("displaced", "pushed")] for quantity in ("position", "velocity")}
    return {**ratios, "most": max(max(x) for x in ratios.values())}


def limits(r):
    """Rates of growth of |x| with omega h = 1.99 and 2.01."""
    t = r.table("section2_limits")
    below, above = ([t.cell("rate", run=run, h=h) for run in LINEAR.values()] for h in (1.99, 2.01))
    return {"below": below, "above": above, "bounded": largest(below), "unbounded": min(above)}


def trapezoidal_staggered(r):
    """Growth of the energy of the staggered scheme with the trapezoidal impulse on the oscillator."""
    t = r.table("section2_limits")
    return {"rate": [float(row["rate"]) for row in t.select(run="staggered_trapezoidal")], "h": [float(row["h"]) for row in t.select(run="staggered_trapezoidal")]}


def kept_momentum(r):
    """Largest change of L after the torque, relative."""
    t = r.table("momentum")
    return {"three": largest([float(row["drift"]) for row in t.rows if row["run"] != "park_chiou_downer"]), "park": t.cell("drift", run="park_chiou_downer")}


def quarters(r, name, run):
    """Largest |H - H_0| / H_0 in each quarter of the time."""
    rows = r.table(name).select(run=run)
    error = [max(-float(row["least"]), float(row["most"])) for row in rows]
    n = len(error)
    return [max(error[q * n // 4:(q + 1) * n // 4]) for q in range(4)]


def tumbling(r):
    """Energy errors of the tumbling body by quarters."""
    values = {run: quarters(r, "figures1_4", run) for run in ("simo_wong_explicit_midpoint", "staggered_midpoint", "predictor_corrector_midpoint")}
    fine = r.table("growth")
    return {"simo": values["simo_wong_explicit_midpoint"], "staggered": values["staggered_midpoint"], "predictor": values["predictor_corrector_midpoint"],
            "half": [fine.cell("error", step=h) for h in (0.002, 0.001, 0.0005)],
            "order": log_slope([(float(row["step"]), float(row["error"])) for row in fine.rows])}


def identical(r):
    """Distance of the convected angular velocities of Simo and Wong's scheme and the staggered one."""
    t = r.table("differences")
    return {"six": t.cell("tumbling_6", run="simo_wong_explicit_midpoint"), "all": t.cell("tumbling_80", run="simo_wong_explicit_midpoint"),
            "simo": quarters(r, "figures1_4", "simo_wong_explicit_midpoint")[-1], "staggered": quarters(r, "figures1_4", "staggered_midpoint")[-1]}


def bursts(r):
    """The energy error of Park's scheme: its size at large and small |Omega_3|, and its values at the ends of quarters of the time."""
    t = r.table("park_bursts")
    return {"large": t.cell("value", name="large"), "small": t.cell("value", name="small"),
            "mean": [t.cell("value", name=f"mean_{q}") for q in range(1, 9)]}


def short_time(r):
    """Largest distance of the rotation of any scheme from that of the staggered one on the top."""
    rows = r.table("differences").rows
    return {"one": largest([float(row["top_1"]) for row in rows]), "ten": largest([float(row["top_10"]) for row in rows])}


def top(scheme):
    """Energy errors of the top by quarters, for both rules."""
    def measure(r):
        values = {rule: quarters(r, "figures7_10", f"{scheme}_{rule}") for rule in RULES}
        return {**values, **{f"{rule}_growth": q[-1] / q[0] for rule, q in values.items()}}
    return measure


def park(r):
    """Energy errors of Park's scheme on the top by quarters."""
    values = quarters(r, "figures7_10", "park_chiou_downer")
    return {"values": values, "growth": values[-1] / values[0]}


CLAIMS = [
    Claim("sect. 2", "Central differences and the algorithm of Tamma and Namburu have the same rate of convergence, 2.", linear_errors,
          "fitted orders of central differences, their staggered form, Tamma and Namburu: {orders:.2f}", "off < 0.05"),
    Claim("sect. 2.2", "They have the same maximum stable time step.", limits,
          "rate of growth over up to 2000 steps with omega h = 1.99: {below:.4f}; with 2.01: {above:.2f}", "bounded < 1e-2 and unbounded > 0.05"),
    Claim("sect. 2.2", "\"The error engendered by the Tamma-Namburu method is smaller.\"", linear_ratio,
          "largest error within a period over that of central differences, omega h = 0.1: position {position:.2f}, velocity {velocity:.2f} (started "
          "with a displacement, with a velocity)", "most < 1",
          remark="The phases agree exactly, and the amplitudes deviate by equal amounts to opposite sides. The publication refers to examples with "
          "loads."),
    Claim("sect. 4.5", "The impulse may be evaluated by the midpoint or by the trapezoidal rule.", trapezoidal_staggered,
          "staggered scheme, trapezoidal rule: the oscillator of section 2 grows like e^(r t) with r = {rate:.2f}, omega h = {h:g}", "max(rate) < 1e-3",
          remark="Not for the staggered scheme: its trapezoidal rule averages positions of the other grid, which is unstable on an oscillator for "
          "every step."),
    Claim("1 to 3", "The first three schemes identically conserve the angular momentum.", kept_momentum,
          "relative change from t = 2 to 80: at most {three:.1e}; Park's scheme {park:.1e}", "three < rounding < park"),
    Claim("1, 3", "\"The results from the Simo-Wong and the staggered conserving algorithms are virtually identical.\"", identical,
          "largest distance of the convected angular velocities over their size: {six:.1e} up to t = 6, {all:.1e} up to t = 80; energy error "
          "{simo:.1e} and {staggered:.1e}", "all < 1e-2", "six < 1e-2",
          remark="To the eye; their energy errors differ by a factor of ten."),
    Claim("1 to 3", "The kinetic energy appears constant during the torque-free motion.", tumbling,
          "relative energy error in quarters of the time: Simo and Wong {simo:.1e}; staggered {staggered:.1e}",
          "max(max(simo), max(staggered)) < 1e-3 and simo[3] < 1.1 * simo[0] and staggered[3] < 1.1 * staggered[0]"),
    Claim("2", "The predictor-corrector exhibits a weak growth in energy, a function of the step; it still appears with smaller steps.", tumbling,
          "in quarters of the time {predictor:.1e}; up to t = 40 with dt = 0.002, 0.001, 0.0005: {half:.1e}, order {order:.1f}",
          "predictor[0] < predictor[1] < predictor[2] < predictor[3] and min(half) > 1e-8"),
    Claim("4", "Park's scheme exhibits energy growth in bursts when the e_3 component of the convected angular velocity is large.", bursts,
          "energy error up to {large:.1e} with \\|Omega_3\\| > 10, {small:.1e} with \\|Omega_3\\| < 2 (first 20 s); mean error in eighths of the "
          "time from t = 2 to 80: {mean:.1e}", "large > 5 * small and min(mean) > 0", "large > 5 * small",
          "The bursts are there, the growth is not: the mean energy error becomes negative."),
    Claim("6", "For short times the results of the different algorithms on the top are indistinguishable.", short_time,
          "largest distance of the rotations from those of the staggered scheme: {one:.1e} up to t = 1, {ten:.1e} up to t = 10", "ten < 1e-2",
          "one < 1e-2", "The text says dt = 0.001, the caption 0.01; with 0.001 up to t = 1 only."),
    Claim("7", "Simo and Wong's scheme is unstable on the top with the midpoint rule, not with the trapezoidal rule.", top("simo_wong_explicit"),
          "quarters of 200 s: {midpoint:.1e}; trapezoidal {trapezoidal:.1e}", "midpoint_growth > 2 and trapezoidal_growth < 1.1"),
    Claim("8", "The predictor-corrector is weakly unstable on the top with both rules.", top("predictor_corrector"),
          "quarters of 200 s: {midpoint:.1e}; trapezoidal {trapezoidal:.1e}", "min(midpoint_growth, trapezoidal_growth) > 2"),
    Claim("9", "The staggered scheme is stable on the top with both rules.", top("staggered"),
          "quarters of 200 s: {midpoint:.1e}; trapezoidal {trapezoidal:.1e}", "max(midpoint_growth, trapezoidal_growth) < 1.1",
          remark="Not with the trapezoidal rule: its two grids decouple, and the error grows by a factor of e every 2.7 s until it is bounded at "
          "1.5 %."),
    Claim("9", "The midpoint rule is a superior choice for the staggered scheme.", top("staggered"),
          "largest energy error {midpoint:.1e} and {trapezoidal:.1e}", "max(midpoint) < max(trapezoidal)"),
    Claim("10", "Park's scheme does not exhibit instability on the top.", park, "quarters of 200 s: {values:.1e}", "growth < 1.1"),
    Claim("sect. 6", "Only the staggered algorithm and Simo and Wong's avoid weak instabilities.",
          lambda r: {"staggered": top("staggered")(r)["midpoint_growth"], "simo": top("simo_wong_explicit")(r)["midpoint_growth"],
                     "simo_trapezoidal": top("simo_wong_explicit")(r)["trapezoidal_growth"]},
          "growth of the energy error from the first to the last quarter: staggered, midpoint {staggered:.2f}; Simo and Wong, midpoint {simo:.1f}, "
          "trapezoidal {simo_trapezoidal:.2f}", "max(staggered, simo, simo_trapezoidal) < 1.1", "max(staggered, simo_trapezoidal) < 1.1",
          "Each with one rule: staggered with the midpoint rule, Simo and Wong's scheme with the trapezoidal rule."),
]
