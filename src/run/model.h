/* A model, ready to run: problem, system and consistent start values, built from a file or text. */
#ifndef RIGEL_RUN_MODEL_H
#define RIGEL_RUN_MODEL_H

#include "input/reader.h"
#include "problem/fault.h"
#include "start/constraint_rank.h"
#include "system/system.h"

#include <petscsys.h>

typedef struct {
  Problem    problem;
  System     system;
  double    *z, *lambda; /* [nz], [nl] at the start */
  Redundancy dropped;    /* rows removed by redundant: drop, numbered as before */
  char       dropped_text[1000];
  bool       ready;        /* no fault was added */
  double     projected[2]; /* largest change of coordinates and of momenta by initial: project, in natural units */
} Model;

/* Builds a model from a file with assignments. Collects faults; model->ready is false after a fault. Clear the model in either case. */
PetscErrorCode model_read(const char *file, int nset, const char *const set[], FaultList *faults, Model *model);
/* The same from a file or text. */
PetscErrorCode model_build(const ProblemSource *source, FaultList *faults, Model *model);
/* The problem alone; true: no fault. Clear the problem in either case. */
bool           model_problem(const char *file, int nset, const char *const set[], FaultList *faults, Problem *problem);
PetscErrorCode model_clear(Model *model);

#endif
