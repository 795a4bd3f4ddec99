/* 2-norm condition numbers: all singular values while that is cheap, otherwise Lanczos' method on A^T A and on
 * its inverse through the factors at hand. */
#include "newton/newton.h"

#include <math.h>
#include <petscblaslapack.h>
#include <stdlib.h>

extern void dsterf_(const int *n, double *d, double *e, int *info);
extern void dstevx_(const char *jobz, const char *range, const int *n, double *d, double *e, const double *vl,
                    const double *vu, const int *il, const int *iu, const double *abstol, int *m, double *w, double *z,
                    const int *ldz, double *work, int *iwork, int *ifail, int *info);

enum { SVD_MOST = 400, LANCZOS_STEPS = 300, LANCZOS_MOST = 1000, STILL_STEPS = 4, HAGER_STEPS = 6 };

/* Relative change at which an eigenvalue has settled, if it stays so for some steps. */
static const double settled = 1e-12;

/* An eigenvalue known this well is good for three digits of its root. */
static const double known = 1e-3;

/* a[n][n] = diag(left) J diag(right), column-major */
static PetscErrorCode matrix_scaled(const Newton *newton, const double *left, const double *right, PetscScalar *a)
{
  const int          n = newton->n;
  Mat                dense;
  const PetscScalar *source;

  PetscFunctionBeginUser;
  PetscCall(MatConvert(newton->J, MATSEQDENSE, MAT_INITIAL_MATRIX, &dense));
  PetscCall(MatDenseGetArrayRead(dense, &source));
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) a[i + j * n] = source[i + j * n] * (left ? left[i] : 1.0) * (right ? right[j] : 1.0);
  PetscCall(MatDenseRestoreArrayRead(dense, &source));
  PetscCall(MatDestroy(&dense));
  PetscFunctionReturn(0);
}

static PetscErrorCode condition_svd(const Newton *newton, const double *left, const double *right, double *condition)
{
  const int    n = newton->n;
  PetscBLASInt bn, info, lwork;
  PetscScalar *a, *work;
  PetscReal   *s;

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(n, &bn));
  lwork = 5 * bn;
  PetscCall(PetscMalloc3((size_t)n * (size_t)n, &a, n, &s, lwork, &work));
  PetscCall(matrix_scaled(newton, left, right, a));
  LAPACKgesvd_("N", "N", &bn, &bn, a, &bn, s, NULL, &bn, NULL, &bn, work, &lwork, &info);
  *condition = info == 0 && s[n - 1] > 0.0 ? s[0] / s[n - 1] : INFINITY;
  PetscCall(PetscFree3(a, s, work));
  PetscFunctionReturn(0);
}

/* y = S x for a diagonal S, or its inverse */
static PetscErrorCode scale_apply(const double *scale, bool inverse, Vec x)
{
  PetscScalar *xa;
  PetscInt     n;

  PetscFunctionBeginUser;
  if (!scale) PetscFunctionReturn(0);
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &xa));
  for (PetscInt i = 0; i < n; i++) xa[i] = inverse ? xa[i] / scale[i] : xa[i] * scale[i];
  PetscCall(VecRestoreArray(x, &xa));
  PetscFunctionReturn(0);
}

/* u <- A^T A u, or its inverse, A = diag(left) J diag(right); v is scratch */
static PetscErrorCode gram_apply(Newton *newton, const double *left, const double *right, bool inverse, Vec u, Vec v)
{
  KSP ksp;
  PC  pc;

  PetscFunctionBeginUser;
  PetscCall(scale_apply(right, inverse, u));
  if (inverse) { /* A^{-1} A^{-T} u */
    PetscCall(SNESGetKSP(newton->snes, &ksp));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCApplyTranspose(pc, u, v));
  } else {
    PetscCall(MatMult(newton->J, u, v));
  }
  PetscCall(scale_apply(left, inverse, v));
  PetscCall(scale_apply(left, inverse, v));
  if (inverse) PetscCall(PCApply(pc, v, u));
  else PetscCall(MatMultTranspose(newton->J, v, u));
  PetscCall(scale_apply(right, inverse, u));
  PetscFunctionReturn(0);
}

/* Largest eigenvalue of the tridiagonal matrix with diagonal a[n] and b[n - 1] beside it. */
static double tridiagonal_most(int n, const double *a, const double *b)
{
  double d[LANCZOS_MOST], e[LANCZOS_MOST];
  int    info;

  for (int i = 0; i < n; i++) {
    d[i] = a[i];
    e[i] = b[i];
  }
  dsterf_(&n, d, e, &info);
  return d[n - 1];
}

/* How far the largest eigenvalue of the tridiagonal matrix may be from one of the whole, relative to itself: |b_n s_n| / theta
 * with the last entry s_n of its unit vector. */
static double tridiagonal_distance(int n, const double *a, const double *b)
{
  const double none = 0.0;
  double       d[LANCZOS_MOST], e[LANCZOS_MOST], s[LANCZOS_MOST], work[5 * LANCZOS_MOST], most[LANCZOS_MOST];
  int          iwork[5 * LANCZOS_MOST], failed[LANCZOS_MOST], found, info;

  for (int i = 0; i < n; i++) {
    d[i] = a[i];
    e[i] = b[i];
  }
  dstevx_("V", "I", &n, d, e, &none, &none, &n, &n, &none, &found, most, s, &n, work, iwork, failed, &info);
  return info == 0 && found == 1 ? fabs(b[n - 1] * s[n - 1]) / most[0] : INFINITY;
}

/* Largest eigenvalue of A^T A (or of its inverse) by Lanczos' method; sigma is its square root, never above the true one. Without
 * orthogonalisation copies of eigenvalues appear, which do no harm to the largest. */
static PetscErrorCode sigma_lanczos(Newton *newton, const double *left, const double *right, bool inverse,
                                    double *sigma, bool *bound)
{
  PetscRandom random;
  Vec         before, now, next, work;
  double      a[LANCZOS_MOST], b[LANCZOS_MOST], most = 0.0;
  PetscReal   norm  = 0.0, dot;
  int         still = 0, steps = 0;
  PetscInt    limit = LANCZOS_STEPS;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-condition_steps", &limit, NULL));
  limit = PetscMax(1, PetscMin(limit, LANCZOS_MOST));
  PetscCall(VecDuplicate(newton->r, &before));
  PetscCall(VecDuplicate(newton->r, &now));
  PetscCall(VecDuplicate(newton->r, &next));
  PetscCall(VecDuplicate(newton->r, &work));
  PetscCall(PetscRandomCreate(PetscObjectComm((PetscObject)newton->snes), &random));
  PetscCall(VecSetRandom(now, random));
  PetscCall(VecNormalize(now, NULL));
  PetscCall(VecSet(before, 0.0));
  for (int j = 0; j < limit && still < STILL_STEPS; j++) {
    const double last = most;
    PetscCall(VecCopy(now, next));
    PetscCall(gram_apply(newton, left, right, inverse, next, work));
    PetscCall(VecAXPY(next, -norm, before));
    PetscCall(VecDot(next, now, &dot));
    PetscCall(VecAXPY(next, -dot, now));
    PetscCall(VecNorm(next, NORM_2, &norm));
    a[j]  = dot;
    b[j]  = norm;
    steps = j + 1;
    most  = tridiagonal_most(steps, a, b);
    still = fabs(most - last) <= settled * most ? still + 1 : 0;
    if (norm <= settled * most) break; /* the whole of an invariant space */
    PetscCall(VecScale(next, 1.0 / norm));
    Vec free = before;
    before   = now;
    now      = next;
    next     = free;
  }
  *sigma = sqrt(most);
  if (steps == limit && tridiagonal_distance(steps, a, b) > known) *bound = true;
  PetscCall(PetscRandomDestroy(&random));
  PetscCall(VecDestroy(&before));
  PetscCall(VecDestroy(&now));
  PetscCall(VecDestroy(&next));
  PetscCall(VecDestroy(&work));
  PetscFunctionReturn(0);
}

/* Hager's estimate of |A^{-1}|_1: climbs along the gradient of a convex function over the unit ball of the 1-norm. */
static PetscErrorCode inverse_norm_1(PC pc, Vec x, Vec y, Vec z, double *estimate)
{
  PetscInt  n, at;
  PetscReal most, dot;

  PetscFunctionBeginUser;
  PetscCall(VecGetSize(x, &n));
  PetscCall(VecSet(x, 1.0 / (double)n));
  *estimate = 0.0;
  for (int it = 0; it < HAGER_STEPS; it++) {
    PetscReal norm;
    PetscCall(PCApply(pc, x, y));
    PetscCall(VecNorm(y, NORM_1, &norm));
    if (norm <= *estimate) break;
    *estimate = norm;
    PetscCall(VecCopy(y, z)); /* signs of y */
    PetscCall(VecAbs(z));
    PetscCall(VecShift(z, 1e-300));
    PetscCall(VecPointwiseDivide(y, y, z));
    PetscCall(PCApplyTranspose(pc, y, z));
    PetscCall(VecDot(z, x, &dot));
    PetscCall(VecAbs(z));
    PetscCall(VecMax(z, &at, &most));
    if (most <= dot) break;
    PetscCall(VecSet(x, 0.0));
    PetscCall(VecSetValue(x, at, 1.0, INSERT_VALUES)); /* every rank sets the same */
    PetscCall(VecAssemblyBegin(x));
    PetscCall(VecAssemblyEnd(x));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode newton_condition_1(Newton *newton, double *condition)
{
  KSP       ksp;
  PC        pc;
  Vec       x, y, z;
  PetscReal norm;
  double    inverse = 0.0;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(VecDuplicate(newton->r, &x));
  PetscCall(VecDuplicate(newton->r, &y));
  PetscCall(VecDuplicate(newton->r, &z));
  PetscCall(inverse_norm_1(pc, x, y, z, &inverse));
  PetscCall(MatNorm(newton->J, NORM_1, &norm));
  *condition = norm * inverse;
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&z));
  PetscFunctionReturn(0);
}

PetscErrorCode newton_condition(Newton *newton, const double *left, const double *right, double *condition, bool *bound)
{
  double      most, least;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)newton->snes), &size));
  if (size == 1 && newton->n <= SVD_MOST) {
    PetscCall(condition_svd(newton, left, right, condition));
    PetscFunctionReturn(0);
  }
  PetscCall(sigma_lanczos(newton, left, right, false, &most, bound));
  PetscCall(sigma_lanczos(newton, left, right, true, &least, bound));
  *condition = most * least;
  PetscFunctionReturn(0);
}
