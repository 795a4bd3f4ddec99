/* Linear solvers on the matrix of one mG(k) element, dense LAPACK against fronts and sparse solvers: where `auto` should change. */
#include "base/vec.h"
#include "bench.h"
#include "newton/newton.h"

typedef struct {
  int bodies; /* 0: the spinning box; else links of a chain */
  int k;
} Case;

/* by degree on one free body; by bodies at degree 1, 2, 3 */
static const Case box[]     = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 6}, {0, 8}, {0, 10}, {0, 12}};
static const Case chain_1[] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {8, 1}, {10, 1}, {14, 1}, {18, 1}};
static const Case chain_2[] = {{1, 2}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}, {9, 2}};
static const Case chain_3[] = {{1, 3}, {2, 3}, {3, 3}, {4, 3}, {5, 3}, {6, 3}};

typedef struct {
  const char *title;
  const Case *cases;
  int         n;
} Family;

#define FAMILY(title, cases)                                                                                           \
  {                                                                                                                    \
    title, cases, sizeof cases / sizeof cases[0]                                                                       \
  }
static const Family families[] = {FAMILY("spinning box, growing k", box), FAMILY("chain of bodies, k = 1", chain_1),
                                  FAMILY("chain of bodies, k = 2", chain_2), FAMILY("chain of bodies, k = 3", chain_3)};

enum { NFAMILIES = sizeof families / sizeof families[0], CASES_MOST = 12, SOLVERS = 4, ELEMENTS = 20 };

static const LinearKind  solvers[SOLVERS] = {LINEAR_DENSE, LINEAR_BLOCK, LINEAR_UMFPACK, LINEAR_KLU};
static const char *const names[SOLVERS]   = {"dense", "block", "UMFPACK", "KLU"};

static PetscErrorCode case_create(const Case *c, Model *model)
{
  PetscFunctionBeginUser;
  if (c->bodies == 0) PetscCall(bench_read("problems/spinning_box.yaml", model));
  else PetscCall(bench_chain(c->bodies, model));
  bench_set(model, c->k, GAUSS_AUTO, ELEMENTS);
  model->problem.time.end = ELEMENTS * 0.02;
  if (c->k > 6) model->problem.method.nodes = NODES_LOBATTO;
  PetscFunctionReturn(0);
}

/* Microseconds per Newton iteration: all of Newton's method, and without the element kernel. */
typedef struct {
  int    n;
  double all[SOLVERS], linear[SOLVERS];
} Row;

static PetscErrorCode row_time(const Case *c, Row *row)
{
  Model model;

  PetscFunctionBeginUser;
  PetscCall(case_create(c, &model));
  for (int s = 0; s < SOLVERS; s++) {
    Timing           best       = {.seconds = INFINITY};
    const RunStatus *status     = &best.status;
    model.problem.solver.linear = solvers[s];
    PetscCall(bench_best(&model, &bench_repeat, &best));
    PetscCheck(status->verdict == RUN_DONE, PETSC_COMM_SELF, PETSC_ERR_USER, "%s", status->message);
    const double unit = 1e6 / (double)status->iterations, kernel = status->seconds_residual + status->seconds_jacobian;
    row->n         = status->unknowns;
    row->all[s]    = fmin(row->all[s], unit * status->seconds_newton);
    row->linear[s] = fmin(row->linear[s], unit * (status->seconds_newton - kernel));
  }
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

/* Unknowns from which on another solver stays faster than dense, between two cases by interpolation in log n. */
typedef struct {
  double log_n, log_ratio, crossing;
} Crossing;

static void crossing_add(Crossing *crossing, int n, double dense, double sparse)
{
  const double log_n = log((double)n), log_ratio = log(dense / sparse);

  if (log_ratio <= 0.0) crossing->crossing = NAN;
  else if (isnan(crossing->crossing)) {
    const double part  = crossing->log_n > 0.0 ? crossing->log_ratio / (crossing->log_ratio - log_ratio) : 1.0;
    crossing->crossing = exp(crossing->log_n + part * (log_n - crossing->log_n));
  }
  crossing->log_n     = log_n;
  crossing->log_ratio = log_ratio;
}

static void crossing_print(const char *name, const Crossing *crossing)
{
  if (isnan(crossing->crossing)) printf("%s never, up to n = %.0f", name, exp(crossing->log_n));
  else printf("%s from n = %.0f on", name, crossing->crossing);
}

static void family_print(const Family *family, const Row *rows)
{
  Crossing crossing[SOLVERS];

  for (int s = 0; s < SOLVERS; s++) crossing[s] = (Crossing){.crossing = NAN};
  printf(
    "\n%s\n bodies   k    n |    dense    block  UMFPACK      KLU |    dense    block  UMFPACK      KLU | fastest\n",
    family->title);
  for (int i = 0; i < family->n; i++) {
    const double *all = rows[i].all, *linear = rows[i].linear;
    int           fastest = 0;
    for (int s = 0; s < SOLVERS; s++) {
      if (all[s] < all[fastest]) fastest = s;
      crossing_add(&crossing[s], rows[i].n, all[0], all[s]);
    }
    printf("%7d%4d%5d |%9.1f%9.1f%9.1f%9.1f |%9.1f%9.1f%9.1f%9.1f | %s\n",
           family->cases[i].bodies ? family->cases[i].bodies : 1, family->cases[i].k, rows[i].n, all[0], all[1], all[2],
           all[3], linear[0], linear[1], linear[2], linear[3], names[fastest]);
  }
  printf("faster than dense: ");
  for (int s = 1; s < SOLVERS; s++) {
    crossing_print(names[s], &crossing[s]);
    printf(s + 1 < SOLVERS ? ", " : "\n");
  }
}

int main(int argc, char **argv)
{
  static Row rows[NFAMILIES][CASES_MOST];

  PetscCall(bench_start(&argc, &argv));
  for (int f = 0; f < NFAMILIES; f++)
    for (int i = 0; i < families[f].n; i++)
      for (int s = 0; s < SOLVERS; s++) rows[f][i].all[s] = rows[f][i].linear[s] = INFINITY;
  for (int pass = 0; pass < BENCH_PASSES; pass++)
    for (int f = 0; f < NFAMILIES; f++)
      for (int i = 0; i < families[f].n; i++) PetscCall(row_time(&families[f].cases[i], &rows[f][i]));
  printf(
    "Microseconds per Newton iteration of one mG(k) element (%d elements, s = auto): all of Newton's method, then\n"
    "without the element kernel. `auto` takes dense up to n = %d, then block.\n",
    ELEMENTS, LINEAR_DENSE_MOST);
  bench_repeat_print();
  for (int f = 0; f < NFAMILIES; f++) family_print(&families[f], rows[f]);
  PetscCall(PetscFinalize());
  return 0;
}
