/* The message of a failed element. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_EXPLAIN_H
#define RIGEL_SCHEME_STEP_STEPPING_EXPLAIN_H

#include "scheme/step/stepping.h"

/* Stores the failure of element n in the status, with its most likely cause. */
PetscErrorCode stepping_explain(const Stepping *stepping, int n, const NewtonStatus *newton, RunStatus *status);

#endif
