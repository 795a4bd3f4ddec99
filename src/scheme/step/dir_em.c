/* Residual and Jacobian of dir_em: rows mu = 0 instead of the rows of Psi. */
#include "scheme/step/dir_em.h"

#include "scheme/schemes.h"
#include "scheme/step/stepping.h"
#include "scheme/step/stepping_run.h"

/* Factor that gives the row mu = 0 the unit of the row of Psi: mu has the unit action / (h scale). */
static double row_factor(const System *sys, double h, int row)
{
  const double scale = sys->scale_theta[row];

  return h * scale * scale / (sys->units.mass * sys->units.velocity * sys->units.length);
}

int dir_em_entries(const System *sys)
{
  return sys->nl / 2;
}

void dir_em_rows(const System *sys, int *row)
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

/* ElementTerms: one entry for each row mu = 0. */
static int terms_entries(const Stepping *m)
{
  return dir_em_entries(m->system);
}

/* One diagonal entry for each row mu = 0. */
static void terms_pattern(const Stepping *m, int *row, int *col)
{
  dir_em_rows(m->system, row);
  for (int e = 0; e < dir_em_entries(m->system); e++) row[e] = col[e] = m->order.position[m->nz + row[e]];
}

/* ElementTerms: rows mu = 0 instead of Psi. */
static void terms_residual(Stepping *m, const ElementState *state, double *r)
{
  (void)r;
  dir_em_residual(m->system, state, m->r_l);
}

/* ElementTerms: their diagonal entries, and zeros for grad Psi. */
static void terms_jacobian(Stepping *m, const ElementState *state, double *value, double *added)
{
  dir_em_jacobian(m->system, state, value, added);
}

static const ElementTerms terms = {
  .entries = terms_entries, .pattern = terms_pattern, .residual = terms_residual, .jacobian = terms_jacobian};

/* As mG(1), except Psi at element ends. */
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
  .terms     = &terms,
  .gauss     = one_gauss,
  .exactness = dir_em_exactness,
  .run       = stepping_run,
};
