/* Sizes of dropped rows at the end of an element, and the search for a better choice of rows (stepping_rows.h). */
#include "scheme/step/stepping_rows.h"

#include "base/vec.h"
#include "scheme/row_choice.h"
#include "start/redundant.h"

/* Rounding errors of dropped rows stay below it while the imposed rows are well conditioned. */
const double stepping_rows_limit = 1e-13;

/* A dropped row may exceed the imposed ones by the first factor; where no choice is better, the next search waits for errors that are
 * larger by the second one. */
static const double imposed_factor = 10.0, patience = 100.0;

void stepping_rows_measure(Stepping *m, double t, double size[2])
{
  const System *sys = m->system;

  vec_copy(m->nz, m->z, m->end);
  vec_add(m->nz, 1.0, m->dz + (m->k - 1) * m->nz, m->end);
  size[0] = size[1] = 0.0;
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m + sys->groups[g].ndropped; r++) {
      const double unit = sys->groups[g].rows[r].length ? sys->units.length : 1.0;
      double      *to   = &size[r >= sys->groups[g].m], phi, psi;
      system_row(sys, &sys->groups[g], r, t, m->end, &phi, &psi);
      *to = fmax(*to, fmax(fabs(phi), fabs(psi) * sys->units.length / sys->units.velocity) / unit);
    }
}

PetscErrorCode stepping_rows_lost(Stepping *m, bool solved, double t, bool *lost)
{
  double size[2] = {0.0, INFINITY};

  PetscFunctionBeginUser;
  *lost = false;
  if (!row_choice_exists(m->system)) PetscFunctionReturn(0);
  if (solved) stepping_rows_measure(m, t, size);
  if (size[1] <= fmax(m->rows_limit, imposed_factor * size[0])) PetscFunctionReturn(0);
  PetscCall(redundant_improve(m->problem, m->system, m->z, lost, NULL));
  if (!*lost && solved) m->rows_limit = patience * size[1];
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_rows_restore(const Checkpoint *checkpoint, int *at, Stepping *m, RunStatus *status, bool *same)
{
  const System *sys  = m->system;
  const size_t  size = (size_t)(sys->ngroups - sys->nbodies + 1) * JOINT_ROWS * sizeof(bool);
  bool(*before)[JOINT_ROWS], (*now)[JOINT_ROWS];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(sys->ngroups + 1, &before, sys->ngroups + 1, &now));
  PetscCall(row_choice_take(checkpoint, at, sys, status, &m->rows_limit, before));
  if (row_choice_exists(sys)) row_choice_fill(sys, now);
  *same = memcmp(before, now, size) == 0;
  if (!*same) {
    m->rows_limit = stepping_rows_limit;
    row_choice_note(sys, before, mesh_time(&m->mesh, checkpoint->element), status);
  }
  PetscCall(PetscFree2(before, now));
  PetscFunctionReturn(0);
}
