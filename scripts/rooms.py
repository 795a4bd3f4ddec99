"""The rooms of src/, in the order of the data: what each one holds, and what it may include besides itself.

A room is a folder. `petsc` also stands for mpi.h, `public` for include/rigel. Data flows downwards; includes point upwards:
  base <- problem <- time, body <- system <- galerkin <- start, scheme <- optimal <- adjoint <- run <- gradient <- cli, api
  linear <- newton <- scheme;   input and output see the problem, never the mechanics.
"""

_MECHANICS = "base problem time body system/joint system/load system galerkin"
_SOLVERS = "linear newton petsc"
_SCHEMES = f"{_MECHANICS} {_SOLVERS} start scheme"
_INPUT = "base problem input/yaml input/schema"
_RUNS = f"{_SCHEMES} scheme/step scheme/window optimal adjoint diag run input input/yaml input/schema output"

# room: (what it holds, what it may include)
ROOMS = {
    "base": ("Small vectors, quaternions, differences, text and files: no mechanics, no PETSc.", ""),
    "problem": ("The problem as plain data, faults of an input, and what a run shows to its observer.", "base"),
    "input": ("From a problem file to a Problem: records, values, files of earlier runs.", f"{_INPUT} input/check"),
    "input/yaml": ("YAML as a tree with positions, assignments on top of it.", "base problem yaml"),
    "input/schema": ("Every key of a problem file: kind, place in the Problem, condition, meaning.", "base problem input/yaml"),
    "input/check": ("Checks that no single key can make, within one record and across the problem.", f"{_INPUT} input"),
    "time": ("Quadrature, shape functions, the tabulated time element, the mesh, functions of time.", "base problem"),
    "body": ("Formulations of a body: quaternion, director, particle, clamped, Hamiltonian system.", "base problem"),
    "system/joint": ("Joints and prescribed motions as rows in frames.", "base problem time body"),
    "system/load": ("Loads as forces and potentials in frames.", "base problem time body system/joint"),
    "system": ("Bodies, joints and loads summed into H, Theta and their derivatives.",
               "base problem time body system/joint system/load petsc"),
    "galerkin": ("Residual and Jacobian of one time element, for mG and BG alike.", "base time body system"),
    "linear/lu": ("Own LU factorizations behind one table of operations.", "base petsc"),
    "linear": ("The sparse matrix of a Newton system, its direct solver, condition numbers.", "base problem linear/lu petsc"),
    "newton": ("Newton's method through PETSc SNES.", "base linear petsc"),
    "start": ("Consistent start values, dependent constraint rows, projection.", f"{_MECHANICS} {_SOLVERS}"),
    "scheme": ("The table of schemes and what all of them share.", f"{_MECHANICS} {_SOLVERS} start"),
    "scheme/step": ("Time stepping with mG(k) and its energy-momentum variants.", _SCHEMES),
    "scheme/window": ("Global solves: several elements in one Newton system, over ranks; boundary values.", f"{_SCHEMES} scheme/step"),
    "scheme/ode": ("Runge-Kutta methods, PETSc TS and RATTLE.", _SCHEMES),
    "scheme/onestep": ("Published one-step schemes of quaternion bodies, for comparison.", f"{_SCHEMES} scheme/ode"),
    "optimal": ("Optimal control by the first-order conditions of all elements at once.", f"{_SCHEMES} scheme/step scheme/window"),
    "adjoint": ("Discrete adjoints of trajectories.", f"{_SCHEMES} scheme/step scheme/window optimal"),
    "diag": ("Invariants, drifts, errors against references, reactions, derivative checks.", "base problem time body system petsc"),
    "run": ("From a problem to a model that can run, and the one dispatcher of every run.",
            f"{_SCHEMES} scheme/step scheme/window optimal diag input"),
    "gradient": ("Gradients of a run with respect to any number of the problem.", _RUNS),
    "output": ("Result files: the set of files, formats, the manifest.", f"{_INPUT} hdf5"),
    "cli": ("The program `rigel`: sub-commands and their arguments.", f"{_RUNS} cli/run cli/study cli/view gradient yaml"),
    "cli/run": ("`rigel run`: recording, tables, report, restart.", f"{_RUNS} cli"),
    "cli/study": ("`rigel study`: sweeps, processes, tables, plots.", f"{_RUNS} cli cli/run"),
    "cli/view": ("`rigel view`: a run as one page for the browser.", f"{_RUNS} cli cli/run"),
    "api": ("The public C interface.", f"{_RUNS} gradient public"),
}
