/* One element of time stepping: first guess, solve, sample, advance of the state (stepping_element.h). */
#include "scheme/step/stepping_element.h"

#include "base/vec.h"
#include "linear/condition.h"

/* First guess for the next element: extrapolates the polynomials of the last one, or (first element, fast rotation) each body at
 * constant velocity. */
void stepping_predict(Stepping *m, double h_old)
{
  vec_copy(m->k * m->nz, m->last_dz, m->dz);
  vec_copy(m->k * m->nl, m->last_mult, m->mult);
  predictor_extrapolate(&m->predictor, h_old > 0.0 ? m->h / h_old : 1.0, m->dz, m->mult);
  if (m->rotate || h_old == 0.0) predictor_rotate(&m->predictor, m->h, m->z, m->dz);
}

/* Solves one element: with the predictor in use, then with the other one, then with a line search. */
PetscErrorCode stepping_solve(Stepping *m, double h_old, NewtonStatus *status)
{
  int iterations = 0, corrections = 0;

  PetscFunctionBeginUser;
  for (int attempt = 0; attempt < 3; attempt++) {
    if (attempt == 1) m->rotate = !m->rotate;
    stepping_predict(m, h_old);
    stepping_pack(m, m->x);
    PetscCall(newton_solve(&m->newton, attempt == 2 ? NEWTON_SEARCH : NEWTON_FULL, m->x, status));
    iterations += status->iterations;
    corrections += status->corrections;
    m->attempts = attempt + 1;
    if (newton_ok(status)) break;
  }
  if (newton_ok(status) && m->terms && m->terms->resolve) {
    PetscCall(m->terms->resolve(m, status));
    iterations += status->iterations;
    corrections += status->corrections;
  }
  stepping_unpack(m, m->x);
  /* after a slow solve the other predictor is tried in the next element */
  if (iterations > 4) m->rotate = !m->rotate;
  status->iterations  = iterations;
  status->corrections = corrections;
  PetscFunctionReturn(0);
}

/* m->end = z + the last increment of the element. */
void stepping_end(Stepping *m)
{
  vec_copy(m->nz, m->z, m->end);
  vec_add(m->nz, 1.0, m->dz + (m->k - 1) * m->nz, m->end);
}

/* Condition numbers of the last matrix: as solved, in the scaling of May and Betsch (2025), and of the literal weak form. */
PetscErrorCode stepping_condition(Stepping *m, SolveRecord *record)
{
  PetscFunctionBeginUser;
  record->condition = record->condition_paper = record->condition_weak = record->condition_1 = NAN;
  if (!m->problem->solver.condition) PetscFunctionReturn(0);
  PetscCall(linear_condition_2(&m->newton.linear, NULL, NULL, &record->condition, &record->condition_bound));
  PetscCall(linear_condition_1(&m->newton.linear, &record->condition_1));
  PetscCall(
    linear_condition_2(&m->newton.linear, m->left, m->right, &record->condition_paper, &record->condition_bound));
  PetscCall(
    linear_condition_2(&m->newton.linear, m->row_unit, m->right, &record->condition_weak, &record->condition_bound));
  PetscFunctionReturn(0);
}

/* Fills the sample before the state advances: interior nodes, work of the loads, multipliers at the midpoint. */
void stepping_record(Stepping *m, int n, double t_end, Sample *sample)
{
  const double t = m->t;
  ElementState state;

  kernel_work(&m->kernel, stepping_state(m, &state), sample->work);
  kernel_twist(&m->kernel, &state, m->turned);
  sample->nodes = m->k - 1;
  for (int i = 0; i < sample->nodes; i++) {
    m->node_t[i] = t + m->h * m->element.node[i + 1];
    for (int j = 0; j < m->nz; j++) m->node_z[i * m->nz + j] = m->z[j] + (m->carry[j] + m->dz[i * m->nz + j]);
  }
  vec_zero(m->nl, m->lambda);
  for (int b = 0; b < m->k; b++) vec_add(m->nl, m->mid[b], m->mult + b * m->nl, m->lambda);
  sample->element   = n + 1;
  sample->start     = t;
  sample->h         = m->h;
  sample->solved    = true;
  sample->resumable = true;
  sample->nmult     = m->k;
  sample->mult_node = m->element.mult_node;
  sample->mult      = m->mult;
  sample->t         = t_end;
}

/* z + carry += the last increment, in twice the precision. */
void stepping_advance(Stepping *m)
{
  vec_add_compensated(m->nz, m->dz + (m->k - 1) * m->nz, m->z, m->carry);
  vec_copy(m->k * m->nz, m->dz, m->last_dz);
  vec_copy(m->k * m->nl, m->mult, m->last_mult);
  vec_copy(m->system->ntwists, m->turned, m->twist);
}
