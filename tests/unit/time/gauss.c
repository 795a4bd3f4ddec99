/* Gauss-Legendre and Gauss-Lobatto points against closed forms and by what they integrate exactly. */
#include "time/gauss.h"

#include "unity.h"

#include <math.h>

enum { MOST = 128 };

void setUp(void) {}
void tearDown(void) {}

static void check_points(int n, const double *x, const double *points_on_minus_one_to_one)
{
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1.2e-16, 0.5 * (1.0 + points_on_minus_one_to_one[i]), x[i]);
}

static void check_weights(int n, const double *w, const double *twice)
{
  for (int i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1.2e-16, 0.5 * twice[i], w[i]);
}

static void test_legendre_closed_forms(void)
{
  const double a = sqrt(1.0 / 3.0), b = sqrt(3.0 / 5.0);
  const double c = sqrt(3.0 / 7.0 - 2.0 / 7.0 * sqrt(1.2)), d = sqrt(3.0 / 7.0 + 2.0 / 7.0 * sqrt(1.2));
  const double wc = (18.0 + sqrt(30.0)) / 36.0, wd = (18.0 - sqrt(30.0)) / 36.0;
  double       x[MOST], w[MOST];

  gauss_legendre(1, x, w);
  TEST_ASSERT_TRUE(x[0] == 0.5 && w[0] == 1.0);
  gauss_legendre(2, x, w);
  check_points(2, x, (double[]){-a, a});
  check_weights(2, w, (double[]){1, 1});
  gauss_legendre(3, x, w);
  check_points(3, x, (double[]){-b, 0, b});
  check_weights(3, w, (double[]){5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0});
  gauss_legendre(4, x, w);
  check_points(4, x, (double[]){-d, -c, c, d});
  check_weights(4, w, (double[]){wd, wc, wc, wd});
}

static double integrate(int n, const double *x, const double *w, int power)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += w[i] * pow(x[i], power);
  return sum;
}

/* int x^d = 1/(d+1) for d <= 2n - 1 */
static void test_legendre_integrates_monomials(void)
{
  double x[MOST], w[MOST];

  for (int n = 1; n <= 40; n++) {
    gauss_legendre(n, x, w);
    for (int d = 0; d <= 2 * n - 1; d++) TEST_ASSERT_DOUBLE_WITHIN(6e-16, 1.0 / (d + 1), integrate(n, x, w, d));
  }
}

/* the first power that is missed is missed by (n!)^4 / ((2n+1) (2n)!^2) */
static void test_legendre_misses_the_next_monomial(void)
{
  double x[MOST], w[MOST];

  for (int n = 1; n <= 8; n++) {
    gauss_legendre(n, x, w);
    const double error = exp(4.0 * lgamma(n + 1.0) - 2.0 * lgamma(2.0 * n + 1.0)) / (2.0 * n + 1.0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * error + 3e-16, error, 1.0 / (2 * n + 1) - integrate(n, x, w, 2 * n));
  }
}

/* up to the largest number that a problem file may ask for: inside, ascending, symmetric, sum 1 */
static void test_legendre_is_symmetric(void)
{
  double x[MOST], w[MOST];

  for (int n = 1; n <= MOST; n++) {
    double sum = 0.0;
    gauss_legendre(n, x, w);
    for (int i = 0; i < n; i++) {
      sum += w[i];
      TEST_ASSERT_TRUE(x[i] > (i ? x[i - 1] : 0.0) && x[i] < 1.0 && w[i] > 0.0);
      TEST_ASSERT_DOUBLE_WITHIN(2.3e-16, 1.0, x[i] + x[n - 1 - i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-17, w[n - 1 - i], w[i]);
    }
    TEST_ASSERT_DOUBLE_WITHIN(2e-15, 1.0, sum);
    TEST_ASSERT_TRUE(n % 2 == 0 || x[n / 2] == 0.5);
  }
}

static void test_lobatto_closed_forms(void)
{
  const double a = sqrt(1.0 / 5.0), b = sqrt(3.0 / 7.0);
  const double c = sqrt(1.0 / 3.0 - 2.0 * sqrt(7.0) / 21.0), d = sqrt(1.0 / 3.0 + 2.0 * sqrt(7.0) / 21.0);
  double       x[MOST];

  gauss_lobatto(2, x);
  check_points(2, x, (double[]){-1, 1});
  gauss_lobatto(3, x);
  check_points(3, x, (double[]){-1, 0, 1});
  gauss_lobatto(4, x);
  check_points(4, x, (double[]){-1, -a, a, 1});
  gauss_lobatto(5, x);
  check_points(5, x, (double[]){-1, -b, 0, b, 1});
  gauss_lobatto(6, x);
  check_points(6, x, (double[]){-1, -d, -c, c, d, 1});
}

/* P_m by the recurrence */
static double legendre(int m, double x)
{
  double p = 1.0, q = 0.0;
  for (int j = 1; j <= m; j++) {
    const double next = ((2 * j - 1) * x * p - (j - 1) * q) / j;
    q                 = p;
    p                 = next;
  }
  return p;
}

/* with the weights 1 / (n (n-1) P_{n-1}^2) on [0, 1] they are exact up to degree 2n - 3, which only they are */
static void test_lobatto_integrates_monomials(void)
{
  double x[MOST], w[MOST];

  for (int n = 2; n <= 31; n++) {
    gauss_lobatto(n, x);
    TEST_ASSERT_TRUE(x[0] == 0.0 && x[n - 1] == 1.0);
    for (int i = 0; i < n; i++) {
      const double p = legendre(n - 1, 2.0 * x[i] - 1.0);
      w[i]           = 1.0 / (n * (n - 1) * p * p);
    }
    for (int d = 0; d <= 2 * n - 3; d++) TEST_ASSERT_DOUBLE_WITHIN(4e-15, 1.0 / (d + 1), integrate(n, x, w, d));
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_legendre_closed_forms);
  RUN_TEST(test_legendre_integrates_monomials);
  RUN_TEST(test_legendre_misses_the_next_monomial);
  RUN_TEST(test_legendre_is_symmetric);
  RUN_TEST(test_lobatto_closed_forms);
  RUN_TEST(test_lobatto_integrates_monomials);
  return UNITY_END();
}
