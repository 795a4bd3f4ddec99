/* Types of prescribed motions: functions of time, and the weights of rows that follow from them. */
#ifndef RIGEL_SYSTEM_JOINT_DRIVER_H
#define RIGEL_SYSTEM_JOINT_DRIVER_H

#include "problem/fault.h"
#include "system/joint/joint.h"
#include "time/time_function.h"

typedef struct Driver Driver;

/* A type of prescribed motion. */
typedef struct {
  const char    *name, *summary;
  CoordinateKind coordinate; /* the coordinate of a joint that it prescribes; COORDINATE_AUTO: it moves a body */
  bool           turns;      /* the body has to turn */
  /* Weights of terms 1, 2, .. and their first two derivatives. */
  void (*weights)(const Driver *driver, double t, double fraction, double w[3][ROW_TERMS]);
  /* Rows through frame_row_add_*, their number; -1: out of memory. */
  int (*build)(const Driver *driver, const JointGeometry *geometry, FrameRow *rows);
} MotionOps;

extern const MotionOps *const motion_list[]; /* entry i has the MotionKind 1 + i; NULL-terminated */

struct Driver {
  const MotionOps *ops;
  bool             given[3];
  TimeFunction     fun[3];          /* x, y, z; or one value in the first place */
  double           start[3];        /* their values at the start */
  double           direction[3][3]; /* rotation vector v = sum_i fun_i direction_i */
};

bool driver_create(const ProblemMotion *given, const MotionOps *ops, double start,
                   Driver *driver); /* false: out of memory */
void driver_destroy(Driver *driver);
/* w, w', w'' at time t, with only a fraction of the path from the start covered (1: all of it); probe: numbers without zeros, for
 * the sparsity pattern. */
void driver_weights(const Driver *driver, double t, double fraction, bool probe, double w[3][ROW_TERMS]);
/* Largest speed at 65 equidistant times of an interval; of rotations at the distance `length`. */
double driver_speed(const Driver *driver, double start, double end, double length);

#endif
