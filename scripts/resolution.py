#!/usr/bin/env python3
"""Compares what runs say of their resolution (`resolved`, `coarse`, `NOT RESOLVED`) with their true errors.

  scripts/resolution.py [--rigel bin/rigel] [--raw] [--schemes S,...] [NAME ...]     NAME: problems of the table below; default: all

Every problem runs over about half a period of its motion, with few to many elements and degrees 1 to 4, and is compared with a run of
degree 5 on 480 elements. The error is the largest over all element ends: of angles in rad, of positions relative to the largest motion
of the body, of momenta relative to the largest of the body; per half turn where a body turns further. Prints a Markdown table of the
true errors by word and degree (docs/explanation/trust.md, Resolution), with --schemes by word and scheme, of the problems that the scheme
accepts; --raw: one line per run.
"""
import argparse
import csv
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

FINE, COUNTS, DEGREES = 480, (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 32, 60), (1, 2, 3, 4)
STEPS = (2, 4, 6, 8, 12, 16, 24, 32, 60, 120)  # numbers of elements with --schemes
WORDS = {"yes": "resolved", "coarse": "coarse", "no": "NOT RESOLVED"}
KEYS = ("turn_max", "defect_max", "phase_max", "mu_max_scaled", "drift_H_relative")

SPRING = """
name: spring
time: {end: 1, elements: 1}
method: {scheme: mG, degree: 2}
bodies: [{name: mass, formulation: particle, mass: 1, position: [START, 0, 0], velocity: [SPEED, 0, 0]}]
loads: [{name: spring, type: spring, bodies: [ground, mass], at: [[0, 0, 0], [0, 0, 0]], stiffness: 1e6, length: 1}]
"""
SINE = """
name: sine
time: {end: 1, elements: 1}
method: {scheme: mG, degree: 2}
bodies: [{name: mass, formulation: particle, mass: 1, position: [1, 0, 0]}]
loads:
  - {name: push, type: force, body: mass, value: [1, 0, 0], scale: {sine: {amplitude: 1, omega: 62.8}}}
  - {name: spring, type: spring, bodies: [ground, mass], at: [[0, 0, 0], [0, 0, 0]], stiffness: 40, length: 1}
"""
SPIN = """
name: spin
time: {end: 1, elements: 1}
method: {scheme: mG, degree: 2}
bodies: [{name: box, shape: {cuboid: [1, 1, 1]}, mass: 1, angular_velocity: [0, 0, 5]}]
"""
# name: (problem file or text, end of the run, assignments)
PROBLEMS = {
    "free_body": ("problems/free_body.yaml", 0.5, []),
    "box": ("problems/spinning_box.yaml", 0.6, []),
    "box_director": ("problems/spinning_box_director.yaml", 0.6, []),
    "spin": (SPIN, 0.6, []),
    "spin_director": (SPIN, 0.6, ["bodies.box.formulation=director"]),
    "heavy_top": ("problems/heavy_top.yaml", 0.1, []),
    "steady_top": ("problems/steady_top.yaml", 0.1, []),
    "steady_top_joint": ("problems/steady_top_joint.yaml", 0.1, []),
    "pendulum": ("problems/physical_pendulum.yaml", 1.0, []),
    "rod": ("tests/runs/rod.yaml", 0.8, []),
    "four_bar": ("problems/mechanisms/four_bar.yaml", 0.5, []),
    "bricard": ("problems/mechanisms/bricard.yaml", 1.5, []),
    "slider_crank": ("problems/mechanisms/slider_crank.yaml", 0.5, []),
    "double_pendulum": ("problems/mechanisms/double_pendulum.yaml", 0.7, []),
    "closed_loop": ("problems/loads/closed_loop.yaml", 1.5, []),
    "gimbals": ("problems/mechanisms/gimbals.yaml", 0.3, []),
    "spring_stretched": (SPRING.replace("START", "1.1").replace("SPEED", "0"), 0.003, []),
    "spring_hit": (SPRING.replace("START", "1").replace("SPEED", "1"), 0.003, []),
    "lennard_jones": ("problems/published/iitk_chaurasia_2012/chain_c1_c1.yaml", 1.0, []),
    "kepler": ("problems/published/iitk_chaurasia_2012/kepler.yaml", 3.0, ["method.scheme=mG"]),
    "galaxy": ("problems/published/iitk_chaurasia_2012/galaxy.yaml", 3.0, ["method.scheme=mG"]),
    "sine": (SINE, 0.5, []),
    "arm": ("problems/motion/arm.yaml", 1.0, []),
    "spring_box": (SPRING.replace("formulation: particle, ", "inertia: [1, 1, 1], ").replace("START", "1.1").replace("SPEED", "0"), 0.003, []),
    "rod_director": ("tests/runs/rod.yaml", 0.8, ["bodies.rod.formulation=director"]),
    "simple_pendulum": ("problems/mechanisms/simple_pendulum.yaml", 1.0, []),
    "andrews": ("problems/published/ivptestset_mazzia_magherini_2008/andrews.yaml", 0.005, []),
}


def run(rigel, problem, folder, assignments):
    """The block `results` of a run as a dictionary of texts, and the rows of state.csv; None after a failure."""
    text = problem if "\n" in problem else None
    command = [rigel, "run", "-" if text else problem, "-o", folder, "--force"]
    for a in ["reference=", "output.formats=[csv]", "output.every=1"] + assignments:
        command += ["--set", a]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode == 2 and "found together with scheme" in done.stderr:
        return None
    if done.returncode not in (0, 3) or not os.path.exists(folder + "/run.yaml"):
        print(" ".join(command), done.stderr, file=sys.stderr)
        return None
    if done.returncode == 3:
        return None
    results, inside = {}, False
    for line in open(folder + "/run.yaml"):
        if re.match(r"\S", line):
            inside = line.startswith("results:")
        elif inside and (m := re.match(r"  (\w+): (.*)", line)):
            results[m[1]] = m[2]
    with open(folder + "/state.csv") as f:
        return results, [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]


def blocks(columns):
    """Columns of one body and kind: positions, orientations, momenta of both."""
    found = {}
    for c in columns:
        if c == "t":
            continue
        body, _, what = c.rpartition(".")
        kind = ("rotation" if re.match(r"q\d|d\d", what) else "spin" if re.match(r"pq|pd", what) else
                "momentum" if what.startswith("p") and body else "position")
        found.setdefault((body, kind), []).append(c)
    return found


def error(rows, fine):
    """Largest error of all rows against the rows of a fine run at the same times."""
    at = {round(r["t"], 9): r for r in fine}
    most, largest = 0.0, {}
    for (_, kind), columns in blocks(rows[0]).items():
        largest[kind] = max([largest.get(kind, 0.0)] + [math.hypot(*(r[c] for c in columns)) for r in fine])
    for (body, kind), columns in blocks(rows[0]).items():
        first = fine[0]
        reach = max(math.dist([r[c] for c in columns], [first[c] for c in columns]) for r in fine)
        size = max(math.hypot(*(r[c] for c in columns)) for r in fine)
        scale = 0.5 if kind == "rotation" and len(columns) == 4 else 1.0 if kind == "rotation" else max(
            reach, 1e-2 * size) if kind == "position" else size
        if scale <= 1e-6 * largest[kind]:  # a body that rests
            continue
        quaternion = [f"{body}.q{i}" for i in range(4)]
        for r in rows:
            exact, sign = at.get(round(r["t"], 9)), 1.0
            if not exact:  # an element that ends at the corner of a load
                continue
            if kind in ("rotation", "spin") and quaternion[0] in r:
                sign = math.copysign(1.0, sum(r[c] * exact[c] for c in quaternion))
            difference = math.dist([r[c] for c in columns], [sign * exact[c] for c in columns])
            most = max(most, difference / scale)
    return most


def sweep(rigel, names, schemes):
    """Yields name, degree or scheme, elements, true error per half turn and results of every run."""
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            problem, end, extra = PROBLEMS[name]
            base = extra + [f"time.end={end}", "time.step="]
            fine = run(rigel, problem, folder + "/fine", base + [f"time.elements={FINE}", "method.degree=5"])
            if not fine:
                print(f"{name}: no reference", file=sys.stderr)
                continue
            halves = max(1.0, FINE * float(fine[0]["turn_max"]) / math.pi)
            for k, n in itertools.product(schemes or DEGREES, STEPS if schemes else COUNTS):
                method = [f"method.scheme={k}", "method.degree=1"] if schemes else [f"method.degree={k}"]
                coarse = run(rigel, problem, f"{folder}/{k}_{n}", base + [f"time.elements={n}"] + method)
                if coarse:
                    yield name, k, n, error(coarse[1], fine[1]) / halves, coarse[0]


def table(rows, schemes):
    """Rows of a Markdown table: word, degree or scheme, number of runs, largest, median and smallest true error."""
    print(f"| word | {'scheme' if schemes else 'k'} | runs | largest error | median | smallest |\n|---|---|---|---|---|---|")
    for word, k in itertools.product(("yes", "coarse", "no"), schemes or DEGREES):
        found = sorted((e, name, n) for name, degree, n, e, r in rows if degree == k and r["resolved"].strip('"') == word)
        if found:
            most, least = found[-1], found[0]
            print(f"| {WORDS[word]} | {k} | {len(found)} | {most[0]:.2g} ({most[1]}, {most[2]} elements) | {found[len(found) // 2][0]:.2g} | "
                  f"{least[0]:.2g} ({least[1]}, {least[2]} elements) |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rigel", default="bin/rigel")
    parser.add_argument("--raw", action="store_true")
    parser.add_argument("--schemes", type=lambda text: text.split(","), default=[])
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    rows = []
    for row in sweep(given.rigel, given.names or PROBLEMS, given.schemes):
        rows.append(row)
        if given.raw:
            name, k, n, e, results = row
            print(name, k, n, f"{e:.2e}", *(f"{float(results.get(key, 'nan')):.3g}" for key in KEYS), results["resolved"], flush=True)
    if not given.raw:
        table(rows, given.schemes)


if __name__ == "__main__":
    main()
