"""Runs of the program and plots of their results: the folder of one reproduction."""
import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tables import Table

ROOT = Path(__file__).resolve().parent.parent.parent
DEBIAN_PYTHON = "/usr/bin/python3"  # has Debian's matplotlib
sys.path.insert(0, str(ROOT / "src/python"))
import rigel_plot  # noqa: E402 (in the folder of the line before)


def environment():
    """The environment of tests/env.sh: one thread per process, ranks within this machine."""
    text = subprocess.run(["bash", "-c", ". tests/env.sh && env -0"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return dict(entry.split("=", 1) for entry in text.split("\0") if entry)


class Failure(Exception):
    """A run of the program with an unexpected exit code."""


class Reproduction:
    """Runs in a folder `work`, tables and plots in a folder `out`.

    RIGEL names the program (default bin/rigel), JOBS the number of simultaneous runs of a study (default: all cores).
    """

    def __init__(self, out, work, problems="problems"):
        self.out, self.work, self.problems = Path(out), Path(work), problems
        self.program = os.environ.get("RIGEL", "bin/rigel")
        self.jobs = os.environ.get("JOBS", str(os.cpu_count()))
        self.environment = environment()
        self.started = time.monotonic()
        self.out.mkdir(parents=True, exist_ok=True)
        self.work.mkdir(parents=True, exist_ok=True)

    def say(self, text):
        """Prints the elapsed time and a text."""
        print(f"{time.monotonic() - self.started:5.0f} s  {text}", flush=True)

    def rigel(self, *words, accept=(0,), seconds=None):
        """Calls the program; returns its output. Other exit codes than the accepted ones raise Failure. seconds: limit of CPU time."""
        command = [self.program, *map(str, words)]
        if seconds:
            command = ["bash", "-c", f'ulimit -t {seconds} && exec "$@"', "bash", *command]
        done = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if accept is not None and done.returncode not in accept:
            raise Failure(f"{' '.join(command)}\n{done.stdout}exit code {done.returncode}")
        return done.stdout

    def command(self, *words):
        """Calls any program; its exit code does not matter."""
        subprocess.run([str(word) for word in words], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def problem(self, name):
        """The problem file of this name."""
        return f"{self.problems}/{name}.yaml"

    def run(self, name, problem, settings=()):
        """`rigel run` with settings "key=value"; results in work/name."""
        self.rigel("run", self.problem(problem), "--force", "-o", self.work / name, *sets(settings))

    def study(self, name, problem, *options, accept=(0,)):
        """`rigel study`; results in work/name."""
        self.rigel("study", *options, self.problem(problem), "-j", self.jobs, "--fresh", "--force", "-o", self.work / name, accept=accept)

    def results(self, run):
        """The results block of a run: {key: text}."""
        text = (self.work / run / "run.yaml").read_text(encoding="utf-8")
        return dict(re.findall(r"(?m)^  (\w+): (.*)$", text.partition("\nresults:\n")[2]))

    def result(self, run, key):
        """One number of the results block of a run."""
        return float(self.results(run)[key])

    def state(self, run):
        """state.csv of a run."""
        return Table(self.work / run / "state.csv")

    def invariants(self, run):
        """invariants.csv of a run."""
        return Table(self.work / run / "invariants.csv")

    def table(self, name):
        """A table of the folder `out`."""
        return Table(self.out / f"{name}.csv")

    def draw_study(self, study, measure, name):
        """Draws a measure of a study, or its `work`, to out/name.svg."""
        self.save(rigel_plot.Study(rigel_plot.Folder(self.work / study)).figure([measure]), name)

    def save(self, sheet, name):
        """Writes a figure to out/name.svg."""
        sheet.save(self.out / f"{name}.svg")

    def write_page(self, template, **parts):
        """Writes out/README.md: the template beside these scripts with {{name}} replaced by its part."""
        (self.out / "README.md").write_text(fill(template, **parts), encoding="utf-8")


def sets(settings):
    """The options --set of settings "key=value"."""
    return [word for setting in settings for word in ("--set", setting)]


def fill(template, **parts):
    """The text of a template beside these scripts with {{name}} replaced by its part."""
    text = (Path(__file__).parent / template).read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match.group(1)], text)


def main(reproduce, description, *defaults):
    """Parses [--work DIR] and one folder or file per default, calls reproduce(work, *paths), reports failed runs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in defaults:
        parser.add_argument(name, nargs="?", default=default, type=Path, help=f"default: {default}")
    parser.add_argument("--work", type=Path, help="keep the runs in this folder")
    options = parser.parse_args()
    paths = [getattr(options, name) for name, _ in defaults]
    if not importlib.util.find_spec("matplotlib") and sys.executable != DEBIAN_PYTHON and os.access(DEBIAN_PYTHON, os.X_OK):
        os.execv(DEBIAN_PYTHON, [DEBIAN_PYTHON, *sys.argv])
    os.chdir(ROOT)
    try:
        if options.work:
            reproduce(options.work, *paths)
        else:
            with tempfile.TemporaryDirectory() as folder:
                reproduce(Path(folder), *paths)
    except Failure as failure:
        sys.exit(f"{Path(sys.argv[0]).name}: {failure}")
