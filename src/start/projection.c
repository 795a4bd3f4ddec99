/* Newton's method along J grad Theta^T, as in initial_project, with dense LU of grad Theta J grad Theta^T.
 *
 * Own code besides initial_project, because a global solve with traces projects every element end (docs/explanation/theory.md, Weak
 * start and traces). 20 000 states of one body take 0.03 s instead of 2.1 s, of the time of `rigel run problems/spinning_box.yaml
 * --set time.step= --set time.elements=20000 --set method.scheme=BG --set method.start=weak`. */
#include "start/projection.h"

#include "base/difference.h"
#include "base/vec.h"
#include "start/initial.h"

#include <math.h>

enum { STEPS_MOST = 50 };

PetscErrorCode projection_create(const System *sys, Projection *p)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;

  PetscFunctionBeginUser;
  *p = (Projection){.system = sys, .dense = constraint_matrix_is_dense(sys)};
  if (!p->dense) PetscFunctionReturn(0);
  PetscCheck(system_work_create(sys, &p->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc3(nz + nl, &p->zero, nz + 2 * nl + na + 2 * nt, &p->buffer, nl, &p->lambda));
  PetscCall(constraint_matrix_create(sys, &p->matrix));
  p->point.rate    = p->buffer;
  p->point.theta   = p->point.rate + nz;
  p->point.theta_v = p->point.theta + nl;
  p->point.A       = p->point.theta_v + nl;
  p->point.T       = p->point.A + na;
  p->point.C       = p->point.T + nt;
  PetscFunctionReturn(0);
}

PetscErrorCode projection_destroy(Projection *p)
{
  PetscFunctionBeginUser;
  if (!p->dense) PetscFunctionReturn(0);
  system_work_destroy(&p->work);
  PetscCall(PetscFree3(p->zero, p->buffer, p->lambda));
  PetscCall(constraint_matrix_destroy(&p->matrix));
  PetscFunctionReturn(0);
}

/* z += J grad Theta^T lambda with (grad Theta J grad Theta^T) lambda = -Theta; solved = false: singular. */
static PetscErrorCode projection_step(Projection *p, double *z, bool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(constraint_matrix_factor(&p->matrix, p->point.T, solved));
  if (!*solved) PetscFunctionReturn(0);
  PetscCall(constraint_matrix_solve(&p->matrix, p->point.theta, p->lambda, solved));
  constraint_matrix_push(&p->matrix, p->point.T, -1.0, p->lambda, z);
  PetscFunctionReturn(0);
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
    before = left;
    PetscCall(projection_step(p, z, solved));
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
