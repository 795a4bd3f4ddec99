#!/usr/bin/env python3
"""Measures BG with a strong and a weak start, and mG with plain and collocated invariants on the box: the tables of docs/explanation.

Writes orders.md (strong and weak start, even and odd meshes), irregular.md (steps that jump, grow, alternate or are random), energy.md
(many windows) and box.md (invariants and peers on the spinning box). `make pages` inserts them into the pages.

Environment: RIGEL (program, default bin/rigel)
"""
import random
from math import log

from runs import Reproduction, main, sets
from tables import Table, markdown

BOX, PENDULUM = "problems/spinning_box.yaml", "problems/physical_pendulum.yaml"
WEAK = ("method.scheme=BG", "method.start=weak")


def mesh(kind, n):
    """n relative steps."""
    random.seed(1)
    return {"uniform": [1.0] * n,
            "jump": [1.0 if 2 * i < n else 0.5 for i in range(n)],
            "graded": [0.5 + (i + 0.5) / n for i in range(n)],
            "alternating": [1.3 if i % 2 else 0.7 for i in range(n)],
            "random": [random.uniform(0.5, 1.5) for _ in range(n)]}[kind]


def parts(steps, end):
    """time.parts with one element each."""
    ends, total = [0.0], sum(steps)
    for step in steps:
        ends.append(ends[-1] + step / total * end)
    ends[-1] = end
    pieces = (f'{{"from": {a:.17g}, "to": {b:.17g}, "step": {(b - a) * (1 + 1e-7):.17g}}}' for a, b in zip(ends, ends[1:]))
    return f"time.parts=[{', '.join(pieces)}]"


def solve(r, path, *settings):
    """The results of a run, or nothing."""
    (r.work / "run/run.yaml").unlink(missing_ok=True)
    r.rigel("run", path, "--force", "--quiet", "-o", r.work / "run", *sets(("time.step=", *settings)), accept=None)
    return r.results("run") if (r.work / "run/run.yaml").exists() else {}


def error(r, path, *settings):
    """e_loc of a run; nan: it failed."""
    found = solve(r, path, "output.every=0", *settings)
    return float(found["error_e_loc"]) if found.get("verdict") == "done" else float("nan")


def orders(r):
    """Strong and weak start on the box."""
    rows = []
    for k, n in ((1, 100), (2, 100), (3, 50), (4, 40)):
        counts = (n, n + 1, 2 * n)
        found = {start: [error(r, BOX, "method.scheme=BG", f"method.start={start}", f"method.degree={k}", f"time.elements={m}") for m in counts]
                 for start in ("strong", "weak")}
        row = [k, " / ".join(map(str, counts))]
        for errors in found.values():
            row += [" / ".join(f"{e:.1e}" for e in errors), f"{log(errors[0] / errors[2], 2):.1f}"]
        rows.append(row)
    return markdown(("k", "elements", "strong start", "order", "weak start", "order"), rows)


def irregular(r):
    """The pendulum on five kinds of meshes, in one solve and in windows of one element."""
    rows = []
    for k, n in ((1, 120), (2, 80), (3, 40)):
        for kind in ("uniform", "jump", "graded", "alternating", "random"):
            row = [k, kind, f"{n} / {2 * n}"]
            for window in ("all", 1):
                coarse, fine = (error(r, PENDULUM, *WEAK, f"method.degree={k}", f"method.window={window}", "time.elements=1",
                                      parts(mesh(kind, m), 5.0)) for m in (n, 2 * n))
                row += [f"{coarse:.1e} / {fine:.1e}", f"{log(coarse / fine, 2):.1f}"]
            rows.append(row)
        r.say(f"irregular meshes, k = {k}")
    return markdown(("k", "steps", "elements", "one solve", "order", "windows of one element", "order"), rows)


def energy(r):
    """Largest energy error in each quarter of 10 000 elements of the pendulum on its joint."""
    rows = []
    for k in (1, 2, 3):
        for window in (1, 2, 3, 7):
            solve(r, PENDULUM, *WEAK, f"method.degree={k}", f"method.window={window}", "reference=", "time.elements=10000",
                  f"time.end={10000 / (7 if k == 3 else 14):.17g}")
            H = Table(r.work / "run/invariants.csv").cells("H")
            quarter = len(H) // 4
            rows.append((k, window, *(f"{max(abs(x - H[0]) for x in H[i * quarter:(i + 1) * quarter]):.2e}" for i in range(4))))
        r.say(f"energy, k = {k}")
    return markdown(("k", "elements of a window", "first quarter", "2nd", "3rd", "4th"), rows)


def box(r):
    """mG with plain and collocated invariants, and em."""
    rows = []
    for k in (1, 2, 3, 4):
        for name, settings in (("mG", ()), ("mG, s = k", (f"method.gauss={k}",)), ("mG, collocated", ("method.invariants=collocated",)),
                               ("em", ("method.scheme=em",))):
            found = solve(r, BOX, "time.elements=100", f"method.degree={k}", *settings)
            rows.append((k, name, *(f"{float(found[key]):.1e}" for key in
                                    ("error_e_loc", "drift_H_relative", "drift_L_relative", "phi_max_scaled", "psi_max_scaled"))))
    return markdown(("k", "method", "error", "H", "L", "Phi", "Psi"), rows)


def reproduce(work, out):
    """All tables."""
    r = Reproduction(out, work)
    for name, table in (("box", box), ("orders", orders), ("irregular", irregular), ("energy", energy)):
        (r.out / f"{name}.md").write_text(table(r) + "\n", encoding="utf-8")
        r.say(name)


if __name__ == "__main__":
    main(reproduce, __doc__, ("dir", "results/weak_start"))
