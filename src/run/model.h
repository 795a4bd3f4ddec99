/* From a file to something that can run: problem, system, consistent start values. */
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
  Redundancy dropped;    /* rows left out by redundant: drop; their rows as before */
  char       dropped_text[1000];
  bool       ready;        /* no fault was found */
  double     projected[2]; /* largest change of coordinates and of momenta by initial: project, in natural units */
} Model;

/* Faults are collected, not printed; model->ready tells. Clear it in either case. */
PetscErrorCode model_read(const char *file, int nset, const char *const set[], FaultList *faults, Model *model);
/* The same from a file or text. */
PetscErrorCode model_build(const ProblemSource *source, FaultList *faults, Model *model);
/* The problem alone; true: no fault. Clear it in either case. */
bool           model_problem(const char *file, int nset, const char *const set[], FaultList *faults, Problem *problem);
PetscErrorCode model_clear(Model *model);

#endif
