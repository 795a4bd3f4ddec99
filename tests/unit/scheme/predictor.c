/* First guesses: polynomials go on exactly, a steadily turning body too. */
#include "scheme/predictor.h"

#include "base/quat.h"
#include "built.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static Problem      problem;
static System       sys;
static const double attitude[3] = {0.3, -0.5, 0.7}; /* at the start, as a rotation vector */

/* One body that turns with Omega = w e_axis, J = diag(5, 26, 29), mass 2. */
static void turning_body(const char *formulation, TranslationKind translation, int axis, double w)
{
  problem_init(&problem);
  problem.time.end  = 1.0;
  problem.time.step = 0.1;
  problem.nbodies   = 1;
  problem.bodies    = calloc(1, sizeof *problem.bodies);
  ProblemBody *body = &problem.bodies[0];
  problem_body_init(body);
  snprintf(body->formulation, sizeof body->formulation, "%s", formulation);
  body->translation   = translation;
  body->mass          = 2;
  body->inertia[0][0] = 5;
  body->inertia[1][1] = 26;
  body->inertia[2][2] = 29;
  vec_zero(3, body->velocity);
  if (translation == TRANSLATION_FREE) body->velocity[1] = 3;
  quat_exp(attitude, body->orientation);
  vec_zero(3, body->angular_velocity);
  body->angular_velocity[axis] = w;
  built_system(&problem, "", &sys);
}

/* component c of a polynomial of this degree */
static double polynomial(int degree, int c, double t)
{
  double sum = 0.0;
  for (int d = degree; d >= 0; d--) sum = sum * t + 1.0 / (1.0 + d + 0.3 * c);
  return sum;
}

static void check_extrapolation(int k, bool lobatto, double ratio)
{
  TimeElement e;
  Predictor   p;

  turning_body("quaternion", TRANSLATION_FREE, 0, 1);
  const int nz = sys.nz, nl = sys.nl;
  double   *dz = calloc((size_t)(k * (nz + nl)), sizeof *dz), *mult = dz + k * nz;
  TEST_ASSERT_TRUE(time_element_create_mg(k, k, lobatto, &e));
  TEST_ASSERT_TRUE(predictor_create(&sys, &e, &p));
  for (int pass = 0; pass < 2; pass++) { /* a second time with a ratio known already */
    for (int i = 0; i < k; i++) {
      for (int c = 0; c < nz; c++) dz[i * nz + c] = polynomial(k, c, e.node[i + 1]) - polynomial(k, c, 0.0);
      for (int c = 0; c < nl; c++) mult[i * nl + c] = polynomial(k - 1, c, e.mult_node[i]);
    }
    predictor_extrapolate(&p, ratio, dz, mult);
    for (int i = 0; i < k; i++) {
      const double t = 1.0 + ratio * e.node[i + 1], tm = 1.0 + ratio * e.mult_node[i];
      const double size = pow(t, k) * pow(6.0, k) * 1e-16; /* functions grow outside their element */
      for (int c = 0; c < nz; c++)
        TEST_ASSERT_DOUBLE_WITHIN(4 * size, polynomial(k, c, t) - polynomial(k, c, 1.0), dz[i * nz + c]);
      for (int c = 0; c < nl; c++) TEST_ASSERT_DOUBLE_WITHIN(4 * size, polynomial(k - 1, c, tm), mult[i * nl + c]);
    }
  }
  predictor_destroy(&p);
  time_element_destroy(&e);
  free(dz);
  built_clear(&sys, &problem);
}

static void test_polynomials_go_on(void)
{
  static const double ratios[] = {1.0, 0.5, 0.123, 1.37, 2.0};

  for (int k = 1; k <= 8; k++)
    for (int lobatto = 0; lobatto < 2; lobatto++)
      for (size_t i = 0; i < sizeof ratios / sizeof ratios[0]; i++) check_extrapolation(k, lobatto == 1, ratios[i]);
}

/* q = (cos a/2, sin a/2 e), p = 2 J w (-sin a/2, cos a/2 e), written behind the translation of a free body */
static void quaternion_state(int nt, int axis, double w, double t, double *z)
{
  const double J[3] = {5, 26, 29}, a = 0.5 * w * t;
  const int    nq = nt + 4;

  vec_zero(2 * nq, z);
  if (nt) z[1] = 3 * t;
  if (nt) z[nq + 1] = 6;
  z[nt]                 = cos(a);
  z[nt + 1 + axis]      = sin(a);
  z[nq + nt]            = -2 * J[axis] * w * sin(a);
  z[nq + nt + 1 + axis] = 2 * J[axis] * w * cos(a);
}

/* d_i turn about e_axis, p_i = E_i d_i', E = tr(J)/2 - J = (25, 4, 1) */
static void director_state(int nt, int axis, double w, double t, double *z)
{
  const double E[3] = {25, 4, 1}, c = cos(w * t), s = sin(w * t);
  const int    nq = nt + 9, i = (axis + 1) % 3, j = (axis + 2) % 3;

  vec_zero(2 * nq, z);
  if (nt) z[1] = 3 * t;
  if (nt) z[nq + 1] = 6;
  z[nt + 4 * axis]       = 1;
  z[nt + 3 * i + i]      = c;
  z[nt + 3 * i + j]      = s;
  z[nt + 3 * j + i]      = -s;
  z[nt + 3 * j + j]      = c;
  z[nq + nt + 3 * i + i] = -E[i] * w * s;
  z[nq + nt + 3 * i + j] = E[i] * w * c;
  z[nq + nt + 3 * j + i] = -E[j] * w * c;
  z[nq + nt + 3 * j + j] = -E[j] * w * s;
}

/* The whole motion turned by the start attitude: q0 o q, q0 o p, R0 d_i, R0 p_i; translation as it is. */
static void turn_state(bool director, int nt, double *z)
{
  const int nq = nt + (director ? 9 : 4);
  double    q[4], R[3][3], d[3];

  quat_exp(attitude, q);
  quat_to_matrix(q, R);
  for (int half = 0; half < 2; half++) {
    double *x = z + half * nq + nt;
    if (!director) quat_multiply(q, x, x);
    for (int i = 0; director && i < 3; i++) {
      vec_copy(3, x + 3 * i, d);
      mat3_apply((const double(*)[3])R, d, x + 3 * i);
    }
  }
}

static void check_rotation(bool director, TranslationKind translation, int axis, int k)
{
  const double w = 40, h = 0.1; /* 4 rad in one element */
  const int    nt                                   = translation == TRANSLATION_FREE ? 3 : 0;
  void (*state)(int, int, double, double, double *) = director ? director_state : quaternion_state;
  double      z[BODY_NZ], now[BODY_NZ], then[BODY_NZ], dz[4 * BODY_NZ];
  TimeElement e;
  Predictor   p;

  turning_body(director ? "director" : "quaternion", translation, axis, w);
  system_initial(&sys, &problem, z);
  state(nt, axis, w, 0.0, now);
  turn_state(director, nt, now);
  for (int c = 0; c < sys.nz; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, now[c], z[c]);
  TEST_ASSERT_TRUE(time_element_create_mg(k, k, false, &e));
  TEST_ASSERT_TRUE(predictor_create(&sys, &e, &p));
  predictor_rotate(&p, h, z, dz);
  for (int i = 0; i < k; i++) {
    state(nt, axis, w, h * e.node[i + 1], then);
    turn_state(director, nt, then);
    for (int c = 0; c < sys.nz; c++) TEST_ASSERT_DOUBLE_WITHIN(4e-12, then[c] - now[c], dz[i * sys.nz + c]);
  }
  predictor_destroy(&p);
  time_element_destroy(&e);
  built_clear(&sys, &problem);
}

static void test_steady_rotation_goes_on(void)
{
  for (int axis = 0; axis < 3; axis++)
    for (int k = 1; k <= 4; k++) {
      check_rotation(false, TRANSLATION_FREE, axis, k);
      check_rotation(false, TRANSLATION_FIXED, axis, k);
      check_rotation(true, TRANSLATION_FREE, axis, k);
      check_rotation(true, TRANSLATION_FIXED, axis, k);
    }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_polynomials_go_on);
  RUN_TEST(test_steady_rotation_goes_on);
  return UNITY_END();
}
