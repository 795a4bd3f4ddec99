/* Names of the linear solvers. */
#include "problem/problem_solver.h"

const char *const linear_names[LINEAR_COUNT + 1] = {
  [LINEAR_AUTO] = "auto", [LINEAR_DENSE] = "dense", [LINEAR_BLOCK] = "block", [LINEAR_UMFPACK] = "umfpack",
  [LINEAR_KLU] = "klu",   [LINEAR_MUMPS] = "mumps", [LINEAR_COUNT] = NULL};
