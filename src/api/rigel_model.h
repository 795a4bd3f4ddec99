/* The structures behind the handles of rigel/rigel.h. */
#ifndef RIGEL_API_RIGEL_MODEL_H
#define RIGEL_API_RIGEL_MODEL_H

#include "api/argument.h"
#include "api/call.h"
#include "api/callback.h"
#include "api/failure.h"

#include "gradient/parameter_gradient.h"
#include "gradient/trajectory_run.h"

/* A problem as text and assignments; all owned. */
typedef struct {
  char        *file, *text;
  int          nset, nloads, nterms;
  char       **set;   /* [nset] */
  ProblemLoad *loads; /* [nloads] of functions of the caller; user.context is a Callback, owned */
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

/* Frees a RigelTrajectory that is in no list of handles any more. */
void trajectory_free(void *handle);
/* Whether all states and multipliers, which a caller can write, are finite; otherwise a message. */
bool trajectory_finite(const char *function, const Trajectory *trajectory);

void origin_clear(Origin *origin);
/* Appends an assignment; false: out of memory. */
bool origin_put(Origin *origin, const char *assignment);
/* Sets the length of z, for the checks of returned costs. */
void origin_states(const Origin *origin, int states);
/* Copies everything; clear `to` also when it fails. */
bool origin_copy(const Origin *from, Origin *to);
/* The origin as the reader accepts it; borrows from the origin. */
ProblemSource origin_source(const Origin *origin);

/* All fault texts, one per line, as far as they fit, for the caller (message may be NULL) and for rigel_error_message. */
void faults_tell(const FaultList *faults, char *message, size_t size);
/* RIGEL_OK, RIGEL_DIVERGED or RIGEL_STOPPED; result may be NULL. A callback whose numbers were not finite is named. */
RigelCode result_fill(const RunStatus *status, const RunJudgement *judgement, RigelResult *result);
/* The message of rigel_error_message, nothing else. Returns RIGEL_INPUT. */
RigelCode result_refuse(RigelResult *result);
/* The end of a call with RIGEL_INTERNAL and its message. */
RigelCode result_error(Call *call, RigelResult *result);

#endif
