/* Adds PETSc options to the database and removes them again (option_scope.h). */
#include "run/option_scope.h"

#include "problem/problem.h"

#include <stdio.h>

/* Name with its dash, as the functions of PETSc expect it. */
static void dash_add(const char *name, char option[TEXT_LEN])
{
  snprintf(option, TEXT_LEN, "-%s", name);
}

/* PetscOptionsLeftGet lists options that nobody has read: all of them. */
PetscErrorCode option_scope_enter(const char *options, OptionScope *scope)
{
  char   **name, **value, option[TEXT_LEN];
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsCreate(&scope->added));
  PetscCall(PetscOptionsInsertString(scope->added, options));
  PetscCall(PetscOptionsLeftGet(scope->added, &n, &name, &value));
  for (PetscInt i = 0; i < n; i++) {
    PetscBool there;
    dash_add(name[i], option);
    PetscCall(PetscOptionsHasName(NULL, NULL, option, &there));
    if (there) PetscCall(PetscOptionsClearValue(scope->added, option));
    else PetscCall(PetscOptionsSetValue(NULL, option, value[i]));
  }
  PetscCall(PetscOptionsLeftRestore(scope->added, &n, &name, &value));
  PetscFunctionReturn(0);
}

PetscErrorCode option_scope_leave(OptionScope *scope)
{
  char   **name, **value, option[TEXT_LEN];
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsLeftGet(scope->added, &n, &name, &value));
  for (PetscInt i = 0; i < n; i++) {
    dash_add(name[i], option);
    PetscCall(PetscOptionsClearValue(NULL, option));
  }
  PetscCall(PetscOptionsLeftRestore(scope->added, &n, &name, &value));
  PetscCall(PetscOptionsDestroy(&scope->added));
  PetscFunctionReturn(0);
}
