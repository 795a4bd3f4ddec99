/* Vectors fixed in the two sides of a joint, and the rows made of them. */
#ifndef RIGEL_SYSTEM_JOINT_STACK_H
#define RIGEL_SYSTEM_JOINT_STACK_H

#include "system/joint/joint.h"

/* A vector that is a combination of phi, d1, d2, d3 of side A, then of side B. */
typedef struct {
  double part[8];
} FrameVector;

/* Axis 0 (e), 1 (t) or 2 (n) of one side. */
FrameVector stack_axis(const JointPlace *place, int side, int which);
/* x_A - x_B, x = phi + R X */
FrameVector stack_gap(const JointPlace *place);
/* Phi += component x of u, Phi += factor u . v; false when out of memory */
bool stack_add_component(FrameVector u, int x, FrameRow *row);
bool stack_add_dot(FrameVector u, FrameVector v, double factor, FrameRow *row);
/* Phi += factor (u . e)^2, e in space */
bool stack_add_along(FrameVector u, const double e[3], double factor, FrameRow *row);

#endif
