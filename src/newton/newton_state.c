/* State that one Newton solve passes to the next, as numbers for a restart file (newton.h). */
#include "newton/newton.h"

#include <string.h>

enum { STATE_HEAD = 3 };

int newton_state_size(const Newton *newton)
{
  return STATE_HEAD + newton->nentries;
}

void newton_state_get(const Newton *newton, double *state)
{
  const double head[STATE_HEAD] = {newton->factored, newton->age, newton->drift};

  memcpy(state, head, sizeof head);
  memcpy(state + STATE_HEAD, newton->linear.value, (size_t)newton->nentries * sizeof *state);
}

/* A stored matrix that is singular comes from a damaged file: without its factors the next solve computes its own. */
PetscErrorCode newton_state_set(const double *state, Newton *newton)
{
  LinearOutcome outcome;

  PetscFunctionBeginUser;
  newton->factored = state[0] != 0.0;
  newton->age      = (int)state[1];
  newton->drift    = state[2];
  if (!newton->factored) PetscFunctionReturn(0);
  PetscCall(PetscArraycpy(newton->linear.value, state + STATE_HEAD, newton->nentries));
  PetscCall(linear_refactor(&newton->linear, &outcome));
  PetscCheck(outcome != OUTCOME_OUT_OF_MEMORY, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  newton->factored = outcome == OUTCOME_FINE;
  PetscFunctionReturn(0);
}
