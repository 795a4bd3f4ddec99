/* R03xx: bodies, joints, loads, motions, controls and boundary values that contradict each other. */
MESSAGE(
  0301, MASS_TWICE, "A mass or inertia besides that of the sites",
  "The sites of a shape have masses, which determine mass and inertia.", "Remove the key.",
  "sites_with_mass.yaml:4:5: bodies.tetra.mass: found a key besides shape.sites, expected none (the sites have masses)")
MESSAGE(
  0302, DENSITY_ALONE, "A density without a shape", "The mass is density times volume, and the body has no shape.",
  "Give mass, or a shape.",
  "body_density_without_shape.yaml:3:17: bodies.box.density: found without a shape, expected mass instead, or a shape")
MESSAGE(0303, INERTIA_SYMMETRY, "An inertia matrix that is not symmetric",
        "The entries above and below the diagonal differ.",
        "Correct one of the two entries, or give the three principal moments.",
        "inertia_asymmetric.yaml:3:35: bodies.box.inertia: found J12 = 0.1 and J21 = 0.2, expected a symmetric matrix")
MESSAGE(
  0304, INERTIA_POSITIVE, "A moment of inertia that is not positive",
  "The inertia matrix is not positive definite, or all sites lie on one line.",
  "Correct the inertia. Use formulation: particle for a point mass.",
  "inertia_indefinite.yaml:3:35: bodies.box.inertia: found principal moments of inertia -1, 1, 3, expected positive ones")
MESSAGE(
  0305, INERTIA_TRIANGLE, "An inertia that no rigid body has", "One principal moment exceeds the sum of the other two.",
  "Correct the inertia; any_inertia: true accepts it with formulation: quaternion.",
  "inertia_triangle.yaml:3:35: bodies.box.inertia: found principal moments of inertia 1, 1, 3, expected none larger than the sum of the others")
MESSAGE(
  0306, INERTIA_FLAT, "A flat body described by directors",
  "Directors need extent in three directions: the Euler tensor of a flat body is singular.",
  "Use formulation: quaternion, or give the body a thickness.",
  "inertia_flat_director.yaml:3:35: bodies.box.inertia: found principal moments of inertia 1, 2, 3 (a flat body), expected each smaller than the sum of the others in the director formulation")
MESSAGE(
  0307, BODY_AT_REST, "A velocity of a body that cannot have one",
  "The body is clamped, or its reference point is fixed.",
  "Remove the velocity, or motion: clamped or translation: fixed.",
  "velocity_fixed.yaml:7:15: bodies.box.velocity: found a velocity that is not zero, expected none with translation: fixed")
MESSAGE(0308, BODY_RIGID, "A free scale of a body that must be rigid",
        "Only a moving quaternion body with kinetic: scalable has a free scale.",
        "Remove rigid: false, or set kinetic: scalable.",
        "rigid_false_unit.yaml:6:12: bodies.box.rigid: found false, expected true unless kinetic: scalable is given")
MESSAGE(0309, NOTHING_MOVES, "Nothing moves",
        "All bodies are clamped, or a joint or load connects only sides that do not move.",
        "Free a body, or remove the joint or load.",
        "joint_clamped_sides.yaml:6:5: joints.j: found two sides that do not move, expected a body that moves")
MESSAGE(0310, SIDES_SAME, "A body connected to itself", "Both sides of a joint or load are the same body.",
        "Name two different bodies, or ground.",
        "joint_itself.yaml:8:40: joints.j.bodies: found box twice, expected two different bodies")
MESSAGE(
  0311, PARTICLE_TURNS, "A rotation of a particle",
  "A particle has a position only; this joint, load, motion, reference or boundary value needs a body that turns.",
  "Use another type, or a body with formulation: quaternion or director.",
  "load_on_particle.yaml:6:5: loads.t: found a torque on a, a particle, expected a body that turns")
MESSAGE(0312, AXES_OBLIQUE, "Axes that are not at right angles",
        "The two axes of a universal joint enclose a right angle.", "Correct axis or axis2.",
        "joint_axes_oblique.yaml:6:91: joints.j.axis2: found an angle of 45 degrees to axis, expected a right angle")
MESSAGE(0313, POINTS_COINCIDE, "Points that coincide",
        "A rod, rope, spring or pair potential acts along the line between two points, which has no direction here.",
        "Move one of the points.",
        "joint_rod_no_length.yaml:6:5: joints.j: found a rod or rope between points that coincide, expected a distance")
MESSAGE(
  0314, TORSION_AXES, "A torsion spring between axes at right angles",
  "The angle about the axis is not defined when the axes of the two bodies enclose a right angle.",
  "Correct axis_body, or the orientations of the bodies.",
  "torsion.yaml:8:5: loads.t: found axes of the two bodies at right angles at the start, expected them to coincide")
MESSAGE(0321, MOTION_NOTHING, "A motion that prescribes nothing", "None of x, y, z has a function of time.",
        "Prescribe at least one of them.",
        "motion_nothing.yaml:9:5: motion.m: found none of x, y, z, expected a function of time for one of them or more")
MESSAGE(
  0322, MOTION_CORNERS, "A prescribed motion whose velocity jumps",
  "A jump of the velocity requires an impulse, which has no finite force.",
  "Use polynomial, cubic, sine or smooth; points of a cubic cover the whole run.",
  "motion_corners.yaml:9:47: motion.m.value: found a function with corners, expected a smooth one: polynomial, cubic, sine or smooth (a jump of the velocity requires an impulse)")
MESSAGE(
  0323, JOINT_COORDINATE, "A joint without this coordinate",
  "The motion, control or term refers to an angle or a displacement that the joint does not leave free.",
  "Name a joint of one of the types in the message.",
  "motion_joint_coordinate.yaml:9:5: motion.m: found the displacement of a revolute joint, expected a prismatic or cylindrical joint")
MESSAGE(0324, MOTION_BODY, "A motion of a body that cannot follow it",
        "The body is clamped, or the motion prescribes a point beside a particle.",
        "Name a body that moves; a particle has no point besides its own.",
        "motion_clamped.yaml:9:5: motion.m: found a clamped body, expected one that moves")
MESSAGE(0331, INVERSE_INCOMPLETE, "Inverse dynamics without a path or without controls",
        "inverse: servo and track compute controls that follow the path of a motion.",
        "Add motion and controls, or remove inverse.",
        "servo_no_motion.yaml:14:10: inverse: found servo without motion, expected the path that controls bring about")
MESSAGE(0332, INVERSE_SCHEME, "A scheme that inverse dynamics does not support",
        "servo requires BG, track requires mG, both over all elements.",
        "Set method.scheme and method.window as the message states.",
        "servo_stepping.yaml:2:30: method.window: found together with inverse: servo, expected all")
MESSAGE(0333, INVERSE_CONFLICT, "Servo constraints together with an objective or bounds",
        "The path determines all controls, so nothing remains to optimise or to bound.",
        "Remove the objective or the bounds, or use inverse: track.",
        "servo_objective.yaml:14:10: inverse: found servo together with objective, expected only one of them")
MESSAGE(
  0334, SERVO_INPUTS, "Unequal numbers of inputs and prescribed rows",
  "Servo constraints determine the controls only if there are as many inputs as prescribed coordinates.",
  "Add or remove controls or motions; inverse: track needs no equal numbers.",
  "servo_inputs.yaml:15:5: motion: found 2 rows of motions and 1 input of controls, expected as many inputs as rows with inverse: servo")
MESSAGE(
  0335, SERVO_REST, "A servo path that does not begin and end at rest",
  "At an end that moves, inputs of servo constraints are not determined.",
  "Prescribe a path from rest to rest in equilibrium, as smooth.",
  "servo_moves.yaml:16:5: path: found a path that moves at the start (speed 0.1, acceleration 0), expected one from rest to rest with inverse: servo: inputs would be lost there")
MESSAGE(
  0341, CONTROLS_UNDECIDED, "Controls that nothing decides",
  "Controls are unknown loads; an objective or a path determines them, and each of them has an effort.",
  "Add an objective with an effort of every control, or inverse: servo or track, or remove the controls.",
  "control_without_objective.yaml:8:1: controls: found without objective, expected one that decides them, or inverse: servo or track")
MESSAGE(0342, OBJECTIVE_ALONE, "An objective without controls",
        "An objective decides about controls, and there are none.", "Add controls, or remove the objective.",
        "objective_without_controls.yaml:8:1: objective: found without controls, expected some to decide about")
MESSAGE(0343, OBJECTIVE_MISSING, "A key of optimal control without an objective",
        "A free end time, homotopy and refinement belong to optimal control.", "Add an objective, or remove the key.",
        "time_free_alone.yaml:1:35: time.free: found without objective, expected one")
MESSAGE(
  0344, OBJECTIVE_SCHEME, "A scheme that optimal control does not support",
  "Optimal control solves all elements at once with mG.", "Set method: {scheme: mG, window: all}.",
  "control_scheme.yaml:9:1: objective: found together with method {scheme: BG}, expected {scheme: mG, window: all}")
MESSAGE(0345, FREE_TIME, "A function of time together with a free end time",
        "With time.free the time of an event is unknown, so nothing may depend on time.",
        "Remove time.free, or the function of time.",
        "control_free_time.yaml:8:9: loads: found a load that depends on time, expected none with time.free")
MESSAGE(0346, CONTROL_BOUNDS, "Bounds or a first guess of a control that contradict each other",
        "The upper bound is not above the lower one, or the first guess lies outside.",
        "Correct lower, upper or initial.",
        "control_keys.yaml:11:73: controls.w.upper: found 0, expected more than the lower bound 1")
MESSAGE(0347, CONTROL_DEGREE, "A control of too high a degree",
        "Controls are polynomials of a degree below that of the states.",
        "Lower the degree of the control, or raise method.degree.",
        "control_keys.yaml:9:48: controls.u.degree: found 1, expected at most 0, one less than method.degree")
MESSAGE(
  0348, TERM_QUANTITY, "A term of the objective without exactly one quantity",
  "A term at the start or end compares one of position, orientation, velocity, angular_velocity.",
  "Keep one of them; write one term for each.",
  "objective_terms.yaml:18:10: objective[7].end: found 2 of position, orientation, velocity, angular_velocity, expected one")
MESSAGE(
  0349, OBJECTIVE_ENERGY, "An energy term together with loads that have no potential",
  "The energy term is defined for potentials only.", "Remove the forces, torques and dampers, or the term.",
  "objective_energy.yaml:10:27: objective: found loads that have no potential (forces, torques, dampers), expected none with energy")
MESSAGE(0350, OBJECTIVE_TERMS, "Too many terms of the objective", "An objective has at most 64 terms.",
        "Combine terms.", "free.yaml:9:3: objective: found more than 64 terms, expected at most 64")
MESSAGE(
  0361, BOUNDARY_BODY, "A boundary value that the body does not have",
  "Clamped bodies have no state, fixed bodies no position, particles no orientation.", "Remove the value.",
  "boundary_clamped.yaml:7:73: boundary.start.wall.position: found for a body with motion: clamped, expected one that moves")
MESSAGE(0362, BOUNDARY_WINDOW, "Boundary values together with time stepping",
        "Values at both ends are found by one global solve.", "Set method.window: all.",
        "boundary_stepping.yaml:4:1: boundary: found together with time stepping by mG, expected method.window: all")
MESSAGE(
  0363, BOUNDARY_COUNT, "Too many or too few boundary values",
  "A boundary value problem has twice as many conditions as degrees of freedom.",
  "Remove or add values at the start or end.",
  "boundary: found 13 conditions (6 at the start, 7 at the end), expected 12: twice the 6 degrees of freedom; the set is over-determined")
MESSAGE(
  0364, BOUNDARY_STRONG, "Boundary values that BG does not support",
  "BG takes two conditions for the translation and two for the rotation of each body, and an angular velocity only with the orientation at the same end.",
  "Add or remove values, or use method.scheme: mG.",
  "boundary: found 3 conditions on position and velocity of box, expected two for BG")
MESSAGE(0371, HAMILTONIAN_CONFLICT, "A key that does not apply to a Hamiltonian system",
        "hamiltonian replaces bodies, joints, loads and everything that refers to them.", "Remove the key.",
        "hamiltonian_company.yaml:4:1: loads: found together with hamiltonian, expected none")
MESSAGE(
  0372, HAMILTONIAN_SINGULAR, "A start at a singularity of the Hamiltonian",
  "The energy or its gradient is not finite there.", "Change the coordinates.",
  "hamiltonian_singular.yaml:2:14: hamiltonian.coordinates: found a singular place, expected one where H is smooth")
MESSAGE(0381, REFERENCE_FORM, "A closed form that does not solve this problem",
        "Closed forms hold for certain systems and start values only.", "Correct the problem, or remove the reference.",
        "top.yaml:9:12: reference.closed_form: found steady_top, but steady_top needs gravity")
