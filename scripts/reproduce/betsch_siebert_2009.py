#!/usr/bin/env python3
"""Computes the examples of Betsch and Siebert (2009) with bin/rigel: tables, plots and README.md.

Environment: JOBS (simultaneous runs, default: all cores), RIGEL (program, default bin/rigel)
"""
from math import cos, pi, sin

from betsch_siebert_2009_claims import CLAIMS
from claims import claims_section
from measure import ROUNDING, dot, rotation_matrix
from runs import Failure, Reproduction, main, rigel_plot
from tables import Table, markdown, write_csv

PROBLEMS = "problems/published/nme_betsch_siebert_2009"
SCHEMES = {"quat_em": "quaternion", "quat_vi": "quaternion", "dir_em": "director", "algo_c1": "quaternion"}
LENGTH = 0.075  # distance of the centre of mass from the tip of the top


def errors(r, name, problem, steps):
    """Errors of all schemes over the step as out/name.csv. quat_vi fails at large steps, so that exit code 3 is expected."""
    sweep = ",".join(f"{scheme}+{formulation}" for scheme, formulation in SCHEMES.items())
    r.study(name, problem, "convergence", "--sweep", f"method.scheme+bodies.0.formulation={sweep}", "--steps", steps, accept=(0, 3))
    rows = Table(r.work / name / "convergence.csv").rows
    write_csv(r.out / f"{name}.csv", ("scheme", "h", "rotation", "position", "verdict"),
              [(row["scheme+formulation"].split("+")[0], *(row[c] for c in ("h", "rotation", "position", "verdict"))) for row in rows])


def error_table(r, name, column):
    """Markdown: one row per step, one column per scheme."""
    table = r.table(name)

    def cell(h, scheme):
        row = table.select(h=h, scheme=scheme)[0]
        return f"{float(row[column]):.3g}" if row["verdict"] == "done" else "no convergence"
    return markdown(("dt", *SCHEMES), [(h, *(cell(h, scheme) for scheme in SCHEMES)) for h in table.values("h")])


def style(scheme):
    """Colour by scheme, marker by formulation."""
    return {"color": rigel_plot.COLORS[list(SCHEMES).index(scheme)], "marker": rigel_plot.formulation_marker(SCHEMES[scheme])}


def error_plot(r, name, column, ylabel):
    """Error over the step."""
    sheet = rigel_plot.Sheet(1, 84)
    sheet[0].set_xscale("log")
    sheet[0].set_yscale("log")
    for scheme in SCHEMES:
        points = [(float(row["h"]), float(row[column])) for row in r.table(name).select(scheme=scheme, verdict="done")]
        rigel_plot.curve(sheet[0], *zip(*points), label=rigel_plot.plain(scheme), **style(scheme))
    rigel_plot.decades(sheet[0])
    sheet.label(0, r"time step $\Delta t$", ylabel)
    sheet.legend_below()
    r.save(sheet, name)


def drift_table(r, prefix, problem, step):
    """Markdown: drifts of all schemes at one step; the runs are work/prefix_scheme."""
    rows = []
    for scheme, formulation in SCHEMES.items():
        name = f"{prefix}_{scheme}"
        try:
            r.run(name, problem, [f"method.scheme={scheme}", f"bodies.0.formulation={formulation}", f"time.step={step}"])
            keys = ("drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled")
            rows.append((scheme, *(f"{r.result(name, key):.1e}" for key in keys)))
        except Failure:
            rows.append((scheme, "no convergence", "-", "-", "-"))
    return markdown(("scheme", "H", "L", "Phi", "Psi"), rows)


def axis(row):
    """Components x and z of the director d3 of the top."""
    if "top.d3x" in row:
        return float(row["top.d3x"]), float(row["top.d3z"])
    a, b, c, d = (float(row[f"top.q{i}"]) for i in range(4))
    return 2 * (b * d + a * c), 1 - 2 * (b * b + c * c)


def history(r, name, runs):
    """x(t) and z(t) of the centre of mass of the runs {scheme: run}, as a table and in two panels with the exact solution."""
    rows = []
    sheet = rigel_plot.Sheet(2)
    exact = [(k / 400, LENGTH * sin(pi / 3) * sin(10 * k / 400), LENGTH * cos(pi / 3)) for k in range(401)]
    for panel in (0, 1):
        rigel_plot.curve(sheet[panel], [e[0] for e in exact], [e[panel + 1] for e in exact], label="exact", color="black", linewidth=0.7)
    for scheme, run in runs.items():
        points = [(float(row["t"]), *(LENGTH * c for c in axis(row))) for row in r.state(run).rows]
        rows += [(scheme, f"{t:.10g}", f"{x:.8g}", f"{z:.8g}") for t, x, z in points]
        for panel in (0, 1):
            rigel_plot.curve(sheet[panel], [p[0] for p in points], [p[panel + 1] for p in points], label=rigel_plot.plain(scheme),
                             color=style(scheme)["color"], dash=rigel_plot.DASHES[1])
    write_csv(r.out / f"{name}.csv", ("run", "t", "x", "z"), rows)
    sheet.label(0, "$t$", "$x(t)$")
    sheet.label(1, "$t$", "$z(t)$")
    sheet.legend_below()
    r.save(sheet, name)


def steps(r, name, scheme, sizes):
    """Drifts of a scheme on the top with several steps as out/name.csv. Runs that do not converge are rows with their verdict."""
    r.study(name, "steady_top", "conservation", "--schemes", scheme, "--steps", sizes, accept=(0, 3))
    columns = ("h", "drift_H_relative", "drift_L_relative", "verdict")
    write_csv(r.out / f"{name}.csv", columns, [[row[c] for c in columns] for row in Table(r.work / name / "conservation.csv").rows])


def end_orientation(r, run, body):
    """R at the end of a run, by rows."""
    row = r.state(run).rows[-1]
    if f"{body}.d3x" in row:
        return [[float(row[f"{body}.d{i}{c}"]) for i in (1, 2, 3)] for c in "xyz"]
    return rotation_matrix([float(row[f"{body}.q{i}"]) for i in range(4)])


def equivariance(r):
    """|G R(t) - R'(t)| of runs whose start orientation and gravity are turned by G or not, as out/equivariance.csv."""
    turn = (0.5, 0.5, -0.1, 0.7)  # a unit quaternion
    G = rotation_matrix(turn)
    examples = {"free_body": ("body", (1, 0, 0, 0), (0, 0, 0), 0.02), "steady_top": ("top", (cos(pi / 6), sin(pi / 6), 0, 0), (0, 0, -9.81), 0.005)}
    rows = []
    for scheme, formulation in SCHEMES.items():
        row = [scheme]
        for problem, (body, q, gravity, step) in examples.items():
            R = []
            for name, orientation, weight in (("plain", q, gravity), ("turned", product(turn, q), [dot(line, gravity) for line in G])):
                run = f"equivariance_{name}"
                r.run(run, problem, [f"method.scheme={scheme}", f"bodies.0.formulation={formulation}", f"time.step={step}", "reference=",
                                     f"bodies.0.orientation={list(orientation)}", f"gravity={list(weight)}"])
                R.append(end_orientation(r, run, body))
            turned = [[dot(line, column) for column in zip(*R[0])] for line in G]
            row.append(f"{max(abs(a - b) for u, v in zip(turned, R[1]) for a, b in zip(u, v)):.3g}")
        rows.append(row)
    write_csv(r.out / "equivariance.csv", ("scheme", *examples), rows)


def product(a, b):
    """The quaternion a o b."""
    return (a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3], a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
            a[0]*b[2] + a[2]*b[0] + a[3]*b[1] - a[1]*b[3], a[0]*b[3] + a[3]*b[0] + a[1]*b[2] - a[2]*b[1])


def reproduce(work, out):
    """Tables, plots, then the page."""
    r = Reproduction(out, work, PROBLEMS)
    errors(r, "figure1_errors", "free_body", "0.05,0.02,0.01,0.005,0.002,0.001,0.0005")
    error_plot(r, "figure1_errors", "rotation", r"rotation error $\|R_\mathrm{ref}R^T-I\|_F$")
    errors(r, "figure3_errors", "steady_top", "0.01,0.007,0.005,0.0025,0.00125,0.0005,0.00025")
    error_plot(r, "figure3_errors", "position", "relative error of the centre of mass")
    steps(r, "quat_em_steps", "quat_em", "0.1,0.05,0.02,0.01,0.005,0.002,0.001,0.0005")
    steps(r, "quat_vi_steps", "quat_vi", "0.01,0.009,0.008,0.0078,0.0076,0.0074,0.0072,0.007,0.005")
    equivariance(r)
    free, coarse, fine = (drift_table(r, *run) for run in (("free", "free_body", 0.05), ("coarse", "steady_top", 0.01),
                                                           ("fine", "steady_top", 0.007)))
    history(r, "figure4", {scheme: f"coarse_{scheme}" for scheme in ("quat_em", "dir_em")})
    history(r, "figure5", {scheme: f"fine_{scheme}" for scheme in ("quat_vi", "algo_c1")})
    claims, count = claims_section(CLAIMS, r)
    r.write_page("betsch_siebert_2009.md.in", problems=PROBLEMS, rounding=f"{ROUNDING:g}", claims=claims, count=count, free=free,
                 free_errors=error_table(r, "figure1_errors", "rotation"), top_coarse=coarse, top_fine=fine,
                 top_errors=error_table(r, "figure3_errors", "position"))
    print(f"written {out}")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/nme_betsch_siebert_2009"))
