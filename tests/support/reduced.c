#include "reduced.h"

#include <math.h>

static const real g = 9.81L;

static real dot(const real a[3], const real b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const real a[3], const real b[3], real c[3])
{
  for (int i = 0; i < 3; i++) c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* --- Bricard: rods and axes follow each other in cycles, and by the threefold symmetry of the loop the joints turn by A, B, A, B, A, B
 * with sin A + sin B + sin A sin B = 0. Along this curve A' = s' cos B (1 + sin A), B' = -s' cos A (1 + sin B). */

enum { RODS = 6 /* the last one is the ground */ };

typedef struct {
  real P[3], R[3][3]; /* end of the last rod; columns of R: its axes */
  real v[3], omega[3];
} Link;

/* The next link: turned about its own axis `axis` by `angle` at the end of the last one. */
static void link_turn(int axis, real angle, real rate, Link *link)
{
  const real c = cosl(angle), s = sinl(angle);
  const int  j = (axis + 1) % 3, k = (axis + 2) % 3;

  for (int i = 0; i < 3; i++) {
    const real a = link->R[i][j], b = link->R[i][k];
    link->omega[i] += rate * link->R[i][axis];
    link->R[i][j] = c * a + s * b;
    link->R[i][k] = c * b - s * a;
  }
}

static void link_go(const real d[3], Link *link)
{
  real turned[3];

  cross(link->omega, d, turned);
  for (int i = 0; i < 3; i++) {
    link->P[i] += d[i];
    link->v[i] += turned[i];
  }
}

/* m of T = 1/2 m s'^2, V, the middle of the third rod, and the loop's end. */
static Link bricard_at(real A, real B, real *m, real *V, real x[3])
{
  static const int axis[RODS] = {1, 2, 0, 1, 2, 0}, along[RODS] = {0, 1, 2, 0, 1, 2},
                   sign[RODS] = {1, -1, 1, -1, 1, -1};
  const real rate[2]          = {cosl(B) * (1 + sinl(A)), -cosl(A) * (1 + sinl(B))};
  const real across = 1.01L / 12, lengthwise = 0.02L / 12;
  Link       link = {.R = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

  *m = *V = 0;
  for (int i = 0; i < RODS; i++) {
    real d[3];
    link_turn(axis[i], i % 2 ? B : A, rate[i % 2], &link);
    for (int c = 0; c < 3; c++) d[c] = 0.5L * sign[i] * link.R[c][along[i]];
    link_go(d, &link);
    if (i < RODS - 1) {
      const real spin = 2 * dot(link.omega, d);
      *m += dot(link.v, link.v) + across * dot(link.omega, link.omega) + (lengthwise - across) * spin * spin;
      *V += g * link.P[1];
    }
    for (int c = 0; c < 3 && i == 2; c++) x[c] = link.P[c];
    link_go(d, &link);
  }
  return link;
}

/* m s'' = -dV/ds - 1/2 dm/ds s'^2, derivatives along the tangent by differences of order 4 */
void bricard_rate(const real *y, real *dy)
{
  static const real d      = 1e-4L;
  const real        t[2]   = {cosl(y[1]) * (1 + sinl(y[0])), -cosl(y[0]) * (1 + sinl(y[1]))};
  const real        w[]    = {1, -8, 8, -1};
  const int         step[] = {-2, -1, 1, 2};
  real              m, V, dm = 0, dV = 0, x[3];

  for (int i = 0; i < 4; i++) {
    bricard_at(y[0] + step[i] * d * t[0], y[1] + step[i] * d * t[1], &m, &V, x);
    dm += w[i] * m / (12 * d);
    dV += w[i] * V / (12 * d);
  }
  bricard_at(y[0], y[1], &m, &V, x);
  dy[0] = t[0] * y[2];
  dy[1] = t[1] * y[2];
  dy[2] = -(dV + 0.5L * dm * y[2] * y[2]) / m;
}

void bricard_place(const real *y, real x[3])
{
  real m, V;
  bricard_at(y[0], y[1], &m, &V, x);
}

real bricard_gap(const real *y)
{
  real       m, V, x[3], most = 0;
  const Link end = bricard_at(y[0], y[1], &m, &V, x);

  for (int i = 0; i < 3; i++) {
    most = fmaxl(most, fabsl(end.P[i]));
    for (int j = 0; j < 3; j++) most = fmaxl(most, fabsl(end.R[i][j] - (i == j)));
  }
  return most;
}

/* --- spatial slider-crank: crank 0.08 m about e1 at (0, 0.1, 0.12), rod 0.3 m, slider along e1. The universal joint keeps n, fixed in
 * the rod and normal to it, normal to e2. T = 1/2 M theta'^2 */
static void spatial_crank_at(real theta, real *M, real *V, real x[3])
{
  const real s = sinl(theta), c = cosl(theta);
  const real B[3] = {0, 0.1L - 0.08L * s, 0.12L + 0.08L * c}, dB[3] = {0, -0.08L * c, -0.08L * s};
  const real slide = sqrtl(0.09L - B[1] * B[1] - B[2] * B[2]), v = -(B[1] * dB[1] + B[2] * dB[2]) / slide;
  const real u[3] = {-slide / 0.3L, B[1] / 0.3L, B[2] / 0.3L}, du[3] = {-v / 0.3L, dB[1] / 0.3L, dB[2] / 0.3L};
  const real mid[3] = {0.5L * v, 0.5L * dB[1], 0.5L * dB[2]};
  const real r = sqrtl(u[0] * u[0] + u[2] * u[2]), n[3] = {u[2] / r, 0, -u[0] / r}, dn[3] = {du[2] / r, 0, -du[0] / r};
  real       w[3];

  cross(u, n, w); /* n' is dn and a part along n */
  const real spin = dot(dn, w);
  x[0]            = 0.5L * slide;
  x[1]            = 0.5L * B[1];
  x[2]            = 0.5L * B[2];
  *M              = 0.0001L + 0.5L * dot(mid, mid) + 0.004L * dot(du, du) + 0.0004L * spin * spin + 2 * v * v;
  *V              = 0.5L * g * x[2];
}

void spatial_crank_rate(const real *y, real *dy)
{
  real M, V, M0, V0, x[3];

  spatial_crank_at(0, &M0, &V0, x);
  spatial_crank_at(y[0], &M, &V, x);
  dy[0] = sqrtl((M0 * 36 + 2 * (V0 - V)) / M);
}

void spatial_crank_place(const real *y, real x[3])
{
  real M, V;
  spatial_crank_at(y[0], &M, &V, x);
}

/* --- gimbals: the inner ring turns by beta = theta - a in the outer one, which precesses by psi; the rotor, axis inclined by theta,
 * spins with p = 0.035 * 60 all along. cos a = 0.6 at the start, where only the rotor turns.
 *   A(theta) psi' + p cos theta = p cos a,   0.07 theta'' = 1/2 A' psi'^2 - p psi' sin theta + 3 * 0.1 g sin theta */
static void rings_rate(real outer, const real *y, real *dy)
{
  const real p = 0.035L * 60, beta = y[0] - atan2l(0.8L, 0.6L), sb = sinl(beta), cb = cosl(beta);
  const real s = sinl(y[0]), c = cosl(y[0]);
  const real A = outer + 0.01L * sb * sb + 0.015L * cb * cb + 0.05L * s * s, dA = -0.01L * sb * cb + 0.1L * s * c;

  dy[2] = p * (0.6L - c) / A;
  dy[0] = y[1];
  dy[1] = (0.5L * dA * dy[2] * dy[2] - p * dy[2] * s + 0.3L * g * s) / 0.07L;
}

void gimbals_rate(const real *y, real *dy)
{
  rings_rate(0.03L, y, dy);
}

void gimbals_universal_rate(const real *y, real *dy)
{
  rings_rate(0, y, dy);
}

void gimbals_place(const real *y, real x[3])
{
  x[0] = 0.1L * sinl(y[2]) * sinl(y[0]);
  x[1] = -0.1L * cosl(y[2]) * sinl(y[0]);
  x[2] = 0.1L * cosl(y[0]);
}
