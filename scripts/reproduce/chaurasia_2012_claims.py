"""The claims of Chaurasia (2012), chapters 2 and 3: statements, measurements and conditions (see claims.py)."""
from math import cos, dist, log, sin

from claims import Claim
from measure import largest, log_slope, relative_change


def energy(r, table, run):
    """Row of energies of a run as numbers: {H_start, H_least, H_most, H_end}, and the largest relative change."""
    row = r.table(table).select(run=run)[0]
    H = {name: float(text) for name, text in row.items() if name != "run"}
    return {**H, "change": relative_change(H["H_start"], H["H_least"], H["H_most"])}


def oscillator(r):
    """Energies of the oscillator at the end, or their largest change."""
    H = {scheme: energy(r, "figure2_01", f"h_{scheme}")
         for scheme in ("euler_explicit", "euler_implicit", "rk4", "symplectic_euler_a", "stoermer_verlet", "gauss6")}
    return {"H": H["rk4"]["H_start"], "explicit": H["euler_explicit"]["H_end"], "implicit": H["euler_implicit"]["H_end"],
            "rk4": H["rk4"]["H_end"] - H["rk4"]["H_start"], "symplectic": H["symplectic_euler_a"]["change"],
            "verlet": H["stoermer_verlet"]["change"], "gauss": H["gauss6"]["change"]}


def planar_pendulum(r):
    """Energies of the pendulum."""
    radau, midpoint = (energy(r, "figure2_02_to_05", f"p_{scheme}") for scheme in ("radau3", "midpoint"))
    return {"H": radau["H_start"], "radau": radau["H_end"], "least": midpoint["H_least"], "most": midpoint["H_most"],
            "change": midpoint["change"]}


def orbits(r):
    """Energy errors of the orbits: at the end (H = -0.5) and at most."""
    H = {name: energy(r, "figure2_06_to_09", f"k_{scheme}") for name, scheme in
         (("explicit", "euler_explicit"), ("symplectic", "symplectic_euler_a"), ("verlet", "stoermer_verlet"), ("gauss", "gauss6"))}
    return {"explicit_end": abs(H["explicit"]["H_end"] + 0.5), "symplectic_end": abs(H["symplectic"]["H_end"] + 0.5),
            **{name: value["change"] for name, value in H.items()}}


def euler(r):
    """Intervals of time in which symplectic Euler has the smaller errors, and the errors of both methods."""
    t = r.table("figure2_06_errors")
    explicit, symplectic = (t.select(scheme=scheme) for scheme in ("euler_explicit", "symplectic_euler_a"))
    ratios = {name: [float(b[name]) / float(a[name]) for a, b in zip(explicit, symplectic)] for name in ("energy", "position")}
    return {"ends": [float(row["end"]) for row in explicit], **ratios, "first": min(ratios["energy"][0], ratios["position"][0]),
            "last": max(ratios["energy"][-1], ratios["position"][-1]), "worst": max(ratios["energy"] + ratios["position"])}


def printed_orbit(r):
    """Largest distance of the printed exact solution from the orbit by Kepler's equation at equal times, from the rows of a run."""
    rows = r.state("k_gauss6").columns("t", "kepler.x", "kepler.y")

    def printed(t):
        return 0.64 * cos(t) / (1 + 0.6 * cos(t)), 0.64 * sin(t) / (1 + 0.6 * cos(t))
    return {"off": max(dist((x, y), printed(t)) for t, x, y in rows), "error": r.result("k_gauss6", "error_position"),
            "conic": max(abs((x * x + y * y) ** 0.5 - 0.64 / (1 + 0.6 * x / (x * x + y * y) ** 0.5)) for _, x, y in rows)}


def tetrahedron(r):
    """Moments of inertia of four unit masses at the printed corners, a = 1."""
    corners = ((-1/2, -1/3, -1/4), (1/2, -1/3, -1/4), (0, 2/3, -1/4), (0, 0, 3/4))
    squares = [sum(c[i] ** 2 for c in corners) for i in range(3)]
    return {"moments": [12 * (sum(squares) - squares[i]) for i in range(3)], "off": largest(
        [sum(squares) - squares[i] - printed for i, printed in enumerate((17/12, 5/4, 5/6))])}


def points(r):
    """Largest relative difference of the six counts from Hairer's, in percent."""
    rows = [list(row.values()) for row in r.table("table2_01").rows]
    return {"percent": 100 * largest([(float(row[2]) - float(row[3])) / float(row[3]) for row in rows])}


def galaxy(r):
    """Energies of the orbit of a star."""
    rk4 = energy(r, "figure2_11", "g_rk4")
    return {"start": rk4["H_start"], "end": rk4["H_end"], "gauss": energy(r, "figure2_11", "g_gauss6")["change"]}


def loops(r):
    """Range of the inclination, number of its maxima, and of the reversals of the azimuth: the loops of the projection."""
    rows = [[float(x) for x in list(row.values())[1:3]] for row in r.state("t_angles").rows]
    psi, theta = zip(*rows)
    inner = range(1, len(rows) - 1)
    return {"low": min(theta), "high": max(theta),
            "nutations": sum(theta[i] > theta[i - 1] and theta[i] >= theta[i + 1] for i in inner),
            "loops": sum(psi[i] < psi[i - 1] and psi[i + 1] >= psi[i] for i in inner)}


def rattle(r):
    """Energy error of RATTLE, at most and at the end."""
    H = energy(r, "figure2_13_to_19", "t_director")
    return {"most": r.result("t_director", "drift_H_relative"), "end": abs(H["H_end"] - H["H_start"]) / abs(H["H_start"])}


def unit_length(r):
    """Orders of the violation of the unit length."""
    t = r.table("figure3_03")

    def order(scheme):
        return log_slope([(float(row["step"]), float(row["phi_max_scaled"])) for row in t.select(scheme=scheme)])
    return {"midpoint": order("midpoint"), "sun": order("sun_geng"), "gauss": order("gauss6"),
            "verlet": largest(t.cells("phi_max_scaled", scheme="stoermer_verlet"))}


def chain(ends):
    """Drift of the energy of the chain of tetrahedra, and violation of the unit length."""
    def measure(r):
        return {"gauss": r.result(f"{ends}.gauss6", "drift_H_relative"), "mG": r.result(f"{ends}.mG", "drift_H_relative"),
                "gauss_length": r.result(f"{ends}.gauss6", "phi_max"), "mG_length": r.result(f"{ends}.mG", "phi_max")}
    return measure


def times(table):
    """First and last time of a step, if measured."""
    first, last = table.rows[0]["ms"], table.rows[-1]["ms"]
    return "" if first == "-" else f"; {first} to {last} ms per step"


def particles(r):
    """Power of the instructions in the number of particles, between the last two rows."""
    t = r.table("figure3_07")
    (x, y), (u, v) = t.columns("particles", "instructions_1e6")[-2:]
    return {"power": log(v / y) / log(u / x), "times": times(t)}


def discs(r):
    """Power of the instructions in the number of discs that move."""
    t = r.table("figure3_08")
    return {"power": log_slope([(n - 1, y) for n, y in t.columns("discs", "instructions_1e6")]), "times": times(t)}


def disc_lengths(r):
    """Largest | |q|^2 - 1 | of all discs."""
    t = r.table("figure3_09")
    return {"gauss": largest(t.cells("error", scheme="gauss6")), "mG": largest(t.cells("error", scheme="mG"))}


CHAIN = ("`gauss6` {gauss:.1e}, mG(2) with 8 points {mG:.1e}, relative, 500 steps of 0.01; unit length {gauss_length:.1e}, {mG_length:.1e}",
         "max(gauss, mG) < rounding", "gauss < 1e-5 and mG < rounding")
CHAIN_REMARK = "`gauss6` to its order, mG(k) to rounding with 2k + 4 points; the default of 2k + 2 points leaves a quadrature error."

CLAIMS = [
    Claim("2.1", "Energy of the oscillator blows up (explicit Euler), dies out (implicit Euler), falls slowly (RK4), oscillates "
          "(symplectic Euler, Verlet).", oscillator,
          "H from {H:g} to {explicit:.1e}, {implicit:.1e} and, RK4, by {rk4:.1e}; it oscillates by {symplectic:.1e} and {verlet:.1e}, "
          "relative; `gauss6` {gauss:.1e}",
          "explicit > 4 * H and implicit < H / 4 and 0 < -rk4 < 1e-5 * H and symplectic < 0.05 and verlet < symplectic "
          "and gauss < rounding"),
    Claim("2.2 to 2.5", "Radau IIA of order 3 spirals inwards, the midpoint rule stays on its curve.", planar_pendulum,
          "H from {H:.2f} to {radau:.3f} in t = 300 with `radau3`; between {least:.2f} and {most:.3f} with `midpoint`",
          "radau < 0.9 * H and change < 0.03"),
    Claim("2.6 to 2.9", "Symplectic Euler is better than explicit Euler with a hundredth of its step; Verlet and Gauss are better still.",
          orbits, "energy at the end off by {explicit_end:.1e} (explicit Euler), {symplectic_end:.1e} (symplectic), most of all times "
          "{explicit:.1e}, {symplectic:.1e}, {verlet:.1e} (Verlet), {gauss:.1e} (`gauss6`), relative",
          "gauss < verlet < symplectic < explicit", "symplectic_end < explicit_end and gauss < verlet < symplectic",
          "Steps 0.05 and 0.0005; the thesis prints none. The ellipse keeps its size and turns."),
    Claim("sect. 2.3", "\"Even for step size 100 times higher than Explicit Euler, symplectic Euler-A provides more accurate solution.\"", euler,
          "largest errors of symplectic over those of explicit Euler, in intervals up to t = {ends:g}: energy {energy:.2g}; position "
          "{position:.2g}", "worst < 1", "last < 1 < first",
          "For long times only: explicit Euler with a hundredth of the step has the smaller energy error up to t = 50, and the smaller "
          "error of the position at first."),
    Claim("sect. 2.3", "The exact solution is q_1(t) = (1 - e^2) cos t / (1 + e cos t), q_2(t) = (1 - e^2) sin t / (1 + e cos t).", printed_orbit,
          "distance from `gauss6` at equal times up to {off:.2g}; error of `gauss6` at the end {error:.1e} of the distance", "off < 1e-3",
          remark="The formula is the orbit over the true anomaly, not over time. The curve is right (to {conic:.0e}), the times are not."),
    Claim("2.10, table 2.1", "Points on the half-plane agree with Hairer's.", points,
          "all six counts to {percent:.2f} percent", "percent < 0.2",
          remark="With c = 0.75 and H = 2 instead of the printed c = 0.5 and p2 = 1.688 (`galaxy.yaml`). The orbit is weakly chaotic: "
          "p2 moved by 4e-5 changes the last row by up to 36 points."),
    Claim("2.11", "RK4 loses energy over 80 000 steps of 0.4, Gauss does not.", galaxy,
          "H from {start:g} to {end:.4f} with `rk4`; `gauss6` stays within {gauss:.1e}, relative", "start - end > 0.1 and gauss < 1e-4"),
    Claim("2.13, 2.14", "The projection of the centre of mass of the top shows oscillatory behaviour.", loops,
          "inclination between {low:.4f} and {high:.4f} rad, {nutations} nutations in t = 10; in {loops} of them the azimuth turns back",
          "nutations > 1 and high - low > 1e-3", remark="Moments of inertia are not printed: those of a cone."),
    Claim("2.15 to 2.17", "QUAT-EM keeps H and L3.",
          lambda r: {name: r.result("t_quaternion", f"drift_{name}_relative") for name in "HL"}, "{H:.1e}, {L:.1e}, relative",
          "max(H, L) < rounding"),
    Claim("2.18, 2.19", "RATTLE: the error of H is small.", rattle, "at most {most:.1e}, {end:.1e} at the end, step 0.001, relative",
          "most < 1e-6 and end <= most"),
    Claim("3.3", "With the multiplier inserted every symplectic method keeps the unit length \"upto second order only\".", unit_length,
          "order {midpoint:.2f} (`midpoint`), {sun:.2f} (`sun_geng`), {gauss:.2f} (`gauss6`); `stoermer_verlet` {verlet:.1e}",
          "max(midpoint, sun, gauss) < 2.5 and verlet > rounding",
          remark="The error has the order of the method, and Verlet's rule keeps the length to rounding. Nothing draws the solution back."),
    Claim("3.4", "The tetrahedron has the moments of inertia 17/12, 5/4 and 5/6 of m a^2.", tetrahedron,
          "the sum over the printed corners gives {moments:g} twelfths", "off < rounding", remark="The third is 14/12, not 10/12."),
    Claim("3.5", "The energy of the chain is conserved, c1-c2.", chain("c1_c2"), *CHAIN,
          CHAIN_REMARK + " H less the work of the force, which the thesis counts as a potential."),
    Claim("3.6", "The energy of the chain is conserved, c1-c1.", chain("c1_c1"), *CHAIN, CHAIN_REMARK),
    Claim("3.7", "Computing time grows with the particles of a body; all pairs act on each other, so as their square.", particles,
          "instructions per step with the power {power:.2f} between 48 and 96 particles, 6 discs{times}", "between(power, 1.8, 2.2)"),
    Claim("3.8", "Computing time grows with the number of bodies; neighbours act on each other, so linearly.", discs,
          "instructions per step with the power {power:.2f} in the 3 to 63 discs that move, 12 particles{times}",
          "between(power, 0.9, 1.1)"),
    Claim("3.9", "Quaternions remain unit for all bodies of the chain (8 discs of 8 particles).",
          disc_lengths,
          "q.q - 1 over 1000 steps at most {gauss:.1e} with `gauss6`, {mG:.1e} with mG(3)", "max(gauss, mG) < rounding", "gauss < 1e-8"),
]
