/* Hamiltonian systems: derivatives against differences, start values, what they conserve. */
#include "body/hamiltonian.h"
#include "base/vec.h"
#include "models.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

/* Every constant that a system may ask for. */
static ProblemHamiltonian constants(const char *system)
{
  ProblemHamiltonian data = {.mass         = 1.3,
                             .stiffness    = 4.1,
                             .length       = 0.7,
                             .gravity      = 9.81,
                             .inertia      = {2.1, 0.6},
                             .coupling     = 0.17,
                             .eccentricity = 0.6,
                             .axes         = {1.25, 1.0, 0.5},
                             .strength     = 1.1,
                             .core         = 0.9,
                             .rotation     = 0.25};
  snprintf(data.system, sizeof data.system, "%s", system);
  return data;
}

/* Anywhere but near a singular place. */
static void anywhere(const HamiltonianOps *ops, double z[HAMILTONIAN_NZ])
{
  unsigned long seed = 7;

  for (int i = 0; i < 2 * ops->nq; i++) z[i] = 1.1 + 0.5 * model_random(&seed);
}

/* Fourth-order differences: an error of about 1e-12. */
static double difference(const double f[4], double d)
{
  return (8.0 * (f[2] - f[1]) - (f[3] - f[0])) / (12.0 * d);
}

static void test_derivatives(void)
{
  static const int shift[4] = {-2, -1, 1, 2};
  const double     d        = 1e-3;

  for (int s = 0; hamiltonian_list[s]; s++) {
    const HamiltonianOps    *ops  = hamiltonian_list[s];
    const ProblemHamiltonian data = constants(ops->name);
    const int                nz   = 2 * ops->nq;
    double                   z[HAMILTONIAN_NZ], g[HAMILTONIAN_NZ], K[HAMILTONIAN_NZ * HAMILTONIAN_NZ] = {0}, H[4],
                                                                    moved[4][HAMILTONIAN_NZ];
    anywhere(ops, z);
    const double energy = ops->energy(&data, z, g, K);
    for (int j = 0; j < nz; j++) {
      const double kept = z[j];
      for (int i = 0; i < 4; i++) {
        z[j] = kept + shift[i] * d;
        H[i] = ops->energy(&data, z, moved[i], NULL);
      }
      z[j] = kept;
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (1.0 + fabs(energy)), difference(H, d), g[j], ops->name);
      for (int i = 0; i < nz; i++) {
        const double row[4] = {moved[0][i], moved[1][i], moved[2][i], moved[3][i]};
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (1.0 + fabs(energy)), difference(row, d), K[i * nz + j], ops->name);
      }
    }
  }
}

/* dI/dt = grad I . J grad H = 0 for L3 and for all else that a system says it keeps; the gradient by differences. */
static void test_conserved_quantities(void)
{
  static const int shift[4] = {-2, -1, 1, 2};
  const double     d        = 1e-3;

  for (int s = 0; hamiltonian_list[s]; s++) {
    const HamiltonianOps    *ops  = hamiltonian_list[s];
    const ProblemHamiltonian data = constants(ops->name);
    const int                n    = ops->nq;
    double                   z[HAMILTONIAN_NZ], g[HAMILTONIAN_NZ], rate[1 + KEPT_MOST] = {0};
    int                      kept = 0;
    while (ops->kept[kept]) kept++;
    TEST_ASSERT_TRUE(kept <= KEPT_MOST);
    anywhere(ops, z);
    ops->energy(&data, z, g, NULL);
    for (int j = 0; j < 2 * n; j++) {
      const double zdot = j < n ? g[n + j] : -g[j - n], before = z[j];
      double       value[1 + KEPT_MOST][4] = {{0}}, L[3], other[KEPT_MOST] = {0};
      for (int i = 0; i < 4; i++) {
        z[j] = before + shift[i] * d;
        ops->momenta(z, L);
        ops->conserved(z, other);
        value[0][i] = ops->turns ? L[2] : 0.0;
        for (int k = 0; k < kept; k++) value[1 + k][i] = other[k];
      }
      z[j] = before;
      for (int k = 0; k <= kept; k++) rate[k] += difference(value[k], d) * zdot;
    }
    for (int k = 0; k <= kept; k++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 0.0, rate[k], ops->name);
  }
}

/* Momenta from rates give these rates back. */
static void test_rates_at_the_start(void)
{
  double coordinates[3] = {0.4, 0.9, -0.3}, rates[3] = {0.7, -1.1, 12.0};

  for (int s = 0; hamiltonian_list[s]; s++) {
    const HamiltonianOps *ops  = hamiltonian_list[s];
    ProblemHamiltonian    data = constants(ops->name);
    double                q[HAMILTONIAN_NQ], p[HAMILTONIAN_NQ], z[HAMILTONIAN_NZ], g[HAMILTONIAN_NZ];
    data.ncoordinates = data.nrates = ops->nq;
    data.coordinates                = coordinates;
    data.rates                      = rates;
    hamiltonian_start(&data, q, p);
    vec_copy(ops->nq, q, z);
    vec_copy(ops->nq, p, z + ops->nq);
    ops->energy(&data, z, g, NULL);
    for (int i = 0; i < ops->nq; i++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * (1.0 + fabs(rates[i])), rates[i], g[ops->nq + i], ops->name);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_derivatives);
  RUN_TEST(test_conserved_quantities);
  RUN_TEST(test_rates_at_the_start);
  return UNITY_END();
}
