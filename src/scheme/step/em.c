/* The scheme em(k): mG(k) and a skew matrix per element that conserves angular momentum (docs/explanation/conservation.md, em). */
#include "base/vec.h"
#include "scheme/exactness.h"
#include "scheme/schemes.h"
#include "scheme/step/stepping.h"
#include "scheme/step/stepping_run.h"

/* Where mG conserves L by itself, em is mG: no terms are left. */
static bool em_create(const Problem *problem, Stepping *m)
{
  if (!momentum_create(problem, &m->kernel, &m->momentum)) return false;
  if (m->momentum.n == 0) m->terms = NULL;
  return true;
}

/* ElementTerms of em, here and below; momentum_correction.h has the formulas. */
static int em_entries(const Stepping *m)
{
  return momentum_entries(&m->momentum);
}

/* ElementTerms: entries of S z' and of the rows of L. */
static void em_pattern(const Stepping *m, int *row, int *col)
{
  momentum_pattern(&m->momentum, m->block, m->order.position, m->k * m->block, row, col);
}

/* ElementTerms: J S z' added to the z rows, and the rows of L. */
static void em_residual(Stepping *m, const ElementState *state, double *r)
{
  momentum_residual(&m->momentum, state, m->r_z, r);
}

/* ElementTerms: their derivatives in dz and beta. */
static void em_jacobian(Stepping *m, const ElementState *state, double *value, double *added)
{
  momentum_jacobian(&m->momentum, state, value, added);
}

/* Solves the element again with the rows of L, from mG's solution: the rows of L alone have a second solution nearby. On a steady rotation
 * where no small beta solves them to the tolerance, mG's solution stays. */
static PetscErrorCode em_resolve(Stepping *m, NewtonStatus *status)
{
  const NewtonReason  solved = status->reason;
  MomentumCorrection *terms  = &m->momentum;
  ElementState        state;

  PetscFunctionBeginUser;
  vec_copy(stepping_unknowns(m), m->x, terms->solution);
  stepping_unpack(m, m->x);
  momentum_start(terms, stepping_state(m, &state));
  const bool steady  = momentum_steady(terms, &state);
  m->newton.factored = false;
  PetscCall(newton_solve(&m->newton, NEWTON_FULL, m->x, status));
  if (steady && !(status->reason == NEWTON_CONVERGED && momentum_small(terms, m->x + m->k * m->block))) {
    vec_copy(stepping_unknowns(m), terms->solution, m->x);
    status->reason = solved;
  }
  terms->active      = false;
  m->newton.factored = false;
  PetscFunctionReturn(0);
}

static const ElementTerms em_terms = {.create   = em_create,
                                      .entries  = em_entries,
                                      .pattern  = em_pattern,
                                      .residual = em_residual,
                                      .jacobian = em_jacobian,
                                      .resolve  = em_resolve};

const SchemeOps em_ops = {
  .traits =
    {
      .name = "em",
      .summary =
        "mG that also conserves angular momentum: energy, momenta and constraints to rounding, order 2k; time stepping",
      .supports = (SUPPORTS_ALL & ~(SUPPORTS_HAMILTONIAN | SUPPORTS_SCALABLE | SUPPORTS_WINDOW)) | SUPPORTS_ACCURACY,
      .galerkin = GALERKIN_PETROV,
      .adjoint  = ADJOINT_STEPPING,
      .stepping = true,
    },
  .terms     = &em_terms,
  .gauss     = mg_gauss,
  .exactness = em_exactness,
  .run       = stepping_run,
};
