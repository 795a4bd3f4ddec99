/* The watch over a run: measures every element, ends a run whose energy is wrong, and judges the run when it has ended.
 *
 * Every caller of a run passes its samples on to a watch and asks for its judgement at the end, so that a wrong answer is called
 * wrong by the program, by the C interface and by Python alike (docs/reference/output.md, How far to trust a run). */
#ifndef RIGEL_RUN_WATCH_H
#define RIGEL_RUN_WATCH_H

#include "diag/invariants.h"
#include "diag/multipliers.h"
#include "diag/resolution.h"
#include "scheme/scheme.h"

typedef struct {
  const Problem     *problem;
  const System      *system;
  InvariantMeter     meter;
  Drift              drift;
  double             dH; /* over the last element */
  LargestMultipliers largest;
  ResolutionMeter    resolution;
  Notice             failure; /* why the run must end; R0000_NONE: it continues */
} RunWatch;

/* False: out of memory; destroy in either case. */
bool run_watch_create(const Problem *problem, const System *system, RunWatch *watch);
void run_watch_destroy(RunWatch *watch);
/* Forgets all samples of a run that begins again; false: out of memory. */
bool run_watch_again(RunWatch *watch);
/* Measures a sample; false: the run has to end. */
bool run_watch_sample(RunWatch *watch, const Sample *sample);

/* A quantity that the scheme conserves by construction, and its measured drift. */
typedef struct {
  const char *key, *name, *symbol;
  bool        holds; /* claimed */
  double      drift,
    limit; /* relative to the largest value met; above the limit rounding and the tolerance cannot explain it */
} Claim;

enum { CLAIMS = 5 };

/* energy, angular, linear momentum, position, velocity constraints, in this order, after this many elements. */
void               claims_fill(const RunWatch *watch, const RunStatus *status, Claim claims[CLAIMS]);
static inline bool claim_agrees(const Claim *claim)
{
  return !claim->holds || claim->drift <= claim->limit; /* NAN does not */
}

/* The judgement of a run. */
typedef struct {
  Resolution resolution;
  double     mu;      /* largest multiplier of velocity constraints, in natural units */
  double     drift_H; /* largest change of the energy less work, relative to scale_H of the drift */
} RunJudgement;

/* Judges a run that has ended: whether it is resolved, and changes the verdict RUN_DONE to RUN_CONTRADICTED, with a message, where
 * energy or a claim is wrong. */
void run_watch_judge(const RunWatch *watch, RunStatus *status, RunJudgement *judgement);
/* Copies verdict, message and judgement of rank 0, whose watch has seen the samples, to all ranks. Collective. */
PetscErrorCode run_judgement_share(RunStatus *status, RunJudgement *judgement);

#endif
