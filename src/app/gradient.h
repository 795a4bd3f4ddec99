/* Gradients of a run: functionals by name, and any number of the problem as a parameter. */
#ifndef RIGEL_APP_GRADIENT_H
#define RIGEL_APP_GRADIENT_H

#include "app/model.h"
#include "control/adjoint.h"
#include "scheme/scheme.h"

/* Place in z of a column of state.csv; -1: there is none, or it is held. */
int state_place(const System *system, const char *column);

/* "end:COLUMN" or "integral:COLUMN", COLUMN as in state.csv; the functional points to it. */
typedef struct {
  int        place, nz;
  Functional functional;
} NamedFunctional;
/* False after a fault. */
bool functional_find(const System *system, const char *name, FaultList *faults, NamedFunctional *named);

/* Solves the problem from z0 (NULL: the model's start) and keeps everything. Destroy the trajectory in either case. */
PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status);

/* dJ/dp for parameters that are paths of numbers in the problem, as in an assignment, or start.COLUMN: an entry of the start state by itself.
 * The start state follows all other parameters. Faults tell what is wrong with a parameter; all of them are looked at. */
PetscErrorCode gradient_parameters(const ProblemSource *source, const Model *model, const Adjoint *adjoint, int n,
                                   const char *const parameters[], double *gradient, FaultList *faults);

/* dJ/dz_0, all entries independent: with lambda_0(z_0) where the scheme is given it. */
PetscErrorCode gradient_start(const Model *model, const Adjoint *adjoint, double *gradient /*[nz]*/);

#endif
