/* Newton's method on small systems with known roots, through every linear solver; what happens when it fails. */
#include "newton/newton.h"

#include "unity.h"

#include <math.h>

void setUp(void) {}
void tearDown(void) {}

enum { TRACE = 64 };

/* x^2 + y^2 = 5, x y = 2: root (2, 1). The matrix is full, its last entry comes in two parts. */
typedef struct {
  double x[TRACE][2]; /* where the Jacobian was asked for */
  int    n;
} Circle;

static const int circle_row[] = {0, 0, 1, 1, 1}, circle_col[] = {0, 1, 0, 1, 1};

static void circle_residual(void *context, const double *x, double *r)
{
  (void)context;
  r[0] = x[0] * x[0] + x[1] * x[1] - 5.0;
  r[1] = x[0] * x[1] - 2.0;
}

static void circle_jacobian(void *context, const double *x, double *value)
{
  Circle *c = context;

  if (c->n < TRACE) {
    c->x[c->n][0]   = x[0];
    c->x[c->n++][1] = x[1];
  }
  value[0] = 2.0 * x[0];
  value[1] = 2.0 * x[1];
  value[2] = x[1];
  value[3] = 0.25 * x[0];
  value[4] = 0.75 * x[0];
}

static NewtonSetup setup_of(int n, int nentries, const int *row, const int *col, LinearKind solver)
{
  return (NewtonSetup){
    .linear         = {.comm = PETSC_COMM_SELF, .n = n, .nentries = nentries, .row = row, .col = col, .kind = solver},
    .tolerance      = 1e-12,
    .max_iterations = 40};
}

static void create(const NewtonSetup *setup, const NewtonEquations *equations, Newton *newton)
{
  TEST_ASSERT_EQUAL_INT(0, newton_create(setup, equations, newton));
}

static void solve(Newton *newton, NewtonSearch search, double *x, NewtonStatus *status)
{
  TEST_ASSERT_EQUAL_INT(0, newton_solve(newton, search, x, status));
}

/* One step of Newton's method by Cramer's rule. */
static void circle_step(double x[2])
{
  const double a = 2.0 * x[0], b = 2.0 * x[1], c = x[1], d = x[0], det = a * d - b * c;
  double       r[2];

  circle_residual(NULL, x, r);
  x[0] -= (d * r[0] - b * r[1]) / det;
  x[1] -= (a * r[1] - c * r[0]) / det;
}

/* Every Jacobian is asked for at an iterate of Newton's method, once per iteration. From (2.5, 0.6) the residuals are 1.2, 0.19,
 * 1.5e-2, 1.4e-4 (root mean square): the last Jacobian contracts by 2 * 1.4e-4 / 1.5e-2 = 0.018, and 8 corrections at that
 * rate reach a tenth of machine precision, while 0.16 one step earlier is too slow. So it is 3 iterations with every solver,
 * and corrections from there. */
static void test_root_with_every_solver(void)
{
  for (LinearKind i = LINEAR_AUTO; i < LINEAR_COUNT; i++) {
    Circle                circle    = {.n = 0};
    const NewtonEquations equations = {circle_residual, circle_jacobian, &circle, NULL};
    const NewtonSetup     setup     = setup_of(2, 5, circle_row, circle_col, i);
    Newton                newton;
    NewtonStatus          status;
    double                x[2] = {2.5, 0.6}, y[2] = {2.5, 0.6};
    create(&setup, &equations, &newton);
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_EQUAL_INT_MESSAGE(NEWTON_CONVERGED, status.reason, linear_names[i]);
    TEST_ASSERT_DOUBLE_WITHIN(4e-16, 2.0, x[0]);
    TEST_ASSERT_DOUBLE_WITHIN(4e-16, 1.0, x[1]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(3, status.iterations, linear_names[i]);
    TEST_ASSERT_EQUAL_INT_MESSAGE(3, circle.n, linear_names[i]);
    TEST_ASSERT_TRUE(status.corrections >= 1 && status.corrections <= 9 && status.residual <= 1e-12);
    for (int n = 0; n < circle.n; n++, circle_step(y))
      for (int c = 0; c < 2; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, y[c], circle.x[n][c]);
    TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
  }
}

/* e_{n+1} <= C e_n^2 with C = |J^{-1}| |H| / 2: |J^{-1}| < 1 and |H| < 3 near the root. From (4, 0.2) the errors at the
 * Jacobians are 2.2, 0.74, 0.19, 1.9e-2, 2.5e-4. */
static void test_convergence_is_quadratic(void)
{
  Circle                circle    = {.n = 0};
  const NewtonEquations equations = {circle_residual, circle_jacobian, &circle, NULL};
  const NewtonSetup     setup     = setup_of(2, 5, circle_row, circle_col, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;
  double                x[2] = {4.0, 0.2}, e[TRACE];

  create(&setup, &equations, &newton);
  solve(&newton, NEWTON_FULL, x, &status);
  TEST_ASSERT_EQUAL_INT(5, circle.n);
  for (int n = 0; n < circle.n; n++) e[n] = hypot(circle.x[n][0] - 2, circle.x[n][1] - 1);
  for (int n = 0; n + 1 < circle.n; n++) TEST_ASSERT_TRUE(e[n + 1] < 1.5 * e[n] * e[n]);
  /* from the last three: the order itself, log(e_4 / e_3) / log(e_3 / e_2) */
  TEST_ASSERT_DOUBLE_WITHIN(0.15, 2.0, log(e[4] / e[3]) / log(e[3] / e[2]));
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* a start at the root: an object that has no factors yet makes one step, one that has them none; both stay there */
static void test_start_at_the_root(void)
{
  Circle                circle    = {.n = 0};
  const NewtonEquations equations = {circle_residual, circle_jacobian, &circle, NULL};
  const NewtonSetup     setup     = setup_of(2, 5, circle_row, circle_col, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;

  create(&setup, &equations, &newton);
  for (int n = 0; n < 3; n++) {
    double x[2] = {2, 1};
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_TRUE(newton_ok(&status) && status.iterations == (n == 0));
    TEST_ASSERT_TRUE(x[0] == 2.0 && x[1] == 1.0);
  }
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* The final correction: a loose tolerance is met at 1e-4 or so, the answer is far better than that. With factors of an
 * earlier solve no iteration is needed near the root; corrections end at a loose tolerance, and at rounding for a strict one. */
static void test_final_correction(void)
{
  static const double   tolerances[] = {1e-3, 1e-12};
  Circle                circle       = {.n = 0};
  const NewtonEquations equations    = {circle_residual, circle_jacobian, &circle, NULL};
  NewtonSetup           setup        = setup_of(2, 5, circle_row, circle_col, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;

  for (int i = 0; i < 2; i++) {
    double x[2]     = {2.2, 0.9};
    setup.tolerance = tolerances[i];
    create(&setup, &equations, &newton);
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_TRUE(status.iterations > 0);
    if (i == 0) {
      TEST_ASSERT_TRUE(status.residual > 1e-8);
      TEST_ASSERT_TRUE(hypot(x[0] - 2, x[1] - 1) < 0.05 * status.residual);
    }
    x[0] = 2.0 + 1e-5, x[1] = 1.0 - 2e-5;
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_EQUAL_INT(0, status.iterations);
    if (i == 0) {
      TEST_ASSERT_EQUAL_INT(1, status.corrections);
    }
    TEST_ASSERT_DOUBLE_WITHIN(i == 0 ? 1e-6 : 1e-13, 2.0, x[0]);
    TEST_ASSERT_DOUBLE_WITHIN(i == 0 ? 1e-6 : 1e-13, 1.0, x[1]);
    TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
  }
}

/* x + y = 1, a x + y = 2: no solution for a = 1 and exactly singular, (1/(a-1), ..) otherwise */
static void line_residual(void *context, const double *x, double *r)
{
  const double a = *(const double *)context;
  r[0]           = x[0] + x[1] - 1.0;
  r[1]           = a * x[0] + x[1] - 2.0;
}

static void line_jacobian(void *context, const double *x, double *value)
{
  (void)x;
  value[0] = value[1] = value[3] = 1.0;
  value[2]                       = *(const double *)context;
}

static void check_singular(LinearKind solver)
{
  static const int      row[] = {0, 0, 1, 1}, col[] = {0, 1, 0, 1};
  double                a         = 1.0;
  const NewtonEquations equations = {line_residual, line_jacobian, &a, NULL};
  const NewtonSetup     setup     = setup_of(2, 4, row, col, solver);
  Newton                newton;
  NewtonStatus          status;

  create(&setup, &equations, &newton);
  for (int n = 0; n < 3; n++) { /* singular, regular, and again */
    double x[2] = {0.3, 0.4};
    a           = 1.0;
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_EQUAL_INT_MESSAGE(NEWTON_SINGULAR, status.reason, linear_names[solver]);
    TEST_ASSERT_FALSE(newton_ok(&status));
    x[0] = 0.3, x[1] = 0.4, a = 3.0;
    solve(&newton, NEWTON_FULL, x, &status);
    TEST_ASSERT_EQUAL_INT_MESSAGE(NEWTON_CONVERGED, status.reason, linear_names[solver]);
    TEST_ASSERT_DOUBLE_WITHIN(4e-16, 0.5, x[0]);
    TEST_ASSERT_DOUBLE_WITHIN(4e-16, 0.5, x[1]);
  }
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

static void test_singular_dense(void)
{
  check_singular(LINEAR_DENSE);
}
static void test_singular_umfpack(void)
{
  check_singular(LINEAR_UMFPACK);
}
static void test_singular_klu(void)
{
  check_singular(LINEAR_KLU);
}
static void test_singular_mumps(void)
{
  check_singular(LINEAR_MUMPS);
}
static void test_singular_block(void)
{
  check_singular(LINEAR_BLOCK);
}

/* atan x = 0: full steps diverge from |x| > 1.39, backtracking converges from anywhere */
static void atan_residual(void *context, const double *x, double *r)
{
  (void)context;
  r[0] = atan(x[0]);
}

static void atan_jacobian(void *context, const double *x, double *value)
{
  (void)context;
  value[0] = 1.0 / (1.0 + x[0] * x[0]);
}

static void test_backtracking(void)
{
  static const int      zero[]    = {0};
  const NewtonEquations equations = {atan_residual, atan_jacobian, NULL, NULL};
  const NewtonSetup     setup     = setup_of(1, 1, zero, zero, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;
  double                x = 3.0;

  create(&setup, &equations, &newton);
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_FALSE(newton_ok(&status));
  for (int n = 0; n < 2; n++) { /* backtracking of one solve does not stay for the next */
    x = 3.0;
    solve(&newton, NEWTON_SEARCH, &x, &status);
    TEST_ASSERT_TRUE(newton_ok(&status));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, x);
    x = 3.0;
    solve(&newton, NEWTON_FULL, &x, &status);
    TEST_ASSERT_FALSE(newton_ok(&status));
  }
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* x^2 = 2 from 1e6 halves the distance: 20 steps are needed, 5 allowed */
static void root_residual(void *context, const double *x, double *r)
{
  (void)context;
  r[0] = x[0] * x[0] - 2.0;
}

static void root_jacobian(void *context, const double *x, double *value)
{
  (void)context;
  value[0] = 2.0 * x[0];
}

static void test_too_few_iterations(void)
{
  static const int      zero[]    = {0};
  const NewtonEquations equations = {root_residual, root_jacobian, NULL, NULL};
  NewtonSetup           setup     = setup_of(1, 1, zero, zero, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;
  double                x = 1e6;

  setup.max_iterations = 5;
  create(&setup, &equations, &newton);
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_STALLED, status.reason);
  TEST_ASSERT_EQUAL_INT(5, status.iterations);
  TEST_ASSERT_DOUBLE_WITHIN(1.0, 1e6 / 32, x);
  x = 1.4;
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_CONVERGED, status.reason);
  TEST_ASSERT_DOUBLE_WITHIN(3e-16, sqrt(2.0), x);
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* a residual that rounding keeps at 1e-10: accepted as the floor; at 1e-6: not accepted */
static void noisy_residual(void *context, const double *x, double *r)
{
  const double noise = *(const double *)context;
  r[0]               = x[0] * x[0] - 2.0;
  r[0] += r[0] < 0.0 ? -noise : noise;
}

static void test_rounding_floor(void)
{
  static const int      zero[]    = {0};
  double                noise     = 1e-10;
  const NewtonEquations equations = {noisy_residual, root_jacobian, &noise, NULL};
  const NewtonSetup     setup     = setup_of(1, 1, zero, zero, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;
  double                x = 1.0;

  create(&setup, &equations, &newton);
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_FLOOR, status.reason);
  TEST_ASSERT_TRUE(newton_ok(&status) && status.residual <= 1e-9 && status.residual > 1e-12);
  TEST_ASSERT_TRUE(status.iterations < 12);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, sqrt(2.0), x);
  noise = 1e-6;
  x     = 1.0;
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_STALLED, status.reason);
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* sqrt x = 3 from x = 100 jumps to a negative number: not a number, reported, and the object lives on */
static void sqrt_residual(void *context, const double *x, double *r)
{
  (void)context;
  r[0] = sqrt(x[0]) - 3.0;
}

static void sqrt_jacobian(void *context, const double *x, double *value)
{
  (void)context;
  value[0] = 0.5 / sqrt(x[0]);
}

static void test_not_a_number(void)
{
  static const int      zero[]    = {0};
  const NewtonEquations equations = {sqrt_residual, sqrt_jacobian, NULL, NULL};
  const NewtonSetup     setup     = setup_of(1, 1, zero, zero, LINEAR_DENSE);
  Newton                newton;
  NewtonStatus          status;
  double                x = 100;

  create(&setup, &equations, &newton);
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_DIVERGED, status.reason);
  x = 8;
  solve(&newton, NEWTON_FULL, &x, &status);
  TEST_ASSERT_EQUAL_INT(NEWTON_CONVERGED, status.reason);
  TEST_ASSERT_DOUBLE_WITHIN(4e-15, 9.0, x);
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
}

/* options that replace Newton's method or its test: the residual decides, whatever SNES says */
static void test_options_do_not_converge(void)
{
  static const char *const options[] = {"-snes_type ksponly", "-snes_convergence_test skip -snes_max_it 1",
                                        "-snes_convergence_test default -snes_rtol 1"};
  Circle                   circle    = {.n = 0};
  const NewtonEquations    equations = {circle_residual, circle_jacobian, &circle, NULL};
  const NewtonSetup        setup     = setup_of(2, 5, circle_row, circle_col, LINEAR_DENSE);

  for (int i = 0; i < 3; i++) {
    Newton       newton;
    NewtonStatus status;
    double       x[2] = {4.0, 0.2}, r[2];
    TEST_ASSERT_EQUAL_INT(0, PetscOptionsInsertString(NULL, options[i]));
    create(&setup, &equations, &newton);
    solve(&newton, NEWTON_FULL, x, &status);
    circle_residual(NULL, x, r);
    TEST_ASSERT_TRUE(hypot(r[0], r[1]) > 1e-3);
    TEST_ASSERT_FALSE(newton_ok(&status));
    TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
    TEST_ASSERT_EQUAL_INT(0, PetscOptionsClear(NULL));
  }
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_root_with_every_solver);
  RUN_TEST(test_convergence_is_quadratic);
  RUN_TEST(test_start_at_the_root);
  RUN_TEST(test_final_correction);
  RUN_TEST(test_singular_dense);
  RUN_TEST(test_singular_umfpack);
  RUN_TEST(test_singular_klu);
  RUN_TEST(test_singular_mumps);
  RUN_TEST(test_singular_block);
  RUN_TEST(test_backtracking);
  RUN_TEST(test_too_few_iterations);
  RUN_TEST(test_rounding_floor);
  RUN_TEST(test_not_a_number);
  RUN_TEST(test_options_do_not_converge);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}
