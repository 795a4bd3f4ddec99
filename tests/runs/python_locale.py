"""A program with a decimal comma: numbers of problems and messages have a point, callbacks see the comma. LOCPATH holds de_DE.UTF-8."""

import locale

import numpy as np
import rigel

locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
comma = locale.localeconv()["decimal_point"]
assert comma == ",", comma

seen = set()


def spring(f):
    seen.add(locale.localeconv()["decimal_point"])
    H = np.diag([2.5] * 3 + [0.0] * 9)
    return 0.5 * f @ H @ f, H @ f, H


problem = rigel.Problem("time: {end: 0.5, step: 0.25}\nbodies: [{name: ball, formulation: particle, mass: 1.5}]")
problem.set("bodies.ball.velocity", [1.5, 0, 0])
problem.add_potential("spring", "ball", spring, degree=2)
model = rigel.Model(problem)
assert abs(model.energy(model.start) - 1.5 * 1.5**2 / 2) < 1e-14, model.energy(model.start)
model.solve()
assert seen == {","}, seen
try:
    rigel.Model("time: {end: 0.5, step: -0.25}\nbodies: [{name: ball, formulation: particle, mass: 1.5}]")
    raise AssertionError("a negative step")
except rigel.Error as error:
    assert "-0.25" in str(error), error
assert locale.localeconv()["decimal_point"] == ","
print("decimal points")
