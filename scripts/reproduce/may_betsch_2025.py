#!/usr/bin/env python3
"""Computes the figures and claims of May and Betsch (2025) with bin/rigel: plots, tables and README.md.

Environment: JOBS (simultaneous runs, default: all cores), RIGEL (program, default bin/rigel)
"""
import shutil

from claims import claims_section
from may_betsch_2025_claims import CLAIMS
from measure import ROUNDING, dot
from runs import Reproduction, main
from snapshots import snapshots
from tables import write_csv

PROBLEMS = "problems/published/mubo_may_betsch_2025"
POINTS = {"1 point": 1, "2 points": 2, "3 points": 3, "4 points": 4}


def study(r, name, problem, *options):
    """A study whose table and slopes become out/name.csv and out/name_orders.csv."""
    r.say(name)
    r.study(name, problem, *options)
    folder = r.work / name
    kind = next(line.split()[1] for line in (folder / "study.yaml").read_text().splitlines() if line.startswith("  measure: "))
    shutil.copy(folder / f"{kind}.csv", r.out / f"{name}.csv")
    if (folder / "orders.csv").exists():
        shutil.copy(folder / "orders.csv", r.out / f"{name}_orders.csv")


def drifts(r, name, title, runs):
    """L_2(t) - L_2(0) and H(t) - H(0) of the runs {label: run} as a table and in two panels."""
    rows = []
    for label, run in runs.items():
        series = r.invariants(run).columns("t", "L2", "H")
        rows += [(label, f"{t:.10g}", f"{L - series[0][1]:.6g}", f"{H - series[0][2]:.6g}") for t, L, H in series]
    write_csv(r.out / f"{name}.csv", ("run", "t", "dL2", "dH"), rows)
    commands = [f"set multiplot layout 1,2 title '{title}'", "set xlabel 't'; set key below height 1; set format y '%.1e'"]
    for column, panel in ((3, "L_2(t) - L_2(0)"), (4, "H(t) - H(0)")):
        curves = (f"out.'{name}.csv' using (strcol(1) eq '{label}' ? $2 : NaN):{column} with lines lw 2 dt {n} title '{label}'"
                  for n, label in enumerate(runs, 1))
        commands += [f"set title '{panel}'", "plot " + ", ".join(curves)]
    r.plot(name, "1200,520", *commands, "unset multiplot")


def unit_length(q):
    """Phi = (q.q - 1) / 2."""
    return (dot(q, q) - 1) / 2


def constraints(r, name, run):
    """Internal constraints, components of eq. (67) and weighted means of Phi of the pendulum as out/name.csv.

    The last column is the integral of Phi against the hat function of the node, over h: Simpson's rule, exact for linear elements.
    """
    names = ("x", "y", "z", "q0", "q1", "q2", "q3", "pq0", "pq1", "pq2", "pq3")
    states = [(row[0], row[1:4], row[4:8], row[8:]) for row in r.state(run).columns("t", *(f"bar.{c}" for c in names))]
    halves = [unit_length([(a + b) / 2 for a, b in zip(left[2], right[2])]) for left, right in zip(states, states[1:])]
    rows = []
    for i, (t, x, q, p) in enumerate(states):
        a, b, c, d = q
        phi = unit_length(q)
        tip = 10 * (b*c - a*d), 5 * (a*a - b*b + c*c - d*d), 10 * (c*d + a*b)  # R(q) (0, 5, 0)
        before = (phi + 2 * halves[i - 1]) / 6 if i > 0 else 0
        after = (phi + 2 * halves[i]) / 6 if 0 < i < len(halves) else 0
        values = phi, dot(q, p), tip[0] - x[0], tip[1] - x[1], tip[2] - x[2], before + after
        rows.append((f"{t:.10g}", *(f"{value:.9g}" for value in values)))
    write_csv(r.out / f"{name}.csv", ("t", "phi", "psi", "ext1", "ext2", "ext3", "mean_phi"), rows)


def constraint_panels(r, name, title, tables):
    """Internal and external constraints over t of the tables {name: label}."""
    panels = (("unit length: (q.q - 1) / 2", {2: "{/Symbol F}"}), ("its rate: q.p", {3: "{/Symbol Y}"}),
              ("external constraint (67)", {4: "{/Symbol F}^e_1", 5: "{/Symbol F}^e_2", 6: "{/Symbol F}^e_3"}))
    commands = [f"set multiplot layout 1,3 title '{title}'", "set xlabel 't'; set key below height 1 maxcols 2; set format y '%.1e'"]
    for panel, columns in panels:
        curves = [f"out.'{table}.csv' using 1:{column} with lines lw 2 dt {max(column - 3, 1)} title '{symbol}{label}'"
                  for table, label in tables.items() for column, symbol in columns.items()]
        commands += [f"set title '{panel}'", "plot " + ", ".join(curves) + ", 0 with lines lc rgb 'black' lw 0.5 notitle"]
    r.plot(name, "1500,520", *commands, "unset multiplot")


def bodies(r):
    """Figures 2 and 9: snapshots."""
    r.say("figure02, figure09")
    empty = "unset grid; unset border; unset tics; unset key; set size ratio -1; set xrange [{}]; set yrange [{}]; plot NaN"
    r.run("figure02", "figure02")
    r.plot("figure02", "1100,500", *snapshots(r.state("figure02"), "box", (5, 2, 1), [k / 2 for k in range(10)], (-60, 25), (5, 6.2, 6.4)),
           empty.format("-3.4:28.4", "-10.5:3.4"))
    r.run("figure09", "figure09")
    r.plot("figure09", "900,540", *snapshots(r.state("figure09"), "bar", (1, 10, 1), [k / 2 for k in range(7)], (15, 12), reach=1.35),
           "set object circle at 0,0 size 0.2 fs solid fc rgb 'black' front", empty.format("-13:13", "-12.5:2.5"))


def conservation(r):
    """Figures 3 to 5: drifts over time and as a study."""
    for s in POINTS.values():
        r.run(f"figure03_{s}", "figure03", [f"method.gauss={s}"])
    drifts(r, "figure03_time", "mG(1), directors, h = 0.05", {label: f"figure03_{s}" for label, s in POINTS.items()})
    study(r, "figure03", "figure03")
    for kinetic in ("unit", "scalable"):
        for s in POINTS.values():
            r.run(f"figure04_{kinetic}{s}", "figure04", [f"method.gauss={s}", f"bodies.box.kinetic={kinetic}"])
        drifts(r, f"figure04_{kinetic}", f"mG(1), quaternions, kinetic energy: {kinetic}, h = 0.05",
               {label: f"figure04_{kinetic}{s}" for label, s in POINTS.items()})
    study(r, "figure04", "figure04")
    r.take_plot("figure04", "drift_H_relative", "figure04_energy")
    r.take_plot("figure04", "drift_L_relative", "figure04_momentum")
    steps = ("0.1", "0.05", "0.025")
    for h in steps:
        r.run(f"figure05_{h}", "figure05", [f"time.step={h}"])
    drifts(r, "figure05_time", "BG(3), quaternions, discontinuous multipliers", {f"h = {h}": f"figure05_{h}" for h in steps})
    study(r, "figure05", "figure05")
    r.take_plot("figure05", "drift_H_relative", "figure05_energy")


def orders(r):
    """Figures 6 to 8: orders of convergence and condition numbers."""
    study(r, "figure06", "figure06")
    shutil.copy(r.work / "figure06/reference.csv", r.out / "figure06_reference.csv")
    r.take_plot("figure06", "e_loc", "figure06")
    r.take_plot("figure06", "work", "figure06_work")
    for s in ("3", "auto"):
        r.run(f"reference_{s}", "figure06", ["method.degree=3", f"method.gauss={s}", "time.elements=50000", "output.every=0"])
    study(r, "figure07", "figure07")
    r.take_plot("figure07", "e_loc", "figure07")
    study(r, "figure08", "figure08")
    r.take_plot("figure08", "condition_paper", "figure08")
    r.take_plot("figure08", "condition", "figure08_as_solved")
    study(r, "figure08_mG", "figure08", "--schemes", "mG", "--steps", "1e-1,1e-2,1e-3,1e-4,1e-5,1e-6")
    r.take_plot("figure08_mG", "condition_paper", "figure08_mG")
    study(r, "figure08_variants", "figure08", "--degrees", "1", "--sweep", "method.psi=full,plain",
          "--multipliers", "continuous,discontinuous", "--elements", "64,128,256")


def pendulum(r):
    """Figures 10 to 12: energy and constraints of the pendulum."""
    r.say("figure10 to figure12")
    r.run("figure10", "figure10")
    series = r.invariants("figure10").columns("t", "T", "V", "H")
    write_csv(r.out / "figure10.csv", ("t", "T", "V", "H", "dH"),
              [(*(f"{x:.10g}" for x in row), f"{row[3] - series[0][3]:.6g}") for row in series])
    r.plot("figure10", "1200,520", "set multiplot layout 1,2 title 'mG(1), quaternions, 4 Gauss points, h = 0.1'",
           "set xlabel 't'; set key below height 1; set title 'energies'",
           "plot for [i=2:4] out.'figure10.csv' using 1:i with lines lw 2 title word('t T V H', i)",
           "set title 'H(t) - H(0), with T up to 5e3'; set format y '%.1e'",
           "plot out.'figure10.csv' using 1:5 with linespoints lw 1.5 pt 7 ps 0.4 title 'H(t) - H(0)'", "unset multiplot")
    r.run("figure11", "figure11")
    constraints(r, "figure11", "figure11")
    constraint_panels(r, "figure11", "mG(1), 4 Gauss points, h = 0.1", {"figure11": ""})
    study(r, "figure11_study", "figure11")
    for h in ("0.1", "0.05"):
        r.run(f"figure12_{h}", "figure12", [f"time.step={h}"])
        constraints(r, f"figure12_{h}", f"figure12_{h}")
    constraint_panels(r, "figure12", "BG(1), continuous multipliers", {"figure12_0.1": ", h = 0.1", "figure12_0.05": ", h = 0.05"})
    study(r, "figure12_study", "figure12")
    r.take_plot("figure12_study", "phi_max_scaled", "figure12_phi")


def write_page(r):
    """README.md with the verdict on every claim."""
    table, count = claims_section(CLAIMS, r)
    r.write_page("may_betsch_2025.md.in", rounding=f"{ROUNDING:g}", problems=PROBLEMS, claims=table, count=count)
    r.say(f"done: {r.out}/README.md")


def reproduce(work, out):
    """All figures, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    for part in (bodies, conservation, orders, pendulum, write_page):
        part(r)


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/mubo_may_betsch_2025"))
