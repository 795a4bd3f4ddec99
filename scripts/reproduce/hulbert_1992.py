#!/usr/bin/env python3
"""Computes the examples of Hulbert (1992) with bin/rigel: tables, plots and README.md.

Environment: RIGEL (program, default bin/rigel)
"""
from math import acos

from runs import Reproduction, main, rigel_plot
from tables import markdown, write_csv

PROBLEMS = "problems/published/compstruc_hulbert_1992"
INERTIA = (5, 10, 1)  # principal moments of the tumbling body
RUNS = {f"{scheme}_{rule}": (f"method.scheme={scheme}", f"method.impulse={rule}")
        for scheme in ("simo_wong_explicit", "predictor_corrector", "staggered") for rule in ("midpoint", "trapezoidal")}
RUNS["park_chiou_downer"] = ("method.scheme=park_chiou_downer",)


def run_all(r, problem, end):
    """Each scheme with each rule of the impulse; park_chiou_downer has one rule."""
    for name, settings in RUNS.items():
        r.run(name, problem, [*settings, f"time.end={end}"])


def energy(r, run, start):
    """(t, (H - H_0) / H_0) from the time `start` on."""
    series = [(t, H) for t, H in r.invariants(run).columns("t", "H") if t >= start]
    return [(t, (H - series[0][1]) / series[0][1]) for t, H in series]


def nutation(r, run, start):
    """(t, angle between d3 and e3)."""
    series = r.state(run).columns("t", "top.q1", "top.q2")
    return [(t, acos(1 - 2 * (b * b + c * c))) for t, b, c in series if t >= start]


def bands(r, name, quantity, start=0.0):
    """Smallest and largest number of each of 200 intervals of time, as out/name.csv."""
    rows = []
    for run in RUNS:
        series = quantity(r, run, start)
        size = len(series) // 200 + 1
        for i in range(0, len(series), size):
            values = [x for _, x in series[i:i + size]]
            rows.append((run, f"{series[i][0]:.6g}", f"{min(values):.4g}", f"{max(values):.4g}"))
    write_csv(r.out / f"{name}.csv", ("run", "t", "least", "most"), rows)


def bands_plot(r, name, ylabel):
    """One panel per run, with the same scale in the panels of one scheme."""
    sheet = rigel_plot.Sheet(len(RUNS), columns=4, height=42)
    for i, run in enumerate(RUNS):
        t, least, most = zip(*((float(row["t"]), float(row["least"]), float(row["most"])) for row in r.table(name).select(run=run)))
        sheet[i].fill_between(t, least, most, facecolor=rigel_plot.BLUE, edgecolor=rigel_plot.BLUE, linewidth=0.6)
        words = run.replace("_midpoint", ",midpoint").replace("_trapezoidal", ",trapezoidal").replace("_", " ").split(",")
        sheet[i].set_title("\n".join(words), fontsize=7.5, loc="right", pad=5)
        sheet.label(i, "$t$", ylabel if i % 4 == 0 else "")
    r.save(sheet, name)


def energy_table(r, name):
    """Markdown: largest |H - H_0| / H_0 in each quarter of the time."""
    table, rows = r.table(name), []
    for run in RUNS:
        error = [max(-float(row["least"]), float(row["most"])) for row in table.select(run=run)]
        n = len(error)
        rows.append((run, *(f"{max(error[q * n // 4:(q + 1) * n // 4] + [0]):.1e}" for q in range(4))))
    return markdown(("run", "first quarter", "second", "third", "last"), rows)


def angular_velocity(r, run):
    """Omega = vec(conj(q) o p) / 2 / J of the tumbling body up to t = 6, as out/figure3.csv and a plot."""
    rows = []
    for t, a, b, c, d, e, f, g, h in r.state(run).columns("t", *(f"body.{kind}{i}" for kind in ("q", "pq") for i in range(4))):
        if t > 6:
            break
        vector = (a*f - b*e - c*h + d*g, a*g - c*e - d*f + b*h, a*h - d*e - b*g + c*f)
        rows.append([f"{x:.6g}" for x in (t, *(v / (2 * J) for v, J in zip(vector, INERTIA)))])
    write_csv(r.out / "figure3.csv", ("t", "Omega1", "Omega2", "Omega3"), rows)
    sheet = rigel_plot.Sheet(1, 84)
    columns = [[float(x) for x in column] for column in zip(*rows)]
    for i, values in enumerate(columns[1:]):
        rigel_plot.curve(sheet[0], columns[0], values, label=rf"$\Omega_{i + 1}$", color=rigel_plot.COLORS[i])
    sheet.label(0, "$t$", "angular velocity in body axes")
    sheet.legend(0)
    r.save(sheet, "figure3")


def reproduce(work, out):
    """Both examples, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    run_all(r, "intermediate_axis", 80)
    bands(r, "figures1_4", energy, 2.0005)
    bands_plot(r, "figures1_4", "relative energy error")
    angular_velocity(r, "staggered_midpoint")
    run_all(r, "fast_top", 200)
    bands(r, "figures7_10", energy)
    bands(r, "figures7_10_nutation", nutation)
    bands_plot(r, "figures7_10", "relative energy error")
    bands_plot(r, "figures7_10_nutation", "nutation angle (rad)")
    r.write_page("hulbert_1992.md.in", problems=PROBLEMS, axis=energy_table(r, "figures1_4"), top=energy_table(r, "figures7_10"))
    print(f"written {out}")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/compstruc_hulbert_1992"))
