/* Boundary values of a problem, and how its start values are treated. */
#ifndef RIGEL_PROBLEM_PROBLEM_BOUNDARY_H
#define RIGEL_PROBLEM_PROBLEM_BOUNDARY_H

#include "problem/problem_value.h"

/* Start values that violate constraints: rejected; projected onto them, an impact that keeps momenta; or assembled from what is given
 * (start/assemble/assemble.h). */
typedef enum { INITIAL_CHECK, INITIAL_PROJECT, INITIAL_ASSEMBLE } InitialKind;

/* Dependent constraint rows: rejected, or dropped (docs/explanation/theory.md, Constraint redundancy). */
typedef enum { REDUNDANT_ERROR, REDUNDANT_DROP } RedundantKind;

/* Prescribed values of one body at one end of the interval; NAN: free. */
typedef struct {
  char   body_name[NAME_LEN];
  int    body;
  Where  where;
  double position[3];
  double orientation[4]; /* unit quaternion, scalar first */
  double velocity[3];
  double angular_velocity[3]; /* body frame */
} ProblemEnd;

/* Two-point boundary conditions; not given: an initial value problem. */
typedef struct {
  bool        given;
  Where       where;
  int         nstart, nend;
  ProblemEnd *start, *end; /* [nstart], [nend]; owned */
} ProblemBoundary;

void problem_end_init(ProblemEnd *end);

#endif
