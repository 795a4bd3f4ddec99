/* Joints of a problem: two sides, a point and an axis on each. */
#ifndef RIGEL_PROBLEM_PROBLEM_JOINT_H
#define RIGEL_PROBLEM_PROBLEM_JOINT_H

#include "problem/problem_value.h"

typedef struct {
  char   name[NAME_LEN];
  Where  where;
  char   type[NAME_LEN];         /* spherical | ... */
  char   body_name[2][NAME_LEN]; /* "ground" or a body's name */
  int    body[2];                /* index into bodies, or GROUND */
  double at[3];                  /* world point at the start; NAN: at_body is given */
  double at2[3];                 /* the point on the second body, where it is another one; NAN: at */
  double at_body[2][3];          /* the point in each body's coordinates; NAN: at is given */
  double axis[3];                /* world direction at the start, any length; NAN: none, or axis_body */
  double axis2[3];               /* universal: the axis of the second body; NAN: axis */
  double axis_body[2][3];        /* the axis in each body's coordinates; NAN: none, or axis */
  double length;                 /* distance: of the rod; NAN: as at the start */
  double ratio;                  /* winch: rope let out per travel of the first body along the axis */
} ProblemJoint;

void problem_joint_init(ProblemJoint *joint);

#endif
