/* Condition numbers of the matrix of a window (docs/explanation/conditioning.md, Condition numbers). */
#include "scheme/window/window_run.h"

#include "linear/condition.h"

/* Factors left[n] and right[n] from the matrix as solved to that of the literal weak form: plain unknowns, rows integrated in dt,
 * boundary rows in plain units; rows of z multiplied by z_rows. May and Betsch (2025) divide those of mG by h. */
static void plain_scales(const Window *w, double z_rows, double *left, double *right)
{
  for (int j = 0; w->rank == 0 && j < w->head; j++) {
    left[w->front + j]  = w->row_unit[j];
    right[w->front + j] = 1.0 / w->unit[j];
  }
  for (int i = 1; i < w->nodes; i++)
    for (int j = 0; j < w->block; j++) {
      const int at = window_local_block(w, i) + j;
      left[at]     = j < w->nz ? z_rows * w->row_unit[j] : w->row_unit[j];
      right[at]    = 1.0 / w->unit[j];
    }
  window_tail_units(w, right, left);
  for (int j = 0; w->rank == 0 && j < w->front; j++) right[j] = 1.0 / right[j];
  for (int j = 0; window_is_last(w) && j < w->tail; j++) right[w->n - w->tail + j] = 1.0 / right[w->n - w->tail + j];
  if (w->boundary) window_boundary_units(w, left);
}

PetscErrorCode window_condition(Window *w, SolveRecord *record)
{
  double *left, *right;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(w->n, &left, w->n, &right));
  plain_scales(w, 1.0, left, right);
  PetscCall(linear_condition_2(&w->newton.linear, NULL, NULL, &record->condition, &record->condition_bound));
  PetscCall(linear_condition_2(&w->newton.linear, left, right, &record->condition_weak, &record->condition_bound));
  record->condition_paper = record->condition_weak;
  if (!w->bubnov) {
    plain_scales(w, 1.0 / w->mesh.h, left, right);
    PetscCall(linear_condition_2(&w->newton.linear, left, right, &record->condition_paper, &record->condition_bound));
  }
  PetscCall(linear_condition_1(&w->newton.linear, &record->condition_1));
  PetscCall(PetscFree2(left, right));
  PetscFunctionReturn(0);
}
