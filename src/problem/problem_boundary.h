/* Boundary values of a problem, and how its start values are treated. */
#ifndef RIGEL_PROBLEM_PROBLEM_BOUNDARY_H
#define RIGEL_PROBLEM_PROBLEM_BOUNDARY_H

#include "problem/problem_value.h"

typedef enum { INITIAL_CHECK, INITIAL_PROJECT } InitialKind;

typedef enum { REDUNDANT_ERROR, REDUNDANT_DROP } RedundantKind;

/* What is prescribed of one body at one end of the interval; NAN: free. */
typedef struct {
  char   body_name[NAME_LEN];
  int    body;
  Where  where;
  double position[3];
  double orientation[4]; /* unit quaternion, scalar first */
  double velocity[3];
  double angular_velocity[3]; /* body frame */
} ProblemEnd;

/* Two-point boundary conditions; not given: everything is given at the start. */
typedef struct {
  bool        given;
  Where       where;
  int         nstart, nend;
  ProblemEnd *start, *end; /* [nstart], [nend]; owned */
} ProblemBoundary;

void problem_end_init(ProblemEnd *end);

#endif
