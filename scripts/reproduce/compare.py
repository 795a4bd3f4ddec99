#!/usr/bin/env python3
"""Compares all schemes of `rigel list` on five problems: docs/benchmarks/compare.md, and tables and work-precision plots in results/compare.

Each scheme solves a problem in the first form that `rigel check` accepts: quaternions with joints, about a fixed point, the scalable
body about a fixed point, directors, directors about a fixed point. One run at a time, because times are compared.

Environment: RIGEL (program, default bin/rigel), PROBLEMS and SCHEMES (some of them, separated by blanks), TIMES=no (omit what needs an
idle machine: times and work-precision plots), REUSE=yes (only write the page, from the tables in DIR)
"""
import os
import re
import shutil
from math import exp, isnan, log

from compare_problems import PROBLEMS
from measure import log_slope
from runs import Failure, Reproduction, fill, main, rigel_plot, sets
from tables import Table, markdown, write_csv

PATIENCE = 10      # seconds of CPU time for one run: BG on a fast top may search for long
ENOUGH = 4         # seconds of a run after which steps are no longer halved
FLOOR = 1e-12      # errors below this bound are rounding
KEPT = ("drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled")
TIMES = os.environ.get("TIMES") != "no"
# two of PETSc's methods that Rigel does not have, an explicit and an implicit one
PETSC = {"ts:rk_5dp": "-ts_type rk -ts_rk_type 5dp", "ts:irk_2": "-ts_type irk -ts_irk_type gauss -ts_irk_nstages 2 -pc_type pbjacobi"}
REFERENCE = "mG(2)"  # in every panel, grey
# other forms of the finite elements, each named after its scheme
FORMS = {"mG": ("collocated", "method.invariants=collocated"), "BG": ("weak", "method.start=weak")}
PANELS = (("finite elements", r"(mG|em)\(\d\)$"), ("collocated invariants", r"mG\("), ("finite elements, global", r"BG\("), ("energy and momentum, variational", r"quat_|dir_em|mG_index3|algo_c1"),
          ("rigid bodies", r"simo|predictor|staggered|park|velocity_dae"), ("symplectic", r"symplectic_|stoermer|midpoint|rattle|splitting"),
          ("Euler, explicit Runge-Kutta", r"euler_|rk4|ts:rk|semi_implicit|dormand"), ("implicit Runge-Kutta", r""))


def accepted(r, problem, settings):
    """True if `rigel check` accepts the problem with these settings; exit code 2 means that it does not."""
    try:
        r.rigel("check", r.problem(problem.name), *sets(settings))
        return True
    except Failure as failure:
        if not str(failure).endswith("exit code 2"):
            raise
        return False


def first_form(r, problem, settings):
    """The settings with those of the first form that is accepted, or None."""
    fixed, director = list(problem.fixed), ["bodies.0.formulation=director"]
    for form in ([], fixed, fixed + ["bodies.0.kinetic=scalable"], director, fixed + director):
        if accepted(r, problem, settings + form):
            return settings + form
    return None


def variants(r, problem, scheme):
    """The variants of a scheme: {name: settings}."""
    chosen = f"method.scheme={scheme}"
    if scheme == "ts":
        return {name: [chosen, "method.degree=1", f"solver.petsc={options}"] for name, options in PETSC.items()}
    if first_form(r, problem, [chosen, "method.degree=2"]):
        degrees = {f"{scheme}({k})": [chosen, f"method.degree={k}"] for k in (1, 2, 3)}
        if scheme in FORMS:
            form, setting = FORMS[scheme]
            degrees.update({f"{name} {form}": settings + [setting] for name, settings in list(degrees.items())})
        return degrees
    return {scheme: [chosen, "method.degree=1"]}


def timed_error(r, problem, settings, step):
    """(h, error, seconds, verdict) of one run; the least time of three runs if they are short."""
    best = None
    for _ in range(3 if TIMES else 1):
        shutil.rmtree(r.work / "study", ignore_errors=True)
        r.rigel("study", "convergence", r.problem(problem.name), *sets(settings), "--steps", step, "-j", 1, "--force", "--no-plots", "-o", r.work / "study",
                accept=None, seconds=PATIENCE)
        path = r.work / "study/convergence.csv"
        if not path.exists() or not path.stat().st_size:
            return step, "nan", str(PATIENCE), f"no answer in {PATIENCE} s"
        row = Table(path).rows[-1]
        seconds = row["seconds"] if best is None else min(best, row["seconds"], key=float)
        best = seconds
        if float(seconds) >= 0.05:
            break
    return row["h"], row["rotation"], best, row["verdict"]


def fitted_order(points):
    """Order over the last three steps with falling errors, from 0.5 down to FLOOR; None where there are not three.

    points: (h, error), h falling. Also returns the difference of the two slopes between these steps.
    """
    used, slopes = [], []
    for (h0, e0), (h1, e1) in zip(points[-2::-1], points[:0:-1]):
        if not e1 > FLOOR:
            continue
        if not e1 < e0 or e0 > 0.5 or len(used) == 3:
            break
        used = used or [(h1, e1)]
        used.append((h0, e0))
        slopes.append(log(e0 / e1) / log(h0 / h1))
    return (log_slope(used), slopes[0] - slopes[1]) if len(used) == 3 else (None, 0.0)


def order_shows(rows):
    """True if the two slopes agree within 0.15, errors are at rounding, or runs become long."""
    done = [(float(h), float(error)) for h, error, _, verdict in rows if verdict == "done"]
    order, bend = fitted_order(done)
    return bool(done and done[-1][1] <= FLOOR) or float(rows[-1][2]) > ENOUGH or (order is not None and abs(bend) < 0.15)


def ladder(r, problem, settings):
    """Rows of timed_error over the steps of the problem, halved further until the order shows."""
    rows = [timed_error(r, problem, settings, step) for step in problem.steps]
    while not order_shows(rows):
        rows.append(timed_error(r, problem, settings, f"{float(rows[-1][0]) / 2:.10g}"))
    return rows


def drifts(r, problem, settings):
    """Drifts and violations at the common step; empty where the run fails."""
    shutil.rmtree(r.work / "run", ignore_errors=True)
    r.rigel("run", r.problem(problem.name), *sets(settings + [f"time.step={problem.common}", "output.every=0"]), "--force", "-o", r.work / "run",
            accept=None, seconds=PATIENCE)
    found = r.results("run") if (r.work / "run/run.yaml").exists() else {}
    return [found.get(key, "") for key in KEPT]


def measure(r, problem, schemes):
    """out/problem.csv: errors and times over the step; out/problem_kept.csv: drifts at the common step."""
    rows, kept = [], []
    for scheme in schemes:
        for name, chosen in variants(r, problem, scheme).items():
            settings = first_form(r, problem, chosen)
            if settings is None:
                continue
            rows += [(name, h, error, seconds if TIMES else "nan", verdict) for h, error, seconds, verdict in ladder(r, problem, settings)]
            kept.append((name, *drifts(r, problem, settings)))
    write_csv(r.out / f"{problem.name}.csv", ("scheme", "h", "error", "seconds", "verdict"), rows)
    write_csv(r.out / f"{problem.name}_kept.csv", ("scheme", "H", "L", "phi", "psi"), kept)


def short(text):
    """A number with two digits, or - for none."""
    if text == "" or "nan" in text or "inf" in text:
        return "-"
    return "0" if float(text) == 0 else f"{float(text):.1e}"


def error_in_time(points, budget):
    """The error that a scheme reaches in a time, by log-log interpolation of (seconds, error); < and >: the ladder ends before."""
    if not TIMES or not budget:
        return "not measured"
    for (t0, e0), (t1, e1) in zip(points, points[1:]):
        if (t0 - budget) * (t1 - budget) <= 0 and t0 != t1:
            return f"{exp(log(e0) + log(budget / t0) / log(t1 / t0) * (log(e1) - log(e0))):.1e}"
    if not points:
        return "-"
    return f"< {points[-1][1]:.1e}" if points[-1][0] < budget else f"> {points[0][1]:.1e}"


def scheme_row(rows, kept, common, budget):
    """The row of one scheme: order, drifts, error at the common step, error in equal time."""
    done = [row for row in rows if row["verdict"] == "done" and not isnan(float(row["error"]))]
    order, _ = fitted_order([(float(row["h"]), float(row["error"])) for row in done])
    there = next((row for row in rows if row["h"] == common), None)
    failed = there is not None and there not in done
    cells = ["-"] * 4 if failed else [short(kept[name]) for name in ("H", "L", "phi", "psi")]
    if failed:
        error = "no convergence" if there["verdict"] == "not converged" else there["verdict"]
    else:
        error = short(there["error"]) if there else "-"
    timed = [(float(row["seconds"]), float(row["error"])) for row in done]
    return "-" if order is None else f"{order:.2f}", *cells, error, error_in_time(timed, budget)


def comparison(r, problem):
    """The Markdown table of a problem."""
    table, kept = r.table(problem.name), r.table(f"{problem.name}_kept")
    reference = table.select(scheme="mG(2)", h=problem.common, verdict="done")
    budget = float(reference[0]["seconds"]) if reference and TIMES else 0.0
    rows = [(scheme, *scheme_row(table.select(scheme=scheme), kept.select(scheme=scheme)[0], problem.common, budget))
            for scheme in table.values("scheme")]
    time = f"{1000 * budget:.1f} ms" if TIMES else "equal time"
    return markdown(("scheme", "order", "H", "L", "Phi", "Psi", f"error at h = {problem.common}", f"error in {time}"), rows)


def panel_of(scheme):
    """The first panel whose pattern the scheme matches."""
    return next(i for i, (_, pattern) in enumerate(PANELS) if re.match(pattern, scheme))


def scheme_style(scheme, place):
    """Colour by degree where the scheme has one, and marker by scheme; otherwise both by the place in the panel."""
    name, degree, form = re.fullmatch(r"([^(]*)(?:\((\d)\))?(.*)", scheme).groups()
    if degree:
        return {"color": rigel_plot.degree_color(degree), "marker": {"mG": "o", "BG": "D", "em": "s"}.get(name, "v"),
                "open_marker": name == "em" or bool(form)}
    return {"color": rigel_plot.COLORS[place % 7], "marker": rigel_plot.MARKERS[place % 6]}


def work_plot(r, problem):
    """Error over time in panels of schemes, with the curve of mG(2) in all of them."""
    table = r.table(problem.name)
    shown = {scheme: [(float(row["seconds"]), float(row["error"])) for row in table.select(scheme=scheme, verdict="done")
                      if 1e-13 < float(row["error"]) < 10] for scheme in table.values("scheme")}
    shown = {scheme: points for scheme, points in shown.items() if points}
    sheet = rigel_plot.Sheet(len(PANELS), columns=2, height=50)
    for i, (title, _) in enumerate(PANELS):
        axes = sheet[i]
        axes.set_xscale("log")
        axes.set_yscale("log")
        if REFERENCE in shown and panel_of(REFERENCE) != i:
            rigel_plot.curve(axes, *zip(*shown[REFERENCE]), label=REFERENCE, color="#9A9A9A", dash=rigel_plot.DASHES[1])
        for place, scheme in enumerate(s for s in shown if panel_of(s) == i):
            rigel_plot.curve(axes, *zip(*shown[scheme]), label=rigel_plot.plain(scheme), **scheme_style(scheme, place))
        sheet.label(i, "time (s)", "rotation error")
        sheet.name(i, title)
    rigel_plot.share_limits(sheet.panels)
    for i in range(len(PANELS)):
        rigel_plot.decades(sheet[i])
        sheet.legend(i, loc="center left", bbox_to_anchor=(1.0, 0.5), ncol=1)
    r.save(sheet, f"{problem.name}_work")


def section(r, problem, page):
    """The section of one problem: heading, table, remark, plot."""
    parts = [f"## {problem.title}", comparison(r, problem)]
    if problem.remark:
        parts.append(problem.remark)
    if TIMES:
        work_plot(r, problem)
        parts.append(f"![work and precision]({os.path.relpath(r.out, page.parent)}/{problem.name}_work.svg)")
    return "\n\n".join(parts)


def listed_schemes(r):
    """The names in the section `schemes` of `rigel list`."""
    listing = re.search(r"(?m)^schemes.*\n((?:\s.*\n|\n)*)", r.rigel("list")).group(1)
    return [line.split()[0] for line in listing.splitlines() if line.strip()]


def reproduce(work, out, page):
    """All problems, then the page."""
    r = Reproduction(out, work)
    schemes = os.environ.get("SCHEMES", "").split() or listed_schemes(r)
    chosen = os.environ.get("PROBLEMS", "").split()
    sections = []
    for problem in PROBLEMS:
        if chosen and problem.name not in chosen:
            continue
        if os.environ.get("REUSE") != "yes":
            measure(r, problem, schemes)
        sections.append(section(r, problem, page))
        r.say(problem.name)
    page.write_text(fill("compare.md.in", sections="\n\n".join(sections)), encoding="utf-8")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/compare"), ("page", "docs/benchmarks/compare.md"))
