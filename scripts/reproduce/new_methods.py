#!/usr/bin/env python3
"""Compares mG(k) with collocated invariants with its peers on every problem that has a reference: docs/benchmarks/new_methods.md.

Every problem file with a reference that mG steps through runs at the step of the file, with degrees 1 to 4. Two numbers describe a method
of degree k: the error compared with that of mG(k), and the time to the same error, t (e / e_mG)^(1/2k), if the order is 2k. One run at a
time, because times are compared.

Environment: RIGEL (program, default bin/rigel), PROBLEMS (some of them, separated by blanks), TIMES=no (omit times), REUSE=yes (only write
the page, from the table in DIR)
"""
import os
import re
from math import isfinite
from pathlib import Path
from statistics import median

from runs import Reproduction, fill, main, rigel_plot, sets
from tables import Table, markdown, number, write_csv

PATIENCE = 60        # seconds of CPU time for one run
REPEATS = 3          # runs of which the fastest counts
DEGREES = (1, 2, 3, 4)
TIMES = os.environ.get("TIMES") != "no"
MARGIN = 10          # an error that is not this many times the accuracy of the reference says nothing
COARSE = 0.1         # an error above this says nothing about the order
METHODS = {          # name: settings, degrees
    "mG": ((), DEGREES),
    "mG, s = k": (("method.gauss={k}",), DEGREES),
    "collocated": (("method.invariants=collocated",), DEGREES),
    "em": (("method.scheme=em",), DEGREES),
    "quat_em": (("method.scheme=quat_em",), (1,)),
    "midpoint": (("method.scheme=midpoint",), (1,)),
    "gauss6": (("method.scheme=gauss6", "method.degree=1"), (3,)),
}
KEYS = ("error_e_loc", "drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled")
HEADER = ("problem", "method", "k", "error", "H", "L", "phi", "psi", "seconds", "verdict")


def candidates():
    """Problem files with a reference and a start, one per mechanism: the figures of May and Betsch (2025) repeat problems."""
    for path in sorted(Path("problems").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        stepped = not re.search(r"(?m)^(boundary|controls|objective|hamiltonian|motions?):", text) and not re.search(r"scheme: (?!mG|em)", text)
        if stepped and re.search(r"(?m)^reference:", text) and "may_betsch" not in str(path):
            yield path


def reference_accuracy(path):
    """The accuracy that the file states for its reference; 0: a closed form."""
    found = re.search(r"(?m)^  accuracy: *(\S+)", path.read_text(encoding="utf-8").partition("\nreference:")[2])
    return float(found.group(1)) if found else 0.0


def measure(r, path, method, k):
    """One row of the table; None if the program rejects the combination."""
    settings = ["method.scheme=mG", f"method.degree={k}", "method.gauss=auto", "output.every=0", *(s.format(k=k) for s in METHODS[method][0])]
    seconds = []
    for _ in range(REPEATS if TIMES else 1):
        output = r.rigel("run", path, "--force", "--quiet", "-o", r.work / "run", *sets(settings), accept=None, seconds=PATIENCE)
        manifest = r.work / "run/run.yaml"
        if not manifest.exists():
            return None if re.search(r"\[R0[234]", output) else (path.stem, method, k, *["nan"] * 6, "no answer")
        found = r.results("run")
        seconds.append(float(re.search(r"total: ([^,}]+)", manifest.read_text(encoding="utf-8")).group(1)))
        manifest.unlink()
    return (path.stem, method, k, *(found.get(key, "nan") for key in KEYS), min(seconds) if TIMES else "nan", found["verdict"])


def all_rows(r):
    """The rows of all problems, methods and degrees."""
    chosen = os.environ.get("PROBLEMS", "").split()
    for path in candidates():
        if chosen and path.stem not in chosen:
            continue
        for method, (_, degrees) in METHODS.items():
            yield from filter(None, (measure(r, path, method, k) for k in degrees))
        r.say(path.stem)


def error_of(rows, accuracy):
    """The error of a row if it says something, otherwise None."""
    if not rows or rows[0]["verdict"] != "done":
        return None
    error = number(rows[0]["error"])
    return error if error is not None and isfinite(error) and max(MARGIN * accuracy, 1e-13) < error < COARSE else None


def ratios(table, problem, accuracy, method, k):
    """(error / error of mG, time to the same error / time of mG), each None where it says nothing."""
    own, plain = table.select(problem=problem, method=method, k=k), table.select(problem=problem, method="mG", k=k)
    e, e_mg = error_of(own, accuracy), error_of(plain, accuracy)
    if e is None or e_mg is None:
        return None, None
    t, t_mg = number(own[0]["seconds"]), number(plain[0]["seconds"])
    return e / e_mg, t / t_mg * (e / e_mg) ** (1 / (2 * k)) if t and t_mg and isfinite(t) else None


def short(value, digits=".2g"):
    """A number with two digits, or - for none."""
    return "-" if value is None or not isfinite(value) else f"{value:{digits}}"


def detail(table, problem, accuracy):
    """Rows of one problem: method and degree, error, drifts, time, ratios."""
    for row in table.select(problem=problem):
        error, cost = ratios(table, problem, accuracy, row["method"], int(row["k"]))
        numbers = [short(number(row[name]), ".1e") for name in ("error", "H", "L", "phi", "psi")]
        time = number(row["seconds"])
        yield (row["method"], row["k"], *numbers, short(time * 1000 if time and isfinite(time) else None, ".3g"), short(error), short(cost),
               "" if row["verdict"] == "done" else row["verdict"])


def pairs(table, accuracies, method, which):
    """All ratios of a method: (problem, k, value)."""
    for problem in table.values("problem"):
        for k in METHODS[method][1]:
            value = ratios(table, problem, accuracies[problem], method, k)[which]
            if value is not None:
                yield problem, k, value


def summary(table, accuracies):
    """One row for each method and degree: number of problems, median and range of both ratios, and in how many it is cheaper than mG."""
    rows = []
    for method in list(METHODS)[1:]:
        for k in METHODS[method][1]:
            errors = [value for _, degree, value in pairs(table, accuracies, method, 0) if degree == k]
            costs = [value for _, degree, value in pairs(table, accuracies, method, 1) if degree == k]
            spread = [f"{short(median(x))} ({short(min(x))} to {short(max(x))})" if x else "-" for x in (errors, costs)]
            rows.append((method, k, len(errors), *spread, f"{sum(c < 1 for c in costs)} of {len(costs)}" if costs else "-"))
    return markdown(("method", "k", "problems", "error / mG", "time to the same error / mG", "cheaper than mG"), rows)


def plot(r, table, accuracies):
    """The time to the same error, compared with mG: one panel for each degree, one point for each problem."""
    sheet = rigel_plot.Sheet(len(DEGREES), columns=2, height=50)
    shown = ("collocated", "em", "mG, s = k")
    problems = table.values("problem")
    for i, k in enumerate(DEGREES):
        axes = sheet[i]
        axes.set_yscale("log", base=2)
        for j, method in enumerate(shown):
            points = [(problems.index(problem) + 1, value) for problem, degree, value in pairs(table, accuracies, method, 1) if degree == k]
            if points:
                rigel_plot.curve(axes, *zip(*points), label=method, color=rigel_plot.COLORS[j], marker=rigel_plot.MARKERS[j], dash="")
        axes.axhline(1.0, color="#9A9A9A", linewidth=0.8)
        sheet.label(i, "problem, in the order of the page", "time / time of mG")
        sheet.name(i, f"k = {k}")
    sheet.legend_below()
    r.save(sheet, "cost")


def reproduce(work, out, page):
    """The table, then the page."""
    r = Reproduction(out, work)
    if os.environ.get("REUSE") != "yes":
        write_csv(r.out / "methods.csv", HEADER, list(all_rows(r)))
    table = Table(r.out / "methods.csv")
    accuracies = {path.stem: reference_accuracy(path) for path in candidates()}
    header = ("method", "k", "error", "H", "L", "Phi", "Psi", "ms", "error / mG", "time / mG", "verdict")
    sections = [f"### {problem.replace('_', ' ')}\n\n" + markdown(header, detail(table, problem, accuracies[problem]))
                for problem in table.values("problem")]
    if TIMES:
        plot(r, table, accuracies)
    page.write_text(fill("new_methods.md.in", summary=summary(table, accuracies), sections="\n\n".join(sections),
                         plot=os.path.relpath(r.out / "cost.svg", page.parent)), encoding="utf-8")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/new_methods"), ("page", "docs/benchmarks/new_methods.md"))
