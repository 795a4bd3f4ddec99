/* Parameters of a gradient: numbers of the problem file by their paths, and models in which one of them has another value.
 *
 * The problem file is read once. Each path is resolved once, to a scalar of a copy of the parsed tree; a model with another number is
 * filled from that tree. The start state follows every number of the problem. */
#ifndef RIGEL_GRADIENT_PARAMETER_H
#define RIGEL_GRADIENT_PARAMETER_H

#include "base/difference.h"
#include "run/model.h"

typedef struct {
  const char       *path;    /* as in an assignment, or start.COLUMN: one entry of the start state */
  int               state;   /* index of that entry; -1: a number of the problem */
  double            number;  /* its value */
  Node             *scalar;  /* where Parameters.tree stores it */
  const Difference *stencil; /* of order 6, with points on the sides to which the number can be changed */
} Parameter;

typedef struct {
  const Model *model; /* borrowed */
  Node         tree;  /* of the model, without its reference */
  int          n;
  Parameter   *item;                 /* [n] */
  const char **set;                  /* assignments of the model's source and the changed one, for messages */
  char         assignment[TEXT_LEN]; /* the changed one */
} Parameters;

enum { WHY_LEN = 600 };

/* Resolves all paths; adds a fault for each one that is no number, or that cannot be changed by itself. Does not solve. Destroy them
 * in either case. */
PetscErrorCode parameters_create(const Model *model, int n, const char *const paths[], FaultList *faults,
                                 Parameters *parameters);
PetscErrorCode parameters_destroy(Parameters *parameters);

/* The model in which parameter i has another number. other->ready = false: rejected, with the reason. Clear it in either case. */
PetscErrorCode parameters_model(Parameters *parameters, int i, double number, Model *other, char why[WHY_LEN]);

/* Step of a difference: `size` relative to the number, or absolute if that is zero. */
double parameter_step(const Parameter *parameter, double size);

#endif
