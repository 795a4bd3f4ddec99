/* Joints of a problem: two sides, a point and an axis on each. */
#ifndef RIGEL_PROBLEM_PROBLEM_JOINT_H
#define RIGEL_PROBLEM_PROBLEM_JOINT_H

#include "problem/problem_value.h"

/* Keys that a type of joint uses besides name, type, bodies and a point. */
enum {
  JOINT_USES_AXIS       = 1 << 0, /* axis, axis_body */
  JOINT_USES_AXIS2      = 1 << 1, /* a second axis, perpendicular to the first */
  JOINT_USES_AT2        = 1 << 2, /* a second point */
  JOINT_USES_LENGTH     = 1 << 3, /* a rod: its two points are apart, at2 is required */
  JOINT_USES_RATE       = 1 << 4,
  JOINT_USES_RATE_ALONG = 1 << 5,
  JOINT_USES_RATIO      = 1 << 6
};

typedef struct {
  char       name[NAME_LEN];
  Where      where;
  char       type[NAME_LEN];         /* spherical | ... */
  TypeTraits traits;                 /* of the type */
  char       body_name[2][NAME_LEN]; /* "ground" or a body's name */
  int        body[2];                /* index into bodies, or GROUND */
  double     at[3];                  /* world point at the start; NAN: at_body is given */
  double     at2[3];                 /* the point on the second body, where it is another one; NAN: at */
  double     at_body[2][3];          /* the point in each body's coordinates; NAN: at is given */
  double     axis[3];                /* world direction at the start, any length; NAN: none, or axis_body */
  double     axis2[3];               /* universal: the axis of the second body; NAN: axis */
  double     axis_body[2][3];        /* the axis in each body's coordinates; NAN: none, or axis */
  double     length;                 /* distance: of the rod; NAN: as at the start */
  double     rate,
    rate_along; /* initial: assemble: of its coordinate, of the displacement of a cylindrical joint; NAN: free */
  double ratio; /* winch: rope let out per travel of the first body along the axis */
} ProblemJoint;

void problem_joint_init(ProblemJoint *joint);

#endif
