/* Mechanisms against their equations in minimal coordinates, integrated here by a classical Runge-Kutta method with small steps in
 * extended precision: order 2k, and the digits stored in the problem files. */
#include "measure.h"
#include "reduced.h"
#include "unity.h"

#include <math.h>
#include <stdio.h>

void setUp(void) {}
void tearDown(void) {}

enum { LINKS = 5, STATES = 6 * LINKS };
typedef struct {
  const char *file;
  int         body; /* of the reference */
  int         n;    /* states */
  real        start[STATES], end;
  int         coarse; /* elements for degree 2; degree 1 takes four times as many */
  void (*rate)(const real *y, real *dy);
  void (*position)(const real *y, real x[3]); /* of the body; what it leaves is 0 */
} Mechanism;

static const real g = 9.81L;

/* --- one angle and its rate: theta'' = f(theta) */

static void pendulum_rate(const real *y, real *dy)
{
  dy[0] = y[1];
  dy[1] = g * cosl(y[0]); /* below the horizontal, from -e1 */
}

static void pendulum_place(const real *y, real x[3])
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

static void four_bars_place(const real *y, real x[3])
{
  x[0] = 0.5L * sinl(y[0]);
  x[1] = 0.5L * cosl(y[0]);
}

/* --- a crank that goes round: theta' = sqrt(2 (E - V) / M) with T = 1/2 M(theta) theta'^2 */

/* crank 1 m (2 kg, 0.2), rod 2 m (1 kg, 0.4), slider 3 kg; M, V and the middle of the rod */
static void slider_crank_at(real theta, real *M, real *V, real x[3])
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
  real M, V, M0, V0, x[3];

  slider_crank_at(0, &M0, &V0, x);
  slider_crank_at(y[0], &M, &V, x);
  dy[0] = sqrtl((M0 * 36 + 2 * (V0 - V)) / M);
}

static void slider_crank_place(const real *y, real x[3])
{
  real M, V;
  slider_crank_at(y[0], &M, &V, x);
}

/* crank 1 m (2 kg, 0.2), coupler sqrt(10) m (1 kg, 0.7), rocker 2 m (3 kg, 1), bearings 3 m apart */
static void four_bar_at(real theta, real *M, real *V, real x[3])
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
  real M, V, M0, V0, x[3];

  four_bar_at(0.5L * acosl(-1), &M0, &V0, x);
  four_bar_at(y[0], &M, &V, x);
  dy[0] = sqrtl((M0 * 64 + 2 * (V0 - V)) / M);
}

static void four_bar_place(const real *y, real x[3])
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

static void double_pendulum_place(const real *y, real x[3])
{
  x[0] = cosl(y[0]) + 0.5L * cosl(y[1]);
  x[2] = -sinl(y[0]) - 0.5L * sinl(y[1]);
}

/* --- five links on spherical or parallel revolute joints: their directions u and rates. A link that does not turn about itself has
 * the energy 1/2 J |u'|^2, so that with a_ki = 1 (i < k), 1/2 (i = k), 0 (i > k) for the centres x_k = l sum_i a_ki u_i
 *   sum_j W_ij u_j'' = -m g l sum_k a_ki e3 + lambda_i u_i,   W = m l^2 a^T a + J I,   u_i . u_i'' = -|u_i'|^2 */

/* Solves M x = b by Gauss without pivoting: M[LINKS][LINKS] is positive definite, or a Schur product of two such. */
static void links_solve(real M[LINKS][LINKS], real b[LINKS])
{
  for (int p = 0; p < LINKS; p++)
    for (int i = 0; i < LINKS; i++) {
      const real factor = i == p ? 0 : M[i][p] / M[p][p];
      for (int j = p; j < LINKS; j++) M[i][j] -= factor * M[p][j];
      b[i] -= factor * b[p];
    }
  for (int i = 0; i < LINKS; i++) b[i] /= M[i][i];
}

static void links_mass(real W[LINKS][LINKS], real fall[LINKS])
{
  const real l = 1.0L / LINKS, m = l, J = m * l * l / 12;

  for (int i = 0; i < LINKS; i++) {
    for (int j = 0; j < LINKS; j++) {
      const int far = i > j ? i : j;
      W[i][j]       = m * l * l * (LINKS - 1 - far + (i == j ? 0.25L : 0.5L)) + (i == j ? J : 0);
    }
    fall[i] = -m * g * l * (LINKS - 1 - i + 0.5L);
  }
}

static real dot(const real *a, const real *b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void links_rate(const real *y, real *dy)
{
  const real *u = y, *v = y + 3 * LINKS;
  real        W[LINKS][LINKS], S[LINKS][LINKS], fall[LINKS], inverse[LINKS][LINKS], right[LINKS];

  for (int j = 0; j < LINKS; j++) { /* columns of the inverse of W */
    real unit[LINKS] = {0};
    unit[j]          = 1;
    links_mass(W, fall);
    links_solve(W, unit);
    for (int i = 0; i < LINKS; i++) inverse[i][j] = unit[i];
  }
  for (int i = 0; i < LINKS; i++) {
    right[i] = -dot(v + 3 * i, v + 3 * i);
    for (int j = 0; j < LINKS; j++) {
      right[i] -= inverse[i][j] * fall[j] * u[3 * i + 2];
      S[i][j] = inverse[i][j] * dot(u + 3 * i, u + 3 * j);
    }
  }
  links_solve(S, right);
  for (int i = 0; i < LINKS; i++)
    for (int c = 0; c < 3; c++) {
      dy[3 * i + c]             = v[3 * i + c];
      dy[3 * LINKS + 3 * i + c] = 0;
      for (int j = 0; j < LINKS; j++)
        dy[3 * LINKS + 3 * i + c] += inverse[i][j] * ((c == 2 ? fall[j] : 0) + right[j] * u[3 * j + c]);
    }
}

static void links_place(const real *y, real x[3])
{
  for (int i = 0; i < LINKS; i++)
    for (int c = 0; c < 3; c++) x[c] += (i < LINKS - 1 ? 1 : 0.5L) / LINKS * y[3 * i + c];
}

#define ALONG_E1    1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0
#define ALONG_E2(v) 0, v, 0, 0, v, 0, 0, v, 0, 0, v, 0, 0, v, 0

#define ACOS_06 0.927295218001612232428512462922428804L

static const Mechanism mechanisms[] = {
  {"simple_pendulum", 0, 2, {0, 0}, 10, 250, pendulum_rate, pendulum_place},
  {"double_four_bar", 0, 2, {0, 1}, 10, 60, four_bars_rate, four_bars_place},
  {"slider_crank", 1, 1, {0}, 2, 100, slider_crank_rate, slider_crank_place},
  {"four_bar", 1, 1, {1.57079632679489661923132169163975L}, 2, 150, four_bar_rate, four_bar_place},
  {"double_pendulum", 1, 4, {0}, 2, 100, double_pendulum_rate, double_pendulum_place},
  {"planar_pendulum", 4, STATES, {ALONG_E1}, 1, 100, links_rate, links_place},
  {"bricard", 2, 3, {0, 0, 0}, 9, 100, bricard_rate, bricard_place},
  {"spatial_slider_crank", 1, 1, {0}, 2, 200, spatial_crank_rate, spatial_crank_place},
  {"gimbals", 2, 3, {ACOS_06, 0, 0}, 2, 100, gimbals_rate, gimbals_place},
  {"gimbals_universal", 1, 3, {ACOS_06, 0, 0}, 2, 100, gimbals_universal_rate, gimbals_place},
  {"spatial_pendulum", 4, STATES, {ALONG_E1, ALONG_E2(0.3L)}, 1, 100, links_rate, links_place},
};

static void exact_state(const Mechanism *m, real end, real y[STATES])
{
  const int  steps = (int)(16000 * end);
  const real h     = end / steps;
  real       k[4][STATES], at[STATES];

  for (int i = 0; i < m->n; i++) y[i] = m->start[i];
  for (int step = 0; step < steps; step++) {
    for (int stage = 0; stage < 4; stage++) {
      const real part = stage == 0 ? 0 : stage == 3 ? h : h / 2;
      for (int i = 0; i < m->n; i++) at[i] = y[i] + (stage ? part * k[stage - 1][i] : 0);
      m->rate(at, k[stage]);
    }
    for (int i = 0; i < m->n; i++) y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
  }
}

static void exact_place(const Mechanism *m, real end, real x[3])
{
  real y[STATES];

  exact_state(m, end, y);
  x[0] = x[1] = x[2] = 0;
  m->position(y, x);
}

static double distance(const Mechanism *m, const Measured *run, const real x[3])
{
  const double *p    = run->end[m->body].position;
  const real    d[3] = {p[0] - x[0], p[1] - x[1], p[2] - x[2]};
  return (double)sqrtl(dot(d, d));
}

static void test_order_2k(void)
{
  for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++) {
    const Mechanism *m = &mechanisms[i];
    char             file[200], text[300];
    real             x[3];
    snprintf(file, sizeof file, "problems/mechanisms/%s.yaml", m->file);
    const double end = fmin(2.0, (double)m->end);
    exact_place(m, end, x);
    for (int k = 1; k <= 2; k++) {
      double h[3], error[3];
      for (int j = 0; j < 3; j++) {
        const int elements = (k == 1 ? 4 : 1) * m->coarse * (2 + j) / 2;
        Measured  run;
        measure(&run, file, "method.degree=%d time.elements=%d time.end=%g", k, elements, end);
        h[j]     = end / elements;
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

/* The digits in the problem files, at their own time. */
static void test_digits(void)
{
  for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++) {
    const Mechanism *m = &mechanisms[i];
    char             file[200], text[300];
    real             x[3];
    Measured         run;
    snprintf(file, sizeof file, "problems/mechanisms/%s.yaml", m->file);
    exact_place(m, m->end, x);
    measure(&run, file, "method.degree=4 time.end=%Lg", m->end);
    snprintf(text, sizeof text, "%s: %.17Lg, %.17Lg, %.17Lg; off by %.2e, digits by %.2e", m->file, x[0], x[1], x[2],
             distance(m, &run, x), run.error.position);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 0.0, distance(m, &run, x), text);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 0.0, run.error.position, text);
  }
}

/* The loop of the Bricard mechanism, taken to be symmetric, closes all along. */
static void test_bricard_closes(void)
{
  for (size_t i = 0; i < sizeof mechanisms / sizeof mechanisms[0]; i++)
    for (int n = 1; n <= 10 && mechanisms[i].rate == bricard_rate; n++) {
      real y[STATES];
      exact_state(&mechanisms[i], 0.2L * n, y);
      TEST_ASSERT_DOUBLE_WITHIN(1e-15, 0.0, (double)bricard_gap(y));
    }
}

/* Without the inertia of its outer ring, a gyroscope in gimbals is one on a universal joint: they part in proportion to it. */
static void test_gimbals_are_a_universal_joint(void)
{
  static const double ring[] = {3e-4, 3e-5, 3e-6};
  Measured            universal, m;
  double              apart[3];

  measure(&universal, "problems/mechanisms/gimbals_universal.yaml", "%s", "");
  for (int i = 0; i < 3; i++) {
    measure(&m, "problems/mechanisms/gimbals.yaml", "bodies.outer.inertia=[%g,%g,%g]", ring[i], ring[i], ring[i]);
    apart[i] = measure_distance(1, &(Measured){.end = {m.end[1]}}, &universal);
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.1, 1.0, measure_order(3, ring, apart));
}

int main(void)
{
  if (PetscInitializeNoArguments()) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_order_2k);
  RUN_TEST(test_digits);
  RUN_TEST(test_bricard_closes);
  RUN_TEST(test_gimbals_are_a_universal_joint);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}
