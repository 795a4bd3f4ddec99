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

PetscErrorCode newton_state_set(const double *state, Newton *newton)
{
  PetscFunctionBeginUser;
  newton->factored = state[0] != 0.0;
  newton->age      = (int)state[1];
  newton->drift    = state[2];
  if (!newton->factored) PetscFunctionReturn(0);
  PetscCall(PetscArraycpy(newton->linear.value, state + STATE_HEAD, newton->nentries));
  PetscCall(linear_refactor(&newton->linear));
  PetscFunctionReturn(0);
}
