"""Estimates stiffness and damping of a spring from observations of a body, by Gauss-Newton steps with one adjoint gradient for each
observation.

    python3 docs/examples/identify.py
"""

import numpy as np
import rigel

PATHS = ["loads.s.stiffness", "loads.s.damping"]
SEEN = ["end:body.z", "integral:body.z", "end:body.pz"]
PROBLEM = {
    "time": {"end": 1.0, "elements": 20},
    "method": {"scheme": "mG", "degree": 2},
    "gravity": [0, 0, -9.81],
    "bodies": [{"name": "body", "mass": 2, "inertia": [0.3, 0.4, 0.5], "position": [0, 0, -1], "angular_velocity": [1, 0, 3]}],
    "loads": [
        {"name": "s", "type": "spring", "bodies": ["ground", "body"], "at": [[0, 0, 0], [0.1, 0, 0.2]], "length": 0.5, "stiffness": 30, "damping": 1}
    ],
}


def observe(numbers):
    """What is seen with these numbers, and its derivatives."""
    model = rigel.Model(PROBLEM, dict(zip(PATHS, numbers)))
    run = model.solve()
    values, gradients = zip(*[model.gradient(run, seen, PATHS) for seen in SEEN])
    return np.array(values), np.array(gradients)


def main():
    truth, numbers = np.array([42.0, 1.7]), np.array([30.0, 1.0])
    measured, _ = observe(truth)
    for step in range(12):
        values, jacobian = observe(numbers)
        change = np.linalg.lstsq(jacobian, measured - values, rcond=None)[0]
        numbers = numbers + change
        print(f"step {step}: stiffness {numbers[0]:.9f}, damping {numbers[1]:.9f}")
        if np.max(np.abs(change)) < 1e-10:
            break
    assert np.allclose(numbers, truth, rtol=1e-8), "not found"


if __name__ == "__main__":
    main()
