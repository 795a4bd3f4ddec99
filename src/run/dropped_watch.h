/* Watches dropped rows during a run: ends it where one of them is violated. */
#ifndef RIGEL_RUN_DROPPED_WATCH_H
#define RIGEL_RUN_DROPPED_WATCH_H

#include "scheme/scheme.h"

typedef struct {
  const System   *system;
  const Observer *observer; /* of the caller */
  double          kept[2];  /* largest |Phi| and |Psi| of rows of joints that are imposed, so far, in natural units */
  int             element;  /* after which a dropped row is violated */
  double          time;
  char            message[512]; /* empty: all dropped rows are satisfied */
} DroppedWatch;

/* True if rows were dropped: `watching` then replaces the observer of the caller. All arguments must outlive the run. */
bool dropped_watch_begin(const System *system, const Observer *observer, DroppedWatch *watch, Observer *watching);
/* Turns the verdict of a run that was ended by the watch into a failure; collective. */
PetscErrorCode dropped_watch_end(DroppedWatch *watch, RunStatus *status);

#endif
