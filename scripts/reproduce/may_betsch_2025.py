#!/usr/bin/env python3
"""Computes the figures and claims of May and Betsch (2025) with bin/rigel: plots, tables and README.md.

Environment: JOBS (simultaneous runs, default: all cores), RIGEL (program, default bin/rigel)
"""
import shutil

from claims import claims_section
from may_betsch_2025_claims import CLAIMS
from measure import ROUNDING, dot
from runs import Reproduction, main, rigel_plot
from snapshots import Snapshots
from tables import write_csv

PROBLEMS = "problems/published/mubo_may_betsch_2025"
POINTS = {"1 point": 1, "2 points": 2, "3 points": 3, "4 points": 4}
ODD = "101,201,401,801,1601"  # elements on [0, 5]; the steps of the files give even numbers


def study(r, name, problem, *options):
    """A study whose table and slopes become out/name.csv and out/name_orders.csv."""
    r.say(name)
    r.study(name, problem, *options)
    folder = r.work / name
    kind = next(line.split()[1] for line in (folder / "study.yaml").read_text().splitlines() if line.startswith("  measure: "))
    shutil.copy(folder / f"{kind}.csv", r.out / f"{name}.csv")
    if (folder / "orders.csv").exists():
        shutil.copy(folder / "orders.csv", r.out / f"{name}_orders.csv")


def drifts(r, name, runs):
    """L_2(t) - L_2(0) and H(t) - H(0) of the runs {label: run} as a table and in two panels."""
    rows = []
    sheet = rigel_plot.Sheet(2)
    for n, (label, run) in enumerate(runs.items()):
        series = r.invariants(run).columns("t", "L2", "H")
        change = [(t, L - series[0][1], H - series[0][2]) for t, L, H in series]
        rows += [(label.replace("$", ""), f"{t:.10g}", f"{dL:.6g}", f"{dH:.6g}") for t, dL, dH in change]
        for panel in (0, 1):
            rigel_plot.curve(sheet[panel], [c[0] for c in change], [c[panel + 1] for c in change], label=label,
                             color=rigel_plot.COLORS[n], dash=rigel_plot.DASHES[n])
    write_csv(r.out / f"{name}.csv", ("run", "t", "dL2", "dH"), rows)
    for panel, ylabel in enumerate(("$L_2(t) - L_2(0)$", "$H(t) - H(0)$")):
        sheet.label(panel, "$t$", ylabel)
    sheet.legend_below()
    r.save(sheet, name)


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


def constraint_panels(r, name, tables):
    """Internal and external constraints over t of the tables {name: label}."""
    sheet = rigel_plot.Sheet(3)
    external = [f"ext{i}" for i in (1, 2, 3)]
    for n, (table, label) in enumerate(tables.items()):
        t, phi, psi, *ext = zip(*r.table(table).columns("t", "phi", "psi", *external))
        style = {"dash": rigel_plot.DASHES[n]}
        rigel_plot.curve(sheet[0], t, phi, label=label, **style)
        rigel_plot.curve(sheet[1], t, psi, label=label, **style)
        for i, values in enumerate(ext):
            rigel_plot.curve(sheet[2], t, values, label=None if n else rf"$\Phi^e_{i + 1}$", color=rigel_plot.COLORS[i], **style)
    for i, ylabel in enumerate((r"$\Phi = (q\cdot q - 1)/2$", r"$\Psi = q\cdot p$", r"external constraint $\Phi^e$")):
        sheet.label(i, "$t$", ylabel)
        if len(sheet[i].get_lines()) > 1:
            sheet.legend(i)
    r.save(sheet, name)


def bodies(r):
    """Figures 2 and 9: snapshots."""
    r.say("figure02, figure09")
    r.run("figure02", "figure02")
    box = Snapshots(174, 78, (-3.6, 28.4), (-11.7, 3.0))
    box.draw(r.state("figure02"), "box", (5, 2, 1), [k / 2 for k in range(10)], (-60, 25), grid=(5, 6.2, 7.4))
    r.save(box.sheet, "figure02")
    r.run("figure09", "figure09")
    bar = Snapshots(84, 56, (-13, 13), (-13.2, 2.5))
    bar.draw(r.state("figure09"), "bar", (1, 10, 1), [k / 2 for k in range(7)], (15, 12), reach=1.35)
    bar.pivot(0, 0)
    r.save(bar.sheet, "figure09")


def conservation(r):
    """Figures 3 to 5: drifts over time and as a study."""
    for s in POINTS.values():
        r.run(f"figure03_{s}", "figure03", [f"method.gauss={s}"])
    drifts(r, "figure03_time", {label: f"figure03_{s}" for label, s in POINTS.items()})
    study(r, "figure03", "figure03")
    for kinetic in ("unit", "scalable"):
        for s in POINTS.values():
            r.run(f"figure04_{kinetic}{s}", "figure04", [f"method.gauss={s}", f"bodies.box.kinetic={kinetic}"])
        drifts(r, f"figure04_{kinetic}", {label: f"figure04_{kinetic}{s}" for label, s in POINTS.items()})
    study(r, "figure04", "figure04")
    r.draw_study("figure04", "drift_H_relative", "figure04_energy")
    r.draw_study("figure04", "drift_L_relative", "figure04_momentum")
    steps = ("0.1", "0.05", "0.025")
    for h in steps:
        r.run(f"figure05_{h}", "figure05", [f"time.step={h}"])
    drifts(r, "figure05_time", {f"$h$ = {h}": f"figure05_{h}" for h in steps})
    study(r, "figure05", "figure05")
    r.draw_study("figure05", "drift_H_relative", "figure05_energy")


def orders(r):
    """Figures 6 and 7: orders of convergence, with even and odd numbers of elements."""
    study(r, "figure06", "figure06")
    shutil.copy(r.work / "figure06/reference.csv", r.out / "figure06_reference.csv")
    r.draw_study("figure06", "e_loc", "figure06")
    r.draw_study("figure06", "work", "figure06_work")
    for s in ("3", "auto"):
        r.run(f"reference_{s}", "figure06", ["method.degree=3", f"method.gauss={s}", "time.elements=50000", "output.every=0"])
    study(r, "figure06_odd", "figure06", "--elements", ODD, "--formulations", "quaternion")
    study(r, "figure07", "figure07")
    r.draw_study("figure07", "e_loc", "figure07")
    study(r, "figure07_odd", "figure07", "--elements", ODD)
    r.draw_study("figure07_odd", "e_loc", "figure07_odd")


def conditioning(r):
    """Figure 8: condition numbers of BG(k), of one element of mG(k), and of both over a whole interval."""
    study(r, "figure08", "figure08")
    r.draw_study("figure08", "condition_paper", "figure08")
    r.draw_study("figure08", "condition", "figure08_as_solved")
    study(r, "figure08_odd", "figure08", "--elements", "65,129,257,513")
    study(r, "figure08_fine", "figure08", "--degrees", "1", "--elements", "4096,8192,16384")
    study(r, "figure08_mG", "figure08", "--schemes", "mG", "--steps", "1e-1,1e-2,1e-3,1e-4,1e-5,1e-6")
    r.draw_study("figure08_mG", "condition_paper", "figure08_mG")
    study(r, "figure08_variants", "figure08", "--degrees", "1", "--sweep", "method.psi=full,plain",
          "--multipliers", "continuous,discontinuous", "--elements", "64,128,256")
    for name, end, elements in (("figure08_one", 1, "64,128,256"), ("figure08_five", 5, "160,320,640")):
        study(r, name, "figure08", "--schemes", "BG,mG", "--degrees", "1,2", "--sweep", "method.psi=full,plain", "--elements", elements,
              "--set", "method.window=all", "--set", "reference=", "--set", f"time.end={end}")


def pendulum(r):
    """Figures 10 to 12: energy and constraints of the pendulum."""
    r.say("figure10 to figure12")
    r.run("figure10", "figure10")
    series = r.invariants("figure10").columns("t", "T", "V", "H")
    write_csv(r.out / "figure10.csv", ("t", "T", "V", "H", "dH"),
              [(*(f"{x:.10g}" for x in row), f"{row[3] - series[0][3]:.6g}") for row in series])
    t, *energies = zip(*series)
    sheet = rigel_plot.Sheet(2)
    for i, (values, letter) in enumerate(zip(energies, "TVH")):
        rigel_plot.curve(sheet[0], t, values, label=f"${letter}$", color=rigel_plot.COLORS[i])
    rigel_plot.curve(sheet[1], t, [H - series[0][3] for H in energies[2]])
    sheet.label(0, "$t$", "energy")
    sheet.label(1, "$t$", "$H(t) - H(0)$")
    sheet.legend(0)
    r.save(sheet, "figure10")
    r.run("figure11", "figure11")
    constraints(r, "figure11", "figure11")
    constraint_panels(r, "figure11", {"figure11": ""})
    study(r, "figure11_study", "figure11")
    for h in ("0.1", "0.05"):
        r.run(f"figure12_{h}", "figure12", [f"time.step={h}"])
        constraints(r, f"figure12_{h}", f"figure12_{h}")
    constraint_panels(r, "figure12", {"figure12_0.1": "$h$ = 0.1", "figure12_0.05": "$h$ = 0.05"})
    study(r, "figure12_study", "figure12")
    study(r, "figure12_odd", "figure12", "--elements", "101,201,401,801")
    r.draw_study("figure12_study", "phi_max_scaled", "figure12_phi")


def write_page(r):
    """README.md with the verdict on every claim."""
    table, count = claims_section(CLAIMS, r)
    r.write_page("may_betsch_2025.md.in", rounding=f"{ROUNDING:g}", problems=PROBLEMS, claims=table, count=count)
    r.say(f"done: {r.out}/README.md")


def reproduce(work, out):
    """All figures, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    for part in (bodies, conservation, orders, conditioning, pendulum, write_page):
        part(r)


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/mubo_may_betsch_2025"))
