#include "scheme/step/dir_em.h"

#include "scheme/schemes.h"
#include "scheme/step/stepping_run.h"

/* mu in the unit of its row: mu is of the size of action / (h scale). */
static double row_factor(const System *sys, double h, int row)
{
  const double scale = sys->scale_theta[row];

  return h * scale * scale / (sys->units.mass * sys->units.velocity * sys->units.length);
}

int dir_em_entries(const System *sys)
{
  return sys->nl / 2;
}

void dir_em_places(const System *sys, int *row)
{
  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; i < sys->groups[g].m; i++) *row++ = sys->groups[g].start + sys->groups[g].m + i;
}

void dir_em_residual(const System *sys, const ElementState *state, double *r_l)
{
  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; i < sys->groups[g].m; i++) {
      const int row = sys->groups[g].start + sys->groups[g].m + i;
      r_l[row]      = row_factor(sys, state->h, row) * state->mult[row];
    }
}

void dir_em_jacobian(const System *sys, const ElementState *state, double *value, double *added)
{
  const Pattern *T     = &sys->T;
  double        *rates = value + sys->A.nnz + T->nnz; /* after A and grad Theta^T */

  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; i < sys->groups[g].m; i++) {
      const int row = sys->groups[g].start + sys->groups[g].m + i;
      for (int e = T->row[row]; e < T->row[row + 1]; e++) rates[e] = 0.0;
      *added++ = row_factor(sys, state->h, row);
    }
}

/* As mG(1), but for Psi at element ends. */
static void dir_em_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact)
{
  mg_exactness(problem, system, gauss, exact);
  exact->psi = false;
  exactness_note(exact, "velocity constraints: dir_em does not impose them");
}

const SchemeOps dir_em_ops = {
  .traits =
    {
      .name     = "dir_em",
      .summary  = "energy-momentum scheme for directors, constraints on the position level only; order 2, degree 1",
      .supports = SUPPORTS_DIRECTOR | SUPPORTS_PARTICLE | SUPPORTS_UNIT | SUPPORTS_JOINTS | SUPPORTS_LOADS |
                  SUPPORTS_DAMPING | SUPPORTS_CONDITION,
      .galerkin = GALERKIN_PETROV,
      .stepping = true,
    },
  .variant   = VARIANT_DIR_EM,
  .gauss     = one_gauss,
  .exactness = dir_em_exactness,
  .run       = stepping_run,
};
