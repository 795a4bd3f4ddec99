"""Misuse of the Python module: exceptions that say what was expected, no crash. Each case runs in a child process."""

import copy
import json
import os
import pickle
import sys
import threading

import numpy as np
import rigel

BOX = {
    "time": {"end": 1, "elements": 20},
    "method": {"scheme": "mG", "degree": 2},
    "bodies": [{"name": "box", "mass": 12, "inertia": [5, 26, 29], "angular_velocity": [0, 5, 1]}],
}
BALL = {
    "time": {"end": 2, "elements": 4},
    "method": {"scheme": "mG", "degree": 3, "window": "all"},
    "bodies": [{"name": "ball", "formulation": "particle", "mass": 3}],
    "controls": [{"name": "f", "type": "force", "body": "ball"}],
    "objective": [{"effort": {"weight": 1}}],
}
model, other = rigel.Model(BOX), rigel.Model(BOX, {"time.elements": 10})
run, other_run = model.solve(), other.solve()
z, frame = model.start, np.arange(12.0)
count = failed = 0


def spring(f):
    H = np.diag([50.0] * 3 + [0.0] * 9)
    return 0.5 * f @ H @ f, H @ f, H


def case(what, good):
    """Runs good() in a child: True, False or an exception, or a crash."""
    global count, failed
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if good() else 1)
        except BaseException as error:  # noqa: BLE001
            print("  ", type(error).__name__, error, flush=True)
            os._exit(2)
    status = os.waitpid(child, 0)[1]
    count += 1
    if status:
        failed += 1
        print(f"{'crash' if os.WIFSIGNALED(status) else 'wrong'}: {what}", flush=True)


def raises(kind, call, text="expected"):
    def good():
        try:
            call()
        except kind as error:
            return text in str(error)
        return False

    return good


def refused(kind, *calls):
    for number, call in enumerate(calls):
        case(f"{kind.__name__} {number} in line {call.__code__.co_firstlineno}", raises(kind, call))


# lengths, shapes, types
refused(
    ValueError,
    lambda: model.energy([1.0, 2.0]),
    lambda: model.energy(run.z),
    lambda: model.energy(3.0),
    lambda: model.momenta(z[:-1]),
    lambda: model.solve(z[:5]),
    lambda: model.solve(np.append(z, 1.0)),
    lambda: model.solve_linear(run, [1.0]),
    lambda: rigel.check_force(lambda t, f, g: (f, 0, 0), 0.0, frame, frame[:3]),
    lambda: rigel.Problem({"time": {"end": np.nan}}),
    lambda: rigel.Problem("time: {end: 1}\0"),
    lambda: model.column("box.x\0"),
)
refused(
    TypeError,
    lambda: model.energy("text"),
    lambda: model.energy(z + 1j),
    lambda: model.energy([None] * 14),
    lambda: model.column(3),
    lambda: model.gradient(run, "end:box.x", "bodies.box.mass"),
    lambda: model.gradient(run, "end:box.x", [3]),
    lambda: model.gradient(run, 3),
    lambda: model.gradient(None, "end:box.x"),
    lambda: model.residual(model),
    lambda: rigel.Problem({"time": object()}),
    lambda: rigel.Problem({"time": {"end": 1j}}),
    lambda: rigel.Problem(BOX).add_potential("v", "box", 3),
    lambda: rigel.check_potential(None, frame),
)
refused(
    rigel.Error,
    lambda: model.gradient(other_run, "end:box.x"),
    lambda: model.reactions(other_run, "box"),
    lambda: model.residual(other_run),
    lambda: model.gradient(run, None),
    lambda: model.solve(z * np.nan),
    lambda: rigel.check_potential(spring, frame[:5]),
    lambda: rigel.Problem(BOX).set("", 1),
    lambda: rigel.Problem(BOX).add_cost(14),
    lambda: model.column("box.nothing"),
    lambda: model.reactions(run, "nothing"),
)
case("no such file", raises(rigel.Error, lambda: rigel.Model("no/such/file.yaml"), "no/such/file.yaml"))
refused(KeyError, lambda: model.column("box.nothing"), lambda: model.control("f"), lambda: model.reactions(run, "nothing"))
case("any layout of numbers", lambda: model.energy(np.asfortranarray(np.stack([z, z]))[0][::1]) == model.energy(list(z)) == model.energy(z[::-1][::-1]))
case("integers", lambda: np.isfinite(model.energy(np.ones(14, dtype=np.int32))))
case("numpy in dicts", lambda: rigel.Model(BOX, {"bodies": [{"name": "box", "mass": np.int64(12), "inertia": np.array([5, 26, 29])}]}).states == 14)


# results of callbacks
def with_potential(function):
    problem = rigel.Problem(BOX)
    problem.add_potential("mine", "box", function)
    return rigel.Model(problem).solve()


refused(
    ValueError,
    lambda: with_potential(lambda f: (0.0, np.zeros(12), np.zeros(12))),
    lambda: with_potential(lambda f: (0.0, np.zeros(1), np.zeros((12, 12)))),
    lambda: with_potential(lambda f: (0.0, 1.0, np.zeros((12, 12)))),
    lambda: with_potential(lambda f: (np.zeros(2), np.zeros(12), np.zeros((12, 12)))),
)
refused(TypeError, lambda: with_potential(lambda f: (0.0, 1j * np.zeros(12), np.zeros((12, 12)))))
case("nan is named", raises(rigel.Error, lambda: with_potential(lambda f: (0.0, np.full(12, np.nan), np.zeros((12, 12)))), "gradient[0] of the potential mine"))
case("zero for zeros", lambda: np.allclose(with_potential(lambda f: (0.0, 0.0, 0.0)).z, run.z, atol=1e-2))


def wrong_states():
    problem = rigel.Problem(BALL)
    problem.add_cost(3000, end=lambda z: (0.0, np.zeros(3000), np.zeros((3000, 3000))))
    rigel.Model(problem).solve()


refused(ValueError, wrong_states)

# copies and pickles
for what, make in (("copy", copy.copy), ("deepcopy", copy.deepcopy), ("pickle", lambda m: pickle.loads(pickle.dumps(m)))):

    def twice(make=make):
        first = rigel.Model(BOX, {"bodies.box.mass": 13})
        second = make(first)
        expected = first.solve().z
        first.close()
        return np.array_equal(second.solve().z, expected)

    def of_a_file(make=make):
        first = rigel.Model("problems/spinning_box.yaml", {"time": {"end": 1, "elements": 20}})
        return np.array_equal(make(first).solve().z, first.solve().z)

    def of_functions(make=make):
        problem = rigel.Problem(BOX)
        problem.set("bodies.box.position", [1, 0, 0])
        problem.add_potential("spring", "box", spring, degree=2)
        first = rigel.Model(make(problem))
        return np.array_equal(make(first).solve().z, first.solve().z) and first.solve().z[-1, 0] != 1.0

    def of_a_run(make=make):
        same = make(run)
        try:
            model.gradient(same, "end:box.x")
        except ValueError:
            return np.array_equal(same.z, run.z) and same.elements == run.elements
        return False

    for good in (twice, of_a_file, of_functions, of_a_run):
        case(f"{what} {good.__name__}", good)


def read_once():
    reading, writing = os.pipe()
    os.write(writing, json.dumps(BOX).encode())
    os.close(writing)
    copy.copy(rigel.Model(f"/dev/fd/{reading}"))


refused(TypeError, read_once)


def assignments_leave_the_problem():
    problem = rigel.Problem(BOX)
    rigel.Model(problem, {"time.elements": 4})
    return rigel.Model(problem).solve().elements == 20


case("assignments leave the problem as it was", assignments_leave_the_problem)


# after close, and close in the middle
def closed(kind):
    thing = {"model": lambda: rigel.Model(BOX), "run": lambda: model.solve(), "problem": lambda: rigel.Problem(BOX)}[kind]()
    with thing:
        pass
    thing.close()
    return thing


refused(
    ValueError,
    lambda: closed("model").energy(z),
    lambda: closed("model").column("box.x"),
    lambda: closed("model").solve(),
    lambda: closed("model").gradient(run, "end:box.x"),
    lambda: copy.copy(closed("model")),
    lambda: pickle.dumps(closed("model")),
    lambda: model.gradient(closed("run"), "end:box.x"),
    lambda: model.reactions(closed("run"), "box"),
    lambda: closed("problem").set("time.end", 1),
    lambda: rigel.Model(closed("problem")),
)


def close_in_callback(kind):
    mine = rigel.Model(BOX)
    done = mine.solve()

    def end(state):
        {"model": mine, "run": done}[kind].close()
        return 0.0, np.zeros(14)

    mine.gradient(done, end, ["bodies.box.mass"])


refused(ValueError, lambda: close_in_callback("model"), lambda: close_in_callback("run"))


# threads take turns
def threads(work):
    problems = []

    def call(number):
        try:
            work(number)
        except BaseException as error:  # noqa: BLE001
            problems.append(error)

    started = [threading.Thread(target=call, args=(number,)) for number in range(6)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    if problems:
        raise problems[0]
    return True


def solve_shared(number):
    for _ in range(3):
        assert np.array_equal(model.solve().z, run.z) and model.energy(z) == model.energy(z)


def solve_own(number):
    problem = rigel.Problem(BOX)
    problem.set("bodies.box.position", [1, 0, 0])
    problem.add_potential("spring", "box", spring, degree=2)
    own = rigel.Model(problem)
    assert own.gradient(own.solve(), "end:box.x", ["bodies.box.mass"])[1][0] != 0.0


class Mine(Exception):
    pass


def raise_own(number):
    def bad(f):
        raise Mine(str(number))

    for _ in range(5):
        try:
            with_potential(bad)
        except Mine as error:
            assert str(error) == str(number)
        else:
            raise AssertionError("no exception")
        try:
            rigel.Model({**BOX, f"wrong{number}": 1})
        except rigel.Error as error:
            assert f"wrong{number}" in str(error)


def use_while_closing(number):
    for _ in range(200):
        try:
            shared[0].close() if number == 0 else shared[0].energy(z)
        except ValueError:
            pass
        if number == 0:
            shared[0] = rigel.Model(BOX)


shared = [rigel.Model(BOX)]
for work in (solve_shared, solve_own, raise_own, use_while_closing):
    case(f"threads {work.__name__}", lambda work=work: threads(work))


def host_signal():
    """The process of a host keeps its signals."""
    import signal

    return signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN


case("signals", host_signal)
print(f"{count} cases, {failed} failures")
sys.exit(failed > 0)
