/* Mechanisms against their equations in minimal coordinates, integrated here by a classical Runge-Kutta method with small steps in
 * extended precision: order 2k, and the digits stored in the problem files. */
#include "measure.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

typedef long double real;
typedef struct {
  const char *file;
  int         body; /* of the reference */
  int         n;    /* states */
  real        start[4], end;
  int         coarse; /* elements for degree 2; degree 1 takes four times as many */
  void (*rate)(const real *y, real *dy);
  void (*place)(const real *y, real x[2]); /* of the body in its plane */
  int axis[2];                             /* of the plane */
} Mechanism;

static const real g = 9.81L;

/* --- one angle and its rate: theta'' = f(theta) */

static void pendulum_rate(const real *y, real *dy)
{
  dy[0] = y[1];
  dy[1] = g * cosl(y[0]); /* below the horizontal, from -e1 */
}

static void pendulum_place(const real *y, real x[2])
{
  x[0] = -cosl(y[0]);
  x[1] = -sinl(y[0]);
}

/* N four-bars: ((N + 1)/3 + N) theta'' = g ((N + 1)/2 + N) sin theta, here N = 2 */
static void four_bars_rate(const real *y, real *dy)
{
  dy[0] = y[1];
  dy[1] = g * 3.5L / 3.0L * sinl(y[0]);
}

static void four_bars_place(const real *y, real x[2])
{
  x[0] = 0.5L * sinl(y[0]);
  x[1] = 0.5L * cosl(y[0]);
}

/* --- a crank that goes round: theta' = sqrt(2 (E - V) / M) with T = 1/2 M(theta) theta'^2 */

/* crank 1 m (2 kg, 0.2), rod 2 m (1 kg, 0.4), slider 3 kg; M, V and the middle of the rod */
static void slider_crank_at(real theta, real *M, real *V, real x[2])
{
  const real s = sinl(theta), c = cosl(theta), sb = 0.5L * s, cb = sqrtl(1 - sb * sb); /* sin b = sin theta / 2 */
  const real turn = 0.5L * c / cb;                                                     /* b' / theta' */
  const real vx = -s - sb * turn, vy = c - cb * turn;                                  /* middle of the rod */
  const real slide = -s - 2 * sb * turn;

  x[0] = c + cb;
  x[1] = s - sb;
  *M   = (0.2L + 2 * 0.25L) + 0.4L * turn * turn + vx * vx + vy * vy + 3 * slide * slide;
  *V   = g * (2 * 0.5L * s + x[1]);
}

static void slider_crank_rate(const real *y, real *dy)
{
  real M, V, M0, V0, x[2];

  slider_crank_at(0, &M0, &V0, x);
  slider_crank_at(y[0], &M, &V, x);
  dy[0] = sqrtl((M0 * 36 + 2 * (V0 - V)) / M);
}

static void slider_crank_place(const real *y, real x[2])
{
  real M, V;
  slider_crank_at(y[0], &M, &V, x);
}

/* crank 1 m (2 kg, 0.2), coupler sqrt(10) m (1 kg, 0.7), rocker 2 m (3 kg, 1), bearings 3 m apart */
static void four_bar_at(real theta, real *M, real *V, real x[2])
{
  const real bx = cosl(theta), by = sinl(theta), dx = 3 - bx, dy = -by, d2 = dx * dx + dy * dy, d = sqrtl(d2);
  const real along = (10 - 4 + d2) / (2 * d), off = sqrtl(10 - along * along); /* C from B along and left of BD */
  const real cx = bx + (along * dx - off * dy) / d, cy = by + (along * dy + off * dx) / d;
  const real t3 = atan2l(cy - by, cx - bx), t4 = atan2l(cy, cx - 3);
  const real w3 = -sinl(theta - t4) / (sqrtl(10) * sinl(t3 - t4)), w4 = sinl(theta - t3) / (2 * sinl(t4 - t3));
  /* middle of the coupler: velocity of B plus w3 x (C - B) / 2 */
  const real vx = -by - 0.5L * w3 * (cy - by), vy = bx + 0.5L * w3 * (cx - bx);

  x[0] = 0.5L * (bx + cx);
  x[1] = 0.5L * (by + cy);
  *M   = (0.2L + 2 * 0.25L) + vx * vx + vy * vy + 0.7L * w3 * w3 + (1 + 3) * w4 * w4;
  *V   = g * (2 * 0.5L * by + x[1] + 3 * 0.5L * cy);
}

static void four_bar_rate(const real *y, real *dy)
{
  real M, V, M0, V0, x[2];

  four_bar_at(0.5L * acosl(-1), &M0, &V0, x);
  four_bar_at(y[0], &M, &V, x);
  dy[0] = sqrtl((M0 * 64 + 2 * (V0 - V)) / M);
}

static void four_bar_place(const real *y, real x[2])
{
  real M, V;
  four_bar_at(y[0], &M, &V, x);
}

/* --- double pendulum: links of 1 m, 1 kg, J = 1/12; angles below the horizontal */
static void double_pendulum_rate(const real *y, real *dy)
{
  const real c = cosl(y[0] - y[1]), s = sinl(y[0] - y[1]), J = 1.0L / 12;
  const real m11 = J + 0.25L + 1, m22 = J + 0.25L, m12 = 0.5L * c;
  const real f1 = -0.5L * s * y[3] * y[3] + 1.5L * g * cosl(y[0]), f2 = 0.5L * s * y[2] * y[2] + 0.5L * g * cosl(y[1]);
  const real det = m11 * m22 - m12 * m12;

  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = (m22 * f1 - m12 * f2) / det;
  dy[3] = (m11 * f2 - m12 * f1) / det;
}

static void double_pendulum_place(const real *y, real x[2])
{
  x[0] = cosl(y[0]) + 0.5L * cosl(y[1]);
  x[1] = -sinl(y[0]) - 0.5L * sinl(y[1]);
}

static const Mechanism mechanisms[] = {
  {"simple_pendulum", 0, 2, {0, 0}, 10, 250, pendulum_rate, pendulum_place, {0, 1}},
  {"double_four_bar", 0, 2, {0, 1}, 10, 60, four_bars_rate, four_bars_place, {0, 1}},
  {"slider_crank", 1, 1, {0}, 2, 100, slider_crank_rate, slider_crank_place, {0, 1}},
  {"four_bar", 1, 1, {1.57079632679489661923132169163975L}, 2, 150, four_bar_rate, four_bar_place, {0, 1}},
  {"double_pendulum", 1, 4, {0}, 2, 100, double_pendulum_rate, double_pendulum_place, {0, 2}},
};

static void exact_place(const Mechanism *m, real end, real x[2])
{
  const int  steps = 40000;
  const real h     = end / steps;
  real       y[4], k[4][4], at[4];

  for (int i = 0; i < m->n; i++) y[i] = m->start[i];
  for (int step = 0; step < steps; step++) {
    for (int stage = 0; stage < 4; stage++) {
      const real part = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (int i = 0; i < m->n; i++) at[i] = y[i] + (stage ? part * k[stage - 1][i] : 0);
      m->rate(at, k[stage]);
    }
    for (int i = 0; i < m->n; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
  m->place(y, x);
}

static double distance(const Mechanism *m, const Measured *run, const real x[2])
{
  const double *p = run->end[m->body].position;
  return hypot(p[m->axis[0]] - (double)x[0], p[m->axis[1]] - (double)x[1]);
}

static void test_order_2k(void)
{
  for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++) {
    const Mechanism *m = &mechanisms[i];
    char             file[200], text[300];
    real             x[2];
    snprintf(file, sizeof file, "problems/mechanisms/%s.yaml", m->file);
    exact_place(m, 2, x);
    for (int k = 1; k <= 2; k++) {
      double h[3], error[3];
      for (int j = 0; j < 3; j++) {
        const int elements = (k == 1 ? 4 : 1) * m->coarse * (2 + j) / 2;
        Measured  run;
        measure(&run, file, "method.degree=%d time.elements=%d time.end=2", k, elements);
        h[j]     = 2.0 / elements;
        error[j] = distance(m, &run, x);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, run.drift.phi_scaled, m->file);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, run.drift.psi_scaled, m->file);
        TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12, 0.0, drift_relative(run.drift.H, run.drift.scale_H), m->file);
      }
      const double order = measure_order(3, h, error);
      snprintf(text, sizeof text, "%s, k = %d: order %.3f, error %.2e", m->file, k, order, error[2]);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, 2.0 * k, order, text);
    }
  }
}

/* The digits in the problem files, at their own end. */
static void test_digits(void)
{
  for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++) {
    const Mechanism *m = &mechanisms[i];
    char             file[200], text[300];
    real             x[2];
    Measured         run;
    snprintf(file, sizeof file, "problems/mechanisms/%s.yaml", m->file);
    exact_place(m, m->end, x);
    measure(&run, file, "method.degree=4");
    snprintf(text, sizeof text, "%s: %.17Lg, %.17Lg; off by %.2e, digits by %.2e", m->file, x[0], x[1],
             distance(m, &run, x), run.error.position);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 0.0, distance(m, &run, x), text);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 0.0, run.error.position, text);
  }
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_order_2k);
  RUN_TEST(test_digits);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}
