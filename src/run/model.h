/* A model, ready to run: problem, system and consistent start values, built from a file or text. */
#ifndef RIGEL_RUN_MODEL_H
#define RIGEL_RUN_MODEL_H

#include "input/reader.h"
#include "problem/fault.h"
#include "start/assemble/assemble.h"
#include "start/constraint_rank.h"
#include "system/system.h"

#include <petscsys.h>

typedef struct {
  ProblemSource source; /* its strings, assignments and functions are borrowed */
  Node          tree;   /* the parsed source: models with other numbers are filled from it (model_fill) */
  Problem       problem;
  System        system;
  double       *z, *lambda; /* [nz], [nl] at the start */
  Redundancy    dropped;    /* rows left out by redundant: drop; their rows as before */
  char          dropped_text[1000];
  Assembled     assembled;    /* initial: assemble: what the given values leave open */
  FaultList     warnings;     /* likely mistakes of a problem that is valid (run/warning.h) */
  bool          ready;        /* no fault was found */
  double        projected[2]; /* largest change of coordinates and of momenta by initial: project, in natural units */
} Model;

/* Builds a model from a file with assignments. Collects faults; model->ready is false after a fault. Clear the model in either case. */
PetscErrorCode model_read(const char *file, int nset, const char *const set[], FaultList *faults, Model *model);
/* The same from a file or text. The source is read here and nowhere else. */
PetscErrorCode model_build(const ProblemSource *source, FaultList *faults, Model *model);
/* The same from a parsed source; `tree` may differ from that of the source, and is not stored. */
PetscErrorCode model_fill(const ProblemSource *source, const Node *tree, FaultList *faults, Model *model);
PetscErrorCode model_clear(Model *model);

#endif
