/* Condition numbers of matrices with known singular values: all singular values up to 400, Lanczos' method beyond and on several
 * ranks; the 1-norm against that of the inverse. Runs on any number of ranks. */
#include "linear/condition.h"

#include "newton/newton.h"
#include "unity.h"

#include <math.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* A x = b with A upper bidiagonal, the same on every rank; rows first .. first + local - 1 are this rank's */
typedef struct {
  int     n;
  double *diagonal, *upper; /* [n] */
  int     first, local;
} Bidiagonal;

typedef struct {
  double two, one; /* condition numbers in the 2-norm and in the 1-norm */
  bool   bound;
} Found;

static int size; /* ranks */

/* The unknowns of other ranks are not at hand, nor are they needed: x = 0 at the start, and a residual of -1 ends after one step. */
static void residual(void *context, const double *x, double *r)
{
  const Bidiagonal *m = context;

  for (int i = 0; i < m->local; i++) {
    const int    at   = m->first + i;
    const double next = i + 1 < m->local ? x[i + 1] : 0.0;
    r[i]              = size > 1 ? 0.0 : m->diagonal[at] * x[i] + (at + 1 < m->n ? m->upper[at] * next : 0.0) - 1.0;
  }
}

static void jacobian(void *context, const double *x, double *value)
{
  const Bidiagonal *m = context;

  (void)x;
  for (int i = 0; i < m->local; i++) {
    const int at     = m->first + i;
    value[2 * i]     = m->diagonal[at];
    value[2 * i + 1] = at + 1 < m->n ? m->upper[at] : 0.0; /* the last one again onto the diagonal */
  }
}

static Bidiagonal matrix_create(int n)
{
  Bidiagonal m = {n, calloc((size_t)n, sizeof(double)), calloc((size_t)n, sizeof(double)), 0, n};
  for (int i = 0; i < n; i++) m.diagonal[i] = 1.0;
  return m;
}

static void matrix_clear(Bidiagonal *m)
{
  free(m->diagonal);
  free(m->upper);
}

/* The matrix in rows of this rank; comm has one rank or all of them. */
static Found found_on(MPI_Comm comm, Bidiagonal *m, LinearKind linear, const double *left, const double *right)
{
  const NewtonEquations equations = {residual, jacobian, m, NULL};
  int                   rank, ranks;
  Newton                newton;
  NewtonStatus          status;
  Found                 found = {NAN, NAN, false};

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  m->first    = m->n * rank / ranks;
  m->local    = m->n * (rank + 1) / ranks - m->first;
  int    *row = malloc(2 * (size_t)m->local * sizeof *row), *col = malloc(2 * (size_t)m->local * sizeof *col);
  double *x = calloc((size_t)m->local, sizeof *x);
  for (int i = 0; i < m->local; i++) {
    const int at = m->first + i;
    row[2 * i] = row[2 * i + 1] = col[2 * i] = at;
    col[2 * i + 1]                           = at + 1 < m->n ? at + 1 : at;
  }
  const NewtonSetup setup = {
    .linear         = {.comm = comm, .n = m->local, .nentries = 2 * m->local, .row = row, .col = col, .kind = linear},
    .tolerance      = 1e-12,
    .max_iterations = 10};
  TEST_ASSERT_EQUAL_INT(0, newton_create(&setup, &equations, &newton));
  TEST_ASSERT_EQUAL_INT(0, newton_solve(&newton, NEWTON_FULL, x, &status));
  TEST_ASSERT_TRUE(newton_ok(&status));
  TEST_ASSERT_EQUAL_INT(0, linear_condition_2(&newton.linear, left, right, &found.two, &found.bound));
  TEST_ASSERT_EQUAL_INT(0, linear_condition_1(&newton.linear, &found.one));
  TEST_ASSERT_EQUAL_INT(0, newton_destroy(&newton));
  free(row);
  free(col);
  free(x);
  return found;
}

static double condition(Bidiagonal *m, LinearKind linear, const double *left, const double *right)
{
  return found_on(PETSC_COMM_SELF, m, linear, left, right).two;
}

static const struct {
  int        n;
  LinearKind linear;
} cases[] = {{3, LINEAR_DENSE},     {40, LINEAR_UMFPACK}, {400, LINEAR_UMFPACK},
             {401, LINEAR_UMFPACK}, {450, LINEAR_KLU},    {450, LINEAR_DENSE}};
enum { NCASES = sizeof cases / sizeof cases[0] };

/* diag(1, .., 1000, .., 1/100): 1e5 */
static void test_diagonal(void)
{
  for (int i = 0; i < NCASES; i++) {
    Bidiagonal m               = matrix_create(cases[i].n);
    m.diagonal[0]              = -1000.0;
    m.diagonal[cases[i].n - 1] = 0.01;
    const double found         = condition(&m, cases[i].linear, NULL, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, 1e5, found, linear_names[cases[i].linear]);
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
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, sigma * sigma, found, linear_names[cases[i].linear]);
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
                              condition(&m, LINEAR_UMFPACK, NULL, NULL) * cos(n * angle) / cos(angle));
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
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, (9.0 + sqrt(65.0)) / 4.0, condition(&m, LINEAR_DENSE, two, NULL));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, (6.0 + sqrt(20.0)) / 4.0, condition(&m, LINEAR_UMFPACK, NULL, two));
  matrix_clear(&m);
}

/* |A|_1 |A^{-1}|_1 with all columns of both: x_j = 1 / d_j, x_i = -u_i x_{i+1} / d_i above it */
static double condition_1(const Bidiagonal *m)
{
  double norm = 0.0, inverse = 0.0;

  for (int j = 0; j < m->n; j++) {
    double x = 1.0 / m->diagonal[j], sum = fabs(x);
    norm = fmax(norm, fabs(m->diagonal[j]) + (j > 0 ? fabs(m->upper[j - 1]) : 0.0));
    for (int i = j - 1; i >= 0; i--) {
      x = -m->upper[i] * x / m->diagonal[i];
      sum += fabs(x);
    }
    inverse = fmax(inverse, sum);
  }
  return norm * inverse;
}

/* Hager's estimate is never above the norm. Where the inverse has no negative entries its first gradient is the vector of column
 * sums, so the estimate is the norm itself. */
static void check_condition_1(MPI_Comm comm, LinearKind linear, int n)
{
  for (int positive = 0; positive < 2; positive++) {
    Bidiagonal    m    = matrix_create(n);
    unsigned long seed = 7;
    char          text[100];
    for (int i = 0; i < n; i++) {
      seed          = seed * 6364136223846793005UL + 1442695040888963407UL;
      m.diagonal[i] = 1.0 + i % 5;
      m.upper[i]    = (positive || seed >> 63 ? -1.0 : 1.0) * (0.5 + i % 3);
    }
    const double exact = condition_1(&m), found = found_on(comm, &m, linear, NULL, NULL).one;
    snprintf(text, sizeof text, "%s, n = %d: found %.6e, exact %.6e", linear_names[linear], n, found, exact);
    if (positive) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * exact, exact, found, text);
    TEST_ASSERT_TRUE_MESSAGE(found <= (1.0 + 1e-10) * exact && found >= exact / 3.0, text);
    matrix_clear(&m);
  }
}

static void test_condition_1(void)
{
  for (int i = 0; i < NCASES; i++) check_condition_1(PETSC_COMM_SELF, cases[i].linear, cases[i].n);
}

/* Over all ranks, where the 2-norm is always by Lanczos' method. */
static void test_over_ranks(void)
{
  static const LinearKind linear[] = {LINEAR_MUMPS, LINEAR_BLOCK};
  const double            a = 6.0, sigma = sqrt(1.0 + a * a / 4.0) + a / 2.0;

  for (int l = 0; l < 2; l++) {
    Bidiagonal m = matrix_create(60);
    check_condition_1(PETSC_COMM_WORLD, linear[l], 60);
    m.upper[29]       = a; /* from one rank to the next, if there are two */
    const Found found = found_on(PETSC_COMM_WORLD, &m, linear[l], NULL, NULL);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, sigma * sigma, found.two, linear_names[linear[l]]);
    TEST_ASSERT_FALSE(found.bound);
    matrix_clear(&m);
  }
}

/* Twenty steps do not settle the largest of values that crowd there, 2 cos(j pi / (2 n + 1)): what is found is a lower bound, and said
 * to be one. 300 steps are good for three digits, and one value that stands alone needs few. */
static void test_lower_bound(void)
{
  const int    n     = 1000;
  const double angle = acos(-1.0) / (2.0 * n + 1.0), exact = cos(angle) / cos(n * angle);
  Bidiagonal   ones = matrix_create(n), alone = matrix_create(n);
  Found        found;

  for (int j = 0; j < n; j++) ones.upper[j] = -1.0; /* the start has one sign, the vector sought does not */
  alone.diagonal[n / 2] = 10.0;
  TEST_ASSERT_EQUAL_INT(0, PetscOptionsSetValue(NULL, "-condition_steps", "20"));
  found = found_on(PETSC_COMM_SELF, &ones, LINEAR_KLU, NULL, NULL);
  TEST_ASSERT_TRUE(found.bound && found.two < (1.0 - 1e-4) * exact && found.two > 0.9 * exact);
  found = found_on(PETSC_COMM_SELF, &alone, LINEAR_KLU, NULL, NULL);
  TEST_ASSERT_FALSE(found.bound);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10.0, found.two);
  TEST_ASSERT_EQUAL_INT(0, PetscOptionsClearValue(NULL, "-condition_steps"));
  found = found_on(PETSC_COMM_SELF, &ones, LINEAR_KLU, NULL, NULL);
  TEST_ASSERT_FALSE(found.bound);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * exact, exact, found.two);
  matrix_clear(&ones);
  matrix_clear(&alone);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &size);
  UNITY_BEGIN();
  RUN_TEST(test_diagonal);
  RUN_TEST(test_bidiagonal);
  RUN_TEST(test_scaling);
  RUN_TEST(test_clustered);
  RUN_TEST(test_left_is_not_right);
  RUN_TEST(test_condition_1);
  RUN_TEST(test_over_ranks);
  RUN_TEST(test_lower_bound);
  const int failed = UNITY_END();
  return PetscFinalize() ? 1 : failed;
}
