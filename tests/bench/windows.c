/* Linear solvers on the matrices of whole windows: where `auto` should change with the number of elements and of bodies. The sizes
 * around its bounds: 120 unknowns, bands of 240; elements of many bodies. */
#include "bench.h"
#include "newton/newton.h"
#include "scheme/schemes.h"

#include <string.h>

typedef struct {
  const char *scheme;
  int         bodies; /* 0: the spinning box; else links of a chain */
  int         k, elements;
} Case;

static const Case cases[] = {
  {"mG", 0, 1, 4},  {"mG", 0, 1, 7},   {"mG", 0, 1, 9},   {"mG", 0, 1, 16},  {"mG", 0, 1, 40},  {"mG", 0, 3, 4},
  {"mG", 3, 1, 5},  {"mG", 3, 1, 20},  {"mG", 6, 1, 2},   {"mG", 6, 1, 5},   {"mG", 6, 1, 20},  {"mG", 6, 2, 20},
  {"mG", 20, 1, 4}, {"mG", 20, 1, 20}, {"mG", 60, 1, 10}, {"BG", 0, 1, 4},   {"BG", 0, 1, 9},   {"BG", 0, 1, 16},
  {"BG", 0, 1, 40}, {"BG", 0, 3, 4},   {"BG", 3, 1, 5},   {"BG", 3, 1, 20},  {"BG", 6, 1, 3},   {"BG", 6, 1, 20},
  {"BG", 9, 1, 4},  {"BG", 9, 1, 20},  {"BG", 9, 1, 100}, {"BG", 12, 1, 20}, {"BG", 20, 1, 20}, {"BG", 60, 1, 10},
};

enum { CASES = sizeof cases / sizeof cases[0], SOLVERS = 6, DENSE_MOST = 1000, KLU_MOST = 5000 };

/* the first one is measured for the distance from the best */
static const LinearKind  solvers[SOLVERS] = {LINEAR_AUTO,    LINEAR_DENSE, LINEAR_BLOCK,
                                             LINEAR_UMFPACK, LINEAR_KLU,   LINEAR_MUMPS};
static const char *const names[SOLVERS]   = {"auto", "dense", "block", "UMFPACK", "KLU", "MUMPS"};

/* Microseconds per Newton iteration. */
typedef struct {
  int    n;
  char   linear[NAME_LEN];
  double time[SOLVERS];
} Row;

static PetscErrorCode case_create(const Case *c, Model *model)
{
  PetscFunctionBeginUser;
  if (c->bodies == 0) PetscCall(bench_read("problems/spinning_box.yaml", model));
  else PetscCall(bench_chain(c->bodies, model));
  bench_set(model, c->k, GAUSS_AUTO, c->elements);
  model->problem.time.end      = c->elements * (c->bodies ? 0.001 : 0.01);
  model->problem.method.window = WINDOW_ALL;
  model->problem.method.scheme = &scheme_find(c->scheme)->traits;
  PetscFunctionReturn(0);
}

static PetscErrorCode row_time(const Case *c, Row *row)
{
  Model model;

  PetscFunctionBeginUser;
  PetscCall(case_create(c, &model));
  for (int s = 0; s < SOLVERS; s++) {
    Timing           best   = {.seconds = INFINITY};
    const RunStatus *status = &best.status;
    if ((solvers[s] == LINEAR_DENSE && row->n > DENSE_MOST) || (solvers[s] == LINEAR_KLU && row->n > KLU_MOST))
      continue;
    model.problem.solver.linear = solvers[s];
    PetscCall(bench_best(&model, &(Repeat){.least = 1, .seconds = 0.5 * bench_repeat.seconds}, &best));
    PetscCheck(status->verdict == RUN_DONE, PETSC_COMM_SELF, PETSC_ERR_USER, "%s", status->message);
    row->n       = status->unknowns;
    row->time[s] = fmin(row->time[s], 1e6 * status->seconds_newton / (double)status->iterations);
    if (solvers[s] == LINEAR_AUTO) snprintf(row->linear, sizeof row->linear, "%s", status->linear);
  }
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

static void row_print(const Case *c, const Row *row)
{
  int best = 1;

  printf("%3s%7d%3d%6d%7d |", c->scheme, c->bodies ? c->bodies : 1, c->k, c->elements, row->n);
  for (int s = 1; s < SOLVERS; s++) {
    if (row->time[s] < row->time[best]) best = s;
    if (isfinite(row->time[s])) printf(" %9.0f", row->time[s]);
    else printf(" %9s", "-");
  }
  printf(" | %-8s %-8s %.2f\n", names[best], row->linear, row->time[0] / row->time[best]);
}

int main(int argc, char **argv)
{
  static Row rows[CASES];

  PetscCall(bench_start(&argc, &argv));
  for (int i = 0; i < CASES; i++)
    for (int s = 0; s < SOLVERS; s++) rows[i].time[s] = INFINITY;
  for (int pass = 0; pass < BENCH_PASSES; pass++)
    for (int i = 0; i < CASES; i++) PetscCall(row_time(&cases[i], &rows[i]));
  printf(
    "Microseconds per Newton iteration on a whole window, the fastest solver, what auto takes, and its distance from the\n"
    "fastest.\n");
  bench_repeat_print();
  printf("\n   bodies  k    el      n |");
  for (int s = 1; s < SOLVERS; s++) printf(" %9s", names[s]);
  printf(" | fastest  auto\n");
  for (int i = 0; i < CASES; i++) row_print(&cases[i], &rows[i]);
  PetscCall(PetscFinalize());
  return 0;
}
