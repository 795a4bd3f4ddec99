"""The rooms of src/, in the order of the data: what each one holds, and what it may include besides itself.

A room is a folder. `petsc` also stands for mpi.h, `public` for include/rigel. Data flows downwards; includes point upwards:
  base <- message <- problem <- time, body <- system <- galerkin <- start, scheme <- optimal <- adjoint <- run <- gradient <- cli, api
  linear <- newton <- scheme;   input and output see the problem, never the mechanics.
  cli/common <- cli/line <- cli/help;   cli/common <- cli/record <- cli/report, cli/plot, cli/view <- cli;   cli/plot <- cli/study <- cli
The rules contain no circle: scripts/check_includes.py follows them from room to room.
"""

_MECHANICS = "base message problem time body system/joint system/load system galerkin"
_SOLVERS = "linear newton petsc"
_SCHEMES = f"{_MECHANICS} {_SOLVERS} start/position start scheme"
_INPUT = "base message problem input/yaml input/schema"
_RUNS = f"{_SCHEMES} start/assemble scheme/step scheme/adaptive scheme/window optimal adjoint diag run input input/yaml input/schema output output/folder"

# room: (what it holds, what it may include)
ROOMS = {
    "base": ("Small vectors, quaternions, differences, text and files: no mechanics, no PETSc.", ""),
    "base/triangles": ("Triangles of STL and OBJ files, to be drawn.", "base"),
    "message": ("Codes of messages, and the index that explains each.", "base"),
    "problem": ("The problem as plain data, faults of an input, and what a run shows to its observer.", "base message"),
    "input/yaml": ("YAML as a tree with positions, assignments on top of it.", "base message problem yaml"),
    "input/schema": ("Every key of a problem file: kind, place in the Problem, condition, meaning.", "base message problem input/yaml"),
    "input/check": ("Checks that no single key can make, within one record and across the problem.", _INPUT),
    "input": ("From a problem file to a Problem: records, values, files of earlier runs.", f"{_INPUT} input/check"),
    "time": ("Quadrature, shape functions, the tabulated time element, the mesh, functions of time.", "base problem"),
    "body": ("Formulations of a body: quaternion, free quaternion, director, particle, clamped, Hamiltonian system.", "base message problem"),
    "system/joint": ("Joints and prescribed motions as rows in frames.", "base problem time body"),
    "system/load": ("Loads as forces and potentials in frames.", "base message problem time body system/joint"),
    "system": ("Bodies, joints and loads summed into H, Theta and their derivatives.",
               "base message problem time body system/joint system/load petsc"),
    "galerkin": ("Residual and Jacobian of one time element, for mG and BG alike.", "base time body system"),
    "linear/lu": ("Own LU factorizations behind one table of operations.", "base petsc"),
    "linear": ("The sparse matrix of a Newton system, its direct solver, condition numbers.", "base problem linear/lu petsc"),
    "newton": ("Newton's method through PETSc SNES.", "base linear petsc"),
    "start/position": ("Positions that close joints: their Jacobian, closure, walks over them, the reach of motions.",
                       f"{_MECHANICS} linear petsc"),
    "start": ("Consistent start values, dependent constraint rows, projection.", f"{_MECHANICS} {_SOLVERS} start/position"),
    "start/assemble": ("Start values of `initial: assemble`.", f"{_MECHANICS} {_SOLVERS} start/position start"),
    "scheme": ("The table of schemes and what all of them share.", f"{_MECHANICS} {_SOLVERS} start/position start"),
    "scheme/step": ("Time stepping with mG(k) and its energy-momentum variants.", _SCHEMES),
    "scheme/adaptive": ("Elements whose lengths follow from an accuracy: local and global errors, step lengths, passes.", f"{_SCHEMES} scheme/step"),
    "scheme/window": ("Global solves: several elements in one Newton system, over ranks; boundary values.", f"{_SCHEMES} scheme/step"),
    "scheme/ode": ("Runge-Kutta methods, PETSc TS and RATTLE.", _SCHEMES),
    "scheme/onestep": ("Published one-step schemes of quaternion bodies, for comparison.", f"{_SCHEMES} scheme/ode"),
    "optimal": ("Optimal control by the first-order conditions of all elements at once.", f"{_SCHEMES} scheme/step scheme/window"),
    "adjoint": ("Discrete adjoints of trajectories.", f"{_SCHEMES} scheme/step scheme/window optimal"),
    "diag": ("Invariants, drifts, errors against references, reactions, derivative checks.", "base problem time body system petsc"),
    "run": ("From a problem to a model that can run, and the one dispatcher of every run.",
            f"{_SCHEMES} base/triangles start/assemble scheme/step scheme/adaptive scheme/window optimal diag input"),
    "gradient": ("Gradients of a run with respect to any number of the problem.", _RUNS),
    "output/folder": ("The folder of results on the disk: its lock, its set of files, their commit as one.", "base message problem"),
    "output": ("Formats of results, and the effective problem as YAML.", f"{_INPUT} base/triangles output/folder hdf5"),
    "cli/common": ("What all sub-commands share: arguments, the results folder, streams, clocks, interrupts, exit codes.",
                   "base message problem input/yaml output/folder petsc"),
    "cli/line": ("The command line of a sub-command, read by its table of options.", "base message problem input/yaml cli/common petsc"),
    "cli/help": ("What follows from the table of commands: help, man page, completion for shells.", "base message problem input/yaml cli/common cli/line petsc"),
    "cli/record": ("What a run records: rows of tables, measures, the restart file.", f"{_RUNS} cli/common"),
    "cli/report": ("What a run reports: its summary, how far to trust it, run.yaml.", f"{_RUNS} cli/common cli/record"),
    "cli/plot": ("`rigel plot`: figures by a Python module that the program contains.",
                 "base message problem input/yaml output/folder cli/common cli/line cli/record petsc"),
    "cli/study": ("`rigel study`: sweeps, processes, tables, plots.", f"{_RUNS} cli/common cli/line cli/record cli/plot"),
    "cli/view": ("`rigel view`: a run as one page for the browser.", f"{_RUNS} cli/common cli/line cli/record"),
    "cli": ("The program `rigel`: its sub-commands.",
            f"{_RUNS} cli/common cli/line cli/help cli/record cli/report cli/plot cli/study cli/view gradient yaml"),
    "cli/view/page": ("The page of `rigel view`, in the browser; page.html includes the other files.", ""),
    "api": ("The public C interface.", f"{_RUNS} gradient public"),
    "python": ("Rigel from Python, through the C interface only.", ""),
}
