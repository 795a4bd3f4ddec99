/* Newton's method along J grad Theta^T, as in initial_project, with dense LU of grad Theta J grad Theta^T.
 *
 * Own code besides initial_project, because a global solve with traces projects every element end (docs/explanation/theory.md, Weak
 * start and traces). 20 000 states of one body take 0.03 s instead of 2.1 s, of the time of `rigel run problems/spinning_box.yaml
 * --set time.step= --set time.elements=20000 --set method.scheme=BG --set method.start=weak`. */
#include "start/projection.h"

#include "base/difference.h"
#include "base/vec.h"
#include "start/initial.h"
#include "system/symplectic.h"

#include <math.h>
#include <petscblaslapack.h>

enum { DENSE_MOST = 64, STEPS_MOST = 50 };

PetscErrorCode projection_create(const System *sys, Projection *p)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;

  PetscFunctionBeginUser;
  *p = (Projection){.system = sys, .dense = sys->nl <= DENSE_MOST};
  if (!p->dense) PetscFunctionReturn(0);
  PetscCheck(system_work_create(sys, &p->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(
    PetscCalloc4(nz + nl, &p->zero, nz + 2 * nl + na + 2 * nt, &p->buffer, nl * nl, &p->matrix, nl, &p->lambda));
  PetscCall(PetscCalloc4(nz, &p->row, nl, &p->pivot, nz, &p->partner, nz, &p->sign));
  p->point.rate    = p->buffer;
  p->point.theta   = p->point.rate + nz;
  p->point.theta_v = p->point.theta + nl;
  p->point.A       = p->point.theta_v + nl;
  p->point.T       = p->point.A + na;
  p->point.C       = p->point.T + nt;
  symplectic_pairs(sys, p->partner, p->sign);
  PetscFunctionReturn(0);
}

PetscErrorCode projection_destroy(Projection *p)
{
  PetscFunctionBeginUser;
  if (!p->dense) PetscFunctionReturn(0);
  system_work_destroy(&p->work);
  PetscCall(PetscFree4(p->zero, p->buffer, p->matrix, p->lambda));
  PetscCall(PetscFree4(p->row, p->pivot, p->partner, p->sign));
  PetscFunctionReturn(0);
}

/* grad Theta J grad Theta^T in natural units, symmetric up to sign: column r is grad Theta (J grad Theta_r^T). */
static void matrix_fill(Projection *p)
{
  const System  *sys    = p->system;
  const Pattern *T      = &sys->T;
  const double   action = sys->units.mass * sys->units.velocity * sys->units.length;

  for (int r = 0; r < sys->nl; r++) {
    for (int e = T->row[r]; e < T->row[r + 1]; e++) p->row[p->partner[T->col[e]]] = p->sign[T->col[e]] * p->point.T[e];
    for (int q = 0; q < sys->nl; q++) {
      double sum = 0.0;
      for (int e = T->row[q]; e < T->row[q + 1]; e++) sum += p->point.T[e] * p->row[T->col[e]];
      p->matrix[r * sys->nl + q] = sum * action / (sys->scale_theta[r] * sys->scale_theta[q]);
    }
    for (int e = T->row[r]; e < T->row[r + 1]; e++) p->row[p->partner[T->col[e]]] = 0.0;
  }
}

/* z += J grad Theta^T lambda with (grad Theta J grad Theta^T) lambda = -Theta; false: singular. */
static bool projection_step(Projection *p, double *z)
{
  const System  *sys    = p->system;
  const Pattern *T      = &sys->T;
  const double   action = sys->units.mass * sys->units.velocity * sys->units.length;
  PetscBLASInt   n = sys->nl, one = 1, info;

  matrix_fill(p);
  for (int r = 0; r < n; r++) p->lambda[r] = -p->point.theta[r] / sys->scale_theta[r];
  LAPACKgesv_(&n, &one, p->matrix, &n, p->pivot, p->lambda, &n, &info);
  for (int r = 0; info == 0 && r < n; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++) {
      const int c = T->col[e];
      z[p->partner[c]] += p->sign[c] * p->point.T[e] * p->lambda[r] * action / sys->scale_theta[r];
    }
  return info == 0;
}

PetscErrorCode projection_apply(Projection *p, double t, double *z, bool *solved)
{
  const System *sys  = p->system;
  double        left = INFINITY, before = INFINITY;

  PetscFunctionBeginUser;
  if (!p->dense) {
    PetscCall(initial_project(sys, t, z, solved));
    PetscFunctionReturn(0);
  }
  *solved    = true;
  p->point.t = t;
  for (int step = 0; *solved && sys->nl && step < STEPS_MOST; step++) {
    system_evaluate(sys, z, p->zero, p->zero + sys->nz, &p->work, &p->point);
    left = system_violation(sys, p->point.theta);
    if (left < 1e-15 || !isfinite(left) || (left < initial_tolerance && left > 0.5 * before)) break; /* at rounding */
    before  = left;
    *solved = projection_step(p, z);
  }
  *solved = *solved && (!sys->nl || left < initial_tolerance);
  PetscFunctionReturn(0);
}

PetscErrorCode projection_transpose(Projection *p, double t, const double *z, double *g, bool *solved)
{
  const System *sys = p->system;
  const int     nz  = sys->nz;
  double       *here, *there, *pull;
  bool          good;

  PetscFunctionBeginUser;
  *solved = true;
  if (!sys->nl) PetscFunctionReturn(0);
  PetscCall(PetscMalloc3(nz, &here, nz, &there, nz, &pull));
  vec_copy(nz, g, pull);
  vec_copy(nz, z, here);
  PetscCall(projection_apply(p, t, here, solved));
  for (int j = 0; j < nz; j++) {
    const double step = difference_step * sys->scale_z[j];
    g[j]              = 0.0;
    for (int i = 0; i < difference_centred.n; i++) {
      vec_copy(nz, z, there);
      there[j] += difference_centred.at[i] * step;
      PetscCall(projection_apply(p, t, there, &good));
      *solved = *solved && good;
      vec_add(nz, -1.0, here, there);
      g[j] += difference_centred.weight[i] * vec_dot(nz, pull, there) / step;
    }
  }
  PetscCall(PetscFree3(here, there, pull));
  PetscFunctionReturn(0);
}
