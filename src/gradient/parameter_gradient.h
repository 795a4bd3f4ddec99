/* Gradients of functionals of a run with respect to any number of its problem and to its start state.
 *
 * dF/dchi is the derivative of a function of chi: of the Lagrangian of a discrete adjoint at the stored trajectory, or, for runs without an
 * adjoint, of F of whole runs (docs/explanation/gradients.md). All functionals share the models with changed numbers, and the runs. */
#ifndef RIGEL_GRADIENT_PARAMETER_GRADIENT_H
#define RIGEL_GRADIENT_PARAMETER_GRADIENT_H

#include "adjoint/adjoint.h"
#include "gradient/functional_name.h"
#include "gradient/parameter.h"

typedef struct {
  const Model           *model;
  const Trajectory      *trajectory;
  int                    n;                          /* functionals */
  const NamedFunctional *functionals;                /* [n] */
  const AdjointOps      *ops;                        /* NULL: differences of whole runs */
  Adjoint              **adjoints;                   /* [n] NULL without ops */
  double                *value;                      /* [n] F */
  void (*counted)(void *context, int done, int all); /* after each parameter; NULL: nobody looks */
  void *context;
} Gradient;

/* "adjoint": exact for the discrete equations; "differences": of order 6, of whole runs. */
const char *gradient_how(const Model *model);

/* Everything is borrowed. Destroy it in either case; solved = false: a matrix is singular. */
PetscErrorCode gradient_create(const Model *model, const Trajectory *trajectory, int n,
                               const NamedFunctional *functionals, Gradient *gradient, bool *solved);
PetscErrorCode gradient_destroy(Gradient *gradient);
/* derivative[n][parameters]; adds a fault for each parameter without a derivative, whose entries are NAN. */
PetscErrorCode gradient_parameters(const Gradient *gradient, Parameters *parameters, double *derivative,
                                   FaultList *faults);
/* start[n][nz] = dF/dz_0, all entries independent, with lambda_0(z_0) where the scheme is given lambda_0. */
PetscErrorCode gradient_start(const Gradient *gradient, double *start, FaultList *faults);

#endif
