/* A random perturbation through one element after the other, by differences of the residual (probe.h). */
#include "scheme/adaptive/probe.h"

#include "base/random.h"
#include "base/vec.h"
#include "scheme/adaptive/enriched.h"

#include <math.h>

enum { FOLLOW_MOST = 6 };

/* Size of the difference in natural units; part of the change of P that an iteration may leave; largest |P|. */
static const double small = 1e-7, settled = 1e-3, large = 1e3;

PetscErrorCode probe_create(Stepping *m, Probe *p)
{
  const size_t k = (size_t)m->k, nz = (size_t)m->nz, nl = (size_t)m->nl + 1, n = (size_t)stepping_unknowns(m);

  PetscFunctionBeginUser;
  *p = (Probe){.stepping = m};
  PetscCall(PetscCalloc4(nz, &p->P, nz, &p->carry, k * nz, &p->dz, k * nl, &p->mult));
  PetscCall(PetscCalloc5(k * nz, &p->moved, k * nl, &p->more, k * nz, &p->r_z, k * nl, &p->r_l, n, &p->x));
  probe_restart(p);
  PetscFunctionReturn(0);
}

PetscErrorCode probe_destroy(Probe *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(p->P, p->carry, p->dz, p->mult));
  PetscCall(PetscFree5(p->moved, p->more, p->r_z, p->r_l, p->x));
  PetscFunctionReturn(0);
}

/* Scales P to size 1 and keeps the factor. */
static void probe_normalise(Probe *p)
{
  const double size = natural_size(p->stepping->system, p->P);

  for (int i = 0; i < p->stepping->nz; i++) p->P[i] /= size;
  p->scale *= size;
}

void probe_restart(Probe *p)
{
  const System *sys  = p->stepping->system;
  unsigned long seed = 1;

  for (int i = 0; i < sys->nz; i++) p->P[i] = (2.0 * random_next(&seed) - 1.0) * sys->scale_z[i];
  probe_normalise(p);
  p->scale = 1.0;
}

/* x = (r(z_1 + small P, dz + small d) - r(z_1, dz)) / small, scaled. */
static void difference(Probe *p)
{
  Stepping    *m = p->stepping;
  const int    k = m->k;
  ElementState state;

  stepping_state(m, &state);
  vec_copy(m->nz, m->carry, p->carry);
  vec_add(m->nz, small, p->P, p->carry);
  vec_copy(k * m->nz, m->dz, p->moved);
  vec_add(k * m->nz, small, p->dz, p->moved);
  vec_copy(k * m->nl, m->mult, p->more);
  vec_add(k * m->nl, small, p->mult, p->more);
  state.carry = p->carry;
  state.dz    = p->moved;
  state.mult  = p->more;
  kernel_residual(&m->kernel, &state, m->r_z, m->r_l);
  for (int i = 0; i < k * m->nz; i++) m->r_z[i] = (m->r_z[i] - p->r_z[i]) / small;
  for (int i = 0; i < k * m->nl; i++) m->r_l[i] = (m->r_l[i] - p->r_l[i]) / small;
  stepping_pack_rows(m, m->r_z, m->r_l, p->x);
}

/* dz, mult -= units times x; returns the size of the correction of the end. */
static double correct(Probe *p)
{
  const Stepping *m    = p->stepping;
  double          size = 0.0;

  for (int a = 0; a < m->k; a++) {
    const int *position = m->order.position + a * m->block;
    for (int i = 0; i < m->nz; i++) {
      p->dz[a * m->nz + i] -= p->x[position[i]] * m->unit[position[i]];
      if (a == m->k - 1) size = fmax(size, fabs(p->x[position[i]]));
    }
    for (int r = 0; r < m->nl; r++) p->mult[a * m->nl + r] -= p->x[position[m->nz + r]] * m->unit[position[m->nz + r]];
  }
  return size;
}

PetscErrorCode probe_follow(Probe *p)
{
  Stepping    *m      = p->stepping;
  bool         solved = true;
  ElementState state;

  PetscFunctionBeginUser;
  kernel_residual(&m->kernel, stepping_state(m, &state), p->r_z, p->r_l);
  vec_zero(m->k * m->nz, p->dz);
  vec_zero(m->k * m->nl, p->mult);
  for (int i = 0; solved && i < FOLLOW_MOST; i++) {
    difference(p);
    PetscCall(newton_backsolve(&m->newton, m->x, p->x, &solved));
    if (!solved || correct(p) < settled * natural_size(m->system, p->P)) break;
  }
  vec_add(m->nz, 1.0, p->dz + (m->k - 1) * m->nz, p->P);
  if (natural_size(m->system, p->P) > large) probe_normalise(p);
  PetscFunctionReturn(0);
}

double probe_amplification(const Probe *p)
{
  return fmax(1.0, p->scale * natural_size(p->stepping->system, p->P));
}
