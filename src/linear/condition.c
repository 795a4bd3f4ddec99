/* Condition numbers of a matrix: all singular values if it is small, otherwise Lanczos' method; Hager's estimate in the 1-norm.
 *
 * Lanczos' method runs on A^T A and on its inverse through the factors at hand. LAPACK's dgesvd has cubic work, and the estimators
 * of LAPACK (dgecon) need its own factors; SLEPc offers the same iteration as a further dependency. */
#include "linear/condition.h"

#include <math.h>
#include <petscblaslapack.h>
#include <stdlib.h>

extern void dsterf_(const int *n, double *d, double *e, int *info);
extern void dstevx_(const char *jobz, const char *range, const int *n, double *d, double *e, const double *vl,
                    const double *vu, const int *il, const int *iu, const double *abstol, int *m, double *w, double *z,
                    const int *ldz, double *work, int *iwork, int *ifail, int *info);

enum { SVD_MOST = 400, LANCZOS_STEPS = 300, LANCZOS_MOST = 1000, STILL_STEPS = 4, HAGER_STEPS = 6 };

/* Relative change of a converged eigenvalue, over STILL_STEPS steps. */
static const double settled = 1e-12;

/* Relative error of an eigenvalue that gives three digits of its square root. */
static const double known = 1e-3;

/* a[n][n] = diag(left) A diag(right), column-major */
static PetscErrorCode matrix_scaled(const LinearSystem *linear, const double *left, const double *right, PetscScalar *a)
{
  const int          n = linear->n;
  Mat                dense;
  const PetscScalar *source;

  PetscFunctionBeginUser;
  PetscCall(MatConvert(linear->A, MATSEQDENSE, MAT_INITIAL_MATRIX, &dense));
  PetscCall(MatDenseGetArrayRead(dense, &source));
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) a[i + j * n] = source[i + j * n] * (left ? left[i] : 1.0) * (right ? right[j] : 1.0);
  PetscCall(MatDenseRestoreArrayRead(dense, &source));
  PetscCall(MatDestroy(&dense));
  PetscFunctionReturn(0);
}

/* sigma_max / sigma_min by all singular values (dgesvd). */
static PetscErrorCode condition_svd(const LinearSystem *linear, const double *left, const double *right,
                                    double *condition)
{
  const int    n = linear->n;
  PetscBLASInt bn, info, lwork;
  PetscScalar *a, *work;
  PetscReal   *s;

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(n, &bn));
  lwork = 5 * bn;
  PetscCall(PetscMalloc3((size_t)n * (size_t)n, &a, n, &s, lwork, &work));
  PetscCall(matrix_scaled(linear, left, right, a));
  LAPACKgesvd_("N", "N", &bn, &bn, a, &bn, s, NULL, &bn, NULL, &bn, work, &lwork, &info);
  *condition = info == 0 && s[n - 1] > 0.0 ? s[0] / s[n - 1] : INFINITY;
  PetscCall(PetscFree3(a, s, work));
  PetscFunctionReturn(0);
}

/* x <- S x or S^{-1} x for S = diag(scale). */
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

/* u <- B^T B u or (B^T B)^{-1} u with B = diag(left) A diag(right); v is scratch. */
static PetscErrorCode gram_apply(const LinearSystem *linear, const double *left, const double *right, bool inverse,
                                 Vec u, Vec v)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(linear->ksp, &pc));
  PetscCall(scale_apply(right, inverse, u));
  if (inverse) PetscCall(PCApplyTranspose(pc, u, v)); /* B^{-1} B^{-T} u */
  else PetscCall(MatMult(linear->A, u, v));
  PetscCall(scale_apply(left, inverse, v));
  PetscCall(scale_apply(left, inverse, v));
  if (inverse) PetscCall(PCApply(pc, v, u));
  else PetscCall(MatMultTranspose(linear->A, v, u));
  PetscCall(scale_apply(right, inverse, u));
  PetscFunctionReturn(0);
}

/* Largest eigenvalue of the symmetric tridiagonal matrix with diagonal a[n] and subdiagonal b[n - 1]. */
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

/* Bound |b_n s_n| / theta of the relative distance of the largest Ritz value theta from an eigenvalue, with the last entry s_n of its
 * unit eigenvector (Golub and Van Loan 2013, section 10.1). */
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

/* sigma: square root of the largest eigenvalue of B^T B or of its inverse by Lanczos' method (Golub and Van Loan 2013, section
 * 10.1), never above the true one. Without orthogonalisation copies of eigenvalues appear, but not above the largest. */
static PetscErrorCode sigma_lanczos(const LinearSystem *linear, const double *left, const double *right, bool inverse,
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
  PetscCall(MatCreateVecs(linear->A, &before, &now));
  PetscCall(MatCreateVecs(linear->A, &next, &work));
  PetscCall(PetscRandomCreate(PetscObjectComm((PetscObject)linear->A), &random));
  PetscCall(VecSetRandom(now, random));
  PetscCall(VecNormalize(now, NULL));
  PetscCall(VecSet(before, 0.0));
  for (int j = 0; j < limit && still < STILL_STEPS; j++) {
    const double last = most;
    PetscCall(VecCopy(now, next));
    PetscCall(gram_apply(linear, left, right, inverse, next, work));
    PetscCall(VecAXPY(next, -norm, before));
    PetscCall(VecDot(next, now, &dot));
    PetscCall(VecAXPY(next, -dot, now));
    PetscCall(VecNorm(next, NORM_2, &norm));
    a[j]  = dot;
    b[j]  = norm;
    steps = j + 1;
    most  = tridiagonal_most(steps, a, b);
    still = fabs(most - last) <= settled * most ? still + 1 : 0;
    if (norm <= settled * most) break; /* the vectors span an invariant subspace */
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

/* Estimate of |A^{-1}|_1 = max |A^{-1} x|_1 over |x|_1 = 1 by ascent from vertex to vertex (Hager 1984). */
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
    PetscCall(VecSetValue(x, at, 1.0, INSERT_VALUES)); /* every rank sets the same entry */
    PetscCall(VecAssemblyBegin(x));
    PetscCall(VecAssemblyEnd(x));
  }
  PetscFunctionReturn(0);
}

/* kappa_1 = |A|_1 |A^{-1}|_1, the second factor by Hager's estimate with the factors of the last solve. */
PetscErrorCode linear_condition_1(const LinearSystem *linear, double *condition)
{
  PC        pc;
  Vec       x, y, z;
  PetscReal norm;
  double    inverse = 0.0;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(linear->ksp, &pc));
  PetscCall(MatCreateVecs(linear->A, &x, &y));
  PetscCall(VecDuplicate(x, &z));
  PetscCall(inverse_norm_1(pc, x, y, z, &inverse));
  PetscCall(MatNorm(linear->A, NORM_1, &norm));
  *condition = norm * inverse;
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&z));
  PetscFunctionReturn(0);
}

/* kappa_2 = sigma_max(B) sigma_max(B^{-1}) with B = diag(left) A diag(right); exact below SVD_MOST unknowns on one rank. */
PetscErrorCode linear_condition_2(const LinearSystem *linear, const double *left, const double *right,
                                  double *condition, bool *bound)
{
  double      most, inverse_most;
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)linear->A), &size));
  if (size == 1 && linear->n <= SVD_MOST) {
    PetscCall(condition_svd(linear, left, right, condition));
    PetscFunctionReturn(0);
  }
  PetscCall(sigma_lanczos(linear, left, right, false, &most, bound));
  PetscCall(sigma_lanczos(linear, left, right, true, &inverse_most, bound));
  *condition = most * inverse_most;
  PetscFunctionReturn(0);
}
