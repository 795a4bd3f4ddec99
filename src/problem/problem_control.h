/* Controls of a problem: loads of unknown magnitude. */
#ifndef RIGEL_PROBLEM_PROBLEM_CONTROL_H
#define RIGEL_PROBLEM_PROBLEM_CONTROL_H

#include "problem/problem_load.h"

/* A load of unknown magnitude, a polynomial in time on each of its cells. Force and torque have three components, or one
 * along `axis`; a joint has one, about or along its axis, on its second body and back on its first. */
typedef enum { CONTROL_FORCE, CONTROL_TORQUE, CONTROL_JOINT } ControlKind;
typedef enum { COORDINATE_AUTO, COORDINATE_ANGLE, COORDINATE_SHIFT } CoordinateKind;

typedef struct {
  char           name[NAME_LEN];
  Where          where;
  ControlKind    type;
  char           body_name[NAME_LEN], joint_name[NAME_LEN]; /* force, torque; joint */
  int            body, joint;
  double         at[3]; /* force: the point in body coordinates; NAN: the reference point */
  AxesKind       frame;
  double         axis[3];            /* in that frame, any length; NAN: all three */
  CoordinateKind coordinate;         /* joint: turn about the axis or shift along it; auto: the freedom of the joint */
  int            degree;             /* of the polynomial; RIGEL_UNSET: k - 1 */
  int            every;              /* elements of a cell */
  double         lower[3], upper[3]; /* bounds of the components, see problem_each; NAN: none */
  double         initial[3];         /* first guess of the components */
} ProblemControl;

void problem_control_init(ProblemControl *control);
/* Components of a control. */
int problem_control_size(const ProblemControl *control);

#endif
