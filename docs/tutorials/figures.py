#!/usr/bin/env python3
"""Draws the figures of the tutorials into docs/tutorials/images, from the problem files and commands that the pages show.

  docs/tutorials/figures.py [NAME...]      default: all of them

Environment: RIGEL (program, default bin/rigel). Needs matplotlib (Debian: python3-matplotlib).
"""
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src/python"), str(ROOT / "tests/runs")]

import rigel_plot as plot
from snippets import Page

RIGEL = Path(os.environ.get("RIGEL", ROOT / "bin/rigel")).resolve()
IMAGES = ROOT / "docs/tutorials/images"
COLORS = plot.COLORS


class Lesson:
    """A folder with the files of a tutorial, in which its commands run."""

    def __init__(self, name, folder):
        self.name, self.folder = name, Path(folder)
        page = Page(ROOT / f"docs/tutorials/{name}.md")
        for block in page.blocks:
            if block["file"]:
                text = page.text(block)
                if block["base"]:
                    text = (self.folder / block["base"]).read_text() + text
                (self.folder / block["file"]).write_text(text)
        (self.folder / "problems").symlink_to(ROOT / "problems")
        (self.folder / "docs").symlink_to(ROOT / "docs")

    def rigel(self, *words):
        done = subprocess.run([RIGEL, *words], cwd=self.folder, capture_output=True, text=True, env=dict(os.environ, OPENBLAS_NUM_THREADS="1"))
        if done.returncode:
            sys.exit(f"rigel {' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")

    def table(self, path):
        """Columns by name; numbers where they are numbers."""
        with open(self.folder / path, newline="") as file:
            rows = list(csv.DictReader(file))

        def number(text):
            try:
                return float(text)
            except ValueError:
                return text
        return {name: [number(row[name]) for row in rows] for name in rows[0]}

    def save(self, sheet):
        IMAGES.mkdir(exist_ok=True)
        sheet.save(IMAGES / f"{self.name}.svg")


def first_pendulum(lesson):
    lesson.rigel("run", "rod.yaml")
    lesson.rigel("plot", "results/rod", "position", "energy", "drift", "--units", "si", "-o", str(IMAGES / "first_pendulum.svg"))


def own_problem(lesson):
    lesson.rigel("run", "braked.yaml", "-o", "results/braked")
    lesson.rigel("plot", "results/braked", "slider.x", "energy", "pin.f?", "--units", "si", "-o", str(IMAGES / "own_problem.svg"))


def series(table, **wanted):
    """Rows of a study as (step, error, processor time), largest step first."""
    rows = [i for i in range(len(table["e_loc"])) if all(table[key][i] == value for key, value in wanted.items())]
    return zip(*sorted(((table["step"][i], table["e_loc"][i], table["cpu_seconds"][i]) for i in rows), reverse=True))


def convergence(lesson):
    lesson.rigel("study", "convergence", "problems/spinning_box.yaml", "--degrees", "1,2,3", "--steps", "0.05,0.025,0.0125")
    table = lesson.table("results/spinning_box_convergence/convergence.csv")
    sheet = plot.Sheet(2)
    for k in (1, 2, 3):
        steps, errors, seconds = series(table, degree=k)
        for panel, x in ((0, steps), (1, seconds)):
            plot.curve(sheet[panel], x, errors, label=f"$k = {k}$", color=plot.degree_color(k), marker="o")
    for panel, text in ((0, "step $h$ (s)"), (1, "processor time (s)")):
        plot.decades(sheet[panel])
        sheet.label(panel, text, r"$e_\mathrm{loc}$")
    plot.step_marks(sheet[0], steps)
    sheet.legend_below()
    lesson.save(sheet)


def global_mpi(lesson):
    lesson.rigel("study", "convergence", "problems/spinning_box.yaml", "--schemes", "mG,BG", "--degrees", "1,2,3", "--steps", "0.02,0.01")
    table = lesson.table("results/spinning_box_convergence/convergence.csv")
    sheet = plot.Sheet(1, width=84)
    for scheme, dash in (("mG", "-"), ("BG", plot.DASHES[1])):
        for k in (1, 2, 3):
            steps, errors, _ = series(table, scheme=scheme, degree=k)
            plot.curve(sheet[0], steps, errors, label=f"{scheme}({k})", color=plot.degree_color(k), marker="o", dash=dash, open_marker=scheme == "BG")
    plot.decades(sheet[0])
    plot.step_marks(sheet[0], steps)
    sheet.label(0, "step $h$ (s)", r"$e_\mathrm{loc}$")
    sheet.legend_below()
    lesson.save(sheet)


def boundary_values(lesson):
    lesson.rigel("run", "throw.yaml", "--set", "output.nodes=all")
    lesson.rigel("run", "throw.yaml", "--set", "solver.turns=-1", "--set", "output.nodes=all", "-o", "results/throw_down")
    sheet = plot.Sheet(1, width=84)
    for color, (folder, label) in zip(COLORS, {"throw": "thrown up, 90°", "throw_down": "through the bottom, 270°"}.items()):
        state = lesson.table(f"results/{folder}/state.csv")
        plot.curve(sheet[0], state["t"], state["rod.z"], label=label, color=color)
    sheet.label(0, "$t$ (s)", "height of the centre of mass (m)")
    sheet.legend_below(columns=1)
    lesson.save(sheet)


def optimal_control(lesson):
    lesson.rigel("run", "slew.yaml")
    lesson.rigel("run", "slew.yaml", "--set", "controls.u.lower=-2", "--set", "controls.u.upper=2", "--set", "time.elements=40", "-o", "results/bounded")
    sheet = plot.Sheet(2)
    for panel, (folder, name) in enumerate({"slew": "free", "bounded": "at most 2"}.items()):
        controls = lesson.table(f"results/{folder}/controls.csv")
        for i in (1, 2, 3):
            plot.curve(sheet[panel], controls["t"], controls[f"u.{i}"], label=f"$u_{i}$", color=COLORS[i - 1])
        sheet.label(panel, "$t$ (s)", r"torque (N$\,$m)")
        sheet.name(panel, name)
        sheet[panel].set_ylim(-2.9, 2.9)
    sheet.legend_below()
    lesson.save(sheet)


def gradients_python(lesson):
    environment = dict(os.environ, RIGEL_LIBRARY=str(ROOT / "lib/librigel.so"), PYTHONPATH=str(ROOT / "src/python"), PYTHONDONTWRITEBYTECODE="1")
    out = subprocess.run([sys.executable, "docs/examples/identify.py"], cwd=lesson.folder, env=environment, capture_output=True, text=True, check=True)
    rows = [line.replace(",", "").split() for line in out.stdout.splitlines()]
    steps = [0] + [int(row[1][:-1]) + 1 for row in rows]
    sheet = plot.Sheet(1, width=84)
    sheet[0].set_yscale("log")
    for color, name, column, true, start in ((COLORS[0], "stiffness", 3, 42.0, 30.0), (COLORS[1], "damping", 5, 1.7, 1.0)):
        values = [start] + [float(row[column]) for row in rows]
        plot.curve(sheet[0], steps, [abs(v / true - 1) or float("nan") for v in values], label=name, color=color, marker="o")
    sheet.label(0, "step", "relative error")
    sheet.legend(0)
    lesson.save(sheet)


LESSONS = (first_pendulum, own_problem, convergence, global_mpi, boundary_values, optimal_control, gradients_python)


def main():
    wanted = sys.argv[1:] or [lesson.__name__ for lesson in LESSONS]
    for draw in LESSONS:
        if draw.__name__ in wanted:
            with tempfile.TemporaryDirectory() as folder:
                draw(Lesson(draw.__name__, folder))
            print(f"docs/tutorials/images/{draw.__name__}.svg")


if __name__ == "__main__":
    main()
