/* The library as a backend: problems in memory, loads by functions, trajectories, equations. */
#include "rigel/petsc.h"
#include "scheme/scheme.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static RigelModel *model_open(const RigelProblem *problem)
{
  RigelModel *model;
  char        message[2000];

  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_model_create(problem, &model, message, sizeof message), message);
  return model;
}

/* A body on two legs: position and rotation start with full rates. */
static RigelProblem *box_problem(void)
{
  const double  J[3] = {0.4, 0.5, 0.2}, x[3] = {1.0, 0.2, -0.3}, omega[3] = {1.0, 2.0, -0.5};
  RigelProblem *p;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(NULL, &p));
  rigel_problem_set(p, "time", "{start: 0, end: 0.5}");
  rigel_problem_set_number(p, "time.elements", 5);
  rigel_problem_set(p, "method", "{scheme: mG, degree: 2}");
  rigel_problem_add(p, "bodies", "box");
  rigel_problem_set_number(p, "bodies.box.mass", 7.0);
  rigel_problem_set_number(p, "bodies.box.mass", 2.0); /* the last one counts */
  rigel_problem_set_vector(p, "bodies.box.inertia", 3, J);
  rigel_problem_set_vector(p, "bodies.box.position", 3, x);
  rigel_problem_set_vector(p, "bodies.box.angular_velocity", 3, omega);
  return p;
}

/* A spring at the point X of a body to the point P of space, and its damper. */
typedef struct {
  double k, c, length, X[3], P[3];
} Leg;

static void leg_gap(const Leg *leg, const double *f, double u[3])
{
  for (int i = 0; i < 3; i++) {
    u[i] = f[i] - leg->P[i];
    for (int a = 0; a < 3; a++) u[i] += leg->X[a] * f[3 + 3 * a + i];
  }
}

static double leg_part(const Leg *leg, int a)
{
  return a == 0 ? 1.0 : leg->X[a - 1];
}

static double leg_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const Leg *leg = context;
  double     u[3];

  leg_gap(leg, f, u);
  const double r = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), s = leg->k * (r - leg->length) / r;
  for (int a = 0; gradient && a < 4; a++)
    for (int i = 0; i < 3; i++) gradient[3 * a + i] = leg_part(leg, a) * s * u[i];
  for (int a = 0; hessian && a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          hessian[(3 * a + i) * 12 + 3 * b + j] =
            leg_part(leg, a) * leg_part(leg, b) *
            ((i == j ? s : 0.0) + leg->k * leg->length / (r * r * r) * u[i] * u[j]);
  return 0.5 * leg->k * (r - leg->length) * (r - leg->length);
}

static double leg_wrong(void *context, const double *f, double *gradient, double *hessian)
{
  const double V = leg_potential(context, f, gradient, hessian);

  if (gradient) gradient[4] += 1e-4;
  if (hessian) hessian[17] += 1e-4;
  return V;
}

/* A force -c (1 + t) xdot at the point, linear in fdot; plus something of f. */
static void leg_drag(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                     double *d_fdot)
{
  const Leg *leg = context;

  if (d_f) memset(d_f, 0, 144 * sizeof *d_f);
  if (d_fdot) memset(d_fdot, 0, 144 * sizeof *d_fdot);
  for (int a = 0; a < 4; a++)
    for (int i = 0; i < 3; i++) {
      double v = 0.0;
      for (int b = 0; b < 4; b++) v += leg_part(leg, b) * fdot[3 * b + i];
      force[3 * a + i] = -leg->c * (1.0 + t) * leg_part(leg, a) * v + 0.1 * f[i] * leg_part(leg, a);
      for (int b = 0; d_fdot && b < 4; b++)
        d_fdot[(3 * a + i) * 12 + 3 * b + i] = -leg->c * (1.0 + t) * leg_part(leg, a) * leg_part(leg, b);
      if (d_f) d_f[(3 * a + i) * 12 + i] = 0.1 * leg_part(leg, a);
    }
}

static Leg leg = {.k = 20.0, .c = 1.5, .length = 0.4, .X = {0.2, 0.1, -0.1}, .P = {0.0, 1.0, 0.0}};

static void run_end(const RigelProblem *problem, double end[14])
{
  RigelModel      *model = model_open(problem);
  RigelTrajectory *tr;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(14, rigel_model_states(model));
  memcpy(end, rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * 14, 14 * sizeof *end);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
}

/* A potential by functions moves the body as the spring of a problem file does. */
static void test_potential(void)
{
  RigelProblem *p = box_problem(), *q = box_problem();
  double        a[14], b[14];

  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &leg);
  rigel_problem_set(q, "loads",
                    "[{name: s, type: spring, bodies: [ground, box], stiffness: 20, length: 0.4, "
                    "at: [[0, 1, 0], [0.2, 0.1, -0.1]]}]");
  run_end(p, a);
  run_end(q, b);
  for (int i = 0; i < 14; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, b[i], a[i]);
  rigel_problem_destroy(&p);
  rigel_problem_destroy(&q);
}

static double pair_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const double k = *(const double *)context;
  double       V = 0.0;

  if (gradient) memset(gradient, 0, 24 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 24 * 24 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    const double u = f[12 + i] - f[i];
    V += 0.5 * k * u * u;
    if (gradient) gradient[i] = -k * u, gradient[12 + i] = k * u;
    if (!hessian) continue;
    hessian[i * 24 + i] = hessian[(12 + i) * 24 + 12 + i] = k;
    hessian[i * 24 + 12 + i] = hessian[(12 + i) * 24 + i] = -k;
  }
  return V;
}

/* Between two bodies: harmonic, so that total momentum stays, and energy too. */
static void test_pair(void)
{
  RigelProblem    *p = box_problem();
  RigelModel      *model;
  RigelTrajectory *tr;
  double           k = 30.0, P[2][3], L[2][3];

  rigel_problem_add(p, "bodies", "ball");
  rigel_problem_set(p, "bodies.ball",
                    "{name: ball, formulation: particle, mass: 3, position: [0, 0, 1], velocity: [1, 0, 0]}");
  rigel_problem_add_potential(p, "mine", "box", "ball", 2, pair_potential, &k);
  model = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  const double *end = rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * rigel_model_states(model);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, rigel_energy(model, rigel_model_start(model)), rigel_energy(model, end));
  rigel_momenta(model, rigel_model_start(model), P[0], L[0]);
  rigel_momenta(model, end, P[1], L[1]);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, P[0][i], P[1][i]);
  TEST_ASSERT_TRUE(fabs(end[0] - rigel_model_start(model)[0]) > 1e-2);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* Newton converges in a few steps only if the derivatives arrive in the matrix; the force does what its damper would. */
static void test_force(void)
{
  RigelProblem *p = box_problem();
  RigelModel   *model;
  RigelResult   result;

  rigel_problem_add_force(p, "drag", "box", NULL, leg_drag, &leg);
  model = model_open(p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(model, NULL, NULL, &result));
  TEST_ASSERT_EQUAL_INT(5, result.elements);
  TEST_ASSERT_TRUE(result.newton_iterations <= 5 * 5);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* What no machine can hold is refused with a message, without a crash. */
static void test_too_large(void)
{
  static const char *const set[] = {"method.window=all", "method.degree=30", "time.elements=1000000"};
  RigelModel              *model;
  RigelResult              result;
  char                     message[512];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK,
                        rigel_model_read("problems/spinning_box.yaml", 3, set, &model, message, sizeof message));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_run(model, NULL, NULL, &result));
  TEST_ASSERT_NOT_NULL(strstr(result.message, "found a window of 1000000 elements"));
  TEST_ASSERT_EQUAL_INT(0, result.elements);
  rigel_model_destroy(&model);
}

/* Another problem is solved each time the first one shows an element. */
typedef struct {
  const RigelModel *other;
  double            end[14];
  int               calls;
} Nested;

static bool nested_see(void *context, double t, const double *z, const double *lambda)
{
  Nested          *nested = context;
  RigelTrajectory *tr;

  (void)t, (void)z, (void)lambda;
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(nested->other, NULL, &tr, NULL));
  const double *end = rigel_trajectory_states(tr) + (rigel_trajectory_nodes(tr) - 1) * 14;
  if (nested->calls++ == 0) memcpy(nested->end, end, sizeof nested->end);
  TEST_ASSERT_EQUAL_MEMORY(nested->end, end, sizeof nested->end);
  rigel_trajectory_destroy(&tr);
  return true;
}

/* Several problems at once, one inside the run of the other, with different contexts of the same function. */
static void test_several_problems(void)
{
  Leg           soft = leg;
  RigelProblem *p = box_problem(), *q = box_problem();
  double        alone[2][14];

  soft.k = 2.0;
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &leg);
  rigel_problem_add_potential(q, "mine", "box", NULL, 0, leg_potential, &soft);
  rigel_problem_set(q, "bodies.box.formulation", "quaternion");
  run_end(p, alone[0]);
  run_end(q, alone[1]);
  TEST_ASSERT_TRUE(fabs(alone[0][0] - alone[1][0]) > 1e-2);
  RigelModel      *first = model_open(p), *second = model_open(q);
  RigelTrajectory *tr;
  Nested           nested = {.other = second};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_run(first, nested_see, &nested, NULL));
  TEST_ASSERT_EQUAL_INT(6, nested.calls);
  TEST_ASSERT_EQUAL_MEMORY(alone[1], nested.end, sizeof nested.end);
  rigel_problem_destroy(&p); /* the models do not need them */
  rigel_problem_destroy(&q);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(first, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_MEMORY(alone[0], rigel_trajectory_states(tr) + 10 * 14, sizeof alone[0]);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&first);
  rigel_model_destroy(&second);
}

/* What a run shows is what a trajectory holds, bit for bit; elements have one new node. */
typedef struct {
  const double *z;
  int           nz, calls;
} Follow;

static bool follow_see(void *context, double t, const double *z, const double *lambda)
{
  Follow *follow = context;

  (void)t, (void)lambda;
  TEST_ASSERT_EQUAL_MEMORY(follow->z + follow->calls * follow->nz, z, (size_t)follow->nz * sizeof *z);
  follow->calls++;
  return true;
}

/* A trajectory of every scheme there is, each with bodies that it takes. */
static void test_every_scheme(void)
{
  char message[2000];

  for (int i = 0; scheme_list[i]; i++) {
    RigelCode code = RIGEL_INPUT;
    for (int b = 0; code == RIGEL_INPUT && b < 3; b++) {
      RigelProblem    *p = box_problem();
      RigelModel      *model;
      RigelTrajectory *tr = NULL;
      rigel_problem_set(p, "method", "{degree: 1}");
      rigel_problem_set(p, "method.scheme", scheme_list[i]->name);
      rigel_problem_set(p, "bodies.box.formulation", b == 1 ? "director" : "quaternion");
      if (b == 2) rigel_problem_set(p, "bodies.box.kinetic", "scalable");
      code = rigel_model_create(p, &model, message, sizeof message);
      if (!code) code = rigel_solve(model, NULL, &tr, NULL);
      if (!code) {
        const Follow follow = {rigel_trajectory_states(tr), rigel_model_states(model), 0};
        Follow       seen   = follow;
        TEST_ASSERT_EQUAL_INT_MESSAGE(6, rigel_trajectory_nodes(tr), scheme_list[i]->name);
        TEST_ASSERT_TRUE_MESSAGE(rigel_trajectory_times(tr)[5] == 0.5, scheme_list[i]->name);
        TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_run(model, follow_see, &seen, NULL), scheme_list[i]->name);
        TEST_ASSERT_EQUAL_INT_MESSAGE(6, seen.calls, scheme_list[i]->name);
      }
      rigel_trajectory_destroy(&tr);
      rigel_model_destroy(&model);
      rigel_problem_destroy(&p);
    }
    TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, code, scheme_list[i]->name);
  }
}

static double end_square(void *context, const double *z, double *gradient, double *hessian)
{
  (void)context;
  if (hessian) memset(hessian, 0, 14 * 14 * sizeof *hessian);
  if (hessian) hessian[3 * 14 + 3] = 2.0;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (gradient) gradient[3] = 2.0 * z[3];
  return z[3] * z[3];
}

static double end_wrong(void *context, const double *z, double *gradient, double *hessian)
{
  const double value = end_square(context, z, gradient, hessian);

  if (gradient) gradient[3] *= 1.001;
  return value;
}

static double running_first(void *context, double t, const double *z, double *gradient, double *hessian)
{
  (void)hessian;
  return t * end_square(context, z, gradient, NULL);
}

static void test_checkers(void)
{
  const double f[12]    = {0.3, -0.2, 0.5, 1, 0, 0.1, 0, 1, 0, -0.1, 0, 1},
               fdot[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3};
  double z[14] = {0.1, 0.2, 0.3, 0.4, 0.5}, error[4], k = 3.0, pair[24];

  for (int i = 0; i < 24; i++) pair[i] = f[i % 12] + (i >= 12 ? 0.5 : 0.0);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(leg_potential, &leg, 12, f, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(leg_wrong, &leg, 12, f, error));
  TEST_ASSERT_TRUE(error[0] > 1e-6 && error[1] > 1e-6);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_potential(pair_potential, &k, 24, pair, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_force(leg_drag, &leg, 12, 0.7, f, fdot, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[1] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_check_potential(NULL, NULL, 12, f, error));
  const RigelFunctional good = {.end = end_square}, bad = {.end = end_wrong};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&good, 14, 0.0, z, error));
  TEST_ASSERT_TRUE(error[0] < 1e-10 && error[2] < 1e-10);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&bad, 14, 0.0, z, error));
  TEST_ASSERT_TRUE(error[0] > 1e-4 && error[2] > 1e-4); /* the Hessian is that of another gradient */
  const RigelFunctional first = {.running = running_first};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_check_functional(&first, 14, 1.0, z, error));
  TEST_ASSERT_TRUE(error[0] == 0.0 && error[1] < 1e-10 && error[2] == 0.0 && isnan(error[3])); /* none set */
}

/* Newton by hand on the equations of the whole interval ends where the run does. */
static void test_equations(void)
{
  RigelProblem *p = box_problem();
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &leg);
  RigelModel      *model = model_open(p);
  const int        n     = rigel_equations_size(model);
  double          *r = malloc((size_t)n * sizeof *r), most = 1.0;
  RigelTrajectory *solved, *mine;

  TEST_ASSERT_EQUAL_INT(5 * 2 * (14 + 2), n);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &solved, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_trajectory_create(model, &mine));
  TEST_ASSERT_EQUAL_INT(5, rigel_trajectory_elements(mine));
  TEST_ASSERT_EQUAL_INT(2, rigel_trajectory_degree(mine));
  TEST_ASSERT_EQUAL_INT(2, rigel_trajectory_multiplier_nodes(mine));
  for (int i = 0; i < rigel_trajectory_nodes(mine); i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, rigel_trajectory_times(solved)[i], rigel_trajectory_times(mine)[i]);
  for (int i = 0; i < 10; i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, rigel_trajectory_multiplier_times(solved)[i],
                              rigel_trajectory_multiplier_times(mine)[i]);
  for (int it = 0; it < 30 && most > 1e-13; it++) {
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_residual(model, mine, r));
    most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(r[i]));
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_solve(model, mine, false, r));
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_step(model, mine, -1.0, r));
  }
  TEST_ASSERT_TRUE(most <= 1e-13);
  for (int i = 0; i < 14 * rigel_trajectory_nodes(mine); i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, rigel_trajectory_states(solved)[i], rigel_trajectory_states(mine)[i]);
  free(r);
  rigel_trajectory_destroy(&solved);
  rigel_trajectory_destroy(&mine);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* The matrix against differences of the residual, and its transpose against the solver. */
static void test_jacobian(void)
{
  RigelProblem    *p     = box_problem();
  RigelModel      *model = model_open(p);
  const int        n     = rigel_equations_size(model);
  double          *d = malloc((size_t)n * sizeof *d), *r[2], *Jd = malloc((size_t)n * sizeof *d);
  RigelTrajectory *tr;
  Mat              J;
  Vec              x, y;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_jacobian(model, tr, &J));
  TEST_ASSERT_EQUAL_INT(0, VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, d, &x));
  TEST_ASSERT_EQUAL_INT(0, VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, Jd, &y));
  for (int i = 0; i < n; i++) d[i] = sin(1.0 + 7.0 * i);
  TEST_ASSERT_EQUAL_INT(0, MatMult(J, x, y));
  for (int side = 0; side < 2; side++) {
    r[side] = malloc((size_t)n * sizeof *d);
    rigel_equations_step(model, tr, side ? -2e-6 : 1e-6, d);
    rigel_equations_residual(model, tr, r[side]);
  }
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-7, Jd[i], (r[0][i] - r[1][i]) / 2e-6);
  rigel_equations_step(model, tr, 1e-6, d);
  TEST_ASSERT_EQUAL_INT(0, MatMultTranspose(J, x, y));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_equations_solve(model, tr, true, Jd));
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, d[i], Jd[i]);
  VecDestroy(&x);
  VecDestroy(&y);
  MatDestroy(&J);
  for (int side = 0; side < 2; side++) free(r[side]);
  free(d);
  free(Jd);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

/* All faults in one message, each with what was said. */
/* A particle from rest to rest: u = 6 m d / T^2 (1 - 2 t / T), cost 6 m^2 d^2 / T^3; a winch by servo constraints has inputs too. */
static void test_controls(void)
{
  static const char text[] = "{time: {end: 2, elements: 4}, method: {scheme: mG, degree: 3, window: all},"
                             " bodies: [{name: p, formulation: particle, mass: 3}],"
                             " boundary: {start: {p: {position: [0, 0, 0], velocity: [0, 0, 0]}},"
                             "   end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}},"
                             " controls: [{name: f, type: force, body: p}], objective: [{effort: {weight: 1}}]}";
  const double      d[3]   = {1.0, 2.0, -1.0};
  RigelFunctional   J      = {.name = "end:p.x"};
  RigelProblem     *problem;
  RigelTrajectory  *run, *other;
  RigelResult       result;
  char              message[400];
  double            value, r[400];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &problem));
  RigelModel *model = model_open(problem);
  TEST_ASSERT_EQUAL_INT(3, rigel_model_inputs(model));
  TEST_ASSERT_EQUAL_INT(0, rigel_model_control(model, "f"));
  TEST_ASSERT_EQUAL_INT(-1, rigel_model_control(model, "g"));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result.optimum);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 40.5, result.cost);
  const int     points = rigel_trajectory_control_points(run), n = points * rigel_trajectory_elements(run);
  const double *u = rigel_trajectory_controls(run), *t = rigel_trajectory_control_times(run);
  TEST_ASSERT_EQUAL_INT(4, rigel_trajectory_elements(run));
  TEST_ASSERT_GREATER_OR_EQUAL_INT(3, points);
  for (int i = 0; i < n; i++) {
    TEST_ASSERT_TRUE(i == 0 || t[i] > t[i - 1]);
    for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, 4.5 * d[x] * (1.0 - t[i]), u[3 * i + x]);
  }
  /* not with forces that are to be found */
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT,
                        rigel_gradient(model, run, &J, 0, NULL, &value, NULL, NULL, message, sizeof message));
  TEST_ASSERT_NOT_NULL(strstr(message, "found an objective"));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_equations_residual(model, run, r));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_trajectory_create(model, &other));
  TEST_ASSERT_NULL(other);
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
  /* servo constraints: the inputs are there in the middle of elements */
  TEST_ASSERT_EQUAL_INT(RIGEL_OK,
                        rigel_model_read("problems/control/crane.yaml", 0, NULL, &model, message, sizeof message));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_NONE, result.optimum);
  TEST_ASSERT_EQUAL_INT(1, rigel_trajectory_control_points(run));
  TEST_ASSERT_EQUAL_INT(2, rigel_model_inputs(model));
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  /* none */
  problem = box_problem();
  model   = model_open(problem);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result));
  TEST_ASSERT_EQUAL_INT(0, rigel_trajectory_control_points(run));
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
}

/* w/2 |x_1 - x_2|^2 of two particles, z = (x_1, p_1, x_2, p_2) */
static double apart(void *context, const double *z, double *gradient, double *hessian)
{
  const double w   = *(const double *)context;
  double       sum = 0.0;

  if (gradient) memset(gradient, 0, 12 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 144 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    const int    j = 6 + i;
    const double d = z[i] - z[j];
    sum += 0.5 * w * d * d;
    if (gradient) gradient[i] = w * d, gradient[j] = -w * d;
    if (hessian) hessian[12 * i + i] = hessian[12 * j + j] = w, hessian[12 * i + j] = hessian[12 * j + i] = -w;
  }
  return sum;
}

/* 1/2 |x - (t, 0, 1)|^2 of a body, z = (x, q, p) */
static double beside(void *context, double t, const double *z, double *gradient, double *hessian)
{
  const double path[3] = {t, 0.0, 1.0};
  double       sum     = 0.0;

  (void)context;
  if (gradient) memset(gradient, 0, 14 * sizeof *gradient);
  if (hessian) memset(hessian, 0, 14 * 14 * sizeof *hessian);
  for (int i = 0; i < 3; i++) {
    sum += 0.5 * (z[i] - path[i]) * (z[i] - path[i]);
    if (gradient) gradient[i] = z[i] - path[i];
    if (hessian) hessian[15 * i] = 1.0;
  }
  return sum;
}

/* Costs by functions: what there is a term for is the same, step by step; one that couples bodies against its exact optimum. */
static void test_costs(void)
{
  static const char pulled[] = "{time: {end: 2, elements: 5}, method: {scheme: mG, degree: 2, window: all},"
                               " bodies: [{name: b, mass: 2, inertia: [1, 2, 3], angular_velocity: [1, 2, 0]}],"
                               " controls: [{name: f, type: force, body: b, at: [0.1, 0, 0.2], frame: body}]}",
                    pair[]   = "{time: {end: 1, elements: 2}, method: {scheme: mG, degree: 3, window: all}, bodies:"
                               " [{name: a, formulation: particle, mass: 1, position: [-0.5, 0, 0]},"
                               "  {name: b, formulation: particle, mass: 1, position: [0.5, 0, 0]}],"
                               " controls: [{name: f, type: force, body: a}, {name: g, type: force, body: b}],"
                               " objective: [{effort: {}}]}",
                    track[]  = "[{effort: {}}, {track: {body: b, weight: 3, path: "
                               "[{polynomial: [0, 1]}, {polynomial: [0]}, {polynomial: [1]}]}}]";
  const RigelFunctional near = {.running = beside};
  RigelProblem         *problem;
  RigelModel           *model;
  RigelTrajectory      *run;
  RigelResult           result[2];
  double                w = 3.0;
  char                  message[400];

  for (int user = 0; user < 2; user++) {
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(pulled, &problem));
    rigel_problem_set(problem, "objective", user ? "[{effort: {}}]" : track);
    if (user) TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_cost(problem, 3.0, &near));
    model = model_open(problem);
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, &result[user]));
    rigel_trajectory_destroy(&run);
    rigel_model_destroy(&model);
    rigel_problem_destroy(&problem);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-11 * result[0].cost, result[0].cost, result[1].cost);
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result[1].optimum);
  TEST_ASSERT_INT_WITHIN(1, result[0].newton_iterations, result[1].newton_iterations);
  /* each goes a = 2 w d / (6 m^2 / T^3 + 4 w) = 1/3; effort 3/2 m^2 a^2 / T^3 each, w/2 (1 - 2 a)^2: 1/2 */
  const RigelFunctional together = {.context = &w, .end = apart}, nothing = {.context = &w};
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(pair, &problem));
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_add_cost(problem, 1.0, &together));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_problem_add_cost(problem, 1.0, &nothing));
  model = model_open(problem);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &run, result));
  TEST_ASSERT_EQUAL_INT(RIGEL_OPTIMUM_MINIMUM, result->optimum);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.5, result->cost);
  TEST_ASSERT_LESS_OR_EQUAL_INT(2, (int)result->newton_iterations); /* quadratic: one step, and one to see it */
  rigel_trajectory_destroy(&run);
  rigel_model_destroy(&model);
  /* where it cannot be */
  rigel_problem_set(problem, "time.free", "true");
  rigel_problem_add_cost(problem, 1.0, &near);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(problem, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL(strstr(message, "found a function of time, expected none with time.free"));
  rigel_problem_destroy(&problem);
  problem = box_problem();
  rigel_problem_add_cost(problem, 1.0, &near);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(problem, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL(strstr(message, "found without controls and an objective"));
  rigel_problem_destroy(&problem);
}

static void test_faults(void)
{
  RigelProblem *p = box_problem();
  RigelModel   *model;
  char          message[4000];

  rigel_problem_set_number(p, "bodies.box.mass", -1.0);
  rigel_problem_set(p, "method.shceme", "mG");
  rigel_problem_add_potential(p, "mine", "nobody", NULL, 0, leg_potential, &leg);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_problem_add_force(p, "none", "box", NULL, NULL, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NULL(model);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "bodies.box.mass: found -1"), message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "did you mean scheme?"), message);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "mine: found no body nobody"), message);
  rigel_problem_destroy(&p);
  p = box_problem();
  rigel_problem_set(p, "method", "{scheme: quat_em, degree: 1}");
  rigel_problem_add_potential(p, "mine", "box", NULL, 0, leg_potential, &leg);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "mine: found together with scheme: quat_em"), message);
  rigel_problem_destroy(&p);
  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(NULL, &p));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT, rigel_model_create(p, &model, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "found nothing, expected a problem"), message);
  rigel_problem_destroy(&p);
}

/* What gradients cannot do is said. */
static void test_refusals(void)
{
  RigelProblem    *p     = box_problem();
  RigelModel      *model = model_open(p);
  const char      *bad[] = {"bodies.box.mas", "start.box.up", "method.degree"};
  RigelFunctional  J = {.name = "end:box.x"}, none = {.name = "end:box.up"};
  RigelTrajectory *tr;
  double           value, gradient[3];
  char             message[4000];

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_solve(model, NULL, &tr, NULL));
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT,
                        rigel_gradient(model, tr, &J, 3, bad, &value, gradient, NULL, message, sizeof message));
  for (int i = 0; i < 3; i++) TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, bad[i]), message);
  TEST_ASSERT_EQUAL_INT(RIGEL_INPUT,
                        rigel_gradient(model, tr, &none, 0, NULL, &value, NULL, NULL, message, sizeof message));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(message, "found end:box.up, expected end:COLUMN"), message);
  rigel_trajectory_destroy(&tr);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&p);
}

int main(void)
{
  UNITY_BEGIN();
  if (rigel_initialize()) return 1;
  RUN_TEST(test_potential);
  RUN_TEST(test_pair);
  RUN_TEST(test_force);
  RUN_TEST(test_too_large);
  RUN_TEST(test_several_problems);
  RUN_TEST(test_every_scheme);
  RUN_TEST(test_checkers);
  RUN_TEST(test_equations);
  RUN_TEST(test_jacobian);
  RUN_TEST(test_controls);
  RUN_TEST(test_costs);
  RUN_TEST(test_faults);
  RUN_TEST(test_refusals);
  if (rigel_finalize()) return 1;
  return UNITY_END();
}
