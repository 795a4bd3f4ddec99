/* Ipopt on the transcription of optimal control that kkt.h makes stationary:
 *
 *   least cost(x) with rows(x) = 0 and bounds of control values,   x: states, multipliers, controls, end time
 *
 * with the gradient of the cost, the Jacobian of the rows and the Hessian of the Lagrangian from kkt, all in its natural units. The
 * library is opened when asked for: it brings a MUMPS of its own, which must not meet that of PETSc. */
#ifndef RIGEL_TESTS_IPOPT_H
#define RIGEL_TESTS_IPOPT_H

#include "optimal/kkt.h"

typedef struct {
  bool   there;    /* false: no library, `why` tells */
  bool   solved;   /* to the tolerance */
  char   why[256]; /* what went wrong */
  int    iterations;
  double seconds;   /* in all */
  double functions; /* of these in cost, rows and their derivatives */
} IpoptRun;

/* From kkt->x, adjoints by Ipopt itself; the solution is left there. */
PetscErrorCode ipopt_solve(Kkt *kkt, double tolerance, IpoptRun *run);

#endif
