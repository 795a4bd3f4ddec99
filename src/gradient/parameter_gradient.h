/* Gradients of a run: any number of the problem as a parameter. dJ/dp is the derivative of a function L(p) that one of several ways
 * supplies: the Lagrangian of a discrete adjoint at a fixed trajectory, or J itself, of whole runs. */
#ifndef RIGEL_GRADIENT_PARAMETER_GRADIENT_H
#define RIGEL_GRADIENT_PARAMETER_GRADIENT_H

#include "adjoint/adjoint.h"
#include "adjoint/adjoint_em.h"
#include "adjoint/adjoint_optimum.h"
#include "base/difference.h"
#include "gradient/functional_name.h"
#include "scheme/scheme.h"

typedef struct Gradient Gradient;

/* A way to a gradient. */
typedef struct {
  const char *how;   /* adjoint: exact for the discrete equations; differences: of whole runs */
  int         tries; /* of smaller and smaller steps, until two agree */
  PetscErrorCode (*create)(Gradient *gradient, bool *solved);
  PetscErrorCode (*destroy)(Gradient *gradient);
  /* L with the problem, system and start of another model, minus J; false in good: there is none. */
  PetscErrorCode (*at)(const Gradient *gradient, const Model *other, double *value, bool *good);
  /* dJ/dz_0[nz], all entries independent; false in good: there is none. */
  PetscErrorCode (*start)(const Gradient *gradient, double *start, bool *good);
} GradientOps;

struct Gradient {
  const GradientOps   *ops;
  const ProblemSource *source;
  const Model         *model;
  const Trajectory    *trajectory;
  const Functional    *functional;
  bool                 cost;  /* of the objective, in the place of the functional */
  double               value; /* J */
  Adjoint              adjoint;
  AdjointEm            em;
  AdjointOptimum       optimum;
};

extern const GradientOps gradient_windows, gradient_em, gradient_optimum, gradient_runs;

/* The way that a model's runs have, and why a trajectory has no gradient, or "". */
const GradientOps *gradient_ops(const Model *model);
const char        *gradient_refuses(const Model *model, const Trajectory *trajectory);

/* A number of the problem by its path, as in an assignment, or start.COLUMN: an entry of the start state by itself. The start state
 * follows all other parameters. */
typedef struct {
  const char       *path;
  int               place; /* in the start state; -1: a number of the problem */
  double            number;
  const Difference *stencil; /* sides to which it can be changed */
} Parameter;
/* Looks at all of them; false after faults. No solve. */
PetscErrorCode parameters_find(const ProblemSource *source, const Model *model, int n, const char *const paths[],
                               Parameter *parameters, FaultList *faults);

/* Solves the problem from z0 (NULL: the model's start) and keeps everything. Destroy the trajectory in either case. */
PetscErrorCode model_solve(const Model *model, const double *z0, Trajectory *trajectory, RunStatus *status);

/* J of a trajectory, without its derivatives. */
PetscErrorCode trajectory_value(const Model *model, const Trajectory *trajectory, const Functional *functional,
                                double *value);

/* Everything is borrowed. Destroy it in either case; solved = false: a matrix is singular. */
PetscErrorCode gradient_create(const ProblemSource *source, const Model *model, const Trajectory *trajectory,
                               const NamedFunctional *functional, Gradient *gradient, bool *solved);
PetscErrorCode gradient_destroy(Gradient *gradient);
/* derivative[n]; faults tell which cannot be had. */
PetscErrorCode gradient_parameters(const Gradient *gradient, int n, const Parameter *parameters, double *derivative,
                                   FaultList *faults);
/* dJ/dz_0, all entries independent: with lambda_0(z_0) where the scheme is given it. */
PetscErrorCode gradient_start(const Gradient *gradient, double *start /*[nz]*/, FaultList *faults);

#endif
