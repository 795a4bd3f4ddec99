#include "peer.h"

#include "base/vec.h"
#include "bench.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

static int peer_residual(realtype t, N_Vector y, N_Vector yp, N_Vector out, void *data)
{
  Peer         *peer = data;
  const double *z = N_VGetArrayPointer(y), *zp = N_VGetArrayPointer(yp);
  double       *r     = N_VGetArrayPointer(out);
  SystemPoint   point = {.rate = peer->rate, .theta = r + peer->nz, .theta_v = peer->theta_v};

  (void)t;
  system_evaluate(&peer->model->system, z, peer->still, z + peer->nz, &peer->work, &point);
  for (int i = 0; i < peer->nz; i++) r[i] = zp[i] - peer->rate[i];
  return 0;
}

static void dense_fill(const Peer *peer, double c, SUNMatrix J)
{
  const Pattern *A = &peer->model->system.A, *T = &peer->model->system.T;
  const int      nz = peer->nz;

  SUNMatZero(J);
  for (int i = 0; i < nz; i++) {
    SM_ELEMENT_D(J, i, i) = c;
    for (int e = A->row[i]; e < A->row[i + 1]; e++) SM_ELEMENT_D(J, i, A->col[e]) -= peer->A[e];
  }
  for (int i = 0; i < peer->nl; i++)
    for (int e = T->row[i]; e < T->row[i + 1]; e++) {
      const int j                               = T->col[e];
      SM_ELEMENT_D(J, nz + i, j)                = peer->T[e];
      SM_ELEMENT_D(J, peer->partner[j], nz + i) = -peer->sign[j] * peer->T[e];
    }
}

static void sparse_fill(const Peer *peer, double c, SUNMatrix J)
{
  const Pattern *A = &peer->model->system.A, *T = &peer->model->system.T;
  double        *value = SUNSparseMatrix_Data(J);
  sunindextype  *from = SUNSparseMatrix_IndexPointers(J), *row = SUNSparseMatrix_IndexValues(J);

  for (int j = 0; j <= peer->n; j++) from[j] = peer->from[j];
  for (int e = 0; e < peer->nnz; e++) row[e] = peer->row[e];
  for (int e = 0; e < A->nnz; e++) value[peer->at_A[e]] = -peer->A[e];
  for (int e = 0; e < T->nnz; e++) {
    value[peer->at_T[e]]  = peer->T[e];
    value[peer->at_Tt[e]] = -peer->sign[T->col[e]] * peer->T[e];
  }
  for (int i = 0; i < peer->nz; i++) value[peer->at_diagonal[i]] += c;
}

/* (c I - A, -J grad Theta^T; grad Theta, 0) */
static int peer_jacobian(realtype t, realtype c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J, void *data,
                         N_Vector a1, N_Vector a2, N_Vector a3)
{
  Peer         *peer  = data;
  const double *z     = N_VGetArrayPointer(y);
  SystemPoint   point = {
      .rate = peer->rate, .theta = peer->theta, .theta_v = peer->theta_v, .A = peer->A, .T = peer->T, .C = peer->C};

  (void)t, (void)yp, (void)r, (void)a1, (void)a2, (void)a3;
  system_evaluate(&peer->model->system, z, peer->still, z + peer->nz, &peer->work, &point);
  if (peer->sparse) sparse_fill(peer, c, J);
  else dense_fill(peer, c, J);
  return 0;
}

/* Where entry e of column j goes. */
static int column_append(Peer *peer, int *next, int row, int column)
{
  peer->row[next[column]] = row;
  return next[column]++;
}

/* Columns of the matrix; rows within a column in no order, which KLU allows. */
static PetscErrorCode columns_create(Peer *peer)
{
  const Pattern *A = &peer->model->system.A, *T = &peer->model->system.T;
  int           *next;

  PetscFunctionBeginUser;
  peer->nnz = A->nnz + 2 * T->nnz;
  PetscCall(PetscCalloc2(peer->n + 2, &peer->from, peer->nnz, &peer->row));
  PetscCall(PetscMalloc4(A->nnz, &peer->at_A, T->nnz, &peer->at_T, T->nnz, &peer->at_Tt, peer->nz, &peer->at_diagonal));
  PetscCall(PetscMalloc1(peer->n + 1, &next));
  for (int e = 0; e < A->nnz; e++) peer->from[A->col[e] + 1]++;
  for (int i = 0; i < peer->nl; i++)
    for (int e = T->row[i]; e < T->row[i + 1]; e++) {
      peer->from[T->col[e] + 1]++;
      peer->from[peer->nz + i + 1]++;
    }
  for (int j = 0; j < peer->n; j++) peer->from[j + 1] += peer->from[j];
  PetscCall(PetscArraycpy(next, peer->from, peer->n + 1));
  for (int i = 0; i < peer->nz; i++)
    for (int e = A->row[i]; e < A->row[i + 1]; e++) {
      peer->at_A[e] = column_append(peer, next, i, A->col[e]);
      if (A->col[e] == i) peer->at_diagonal[i] = peer->at_A[e];
    }
  for (int i = 0; i < peer->nl; i++)
    for (int e = T->row[i]; e < T->row[i + 1]; e++) {
      peer->at_T[e]  = column_append(peer, next, peer->nz + i, T->col[e]);
      peer->at_Tt[e] = column_append(peer, next, peer->partner[T->col[e]], peer->nz + i);
    }
  PetscCall(PetscFree(next));
  PetscFunctionReturn(0);
}

static void partner_fill(Peer *peer)
{
  const System *sys = &peer->model->system;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++) {
      const int q = sys->start[b] + i, p = q + sys->bodies[b].nq;
      peer->partner[q] = p;
      peer->partner[p] = q;
      peer->sign[q]    = -1.0;
      peer->sign[p]    = 1.0;
    }
}

PetscErrorCode peer_create(const Model *model, bool sparse, Peer *peer)
{
  const System *sys = &model->system;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(peer, sizeof *peer));
  peer->model = model;
  peer->nz    = sys->nz;
  peer->nl    = sys->nl;
  peer->n     = sys->nz + sys->nl;
  PetscCall(PetscCalloc5(sys->nz, &peer->still, sys->nz, &peer->rate, sys->nl, &peer->theta, sys->nl, &peer->theta_v,
                         sys->A.nnz, &peer->A));
  PetscCall(PetscCalloc4(sys->T.nnz, &peer->T, sys->T.nnz, &peer->C, sys->nz, &peer->partner, sys->nz, &peer->sign));
  partner_fill(peer);
  peer->sparse = sparse;
  if (sparse) PetscCall(columns_create(peer));
  PetscCheck(system_work_create(sys, &peer->work) && SUNContext_Create(NULL, &peer->context) == 0, PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  peer->y    = N_VNew_Serial(peer->n, peer->context);
  peer->yp   = N_VNew_Serial(peer->n, peer->context);
  peer->atol = N_VNew_Serial(peer->n, peer->context);
  peer->id   = N_VNew_Serial(peer->n, peer->context);
  PetscFunctionReturn(0);
}

PetscErrorCode peer_destroy(Peer *peer)
{
  PetscFunctionBeginUser;
  N_VDestroy(peer->y);
  N_VDestroy(peer->yp);
  N_VDestroy(peer->atol);
  N_VDestroy(peer->id);
  SUNContext_Free(&peer->context);
  system_work_destroy(&peer->work);
  PetscCall(PetscFree5(peer->still, peer->rate, peer->theta, peer->theta_v, peer->A));
  PetscCall(PetscFree4(peer->T, peer->C, peer->partner, peer->sign));
  PetscCall(PetscFree2(peer->from, peer->row));
  PetscCall(PetscFree4(peer->at_A, peer->at_T, peer->at_Tt, peer->at_diagonal));
  PetscFunctionReturn(0);
}

static void peer_begin(Peer *peer, const Settings *settings)
{
  const System *sys = &peer->model->system;
  double       *y = N_VGetArrayPointer(peer->y), *yp = N_VGetArrayPointer(peer->yp);
  double       *atol = N_VGetArrayPointer(peer->atol), *id = N_VGetArrayPointer(peer->id);
  const double  size  = fmax(1.0, vec_max(peer->nl, peer->model->lambda));
  SystemPoint   point = {.rate = yp, .theta = peer->theta, .theta_v = peer->theta_v};

  vec_copy(peer->nz, peer->model->z, y);
  vec_copy(peer->nl, peer->model->lambda, y + peer->nz);
  vec_zero(peer->n, yp);
  system_evaluate(sys, y, peer->still, y + peer->nz, &peer->work, &point);
  for (int i = 0; i < peer->n; i++) {
    id[i]   = i < peer->nz;
    atol[i] = i < peer->nz ? settings->tolerance * sys->scale_z[i] : settings->multiplier * size;
  }
}

static void no_message(int code, const char *module, const char *function, char *text, void *data)
{
  (void)code, (void)module, (void)function, (void)text, (void)data;
}

static bool ida_prepare(void *ida, Peer *peer, const Settings *settings, SUNLinearSolver solver, SUNMatrix matrix)
{
  const ProblemTime *time = &peer->model->problem.time;

  return IDASetErrHandlerFn(ida, no_message, NULL) == 0 &&
         IDAInit(ida, peer_residual, time->start, peer->y, peer->yp) == 0 &&
         IDASVtolerances(ida, settings->tolerance, peer->atol) == 0 && IDASetUserData(ida, peer) == 0 &&
         IDASetLinearSolver(ida, solver, matrix) == 0 && IDASetJacFn(ida, peer_jacobian) == 0 &&
         IDASetId(ida, peer->id) == 0 && IDASetSuppressAlg(ida, SUNTRUE) == 0 && IDASetMaxOrd(ida, 5) == 0 &&
         IDASetMaxNumSteps(ida, 1000000) == 0 && IDASetNonlinConvCoef(ida, settings->newton) == 0 &&
         IDASetInitStep(ida, fmin(1e-3, 1e-2 * sqrt(settings->tolerance))) == 0 && IDASetStopTime(ida, time->end) == 0;
}

void peer_run(Peer *peer, const Settings *settings, double (*error)(const Model *model, const double *z), PeerRun *run)
{
  void           *ida    = IDACreate(peer->context);
  SUNMatrix       matrix = peer->sparse ? SUNSparseMatrix(peer->n, peer->n, peer->nnz, CSC_MAT, peer->context)
                                        : SUNDenseMatrix(peer->n, peer->n, peer->context);
  SUNLinearSolver solver =
    peer->sparse ? SUNLinSol_KLU(peer->y, matrix, peer->context) : SUNLinSol_Dense(peer->y, matrix, peer->context);
  realtype t = 0.0;

  peer_begin(peer, settings);
  *run = (PeerRun){.settings = *settings, .seconds = INFINITY, .error = INFINITY};
  if (ida_prepare(ida, peer, settings, solver, matrix)) {
    const double start = clock_seconds();
    const int    flag  = IDASolve(ida, peer->model->problem.time.end, &t, peer->y, peer->yp, IDA_NORMAL);
    run->seconds       = clock_seconds() - start;
    if (flag >= 0) run->error = error(peer->model, N_VGetArrayPointer(peer->y));
    IDAGetNumSteps(ida, &run->steps);
  }
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
}
