/* Dense LU by LAPACK, or sparse LU by UMFPACK, of grad Theta J grad Theta^T (constraint_matrix.h). */
#include "start/constraint_matrix.h"

#include "linear/sparse_lu.h"
#include "start/constraint_gradient.h"
#include "system/symplectic.h"

#include <petscblaslapack.h>

enum { DENSE_MOST = 64 };

bool constraint_matrix_is_dense(const System *sys)
{
  return sys->nl <= DENSE_MOST;
}

/* The unit of G in natural units: m v l. */
static double action_of(const System *sys)
{
  return sys->units.mass * sys->units.velocity * sys->units.length;
}

PetscErrorCode constraint_matrix_create(const System *sys, ConstraintMatrix *m)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1;

  PetscFunctionBeginUser;
  *m = (ConstraintMatrix){.system = sys, .dense = constraint_matrix_is_dense(sys)};
  PetscCall(PetscCalloc4(nz, &m->row, nl, &m->rhs, nz, &m->partner, nz, &m->sign));
  if (m->dense) PetscCall(PetscCalloc2(nl * nl, &m->matrix, nl, &m->pivot));
  symplectic_pairs(sys, m->partner, m->sign);
  PetscFunctionReturn(0);
}

PetscErrorCode constraint_matrix_destroy(ConstraintMatrix *m)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(m->row, m->rhs, m->partner, m->sign));
  PetscCall(PetscFree2(m->matrix, m->pivot));
  PetscCall(KSPDestroy(&m->lu));
  PetscCall(MatDestroy(&m->G));
  PetscFunctionReturn(0);
}

/* Symmetric up to sign: column r is grad Theta (J grad Theta_r^T). */
static void dense_fill(ConstraintMatrix *m, const double *value)
{
  const System  *sys    = m->system;
  const Pattern *T      = &sys->T;
  const double   action = action_of(sys);

  for (int r = 0; r < sys->nl; r++) {
    for (int e = T->row[r]; e < T->row[r + 1]; e++) m->row[m->partner[T->col[e]]] = m->sign[T->col[e]] * value[e];
    for (int q = 0; q < sys->nl; q++) {
      double sum = 0.0;
      for (int e = T->row[q]; e < T->row[q + 1]; e++) sum += value[e] * m->row[T->col[e]];
      m->matrix[r * sys->nl + q] = sum * action / (sys->scale_theta[r] * sys->scale_theta[q]);
    }
    for (int e = T->row[r]; e < T->row[r + 1]; e++) m->row[m->partner[T->col[e]]] = 0.0;
  }
}

/* G = (B J) B^T with B = D^-1 grad Theta S. */
static PetscErrorCode sparse_fill(ConstraintMatrix *m, const double *value)
{
  Mat B, BJ;

  PetscFunctionBeginUser;
  PetscCall(KSPDestroy(&m->lu));
  PetscCall(MatDestroy(&m->G));
  PetscCall(constraint_gradient_create(m->system, value, NULL, NULL, &B));
  PetscCall(constraint_gradient_create(m->system, value, m->partner, m->sign, &BJ));
  PetscCall(MatMatTransposeMult(BJ, B, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &m->G));
  PetscCall(MatDestroy(&B));
  PetscCall(MatDestroy(&BJ));
  PetscCall(sparse_lu_create(m->G, &m->lu));
  PetscFunctionReturn(0);
}

PetscErrorCode constraint_matrix_factor(ConstraintMatrix *m, const double *T, bool *solved)
{
  PetscBLASInt n = m->system->nl, info = 0;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(0);
  if (m->dense) {
    dense_fill(m, T);
    LAPACKgetrf_(&n, &n, m->matrix, &n, m->pivot, &info);
  } else PetscCall(sparse_fill(m, T));
  *solved = *solved && info == 0;
  PetscFunctionReturn(0);
}

PetscErrorCode constraint_matrix_solve(ConstraintMatrix *m, const double *rhs, double *lambda, bool *solved)
{
  const System *sys    = m->system;
  const double  action = action_of(sys);
  PetscBLASInt  n = sys->nl, one = 1, info = 0;
  bool          good = true;

  PetscFunctionBeginUser;
  if (n == 0) PetscFunctionReturn(0);
  for (int r = 0; r < sys->nl; r++) m->rhs[r] = rhs[r] / sys->scale_theta[r];
  if (m->dense) {
    LAPACKgetrs_("N", &n, &one, m->matrix, &n, m->pivot, m->rhs, &n, &info);
    for (int r = 0; r < sys->nl; r++) lambda[r] = m->rhs[r];
  } else PetscCall(sparse_lu_solve(m->lu, sys->nl, m->rhs, lambda, &good));
  *solved = *solved && good && info == 0;
  for (int r = 0; r < sys->nl; r++) lambda[r] *= action / sys->scale_theta[r];
  PetscFunctionReturn(0);
}

void constraint_matrix_push(const ConstraintMatrix *m, const double *value, double factor, const double *lambda,
                            double *z)
{
  const Pattern *T = &m->system->T;

  for (int r = 0; r < m->system->nl; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++) {
      const int c = T->col[e];
      z[m->partner[c]] += factor * m->sign[c] * value[e] * lambda[r];
    }
}
