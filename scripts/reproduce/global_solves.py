#!/usr/bin/env python3
"""Measures whether global solves pay: docs/benchmarks/global_solves.md and a table in results/bench.

Time of a run from the model to the result, first guess included, at equal errors: time stepping with mG(k), mG(k) all at once, and BG(k)
with both starts, on one and on two ranks. One run at a time, because times are compared.

Environment: RIGEL (program, default bin/rigel), REUSE=yes (only write the page, from the table in DIR)
"""
import os
import re
import shutil
from math import exp, log

from runs import Reproduction, fill, main, sets
from tables import Table, markdown, write_csv

PROBLEMS = {"spinning_box": 25, "physical_pendulum": 25}  # elements of the coarsest mesh
TARGETS = (1e-3, 1e-6, 1e-9)
ENOUGH = 1.0      # seconds of a run after which meshes are no longer refined
SHORT = 0.1       # seconds below which the lesser of two times counts
FLOOR = 1e-11     # errors that need no finer mesh
STEPPING = "stepping"
FAMILIES = {STEPPING: ("mG({k})", (1, 2, 3), ("method.scheme=mG",), (1,)),
            "at once": ("mG({k}) at once", (2, 3), ("method.scheme=mG", "method.window=all"), (1, 2)),
            "weak": ("BG({k}), weak start", (1, 2, 3), ("method.scheme=BG", "method.start=weak"), (1, 2)),
            "strong": ("BG({k}), strong start", (1, 3), ("method.scheme=BG", "method.start=strong"), (1, 2))}


def once(r, problem, ranks, settings):
    """(seconds, error) of one run, or None if it fails."""
    shutil.rmtree(r.work / "run", ignore_errors=True)
    launcher = ["mpiexec", "-n", str(ranks)] if ranks > 1 else []
    r.command(*launcher, r.program, "run", r.problem(problem), "--force", "-o", r.work / "run", *sets([*settings, "output.every=0"]))
    if not (r.work / "run/run.yaml").exists():
        return None
    text = (r.work / "run/run.yaml").read_text(encoding="utf-8")
    found = r.results("run")
    if found["verdict"] != "done" or "error_e_loc" not in found:
        return None
    return float(re.search(r"(?m)^timings: \{total: ([^,]+)", text).group(1)), float(found["error_e_loc"])


def ladder(r, problem, ranks, settings):
    """(elements, seconds, error) of ever finer meshes."""
    elements = PROBLEMS[problem]
    while True:
        measured = once(r, problem, ranks, [*settings, "time.step=", f"time.elements={elements}"])
        if measured:
            seconds, error = measured
            if seconds < SHORT:
                seconds = min(seconds, once(r, problem, ranks, [*settings, "time.step=", f"time.elements={elements}"])[0])
            yield elements, seconds, error
            if seconds > ENOUGH or error < FLOOR:
                return
        elements *= 2


def measure(r, name):
    """out/name.csv: elements, seconds and error of every method on every mesh."""
    rows = []
    for problem in PROBLEMS:
        for family, (title, degrees, settings, ranks) in FAMILIES.items():
            for k in degrees:
                for n in ranks:
                    rows += [(problem, family, title.format(k=k), n, elements, f"{seconds:.4g}", f"{error:.3g}")
                             for elements, seconds, error in ladder(r, problem, n, [*settings, f"method.degree={k}"])]
            r.say(f"{problem}, {family}")
    write_csv(r.out / f"{name}.csv", ("problem", "family", "method", "ranks", "elements", "seconds", "error"), rows)


def at_error(rows, column, target):
    """A column at an error, by log-log interpolation between neighbouring meshes.

    That of the coarsest mesh where it is more accurate; None where no mesh is accurate enough.
    """
    points = [(float(row["error"]), float(row[column])) for row in rows]
    if points and points[0][0] <= target:
        return points[0][1]
    for (e0, y0), (e1, y1) in zip(points, points[1:]):
        if e0 >= target >= e1 and e0 != e1:
            return exp(log(y0) + log(target / e0) / log(e1 / e0) * log(y1 / y0))
    return None


def times(table, problem, target):
    """{(family, method, ranks): (seconds, elements)} at an error."""
    found = {}
    for family, (title, degrees, _, ranks) in FAMILIES.items():
        for k in degrees:
            for n in ranks:
                rows = table.select(problem=problem, method=title.format(k=k), ranks=n)
                seconds = at_error(rows, "seconds", target)
                if seconds:
                    found[family, title.format(k=k), n] = seconds, at_error(rows, "elements", target)
    return found


def section(table, problem):
    """Heading and table of one problem: milliseconds and elements at each error."""
    columns = [times(table, problem, target) for target in TARGETS]
    keys = [(family, title.format(k=k), n) for family, (title, degrees, _, ranks) in FAMILIES.items() for k in degrees for n in ranks]

    def cell(column, key):
        return f"{1000 * column[key][0]:.3g} ms, {column[key][1]:.0f}" if key in column else "-"
    rows = [(key[1], key[2], *(cell(column, key) for column in columns)) for key in keys]
    return "\n\n".join((f"## {problem.replace('_', ' ')}", markdown(("method", "ranks", *(f"error {target:g}" for target in TARGETS)), rows)))


def ratios(table):
    """The summary: the fastest of each family over the fastest time stepping, at each error; and a sentence with the extremes."""
    rows, least = [], {1: [], 2: []}
    for problem in PROBLEMS:
        for target in TARGETS:
            found = times(table, problem, target)
            best = {(family, n): min((s for (f, _, m), (s, _) in found.items() if (f, m) == (family, n)), default=None)
                    for family, (_, _, _, ranks) in FAMILIES.items() for n in ranks}
            stepping = best[STEPPING, 1]
            if stepping is None:
                continue
            for n, found_least in least.items():
                found_least += [min(s for (f, m), s in best.items() if f != STEPPING and m == n and s) / stepping]
            rows.append((problem.replace("_", " "), f"{target:g}", f"{1000 * stepping:.3g} ms", *(
                f"{best[family, n] / stepping:.2g}" if best[family, n] else "-" for family in ("at once", "weak", "strong") for n in (1, 2))))
    header = ("problem", "error", "stepping", *(f"{name}, {n}" for name in ("mG at once", "BG, weak", "BG, strong") for n in (1, 2)))
    sentence = " ".join(f"On {word}, the fastest global solve takes {min(least[n]):.1f} to {max(least[n]):.1f} times as long as time stepping."
                        for n, word in ((1, "one rank"), (2, "two ranks")))
    return markdown(header, rows), sentence


def reproduce(work, out, page):
    """The table, then the page."""
    r = Reproduction(out, work)
    if os.environ.get("REUSE") != "yes":
        measure(r, "global_solves")
    table = Table(out / "global_solves.csv")
    summary, sentence = ratios(table)
    page.write_text(fill("global_solves.md.in", summary=summary, sentence=sentence, sections="\n\n".join(section(table, p) for p in PROBLEMS)),
                    encoding="utf-8")


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/bench"), ("page", "docs/benchmarks/global_solves.md"))
