/* Work for a given accuracy: SUNDIALS IDA (variable order and step) against mG(k) on the same DAE. The settings of both
 * are scanned; the fastest run that reaches the error counts. */
#include "bench.h"
#include "cli/record/recorder.h"
#include "peer.h"

#include <math.h>

/* --- the scans: candidates first, measured once or twice, then the time of all candidates in several passes */

static const double targets[]     = {1e-4, 1e-7, 1e-10};
static const double multipliers[] = {1e-2, 1.0, 1e4}, newtons[] = {0.33, 0.1, 0.01};
static const int    degrees[] = {6, 8, 4, 3, 2, 1}; /* the fastest first: what is slower is given up early */

enum { NTARGETS = 3, NMULTIPLIERS = 3, NNEWTONS = 3, NPEERS = NMULTIPLIERS * NNEWTONS, NDEGREES = 6 };
enum { TOLERANCES = 34, ELEMENTS_MOST = 100000, GIVE_UP = 1 /* seconds of a search that leads nowhere */ };

/* One pass of repetitions. */
static void peer_best(Peer *peer, PeerRun *best)
{
  const double start = clock_seconds();
  PeerRun      now;

  if (!isfinite(best->error)) return;
  for (int i = 0; i < bench_repeat.least || clock_seconds() - start < bench_repeat.seconds; i++) {
    peer_run(peer, &best->settings, bench_state_error, &now);
    if (now.seconds < best->seconds) best->seconds = now.seconds;
  }
}

/* All settings once: for each target and each way to treat multipliers and Newton's test, the fastest tolerance. */
static void peer_scan(Peer *peer, PeerRun best[NTARGETS][NPEERS])
{
  PeerRun run;

  for (int i = 0; i < NTARGETS; i++)
    for (int p = 0; p < NPEERS; p++) best[i][p] = (PeerRun){.seconds = INFINITY, .error = INFINITY};
  for (int p = 0; p < NPEERS; p++)
    for (int t = 0; t < TOLERANCES; t++) {
      const Settings settings = {pow(10.0, -3.0 - t / 3.0), multipliers[p / NNEWTONS], newtons[p % NNEWTONS]};
      peer_run(peer, &settings, bench_state_error, &run);
      for (int i = 0; i < NTARGETS; i++)
        if (run.error <= targets[i] && run.seconds < best[i][p].seconds) best[i][p] = run;
    }
}

typedef struct {
  int    k, s, n; /* n = 0: none found */
  double tolerance, seconds, error;
} RigelRun;

static PetscErrorCode rigel_try(Model *model, int n, RigelRun *run)
{
  const Repeat few    = {3, 0.0};
  Timing       timing = {.seconds = INFINITY};

  PetscFunctionBeginUser;
  run->n = n;
  bench_set(model, run->k, run->s, n);
  model->problem.solver.tolerance = run->tolerance;
  PetscCall(bench_best(model, &few, &timing));
  run->seconds = timing.seconds;
  run->error   = isfinite(timing.seconds) ? bench_error(model, &timing) : INFINITY;
  PetscFunctionReturn(0);
}

/* Fewest elements that reach the target: grow until they do, then halve the gap. Gives up when slower than `most`. */
static PetscErrorCode rigel_search(Model *model, double target, double most, const RigelRun *wanted, RigelRun *best)
{
  const double start = clock_seconds();
  RigelRun     now   = *wanted, good;
  int          low   = 0;

  PetscFunctionBeginUser;
  for (int n = 3;; n += (n + 1) / 2) {
    PetscCall(rigel_try(model, n, &now));
    if (now.error <= target) break;
    low = n;
    if (n > ELEMENTS_MOST || (isfinite(now.seconds) && now.seconds > most) || clock_seconds() - start > GIVE_UP)
      PetscFunctionReturn(0);
  }
  good = now;
  while (good.n - low > 1 + good.n / 50) {
    PetscCall(rigel_try(model, (good.n + low) / 2, &now));
    if (now.error <= target) good = now;
    else low = now.n;
  }
  if (good.seconds < best->seconds) *best = good;
  PetscFunctionReturn(0);
}

/* For each degree the fastest over Gauss points and the given tolerances of Newton's method. */
static PetscErrorCode rigel_scan(Model *model, double target, int ntol, const double *tol, RigelRun best[NDEGREES])
{
  double fastest = INFINITY;

  PetscFunctionBeginUser;
  for (int i = 0; i < NDEGREES; i++) {
    best[i] = (RigelRun){.seconds = INFINITY};
    for (int t = 0; t < 2 * ntol; t++) {
      const int      k      = degrees[i];
      const RigelRun wanted = {.k = k, .s = t % 2 ? GAUSS_AUTO : k, .tolerance = tol[t / 2]};
      PetscCall(rigel_search(model, target, 1.5 * fastest, &wanted, &best[i]));
      fastest = fmin(fastest, best[i].seconds);
    }
    if (best[i].n == 0) continue;
    bench_set(model, best[i].k, best[i].s, best[i].n);
    best[i].s = scheme_gauss(&model->problem, &model->system);
  }
  PetscFunctionReturn(0);
}

/* One pass of repetitions. */
static PetscErrorCode rigel_best(Model *model, RigelRun *best)
{
  Timing timing = {.seconds = best->seconds};

  PetscFunctionBeginUser;
  if (best->n == 0) PetscFunctionReturn(0);
  bench_set(model, best->k, best->s, best->n);
  model->problem.solver.tolerance = best->tolerance;
  PetscCall(bench_best(model, &bench_repeat, &timing));
  best->seconds = timing.seconds;
  PetscFunctionReturn(0);
}

/* --- the table */

static void peer_print(const PeerRun *run)
{
  if (!isfinite(run->error)) printf("      not reached, rtol 1e-3 .. 1e-14        |");
  else
    printf("%8.3f %7.1e %6.0e %5.2f%7ld %8.1e |", 1e3 * run->seconds, run->settings.tolerance, run->settings.multiplier,
           run->settings.newton, run->steps, run->error);
}

static void rigel_print(const RigelRun *run, const PeerRun *peer)
{
  printf("%8.3f%3d%3d%6d %6.0e%9.1e%7.2f |", 1e3 * run->seconds, run->k, run->s, run->n, run->tolerance, run->error,
         peer->seconds / run->seconds);
}

/* Candidates of one problem; Rigel with the default tolerance, then with any. */
typedef struct {
  PeerRun  ida[NTARGETS][NPEERS];
  RigelRun usual[NTARGETS][NDEGREES], tuned[NTARGETS][NDEGREES];
} Candidates;

static PetscErrorCode candidates_find(Model *model, Peer *peer, Candidates *c)
{
  static const double loose[]   = {1e-12, 1e-9, 1e-5, 1e-3};
  const double        tolerance = model->problem.solver.tolerance;

  PetscFunctionBeginUser;
  peer_scan(peer, c->ida);
  for (int i = 0; i < NTARGETS; i++) {
    PetscCall(rigel_scan(model, targets[i], 1, &tolerance, c->usual[i]));
    PetscCall(rigel_scan(model, targets[i], 4, loose, c->tuned[i]));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode candidates_time(Model *model, Peer *peer, Candidates *c)
{
  PetscFunctionBeginUser;
  for (int pass = 0; pass < BENCH_PASSES; pass++)
    for (int i = 0; i < NTARGETS; i++) {
      for (int p = 0; p < NPEERS; p++) peer_best(peer, &c->ida[i][p]);
      for (int d = 0; d < NDEGREES; d++) {
        PetscCall(rigel_best(model, &c->usual[i][d]));
        PetscCall(rigel_best(model, &c->tuned[i][d]));
      }
    }
  PetscFunctionReturn(0);
}

static const RigelRun *rigel_fastest(const RigelRun *runs)
{
  const RigelRun *best = runs;

  for (int d = 1; d < NDEGREES; d++)
    if (runs[d].seconds < best->seconds) best = &runs[d];
  return best;
}

static void candidates_print(const char *name, const Candidates *c)
{
  for (int i = 0; i < NTARGETS; i++) {
    const PeerRun *ida = c->ida[i];
    for (int p = 1; p < NPEERS; p++)
      if (c->ida[i][p].seconds < ida->seconds) ida = &c->ida[i][p];
    printf("%-17s %6.0e |", name, targets[i]);
    peer_print(ida);
    rigel_print(rigel_fastest(c->usual[i]), ida);
    rigel_print(rigel_fastest(c->tuned[i]), ida);
    printf("\n");
  }
}

static PetscErrorCode problem_compare(const char *file)
{
  Candidates candidates;
  Model      model;
  Peer       peer;

  PetscFunctionBeginUser;
  PetscCall(bench_read(file, &model));
  PetscCall(peer_create(&model, false, &peer));
  PetscCall(candidates_find(&model, &peer, &candidates));
  PetscCall(candidates_time(&model, &peer, &candidates));
  candidates_print(model.problem.name, &candidates);
  PetscCall(peer_destroy(&peer));
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  PetscCall(bench_start(&argc, &argv));
  printf(
    "Milliseconds to reach an error e_loc at the end of the run. IDA: fastest over rtol 1e-3 .. 1e-14, absolute\n"
    "tolerance of multipliers (mult) and coefficient of its Newton test (nls). Rigel: fastest over k, s and elements\n"
    "n, with the default tolerance of Newton's method, then over its tolerance too. Ratio: IDA / Rigel.\n");
  bench_repeat_print();
  printf("\n%25s| %-46s| %-43s| %-43s|\n", "", "IDA", "Rigel, default tolerance", "Rigel, any tolerance");
  printf("problem            error |      ms    rtol   mult   nls  steps    error |");
  for (int i = 0; i < 2; i++) printf("      ms  k  s     n    tol    error  ratio |");
  printf("\n");
  PetscCall(problem_compare("problems/spinning_box.yaml"));
  PetscCall(problem_compare("problems/physical_pendulum.yaml"));
  PetscCall(PetscFinalize());
  return 0;
}
