/* R05xx: runs that do not converge or do not fit into memory. */
MESSAGE(
  0501, STEP_LARGE, "The step is too large",
  "Newton's method fails in an element, most likely because the motion inside it is too fast.",
  "Use a smaller time.step, or smaller elements where the motion is fast (time.parts). A higher degree follows more motion per element.",
  "rigel run: problems/heavy_top.yaml: Newton's method did not reach the tolerance in element 1 of 4, from t = 0 (step 0.5, residual 5.55e-02 after 52 iterations in 3 attempts of at most 40): a body turns by 75 rad in one element: use a smaller step, here (time.parts) or everywhere")
MESSAGE(
  0502, TOLERANCE_SMALL, "The tolerance may be below rounding",
  "The residual is small but does not reach solver.tolerance; rounding errors are of the same size.",
  "Raise solver.tolerance. The default suits problems whose numbers are of moderate size.",
  "rigel run: chain.yaml: Newton's method did not reach the tolerance in element 3 of 100, from t = 0.02 (step 0.01, residual 3.10e-13 after 40 iterations in 1 attempt of at most 40): the tolerance 1e-15 may be below what rounding allows")
MESSAGE(
  0503, DEGREE_HIGH, "The degree amplifies rounding errors",
  "Equidistant nodes of a high degree are badly conditioned.", "Use nodes: lobatto, or a lower degree.",
  "rigel run: problems/heavy_top.yaml: Newton's method did not reach the tolerance in element 1 of 2, from t = 0 (step 0.002, residual 2.69e-07 after 164 iterations in 3 attempts of at most 40): degree 30 amplifies rounding: use a lower one, or nodes: lobatto")
MESSAGE(
  0504, MATRIX_SINGULAR, "The iteration matrix is singular",
  "Constraints become dependent during the motion, or the system passes a singular position.",
  "Change the step so that no element ends in that position; check joints that repeat what others do.",
  "rigel run: loop.yaml: the iteration matrix is singular in element 12 of 50, from t = 0.55 (step 0.05, residual 1.00e-03 after 2 iterations in 2 attempts of at most 40): constraints depend on each other, or the system passes a singular configuration")
MESSAGE(
  0505, SINGULAR_END, "An element ends on a singular position",
  "Constraint rows are nearly dependent at the end of the element, so its state is not determined.",
  "Use another step, so that no element ends there.",
  "rigel run: rhombus.yaml: Newton's method diverged in element 10 of 50, from t = 0.45 (step 0.05, residual 4.00e+01 after 9 iterations in 2 attempts of at most 40): it ends on a singular position, t = 0.5 (a, b, c): use another step")
MESSAGE(
  0506, SINGULAR_START, "The start is a singular position",
  "At rest in a singular position the branch of the motion is not determined.",
  "Start in another position, or give velocities of one branch.",
  "rigel run: rhombus.yaml: the iteration matrix is singular in element 1 of 50, from t = 0 (step 0.05, residual 1.00e+00 after 1 iteration in 2 attempts of at most 40): the start is a singular position (a, b, c): start in another position, or with velocities")
MESSAGE(
  0507, LOOP_FOLLOWS, "A prescribed motion leaves the workspace",
  "The joints do not reach the position that the motion asks for at this time.",
  "Change the motion, or the lengths of the loop.",
  "rigel run: four_bar.yaml: Newton's method did not reach the tolerance in element 45 of 100, from t = 0.88 (step 0.02, residual 6.60e-02 after 89 iterations in 3 attempts of at most 40): the loop cannot follow: at t = 0.8925 the motion drive asks for a position that the joints a, b, c do not reach (smallest gap 0.00014, scaled)")
MESSAGE(
  0508, SOLVER_MEMORY, "The memory does not suffice for the linear solver",
  "The factors of the matrix need more memory than the machine or its limits give.",
  "Use a smaller method.window, a lower degree, fewer elements, or more ranks on more machines.",
  "rigel run: chain.yaml: the memory does not suffice for the linear solver on the window of 100000 elements from t = 0 (residual 1.00e+00 after 0 iterations, stuck from t = 0 to 10): use a smaller window, or more ranks on more machines")
MESSAGE(
  0509, WINDOW_INDICES, "A window with too many unknowns",
  "Indices of the matrix have 32 bits; dense matrices are limited further.",
  "Use a smaller method.window, more ranks, or another solver.linear.",
  "rigel run: found a window of 10000 elements with 160000 unknowns, expected at most 46340 for solver.linear: dense")
MESSAGE(
  0510, WINDOW_MEMORY, "A window that does not fit into memory",
  "The estimated memory of the global solve exceeds what is free; limits of ulimit -v and of control groups count.",
  "Use a smaller method.window, a larger step, or more ranks on more machines.",
  "rigel run: found a window of 10000 elements, which needs more than 70.8 GiB (linear: mumps), expected at most the 22.1 GiB that are free there: use a smaller method.window, or more ranks on more machines")
MESSAGE(
  0511, WINDOW_COARSE, "A global solve that does not converge",
  "The mesh is too coarse for the interval, or the first guess is too far from a solution.",
  "Use a smaller step or window, or solver.guess: {file: DIR} with the folder of an mG run.",
  "rigel run: problems/spinning_box.yaml: Newton's method did not reach the tolerance on the window of 15 elements from t = 0 (residual 5.50e-03 after 47 iterations, stuck from t = 1.66667 to 2.5): the mesh may be too coarse for this interval: use a smaller step, or a smaller window")
MESSAGE(
  0512, BOUNDARY_SINGULAR, "Boundary values that leave something open",
  "The conditions at the ends do not determine the motion, or fix the same thing twice.",
  "Change the boundary values; with BG and joints whose bodies are given at both ends use method.multipliers: continuous.",
  "rigel run: swing.yaml: the iteration matrix is singular on the window of 50 elements from t = 0 (residual 1.00e+00 after 1 iteration, stuck from t = 0 to 5): the boundary conditions may leave something open, or fix the same thing twice")
MESSAGE(
  0513, WINDOW_PROJECTION, "A state of a window cannot be projected",
  "BG satisfies constraints on average; its states are projected onto them, and this failed.",
  "Use smaller elements, or another method.window.",
  "rigel run: chain.yaml: the state at t = 2 in the window of 10 elements from t = 1 could not be projected onto the constraints: use smaller elements, or another window")
MESSAGE(
  0514, DROPPED_OPENS, "A joint opens whose rows were dropped",
  "Rows that were redundant at the start are violated later, so the joints do not allow this motion.",
  "Start in another position, or remove a joint.",
  "rigel run: bars.yaml: found joint c open at t = 0.2, after element 4 of 100: rows that were dropped as redundant have Phi = 1.20e-03, Psi = 2.00e-02 (scaled), expected at most 1e-06, 1e-05; the joints do not allow this motion, or it leaves a singular position: start in another position")
MESSAGE(
  0515, ROWS_EXCHANGED, "Rows of redundant joints are exchanged too often",
  "The choice of independent rows changes again and again along the motion.",
  "Remove joints that repeat what others do, or use a smaller step.",
  "rigel run: bars.yaml: rows of joints were exchanged 1000 times up to t = 0.3, the last time c: row 2 for row 3, expected at most 1000 changes: remove joints that repeat what others do, or use a smaller step")
MESSAGE(
  0516, TS_SEPARABLE, "A PETSc method for separable systems only",
  "-ts_type basicsymplectic requires rates of the coordinates that depend on momenta only, and vice versa.",
  "Use scheme: stoermer_verlet, or another -ts_type.",
  "rigel run: kepler.yaml: PETSc's basicsymplectic requires that q' depends on p only and p' on q only, which does not hold here: use scheme: stoermer_verlet")
MESSAGE(
  0517, STEP_VANISHES, "No element is short enough",
  "A run with method.accuracy shortened an element again and again, and Newton's method failed in each.",
  "Look at the motion at this time: a singular position, a motion that cannot be followed, or a force that is not smooth. time.step shows the failure of one element.",
  "rigel run: rhombus.yaml: Newton's method diverged in element 37, from t = 0.785398, also with the step 1.2e-13: no element from there can be solved")
MESSAGE(
  0518, ACCURACY_REACH, "The accuracy is out of reach",
  "The motion amplifies errors, because it is unstable or passes a singular position: rounding errors alone grow beyond the accuracy that was asked for.",
  "Ask for the error that the message states, or end the run at the time that it states.",
  "rigel run: double_pendulum.yaml: the accuracy 1e-08 is out of reach at t = 60: the motion is unstable or near a singular position, where the estimated error grows to 0.1 at t = 11.8; it can be had until about t = 10.1")
MESSAGE(
  0519, ACCURACY_MISSED, "The accuracy was not reached",
  "The estimated error of the end is larger than the accuracy, and running again with shorter elements did not help or is not possible.",
  "Ask for a smaller accuracy, as the message states, or give a time.step.",
  "rigel run: top.yaml: found an error of 3.1e-08 at t = 10, expected at most the accuracy 1e-08")
MESSAGE(
  0521, OPTIMUM_DIVERGED, "No optimum was found",
  "Newton's method on the conditions of the optimum does not converge from the first guess, or the controls cannot reach the ends.",
  "Start closer to the solution: solver.homotopy, solver.refine, solver.guess.",
  "rigel run: swing_up.yaml: Newton's method diverged on the conditions of the optimum (stage 1 of 1, active set 1; 100 iterations of Newton's method, 30 steps towards a minimum, 12 iterations of Newton's method from there; residual 3.10e+00): start closer (solver.homotopy, solver.refine, solver.guess), unless these controls cannot reach the ends")
MESSAGE(
  0522, OPTIMUM_SINGULAR, "The conditions of the optimum are singular",
  "The ends may not be reachable by the controls, or be fixed twice.", "Check the controls and the boundary values.",
  "rigel run: swing_up.yaml: the iteration matrix is singular on the conditions of the optimum (stage 1 of 1, active set 1; 1 iteration of Newton's method, 0 steps towards a minimum, 0 iterations of Newton's method from there; residual 1.00e+00): the ends may not be reachable by these controls, or be fixed twice")
MESSAGE(
  0523, END_UNREACHABLE, "An end that the joints do not allow", "The prescribed state of the body violates its joints.",
  "Correct the boundary values.",
  "rigel run: arm.yaml: the end prescribed for arm cannot be reached: its joints do not allow it (missed by 0.21 in natural units)")
MESSAGE(
  0524, END_TIME, "An optimal end time before the start",
  "Solutions of negative duration satisfy the equations, too, and are rejected.", "Begin with another time.end.",
  "rigel run: brachistochrone.yaml: the end time found is t = -0.31, not after the start 0: another time.end may lead to one that is")
MESSAGE(0525, COST_FINITE, "A cost that is not finite", "The objective overflows or divides by zero at the solution.",
        "Check the terms of the objective, and functions of your own.", "found a cost of inf, expected a finite number")
