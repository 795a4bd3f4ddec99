/* Global solves: orders and errors of BG, windows of mG against stepping, first guesses, linear solvers, two-point boundary
 * values, condition numbers. Numbers without a source here are those of DESIGN 1.4 to 1.6. */
#include "measure.h"
#include "unity.h"

#include "base/quat.h"
#include "base/vec.h"
#include "time/gauss.h"
#include "time/lagrange.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SETS = 24, POINTS = 12, DEGREES = 8 };

static const char *const box = "problems/spinning_box.yaml", *const pendulum = "problems/physical_pendulum.yaml",
                         *const top = "problems/heavy_top.yaml";

static const char *const multipliers[] = {"discontinuous", "continuous"};
static const char *const formulation[] = {"quaternion", "director"};

/* Exact orientation of the box at t = 1, and its momentum at t = 0. */
static const double box_q1[4] = {-0.5143431909822589, 0.5687816197083293, 0.2358377974781140, 0.5969246889288708};
static const double box_p0[4] = {0.0, 0.0, 260.0, 58.0};

/* --- a run with all its nodes kept */

typedef struct {
  Model     model;
  RunStatus status;
  int       elements, k, nz, nl;
  int       seen;          /* elements shown */
  double   *z, *lambda;    /* [elements k + 1][nz], [elements][nl] at midpoints */
  char      messages[512]; /* on stderr */
} Run;

void setUp(void) {}
void tearDown(void) {}

static bool run_sample(void *context, const Sample *sample)
{
  Run      *run = context;
  const int e   = sample->element;

  TEST_ASSERT_EQUAL_INT(run->seen, e);
  run->seen++;
  TEST_ASSERT_EQUAL_INT(run->elements, sample->elements);
  vec_copy(run->nz, sample->z, run->z + e * run->k * run->nz);
  if (e == 0) return true;
  TEST_ASSERT_EQUAL_INT(run->k - 1, sample->nodes);
  vec_copy(sample->nodes * run->nz, sample->node_z, run->z + ((e - 1) * run->k + 1) * run->nz);
  vec_copy(run->nl, sample->lambda, run->lambda + (e - 1) * run->nl);
  return true;
}

/* stderr into run->messages during the solve */
static void run_quietly(Run *run, const Observer *observer)
{
  FILE     *file  = tmpfile();
  const int saved = dup(2);

  TEST_ASSERT_NOT_NULL(file);
  fflush(stderr);
  dup2(fileno(file), 2);
  const PetscErrorCode ierr =
    scheme_find(run->model.problem.method.scheme)
      ->run(&run->model.problem, &run->model.system, run->model.z, run->model.lambda, observer, &run->status);
  fflush(stderr);
  dup2(saved, 2);
  close(saved);
  rewind(file);
  run->messages[fread(run->messages, 1, sizeof run->messages - 1, file)] = '\0';
  fclose(file);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, ierr, run->messages);
}

/* Formatted assignments, separated by spaces; the verdict is in run->status. */
static void run_try(Run *run, const char *file, const char *format, va_list args)
{
  const Observer observer = {.context = run, .sample = run_sample};
  char           text[2048];
  const char    *set[SETS];
  int            nset = 0;
  FaultList      faults;

  memset(run, 0, sizeof *run);
  vsnprintf(text, sizeof text, format, args);
  for (char *word = strtok(text, " "); word && nset < SETS; word = strtok(NULL, " ")) set[nset++] = word;
  fault_init(&faults, file);
  TEST_ASSERT_EQUAL_INT(0, model_read(file, nset, set, &faults, &run->model));
  TEST_ASSERT_TRUE_MESSAGE(run->model.ready, faults.kept ? faults.text[0] : file);
  fault_clear(&faults);
  const ProblemTime *time = &run->model.problem.time;
  run->elements = time->elements != RIGEL_UNSET ? time->elements : (int)lround((time->end - time->start) / time->step);
  run->k        = run->model.problem.method.degree;
  run->nz       = run->model.system.nz;
  run->nl       = run->model.system.nl;
  run->z        = calloc((size_t)((run->elements * run->k + 1) * run->nz), sizeof *run->z);
  run->lambda   = calloc((size_t)(run->elements * run->nl + 1), sizeof *run->lambda);
  run_quietly(run, &observer);
}

static void __attribute__((format(printf, 3, 4))) run_open(Run *run, const char *file, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  run_try(run, file, format, args);
  va_end(args);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, run->status.verdict, run->status.message);
  TEST_ASSERT_EQUAL_INT(run->elements + 1, run->seen);
}

static void run_close(Run *run)
{
  free(run->z);
  free(run->lambda);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&run->model));
}

/* Largest difference of two tables [rows][columns], each column relative to its largest entry or to 1. */
static double table_difference(int rows, int columns, const double *a, const double *b)
{
  double worst = 0.0;

  for (int c = 0; c < columns; c++) {
    double size = 1.0, most = 0.0;
    for (int r = 0; r < rows; r++) {
      const double d = fabs(a[r * columns + c] - b[r * columns + c]);
      if (isnan(d)) return NAN;
      size = fmax(size, fabs(b[r * columns + c]));
      most = fmax(most, d);
    }
    worst = fmax(worst, most / size);
  }
  return worst;
}

/* All nodes, and the multipliers at midpoints. */
static void assert_same_run(const Run *a, const Run *b, const char *what)
{
  char text[300];

  TEST_ASSERT_EQUAL_INT(b->elements * b->k, a->elements * a->k);
  const double dz = table_difference(a->elements * a->k + 1, a->nz, a->z, b->z);
  const double dl = table_difference(a->elements, a->nl, a->lambda, b->lambda);
  snprintf(text, sizeof text, "%s: states differ by %.2e, multipliers by %.2e", what, dz, dl);
  TEST_ASSERT_TRUE_MESSAGE(dz <= 1e-10, text);
  TEST_ASSERT_TRUE_MESSAGE(dl <= 1e-10, text);
}

/* --- BG: orders, errors, drift */

typedef struct {
  int k, coarsest; /* elements on [0, 5] of the first of three meshes; 3/2 and 2 times as many */
} Meshes;

static void check_bg_orders(int form, int mult, const Meshes range[4])
{
  static const double expected[] = {0, 2, 2, 4, 4};

  for (int i = 0; i < 4; i++) {
    const int k = range[i].k;
    double    h[3], error[3];
    char      text[200];
    for (int m = 0; m < 3; m++) {
      const int elements = range[i].coarsest * (2 + m) / 2;
      Measured  measured;
      measure(&measured, box,
              "method.scheme=BG method.degree=%d method.multipliers=%s bodies.box.formulation=%s time.elements=%d", k,
              multipliers[mult], formulation[form], elements);
      h[m]     = 5.0 / elements;
      error[m] = measured.error.e_loc;
    }
    const double order = measure_order(3, h, error);
    snprintf(text, sizeof text, "BG(%d), %s, %s: order %.3f", k, formulation[form], multipliers[mult], order);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, expected[k], order, text);
  }
}

static void test_bg_orders_quaternion_discontinuous(void)
{
  static const Meshes range[] = {{1, 200}, {2, 200}, {3, 100}, {4, 100}};
  check_bg_orders(0, 0, range);
}

static void test_bg_orders_quaternion_continuous(void)
{
  static const Meshes range[] = {{1, 200}, {2, 200}, {3, 200}, {4, 100}};
  check_bg_orders(0, 1, range);
}

static void test_bg_orders_director_discontinuous(void)
{
  static const Meshes range[] = {{1, 200}, {2, 100}, {3, 60}, {4, 60}};
  check_bg_orders(1, 0, range);
}

/* Directors with continuous multipliers reach their order late. */
static void test_bg_orders_director_continuous(void)
{
  static const Meshes range[] = {{1, 600}, {2, 400}, {3, 200}, {4, 200}};
  check_bg_orders(1, 1, range);
}

static void test_bg_errors_of_the_independent_implementation(void)
{
  static const struct {
    int    k, elements;
    double e_loc, tolerance; /* of the digits given */
  } known[] = {{1, 400, 6.98e-3, 0.01}, {1, 800, 1.76e-3, 0.01}, {3, 200, 5.7e-8, 0.01}, {3, 400, 3.1e-9, 0.016}};

  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    Measured m;
    measure(&m, box, "method.scheme=BG method.multipliers=continuous method.degree=%d time.elements=%d", known[i].k,
            known[i].elements);
    TEST_ASSERT_DOUBLE_WITHIN(known[i].tolerance * known[i].e_loc, known[i].e_loc, m.error.e_loc);
  }
}

static void test_bg_energy_drift(void)
{
  static const double known[] = {1.3e-4, 7.9e-6, 4.8e-7};

  for (int i = 0; i < 3; i++) {
    Measured m;
    measure(&m, box, "method.scheme=BG method.degree=3 time.elements=%d", 50 << i);
    TEST_ASSERT_DOUBLE_WITHIN(0.05 * known[i], known[i], drift_relative(m.drift.H, m.drift.scale_H));
  }
}

/* Largest |Phi| of the bar's own constraint and of its joint over all nodes. */
static void test_bg_pendulum_constraints_at_nodes(void)
{
  static const double internal[] = {6.1e-4, 1.5e-4, 3.8e-5}, joint[] = {6.1e-3, 1.5e-3, 3.8e-4};

  for (int i = 0; i < 3; i++) {
    Run            run;
    InvariantMeter meter;
    double         most[2] = {0.0, 0.0};
    run_open(&run, pendulum, "method.scheme=BG method.degree=1 method.multipliers=continuous time.elements=%d",
             50 << i);
    TEST_ASSERT_TRUE(invariant_meter_create(&run.model.system, &meter));
    for (int n = 0; n <= run.elements; n++) {
      const Invariants *now = invariant_measure(&meter, 0.0, run.z + n * run.nz);
      for (int g = 0; g < 2; g++) most[g] = fmax(most[g], now->group[2 * g]);
    }
    invariant_meter_destroy(&meter);
    run_close(&run);
    TEST_ASSERT_DOUBLE_WITHIN(0.05 * internal[i], internal[i], most[0]);
    TEST_ASSERT_DOUBLE_WITHIN(0.05 * joint[i], joint[i], most[1]);
  }
}

/* --- BG: constraints in the mean */

typedef struct {
  double average, moment, node; /* largest of int Theta dxi, int Theta (2 xi - 1) dxi, |Theta| at nodes; in units */
} Means;

/* Theta at a state, each row in its natural unit; theta[nl] */
static void theta_at(const System *sys, SystemWork *work, const double *z, double *theta)
{
  double     *rate = calloc((size_t)sys->nz, sizeof *rate), *zero = calloc((size_t)(sys->nz + sys->nl), sizeof *zero);
  double     *theta_v = calloc((size_t)sys->nl + 1, sizeof *theta_v);
  SystemPoint point   = {.rate = rate, .theta = theta, .theta_v = theta_v};

  system_evaluate(sys, z, zero, zero, work, &point);
  for (int j = 0; j < sys->nl; j++) theta[j] /= sys->scale_theta[j];
  free(rate);
  free(zero);
  free(theta_v);
}

static void means_measure(const Run *run, Means *means)
{
  const System *sys = &run->model.system;
  const int     k = run->k, nz = run->nz, nl = run->nl;
  double        xi[POINTS], weight[POINTS], node[DEGREES + 1], shape[DEGREES + 1];
  double       *z = calloc((size_t)nz, sizeof *z), *theta = calloc((size_t)nl, sizeof *theta),
         *sum = calloc(2 * (size_t)nl, sizeof *sum);
  SystemWork work;

  memset(means, 0, sizeof *means);
  TEST_ASSERT_TRUE(system_work_create(sys, &work));
  gauss_legendre(POINTS, xi, weight);
  for (int i = 0; i <= k; i++) node[i] = (double)i / k;
  for (int e = 0; e < run->elements; e++) {
    vec_zero(2 * nl, sum);
    for (int g = 0; g < POINTS; g++) {
      lagrange(k + 1, node, xi[g], shape, NULL);
      vec_zero(nz, z);
      for (int i = 0; i <= k; i++) vec_add(nz, shape[i], run->z + (e * k + i) * nz, z);
      theta_at(sys, &work, z, theta);
      vec_add(nl, weight[g], theta, sum);
      vec_add(nl, weight[g] * (2.0 * xi[g] - 1.0), theta, sum + nl);
    }
    means->average = fmax(means->average, vec_max(nl, sum));
    means->moment  = fmax(means->moment, vec_max(nl, sum + nl));
  }
  for (int n = 0; n <= run->elements; n++) {
    theta_at(sys, &work, run->z + n * k * nz, theta);
    means->node = fmax(means->node, vec_max(nl, theta));
  }
  system_work_destroy(&work);
  free(z);
  free(theta);
  free(sum);
}

/* P^{k-1} holds the constants, and from k = 2 on the first moment. */
static void test_bg_constraints_hold_in_the_mean(void)
{
  static const char *const files[] = {"problems/spinning_box.yaml", "problems/physical_pendulum.yaml"};

  for (int f = 0; f < 4; f++)
    for (int k = 1; k <= 3; k++) {
      Run   run;
      Means means;
      char  text[200];
      run_open(&run, files[f / 2],
               "method.scheme=BG method.degree=%d bodies.0.formulation=%s time.end=1 time.elements=20", k,
               formulation[f % 2]);
      means_measure(&run, &means);
      snprintf(text, sizeof text, "%s, %s, k = %d: average %.2e, moment %.2e, nodes %.2e", files[f / 2],
               formulation[f % 2], k, means.average, means.moment, means.node);
      TEST_ASSERT_TRUE_MESSAGE(means.average < 1e-13, text);
      TEST_ASSERT_TRUE_MESSAGE(k == 1 || means.moment < 1e-13, text);
      TEST_ASSERT_TRUE_MESSAGE(means.node > 1e-8, text);
      run_close(&run);
    }
}

/* --- windows of mG are stepping */

static void check_windows(const char *file, const char *set)
{
  static const char *const windows[] = {"2", "3", "7", "all"};

  for (int f = 0; f < 2; f++)
    for (int k = 1; k <= 3; k++) {
      Run stepping;
      run_open(&stepping, file, "%s bodies.0.formulation=%s method.degree=%d", set, formulation[f], k);
      for (int w = 0; w < 4; w++) {
        Run  run;
        char text[200];
        run_open(&run, file, "%s bodies.0.formulation=%s method.degree=%d method.window=%s", set, formulation[f], k,
                 windows[w]);
        snprintf(text, sizeof text, "%s, %s, k = %d, window %s", file, formulation[f], k, windows[w]);
        assert_same_run(&run, &stepping, text);
        run_close(&run);
      }
      run_close(&stepping);
    }
}

static void test_windows_equal_stepping_box(void)
{
  check_windows(box, "time.end=2 time.elements=40");
}

static void test_windows_equal_stepping_pendulum(void)
{
  check_windows(pendulum, "time.end=2 time.elements=20");
}

static void test_windows_equal_stepping_top(void)
{
  /* the published inertia is that of a flat body, which directors refuse */
  check_windows(top, "time.end=0.04 time.elements=20 bodies.0.inertia=[0.3,0.46875,0.3]");
}

/* --- first guesses, scaling, linear solvers */

static void test_guess_constant_on_a_short_interval(void)
{
  static const char *const schemes[] = {"method.scheme=BG", "method.scheme=BG method.multipliers=continuous",
                                        "method.scheme=mG method.window=all"};

  for (int i = 0; i < 3; i++) {
    Run constant, stepping;
    run_open(&constant, box, "%s solver.guess=constant time.end=0.5", schemes[i]);
    TEST_ASSERT_EQUAL_STRING_MESSAGE("", constant.messages, schemes[i]); /* not grown */
    run_open(&stepping, box, "%s solver.guess=stepping time.end=0.5", schemes[i]);
    assert_same_run(&constant, &stepping, schemes[i]);
    run_close(&constant);
    run_close(&stepping);
  }
}

static void test_guess_grow(void)
{
  for (int m = 0; m < 2; m++) {
    Run grow, stepping;
    run_open(&grow, box, "method.scheme=BG method.multipliers=%s solver.guess=grow time.end=1 time.step=0.05",
             multipliers[m]);
    run_open(&stepping, box, "method.scheme=BG method.multipliers=%s solver.guess=stepping time.end=1 time.step=0.05",
             multipliers[m]);
    assert_same_run(&grow, &stepping, "grow");
    run_close(&grow);
    run_close(&stepping);
  }
}

static void test_guess_stepping_takes_few_iterations(void)
{
  for (int f = 0; f < 2; f++)
    for (int m = 0; m < 2; m++)
      for (int k = 1; k <= 3; k++)
        for (int long_one = 0; long_one < 2; long_one++) {
          Run  run;
          char text[200];
          run_open(&run, box,
                   "method.scheme=BG method.multipliers=%s method.degree=%d bodies.box.formulation=%s time.end=%d "
                   "time.elements=%d",
                   multipliers[m], k, formulation[f], long_one ? 5 : 1, long_one ? 200 : 20);
          snprintf(text, sizeof text, "BG(%d), %s, %s: %d iterations", k, formulation[f], multipliers[m],
                   run.status.most_iterations);
          TEST_ASSERT_EQUAL_STRING_MESSAGE("", run.messages, text);
          TEST_ASSERT_TRUE_MESSAGE(run.status.most_iterations <= 9, text);
          run_close(&run);
        }
}

/* Systems for which scaling and linear solvers must not matter. */
static const struct {
  const char *file, *set;
} systems[] = {
  {"problems/spinning_box.yaml", "method.scheme=BG method.degree=1 time.end=1"},
  {"problems/spinning_box.yaml", "method.scheme=BG method.degree=2 method.multipliers=continuous time.end=1"},
  {"problems/spinning_box.yaml", "method.scheme=BG method.degree=3 bodies.0.formulation=director time.end=1"},
  {"problems/spinning_box.yaml", "method.window=all method.degree=2 time.end=1"},
  {"problems/physical_pendulum.yaml", "method.scheme=BG method.degree=2 method.multipliers=continuous time.end=2"},
  {"problems/physical_pendulum.yaml", "method.window=all method.degree=3 bodies.0.formulation=director time.end=2"},
};
enum { NSYSTEMS = sizeof systems / sizeof systems[0] };

static void test_scaling_does_not_matter(void)
{
  for (int i = 0; i < NSYSTEMS; i++) {
    Run natural, none;
    run_open(&natural, systems[i].file, "%s solver.scaling=natural", systems[i].set);
    run_open(&none, systems[i].file, "%s solver.scaling=none", systems[i].set);
    assert_same_run(&none, &natural, systems[i].set);
    run_close(&natural);
    run_close(&none);
  }
}

static void test_linear_solvers_agree(void)
{
  static const char *const linear[] = {"block", "band", "umfpack", "klu", "mumps", "superlu"};

  for (int i = 0; i < NSYSTEMS; i++) {
    Run dense;
    run_open(&dense, systems[i].file, "%s solver.linear=dense", systems[i].set);
    for (int l = 0; l < 6; l++) {
      Run  run;
      char text[200];
      run_open(&run, systems[i].file, "%s solver.linear=%s", systems[i].set, linear[l]);
      snprintf(text, sizeof text, "%s, %s", systems[i].set, linear[l]);
      TEST_ASSERT_EQUAL_STRING_MESSAGE(linear[l], run.status.linear, text);
      assert_same_run(&run, &dense, text);
      run_close(&run);
    }
    run_close(&dense);
  }
}

/* A mesh that is too coarse for its interval ends with a verdict and advice, not with an error. */
static void test_no_reachable_solution(void)
{
  Measured          m;
  const char *const set[] = {"method.scheme=BG", "time.step=0.25", "time.end=5", "solver.max_iterations=12", NULL};

  measure_file(box, set, &m);
  TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, m.status.verdict);
  TEST_ASSERT_NOT_NULL(strstr(m.status.message, "too coarse"));
}

/* --- two-point boundary values */

#define BOX_ENDS                                                                                                       \
  "time.end=1 solver.guess=stepping boundary.start.box.position=[0,0,0] boundary.start.box.orientation=[1,0,0,0] "     \
  "boundary.end.box.position=[0,0,0] "

static double momentum_error(const Run *run)
{
  double sum = 0.0;
  for (int i = 0; i < 4; i++) sum += pow(run->z[10 + i] - box_p0[i], 2.0);
  return sqrt(sum) / sqrt(260.0 * 260.0 + 58.0 * 58.0);
}

static void check_boundary_order(const char *method, int k, double expected, const char *end)
{
  double h[4], error[4];
  char   text[300];

  for (int m = 0; m < 4; m++) {
    const int elements = (k == 1 ? 20 : 10) << m;
    Run       run;
    run_open(&run, box, BOX_ENDS "%s method.degree=%d time.elements=%d %s", method, k, elements, end);
    h[m]     = 1.0 / elements;
    error[m] = momentum_error(&run);
    run_close(&run);
  }
  const double order = measure_order(4, h, error);
  snprintf(text, sizeof text, "%s, k = %d: order %.3f, errors %.2e %.2e %.2e %.2e", method, k, order, error[0],
           error[1], error[2], error[3]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, expected, order, text);
}

/* boundary.end.box.orientation=[..] at t = 1 */
static const char *box_end(void)
{
  static char text[200];
  snprintf(text, sizeof text, "boundary.end.box.orientation=[%.17g,%.17g,%.17g,%.17g]", box_q1[0], box_q1[1], box_q1[2],
           box_q1[3]);
  return text;
}

static void test_boundary_orders_mg(void)
{
  for (int k = 1; k <= 3; k++) check_boundary_order("method.window=all", k, 2.0 * k, box_end());
}

static void test_boundary_orders_bg(void)
{
  static const double expected[] = {0, 2, 2, 4};
  for (int k = 1; k <= 3; k++) check_boundary_order("method.scheme=BG", k, expected[k], box_end());
}

/* J Omega' = J Omega x Omega by Runge's classical method */
static void euler_rate(const double w[3], double rate[3])
{
  static const double J[3] = {5.0, 26.0, 29.0};
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    rate[i] = (J[j] - J[k]) * w[j] * w[k] / J[i];
  }
}

static void euler_solve(double t, double w[3])
{
  const int    n = 20000;
  const double h = t / n;

  for (int s = 0; s < n; s++) {
    double rate[4][3], at[3];
    euler_rate(w, rate[0]);
    for (int stage = 1; stage < 4; stage++) {
      for (int i = 0; i < 3; i++) at[i] = w[i] + (stage < 3 ? 0.5 : 1.0) * h * rate[stage - 1][i];
      euler_rate(at, rate[stage]);
    }
    for (int i = 0; i < 3; i++) w[i] += h / 6.0 * (rate[0][i] + 2.0 * (rate[1][i] + rate[2][i]) + rate[3][i]);
  }
}

static void test_boundary_orders_with_angular_velocity_at_the_end(void)
{
  double omega[3] = {0.0, 5.0, 1.0};
  char   end[200];

  euler_solve(1.0, omega);
  snprintf(end, sizeof end, "boundary.end.box.angular_velocity=[%.17g,%.17g,%.17g]", omega[0], omega[1], omega[2]);
  for (int k = 1; k <= 3; k++) check_boundary_order("method.window=all", k, 2.0 * k, end);
}

/* |component of the rotation from q to the wanted one| */
static double turn_between(const double *q, const double wanted[4])
{
  double r[4];
  quat_multiply_conjugate(wanted, q, r);
  return 2.0 * vec_norm(3, r + 1);
}

static void check_conserved(const Run *run, double tolerance)
{
  InvariantMeter meter;
  Drift          drift;

  drift_init(&run->model.system, &drift);
  TEST_ASSERT_TRUE(invariant_meter_create(&run->model.system, &meter));
  for (int n = 0; n <= run->elements; n++)
    drift_add(&drift, invariant_measure(&meter, 0.0, run->z + n * run->k * run->nz));
  invariant_meter_destroy(&meter);
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift_relative(drift.H, drift.scale_H));
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(tolerance, 0.0, drift.psi_scaled);
}

/* The ends of the box's problem are met, energy and constraints are kept; every linear solver finds the same. */
static void test_boundary_values_of_the_box_are_met(void)
{
  static const char *const linear[] = {"dense", "block", "band", "umfpack", "klu", "mumps", "superlu"};
  Run                      first;

  for (int l = 0; l < 7; l++) {
    Run run;
    run_open(&run, box, BOX_ENDS "method.window=all method.degree=2 time.elements=20 solver.linear=%s %s", linear[l],
             box_end());
    TEST_ASSERT_EQUAL_STRING(linear[l], run.status.linear);
    const double start[4] = {1, 0, 0, 0};
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, turn_between(run.z + 3, start));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, turn_between(run.z + run.elements * run.k * run.nz + 3, box_q1));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, vec_max(3, run.z));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, vec_max(3, run.z + run.elements * run.k * run.nz));
    check_conserved(&run, 1e-12);
    if (l == 0) first = run;
    else {
      assert_same_run(&run, &first, linear[l]);
      run_close(&run);
    }
  }
  run_close(&first);
}

/* mG in directors, and without scaling: the same problem. */
static void test_boundary_values_in_directors(void)
{
  for (int scaled = 0; scaled < 2; scaled++) {
    Run    run;
    double R[9];
    run_open(&run, box,
             BOX_ENDS "method.window=all method.degree=2 time.elements=20 bodies.0.formulation=director "
                      "solver.scaling=%s %s",
             scaled ? "natural" : "none", box_end());
    quat_to_matrix(box_q1, (double(*)[3])R);
    const double *end = run.z + run.elements * run.k * run.nz;
    for (int d = 0; d < 3; d++)
      for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, R[3 * x + d], end[3 + 3 * d + x]);
    check_conserved(&run, 1e-12);
    run_close(&run);
  }
}

/* The bar turns from the horizontal by -0.9 about e1 and a little out of its plane. */
static void test_boundary_values_of_the_pendulum(void)
{
  const double theta[3] = {-0.9, 0.05, 0.1}, start[4] = {1, 0, 0, 0};
  double       q[4];

  quat_exp(theta, q);
  for (int k = 1; k <= 3; k++) {
    Run run;
    run_open(&run, pendulum,
             "method.window=all method.degree=%d time.end=1 time.elements=20 solver.guess=stepping "
             "boundary.start.bar.orientation=[1,0,0,0] boundary.end.bar.orientation=[%.17g,%.17g,%.17g,%.17g]",
             k, q[0], q[1], q[2], q[3]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, turn_between(run.z + 3, start));
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, 0.0, turn_between(run.z + run.elements * run.k * run.nz + 3, q));
    check_conserved(&run, 1e-12);
    run_close(&run);
  }
}

/* --- condition numbers */

static void test_condition_of_bg_in_the_scaling_of_the_paper(void)
{
  double h[6], paper[6], solved[6];
  char   text[300];

  for (int i = 0; i < 6; i++) {
    Measured m;
    measure(&m, box,
            "method.scheme=BG method.multipliers=continuous method.psi=full time.end=1 time.elements=%d "
            "solver.condition=true",
            16 << i);
    h[i]      = 1.0 / (16 << i);
    paper[i]  = m.condition_paper;
    solved[i] = m.condition;
  }
  const double slope = -log(paper[5] / paper[3]) / log(h[3] / h[5]);
  snprintf(text, sizeof text, "slope %.3f; paper %.2e .. %.2e, as solved %.2e .. %.2e", slope, paper[0], paper[5],
           solved[0], solved[5]);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.1, -1.0, slope, text);
  /* a chain of n elements is no better than n, like any difference quotient over a fixed interval; not worse either */
  for (int i = 0; i < 6; i++) TEST_ASSERT_TRUE_MESSAGE(solved[i] * h[i] < 40.0, text);
}

static void test_condition_of_an_mg_element(void)
{
  double paper[3], solved[3];

  for (int i = 0; i < 3; i++) {
    const double h = pow(10.0, -3 - i);
    Measured     m;
    measure(&m, box, "method.psi=full time.end=%.17g time.elements=3 solver.condition=true", 3.0 * h);
    paper[i]  = m.condition_paper;
    solved[i] = m.condition;
    TEST_ASSERT_TRUE(m.condition < 10.0);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.1, -1.7, -log10(paper[1] / paper[0]));
  TEST_ASSERT_DOUBLE_WITHIN(0.1, -2.0, -log10(paper[2] / paper[1]));
  TEST_ASSERT_DOUBLE_WITHIN(0.1, solved[0], solved[2]);
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_bg_orders_quaternion_discontinuous);
  RUN_TEST(test_bg_orders_quaternion_continuous);
  RUN_TEST(test_bg_orders_director_discontinuous);
  RUN_TEST(test_bg_orders_director_continuous);
  RUN_TEST(test_bg_errors_of_the_independent_implementation);
  RUN_TEST(test_bg_energy_drift);
  RUN_TEST(test_bg_pendulum_constraints_at_nodes);
  RUN_TEST(test_bg_constraints_hold_in_the_mean);
  RUN_TEST(test_windows_equal_stepping_box);
  RUN_TEST(test_windows_equal_stepping_pendulum);
  RUN_TEST(test_windows_equal_stepping_top);
  RUN_TEST(test_guess_constant_on_a_short_interval);
  RUN_TEST(test_guess_grow);
  RUN_TEST(test_guess_stepping_takes_few_iterations);
  RUN_TEST(test_scaling_does_not_matter);
  RUN_TEST(test_linear_solvers_agree);
  RUN_TEST(test_no_reachable_solution);
  RUN_TEST(test_boundary_orders_mg);
  RUN_TEST(test_boundary_orders_bg);
  RUN_TEST(test_boundary_orders_with_angular_velocity_at_the_end);
  RUN_TEST(test_boundary_values_of_the_box_are_met);
  RUN_TEST(test_boundary_values_in_directors);
  RUN_TEST(test_boundary_values_of_the_pendulum);
  RUN_TEST(test_condition_of_bg_in_the_scaling_of_the_paper);
  RUN_TEST(test_condition_of_an_mg_element);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}
