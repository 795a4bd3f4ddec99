#!/usr/bin/env python3
"""Draws docs/images/work_precision.svg: the error over time of mG(k) and of SUNDIALS IDA, from results/bench/work_precision.csv.

`make work-precision` measures the table (tests/bench/work_precision.c), then draws. The error of a row counts as the largest of this row
and all finer ones with the same settings, since an error that changes its sign is small by chance. The curve of IDA joins its best
settings: those for which no other is both faster and more accurate.
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts/reproduce"))

from runs import main, rigel_plot  # noqa: E402
from tables import Table  # noqa: E402

FLOOR = 3e-14  # errors below are rounding
TITLES = {"spinning_box": "spinning box", "physical_pendulum": "pendulum"}


def assured(rows):
    """(seconds, error) of rows from coarse to fine, with the largest error from each row on."""
    found, largest = [], 0.0
    for row in reversed(rows):
        largest = max(largest, float(row["error"]))
        found.append((float(row["seconds"]), largest))
    return found[::-1]


def peer_points(rows):
    """The points of all settings of IDA."""
    settings = dict.fromkeys((row["multiplier"], row["newton"]) for row in rows)
    return [point for multiplier, newton in settings
            for point in assured([row for row in rows if (row["multiplier"], row["newton"]) == (multiplier, newton)])]


def front(points):
    """The (seconds, error) that no other point beats in both, from the fastest on."""
    best, kept = float("inf"), []
    for seconds, error in sorted(points):
        if error < best:
            best = error
            kept.append((seconds, error))
    return kept


def draw(_, table, picture):
    """One panel a problem."""
    rows = Table(table)
    sheet = rigel_plot.Sheet(len(TITLES), 174, height=62)
    for i, (problem, title) in enumerate(TITLES.items()):
        axes = sheet[i]
        axes.set_xscale("log")
        axes.set_yscale("log")
        series = [(f"mG({k})", rows.select(problem=problem, method="mG", k=k), rigel_plot.degree_color(k), "o") for k in (1, 2, 3, 4)]
        series.append(("SUNDIALS IDA, best settings", rows.select(problem=problem, method="IDA"), rigel_plot.BLACK, "x"))
        for label, found, color, marker in series:
            points = front(peer_points(found)) if marker == "x" else assured(found)
            points = [(seconds, error) for seconds, error in points if FLOOR < error < 0.5]
            rigel_plot.curve(axes, [1000 * s for s, _ in points], [e for _, e in points], label=label, color=color, marker=marker)
        sheet.label(i, "processor time (ms)", r"$e_\mathrm{loc}$")
        sheet.name(i, title)
    rigel_plot.share_limits(sheet.panels)
    for axes in sheet.panels:
        rigel_plot.decades(axes)
    sheet.legend_below()
    sheet.save(picture)
    print(f"written {picture}")


if __name__ == "__main__":
    main(draw, __doc__, ("table", "results/bench/work_precision.csv"), ("picture", "docs/images/work_precision.svg"))
