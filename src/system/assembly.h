/* Parts of system_create and system_evaluate that have files of their own; private to this room. */
#ifndef RIGEL_SYSTEM_ASSEMBLY_H
#define RIGEL_SYSTEM_ASSEMBLY_H

#include "system/system.h"

/* Size of the dense blocks theta_z, C of one side of a group in SystemWork. */
enum { SIDE = 2 * BODY_NC * BODY_NZ };

/* --- creation; false after a fault was added */

bool joint_create(const Problem *problem, const ProblemJoint *given, FaultList *faults, System *system,
                  ConstraintGroup *joint);
bool motion_create(const Problem *problem, const ProblemMotion *given, FaultList *faults, System *system,
                   ConstraintGroup *group);
bool load_create(const Problem *problem, const ProblemLoad *given, const LoadOps *ops, FaultList *faults,
                 System *system, Load *load);
void load_destroy(Load *load);
bool controls_create(const Problem *problem, FaultList *faults, System *system);
/* Pairs the rows of prescribed motions with inputs, inverse: servo. */
bool servo_create(const Problem *problem, FaultList *faults, System *system);
/* Patterns of A and T, and the scatters into them; false: out of memory. */
bool system_pattern_create(System *system);
void system_pattern_destroy(System *system);

/* Inserts sides at rest into the coefficients, so that rows to the ground are linear where they can be; false: out of memory. */
bool joint_fold(const System *system, ConstraintGroup *joint);
/* Sets linear, couples and the degrees from the rows. */
void joint_classify(const System *system, ConstraintGroup *joint);
/* Whether a side is the ground or a clamped body. */
bool side_at_rest(const System *system, int body);
/* Kinematics of a side at the start; of the ground the axes of space. */
void side_initial_kinematics(const Problem *problem, int body, Kinematics *start);
/* Largest acceleration that a load gives a body at the start, rotations times `length`. */
double load_acceleration(const Problem *problem, const System *system, const Load *load, double length);

/* --- evaluation */

/* Block of one side of a group in theta_z or C. */
static inline double *side_block(double *blocks, int group, int side)
{
  return blocks + (2 * group + side) * SIDE;
}

/* Frames of both sides stacked: f[24] and fdot[24] from F[nbodies][24]; `ground` is used for the ground. */
void sides_stack(const int body[2], const double *frames, const double *ground, double *f, double *fdot);
/* to[dest] += sign from[src] */
void scatter_add(const Scatter *scatter, const double *from, double *to);
/* G += F_z^T w of one body, at the collocated values unless stage is NULL. */
void body_push(const System *system, int body, const double *z, const StagePoint *stage, const double *w, double *G);
/* Derivatives of the frames of the state. */
FrameGradient frames_plain(const SystemWork *work);
/* Theta of a joint, its rate, and its weights; unless push = F_z is NULL also theta_z. */
void joint_evaluate(const System *system, int group, const double *lambda, const double *push, SystemWork *work,
                    SystemPoint *point);
/* Its C, and its parts of K; the block between its sides goes to point->A. */
void joint_matrices(const System *system, int group, const double *lambda, const FrameGradient *frames,
                    SystemWork *work, SystemPoint *point);
/* The block left^T (lambda . theta_FF) right of K between the two sides of a joint, into work->cross. */
void joint_cross(const System *system, int group, const double *lambda, const double *left, const double *right,
                 SystemWork *work);
/* Adds weights, power and blocks of K of all loads to work; blocks between sides to point->A. */
void system_loads(const System *system, const FrameGradient *frames, SystemWork *work, SystemPoint *point);
/* One of the two blocks of K between the sides of a load, rows of side a, into work->cross. */
void   system_load_between(const System *system, const Load *load, const SystemPoint *point, int a, SystemWork *work);
double load_potential(const System *system, const Load *load, const double *z, const double *twist);
/* Weights w[24] of a load with factor 1 at the frames in work. */
void load_direction(const Load *load, const SystemWork *work, double *w);
/* Copies the inputs of servo constraints from lambda to work->u. */
void servo_inputs(const System *system, const double *lambda, SystemWork *work);
/* L at the frames in work. */
void servo_forces(const System *system, const double *z, SystemWork *work, SystemPoint *point);

#endif
