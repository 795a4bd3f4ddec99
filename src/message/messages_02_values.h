/* R02xx: keys of the problem file and their values. */
MESSAGE(
  0201, KEY_UNKNOWN, "Unknown key", "No such key exists at this place; most often a typing error.",
  "Use the key that the message suggests. rigel list --keys prints all keys.",
  "boundary_unknown_key.yaml:7:15: boundary.end.box.orientatoin: found an unknown key, expected one of position, orientation, velocity, angular_velocity (did you mean orientation?)")
MESSAGE(
  0202, NOT_AVAILABLE, "A feature that Rigel does not have",
  "The word is known from other programs, and Rigel has no such feature.", "Use what the message offers instead.",
  "words_unavailable.yaml:13:24: loads.stop.type: found collision: contact is not available in Rigel: loads of type lennard_jones, morse or coulomb repel smoothly")
MESSAGE(
  0203, KEY_IDLE, "A key that does not apply here",
  "The key belongs to another choice, as kinetic belongs to quaternions, and would have no effect.",
  "Remove the key, or make the choice that the message names.",
  "center_of_mass_free.yaml:6:5: bodies.box.center_of_mass: found a key that applies only with translation: fixed, expected that or no such key")
MESSAGE(0204, KEY_MISSING, "A required key is missing", "The key has no default.",
        "Add the key with a value as the message states.",
        "time_no_end.yaml:1:7: time.end: found nothing, expected a number")
MESSAGE(
  0205, KEY_EITHER, "None of several alternatives is given", "One of the keys is required, and none of them is given.",
  "Give one of the keys that the message names.",
  "time_none.yaml:1:7: time: found neither step nor elements, expected one of them together with this scheme (mG and em estimate errors)")
MESSAGE(0206, KEY_BOTH, "Two keys exclude each other",
        "Both keys are given, but they determine the same quantity, or cannot act together.", "Remove one of them.",
        "time_both.yaml:1:27: time.elements: found together with step, expected only one of them")
MESSAGE(0207, TEXT_LONG, "A text is too long", "Names have at most 63 bytes, other texts at most 511.",
        "Shorten the text.", "text_too_long.yaml:6:8: title: found a text of 603 bytes, expected at most 511")
MESSAGE(0208, TEXT_CONTROL, "A text contains a control character",
        "A line break, an escape sequence or another control character is part of the text.",
        "Write the text on one line; in YAML, >- leaves no line break at the end.",
        "title_control.yaml:1:8: title: found the control character 0x0A in byte 2, expected a text on one line")
MESSAGE(0209, NAME_FORM, "Not a valid name", "Names become names of columns and files.",
        "Use letters, digits, _ and -, and do not begin with -.",
        "body_bad_name.yaml:3:11: bodies[0].name: found big box, expected a name of letters, digits, _ and -")
MESSAGE(
  0210, VALUE_NUMBER, "Not a number, or a number out of its range",
  "The value is a text, a list or a number outside the range. Quoted numbers are texts; decimals have a point, not a comma.",
  "Write a number in the range that the message states.",
  "body_mass_zero.yaml:4:11: bodies.box.mass: found 0, expected a positive number")
MESSAGE(0211, VALUE_FINITE, "Not a finite number",
        "The number is infinite, not a number, or too large for double precision.", "Write a finite number.",
        "number_not_finite.yaml:2:11: gravity[0]: found .nan, expected a number (finite)")
MESSAGE(0212, VALUE_INTEGER, "Not an integer, or an integer out of its range",
        "The value has a fraction, is a text, or lies outside the range.",
        "Write an integer in the range that the message states.",
        "method_degree_large.yaml:2:18: method.degree: found 31, expected an integer from 1 to 30")
MESSAGE(0213, VALUE_FLAG, "Neither true nor false", "The key is a switch.", "Write true or false, without quotes.",
        "flag_word.yaml:2:21: solver.condition: found maybe, expected true or false")
MESSAGE(
  0214, VALUE_WORD, "Not one of the words that are possible here",
  "The value is a word of a list, and this word is not in it; most often a typing error.",
  "Use one of the words of the message. rigel list prints formulations, joints, loads and schemes.",
  "method_nodes.yaml:2:17: method.nodes: found lobato, expected one of equidistant, lobatto (did you mean lobatto?)")
MESSAGE(0215, VALUE_MAPPING, "Not a mapping of keys",
        "A single value or a list stands where keys with values are expected.",
        "Write keys, as {key: value} or indented on the following lines.",
        "key_wrong_type.yaml:1:7: time: found 5, expected a mapping")
MESSAGE(0216, VALUE_LIST, "A list of the wrong length or shape",
        "The value is not a list, or has too few or too many items.", "Write as many items as the message states.",
        "many_faults.yaml:4:10: gravity: found a list of 2, expected 3 numbers")
MESSAGE(0217, VALUE_TEXT, "Not a text", "The value is empty, a list or a mapping where a name or a text is expected.",
        "Write a name or a text.", "key_empty_value.yaml:6:7: title: found nothing, expected a text")
MESSAGE(
  0218, VALUE_VARIANT, "Not exactly one of several kinds",
  "The mapping chooses a kind by its only key, and it has no key or several.",
  "Keep one of the keys that the message names.",
  "shape_two.yaml:3:33: bodies.box.shape: found a mapping, expected exactly one of cuboid, cylinder, cone, sphere, sites")
MESSAGE(0219, NAME_TAKEN, "A name is used twice",
        "Bodies, joints, motions, loads and controls have names of their own, which become names of columns.",
        "Rename one of the two; the message names the place of the first.",
        "body_twice.yaml:6:12: bodies.box.name: found box again, expected a name of its own (first at 3:11)")
MESSAGE(
  0220, NAME_UNKNOWN, "A name that the problem does not have",
  "A joint, load, motion, control or boundary value refers to something that is not in the file.",
  "Correct the name; the message lists the names of the file.",
  "joint_unknown_body.yaml:8:49: joints.j.bodies[1]: found bax, expected one of ground, box, rod (did you mean box?)")
MESSAGE(0221, NAME_GROUND, "The ground where a body is expected",
        "ground is the name of the fixed world; no body can have it, and it has no state.", "Use another name.",
        "body_ground.yaml:3:11: bodies.ground.name: found ground, expected another name (ground is the fixed world)")
MESSAGE(
  0222, PETSC_FORBIDDEN, "A PETSc option that files may not set",
  "Files may set only options that neither open files nor load code, so that a foreign file does no harm.",
  "Give the option after -- on the command line. rigel list --petsc prints the options that files may set.",
  "petsc_viewer.yaml:3:17: solver.petsc: found -snes_view, expected an option that a file may set (rigel list --petsc); others are given after -- on the command line")
MESSAGE(0223, PETSC_FORM, "Malformed PETSc options",
        "A word is neither the name of an option nor its value, or the value is of the wrong kind.",
        "Write options as -name or -name value.",
        "petsc_value.yaml:3:17: solver.petsc: found -snes_type python, expected one of newtonls, newtontr")
MESSAGE(0231, TIME_ORDER, "An end that is not later than its start",
        "The interval of a run, of a part of it or of a function of time has no positive length.",
        "Exchange or correct the times.",
        "time_backwards.yaml:1:23: time.end: found 1, expected an end later than the start 2")
MESSAGE(
  0232, TIME_ELEMENTS, "Elements that are too many or too short",
  "The number of elements exceeds 1000000000, or an element is shorter than the spacing of floating-point numbers at that time.",
  "Use a larger time.step or fewer time.elements.",
  "time_step_too_small.yaml:1:22: time: found 1e+10 elements of length 1e-10 from 0 to 1, expected at most 1000000000")
MESSAGE(0233, TIME_INFINITE, "An infinite interval", "The difference of time.end and time.start overflows.",
        "Choose times of smaller size.",
        "time_infinite.yaml:1:31: time.end: found an infinite interval, expected a finite one")
MESSAGE(0234, TABLE_TIMES, "A table of a function of time that is not a function",
        "The times of its rows do not ascend, or a spline has one point only.",
        "Sort the rows, remove repeated times, give two points or more.",
        "load_scale.yaml:6:89: loads.f.scale.table[2]: found t = 0.5 after 0.5, expected times that ascend")
MESSAGE(
  0235, GAUSS_POINTS, "Too few Gauss points", "Fewer Gauss points than the degree leave unknowns without an equation.",
  "Remove method.gauss, or set it to the degree or more.",
  "method_gauss_small.yaml:2:28: method.gauss: found 2, expected auto or at least the degree 3 (s < k is singular)")
MESSAGE(0236, SCHEME_CONFLICT, "The scheme does not support this",
        "Some schemes are defined only for certain bodies, joints, loads or options (docs/reference/schemes.md).",
        "Use the value that the message states, or another method.scheme; mG supports everything.",
        "scheme_rattle.yaml:4:5: bodies.box.formulation: found together with scheme: rattle, expected director")
MESSAGE(
  0237, GUESS_CONFLICT, "A first guess that does not fit the run",
  "Some guesses apply to global solves only, with or without boundary values.",
  "Use one of the words of the message, or remove solver.guess.",
  "guess_without_boundary.yaml:2:17: solver.guess: found geodesic, expected one of stepping, constant, grow, file without boundary")
MESSAGE(0238, GUESS_FOLDER, "The folder of the first guess does not exist",
        "solver.guess names a folder that is missing, or a file.", "Name the results folder of an earlier run.",
        "guess_no_directory.yaml:2:24: solver.guess.file: found nowhere, expected the directory of an earlier run")
MESSAGE(0239, GUESS_SYSTEM, "The first guess belongs to another system",
        "The tables of the earlier run have other columns than this problem.",
        "Use a run with the same bodies, joints and controls.",
        "guess_other.yaml: solver.guess_file: found 0 multipliers in results/box/multipliers.csv, expected 12")
MESSAGE(
  0240, QUATERNION_NORM, "A quaternion whose norm is not 1", "orientation is a unit quaternion, scalar part first.",
  "Normalise the four numbers with all their digits; initial: project normalises start values.",
  "body_not_unit.yaml:6:18: bodies.box.orientation: found norm 1.414213562, expected a unit quaternion (initial: project normalises it)")
MESSAGE(0241, DIRECTION_ZERO, "A direction of length zero", "An axis has three zeros, or numbers that overflow.",
        "Write a direction; its length has no meaning.",
        "joint_zero_axis.yaml:6:72: joints.j.axis: found a direction of length 0, expected one that can be normalised")
MESSAGE(
  0242, ACCURACY_CONFLICT, "An accuracy for a run that needs a mesh",
  "Elements that follow from an accuracy need estimates of errors, which mG and em have when they step.",
  "Give time.step or time.elements instead of method.accuracy.",
  "swing.yaml:2:20: method.accuracy: found together with boundary values, expected time.step or time.elements instead")
