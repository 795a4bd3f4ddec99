/* Residual and Jacobian of mG(k) with rows mu = 0 instead of the rows of Psi; the schemes dir_em and mG_index3. */
#include "scheme/step/position_level.h"

#include "scheme/schemes.h"
#include "scheme/step/stepping.h"
#include "scheme/step/stepping_run.h"

/* Factor that gives the row mu = 0 the unit of the row of Psi: mu has the unit action / (h scale). */
static double row_factor(const System *sys, double h, int row)
{
  const double scale = sys->scale_theta[row];

  return h * scale * scale / (sys->units.mass * sys->units.velocity * sys->units.length);
}

int position_level_count(const System *sys)
{
  return sys->nl / 2;
}

void position_level_rows(const System *sys, int *row)
{
  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; i < sys->groups[g].m; i++) *row++ = sys->groups[g].start + sys->groups[g].m + i;
}

void position_level_residual(const System *sys, int k, const ElementState *state, double *r_l)
{
  for (int b = 0; b < k; b++)
    for (int g = 0; g < sys->ngroups; g++)
      for (int i = 0; i < sys->groups[g].m; i++) {
        const int row          = sys->groups[g].start + sys->groups[g].m + i;
        r_l[b * sys->nl + row] = row_factor(sys, state->h, row) * state->mult[b * sys->nl + row];
      }
}

/* The k^2 blocks of A and the k^2 of grad Theta^T come before those of grad Theta. */
void position_level_jacobian(const System *sys, int k, const ElementState *state, double *value, double *added)
{
  const Pattern *T     = &sys->T;
  double        *rates = value + k * k * (sys->A.nnz + T->nnz);

  for (int b = 0; b < k; b++)
    for (int g = 0; g < sys->ngroups; g++)
      for (int i = 0; i < sys->groups[g].m; i++) {
        const int row = sys->groups[g].start + sys->groups[g].m + i;
        for (int node = 0; node < k; node++)
          for (int e = T->row[row]; e < T->row[row + 1]; e++) rates[(b * k + node) * T->nnz + e] = 0.0;
        *added++ = row_factor(sys, state->h, row);
      }
}

/* ElementTerms: one entry for each row mu = 0 of each multiplier function. */
static int terms_entries(const Stepping *m)
{
  return m->k * position_level_count(m->system);
}

/* Diagonal entries. */
static void terms_pattern(const Stepping *m, int *row, int *col)
{
  const int n = position_level_count(m->system);

  for (int b = 0; b < m->k; b++) {
    position_level_rows(m->system, row + b * n);
    for (int e = b * n; e < (b + 1) * n; e++) row[e] = col[e] = m->order.position[b * m->block + m->nz + row[e]];
  }
}

/* ElementTerms: rows mu = 0 instead of Psi. */
static void terms_residual(Stepping *m, const ElementState *state, double *r)
{
  (void)r;
  position_level_residual(m->system, m->k, state, m->r_l);
}

/* ElementTerms: their diagonal entries, and zeros for grad Psi. */
static void terms_jacobian(Stepping *m, const ElementState *state, double *value, double *added)
{
  position_level_jacobian(m->system, m->k, state, value, added);
}

static const ElementTerms terms = {
  .entries = terms_entries, .pattern = terms_pattern, .residual = terms_residual, .jacobian = terms_jacobian};

/* As mG(k), except Psi at element ends. */
static void position_level_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact)
{
  mg_exactness(problem, system, gauss, exact);
  if (system->nl == 0) return;
  exact->psi = false;
  exactness_note(exact, "velocity constraints: %s does not impose them", problem->method.scheme->name);
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
  .terms     = &terms,
  .gauss     = one_gauss,
  .exactness = position_level_exactness,
  .run       = stepping_run,
};

const SchemeOps mg_index3_ops = {
  .traits =
    {
      .name = "mG_index3",
      .summary =
        "mG with constraints on the position level only, order 2k at element ends; for studies of drift and conditioning",
      .supports = SUPPORTS_ALL & ~(SUPPORTS_HAMILTONIAN | SUPPORTS_WINDOW),
      .galerkin = GALERKIN_PETROV,
      .stepping = true,
    },
  .terms     = &terms,
  .gauss     = mg_gauss,
  .exactness = position_level_exactness,
  .run       = stepping_run,
};
