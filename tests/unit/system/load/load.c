/* Loads on bodies that change their size, by virtual work: the power of a generalised force equals F . dx of the loaded point, or
 * tau . omega. Points follow by complex steps from x = phi + q o X o conj(q), which has no other formula in common with the source. */
#include "base/vec.h"
#include "built.h"
#include "models.h"
#include "unity.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

typedef double complex Number;

static const ModelVariant scalable = {
  .formulation = "quaternion", .kinetic = KINETIC_SCALABLE, .rigid = false, .translation = TRANSLATION_FREE};
static const double value[3] = {1.3, -0.7, 0.4}, at[2][3] = {{0.3, -0.2, 0.5}, {0.1, 0.4, -0.3}};

static void product(const Number a[4], const Number b[4], Number c[4])
{
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* y = q o X o conj(q) = |q|^2 R X */
static void grown(const Number q[4], const double X[3], Number y[3])
{
  const Number bar[4] = {q[0], -q[1], -q[2], -q[3]}, pure[4] = {0.0, X[0], X[1], X[2]};
  Number       first[4], second[4];

  product(q, pure, first);
  product(first, bar, second);
  for (int i = 0; i < 3; i++) y[i] = second[1 + i];
}

/* The axis X of body b in space, of length |X|. */
static void direction(const double *z, const double X[3], double out[3])
{
  const Number q[4] = {z[3], z[4], z[5], z[6]};
  Number       y[3];

  grown(q, X, y);
  for (int i = 0; i < 3; i++) out[i] = creal(y[i]) / vec_dot(4, z + 3, z + 3);
}

/* The point X of a body, and its change along dz. */
static void point(const double *z, const double *dz, const double X[3], double x[3], double dx[3])
{
  Number q[4], y[3];

  for (int i = 0; i < 4; i++) q[i] = z[3 + i] + 1e-30 * I * dz[3 + i];
  grown(q, X, y);
  for (int i = 0; i < 3; i++) {
    x[i]  = z[i] + creal(y[i]);
    dx[i] = dz[i] + cimag(y[i]) / 1e-30;
  }
}

/* omega = 2 vec(dq o conj(q)) / |q|^2 in space */
static void turning(const double *z, const double *dz, double omega[3])
{
  const Number dq[4] = {dz[3], dz[4], dz[5], dz[6]}, bar[4] = {z[3], -z[4], -z[5], -z[6]};
  Number       w[4];

  product(dq, bar, w);
  for (int i = 0; i < 3; i++) omega[i] = 2.0 * creal(w[1 + i]) / vec_dot(4, z + 3, z + 3);
}

/* Power of the generalised forces of a load at a random state along a random rate of both bodies; the state and the rate. */
static double power_of(const char *type, AxesKind frame, double factor[1], double z[28], double dz[28])
{
  Problem       problem;
  System        sys;
  SystemWork    work;
  unsigned long seed = 23;
  double        force[28], power = 0.0;

  model_loaded(&scalable, &scalable, type, frame, 0, 1, &problem);
  vec_zero(3, problem.gravity);
  vec_copy(4, problem.bodies[0].orientation, problem.bodies[1].orientation);
  for (int i = 0; i < 6; i++) problem.loads[0].damping[i] = 0.0;
  built_system(&problem, type, &sys);
  TEST_ASSERT_EQUAL_INT(28, sys.nz);
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  for (int i = 0; i < 28; i++) {
    z[i]  = 0.3 + model_random(&seed);
    dz[i] = model_random(&seed);
  }
  system_forces(&sys, 0.3, z, dz, &work, force);
  for (int b = 0; b < 2; b++) power += vec_dot(7, force + 14 * b, dz + 14 * b);
  *factor = 2.0 * sin(1.3 * 0.3 + 0.7);
  system_work_destroy(&work);
  built_clear(&sys, &problem);
  return power;
}

static void test_force(void)
{
  for (AxesKind frame = AXES_SPATIAL; frame <= AXES_BODY; frame++) {
    double       z[28], dz[28], x[3], dx[3], F[3], factor;
    const double power = power_of("force", frame, &factor, z, dz);
    point(z, dz, at[0], x, dx);
    if (frame == AXES_BODY) direction(z, value, F);
    else vec_copy(3, value, F);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, factor * vec_dot(3, F, dx), power);
  }
}

static void test_torque(void)
{
  for (AxesKind frame = AXES_SPATIAL; frame <= AXES_BODY; frame++) {
    double       z[28], dz[28], omega[3], tau[3], factor;
    const double power = power_of("torque", frame, &factor, z, dz);
    turning(z, dz, omega);
    if (frame == AXES_BODY) direction(z, value, tau);
    else vec_copy(3, value, tau);
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, factor * vec_dot(3, tau, omega), power);
  }
}

/* The force of displacement j is k_j x_j along the unit axis a_j of the first body on the second point; the gap turns with the first
 * body and does not grow with it. The rotations have the torque of their potential. */
static double bushing_energy(const double *z)
{
  static const double stiffness[6] = {3, 2, 4, 1.5, 2.5, 0.5};
  const double        e[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, none[28] = {0.0};
  double              x[2][3], ignored[3], a[3][3], b[3][3], energy = 0.0;

  for (int s = 0; s < 2; s++) point(z + 14 * s, none, at[s], x[s], ignored);
  for (int i = 0; i < 3; i++) {
    direction(z, e[i], a[i]);
    direction(z + 14, e[i], b[i]);
  }
  for (int i = 0; i < 3; i++) {
    const int    k = (i + 1) % 3, l = (i + 2) % 3;
    const double gap[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
    const double shift = vec_dot(3, a[i], gap), turn = 0.5 * (vec_dot(3, a[l], b[k]) - vec_dot(3, a[k], b[l]));
    energy += 0.5 * stiffness[i] * shift * shift + 0.5 * stiffness[3 + i] * turn * turn;
  }
  return energy;
}

/* Power = -dV, by a difference of order 6. Both bodies start with the same orientation, where rotations are zero. */
static void test_bushing(void)
{
  static const double weight[3] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  double              z[28], dz[28], moved[28], rate = 0.0, factor;
  const double        power = power_of("bushing", AXES_SPATIAL, &factor, z, dz), h = 1e-3;

  for (int s = 1; s <= 3; s++)
    for (int sign = -1; sign <= 1; sign += 2) {
      vec_copy(28, z, moved);
      vec_add(28, sign * s * h, dz, moved);
      rate += sign * weight[s - 1] * bushing_energy(moved) / h;
    }
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, -rate, power);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_force);
  RUN_TEST(test_torque);
  RUN_TEST(test_bushing);
  return UNITY_END();
}
