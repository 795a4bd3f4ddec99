#!/usr/bin/env python3
"""Compares the error bars of `rigel run --accuracy` with true errors, and writes a table.

usage: scripts/accuracy_table.py [--fast] [--bin bin/rigel] [--out PAGE.md] [NAME ...]

Each problem runs with several accuracies. The reference of a problem comes from fixed meshes: degree 9 with n elements and degree 7
with 3n/2, n doubled until both agree to rounding or to a hundredth of the smallest accuracy. Their difference is the uncertainty
of a true error. --fast: the first problems, for `make test`. Exit code 1: a share is below 95 %.
"""
import argparse, csv, json, math, subprocess, sys, tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PUBLISHED = "problems/published/"
IITK, BETSCH = PUBLISHED + "iitk_chaurasia_2012/", PUBLISHED + "nme_betsch_siebert_2009/"
# name: (file, assignments, elements of the first reference)
PROBLEMS = {
    "spinning box": ("problems/spinning_box.yaml", [], 100),
    "physical pendulum": ("problems/physical_pendulum.yaml", [], 60),
    "slider-crank": ("problems/mechanisms/slider_crank.yaml", [], 100),
    "box, em": ("problems/spinning_box.yaml", ["method.scheme=em"], 100),
    "pendulum, collocated": ("problems/physical_pendulum.yaml", ["method.invariants=collocated"], 60),
    "Kepler": (IITK + "kepler.yaml", ["method.scheme=mG"], 400),
    "box, directors": ("problems/spinning_box_director.yaml", [], 100),
    "free body": ("problems/free_body.yaml", [], 50),
    "heavy top": ("problems/heavy_top.yaml", [], 400),
    "steady top": ("problems/steady_top.yaml", [], 200),
    "steady top, joint": ("problems/steady_top_joint.yaml", [], 200),
    "scalable body": ("problems/scalable_body.yaml", [], 60),
    "closed loop": ("problems/loads/closed_loop.yaml", [], 200),
    "Bricard": ("problems/mechanisms/bricard.yaml", [], 300),
    "double four-bar": ("problems/mechanisms/double_four_bar.yaml", [], 300),
    "double pendulum": ("problems/mechanisms/double_pendulum.yaml", [], 150),
    "four-bar": ("problems/mechanisms/four_bar.yaml", [], 200),
    "gimbals": ("problems/mechanisms/gimbals.yaml", [], 150),
    "governor": ("problems/mechanisms/governor.yaml", [], 1500),
    "planar pendulum": ("problems/mechanisms/planar_pendulum.yaml", [], 50),
    "simple pendulum": ("problems/mechanisms/simple_pendulum.yaml", [], 100),
    "spatial pendulum": ("problems/mechanisms/spatial_pendulum.yaml", [], 50),
    "spatial slider-crank": ("problems/mechanisms/spatial_slider_crank.yaml", [], 150),
    "driven arm": ("problems/motion/arm.yaml", [], 80),
    "driven slider-crank": ("problems/motion/slider_crank.yaml", [], 100),
    "harmonic oscillator": (IITK + "harmonic.yaml", ["method.scheme=mG"], 100),
    "mathematical pendulum": (IITK + "pendulum.yaml", ["method.scheme=mG", "time.end=50"], 150),
    "Betsch and Siebert, top": (BETSCH + "steady_top.yaml", ["method.scheme=mG"], 100),
    "Betsch and Siebert, free body": (BETSCH + "free_body.yaml", ["method.scheme=mG"], 50),
    "Andrews": (PUBLISHED + "ivptestset_mazzia_magherini_2008/andrews.yaml", [], 200),
    "car axis": (PUBLISHED + "ivptestset_mazzia_magherini_2008/car_axis.yaml", [], 300),
}
FAST = ("spinning box", "physical pendulum", "slider-crank", "box, em", "pendulum, collocated")
ACCURACIES = (1e-3, 1e-5, 1e-7, 1e-9, 1e-11)
TRIALS, AGREED = 4, 0.95
BEGIN, END = "<!-- table: scripts/accuracy_table.py -->", "<!-- end of table -->"


def rigel(args, problem, extra, assignments):
    """Runs a problem; returns the answer to --json and the last states."""
    with tempfile.TemporaryDirectory() as folder:
        sets = [word for text in ["reference=", "output.every=1", "output.nodes=ends"] + problem[1] + assignments for word in ("--set", text)]
        command = [str(args.bin), "run", str(ROOT / problem[0]), "-o", folder, "--json", *extra, *sets]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        answer = json.loads(done.stdout)
        answer["exit"] = done.returncode
        state = Path(folder) / "state.csv"
        if state.exists():
            with open(state, encoding="ascii") as stream:
                rows = list(csv.reader(stream))
            answer["columns"], answer["end"] = rows[0][1:], [float(x) for x in rows[-1][1:]]
        return answer


def scale(column, units):
    """The natural unit of a column of state.csv."""
    name = column.split(".")[-1]
    momentum = name.startswith("p")
    moves = name.lstrip("p") in ("x", "y", "z")
    if momentum:
        return units["mass"] * units["velocity"] * (1.0 if moves else units["length"])
    return units["length"] if moves else 1.0


def distance(a, b, columns, units):
    return max(abs(x - y) / scale(c, units) for x, y, c in zip(a, b, columns))


def reference(args, problem, units, smallest):
    """State at the end and its uncertainty, from two degrees on two meshes."""
    n, best = problem[2], None
    for _ in range(TRIALS):
        ends = []
        for degree, elements in ((9, n), (7, 3 * n // 2)):
            answer = rigel(args, problem, [], ["time.step=", f"time.elements={elements}", f"method.degree={degree}", "method.gauss=auto", "method.nodes=lobatto"])
            if answer["exit"]:
                break
            ends.append(answer["end"])
        n *= 2
        if len(ends) < 2:
            continue
        gap = distance(ends[0], ends[1], answer["columns"], units)
        if best is None or gap < best[1]:
            best = (ends[0], gap)
        if gap <= 0.01 * smallest:
            break
    return best


def measure(args, name):
    problem, rows, ends = PROBLEMS[name], [], None
    for accuracy in ACCURACIES:
        answer = rigel(args, problem, ["--accuracy", f"{accuracy:g}"], [])
        if answer["exit"] not in (0, 3) or "accuracy" not in answer.get("results", {}):
            print(f"{name}, {accuracy:g}: {answer.get('messages') or answer.get('faults')}", file=sys.stderr)
            rows.append({"name": name, "accuracy": accuracy, "failed": True})
            continue
        result = answer["results"]["accuracy"]
        ends = ends or reference(args, problem, result["units"], ACCURACIES[-1])
        true = distance(answer["end"], ends[0], answer["columns"], result["units"]) if ends else math.nan
        rows.append({"name": name, "accuracy": accuracy, "failed": False, "true": true, "unsure": ends[1] if ends else math.inf, **result})
    return rows


def within(row):
    """A run that states itself that it did not reach its accuracy keeps no promise, and breaks none."""
    return not row["reached"] or row["true"] <= row["accuracy"] + row["unsure"]


def ratio(row):
    """Bar over true error; None where the reference is not sharp enough, or the run states that it did not reach its accuracy."""
    return row["bar"] / row["true"] if row["reached"] and row["true"] > 10.0 * row["unsure"] else None


def table(rows):
    lines = ["| problem | accuracy | degree | elements | rejected | true error | bar | bar / true |", "|---|---|---|---|---|---|---|---|"]
    for r in rows:
        if r["failed"]:
            lines.append(f"| {r['name']} | {r['accuracy']:.0e} | | | | failed | | |")
            continue
        share = ratio(r)
        true = f"{r['true']:.2e}" if share else f"< {max(r['true'], r['unsure']):.1e}" if r["reached"] else ""
        bar = f"{r['bar']:.2e}" if r["reached"] else "out of reach"
        lines.append(f"| {r['name']} | {r['accuracy']:.0e} | {r['degree']} | {r['elements']} | {r['rejected']} | {true} | {bar} | {f'{share:.2f}' if share else ''} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--fast", action="store_true", help="the first problems only")
    parser.add_argument("--bin", type=Path, default=ROOT / "bin/rigel")
    parser.add_argument("--out", type=Path)
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    rows = []
    for name in args.names or (FAST if args.fast else PROBLEMS):
        rows += measure(args, name)
        print("\n".join(table(rows[-len(ACCURACIES):])[2:]), flush=True)
    done = [r for r in rows if not r["failed"]]
    ratios = [ratio(r) for r in done if ratio(r)]
    kept = sum(map(within, done)) / len(rows)
    sharp = sum(0.5 <= x <= 2.0 for x in ratios) / max(1, len(ratios))
    summary = (f"{len(rows)} runs of {len({r['name'] for r in rows})} problems: true error at most the accuracy in {100 * kept:.1f} %, bar / true from 0.5 to 2 in "
               f"{100 * sharp:.1f} % of the {len(ratios)} runs whose true error is known, smallest {min(ratios):.2f}, largest {max(ratios):.2f}")
    print(summary)
    if args.out:
        page = args.out.read_text(encoding="utf-8")
        head, tail = page.split(BEGIN)[0], page.split(END)[1]
        args.out.write_text(head + BEGIN + "\n" + summary + ".\n\n" + "\n".join(table(rows)) + "\n\n" + END + tail, encoding="utf-8")
    return 0 if kept >= AGREED and sharp >= AGREED else 1


if __name__ == "__main__":
    sys.exit(main())
