/* Prescribed motions of a problem, and the forces that produce them. */
#ifndef RIGEL_PROBLEM_PROBLEM_MOTION_H
#define RIGEL_PROBLEM_PROBLEM_MOTION_H

#include "problem/problem_function.h"

typedef enum {
  MOTION_NONE,
  MOTION_POSITION,
  MOTION_ORIENTATION,
  MOTION_ROTATION,
  MOTION_ANGLE,
  MOTION_DISPLACEMENT
} MotionKind;

/* A prescribed motion: of a point, of an orientation or of the coordinate of a joint. */
typedef struct {
  char                name[NAME_LEN];
  Where               where;
  MotionKind          type;
  char                body_name[NAME_LEN], joint_name[NAME_LEN];
  int                 body, joint; /* indices; one of them, by type */
  double              at[3];       /* point in the body's coordinates; NAN: the reference point */
  double              axis[3];     /* rotation: in space, any length; NAN: not given */
  ProblemTimeFunction value;       /* rotation, angle, displacement */
  ProblemTimeFunction path[3];     /* position, orientation: components that are given */
} ProblemMotion;

/* Origin of the forces that produce prescribed motions: constraint forces of their own; the controls, as servo constraints; or the
 * controls, with the motions as tracking terms of the objective (docs/explanation/theory.md, Servo constraints). */
typedef enum { INVERSE_FORCES, INVERSE_SERVO, INVERSE_TRACK } InverseKind;

void problem_motion_init(ProblemMotion *motion);

#endif
