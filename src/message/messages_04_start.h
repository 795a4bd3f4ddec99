/* R04xx: start values, redundant constraints, motions that joints do not allow. */
MESSAGE(
  0401, START_INCONSISTENT, "Start values that violate a joint or a motion",
  "The positions or velocities of the file do not satisfy the constraint; the two numbers state by how much.",
  "Correct the values. initial: assemble closes joints and computes velocities that the file does not give; initial: project removes rounding errors.",
  "loop_gap.yaml:11:5: c: found inconsistent initial values of this joint, a gap of 0.25, position level 0.124, velocity level 0 (in units of length 2.02 and velocity 2.02), expected zero: correct them; or set initial: assemble, which closes joints near the given positions and computes the velocities that the file does not give; or initial: project, an impact that keeps momenta and changes velocities")
MESSAGE(
  0402, START_OPEN, "Joints that projection cannot close",
  "initial: project finds no position that satisfies all joints; the bodies do not reach each other.",
  "Correct lengths and positions. initial: assemble moves bodies further.",
  "loop_gap_projected.yaml:11:5: c: found joints that cannot be closed: projection leaves a gap of 0.25 here, position level 0.124, velocity level 0 (in units of length 2.02 and velocity 2.02), expected zero")
MESSAGE(
  0403, START_BRANCH, "Velocities that mix branches of the motion",
  "The start is a singular position where branches of the motion meet, and the velocities belong to none of them.",
  "Give velocities of one branch, or start in another position.",
  "four_bar.yaml:12:5: c: found velocities at a singular position that no motion of the mechanism has: this joint would open, its velocity at a rate of 0.5 (scaled); expected velocities along one branch of the motion, or another start position")
MESSAGE(
  0404, MOTION_FIXED, "A motion of what is fixed already",
  "Two motions prescribe one degree of freedom, or a motion prescribes what a joint fixes.",
  "Remove the motion that the message names.",
  "motion_conflict.yaml:10:5: n: found a prescribed motion of what joints or other motions fix already: row 1 of n (from m); row 2 of n (from pin); row 3 of n (from pin); expected one of what is free (6 of 9 rows are independent)")
MESSAGE(
  0405, REDUNDANT, "Redundant constraints",
  "The mechanism is over-constrained: rows of this joint follow from other joints, so reactions are not unique.",
  "Set redundant: drop, or use a joint that leaves more free.",
  "loop_redundant.yaml:10:5: b: found 3 redundant constraint rows that depend on other joints: row 2 of b (from a, c, d); row 4 of b (from a, c, d); row 5 of b (from a, c, d); expected independent ones, or redundant: drop (17 of 20 rows are independent, 1 degree of freedom)")
MESSAGE(0406, START_SINGULAR, "Constraints that are singular at the start",
        "The start is a singular position: constraints depend on each other there only.", "Start in another position.",
        "press.yaml: found a singular set of constraints at the start, expected independent ones")
MESSAGE(
  0407, START_OVERFLOW, "Numbers that overflow",
  "Lengths, speeds, masses, loads or times have a size at which computed numbers exceed double precision.",
  "Choose units in which the numbers of the problem are of moderate size.",
  "size_gravity.yaml: found speeds (of start values, gravity, loads and motions) of the size 8.41e+54, expected 1e-50 to 1e+50: choose units in which the numbers of the problem are moderate")
MESSAGE(
  0411, ASSEMBLE_VELOCITIES, "Given velocities that contradict the joints",
  "initial: assemble keeps every velocity of the file, also zeros, and no motion has all of them.",
  "Remove the velocities that follow from others.",
  "assemble_velocities.yaml:6:5: hinge: found given velocities that contradict the joints or each other: a velocity of 1.5 is left here; given are those of rod; expected values that fit: leave out those that follow from others, and initial: assemble computes them")
MESSAGE(
  0412, ASSEMBLE_POSITIONS, "Positions that cannot be assembled",
  "The bodies are too short, or too many values are known.", "Correct the lengths, or remove values from known.",
  "assemble_gap.yaml:6:5: hinge: found positions that cannot be assembled: a gap of 0.1 is left here; known are values of rod; expected bodies that reach each other, or fewer known values")
MESSAGE(
  0413, ASSEMBLE_BOUNDARY, "Assembly together with boundary values",
  "Boundary values determine the start, so there is nothing to assemble.", "Remove initial: assemble.",
  "assemble_boundary.yaml:8:11: initial: found assemble together with boundary values, which decide the start; expected check")
