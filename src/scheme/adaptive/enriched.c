/* The element of degree k + 1 by sweeps over the one of degree k (enriched.h). */
#include "scheme/adaptive/enriched.h"

#include "base/vec.h"
#include "time/lagrange.h"

#include <math.h>

double natural_size(const System *sys, const double *z)
{
  double most = 0.0;

  for (int i = 0; i < sys->nz; i++) {
    const double own = fabs(z[i]) / sys->scale_z[i];
    if (!(own <= most)) most = own; /* also not a number */
  }
  return most;
}

/* k + 1 Gauss points give the order 2k + 2 at the end of the element; one more makes the errors of quadrature small on coarse meshes. */
PetscErrorCode enriched_create(Stepping *m, Enriched *e)
{
  const System *sys = m->system;
  const size_t  k = (size_t)m->k + 1, nz = (size_t)m->nz, nl = (size_t)m->nl + 1, n = (size_t)stepping_unknowns(m);

  PetscFunctionBeginUser;
  *e = (Enriched){.stepping = m};
  PetscCheck(time_element_enrich(&m->element, m->k + 2, &e->element) && kernel_create(sys, &e->element, &e->kernel),
             PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(constraint_matrix_create(sys, &e->matrix));
  PetscCall(PetscCalloc3(k, &e->middle, nz, &e->start, n, &e->x));
  PetscCall(PetscCalloc4(k * nz, &e->dz, k * nl, &e->mult, k * nz, &e->r_z, k * nl, &e->r_l));
  PetscCall(PetscCalloc5(nz, &e->z, nz, &e->rate, nz + nl, &e->zero, nl, &e->theta, nl, &e->l));
  lagrange(m->k + 1, m->element.node, 0.5, e->middle, NULL);
  PetscFunctionReturn(0);
}

PetscErrorCode enriched_destroy(Enriched *e)
{
  PetscFunctionBeginUser;
  kernel_destroy(&e->kernel);
  time_element_destroy(&e->element);
  PetscCall(constraint_matrix_destroy(&e->matrix));
  PetscCall(PetscFree3(e->middle, e->start, e->x));
  PetscCall(PetscFree4(e->dz, e->mult, e->r_z, e->r_l));
  PetscCall(PetscFree5(e->z, e->rate, e->zero, e->theta, e->l));
  PetscFunctionReturn(0);
}

/* grad Theta at z_1 + sum N_I(1/2) dz_I, and the factors of grad Theta J grad Theta^T there. */
static PetscErrorCode gradient_factor(Enriched *e, bool *solved)
{
  const Stepping *m     = e->stepping;
  SystemPoint     point = {.t       = m->t + 0.5 * m->h,
                           .rate    = e->rate,
                           .theta   = e->theta,
                           .theta_v = e->l,
                           .A       = e->kernel.A,
                           .T       = e->kernel.T,
                           .C       = e->kernel.C}; /* memory of a Jacobian that is never computed */

  PetscFunctionBeginUser;
  vec_copy(m->nz, e->start, e->z);
  vec_add(m->nz, 1.0, m->z, e->z);
  for (int i = 0; i < m->k; i++) vec_add(m->nz, e->middle[i + 1], e->dz + i * m->nz, e->z);
  system_work_twist(m->system, m->twist, &e->kernel.work);
  system_evaluate(m->system, e->z, e->zero, e->zero + m->nz, &e->kernel.work, &point);
  PetscCall(constraint_matrix_factor(&e->matrix, e->kernel.T, solved));
  PetscFunctionReturn(0);
}

PetscErrorCode enriched_begin(Enriched *e, const double *shift, bool *solved)
{
  const Stepping *m = e->stepping;
  const int       k = m->k;

  PetscFunctionBeginUser;
  vec_copy(m->nz, m->carry, e->start);
  if (shift) vec_add(m->nz, 1.0, shift, e->start);
  vec_copy(k * m->nz, m->dz, e->dz);
  vec_copy(k * m->nl, m->mult, e->mult);
  vec_zero(m->nz, e->dz + k * m->nz);
  vec_zero(m->nl, e->mult + k * m->nl);
  if (m->nl) PetscCall(gradient_factor(e, solved));
  PetscFunctionReturn(0);
}

void enriched_residual(Enriched *e)
{
  const Stepping    *m     = e->stepping;
  const ElementState state = {
    .t = m->t, .h = m->h, .z1 = m->z, .carry = e->start, .dz = e->dz, .mult = e->mult, .twist = m->twist};

  kernel_residual(&e->kernel, &state, e->r_z, e->r_l);
}

/* With w = int L_k^2 = 1 / (2k + 1): h grad Theta J grad Theta^T l = (grad Theta r_z - r_l) / w, c = -r_z / w + h J grad Theta^T l. */
PetscErrorCode enriched_correct_top(Enriched *e, bool *solved)
{
  const Stepping *m   = e->stepping;
  const Pattern  *T   = &m->system->T;
  const int       k   = m->k;
  const double    w   = 1.0 / (2 * k + 1);
  const double   *r_z = e->r_z + k * m->nz;
  double         *c   = e->dz + k * m->nz;

  PetscFunctionBeginUser;
  vec_add(m->nz, -1.0 / w, r_z, c);
  if (m->nl == 0) PetscFunctionReturn(0);
  for (int r = 0; r < m->nl; r++) {
    e->theta[r] = -e->r_l[k * m->nl + r] / (w * m->h);
    for (int p = T->row[r]; p < T->row[r + 1]; p++) e->theta[r] += e->kernel.T[p] * r_z[T->col[p]] / (w * m->h);
  }
  PetscCall(constraint_matrix_solve(&e->matrix, e->theta, e->l, solved));
  constraint_matrix_push(&e->matrix, e->kernel.T, m->h, e->l, c);
  vec_add(m->nl, 1.0, e->l, e->mult + k * m->nl);
  PetscFunctionReturn(0);
}

PetscErrorCode enriched_correct_low(Enriched *e, double *end, double *size, bool *solved)
{
  Stepping *m    = e->stepping;
  bool      good = true;

  PetscFunctionBeginUser;
  stepping_pack_rows(m, e->r_z, e->r_l, e->x);
  PetscCall(newton_backsolve(&m->newton, m->x, e->x, &good));
  *solved = *solved && good;
  *size   = 0.0;
  for (int a = 0; a < m->k; a++) {
    const int *position = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) {
      const double x = e->x[position[i]], step = -x * m->unit[position[i]];
      e->dz[a * m->nz + i] += step;
      if (a < m->k - 1) continue;
      end[i] += step;
      if (!(fabs(x) <= *size)) *size = fabs(x);
    }
    for (int r = 0; r < m->nl; r++) e->mult[a * m->nl + r] -= e->x[position[m->nz + r]] * m->unit[position[m->nz + r]];
  }
  PetscFunctionReturn(0);
}
