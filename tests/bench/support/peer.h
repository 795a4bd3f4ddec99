/* SUNDIALS IDA on the GGL-stabilised DAE of a model:
 *
 *   F(y, y') = (z' - J (grad H + grad Theta^T lambda), Theta) = 0,   y = (z, lambda)
 *
 * with system_evaluate for the residual and the Jacobian, dense LU or KLU, multipliers left out of the error test. */
#ifndef RIGEL_TESTS_PEER_H
#define RIGEL_TESTS_PEER_H

#include "run/model.h"

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

typedef struct {
  const Model *model;
  int          nz, nl, n;
  SystemWork   work;
  double      *still; /* [nz] zeros */
  double      *rate, *theta, *theta_v, *A, *T, *C;
  int         *partner; /* [nz] J: entry i of a gradient arrives at row partner[i] with sign[i] */
  double      *sign;
  bool         sparse; /* KLU */
  int          nnz;
  int *from, *row; /* [n + 1], [nnz] compressed columns: A, grad Theta and J grad Theta^T have no place in common */
  int *at_A, *at_T, *at_Tt, *at_diagonal; /* where their entries stand */
  SUNContext context;
  N_Vector   y, yp, atol, id;
} Peer;

typedef struct {
  double tolerance;  /* relative, and absolute in natural units */
  double multiplier; /* absolute tolerance of multipliers in units of the larger of 1 and their start values */
  double newton;     /* coefficient of IDA's nonlinear convergence test */
} Settings;

typedef struct {
  Settings settings;
  double   seconds, error;
  long     steps;
} PeerRun;

PetscErrorCode peer_create(const Model *model, bool sparse, Peer *peer);
PetscErrorCode peer_destroy(Peer *peer);
/* One run from the start to the end, the error by `error` of the state there; infinite when IDA gives up. */
void peer_run(Peer *peer, const Settings *settings, double (*error)(const Model *model, const double *z), PeerRun *run);

#endif
