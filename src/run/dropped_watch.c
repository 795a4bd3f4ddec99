/* Compares dropped rows with the imposed ones after each element. A run whose dropped rows are satisfied solves the equations with
 * all rows: the multipliers of the dropped ones are zero (docs/explanation/theory.md, Constraint redundancy). */
#include "run/dropped_watch.h"

#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Accepted |Phi| and |Psi| of a dropped row in natural units. Schemes that satisfy constraints only on average violate all rows: a
 * dropped row may exceed the imposed ones by the last factor. */
static const double accepted[2] = {1e-8, 1e-6}, imposed_factor = 10.0;

enum { NAMED_MOST = 3 };

/* |Phi| and |Psi| of row r of a joint in natural units. */
static void row_sizes(const System *sys, const ConstraintGroup *joint, int r, double t, const double *z, double size[2])
{
  const double unit = joint->rows[r].length ? sys->units.length : 1.0;

  system_row(sys, joint, r, t, z, &size[0], &size[1]);
  size[0] = fabs(size[0]) / unit;
  size[1] = fabs(size[1]) / unit * sys->units.length / sys->units.velocity;
}

/* Updates the largest sizes of imposed rows. */
static void kept_measure(DroppedWatch *w, const Sample *sample)
{
  const System *sys = w->system;
  double        size[2];

  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m; r++) {
      row_sizes(sys, &sys->groups[g], r, sample->t, sample->z, size);
      for (int level = 0; level < 2; level++) w->kept[level] = fmax(w->kept[level], size[level]);
    }
}

/* Largest sizes of the dropped rows of a joint; true: one of them is violated. */
static bool joint_opens(const DroppedWatch *w, const ConstraintGroup *joint, const Sample *sample, double most[2])
{
  bool opens = false;

  most[0] = most[1] = 0.0;
  for (int r = joint->m; r < joint->m + joint->ndropped; r++) {
    double size[2];
    row_sizes(w->system, joint, r, sample->t, sample->z, size);
    for (int level = 0; level < 2; level++) {
      opens       = opens || !(size[level] <= fmax(accepted[level], imposed_factor * w->kept[level]));
      most[level] = fmax(most[level], size[level]);
    }
  }
  return opens;
}

/* Writes the message if a dropped row is violated. */
static void watch_measure(DroppedWatch *w, const Sample *sample)
{
  const System *sys        = w->system;
  char          names[300] = "";
  double        worst[2]   = {0.0, 0.0};
  int           found      = 0;

  kept_measure(w, sample);
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    double       most[2];
    const size_t used = strlen(names);
    if (!joint_opens(w, &sys->groups[g], sample, most)) continue;
    if (++found <= NAMED_MOST)
      snprintf(names + used, sizeof names - used, "%s%s", found > 1 ? ", " : "", sys->groups[g].name);
    for (int level = 0; level < 2; level++) worst[level] = fmax(worst[level], most[level]);
  }
  if (!found) return;
  w->element = sample->element;
  w->time    = sample->t;
  snprintf(
    w->message, sizeof w->message,
    "found joint%s %s%s open at t = %.9g, after element %d of %d: rows that were dropped as redundant have Phi = "
    "%.2e, Psi = %.2e (scaled), expected at most %.0e, %.0e; the joints do not allow this motion, or it leaves a "
    "singular position: start in another position",
    word_plural(found), names, found > NAMED_MOST ? ", ..." : "", sample->t, sample->element, sample->elements,
    worst[0], worst[1], fmax(accepted[0], imposed_factor * w->kept[0]), fmax(accepted[1], imposed_factor * w->kept[1]));
}

/* Observer.sample: shows the sample, then ends the run if a dropped row is violated in it. */
static bool watch_sample(void *context, const Sample *sample)
{
  DroppedWatch *w     = context;
  const bool    go_on = w->observer->sample(w->observer->context, sample);

  watch_measure(w, sample);
  return go_on && !w->message[0];
}

/* Observer.stop, due, keep, iterated, again: those of the observer of the run. */
static bool watch_stop(void *context)
{
  const DroppedWatch *w = context;
  return w->observer->stop(w->observer->context);
}

static bool watch_due(void *context)
{
  const DroppedWatch *w = context;
  return w->observer->due(w->observer->context);
}

static void watch_keep(void *context, const Checkpoint *checkpoint)
{
  const DroppedWatch *w = context;
  w->observer->keep(w->observer->context, checkpoint);
}

static void watch_iterated(void *context, const SolveProgress *progress)
{
  const DroppedWatch *w = context;
  w->observer->iterated(w->observer->context, progress);
}

static bool watch_again(void *context)
{
  DroppedWatch *w = context;
  return w->observer->again(w->observer->context);
}

bool dropped_watch_begin(const System *sys, const Observer *observer, DroppedWatch *w, Observer *watching)
{
  int dropped = 0;

  for (int g = sys->nbodies; g < sys->ngroups; g++) dropped += sys->groups[g].ndropped;
  *w        = (DroppedWatch){.system = sys, .observer = observer};
  *watching = (Observer){.context    = w,
                         .sample     = watch_sample,
                         .stop       = observer->stop ? watch_stop : NULL,
                         .iterated   = observer->iterated ? watch_iterated : NULL,
                         .due        = observer->due ? watch_due : NULL,
                         .again      = observer->again ? watch_again : NULL,
                         .keep       = observer->keep ? watch_keep : NULL,
                         .exchange   = observer->exchange,
                         .checkpoint = observer->checkpoint};
  return dropped > 0;
}

/* Rank 0 alone sees the samples of a window. */
PetscErrorCode dropped_watch_end(DroppedWatch *w, RunStatus *status)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Bcast(&w->element, 1, MPI_INT, 0, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(&w->time, 1, MPI_DOUBLE, 0, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(w->message, (PetscMPIInt)sizeof w->message, MPI_CHAR, 0, PETSC_COMM_WORLD));
  if (!w->message[0]) PetscFunctionReturn(0);
  status->optimum.kind = OPTIMUM_NONE;
  status->element      = w->element;
  status->time         = w->time;
  run_fail(status, RUN_NOT_CONVERGED, R0514_DROPPED_OPENS, "%s", w->message);
  PetscFunctionReturn(0);
}
