/* Errors and times of SUNDIALS IDA and of mG(k), k = 1 to 4, on the same DAE, as a table for scripts/work_precision.py.
 *
 * IDA is run with every combination of its relative tolerance, the tolerance of multipliers and the coefficient of its Newton test; Rigel
 * with the default tolerance and the default Gauss points. The time of a row is the median of several runs, spread over passes. Time in
 * which another process had the processor, the difference of elapsed and processor time, does not count. */
#include "bench.h"
#include "peer.h"

#include <math.h>
#include <stdlib.h>

enum { TOLERANCES = 31, MULTIPLIERS = 3, NEWTONS = 3, DEGREES = 4, MESHES = 16, PASSES = 5, REPEATS = 3 };
enum { PEERS = TOLERANCES * MULTIPLIERS * NEWTONS };

static const double multipliers[MULTIPLIERS] = {1e-2, 1.0, 1e4}, newtons[NEWTONS] = {0.33, 0.1, 0.01};

/* Times of one row. */
typedef struct {
  int    n;
  double seconds[PASSES * REPEATS];
} Times;

/* One row: settings of IDA, or a mesh of one degree. */
typedef struct {
  Times   times;
  PeerRun peer;
  int     k, n;
  Timing  timing;
} Row;

static int order_of(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double times_median(Times *times)
{
  qsort(times->seconds, (size_t)times->n, sizeof times->seconds[0], order_of);
  return times->n ? times->seconds[times->n / 2] : INFINITY;
}

/* Adds the time of a run that took `seconds` between the clocks at its begin and now, less what others took. */
static void times_add(Times *times, double seconds, double wall, double cpu)
{
  const double others = (clock_seconds() - wall) - (cpu_seconds() - cpu);
  if (isfinite(seconds)) times->seconds[times->n++] = seconds - fmax(others, 0.0);
}

/* The settings of row i. */
static Settings peer_settings(int i)
{
  return (Settings){.tolerance  = pow(10.0, -3.0 - i / (MULTIPLIERS * NEWTONS) / 3.0),
                    .multiplier = multipliers[i / NEWTONS % MULTIPLIERS],
                    .newton     = newtons[i % NEWTONS]};
}

/* Repeats one run of IDA; what fails once is not tried again. */
static void peer_time(Peer *peer, int i, Row *row)
{
  const Settings settings = peer_settings(i);

  if (row->times.n && !isfinite(row->peer.error)) return;
  for (int r = 0; r < REPEATS; r++) {
    const double wall = clock_seconds(), cpu = cpu_seconds();
    peer_run(peer, &settings, bench_state_error, &row->peer);
    times_add(&row->times, row->peer.seconds, wall, cpu);
  }
}

/* Repeats one run of Rigel. */
static PetscErrorCode rigel_time(Model *model, Row *row)
{
  PetscFunctionBeginUser;
  bench_set(model, row->k, GAUSS_AUTO, row->n);
  for (int r = 0; r < REPEATS; r++) {
    const double wall = clock_seconds(), cpu = cpu_seconds();
    PetscCall(bench_run(model, NULL, &row->timing));
    times_add(&row->times, row->timing.seconds, wall, cpu);
  }
  PetscFunctionReturn(0);
}

/* Rows of the table, those that reached the end. */
static void rows_print(const Model *model, Row *peers, Row *meshes)
{
  const char *name = model->problem.name;

  for (int i = 0; i < PEERS; i++) {
    const PeerRun *run = &peers[i].peer;
    if (isfinite(run->error))
      printf("%s,IDA,,%ld,%.3g,%g,%g,%.4g,%.4g\n", name, run->steps, run->settings.tolerance, run->settings.multiplier,
             run->settings.newton, times_median(&peers[i].times), run->error);
  }
  for (int i = 0; i < DEGREES * MESHES; i++) {
    const double error = meshes[i].times.n ? bench_error(model, &meshes[i].timing) : INFINITY;
    if (isfinite(error))
      printf("%s,mG,%d,%d,%.3g,,,%.4g,%.4g\n", name, meshes[i].k, meshes[i].n, model->problem.solver.tolerance,
             times_median(&meshes[i].times), error);
  }
}

static PetscErrorCode problem_measure(const char *file)
{
  Row  *peers = calloc(PEERS, sizeof *peers), *meshes = calloc(DEGREES * MESHES, sizeof *meshes);
  Model model;
  Peer  peer;

  PetscFunctionBeginUser;
  PetscCheck(peers && meshes, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(bench_read(file, &model));
  PetscCall(peer_create(&model, false, &peer));
  for (int i = 0; i < DEGREES * MESHES; i++) {
    meshes[i].k = 1 + i / MESHES;
    meshes[i].n = (int)lround(8.0 * pow(sqrt(2.0), i % MESHES));
  }
  for (int pass = 0; pass < PASSES; pass++) {
    for (int i = 0; i < PEERS; i++) peer_time(&peer, i, &peers[i]);
    for (int i = 0; i < DEGREES * MESHES; i++) PetscCall(rigel_time(&model, &meshes[i]));
  }
  rows_print(&model, peers, meshes);
  PetscCall(peer_destroy(&peer));
  PetscCall(model_clear(&model));
  free(peers);
  free(meshes);
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  PetscCall(bench_start(&argc, &argv));
  printf("problem,method,k,steps,tolerance,multiplier,newton,seconds,error\n");
  PetscCall(problem_measure("problems/spinning_box.yaml"));
  PetscCall(problem_measure("problems/physical_pendulum.yaml"));
  PetscCall(PetscFinalize());
  return 0;
}
