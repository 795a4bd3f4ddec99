"""Every part of the Python module once, against what is known."""

import warnings

import numpy as np
import rigel

checks = 0


def check(good, what):
    global checks
    assert good, what
    checks += 1


BOX = {
    "time": {"end": 1, "elements": 20},
    "method": {"scheme": "mG", "degree": 2},
    "bodies": [{"name": "box", "mass": 12, "inertia": [5, 26, 29], "angular_velocity": [0, 5, 1]}],
}

# a run, and what it keeps; the reference of the spinning box at t = 1
model = rigel.Model(BOX)
run = model.solve()
check(model.states == 14 and model.multipliers == 2, "sizes")
check(run.z.shape == (41, 14) and run.t.shape == (41,) and run.multipliers.shape == (20, 2, 2), "shapes")
check(run.t[0] == 0 and run.t[-1] == 1 and np.all(np.diff(run.t) > 0) and run.multiplier_t.shape == (20, 2), "times")
q0 = run.z[-1, model.column("box.q0")]
check(abs(q0 + 0.5143431909822589) < 2e-3, f"q0 at t = 1: {q0}")
check(abs(model.energy(run.z[-1]) - 339.5) < 1e-10 and abs(model.energy(model.start) - 339.5) < 1e-10, "energy")
P, L = model.momenta(model.start)
check(np.allclose(L, [0, 130, 29]) and np.allclose(P, 0), "momenta")
check(np.max(np.abs(model.residual(run))) < 1e-10, "residual of a solution")
b = np.arange(len(model.residual(run)), dtype=float)
x, y = model.solve_linear(run, b), model.solve_linear(run, np.ones_like(b), transpose=True)
check(abs(x.sum() - y @ b) < 1e-9 * abs(x.sum()), "1 . A^-1 b = (A^-T 1) . b")

# the same problem by parts, from a file, and from another start
problem = rigel.Problem()
problem.set("time", {"end": 1, "elements": 20})
problem.set("method", "{scheme: mG, degree: 2}")
problem.add("bodies", "box")
problem.set("bodies.box.mass", 12)
problem.set("bodies.box.inertia", np.array([5.0, 26.0, 29.0]))
problem.set("bodies.box.angular_velocity", [0, 5, 1])
check(np.array_equal(rigel.Model(problem).solve().z, run.z), "built by parts")
other = rigel.Model("problems/spinning_box.yaml", {"time": {"end": 1, "elements": 20}, "method": {"scheme": "mG", "degree": 2}})
check(np.max(np.abs(other.solve().z - run.z)) < 1e-12, "from a file")
start = model.start.copy()
start[model.column("box.px")] = 24.0
check(abs(model.solve(start).z[-1, model.column("box.x")] - 2.0) < 1e-12, "from another start")

# gradients: by name, by functions, of the start
PATH = "bodies.box.angular_velocity[1]"
value, gradient = model.gradient(run, "end:box.q1", [PATH, "start.box.pq2"])
check(value == run.z[-1, model.column("box.q1")], "value")
step = 1e-4
ends = [rigel.Model(BOX, {PATH: 5 + s * step}).solve().z[-1, model.column("box.q1")] for s in (1, -1)]
check(abs(gradient[0] - (ends[0] - ends[1]) / (2 * step)) < 1e-6, "gradient by differences")


def end(z):
    return 0.5 * z @ z, z


def running(t, z):
    return t * z[3], t * np.eye(14)[3]


value, g = model.gradient(run, end, [PATH], running=running)
J = []
for s in (1, -1):
    m = rigel.Model(BOX, {PATH: 5 + s * step})
    J.append(m.gradient(m.solve(), end, running=running)[0])
check(abs(g[0] - (J[0] - J[1]) / (2 * step)) < 1e-5 * abs(g[0]), "gradient of functions")
check(model.gradient_start(run, "end:box.q1")[1][model.column("box.pq2")] == gradient[1], "gradient of the start")

# loads by functions: a spring as a potential, a drag as a force
k = 50.0


def spring(f):
    H = np.zeros((12, 12))
    H[:3, :3] = k * np.eye(3)
    g = np.zeros(12)
    g[:3] = k * f[:3]
    return 0.5 * k * f[:3] @ f[:3], g, H


def drag(t, f, fdot):
    D = np.zeros((12, 12))
    D[:3, :3] = -2.0 * np.eye(3)
    return D @ fdot, np.zeros((12, 12)), D


f = np.array([0.3, 0.2, 0.1, 1, 0, 0, 0, 1, 0, 0, 0, 1])
check(max(rigel.check_potential(spring, f)) < 1e-9 and max(rigel.check_force(drag, 0.0, f, f)) < 1e-9, "checkers")
check(rigel.check_potential(lambda f: (spring(f)[0], 1.01 * spring(f)[1], spring(f)[2]), f)[0] > 1e-3, "a wrong gradient")
problem = rigel.Problem(BOX)
problem.set("bodies.box.position", [1, 0, 0])
problem.add_potential("spring", "box", spring, degree=2)
m = rigel.Model(problem)
x = m.solve().z[-1, m.column("box.x")]
check(abs(x - np.cos(np.sqrt(k / 12))) < 1e-6, f"oscillator: {x}")
problem.add_force("drag", "box", drag)
m = rigel.Model(problem)
delta, omega = 2.0 / 24, np.sqrt(k / 12 - (2.0 / 24) ** 2)
x = m.solve().z[-1, m.column("box.x")]
check(abs(x - np.exp(-delta) * (np.cos(omega) + delta / omega * np.sin(omega))) < 1e-6, f"damped oscillator: {x}")

# control coefficients: the push that moves a mass by 1 in the mean, dx/du = (T - t) / m
pushed = {**BOX, "loads": [{"name": "push", "type": "force", "body": "box", "value": [1, 0, 0], "scale": {"polynomial": [0, 3]}}]}
m = rigel.Model(pushed)
run = m.solve()
value, times, g = m.gradient_load(run, "end:box.x", "push")
check(abs(value - 3 / 6 / 12) < 1e-12 and abs(g @ (3 * times) - value) < 1e-12, "value and chain rule")
check(abs(g @ np.ones_like(times) - 0.5 / 12) < 1e-12 and abs(g @ times**2 - 1 / 12 / 12) < 1e-4, "dJ/dc of any basis")
run = model.solve()

# inverse dynamics: the force that moves a ball as t^2
ball = {
    "time": {"end": 1, "elements": 4},
    "method": {"scheme": "mG", "degree": 2},
    "bodies": [{"name": "ball", "formulation": "particle", "mass": 3}],
    "motion": [{"name": "path", "type": "position", "body": "ball", "x": {"polynomial": [0, 0, 1]}, "y": {"polynomial": [0]}, "z": {"polynomial": [0]}}],
}
m = rigel.Model(ball)
times, force = m.reactions(m.solve(), "path")
check(times.shape == (8,) and np.allclose(force[:, 0], 6.0, atol=1e-9) and np.allclose(force[:, 1:3], 0.0, atol=1e-9), "force of a motion")

# a run says whether its elements follow the motion; one that does not warns
spin = {"time": {"end": 6, "elements": 60}, "method": {"degree": 2},
        "bodies": [{"name": "box", "mass": 12, "inertia": [5, 26, 29], "angular_velocity": [0, 0, 5]}]}
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    run = rigel.Model(spin).solve()
    check(run.resolved == "yes" and abs(run.turn - 0.5) < 1e-6 and not caught, "a resolved run")
    spin["time"]["elements"] = 6
    run = rigel.Model(spin).solve()
    check(run.resolved == "no" and run.step < 0.5 and run.drift_energy < 1e-12, "a run that is not resolved")
    check([w.category for w in caught] == [rigel.NotResolved] and "NOT RESOLVED" in str(caught[0].message), "its warning")

# optimal control: a ball from rest to rest, u = 6 m d / T^2 (1 - 2 t / T), cost 6 m^2 d^2 / T^3
ball = {
    "time": {"end": 2, "elements": 4},
    "method": {"scheme": "mG", "degree": 3, "window": "all"},
    "bodies": [{"name": "ball", "formulation": "particle", "mass": 3}],
    "boundary": {"start": {"ball": {"position": [0, 0, 0], "velocity": [0, 0, 0]}}, "end": {"ball": {"position": [1, 2, -1], "velocity": [0, 0, 0]}}},
    "controls": [{"name": "f", "type": "force", "body": "ball"}],
    "objective": [{"effort": {"weight": 1}}],
}
m = rigel.Model(ball)
run = m.solve()
exact = 6 * 3 / 4 * (1 - run.control_t)[..., None] * np.array([1, 2, -1])
check(m.inputs == 3 and m.control("f") == 0 and run.controls.shape == (4, run.control_t.shape[1], 3), "sizes of controls")
check(run.optimum == "minimum" and abs(run.cost - 40.5) < 1e-10 and np.allclose(run.controls, exact, atol=1e-9), "controls and cost")
# a cost by a function: 1/2 |x - target|^2 at the end instead of the fixed end, a = w d / (3 m^2 / T^3 + w)
target = np.array([1.0, 2.0, -1.0])


def miss(z):
    return 0.5 * np.sum((z[:3] - target) ** 2), np.concatenate([z[:3] - target, np.zeros(3)]), np.diag([1.0, 1, 1, 0, 0, 0])


check(max(rigel.check_cost(np.arange(6.0), end=miss)) < 1e-9, "checker of costs")
problem = rigel.Problem({key: value for key, value in ball.items() if key != "boundary"})
problem.add_cost(6, 2.0, end=miss)
run = rigel.Model(problem).solve()
check(run.optimum == "minimum" and np.allclose(run.z[-1, :3], 2 / (27 / 8 + 2) * target, atol=1e-10), "a cost by a function")
check(model.solve().optimum is None and model.solve().controls.size == 0, "no controls")
run = model.solve()

# what is wrong is an exception with the message
for wrong, text, code in (({"bodies": []}, "time", "R0204"), ({**BOX, "gravty": [0, 0, 1]}, "did you mean gravity?", "R0201")):
    try:
        rigel.Model(wrong)
        check(False, "must be refused")
    except rigel.Error as error:
        check(error.code == 2 and text in str(error), str(error))
        check(error.message_code == code and f"[{code}]" in str(error), f"{error.message_code}: {error}")
for call in (lambda: model.column("box.up"), lambda: model.control("f"), lambda: model.reactions(run, "nobody")):
    try:
        call()
        check(False, "must be refused")
    except KeyError:
        check(True, "")
try:
    model.gradient(run, "end:box.q1", ["bodies.box.mas"])
    check(False, "must be refused")
except rigel.Error as error:
    check("bodies.box.mas: found nothing" in str(error), str(error))


# exceptions in functions of the caller come out as they are: at the start, in a run, in an integrand; no number is left as it was
class Mine(Exception):
    pass


class Failing:
    """V = 0 for `calls` calls, then an exception; later calls would be wrong."""

    def __init__(self, calls):
        self.calls = calls

    def __call__(self, *_):
        self.calls -= 1
        if self.calls < 0:
            assert self.calls == -1, "asked again after its exception"
            raise Mine("no potential here")
        return 0.0, np.zeros(12), np.zeros((12, 12))


def raises(kind, call, what):
    try:
        call()
    except kind as error:
        check(True, what)
        return error
    check(False, what)


problem = rigel.Problem(BOX)
problem.add_potential("bad", "box", Failing(0))
error = raises(Mine, lambda: rigel.Model(problem).solve(), "at the start")
check(str(error) == "no potential here", "its own text")
problem = rigel.Problem(BOX)
problem.add_potential("bad", "box", Failing(40))
broken = rigel.Model(problem)
raises(Mine, broken.solve, "in a run")
problem = rigel.Problem(BOX)
problem.add_potential("bad", "box", lambda f: (0.0, np.zeros(12)))
raises(ValueError, lambda: rigel.Model(problem).solve(), "a Hessian is missing")


def integrand(t, z):
    raise Mine


raises(Mine, lambda: model.gradient(run, None, [], integrand), "in an integrand")
gradient, hessian = np.ones(12), np.ones((12, 12))
pointers = [a.ctypes.data_as(rigel._array) for a in (np.zeros(12), gradient, hessian)]
check(np.isnan(rigel._potential(Failing(0), 12)(None, *pointers)) and np.isnan(gradient).all() and np.isnan(hessian).all(), "no stale numbers")
rigel._caller.raised = None
check(np.isfinite(model.solve().z).all(), "and the next run is as if nothing had been")

# a Hamiltonian system has the columns of its state.csv
orbit = rigel.Model({"time": {"end": 1, "elements": 10}, "hamiltonian": {"system": "kepler", "eccentricity": 0.6}})
check([orbit.column("kepler." + c) for c in ("x", "y", "px", "py")] == [0, 1, 2, 3], "columns of a Hamiltonian system")

# gradients of any run: by the adjoint, by differences of whole runs, of an optimum
check(orbit.gradient_how == "adjoint", "mG")
slopes = []
for scheme, how in (("mG", "adjoint"), ("gauss6", "differences")):
    orbit = rigel.Model(
        {
            "time": {"end": 1, "elements": 40},
            "method": {"scheme": scheme, "degree": 3 if scheme == "mG" else 1},
            "hamiltonian": {"system": "kepler", "eccentricity": 0.6},
        }
    )
    check(orbit.gradient_how == how, scheme)
    slopes.append(orbit.gradient(orbit.solve(), "end:kepler.x", ["hamiltonian.eccentricity"])[1][0])
check(abs(slopes[0] - slopes[1]) < 1e-8 * abs(slopes[0]), f"two schemes of order 6: {slopes}")
ball_model = rigel.Model(ball)
value, slope = ball_model.gradient(ball_model.solve(), "cost", ["bodies.ball.mass", "time.end"])
check(ball_model.gradient_how == "adjoint" and np.allclose(slope, [2 * value / 3, -3 * value / 2]), f"cost: {value}, {slope}")
print(checks, "checks")
