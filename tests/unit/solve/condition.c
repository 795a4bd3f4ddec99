/* Condition numbers of matrices with known singular values: all singular values up to 400, Lanczos' method beyond. */
#include "solve/newton.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* A x = b with A upper bidiagonal */
typedef struct {
  int     n;
  double *diagonal, *upper; /* [n] */
} Bidiagonal;

static void residual(void *context, const double *x, double *r)
{
  const Bidiagonal *m = context;
  for (int i = 0; i < m->n; i++) r[i] = m->diagonal[i] * x[i] + (i + 1 < m->n ? m->upper[i] * x[i + 1] : 0.0) - 1.0;
}

static void jacobian(void *context, const double *x, double *value)
{
  const Bidiagonal *m = context;

  (void)x;
  for (int i = 0; i < m->n; i++) {
    value[2 * i]     = m->diagonal[i];
    value[2 * i + 1] = i + 1 < m->n ? m->upper[i] : 0.0; /* the last one again onto the diagonal */
  }
}

static Bidiagonal matrix_create(int n)
{
  Bidiagonal m = {n, calloc((size_t)n, sizeof(double)), calloc((size_t)n, sizeof(double))};
  for (int i = 0; i < n; i++) m.diagonal[i] = 1.0;
  return m;
}

static void matrix_clear(Bidiagonal *m)
{
  free(m->diagonal);
  free(m->upper);
}

static double condition(Bidiagonal *m, const char *linear, const double *left, const double *right)
{
  const NewtonEquations equations = {residual, jacobian, m, NULL};
  int                  *row = malloc(2 * (size_t)m->n * sizeof *row), *col = malloc(2 * (size_t)m->n * sizeof *col);
  double               *x = calloc((size_t)m->n, sizeof *x), found = NAN;
  Newton                newton;
  NewtonStatus          status;

  for (int i = 0; i < m->n; i++) {
    row[2 * i] = row[2 * i + 1] = col[2 * i] = i;
    col[2 * i + 1]                           = i + 1 < m->n ? i + 1 : i;
  }
  const NewtonSetup setup = {.comm           = PETSC_COMM_SELF,
                             .n              = m->n,
                             .nentries       = 2 * m->n,
                             .row            = row,
                             .col            = col,
                             .linear         = linear,
                             .tolerance      = 1e-12,
                             .max_iterations = 10};
  TEST_ASSERT_EQUAL_INT(0, newton_create(&setup, &equations, &newton));
  TEST_ASSERT_EQUAL_INT(0, newton_solve(&newton, false, x, &status));
  TEST_ASSERT_TRUE(newton_ok(&status));
  TEST_ASSERT_EQUAL_INT(0, newton_condition(&newton, left, right, &found));
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
  free(row);
  free(col);
  free(x);
  return found;
}

static const struct {
  int         n;
  const char *linear;
} cases[] = {{3, "dense"}, {40, "umfpack"}, {400, "umfpack"}, {401, "umfpack"}, {450, "klu"}, {450, "dense"}};
enum { NCASES = sizeof cases / sizeof cases[0] };

/* diag(1, .., 1000, .., 1/100): 1e5 */
static void test_diagonal(void)
{
  for (int i = 0; i < NCASES; i++) {
    Bidiagonal m               = matrix_create(cases[i].n);
    m.diagonal[0]              = -1000.0;
    m.diagonal[cases[i].n - 1] = 0.01;
    const double found         = condition(&m, cases[i].linear, NULL, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, 1e5, found, cases[i].linear);
    matrix_clear(&m);
  }
}

/* one block [1 a; 0 1] among ones: singular values sqrt(1 + a^2/4) +- a/2, whose product is one */
static void test_bidiagonal(void)
{
  const double a = 6.0, sigma = sqrt(1.0 + a * a / 4.0) + a / 2.0;

  for (int i = 0; i < NCASES; i++) {
    Bidiagonal m       = matrix_create(cases[i].n);
    m.upper[1]         = a;
    const double found = condition(&m, cases[i].linear, NULL, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, sigma * sigma, found, cases[i].linear);
    matrix_clear(&m);
  }
}

/* diag(left) A diag(right): scaling that undoes the matrix gives 1, half of it on each side too; on one it shows */
static void test_scaling(void)
{
  for (int i = 0; i < NCASES; i++) {
    const int  n    = cases[i].n;
    Bidiagonal m    = matrix_create(n);
    double    *undo = calloc((size_t)n, sizeof *undo), *root = calloc((size_t)n, sizeof *root);
    for (int j = 0; j < n; j++) {
      m.diagonal[j] = 1.0 + j % 7;
      undo[j]       = 1.0 / m.diagonal[j];
      root[j]       = sqrt(undo[j]);
    }
    m.diagonal[n - 1] = 64.0, undo[n - 1] = 1.0 / 64.0, root[n - 1] = 0.125;
    m.diagonal[0] = 1.0 / 16.0, undo[0] = 16.0, root[0] = 4.0;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, condition(&m, cases[i].linear, undo, NULL));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, condition(&m, cases[i].linear, NULL, undo));
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 1.0, condition(&m, cases[i].linear, root, root));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, 32.0, condition(&m, cases[i].linear, root, NULL));
    free(undo);
    free(root);
    matrix_clear(&m);
  }
}

/* ones on and beside the diagonal: singular values 2 cos(j pi / (2 n + 1)), the largest ones closer and closer */
static void test_clustered(void)
{
  static const struct {
    int    n;
    double tolerance;
  } sizes[] = {{400, 1e-10}, {450, 1e-6}, {1000, 1e-5}};

  for (int i = 0; i < 3; i++) {
    const int    n     = sizes[i].n;
    const double angle = acos(-1.0) / (2.0 * n + 1.0);
    Bidiagonal   m     = matrix_create(n);
    for (int j = 0; j < n; j++) m.upper[j] = 1.0;
    TEST_ASSERT_DOUBLE_WITHIN(sizes[i].tolerance, 1.0,
                              condition(&m, "umfpack", NULL, NULL) * cos(n * angle) / cos(angle));
    matrix_clear(&m);
  }
}

/* left and right are not the same thing: diag(2, 1) [1 1; 0 1] and [1 1; 0 1] diag(2, 1), sigma^2 from the 2x2 formula */
static void test_left_is_not_right(void)
{
  const double two[2] = {2, 1};
  Bidiagonal   m      = matrix_create(2);

  m.upper[0] = 1.0;
  /* |A|_F^2 = F, det = 2: kappa = (F + sqrt(F^2 - 16)) / 4; left: [2 2; 0 1], right: [2 1; 0 1] */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, (9.0 + sqrt(65.0)) / 4.0, condition(&m, "dense", two, NULL));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, (6.0 + sqrt(20.0)) / 4.0, condition(&m, "umfpack", NULL, two));
  matrix_clear(&m);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_diagonal);
  RUN_TEST(test_bidiagonal);
  RUN_TEST(test_scaling);
  RUN_TEST(test_clustered);
  RUN_TEST(test_left_is_not_right);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}
