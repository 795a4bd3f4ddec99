#!/usr/bin/env python3
"""Computes the examples of Hulbert (1992) with bin/rigel: tables, plots and README.md.

Environment: RIGEL (program, default bin/rigel)
"""
from math import acos, cos, log, sin, sqrt

from claims import claims_section
from hulbert_1992_claims import CLAIMS
from measure import ROUNDING, largest
from runs import Reproduction, main, rigel_plot
from tables import Table, markdown, write_csv

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


def convected(r, run):
    """(t, Omega1, Omega2, Omega3) of the tumbling body: Omega = vec(conj(q) o p) / 2 / J."""
    for t, a, b, c, d, e, f, g, h in r.state(run).columns("t", *(f"body.{kind}{i}" for kind in ("q", "pq") for i in range(4))):
        vector = (a*f - b*e - c*h + d*g, a*g - c*e - d*f + b*h, a*h - d*e - b*g + c*f)
        yield t, *(v / (2 * J) for v, J in zip(vector, INERTIA))


def panels(r, name, curves, labels, ylabel):
    """Three curves over t up to 6 of every run in one panel each, as out/name.csv and a plot."""
    rows = []
    sheet = rigel_plot.Sheet(len(RUNS), columns=4, height=42)
    for n, run in enumerate(RUNS):
        kept = [row for row in curves(r, run) if row[0] <= 6]
        rows += [(run, *(f"{x:.6g}" for x in row)) for row in kept[::5]]
        for i, values in enumerate(list(zip(*kept))[1:]):
            rigel_plot.curve(sheet[n], [row[0] for row in kept], values, label=labels[i], color=rigel_plot.COLORS[i])
        sheet[n].set_title(run.replace("_", " "), fontsize=7, loc="right", pad=5)
        sheet.label(n, "$t$", ylabel if n % 4 == 0 else "")
    sheet.legend(0)
    write_csv(r.out / f"{name}.csv", ("run", "t", *(f"{c}{i}" for c in name[-1:] for i in (1, 2, 3))), rows)
    r.save(sheet, name)


def momentum(r):
    """Largest change of L of the tumbling body from t = 2 on, relative, as out/momentum.csv."""
    rows = []
    for run in RUNS:
        L = [row[1:] for row in r.invariants(run).columns("t", "L1", "L2", "L3") if row[0] >= 2.0005]
        size = sqrt(sum(x * x for x in L[0]))
        rows.append((run, f"{max(sqrt(sum((x - y) ** 2 for x, y in zip(row, L[0]))) for row in L) / size:.3g}"))
    write_csv(r.out / "momentum.csv", ("run", "drift"), rows)


def growth(r):
    """Largest energy error of the predictor-corrector from t = 2 to 40 over the step, as out/growth.csv."""
    rows = []
    for step in (0.002, 0.001, 0.0005):
        r.run("growth", "intermediate_axis", [*RUNS["predictor_corrector_midpoint"], "time.end=40", f"time.step={step}"])
        rows.append((step, f"{largest([error for _, error in energy(r, 'growth', 2.0005)]):.3g}"))
    write_csv(r.out / "growth.csv", ("step", "error"), rows)


def bursts(r):
    """Energy error of Park's scheme at large and small |Omega_3| in the first 20 s, and its mean in eighths of the time."""
    errors, omega = energy(r, "park_chiou_downer", 2.0005), [row[3] for row in convected(r, "park_chiou_downer") if row[0] >= 2.0005]
    early = [(abs(spin), abs(error)) for (t, error), spin in zip(errors, omega) if t <= 20]
    n = len(errors)
    parts = [errors[q * n // 8:(q + 1) * n // 8] for q in range(8)]
    rows = [("large", max(e for spin, e in early if spin > 10)), ("small", max(e for spin, e in early if spin < 2))]
    rows += [(f"mean_{q + 1}", sum(e for _, e in part) / len(part)) for q, part in enumerate(parts)]
    write_csv(r.out / "park_bursts.csv", ("name", "value"), [(name, f"{value:.3g}") for name, value in rows])


def apart(first, second, end):
    """Largest distance of two curves of vectors up to a time, over the largest size."""
    pairs = [(a[1:], b[1:]) for a, b in zip(first, second) if a[0] <= end + 1e-9]
    return max(sqrt(sum((x - y) ** 2 for x, y in zip(a, b))) for a, b in pairs) / max(sqrt(sum(y * y for y in b)) for _, b in pairs)


def omegas(r):
    """Convected angular velocities of all runs of the tumbling body."""
    return {run: list(convected(r, run)) for run in RUNS}


def differences(r, tumbling):
    """Distances of all runs from the staggered one: convected angular velocity of the tumbling body, quaternion of the top."""
    top = {run: r.state(run).columns("t", *(f"top.q{i}" for i in range(4))) for run in RUNS}
    rows = [(run, *(f"{apart(tumbling[run], tumbling['staggered_midpoint'], end):.3g}" for end in (6, 80)),
             *(f"{apart(top[run], top['staggered_midpoint'], end):.3g}" for end in (1, 10))) for run in RUNS]
    write_csv(r.out / "differences.csv", ("run", "tumbling_6", "tumbling_80", "top_1", "top_10"), rows)


def period_errors(r):
    """Largest errors of position and velocity of the oscillator in 63 steps of 0.1, started with a displacement or with a velocity."""
    for run in list(RUNS)[:-1]:
        for start, (x0, v0) in (("displaced", (1, 0)), ("pushed", (0, 1))):
            r.run("period", "oscillator", [*RUNS[run], "time.step=0.1", "time.end=6.3", "reference=", f"bodies.0.position=[{x0},0,0]",
                                           f"bodies.0.velocity=[{v0},0,0]"])
            states = r.state("period").columns("t", "mass.x", "mass.px")
            yield (run, start, f"{max(abs(x - x0 * cos(t) - v0 * sin(t)) for t, x, _ in states):.3g}",
                   f"{max(abs(v + x0 * sin(t) - v0 * cos(t)) for t, _, v in states):.3g}")


def oscillator(r):
    """Section 2: errors of the position over the step, and growth near the limit of stability."""
    rows = []
    for run in list(RUNS)[:-1]:
        r.study(f"oscillator_{run}", "oscillator", "convergence", *(word for key in RUNS[run] for word in ("--set", key)),
                "--steps", "0.1,0.05,0.025,0.0125", accept=(0, 3))
        rows += [(run, row["h"], row["position"]) for row in Table(r.work / f"oscillator_{run}" / "convergence.csv").rows if row["verdict"] == "done"]
    write_csv(r.out / "section2_errors.csv", ("run", "h", "position"), rows)
    write_csv(r.out / "section2_period.csv", ("run", "start", "position", "velocity"), list(period_errors(r)))
    rows = []
    for run, steps in ((run, (0.01, 0.1) if run == "staggered_trapezoidal" else (1.99, 2.01)) for run in list(RUNS)[:-1]):
        for h in steps:
            r.rigel("run", r.problem("oscillator"), "--force", "-o", r.work / "limit", "--set", f"time.step={h}", "--set", f"time.end={2000 * h:.10g}",
                    "--set", "reference=", *(word for key in RUNS[run] for word in ("--set", key)), accept=(0, 3))
            x = r.state("limit").columns("t", "mass.x")
            half = x[len(x) // 2:]
            rate = log(largest([v for _, v in half]) / largest([v for _, v in x[:len(x) // 2]])) / (half[-1][0] - half[0][0])
            rows.append((run, h, f"{largest([v for _, v in x]):.3g}", f"{rate:.3g}"))
    write_csv(r.out / "section2_limits.csv", ("run", "h", "most", "rate"), rows)


def reproduce(work, out):
    """Section 2, both examples, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    oscillator(r)
    run_all(r, "intermediate_axis", 80)
    bands(r, "figures1_4", energy, 2.0005)
    bands_plot(r, "figures1_4", "relative energy error")
    momentum(r)
    panels(r, "figures1_4_omega", convected, [rf"$\Omega_{i}$" for i in (1, 2, 3)], "body axes")
    panels(r, "figures1_4_L", lambda r, run: r.invariants(run).columns("t", "L1", "L2", "L3"), [f"$L_{i}$" for i in (1, 2, 3)], "space")
    bursts(r)
    tumbling = omegas(r)
    growth(r)
    run_all(r, "fast_top", 200)
    bands(r, "figures7_10", energy)
    bands(r, "figures7_10_nutation", nutation)
    bands_plot(r, "figures7_10", "relative energy error")
    bands_plot(r, "figures7_10_nutation", "nutation angle (rad)")
    differences(r, tumbling)
    claims, count = claims_section(CLAIMS, r)
    r.write_page("hulbert_1992.md.in", problems=PROBLEMS, rounding=f"{ROUNDING:g}", claims=claims, count=count,
                 axis=energy_table(r, "figures1_4"), top=energy_table(r, "figures7_10"))
    print(f"written {out}")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/compstruc_hulbert_1992"))
