/* A window's residual by node, its condition number in plain units, and its matrix with a weak start. Runs on any number of ranks. */
#include "base/vec.h"
#include "run/model.h"
#include "scheme/window/window_run.h"
#include "unity.h"

#include <math.h>
#include <petscblaslapack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETS = 24, MOST = 200 };

static const char *const box = "problems/spinning_box.yaml";

typedef struct {
  Model     model;
  Boundary  boundary;
  Observer  observer;
  RunStatus status;
  WindowRun run;
  Window    window;
} Case;

void setUp(void) {}
void tearDown(void) {}

static bool sample_ignore(void *context, const Sample *sample)
{
  (void)context, (void)sample;
  return true;
}

/* The window over all elements of the box with these assignments, separated by spaces, and its first guess. */
static void case_open(Case *c, MPI_Comm comm, const char *assignments)
{
  char        text[1024];
  const char *set[SETS];
  int         nset = 0;
  FaultList   faults;
  RunVerdict  guess = RUN_DONE;

  memset(c, 0, sizeof *c);
  snprintf(text, sizeof text, "%s", assignments);
  for (char *word = strtok(text, " "); word && nset < SETS; word = strtok(NULL, " ")) set[nset++] = word;
  fault_init(&faults, box);
  TEST_ASSERT_EQUAL_INT(0, model_read(box, nset, set, &faults, &c->model));
  TEST_ASSERT_TRUE_MESSAGE(c->model.ready, faults.kept ? faults.text[0] : assignments);
  c->observer = (Observer){.sample = sample_ignore};
  c->run      = (WindowRun){.problem  = &c->model.problem,
                            .system   = &c->model.system,
                            .observer = &c->observer,
                            .comm     = comm,
                            .z        = c->model.z,
                            .lambda   = c->model.lambda,
                            .status   = &c->status};
  MPI_Comm_rank(comm, &c->run.rank);
  MPI_Comm_size(comm, &c->run.size);
  TEST_ASSERT_TRUE(mesh_create(&c->model.problem.time, &c->run.mesh));
  const bool given = c->model.problem.boundary.given;
  TEST_ASSERT_TRUE(!given || boundary_create(&c->model.problem, &c->model.system, &faults, &c->boundary));
  TEST_ASSERT_EQUAL_INT(0, window_create(&c->model.problem, &c->model.system, given ? &c->boundary : NULL, comm, 0,
                                         c->run.mesh.n, &c->window));
  TEST_ASSERT_EQUAL_INT(0, given
                             ? boundary_values_guess(&c->run, &c->window, &c->model.problem.boundary, GUESS_STEPPING)
                             : window_guess(&c->run, &c->window, GUESS_STEPPING, &guess));
  TEST_ASSERT_EQUAL_INT(RUN_DONE, guess);
  fault_clear(&faults);
}

static void case_close(Case *c)
{
  TEST_ASSERT_EQUAL_INT(0, window_destroy(&c->window));
  mesh_destroy(&c->run.mesh);
  boundary_destroy(&c->boundary);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&c->model));
}

/* --- where a residual is stuck */

/* Adds to one entry of a node, wherever it is. */
static void node_shift(Window *w, int node, int entry, double by)
{
  const int i = node - w->e0 * w->k;
  if (i >= 1 && i < w->nodes) w->z[i * w->nz + entry] += by;
}

/* An mG element feels a shift of either of its end nodes: that of node n (k = 1) shows in elements n and n + 1, from t_{n-1} to
 * t_{n+1}. A second one that is a thousand times smaller does not count. */
static void test_the_residual_is_stuck_where_nodes_are_wrong(void)
{
  const NewtonStatus newton = {.reason = NEWTON_STALLED, .residual = 1.0, .iterations = 3};
  Case               c;

  for (int both = 0; both < 2; both++) {
    case_open(&c, PETSC_COMM_WORLD, "method.window=all time.end=2 time.elements=20");
    Window *w = &c.window;
    node_shift(w, 6, 10, 1.0);
    node_shift(w, 13, 10, both ? 1.0 : 1e-3);
    window_pack(w, w->x);
    TEST_ASSERT_EQUAL_INT(0, VecPlaceArray(w->newton.x, w->x));
    TEST_ASSERT_EQUAL_INT(0, SNESComputeFunction(w->newton.snes, w->newton.x, w->newton.r));
    TEST_ASSERT_EQUAL_INT(0, VecResetArray(w->newton.x));
    TEST_ASSERT_EQUAL_INT(0, window_explain(w, &newton, &c.status));
    TEST_ASSERT_NOT_NULL_MESSAGE(
      strstr(c.status.message, both ? "stuck from t = 0.5 to 1.4)" : "stuck from t = 0.5 to 0.7)"), c.status.message);
    case_close(&c);
  }
}

/* --- the condition number in plain units */

/* All equations of a window on one rank in plain units, in any order: boundary values as they are given, the elements' rows as
 * integrated in dt, those of z multiplied by z_rows. */
static int plain_residual(Window *w, double z_rows, double *r)
{
  const Boundary *b   = w->boundary;
  const int       all = window_block(w, w->count * w->k + 1);
  double          gradient[BODY_NZ], at_node[MOST] = {0.0};
  int             n = 0;

  TEST_ASSERT_TRUE(all <= MOST);
  for (int e = 0; e < w->count; e++) {
    ElementState state;
    kernel_residual(&w->kernel, window_element(w, e, &state), w->r_z, w->r_l);
    for (int a = 0; a < w->element.ntest; a++)
      vec_add(w->nz, z_rows, w->r_z + a * w->nz, at_node + window_block(w, e * w->k + a + (w->bubnov ? 0 : 1)));
    for (int m = 0; m < w->element.nmult; m++)
      vec_add(w->nl, 1.0, w->r_l + m * w->nl, at_node + window_block(w, e * w->k + m + 1) + w->nz);
  }
  for (int i = w->bubnov ? 0 : w->nz; i < all; i++) {
    bool fixed = false;
    for (int f = 0; f < b->nfixed; f++)
      fixed = fixed || i == window_block(w, b->fixed[f].at == AT_START ? 0 : w->count * w->k) + b->fixed[f].row;
    if (!fixed) r[n++] = at_node[i];
  }
  for (int f = 0; f < b->nfixed; f++)
    r[n++] = w->z[(b->fixed[f].at == AT_START ? 0 : w->count * w->k) * w->nz + b->fixed[f].col] - b->fixed[f].value;
  for (int i = 0; i < b->nconditions; i++)
    r[n++] = condition_value(w->system, &b->conditions[i],
                             w->z + (b->conditions[i].at == AT_START ? 0 : w->count * w->k) * w->nz, gradient);
  if (!w->bubnov) {
    SystemPoint point = {.rate = w->kernel.rate, .theta = w->kernel.theta, .theta_v = w->kernel.theta_v};
    system_evaluate(w->system, w->z, w->zero, w->kernel.lambda, &w->kernel.work, &point);
    for (int j = 0; j < w->nl; j++) r[n++] = point.theta[j];
  }
  return n;
}

/* Unknown i in plain units. */
static double *plain_unknown(Window *w, int i)
{
  if (i < w->head) return &w->z[i];
  const int node = 1 + (i - w->head) / w->block, j = (i - w->head) % w->block;
  return j < w->nz ? &w->z[node * w->nz + j] : &w->lambda[(node - (w->continuous ? 0 : 1)) * w->nl + j - w->nz];
}

/* sigma_max / sigma_min of the matrix by central differences: all residuals are polynomials of degree 5 at most. */
static double plain_condition(Window *w, double z_rows)
{
  static double a[MOST * MOST], more[MOST], less[MOST], s[MOST], work[10 * MOST];
  PetscBLASInt  n = window_block(w, w->count * w->k + 1), lwork = 10 * MOST, one = 1, info;

  for (int j = 0; j < n; j++) {
    double      *x   = plain_unknown(w, j);
    const double was = *x, by = 1e-3 * fmax(1.0, fabs(was));
    double       slope[2][MOST];
    for (int half = 0; half < 2; half++) { /* two steps, for fourth order */
      const double d = by / (1 + half);
      *x             = was + d;
      TEST_ASSERT_EQUAL_INT(n, plain_residual(w, z_rows, more));
      *x = was - d;
      plain_residual(w, z_rows, less);
      for (int i = 0; i < n; i++) slope[half][i] = (more[i] - less[i]) / (2.0 * d);
    }
    *x = was;
    for (int i = 0; i < n; i++) a[i + j * n] = (4.0 * slope[1][i] - slope[0][i]) / 3.0;
  }
  LAPACKgesvd_("N", "N", &n, &n, a, &n, s, NULL, &one, NULL, &one, work, &lwork, &info);
  TEST_ASSERT_EQUAL_INT(0, info);
  return s[0] / s[n - 1];
}

static void check_plain_condition(const char *method)
{
  Case         c;
  NewtonStatus newton;
  SolveRecord  solved = {.condition = NAN};
  char         text[512];

  snprintf(text, sizeof text,
           "time.end=0.3 time.elements=3 boundary.start.box.position=[0,0,0] boundary.end.box.position=[3,1,2] "
           "boundary.start.box.orientation=[1,0,0,0] boundary.end.box.orientation=[0.8,0,0.6,0] %s",
           method);
  case_open(&c, PETSC_COMM_SELF, text);
  for (int n = 0; n < 2; n++) { /* the second one leaves the matrix at the solution */
    TEST_ASSERT_EQUAL_INT(0, window_solve(&c.window, &newton));
    TEST_ASSERT_TRUE_MESSAGE(newton_ok(&newton), method);
  }
  TEST_ASSERT_EQUAL_INT(0, window_condition(&c.window, &solved));
  const double weak  = plain_condition(&c.window, 1.0);
  const double paper = c.window.bubnov ? weak : plain_condition(&c.window, 1.0 / c.window.mesh.h);
  snprintf(text, sizeof text, "%s: found %.9e and %.9e, plain %.9e and %.9e", method, solved.condition_paper,
           solved.condition_weak, paper, weak);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * paper, paper, solved.condition_paper, text);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * weak, weak, solved.condition_weak, text);
  case_close(&c);
}

static void test_condition_in_plain_units(void)
{
  check_plain_condition("method.window=all");
  check_plain_condition("method.window=all solver.scaling=none");
  check_plain_condition("method.window=all method.degree=2");
  check_plain_condition("method.scheme=BG");
  check_plain_condition("method.scheme=BG solver.scaling=none");
  check_plain_condition("method.scheme=BG method.degree=2");
}

/* --- the matrix with a weak start */

/* The matrix of a window against differences of fourth order, away from the solution. */
static void check_matrix(const char *assignments, int count)
{
  static double a[MOST * MOST], more[MOST], less[MOST], x[MOST];
  Case          c;
  char          text[200];

  case_open(&c, PETSC_COMM_SELF, assignments);
  if (count < c.run.mesh.n) { /* one of several windows */
    TEST_ASSERT_EQUAL_INT(0, window_destroy(&c.window));
    TEST_ASSERT_EQUAL_INT(0,
                          window_create(&c.model.problem, &c.model.system, NULL, PETSC_COMM_SELF, 0, count, &c.window));
    RunVerdict guess;
    TEST_ASSERT_EQUAL_INT(0, window_guess(&c.run, &c.window, GUESS_STEPPING, &guess));
  }
  Window   *w        = &c.window;
  const int n        = w->n;
  const int nentries = (w->e1 - w->e0) * w->nelement + w->nextra;
  TEST_ASSERT_TRUE(n <= MOST);
  double *value = calloc((size_t)nentries, sizeof *value);
  vec_copy(w->nz, c.model.z, w->given);
  window_tail_guess(w);
  for (int i = 0; i < w->nl; i++) w->kappa[i] = 3.0 + i;
  window_pack(w, x);
  for (int i = 0; i < n; i++) x[i] += 0.01 * sin(1.0 + 7.0 * i);
  memset(a, 0, sizeof a);
  const NewtonEquations equations = window_equations(w);
  equations.jacobian(equations.context, x, value);
  for (int e = 0; e < nentries; e++)
    if (w->row[e] >= 0 && w->col[e] >= 0) a[w->row[e] * n + w->col[e]] += value[e];
  for (int j = 0; j < n; j++) {
    const double was = x[j];
    double       slope[2][MOST];
    for (int half = 0; half < 2; half++) {
      const double d = 1e-3 / (1 + half);
      x[j]           = was + d;
      window_residual(w, x, more);
      x[j] = was - d;
      window_residual(w, x, less);
      for (int i = 0; i < n; i++) slope[half][i] = (more[i] - less[i]) / (2.0 * d);
    }
    x[j] = was;
    for (int i = 0; i < n; i++) {
      const double slopes = (4.0 * slope[1][i] - slope[0][i]) / 3.0;
      snprintf(text, sizeof text, "%s: row %d, column %d of %d", assignments, i, j, n);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-8 * fmax(1.0, fabs(slopes)), slopes, a[i * n + j], text);
    }
  }
  free(value);
  case_close(&c);
}

static void test_matrix_with_a_weak_start(void)
{
  static const char *const more[] = {"", "method.multipliers=continuous", "method.degree=2", "solver.scaling=none"};

  for (int i = 0; i < 4; i++) {
    char text[512];
    snprintf(text, sizeof text, "method.scheme=BG method.start=weak time.end=0.3 time.elements=3 %s", more[i]);
    check_matrix(text, 3);
    snprintf(text, sizeof text, "method.scheme=BG method.start=weak time.end=0.6 time.elements=6 method.window=3 %s",
             more[i]);
    if (!strstr(more[i], "continuous"))
      check_matrix(text, 3); /* several windows are rejected with continuous multipliers */
    snprintf(text, sizeof text,
             "method.scheme=BG method.start=weak time.end=0.3 time.elements=3 boundary.start.box.position=[0,0,0] "
             "boundary.end.box.position=[3,1,2] boundary.start.box.orientation=[1,0,0,0] "
             "boundary.end.box.orientation=[0.8,0,0.6,0] %s",
             more[i]);
    check_matrix(text, 3);
  }
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_the_residual_is_stuck_where_nodes_are_wrong);
  RUN_TEST(test_condition_in_plain_units);
  RUN_TEST(test_matrix_with_a_weak_start);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}
