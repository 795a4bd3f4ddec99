/* R10xx: gradients of a run. */
MESSAGE(
  1001, FUNCTIONAL_NAME, "Not the name of a functional", "A functional is end:COLUMN, integral:COLUMN or cost.",
  "Use a column of state.csv that moves.",
  "problems/heavy_top.yaml: functional: found end:top.w, expected end:COLUMN or integral:COLUMN with a column of state.csv that moves, or cost")
MESSAGE(1002, FUNCTIONAL_COST, "The cost of a problem without objective", "cost is the value of the objective.",
        "Use end:COLUMN or integral:COLUMN.", "box.yaml: functional: found cost of a problem without objective")
MESSAGE(1003, PARAMETER_NUMBER, "A parameter that is not a number of the problem",
        "The path leads to nothing, or to a text, a list or a mapping.",
        "Name one number, as bodies.box.mass or gravity[2].",
        "problems/heavy_top.yaml: time.x: found nothing, expected a number of the problem")
MESSAGE(1004, PARAMETER_STATE, "A start state that cannot be a parameter",
        "start.COLUMN needs a column of state.csv that moves; with boundary values the run finds the start.",
        "Correct the column, or use a number of the problem.",
        "box.yaml: start.box.w: found no such state, expected start.COLUMN with a column of state.csv that moves")
MESSAGE(
  1005, PARAMETER_TIED, "A number that cannot be changed by itself",
  "A small change makes the problem invalid, or changes its elements or its number of equations.",
  "Choose another parameter, or remove the tie that the message names.",
  "problems/spinning_box.yaml: bodies.box.orientation[0]: found a number that cannot be changed by itself: problems/spinning_box.yaml:16:18: bodies.box.orientation: found norm 0.997, expected a unit quaternion (initial: project normalises it) [R0240]")
MESSAGE(
  1006, PARAMETER_ROUGH, "A run that is not smooth in this number",
  "Differences of runs with different steps disagree: the motion is chaotic over this interval, or jumps.",
  "Use a shorter interval, or mG, BG or em, whose adjoint needs no differences of runs.",
  "box.yaml: gravity[2]: found derivatives that differ by 420 between steps (-61.5), expected a run that is smooth in this number")
MESSAGE(1007, GRADIENT_SINGULAR, "A singular matrix of the run",
        "The adjoint needs the inverse of the Jacobian at the solution, which is singular.",
        "Start in another position; check redundant joints.",
        "box.yaml: found a singular matrix of the run, expected a regular one")
MESSAGE(1008, GRADIENT_LOAD, "A load without a gradient in its factor",
        "rigel_gradient_load needs a force or torque of the problem.", "Name one.",
        "box.yaml: s1: found no such load, expected the name of a force or torque")
MESSAGE(1009, GRADIENT_SCHEME, "A scheme without a gradient in the factor of a load",
        "mG, BG and em have it, except BG with boundary values or continuous multipliers.", "Use one of these schemes.",
        "box.yaml: push: found a run without rows of its own, expected mG, BG or em")
