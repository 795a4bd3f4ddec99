#!/usr/bin/env python3
"""Computes figures 2.1 to 3.9 and table 2.1 of Chaurasia (2012) with bin/rigel: plots, tables and README.md.

Table 2.1 and the times of figures 3.7 and 3.8 take minutes: the committed numbers are used unless you ask for new ones.

Environment: RIGEL (program, default bin/rigel), TABLE=1 (count the points of table 2.1), TIMES=1 (measure the discs)
"""
import os
import subprocess
from math import cos, dist, pi, sin

from chaurasia_2012_claims import CLAIMS
from claims import claims_section
from measure import ROUNDING, dot
from runs import ROOT, Reproduction, main, rigel_plot, sets
from rigel_plot import BLACK, COLORS, DASHES, Sheet, curve, plain
from tables import Table, markdown, write_csv

PROBLEMS = "problems/published/iitk_chaurasia_2012"
CAPTIONS = {
    "figure2_01": "2.1. Energy of the oscillator.",
    "figure2_02_to_05": "2.2 to 2.5. Pendulum: phase plane and energy.",
    "figure2_06_to_09": "2.6 to 2.9. Orbits about a centre.",
    "figure2_10": "2.10. Orbit of a star: points on the half-plane.",
    "figure2_11": "2.11. Orbit of a star: energy.",
    "figure2_13_to_19": "2.13 to 2.19. Symmetric top.",
    "figure3_03": "3.3. Unit length over the step.",
    "figure3_05_to_06": "3.5, 3.6. Chain of tetrahedra: energy.",
    "figure3_07_to_08": "3.7, 3.8. Chain of discs: cost of a step.",
    "figure3_09": "3.9. Chain of discs: unit length.",
}


def run(r, name, problem, scheme, *settings):
    """A run with the given scheme."""
    r.run(name, problem, [f"method.scheme={scheme}", *settings])


def columns(r, run_name, table, *names, most=20000):
    """Columns of a table of a run as lists of numbers; at most about `most` rows, evenly taken."""
    rows = (r.state if table == "state" else r.invariants)(run_name).rows
    rows = rows[::-(-len(rows) // most)]
    return [[float(row[name]) for row in rows] for name in names]


def energy_change(r, run_name):
    """t and H - W - (H - W)(0) of a run."""
    rows = r.invariants(run_name).rows
    H = [float(row["H"]) - float(row.get("W_ext", 0)) for row in rows]
    return [float(row["t"]) for row in rows], [h - H[0] for h in H]


def points(axes, x, y):
    """Draws points of a plane; a picture within the vector graphics, since they are many."""
    axes.plot(x, y, ".", color=rigel_plot.BLUE, markersize=1.2, markeredgewidth=0, rasterized=True)


def energies(r, name, runs):
    """H minus the external work of each run: first, least, largest and last value, as out/name.csv."""
    rows = []
    for run_name in runs:
        table = r.invariants(run_name)
        H = [float(row["H"]) - float(row.get("W_ext", 0)) for row in table.rows]
        rows.append((run_name, *(f"{x:.10g}" for x in (H[0], min(H), max(H), H[-1]))))
    write_csv(r.out / f"{name}.csv", ("run", "H_start", "H_least", "H_most", "H_end"), rows)


def oscillator(r):
    """Figure 2.1."""
    schemes = ("euler_explicit", "symplectic_euler_a", "euler_implicit", "stoermer_verlet", "rk4", "gauss6")
    for scheme in schemes:
        run(r, f"h_{scheme}", "harmonic", scheme)
    energies(r, "figure2_01", [f"h_{scheme}" for scheme in schemes])
    sheet = Sheet(len(schemes), columns=3, height=40)
    for i, scheme in enumerate(schemes):
        curve(sheet[i], *energy_change(r, f"h_{scheme}"))
        sheet.label(i, "$t$", "$H - H(0)$" if i % 3 == 0 else "")
        sheet[i].set_title(plain(scheme), fontsize=8, loc="right", pad=4)
    r.save(sheet, "figure2_01")


def planar_pendulum(r):
    """Figures 2.2 to 2.5."""
    for scheme in ("radau3", "midpoint"):
        run(r, f"p_{scheme}", "pendulum", scheme)
    energies(r, "figure2_02_to_05", ("p_radau3", "p_midpoint"))
    sheet = Sheet(4, columns=2, height=50)
    for i, scheme in enumerate(("radau3", "midpoint")):
        names = r.state(f"p_{scheme}").rows[0].keys()
        points(sheet[i], *columns(r, f"p_{scheme}", "state", *list(names)[1:3], most=6000))
        sheet.label(i, "$q$", "$p$")
        curve(sheet[2 + i], *columns(r, f"p_{scheme}", "invariants", "t", "H"))
        sheet.label(2 + i, "$t$", "$H$")
        for panel in (i, 2 + i):
            sheet[panel].set_title(scheme, fontsize=8, loc="right", pad=4)
    r.save(sheet, "figure2_02_to_05")


def kepler(t, eccentricity=0.6):
    """Position at time t, by Kepler's equation."""
    mean = t % (2 * pi)
    E = mean
    for _ in range(50):
        E -= (E - eccentricity * sin(E) - mean) / (1 - eccentricity * cos(E))
    return cos(E) - eccentricity, (1 - eccentricity ** 2) ** 0.5 * sin(E)


def euler_errors(r):
    """Largest errors of energy and position of both Euler methods in intervals of time, as out/figure2_06_errors.csv."""
    rows, ends = [], (0, 10, 25, 50, 100, 150, 200)
    for scheme, settings in (("euler_explicit", ("time.step=0.0005", "output.every=100")), ("symplectic_euler_a", ())):
        run(r, f"long_{scheme}", "kepler", scheme, "time.end=200", "reference=", *settings)
        H = r.invariants(f"long_{scheme}").columns("t", "H")
        orbit = r.state(f"long_{scheme}").columns("t", "kepler.x", "kepler.y")
        for start, end in zip(ends, ends[1:]):
            energy = max(abs(h + 0.5) / 0.5 for t, h in H if start < t <= end)
            position = max(dist((x, y), kepler(t)) for t, x, y in orbit if start < t <= end)
            rows.append((scheme, start, end, f"{energy:.3g}", f"{position:.3g}"))
    write_csv(r.out / "figure2_06_errors.csv", ("scheme", "start", "end", "energy", "position"), rows)


def orbits(r):
    """Figures 2.6 to 2.9."""
    euler_errors(r)
    schemes = ("euler_explicit", "symplectic_euler_a", "stoermer_verlet", "gauss6")
    for scheme in schemes:
        run(r, f"k_{scheme}", "kepler", scheme, *(("time.step=0.0005", "output.every=20") if scheme == "euler_explicit" else ()))
    energies(r, "figure2_06_to_09", [f"k_{scheme}" for scheme in schemes])
    sheet = Sheet(4, columns=2, height=62)
    circle = [2 * pi * k / 400 for k in range(401)]
    for i, scheme in enumerate(schemes):
        names = list(r.state(f"k_{scheme}").rows[0].keys())
        x, y = columns(r, f"k_{scheme}", "state", *names[1:3], most=6000)
        sheet[i].plot(x, y, color=rigel_plot.BLUE, linewidth=0.7, label="computed")
        sheet[i].plot([cos(a) - 0.6 for a in circle], [0.8 * sin(a) for a in circle], color=BLACK, linestyle=DASHES[1], linewidth=0.9, label="exact")
        sheet[i].set_aspect("equal")
        sheet.label(i, "$q_1$", "$q_2$")
        sheet[i].set_title(plain(scheme), fontsize=8, loc="right", pad=4)
    sheet.legend_below()
    r.save(sheet, "figure2_06_to_09")


def galaxy(r):
    """Table 2.1, figures 2.10 and 2.11."""
    if os.environ.get("TABLE") or not all((r.out / name).exists() for name in ("table2_01.csv", "figure2_10.csv")):
        subprocess.run(["make", "-s", "build/tests/slow/poincare"], check=True)
        subprocess.run(["build/tests/slow/poincare", r.out / "table2_01.csv"], check=True, env=r.environment)
        subprocess.run(["build/tests/slow/poincare", "0", r.work / "points.csv"], check=True, env=r.environment)
        table = Table(r.work / "points.csv")
        names = list(table.rows[0].keys())
        write_csv(r.out / "figure2_10.csv", names, [[f"{float(row[name]):.5g}" for name in names] for row in table.rows])
    x, u, z, w = zip(*r.table("figure2_10").columns(*r.table("figure2_10").rows[0].keys()))
    sheet = Sheet(2, height=62)
    points(sheet[0], x, u)
    points(sheet[1], z, w)
    sheet.label(0, "$x$", r"$\dot{x}$")
    sheet.label(1, "$z$", r"$\dot{z}$")
    r.save(sheet, "figure2_10")
    for scheme in ("rk4", "gauss6"):
        run(r, f"g_{scheme}", "galaxy", scheme, "output.every=200")
    energies(r, "figure2_11", ("g_rk4", "g_gauss6"))
    sheet = Sheet(1, 84)
    for i, scheme in enumerate(("rk4", "gauss6")):
        curve(sheet[0], *columns(r, f"g_{scheme}", "invariants", "t", "H"), label=scheme, color=COLORS[i])
    sheet.label(0, "$t$", "$H$")
    sheet.legend(0)
    r.save(sheet, "figure2_11")


def top(r):
    """Figures 2.13 to 2.19: the top in Euler angles, as a quaternion, as a rotation matrix."""
    run(r, "t_angles", "top", "gauss6")
    run(r, "t_quaternion", "top_quaternion", "quat_em")
    run(r, "t_director", "top_director", "rattle", "output.every=5")
    energies(r, "figure2_13_to_19", ("t_angles", "t_quaternion", "t_director"))
    sheet = Sheet(6, columns=2, height=50)
    length = 1.33
    names = list(r.state("t_angles").rows[0].keys())
    psi, theta = columns(r, "t_angles", "state", *names[1:3], most=4000)
    sheet[0].plot([length * sin(b) * cos(a) for a, b in zip(psi, theta)], [length * sin(b) * sin(a) for a, b in zip(psi, theta)],
                  color=rigel_plot.BLUE, linewidth=0.7)
    sheet[0].set_aspect("equal")
    sheet.label(0, "$x$", "$y$")
    t, a, b, c, d = columns(r, "t_quaternion", "state", "t", *(f"top.q{i}" for i in range(4)))
    axis = {"x": [2 * length * (q * s + p * o) for p, q, o, s in zip(a, b, c, d)], "y": [2 * length * (o * s - p * q) for p, q, o, s in zip(a, b, c, d)],
            "z": [length * (p * p - q * q - o * o + s * s) for p, q, o, s in zip(a, b, c, d)]}
    for i, (name, values) in enumerate(axis.items()):
        curve(sheet[1], t, values, label=f"${name}$", color=COLORS[i])
    sheet.label(1, "$t$", "point on the axis")
    t, *momenta = columns(r, "t_quaternion", "invariants", "t", "L1", "L2", "L3")
    for i, values in enumerate(momenta):
        curve(sheet[2], t, values, label=f"$L_{i + 1}$", color=COLORS[i])
    sheet.label(2, "$t$", "angular momentum")
    sheet.legend(1)
    sheet.legend(2)
    for panel, run_name in ((3, "t_quaternion"), (5, "t_director")):
        curve(sheet[panel], *energy_change(r, run_name))
        sheet.label(panel, "$t$", "$H - H(0)$")
    t, z = columns(r, "t_director", "state", "t", "top.d3z")
    curve(sheet[4], t, [length * v for v in z])
    sheet.label(4, "$t$", "$z$")
    r.save(sheet, "figure2_13_to_19")


def unit_length(r):
    """Figure 3.3: violation of the unit length over the step."""
    r.rigel("study", "conservation", r.problem("top_quaternion"), *sets(["time.end=0.5"]),
            "--schemes", "midpoint,stoermer_verlet,sun_geng,gauss6", "--steps", "0.004,0.002,0.001,0.0005", "-o", r.work / "unit")
    columns = ("scheme", "step", "drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled")
    write_csv(r.out / "figure3_03.csv", columns, [[row[name] for name in columns] for row in Table(r.work / "unit/conservation.csv").rows])
    r.draw_study("unit", "phi_max_scaled", "figure3_03")


def tetrahedra(r):
    """Figures 3.5 and 3.6: energy of the chain of tetrahedra."""
    sheet = Sheet(4, columns=2, height=50)
    for n, ends in ((5, "c1_c2"), (6, "c1_c1")):
        run(r, f"{ends}.gauss6", f"chain_{ends}", "gauss6", "method.degree=1")
        run(r, f"{ends}.mG", f"chain_{ends}", "mG", "method.gauss=8")
        energies(r, f"figure3_0{n}", (f"{ends}.gauss6", f"{ends}.mG"))
        left, right = 2 * (n - 5), 2 * (n - 5) + 1
        t, T, V, W = columns(r, f"{ends}.gauss6", "invariants", "t", "T", "V", "W_ext")
        for i, (values, label) in enumerate(((T, "$T$"), (V, "$V$"), ([a + b - c for a, b, c in zip(T, V, W)], "$H - W$"))):
            curve(sheet[left], t, values, label=label, color=COLORS[i])
        for i, (scheme, label) in enumerate((("gauss6", "gauss6"), ("mG", "mG(2)"))):
            curve(sheet[right], *energy_change(r, f"{ends}.{scheme}"), label=label, color=COLORS[i])
        sheet.label(left, "$t$", "energy")
        sheet.label(right, "$t$", "change of $H - W$")
        sheet.legend(left)
        sheet.legend(right)
    r.save(sheet, "figure3_05_to_06")


def disc_costs(r):
    """Figures 3.7 and 3.8: cost of a step of the chain of discs."""
    if os.environ.get("TIMES") or not (r.out / "figure3_07.csv").exists():
        subprocess.run([ROOT / "scripts/bench_discs.sh", r.out], check=True)
    sheet = Sheet(2, height=56)
    for panel, (name, across, xlabel, law, order) in enumerate((
            ("figure3_07", lambda row: float(row["particles"]), "particles of a disc", lambda x: x * x / 20, "quadratic"),
            ("figure3_08", lambda row: float(row["discs"]) - 1, "discs that move", lambda x: 2 * x, "linear"))):
        rows = r.table(name).rows
        x = [across(row) for row in rows]
        for i, (column, label) in enumerate((("instructions_1e6", "million instructions"), ("ms", "milliseconds"))):
            values = [(a, float(row[column])) for a, row in zip(x, rows) if row[column] not in ("", "-")]
            curve(sheet[panel], *zip(*values), label=label, color=COLORS[i], marker=rigel_plot.MARKERS[i])
        curve(sheet[panel], x, [law(a) for a in x], label=order, color=BLACK, dash=DASHES[1], linewidth=0.8)
        rigel_plot.decades(sheet[panel])
        sheet.label(panel, xlabel, "cost of a step")
        sheet.legend(panel)
    r.save(sheet, "figure3_07_to_08")


def disc_lengths(r):
    """Figure 3.9: unit length of the quaternions of seven discs."""
    rows, sheet = [], Sheet(1, 84)
    for n, (scheme, degree, title) in enumerate((("gauss6", 1, "gauss6"), ("mG", 3, "mG(3)"))):
        run(r, f"discs.{scheme}", "discs_8_8", scheme, f"method.degree={degree}", "time.end=10")
        state, largest = r.state(f"discs.{scheme}"), []
        for disc in range(1, 8):
            errors = [abs(dot(q, q) - 1) for q in state.columns(*(f"disc{disc}.q{i}" for i in range(4)))]
            rows.append((scheme, disc, f"{max(errors):.3g}"))
            largest = [max(pair) for pair in zip(largest or errors, errors)]
        curve(sheet[0], [t for t, in state.columns("t")][::10], largest[::10], label=title, color=COLORS[n], linewidth=0.6)
    write_csv(r.out / "figure3_09.csv", ("scheme", "disc", "error"), rows)
    sheet.label(0, "$t$", r"largest $|q\cdot q - 1|$ of seven discs")
    sheet.legend(0)
    r.save(sheet, "figure3_09")


def write_page(r):
    """README.md with the verdict on every claim."""
    table, count = claims_section(CLAIMS, r)
    points = [[f"`{cells[0]}`", *cells[1:]] for cells in (list(row.values()) for row in r.table("table2_01").rows)]
    figures = "\n".join(f"\nFig. {text}\n\n![{name}]({name}.svg)" for name, text in CAPTIONS.items())
    r.write_page("chaurasia_2012.md.in", problems=PROBLEMS, rounding=f"{ROUNDING:g}", claims=table, count=count,
                 points=markdown(("method", "step", "points", "Hairer", "thesis", "drift of H"), points),
                 discs=(r.out / "discs.md").read_text(encoding="utf-8").strip("\n"), figures=figures)
    print(f"written {r.out}")


def reproduce(work, out):
    """All figures, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    for part in (oscillator, planar_pendulum, orbits, galaxy, top, unit_length, tetrahedra, disc_costs, disc_lengths, write_page):
        part(r)


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/iitk_chaurasia_2012"))
