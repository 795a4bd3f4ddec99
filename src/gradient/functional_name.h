/* Functionals by name: an entry of the state at the end, its integral over time, or the cost of an objective. */
#ifndef RIGEL_GRADIENT_FUNCTIONAL_NAME_H
#define RIGEL_GRADIENT_FUNCTIONAL_NAME_H

#include "adjoint/functional.h"
#include "run/model.h"

/* Index in z of a column of state.csv; -1: there is none, or the body does not move in it. */
int state_index(const System *system, const char *column);
/* The column of state.csv that an unknown one is most likely meant to be; false: none is near. */
enum { COLUMN_LEN = 80 };
bool state_nearest(const System *system, const char *column, char nearest[COLUMN_LEN]);

/* "end:COLUMN" or "integral:COLUMN", COLUMN as in state.csv, or "cost" of the objective. functional.context points to this record. */
typedef struct {
  int        index, nz; /* z[index] is the integrand or the end value */
  bool       cost;
  Functional functional;
} NamedFunctional;
/* Resolves a name; false after a fault. */
bool functional_find(const Model *model, const char *name, FaultList *faults, NamedFunctional *named);

#endif
