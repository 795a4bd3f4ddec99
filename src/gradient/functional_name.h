/* Functionals by name. */
#ifndef RIGEL_GRADIENT_FUNCTIONAL_NAME_H
#define RIGEL_GRADIENT_FUNCTIONAL_NAME_H

#include "adjoint/functional.h"
#include "run/model.h"

/* Place in z of a column of state.csv; -1: there is none, or it is held. */
int state_place(const System *system, const char *column);

/* "end:COLUMN" or "integral:COLUMN", COLUMN as in state.csv, or "cost" of the objective; the functional points to it. */
typedef struct {
  int        place, nz;
  bool       cost;
  Functional functional;
} NamedFunctional;
/* False after a fault. */
bool functional_find(const Model *model, const char *name, FaultList *faults, NamedFunctional *named);

#endif
