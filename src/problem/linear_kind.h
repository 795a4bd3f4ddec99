/* The linear solvers and their names in problem files. */
#ifndef RIGEL_PROBLEM_LINEAR_KIND_H
#define RIGEL_PROBLEM_LINEAR_KIND_H

typedef enum {
  LINEAR_AUTO,  /* chosen from the structure of the matrix */
  LINEAR_DENSE, /* LAPACK */
  LINEAR_BLOCK, /* own LU along the time axis */
  LINEAR_UMFPACK,
  LINEAR_KLU,
  LINEAR_MUMPS,
  LINEAR_COUNT
} LinearKind;

/* Words of `solver.linear`, in the order of LinearKind; NULL ends the list. */
extern const char *const linear_names[LINEAR_COUNT + 1];

#endif
