/* What goes over from one Newton solve to the next. */
#include "linear/linear.h"

#include <string.h>

enum { MEMORY_HEAD = 3 };

int newton_memory(const Newton *newton)
{
  return MEMORY_HEAD + newton->nentries;
}

void newton_memory_get(const Newton *newton, double *memory)
{
  const double head[MEMORY_HEAD] = {newton->factored, newton->age, newton->drift};

  memcpy(memory, head, sizeof head);
  memcpy(memory + MEMORY_HEAD, newton->value, (size_t)newton->nentries * sizeof *memory);
}

PetscErrorCode newton_memory_set(const double *memory, Newton *newton)
{
  KSP ksp;

  PetscFunctionBeginUser;
  newton->factored = memory[0] != 0.0;
  newton->age      = (int)memory[1];
  newton->drift    = memory[2];
  if (!newton->factored) PetscFunctionReturn(0);
  PetscCall(PetscArraycpy(newton->value, memory + MEMORY_HEAD, newton->nentries));
  PetscCall(linear_fill(newton, newton->J));
  PetscCall(SNESGetKSP(newton->snes, &ksp));
  PetscCall(KSPSetOperators(ksp, newton->J, newton->J));
  PetscCall(KSPSetUp(ksp));
  PetscFunctionReturn(0);
}
