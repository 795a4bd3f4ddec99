"""Damage one byte, the length or the owner of a file of a finished or killed run, resume it, and demand a refusal or the same result.

usage: corruption.py RIGEL WORK CASES. Prints one line per wrong case, then the counts; exit code 1 after a wrong case.
"""

import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BOX = str(ROOT / "problems/spinning_box.yaml")
FORMATS = ["--set", "output.formats=[csv, hdf5, vtk]", "--set", "output.vtk_every=10"]
TABLES = ("state.csv", "invariants.csv", "multipliers.csv", "newton.csv", "run.pvd")


def rigel(program: str, *arguments: str) -> subprocess.CompletedProcess:
    """Run the program; a hang counts as a failure."""
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120, check=False)


def damage(path: Path, kind: str, rng: random.Random, other: Path) -> str:
    """Change the file; the text says how."""
    data = bytearray(path.read_bytes())
    if kind == "mix":
        if not other.exists() or other.read_bytes() == data:
            return ""
        path.write_bytes(other.read_bytes())
        return "file of another run"
    if kind == "cut":
        length = rng.randrange(len(data))
        path.write_bytes(data[:length])
        return f"cut to {length} of {len(data)} bytes"
    if kind == "append":
        path.write_bytes(data + bytes([rng.randrange(256)]))
        return "a byte more"
    at, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
    data[at] ^= bit
    path.write_bytes(data)
    return f"bit {bit} of byte {at}"


def same(found: Path, whole: Path) -> bool:
    """Whether the resumed run has the tables of the uninterrupted one."""
    return all((found / name).read_bytes() == (whole / name).read_bytes() for name in TABLES)


def killed(program: str, folder: Path, step: str) -> None:
    """A run that is killed after its first checkpoint."""
    command = [program, "run", BOX, "-o", str(folder), *FORMATS, "--set", f"time.step={step}", "--set", "output.every=100",
               "--set", "output.checkpoint=0.01"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        while not (folder / ".rigel.checkpoint").exists():
            time.sleep(0.01)
        run.kill()


def main() -> int:
    program, work, cases = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(15)
    finished = ["--set", "time.end=1"]
    rigel(program, "run", BOX, "-o", str(work / "finished"), *FORMATS, *finished)
    rigel(program, "run", BOX, "-o", str(work / "finished.other"), *FORMATS, *finished, "--set", "bodies.box.mass=13")
    rigel(program, "run", BOX, "-o", str(work / "finished.whole"), *FORMATS, "--set", "time.end=2")
    step = "0.0001"
    killed(program, work / "killed", step)
    killed(program, work / "killed.other", step)
    rigel(program, "run", BOX, "-o", str(work / "killed.whole"), *FORMATS, "--set", f"time.step={step}", "--set", "output.every=100")
    more = {"finished": ["--set", "time.end=2"], "killed": ["--set", f"time.step={step}", "--set", "output.every=100"]}
    counts = {"refused": 0, "same": 0, "wrong": 0}
    for case in range(cases):
        source = "finished" if case % 3 else "killed"
        folder = work / "case"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(work / source, folder)
        files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size and path.name != ".rigel.lock")
        path = rng.choice(files)
        kind = rng.choice(["flip", "flip", "flip", "cut", "append", "mix"])
        theirs = work / (source + ".other")
        own = sorted(theirs.rglob("*" + path.name.split(".", 2)[-1])) if source == "killed" else [theirs / path.relative_to(folder)]
        how = damage(path, kind, rng, own[0] if own else theirs / "none")
        result = rigel(program, "run", BOX, "--restart", str(folder), *FORMATS, *more[source])
        if result.returncode == 2 and "rigel run: " in result.stderr:
            verdict = "refused"
        elif result.returncode == 0 and same(folder, work / (source + ".whole")):
            verdict = "same"
        else:
            verdict = "wrong"
            print(f"wrong: {source} {path.name}: {how or 'unchanged'}: exit {result.returncode}: {result.stderr.strip()[:200]}")
        counts[verdict] += 1
    print(f"{cases} cases: {counts['refused']} refused, {counts['same']} with the same result, {counts['wrong']} wrong")
    return 1 if counts["wrong"] else 0


sys.exit(main())
