/* R06xx: results that contradict the scheme or do not follow the motion, and warnings about likely mistakes. */
MESSAGE(
  0601, NOT_RESOLVED, "The elements do not follow the motion",
  "The motion or a load changes too fast for the elements, so the result is not a solution of the problem, although energy and constraints may be exact.",
  "Use the time.step that the message states, or a higher method.degree.",
  "rigel run: problems/spinning_box.yaml: NOT RESOLVED, do not trust this result: elements do not follow the motion of box (defect 0.94 at t = 1.5, expected below 0.15): use time.step 0.045 or smaller, or a higher method.degree")
MESSAGE(
  0602, CONTRADICTION, "A quantity drifts that the scheme conserves",
  "PETSc options weaken the solver, or the gradient of a potential of your own is not its derivative.",
  "Remove PETSc options, lower solver.tolerance, and check your functions (rigel_check_potential).",
  "rigel run: box.yaml: contradiction: the scheme conserves energy by construction, but H drifted by 0.0012, expected at most 1e-08: check PETSc options, solver.tolerance 1e-12, and gradients of your own potentials")
MESSAGE(
  0603, ENERGY_ERROR, "The energy is wrong",
  "The scheme conserves energy up to quadrature, so the step is far too large, as when a particle jumps across a singular potential.",
  "Use a smaller step, there (time.parts) or everywhere.",
  "rigel run: coulomb.yaml: energy error: H changed by 56.6 of 204 up to t = 0.06, expected at most a part 0.1 of it: use a smaller step, here (time.parts) or everywhere, or more Gauss points")
MESSAGE(
  0604, WALL_JUMPED, "An element jumps over a repulsive wall",
  "The way of an element passes a repulsive centre that its kinetic energy cannot climb; energies at element ends do not show this.",
  "Use a smaller step, there (time.parts) or everywhere.",
  "rigel run: coulomb.yaml: an element jumps over a wall of centre: V rises by inf up to t = 0.052, with a kinetic energy of 200: use a smaller step, here (time.parts) or everywhere")
MESSAGE(
  0605, BLOW_UP, "The motion blows up", "The scheme is unstable with this step, as explicit schemes are.",
  "Use a smaller step, or another scheme.",
  "rigel run: spring.yaml: the motion blows up: H changed by 5.15e+05, 1.0e+06 times its size at the start, up to t = 0.03: use a smaller step or another scheme")
MESSAGE(
  0606, COARSE, "The elements follow the motion coarsely", "Each half turn has errors of some percent.",
  "Use the time.step that the line states, or a higher degree.",
  "  motion   coarse (expect errors of some percent; time.step 0.05 resolves it): at most 1.1 rad of turn in an element, defect 3.10e-02")
MESSAGE(
  0607, SINGULAR_MET, "A global solve ends an element on a singular position",
  "Several solutions meet in a singular position, so the computed one may be wrong behind it.",
  "Use another step, and compare the results.",
  "  singular an element ends on a singular position near t = 0.5 (a, b, c): the solution may be a wrong one, use another step")
MESSAGE(
  0651, BODY_ALONE, "Warning: a body that nothing connects",
  "Other bodies are connected by joints, springs or motions, and this one is not.",
  "Add its joint, unless it is meant to move alone.",
  "arm.yaml:9:5: warning: bob: found a body without a joint, a spring or a prescribed motion, while other bodies are connected; expected a joint of this body, if it is not meant to move alone")
MESSAGE(
  0652, JOINT_FAR, "Warning: a joint far from its body",
  "The distance is many times the size of the body; often millimetres among metres, or at instead of at_body.",
  "Compare the units of lengths, and at (in space) with at_body.",
  "arm.yaml:12:5: warning: hinge: found the joint 500 away from the centre of mass of rod, 866 times its radius of gyration 0.577; expected a point near the body: compare the units of lengths, and `at` (in space) with `at_body`")
MESSAGE(
  0653, UNITS_MIXED, "Warning: bodies of very different size",
  "Masses or lengths of bodies differ by a large factor; often units are mixed.", "Use one system of units.",
  "arm.yaml:6:5: warning: rod: found masses that differ by a factor of 1e+06, 0.001 of rod and 1e+03 of box; expected one system of units: equations of such bodies lose digits")
MESSAGE(
  0654, NO_FREEDOM, "Warning: the joints leave no motion", "The system has no degree of freedom.",
  "Remove a joint, or use one that leaves more free.",
  "arm.yaml:10:5: warning: joints: found 0 degrees of freedom: the joints leave no motion, expected at least one degree of freedom; remove a joint, or use one that leaves more free, if the bodies are meant to move")
MESSAGE(
  0655, MESH, "Warning: the mesh of a body cannot be read",
  "The file of visual.shape.mesh does not exist, is too large, or is neither STL nor OBJ. Results do not depend on it.",
  "Correct the name, which counts from the folder of the problem file, or export the mesh again.",
  "arm.yaml:6:5: warning: bodies.rod.visual.shape.mesh: rod.stl: cannot be read: No such file or directory; the body is not drawn")
