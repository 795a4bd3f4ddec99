#!/usr/bin/env python3
"""Compare the results of two builds of Rigel on every example problem.

Runs each file of problems/ with both programs into temporary folders and compares every CSV file that either of them
writes. A run is one of

  same       every file agrees bit for bit
  rounding   every number agrees to TOLERANCE relative to the largest value of its column, or to FLOOR relative to the
             largest value of the run (for columns that hold nothing but rounding errors, such as dH)
  different  a number, a file, a column, a key of run.yaml, a count of iterations or an exit code differs

Of newton.csv only element, t and iterations count: residual, floor and corrections are rounding errors themselves. Of
run.yaml only the keys count. Use --table state.csv where one build writes files or rows that the other does not. A run that fails in both with the same exit code and the same message is the same.
The exit code is 0 if no run is different, 1 if one is, 2 on a wrong call.
"""

import argparse
import csv
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERDICTS = {
    "not compared": "not compared",
    "same": "bit for bit the same",
    "rounding": "same to rounding",
    "different": "different",
}
SHOWN = 5  # findings of a problem without --all
RANKS = list(VERDICTS)
NOT_COMPARED = {"newton.csv": {"residual", "floor", "corrections"}}


@dataclass
class Run:
    """One run of one program: exit code (None after the time limit), message, seconds, folder of the results."""

    code: int | None
    message: str
    seconds: float
    folder: Path


@dataclass
class Comparison:
    """Verdict on one problem, the largest relative difference with its place, and one line per finding."""

    problem: str
    verdict: str = "same"
    difference: float = 0.0
    where: str = ""
    findings: list[str] = field(default_factory=list)
    seconds: tuple[float, float] = (0.0, 0.0)

    def judge(self, verdict: str, finding: str = "") -> None:
        """Keep the worse verdict."""
        if finding:
            self.findings.append(finding)
        self.verdict = max(self.verdict, verdict, key=RANKS.index)

    def number(self, difference: float, where: str) -> None:
        """Keep the largest difference."""
        if not difference <= self.difference:
            self.difference, self.where = difference, where


def run(program: Path, problem: Path, folder: Path, options: argparse.Namespace) -> Run:
    """Run one problem; the paths of the temporary folder are taken out of its messages."""
    command = [str(program), "run", str(problem), "-o", str(folder)]
    for setting in options.set:
        command += ["--set", setting]
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    start = time.monotonic()
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=options.limit)
        code, message = done.returncode, done.stderr.replace(str(folder), "DIR")
    except subprocess.TimeoutExpired:
        code, message = None, ""
    return Run(code, message, time.monotonic() - start, folder)


def number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def read(path: Path) -> tuple[list[str], list[list[str]]]:
    """Header and rows of a CSV file."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return (rows[0], rows[1:]) if rows else ([], [])


def largest(cells: list[str]) -> float:
    """Largest finite absolute value of a column."""
    values = (number(cell) for cell in cells)
    return max((abs(v) for v in values if v is not None and math.isfinite(v)), default=0.0)


def run_scale(folder: Path) -> float:
    """Largest absolute value of state.csv and invariants.csv, time excepted."""
    scale = 0.0
    for name in ("state.csv", "invariants.csv"):
        if (folder / name).exists():
            header, rows = read(folder / name)
            for i, column in enumerate(header):
                if column != "t":
                    scale = max(scale, largest([row[i] for row in rows if i < len(row)]))
    return scale


def compare_column(a: list[str], b: list[str]) -> float:
    """Largest difference of two columns; infinity where a text, a NaN or an infinity differs."""
    worst = 0.0
    for x, y in zip(a, b):
        if x == y:
            continue
        u, v = number(x), number(y)
        if u is None or v is None:
            return math.inf
        if not (math.isfinite(u) and math.isfinite(v)):
            if u == v or (math.isnan(u) and math.isnan(v)):
                continue
            return math.inf
        worst = max(worst, abs(u - v))
    return worst


def compare_table(name: str, old: Path, new: Path, scale: float, result: Comparison, options: argparse.Namespace) -> None:
    """Compare two CSV files, column by column."""
    if old.read_bytes() == new.read_bytes():
        return
    header, rows = read(old)
    new_header, new_rows = read(new)
    if header != new_header:
        return result.judge("different", f"{name}: columns {','.join(header)} and {','.join(new_header)}")
    if len(rows) != len(new_rows) or any(len(a) != len(b) for a, b in zip(rows, new_rows)):
        return result.judge("different", f"{name}: {len(rows)} and {len(new_rows)} rows, or of different length")
    for i, column in enumerate(header):
        if column in NOT_COMPARED.get(name, ()):
            continue
        a, b = [row[i] for row in rows], [row[i] for row in new_rows]
        worst = compare_column(a, b)
        if worst == 0:
            continue
        if name == "newton.csv" and column == "iterations":
            changed = sum(x != y for x, y in zip(a, b))
            verdict = "rounding" if worst <= options.iterations else "different"
            result.judge(verdict, f"newton.csv: iterations differ in {changed} of {len(a)} rows, by {worst:g} at most")
            continue
        size = max(largest(a), largest(b))
        relative = worst / size if size > 0 else math.inf
        if relative <= options.tolerance:
            result.judge("rounding")
            result.number(relative, f"{name} {column}")
        elif worst <= options.floor * scale:
            result.judge("rounding")
            result.number(worst / scale, f"{name} {column}, of the largest value of the run")
        else:
            result.number(relative, f"{name} {column}")
            result.judge("different", f"{name}: {column} differs by {worst:.2g}, {relative:.2g} of its largest value {size:.3g}")
    result.judge("rounding")


def keys(path: Path) -> list[str]:
    """Keys of a YAML file in their order, with their indentation."""
    return re.findall(r"^([ -]*[\w.]+):", path.read_text(), flags=re.MULTILINE) if path.exists() else []


def compare(problem: str, old: Run, new: Run, options: argparse.Namespace) -> Comparison:
    result = Comparison(problem, seconds=(old.seconds, new.seconds))
    if old.code != new.code:
        said = [f"{n}: {'time limit' if r.code is None else f'exit {r.code}'} {r.message.strip()}" for n, r in (("old", old), ("new", new))]
        result.judge("different", "; ".join(said))
        return result
    if old.code is None:
        result.verdict = "not compared"
        result.findings.append("both reached the time limit")
        return result
    if old.message != new.message:
        said = f"messages {old.message.strip()!r} and {new.message.strip()!r}"
        result.judge("different" if old.code != 0 else "same", said)
    names = [sorted(p.name for p in r.folder.iterdir() if not options.table or p.name in options.table) if r.folder.is_dir() else []
             for r in (old, new)]
    if names[0] != names[1]:
        result.judge("different", f"files {' '.join(names[0])} and {' '.join(names[1])}")
    scale = run_scale(old.folder)
    for name in sorted(set(names[0]) & set(names[1])):
        if name.endswith(".csv"):
            compare_table(name, old.folder / name, new.folder / name, scale, result, options)
    if options.table:
        return result
    old_keys, new_keys = keys(old.folder / "run.yaml"), keys(new.folder / "run.yaml")
    if old_keys != new_keys:
        lost = [k.strip(" -") for k in old_keys if k not in new_keys]
        found = [k.strip(" -") for k in new_keys if k not in old_keys]
        result.judge("different", f"run.yaml: keys lost {lost or 'none'}, new {found or 'none'}, or another order")
    return result


def one(problem: Path, options: argparse.Namespace) -> Comparison:
    """Run and compare one problem; the folders are removed unless they are to be kept."""
    name = str(problem.relative_to(options.problems))
    with tempfile.TemporaryDirectory(prefix="rigel_same_") as temporary:
        base = options.keep / name.removesuffix(".yaml") if options.keep else Path(temporary)
        old = run(options.old, problem, base / "old", options)
        new = run(options.new, problem, base / "new", options)
        return compare(name, old, new, options)


def line(c: Comparison) -> str:
    value = f"{c.difference:.1e} ({c.where})" if c.where else ""
    return f"{c.problem:<60} {VERDICTS[c.verdict]:<21} {value}".rstrip()


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path, metavar="OLD_RIGEL", help="program that gives the reference results")
    parser.add_argument("new", type=Path, metavar="NEW_RIGEL", help="program to compare with it")
    parser.add_argument("--only", metavar="GLOB", action="append", help="only these files below problems/: 'control/*'; repeatable")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count(), help="problems at a time (default: processors)")
    parser.add_argument("--limit", metavar="SECONDS", type=float, help="time limit of a run (default: none)")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[], help="passed to both programs; repeatable")
    parser.add_argument("--tolerance", type=float, default=1e-9, help="difference relative to a column that counts as rounding (1e-9)")
    parser.add_argument("--floor", type=float, default=1e-12, help="the same relative to the largest value of the run (1e-12)")
    parser.add_argument("--iterations", metavar="N", type=int, default=0, help="difference of Newton iterations allowed per element (0)")
    parser.add_argument("--table", metavar="NAME", action="append", help="compare only this table, and no run.yaml: state.csv; repeatable")
    parser.add_argument("--all", action="store_true", help="list every finding, not only the first of each problem")
    parser.add_argument("--keep", metavar="DIR", type=Path, help="keep the results here, in PROBLEM/old and PROBLEM/new")
    parser.add_argument("--problems", metavar="DIR", type=Path, default=ROOT / "problems", help="folder of the problems (default: problems)")
    options = parser.parse_args(arguments)
    for program in (options.old, options.new):
        if not os.access(program, os.X_OK):
            parser.error(f"{program} is not a program")
    return options


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    problems = sorted(options.problems.rglob("*.yaml"))
    if options.only:
        problems = [p for p in problems if any(fnmatch(str(p.relative_to(options.problems)), g) for g in options.only)]
    if not problems:
        print("same_results.py: no problem matches", file=sys.stderr)
        return 2
    results = []
    with ThreadPoolExecutor(max_workers=max(options.jobs, 1)) as pool:
        for result in pool.map(lambda p: one(p, options), problems):
            print(line(result), flush=True)
            shown = result.findings if options.all else result.findings[:SHOWN]
            for finding in shown:
                print(f"    {finding}", flush=True)
            if len(shown) < len(result.findings):
                print(f"    {len(result.findings) - len(shown)} more findings (--all lists them)", flush=True)
            results.append(result)
    print()
    for verdict, words in VERDICTS.items():
        print(f"{words:<24}{sum(r.verdict == verdict for r in results):>5}")
    near = [r for r in results if r.verdict == "rounding" and r.where]
    if near:
        worst = max(near, key=lambda r: r.difference)
        print(f"largest difference at rounding: {worst.difference:.1e} in {worst.problem}, {worst.where}")
    old, new = (sum(r.seconds[i] for r in results) for i in (0, 1))
    print(f"seconds: old {old:.1f}, new {new:.1f}")
    return int(any(r.verdict == "different" for r in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
