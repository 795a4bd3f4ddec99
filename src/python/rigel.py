"""Rigel from Python: constrained rigid-body dynamics with finite elements in time.

Example::

    import rigel

    model = rigel.Model({"time": {"end": 5, "elements": 100},
                         "bodies": [{"name": "box", "mass": 12, "inertia": [5, 26, 29], "angular_velocity": [0, 5, 1]}]})
    run = model.solve()
    print(run.t[-1], run.z[-1, model.column("box.q0")])
    value, gradient = model.gradient(run, "end:box.q1", ["bodies.box.angular_velocity[1]"])

All functions call the C library (rigel/rigel.h), whose documentation applies; arrays are numpy's. The library is found through
the environment variable RIGEL_LIBRARY, below the prefix that this file is installed in, or by the loader.
"""

import atexit
import ctypes
import functools
import json
import os
import threading
import warnings

import numpy as np

_int, _double, _text, _void = ctypes.c_int, ctypes.c_double, ctypes.c_char_p, ctypes.c_void_p
_array, _texts = ctypes.POINTER(_double), ctypes.POINTER(_text)
_POTENTIAL = ctypes.CFUNCTYPE(_double, _void, _array, _array, _array)
_FORCE = ctypes.CFUNCTYPE(None, _void, _double, _array, _array, _array, _array, _array)
_END = ctypes.CFUNCTYPE(_double, _void, _array, _array, _array)
_RUNNING = ctypes.CFUNCTYPE(_double, _void, _double, _array, _array, _array)
_MESSAGE = 65536


class _Result(ctypes.Structure):
    _fields_ = [("elements", _int), ("time", _double), ("newton_iterations", ctypes.c_long), ("message", ctypes.c_char * 512),
                ("optimum", _int), ("cost", _double), ("resolved", _int)] + [
                    (name, _double) for name in ("turn", "defect", "phase", "mu", "step", "drift_energy")] + [("message_code", ctypes.c_char * 8), ("error_bar", _double), ("reached", ctypes.c_bool),
                    ("until", _double), ("shortest", _double), ("longest", _double), ("rejected", _int), ("passes", _int)]


class _Functional(ctypes.Structure):
    _fields_ = [("context", _void), ("end", _END), ("running", _RUNNING), ("name", _text)]


# name: result, arguments
_SIGNATURES = {
    "rigel_version": (_text, []),
    "rigel_error_message": (_text, []),
    "rigel_error_message_code": (_text, []),
    "rigel_initialize": (_int, []),
    "rigel_finalize": (_int, []),
    "rigel_problem_create": (_int, [_text, ctypes.POINTER(_void)]),
    "rigel_problem_destroy": (None, [ctypes.POINTER(_void)]),
    "rigel_problem_set": (_int, [_void, _text, _text]),
    "rigel_problem_add": (_int, [_void, _text, _text]),
    "rigel_problem_add_potential": (_int, [_void, _text, _text, _text, _int, _POTENTIAL, _void]),
    "rigel_problem_add_force": (_int, [_void, _text, _text, _text, _FORCE, _void]),
    "rigel_problem_add_cost": (_int, [_void, _double, ctypes.POINTER(_Functional)]),
    "rigel_check_functional": (_int, [ctypes.POINTER(_Functional), _int, _double, _array, _array]),
    "rigel_check_potential": (_int, [_POTENTIAL, _void, _int, _array, _array]),
    "rigel_check_force": (_int, [_FORCE, _void, _int, _double, _array, _array, _array]),
    "rigel_model_create": (_int, [_void, ctypes.POINTER(_void), _text, ctypes.c_size_t]),
    "rigel_model_read": (_int, [_text, _int, _texts, ctypes.POINTER(_void), _text, ctypes.c_size_t]),
    "rigel_model_destroy": (None, [ctypes.POINTER(_void)]),
    "rigel_model_states": (_int, [_void]),
    "rigel_model_multipliers": (_int, [_void]),
    "rigel_model_start": (_array, [_void]),
    "rigel_model_body": (_int, [_void, _text]),
    "rigel_model_column": (_int, [_void, _text]),
    "rigel_model_inputs": (_int, [_void]),
    "rigel_model_control": (_int, [_void, _text]),
    "rigel_energy": (_double, [_void, _array]),
    "rigel_momenta": (None, [_void, _array, _array, _array]),
    "rigel_solve": (_int, [_void, _array, ctypes.POINTER(_void), ctypes.POINTER(_Result)]),
    "rigel_trajectory_destroy": (None, [ctypes.POINTER(_void)]),
    "rigel_trajectory_elements": (_int, [_void]),
    "rigel_trajectory_degree": (_int, [_void]),
    "rigel_trajectory_nodes": (_int, [_void]),
    "rigel_trajectory_times": (_array, [_void]),
    "rigel_trajectory_states": (_array, [_void]),
    "rigel_trajectory_multiplier_nodes": (_int, [_void]),
    "rigel_trajectory_multipliers": (_array, [_void]),
    "rigel_trajectory_multiplier_times": (_array, [_void]),
    "rigel_trajectory_control_points": (_int, [_void]),
    "rigel_trajectory_controls": (_array, [_void]),
    "rigel_trajectory_control_times": (_array, [_void]),
    "rigel_trajectory_reactions": (_int, [_void, _void, _text, _array, _array]),
    "rigel_gradient": (_int, [_void, _void, ctypes.POINTER(_Functional), _int, _texts, _array, _array, _array, _text, ctypes.c_size_t]),
    "rigel_gradient_how": (_text, [_void]),
    "rigel_model_gauss": (_int, [_void]),
    "rigel_gradient_load": (_int, [_void, _void, ctypes.POINTER(_Functional), _text, _array, _array, _array, _text, ctypes.c_size_t]),
    "rigel_equations_size": (_int, [_void]),
    "rigel_equations_residual": (_int, [_void, _void, _array]),
    "rigel_equations_solve": (_int, [_void, _void, ctypes.c_bool, _array]),
    "rigel_equations_step": (_int, [_void, _void, _double, _array]),
}


class _Caller(threading.local):
    """The first exception that a function of the caller raised inside the library, in this thread."""

    raised = None


_caller = _Caller()


def _outward(function):
    """Wraps a C function: re-raises an exception of a callback once C has returned. Calls may be nested."""

    def call(*arguments):
        before, _caller.raised = _caller.raised, None
        result = function(*arguments)
        raised, _caller.raised = _caller.raised, before
        if raised is not None:
            raise raised
        return result

    return call


class _Library:
    """The functions of the C library."""


def _load():
    near = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "librigel.so.0.2")
    path = os.environ.get("RIGEL_LIBRARY") or (near if os.path.exists(near) else "librigel.so.0.2")
    loaded, library = ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL), _Library()  # global: MPI loads parts that need its symbols
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
        setattr(library, name, _outward(function))
    return library


_lib = _load()
if _lib.rigel_initialize():
    raise ImportError(_lib.rigel_error_message().decode() or "PETSc could not be started")
atexit.register(_lib.rigel_finalize)

__version__ = _lib.rigel_version().decode()


class Error(Exception):
    """An error of the library. code is that of rigel.h: 1 internal, 2 bad input, 3 did not converge; message_code is that of the index of
    messages, such as "R0204", for the first line of the message."""

    def __init__(self, code, message):
        super().__init__(message.strip() or {1: "internal error", 2: "bad input", 3: "did not converge"}.get(code, str(code)))
        self.code = code
        self.message_code = _lib.rigel_error_message_code().decode()


class NotResolved(UserWarning):
    """The elements of a run do not follow its motion: the trajectory is not a solution of the problem."""


class UnknownName(Error, KeyError):
    """A name that the problem does not have."""

    __str__ = Exception.__str__


def _check(code, message=""):
    if code:
        raise Error(code, message or _lib.rigel_error_message().decode(errors="replace"))


def _place(place):
    """An index of the library; -1: there is no such name."""
    if place < 0:
        raise UnknownName(2, _lib.rigel_error_message().decode(errors="replace"))
    return place


# --- arguments


def _name(text, what="a name"):
    """Text for C, which ends at the first NUL."""
    if not isinstance(text, str):
        raise TypeError(f"found {type(text).__name__} for {what}, expected str [R0951]")
    if "\0" in text:
        raise ValueError(f"found a NUL character in {what}, expected none [R0953]")
    return text.encode()


def _plain(value):
    """What json cannot write by itself."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"found {type(value).__name__} in a value, expected numbers, text, lists, arrays or dicts [R0951]")


def _value(value):
    """A value as YAML: text as it is, anything else as JSON, which is YAML."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, default=_plain, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"found a value that no problem can have ({error}), expected finite numbers [R0953]") from None
    return _name(text, "a value")


def _pointer(array):
    return array.ctypes.data_as(_array)


def _vector(values, n=None, what="values"):
    """A contiguous array of n real numbers (None: any number of them); a copy unless it already is one."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"found {what} of dtype {array.dtype}, expected real numbers [R0951]")
    if array.ndim != 1 or n not in (None, len(array)):
        raise ValueError(f"found {what} of shape {array.shape}, expected ({'n' if n is None else n},) [R0952]")
    return np.ascontiguousarray(array, dtype=float)


def _function(function, what):
    if not callable(function):
        raise TypeError(f"found {type(function).__name__} for {what}, expected a function [R0951]")
    return function


def _view(pointer, *shape):
    """A view of numbers that the library owns; None for a null pointer."""
    return np.ctypeslib.as_array(pointer, shape=shape) if pointer else None


def _copy(pointer, *shape):
    return np.zeros(shape) if 0 in shape else np.array(np.ctypeslib.as_array(pointer, shape=shape))


def _put(function, target, result):
    """Copies one result of a callback; a zero stands for an array of zeros."""
    result = np.asarray(result)
    if result.dtype.kind not in "iufb":
        raise TypeError(f"{function!r}: found a result of dtype {result.dtype}, expected real numbers [R0951]")
    if result.shape != target.shape and not (target.size == 1 and result.size == 1) and not (result.ndim == 0 and result == 0):
        raise ValueError(f"{function!r}: found a result of shape {result.shape}, expected {target.shape} [R0952]")
    target[...] = result.reshape(target.shape) if result.size == target.size else 0.0


def _ask(function, arguments, *targets):
    """Copies the results of a callback into the targets (None: not wanted). An exception cannot pass through C: the targets become
    nan, which ends the run, and _outward raises the exception when C has returned."""
    if _caller.raised is None:
        try:
            results = tuple(function(*arguments))
            for i, target in enumerate(targets):
                if target is not None and i >= len(results):
                    raise ValueError(f"{function!r}: found {len(results)} results, expected {len(targets)} [R0952]")
                if target is not None:
                    _put(function, target, results[i])
            return
        except BaseException as error:  # noqa: BLE001
            _caller.raised = error
    for target in targets:
        if target is not None:
            target[...] = np.nan


def _potential(function, n):
    def call(_, f, gradient, hessian):
        value = np.zeros(1)
        _ask(function, (_view(f, n).copy(),), value, _view(gradient, n), _view(hessian, n, n))
        return value[0]

    return _POTENTIAL(call)


def _force(function, n):
    def call(_, t, f, fdot, force, d_f, d_fdot):
        _ask(function, (t, _view(f, n).copy(), _view(fdot, n).copy()), _view(force, n), _view(d_f, n, n), _view(d_fdot, n, n))

    return _FORCE(call)


def _functional(end, running, n):
    """Functions of n states that return value, gradient and, for costs, Hessian."""
    for function, what in ((end, "end"), (running, "running")):
        if function is not None:
            _function(function, what)

    def call(function, arguments, gradient, hessian):
        value = np.zeros(1)
        _ask(function, arguments, value, _view(gradient, n), _view(hessian, n, n))
        return value[0]

    def call_end(_, z, gradient, hessian):
        return call(end, (_view(z, n).copy(),), gradient, hessian)

    def call_running(_, t, z, gradient, hessian):
        return call(running, (t, _view(z, n).copy()), gradient, hessian)

    return _Functional(None, _END(call_end) if end else _END(0), _RUNNING(call_running) if running else _RUNNING(0), None)


class _Handle:
    """An object of the library. close() frees it at once; later calls raise ValueError. Usable with `with`."""

    _handle = None

    def __init__(self):
        self._guard, self._uses = threading.Lock(), 0

    def close(self):
        with self._guard:
            if self._uses:
                raise ValueError(f"found a {type(self).__name__} in use, expected close() after the call that uses it [R0954]")
            if self._handle:
                self._destroy(ctypes.byref(self._handle))
                if self._handle:
                    raise ValueError(_lib.rigel_error_message().decode(errors="replace"))
            self._handle = None

    def _open(self):
        if not self._handle:
            raise ValueError(f"found a {type(self).__name__} that is closed, expected an open one [R0954]")
        return self._handle

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        if self._handle:
            self._destroy(ctypes.byref(self._handle))


def _using(method):
    """A method that needs the handle for its whole length: no other thread and no callback can close it meanwhile."""

    @functools.wraps(method)
    def call(self, *arguments, **named):
        with self._guard:
            self._open()
            self._uses += 1
        try:
            return method(self, *arguments, **named)
        finally:
            with self._guard:
                self._uses -= 1

    return call


def _rebuild_problem(content, steps):
    problem = Problem(content)
    for name, arguments in steps:
        getattr(problem, name)(*arguments)
    return problem


def _rebuild_model(content, steps):
    return Model(_rebuild_problem(content, steps))


class Problem(_Handle):
    """A problem in memory, from a dict or YAML text, or empty. It is validated only when a Model is created. Copies are independent;
    copies and pickles repeat the calls that built it."""

    _destroy = staticmethod(_lib.rigel_problem_destroy)

    def __init__(self, content=None):
        super().__init__()
        self._handle, self._kept, self._costs, self._steps = _void(), [], [], []
        self._content = None if content is None else _value(content).decode()
        text = None if content is None else self._content.encode()
        _check(_lib.rigel_problem_create(text, ctypes.byref(self._handle)))

    def __reduce__(self):
        self._open()
        return _rebuild_problem, (self._content, list(self._steps))

    def __copy__(self):
        self._open()
        return _rebuild_problem(self._content, self._steps)

    def __deepcopy__(self, memo):
        return self.__copy__()

    @_using
    def set(self, path, value):
        """Sets the value at a path: problem.set("bodies.box.mass", 12)."""
        text = _value(value)
        _check(_lib.rigel_problem_set(self._handle, _name(path, "a path"), text))
        self._steps.append(("set", (path, text.decode())))

    @_using
    def add(self, kind, name):
        """Adds an item to a list: problem.add("bodies", "box"). Set its keys by its name: bodies.box.mass."""
        _check(_lib.rigel_problem_add(self._handle, _name(kind, "a list"), _name(name)))
        self._steps.append(("add", (kind, name)))

    @_using
    def add_potential(self, name, body, function, other=None, degree=0):
        """Adds a potential. function(f) returns V, its gradient [n] and Hessian [n, n]; f[n] are the frames (x, d1, d2, d3) of one or two bodies."""
        call = _potential(_function(function, "a potential"), 24 if other else 12)
        self._kept.append(call)
        second = _name(other, "other") if other else None
        _check(_lib.rigel_problem_add_potential(self._handle, _name(name), _name(body, "a body"), second, degree, call, None))
        self._steps.append(("add_potential", (name, body, function, other, degree)))

    @_using
    def add_force(self, name, body, function, other=None):
        """Adds a force. function(t, f, fdot) returns the force [n] dual to df, and its derivatives in f and in fdot [n, n]."""
        call = _force(_function(function, "a force"), 24 if other else 12)
        self._kept.append(call)
        second = _name(other, "other") if other else None
        _check(_lib.rigel_problem_add_force(self._handle, _name(name), _name(body, "a body"), second, call, None))
        self._steps.append(("add_force", (name, body, function, other)))

    @_using
    def add_cost(self, states, weight=1.0, end=None, running=None):
        """Adds a term to the objective. end(z) and running(t, z) return value, gradient [states] and Hessian [states, states]."""
        cost = _functional(end, running, states)
        self._kept.append(cost)
        _check(_lib.rigel_problem_add_cost(self._handle, weight, ctypes.byref(cost)))
        self._costs.append(states)
        self._steps.append(("add_cost", (states, weight, end, running)))


def check_cost(z, t=0.0, end=None, running=None):
    """Largest relative errors of the gradients of end and running, then of their Hessians, against differences."""
    z, error = _vector(z, None, "z"), np.zeros(4)
    cost = _functional(end, running, len(z))
    _check(_lib.rigel_check_functional(ctypes.byref(cost), len(z), t, _pointer(z), _pointer(error)))
    return tuple(error)


def check_potential(function, f):
    """Largest relative errors of gradient and Hessian against differences."""
    f, error = _vector(f, None, "f"), np.zeros(2)
    _check(_lib.rigel_check_potential(_potential(_function(function, "a potential"), len(f)), None, len(f), _pointer(f), _pointer(error)))
    return tuple(error)


def check_force(function, t, f, fdot):
    """Largest relative errors of the derivatives of a force in f and in fdot, against differences."""
    f, error = _vector(f, None, "f"), np.zeros(2)
    fdot = _vector(fdot, len(f), "fdot")
    _check(_lib.rigel_check_force(_force(_function(function, "a force"), len(f)), None, len(f), t, _pointer(f), _pointer(fdot), _pointer(error)))
    return tuple(error)


class Trajectory(_Handle):
    """All nodes of a run: t[nodes], z[nodes, states]; multipliers[elements, m, multipliers] at times multiplier_t[elements, m];
    controls[elements, p, inputs] at times control_t[elements, p]; with an objective also its cost and the kind of optimum. The arrays
    stay after close(); copies and pickles have the arrays only."""

    _destroy = staticmethod(_lib.rigel_trajectory_destroy)

    def __init__(self, handle, model, result):
        super().__init__()
        self._handle = handle
        self.elements, self.degree = _lib.rigel_trajectory_elements(handle), _lib.rigel_trajectory_degree(handle)
        nodes, m = _lib.rigel_trajectory_nodes(handle), _lib.rigel_trajectory_multiplier_nodes(handle)
        self.t = _copy(_lib.rigel_trajectory_times(handle), nodes)
        self.z = _copy(_lib.rigel_trajectory_states(handle), nodes, model.states)
        self.multipliers = _copy(_lib.rigel_trajectory_multipliers(handle), self.elements, m, model.multipliers)
        self.multiplier_t = _copy(_lib.rigel_trajectory_multiplier_times(handle), self.elements, m)
        p = _lib.rigel_trajectory_control_points(handle)
        self.controls = _copy(_lib.rigel_trajectory_controls(handle), self.elements, p, model.inputs)
        self.control_t = _copy(_lib.rigel_trajectory_control_times(handle), self.elements, p)
        self.newton_iterations, self.cost = result.newton_iterations, result.cost
        self.optimum = (None, "minimum", "stationary", "unknown")[result.optimum]
        self.resolved = ("yes", "coarse", "no")[result.resolved]
        self.turn, self.defect, self.phase, self.mu = result.turn, result.defect, result.phase, result.mu
        self.step, self.drift_energy = result.step, result.drift_energy
        self.error_bar, self.reached, self.until = result.error_bar, result.reached, result.until
        self.shortest, self.longest, self.rejected, self.passes = result.shortest, result.longest, result.rejected, result.passes
        if self.resolved == "no":
            warnings.warn(f"the run is NOT RESOLVED: do not trust it, use time.step {self.step:.2g} or smaller, or a higher "
                          f"method.degree (defect {self.defect:.2g})", NotResolved, stacklevel=4)

    def __getstate__(self):
        return {key: value for key, value in self.__dict__.items() if not key.startswith("_")}

    def __setstate__(self, state):
        _Handle.__init__(self)
        self.__dict__.update(state)


def _read_again(file):
    """The text of a problem file, for copies; None: what can be read only once, or not at all."""
    try:
        with open(file if os.path.isfile(file) and os.fsencode(file) != b"-" else "", encoding="utf-8") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError):
        return None


def _run(trajectory):
    """The handle of a trajectory."""
    if not isinstance(trajectory, Trajectory):
        raise TypeError(f"found {type(trajectory).__name__} for a trajectory, expected rigel.Trajectory [R0951]")
    return trajectory._open()


class Model(_Handle):
    """A validated problem that can run, from a file name, a dict or a Problem; assignments {path: value} replace its values. Copies are
    independent models; copies and pickles are built from the text of the problem as it was read."""

    _destroy = staticmethod(_lib.rigel_model_destroy)

    def __init__(self, problem, assignments=None):
        super().__init__()
        self._handle, message = _void(), ctypes.create_string_buffer(_MESSAGE)
        assignments = dict(assignments or {})
        self._kept, costs = [], []
        if isinstance(problem, (str, bytes, os.PathLike)):
            sets = [_name(path, "a path") + b"=" + _value(value) for path, value in assignments.items()]
            self._recipe = _read_again(problem), [("set", (path, _value(value).decode())) for path, value in assignments.items()]
            code = _lib.rigel_model_read(os.fsencode(problem), len(sets), (_text * len(sets))(*sets), ctypes.byref(self._handle), message, _MESSAGE)
        else:
            problem = problem if isinstance(problem, Problem) else Problem(problem)
            problem = problem.__copy__() if assignments else problem
            for path, value in assignments.items():
                problem.set(path, value)
            self._kept, costs = list(problem._kept), list(problem._costs)
            self._recipe = problem._content or "", list(problem._steps)
            code = _lib.rigel_model_create(problem._open(), ctypes.byref(self._handle), message, _MESSAGE)
        _check(code, message.value.decode(errors="replace"))
        self.states, self.multipliers = _lib.rigel_model_states(self._handle), _lib.rigel_model_multipliers(self._handle)
        self.inputs = _lib.rigel_model_inputs(self._handle)
        self.gradient_how = _lib.rigel_gradient_how(self._handle).decode()
        self.start = _copy(_lib.rigel_model_start(self._handle), self.states)
        for states in costs:
            if states != self.states:
                self.close()
                raise ValueError(f"found a cost of {states} states, expected the {self.states} of the problem [R0952]")

    def __reduce__(self):
        self._open()
        if self._recipe[0] is None:
            raise TypeError("found a model whose text can be read only once, expected one from a file, a dict or a Problem [R0951]")
        return _rebuild_model, self._recipe

    def __copy__(self):
        build, recipe = self.__reduce__()
        return build(*recipe)

    def __deepcopy__(self, memo):
        return self.__copy__()

    @_using
    def column(self, name):
        """Index in z of a column of state.csv: model.column("box.x")."""
        return _place(_lib.rigel_model_column(self._handle, _name(name)))

    @_using
    def control(self, name):
        """Index of the first input of a control."""
        return _place(_lib.rigel_model_control(self._handle, _name(name)))

    @_using
    def energy(self, z):
        """Total energy of a state z[states]."""
        return _lib.rigel_energy(self._handle, _pointer(_vector(z, self.states, "z")))

    @_using
    def momenta(self, z):
        """Linear momentum, and angular momentum about the origin."""
        z, P, L = _vector(z, self.states, "z"), np.zeros(3), np.zeros(3)
        _lib.rigel_momenta(self._handle, _pointer(z), _pointer(P), _pointer(L))
        return P, L

    @_using
    def solve(self, start=None):
        """Solves the whole run, from another start state if one is given; returns a Trajectory."""
        handle, result = _void(), _Result()
        start = None if start is None else _vector(start, self.states, "start")
        try:
            _check(
                _lib.rigel_solve(self._handle, None if start is None else _pointer(start), ctypes.byref(handle), ctypes.byref(result)),
                result.message.decode(errors="replace"),
            )
            return Trajectory(handle, self, result)
        except BaseException:
            _lib.rigel_trajectory_destroy(ctypes.byref(handle))
            raise

    @_using
    def reactions(self, trajectory, name):
        """Times of the Gauss points and, there, force and torque (6 numbers) of a joint or a prescribed motion on its second body."""
        handle, n = _run(trajectory), trajectory.elements * trajectory.degree
        times, values = np.zeros(n), np.zeros((n, 6))
        code = _lib.rigel_trajectory_reactions(self._handle, handle, _name(name), _pointer(times), _pointer(values))
        if code == 2 and b"found no joint" in _lib.rigel_error_message():
            _place(-1)
        _check(code)
        return times, values

    def _functional(self, functional, running):
        if isinstance(functional, str):
            return _Functional(None, _END(0), _RUNNING(0), _name(functional, "a functional"))

        return _functional(functional, running, self.states)

    @_using
    def gradient(self, trajectory, functional, parameters=(), running=None):
        """J and dJ/dp of a solved trajectory. functional is "end:COLUMN", "integral:COLUMN", "cost" or a function end(z) that returns value and
        gradient; running(t, z) does so for an integrand. parameters are paths of numbers of the problem, or start.COLUMN.
        gradient_how states whether they are exact for the discrete equations ("adjoint") or "differences" of whole runs."""
        if isinstance(parameters, str):
            raise TypeError("found str for parameters, expected a list of paths [R0951]")
        names = [_name(path, "a parameter") for path in parameters]
        J, value, gradient = self._functional(functional, running), np.zeros(1), np.zeros(max(1, len(names)))
        paths, message = (_text * len(names))(*names), ctypes.create_string_buffer(_MESSAGE)
        code = _lib.rigel_gradient(
            self._handle, _run(trajectory), ctypes.byref(J), len(names), paths, _pointer(value), _pointer(gradient), None, message, _MESSAGE
        )
        _check(code, message.value.decode(errors="replace"))
        return value[0], gradient[: len(names)]

    @_using
    def gradient_start(self, trajectory, functional, running=None):
        """J and dJ/dz0, the derivatives with respect to each entry of the start state."""
        J, value, start = self._functional(functional, running), np.zeros(1), np.zeros(self.states)
        message = ctypes.create_string_buffer(_MESSAGE)
        code = _lib.rigel_gradient(self._handle, _run(trajectory), ctypes.byref(J), 0, None, _pointer(value), None, _pointer(start), message, _MESSAGE)
        _check(code, message.value.decode(errors="replace"))
        return value[0], start

    @_using
    def gradient_load(self, trajectory, functional, load, running=None):
        """J, and dJ/du at all Gauss points for the factor u(t) of a force or torque: value, times, gradient. For u = sum_i c_i N_i(t) with any
        functions N_i, dJ/dc_i = gradient @ N_i(times)."""
        handle, n = _run(trajectory), trajectory.elements * _lib.rigel_model_gauss(self._handle)
        J, value, times, gradient = self._functional(functional, running), np.zeros(1), np.zeros(n), np.zeros(n)
        message = ctypes.create_string_buffer(_MESSAGE)
        code = _lib.rigel_gradient_load(
            self._handle, handle, ctypes.byref(J), _name(load, "a load"), _pointer(value), _pointer(times), _pointer(gradient), message, _MESSAGE
        )
        _check(code, message.value.decode(errors="replace"))
        return value[0], times, gradient

    @_using
    def residual(self, trajectory):
        """Residual R(x) of the equations of the whole interval."""
        r = np.zeros(_lib.rigel_equations_size(self._handle))
        _check(_lib.rigel_equations_residual(self._handle, _run(trajectory), _pointer(r)))
        return r

    @_using
    def solve_linear(self, trajectory, b, transpose=False):
        """y of R_x y = b, or of R_x^T y = b."""
        y = _vector(b, _lib.rigel_equations_size(self._handle), "b").copy()
        _check(_lib.rigel_equations_solve(self._handle, _run(trajectory), transpose, _pointer(y)))
        return y
