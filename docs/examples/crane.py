"""Errors of the computed inputs of the overhead crane, problems/control/crane.yaml and crane_track.yaml.

The exact inputs follow from the path of the load: its acceleration gives the force of the rope, this the position of the trolley and
the angle of the winch, and these the force F on the trolley and the torque M on the winch.
"""
import csv
import subprocess
from math import comb, sqrt
from numpy.polynomial import Polynomial


def smooth(n):
    """The function `smooth` with n derivatives, on [0, 1]."""
    return Polynomial([0] * (n + 1) + [comb(n + j, j) * comb(2 * n + 1, n - j) * (-1) ** j for j in range(n + 1)])


# products, quotients and roots of functions, each with its first two derivatives

def multiply(a, b):
    return [a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2 * a[1] * b[1] + a[0] * b[2]]


def divide(a, b):
    c = [a[0] / b[0], 0, 0]
    c[1] = (a[1] - c[0] * b[1]) / b[0]
    c[2] = (a[2] - 2 * c[1] * b[1] - c[0] * b[2]) / b[0]
    return c


def root(a):
    r = [sqrt(a[0]), 0, 0]
    r[1] = a[1] / 2 / r[0]
    r[2] = (a[2] / 2 - r[1] ** 2) / r[0]
    return r


def inputs(t):
    """F and M at the time t: masses of 10 (trolley) and 100 (load), inertia 0.1 and radius 0.1 of the winch."""
    p = smooth(6)(Polynomial([0, 1 / 6]))
    p = [p(t)] + [p.deriv(i)(t) for i in range(1, 5)]
    x, z = p, [4 + p[0]] + p[1:]
    rope = divide([100 * (9.81 - z[2]), -100 * z[3], -100 * z[4]], z)  # force of the rope over its length
    lean = divide([100 * x[2], 100 * x[3], 100 * x[4]], rope)          # of the rope: trolley less load
    beta = [10 * v for v in root([a + b for a, b in zip(multiply(lean, lean), multiply(z, z))])]
    return 10 * (x[2] + lean[2]) + rope[0] * lean[0], 0.1 * beta[2] - 0.01 * rope[0] * beta[0]


def errors(file, degree, elements):
    subprocess.run(["rigel", "run", file, "-q", "-o", "results/crane_errors", "--force", "--set", f"method.degree={degree}",
                    "--set", f"time.elements={elements}"], check=True)
    with open("results/crane_errors/controls.csv") as table:
        rows = list(csv.DictReader(table))
    exact = [inputs(float(row["t"])) for row in rows]
    return [max(abs(float(row[name]) - e[i]) for row, e in zip(rows, exact)) for i, name in enumerate(("F.1", "M.1"))]


samples = [inputs(i / 100) for i in range(601)]
print("largest inputs: F %.1f, M %.1f" % tuple(max(abs(s[i]) for s in samples) for i in range(2)))
for degree, meshes in ((1, (60, 120, 240)), (2, (60, 120, 240)), (3, (30, 60, 120))):
    for n in meshes:
        print("servo, BG(%d), %3d elements: F %.1e, M %.1e" % (degree, n, *errors("problems/control/crane.yaml", degree, n)))
print("track, mG(2), 120 elements: F %.1e, M %.1e" % tuple(errors("problems/control/crane_track.yaml", 2, 120)))
