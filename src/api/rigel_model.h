/* The structures behind the handles of rigel/rigel.h. */
#ifndef RIGEL_API_RIGEL_MODEL_H
#define RIGEL_API_RIGEL_MODEL_H

#include "rigel/rigel.h"

#include "gradient/parameter_gradient.h"
#include "gradient/trajectory_run.h"

/* A problem as text and assignments; all owned. */
typedef struct {
  char        *file, *text;
  int          nset, nloads, nterms;
  char       **set;   /* [nset] */
  ProblemLoad *loads; /* [nloads] of functions of the caller */
  ProblemTerm *terms; /* [nterms] the same */
} Origin;

struct RigelProblem {
  Origin origin;
};

struct RigelModel {
  Origin origin;
  Model  model;
};

struct RigelTrajectory {
  Trajectory trajectory;
};

void origin_clear(Origin *origin);
/* Appends an assignment; false: out of memory. The same for loads and terms of the objective. */
bool origin_put(Origin *origin, const char *assignment);
bool origin_add_load(Origin *origin, const ProblemLoad *load);
bool origin_add_term(Origin *origin, const ProblemTerm *term);
/* Copies everything; clear `to` also when it fails. */
bool origin_copy(const Origin *from, Origin *to);
/* The origin as the reader accepts it; borrows from the origin. */
ProblemSource origin_source(const Origin *origin);

/* All fault texts, one per line, as far as they fit. */
void faults_join(const FaultList *faults, char *message, size_t size);
/* RIGEL_OK, RIGEL_DIVERGED or RIGEL_STOPPED; result may be NULL. */
RigelCode result_fill(const RunStatus *status, RigelResult *result);

#endif
