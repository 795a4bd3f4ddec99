/* The PETSc options of a problem during one of its runs, for callers whose options database serves several problems. */
#ifndef RIGEL_RUN_OPTION_SCOPE_H
#define RIGEL_RUN_OPTION_SCOPE_H

#include <petscsys.h>

/* Those options that this scope added to the database. */
typedef struct {
  PetscOptions added;
} OptionScope;

/* Adds the options of the line to the database, unless it has them: the caller's own options win. */
PetscErrorCode option_scope_enter(const char *options, OptionScope *scope);
/* Removes what was added. */
PetscErrorCode option_scope_leave(OptionScope *scope);

#endif
