/* Runs a problem file in memory and measures it. PETSc must be initialised. */
#ifndef RIGEL_TESTS_MEASURE_H
#define RIGEL_TESTS_MEASURE_H

#include "diag/invariants.h"
#include "diag/reactions.h"
#include "diag/reference.h"
#include "run/model.h"
#include "scheme/scheme.h"

enum { MEASURED_BODIES = 8 };

typedef struct {
  RunStatus      status;
  Drift          drift;
  ReferenceError error; /* at the reference time; NAN: not reached */
  double         condition, condition_paper;
  Kinematics     end[MEASURED_BODIES];    /* of the first bodies, at the last element's end */
  Kinematics     middle[MEASURED_BODIES]; /* the same in the middle of an even number of elements */
} Measured;

/* Fails the test when the file has faults. set: key.path=value, NULL-terminated. */
void measure_file(const char *file, const char *const set[], Measured *measured);

/* The same with formatted assignments, separated by spaces: "method.degree=2 time.step=0.1". */
void measure(Measured *measured, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same with the problem as text. */
void measure_text(Measured *measured, const char *yaml, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The model of a problem as text; clear it with model_clear. */
void measure_model(const char *yaml, Model *model);

/* The same, with every row of reactions.csv (t, then 6 numbers per joint) handed to `seen`. */
typedef void (*ReactionSeen)(void *context, const System *system, const double *row);
void measure_reactions(Measured *measured, const char *yaml, ReactionSeen seen, void *context, const char *format, ...)
  __attribute__((format(printf, 5, 6)));

/* Largest difference of positions and rotation matrices at the end, over the first n bodies. */
double measure_distance(int n, const Measured *a, const Measured *b);

/* Fitted order of errors over steps: log-log least squares over strictly decreasing errors above 1e-13; fails the test when
 * fewer than three remain. */
double measure_order(int n, const double *h, const double *error);

#endif
