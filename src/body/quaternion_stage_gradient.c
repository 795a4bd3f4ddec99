/* Derivatives of the collocated values of a quaternion body in one node of the element, for Newton's method.
 *
 * The values are bilinear in the state and in the values of the level before (quaternion_stage.c). Let q = value e_j, q' = slope e_j for a
 * coordinate of the node; then values change by S e_j and their rates by dS e_j. Blocks have the columns x = (q, p). */
#include "body/quaternion.h"

typedef double Block[4][8];

/* to = from[4][nz] in the columns x, and back. */
static void block_read(const Body *body, const double *from, Block to)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) to[i][j] = from[i * body->nz + at_x(body, j)];
}

static void block_write(const Body *body, const Block from, double *to)
{
  vec_zero(4 * body->nz, to);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) to[i * body->nz + at_x(body, j)] = from[i][j];
}

/* y = W x / 4 of every column: from values pi to y */
static void block_weigh(const Body *body, const Block x, Block y)
{
  for (int j = 0; j < 8; j++) {
    const double column[4] = {x[0][j], x[1][j], x[2][j], x[3][j]};
    double       weighed[4];
    quaternion_weigh(body, column, weighed);
    for (int i = 0; i < 4; i++) y[i][j] = 0.25 * weighed[i];
  }
}

/* K[rows][8] += Q X */
static void product_add(int rows, int n, const double *Q /*[rows][n]*/, const double (*X)[8] /*[n]*/, double (*K)[8])
{
  for (int i = 0; i < rows; i++)
    for (int a = 0; a < n; a++) vec_add(8, Q[i * n + a], X[a], K[i]);
}

/* A += factor [Q_r(p) C, Q_l(q)^T] with C = diag(1, -1, -1, -1): the derivative of pi = conj(q) o p */
static void pi_gradient_add(double factor, const double *q, const double *p, Block A)
{
  double P[4][4], Q[4][4];

  quat_right(p, P);
  quat_left(q, Q);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      A[i][j] += factor * (j == 0 ? P[i][j] : -P[i][j]);
      A[i][4 + j] += factor * Q[j][i];
    }
}

/* The scaled matrix of x -> x o b: A[4][0..3] += factor Q_r(b) */
static void right_add(double factor, const double b[4], int column, double (*A)[8])
{
  double Q[4][4];

  quat_right(b, Q);
  for (int i = 0; i < 4; i++) vec_add(4, factor, Q[i], A[i] + column);
}

static void stage_y(const Body *body, const double *pi, double y[4])
{
  quaternion_weigh(body, pi, y);
  for (int i = 0; i < 4; i++) y[i] *= 0.25;
}

void quaternion_stage_values_gradient(const Body *body, const double *z, double *S)
{
  const double *q     = z + at_q(body);
  Block         block = {{0}};
  Kinetics      kin;

  quaternion_kinetics(body, z, true, &kin);
  pi_gradient_add(1.0, q, z + at_p(body), block);
  block_write(body, block, S);
  quaternion_velocity_gradient(q, &kin, block);
  block_write(body, block, S + STAGE_LEVEL * body->nz);
}

/* pi' = conj(q') o p + conj(q) o p';  u' = q' o y + q o y' */
void quaternion_stage_rates_gradient(const Body *body, int level, const double *z, const double *v, const double *s,
                                     const double *ds, const StageSlope *at, double *dS)
{
  const double *q = z + at_q(body), *dq = v + at_q(body);
  double        y[4], Q[4][4];
  Block         block = {{0}}, change;

  if (level == 0) {
    pi_gradient_add(at->value, dq, v + at_p(body), block);
    pi_gradient_add(at->slope, q, z + at_p(body), block);
  } else {
    stage_y(body, ds, y);
    right_add(at->value, y, 0, block);
    stage_y(body, s, y);
    right_add(at->slope, y, 0, block);
    block_read(body, at->S, change);
    block_weigh(body, change, change);
    quat_left(dq, Q);
    product_add(4, 4, *Q, change, block);
    block_read(body, at->dS, change);
    block_weigh(body, change, change);
    quat_left(q, Q);
    product_add(4, 4, *Q, change, block);
  }
  block_write(body, block, dS + level * STAGE_LEVEL * body->nz);
}

/* rate[9][8] of -4 (q . q') D(q) u */
static void growth_add(const double *q, const double *dq, const double *u, const StageSlope *at, const Block U,
                       double rate[9][8])
{
  const double growth = 4.0 * vec_dot(4, q, dq);
  double       D[9][4], D_u[9][4];

  quaternion_directors(q, D);
  quaternion_directors(u, D_u);
  for (int c = 0; c < 9; c++) {
    const double along = -4.0 * vec_dot(4, D[c], u);
    vec_add(4, along * at->value, dq, rate[c]);
    vec_add(4, along * at->slope, q, rate[c]);
    vec_add(4, -growth * at->value, D_u[c], rate[c]);
    for (int i = 0; i < 4; i++) vec_add(8, -growth * D[c][i], U[i], rate[c]);
  }
}

/* d' = D(q) q',  ddot' = D(u) q' + D(q) u' - 4 (q . q') D(q) u (scalable), and D(a) b = D(b) a */
void quaternion_stage_frame_rate_gradient(const Body *body, const double *z, const double *v, const double *s,
                                          const double *ds, const StageSlope *at, double *R)
{
  const int nz = body->nz, nq = body->nq, level = STAGE_LEVEL * nz;
  double    D[9][4], D_v[9][4], D_u[9][4], D_du[9][4], rate[9][8] = {{0}};
  Block     U, dU;

  quaternion_directors(z + at_q(body), D);
  quaternion_directors(v + at_q(body), D_v);
  quaternion_directors(s + STAGE_LEVEL, D_u);
  quaternion_directors(ds + STAGE_LEVEL, D_du);
  block_read(body, at->S + level, U);
  block_read(body, at->dS + level, dU);
  product_add(9, 4, *D_v, U, rate);
  product_add(9, 4, *D, dU, rate);
  if (body->scalable) growth_add(z + at_q(body), v + at_q(body), s + STAGE_LEVEL, at, U, rate);
  vec_zero(FRAME * nz, R);
  for (int x = 0; x < body->ntranslation; x++) {
    R[x * nz + x]                  = at->slope;
    R[(FRAME_F + x) * nz + nq + x] = at->slope / body->mass;
  }
  for (int c = 0; c < 9; c++) {
    double *f = R + (3 + c) * nz, *fdot = f + FRAME_F * nz;
    vec_add(4, at->value, D_v[c], f + at_q(body));
    vec_add(4, at->slope, D[c], f + at_q(body));
    vec_add(4, at->value, D_du[c], rate[c]);
    vec_add(4, at->slope, D_u[c], rate[c]);
    for (int j = 0; j < 8; j++) fdot[at_x(body, j)] = rate[c][j];
  }
}

/* K[nz][nz] += rows of q and p in the columns x */
static void rows_add(const Body *body, const Block q, const Block p, double *K)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      K[(at_q(body) + i) * body->nz + at_x(body, j)] += q[i][j];
      K[(at_p(body) + i) * body->nz + at_x(body, j)] += p[i][j];
    }
}

/* g_q = p o conj(y) - 2 (pi . y) q (scalable), g_p = q o y, with y = W pi / 4 */
void quaternion_stage_kinetic_gradient(const Body *body, const double *z, const double *s, const StageSlope *at,
                                       double *K)
{
  const double *q = z + at_q(body), *p = z + at_p(body);
  double        y[4], Q[4][4];
  Block         pi, dy, K_q = {{0}}, K_p = {{0}};

  for (int x = 0; x < body->ntranslation; x++) K[(body->nq + x) * body->nz + body->nq + x] += at->value / body->mass;
  stage_y(body, s, y);
  const double y_bar[4] = {y[0], -y[1], -y[2], -y[3]};
  block_read(body, at->S, pi);
  block_weigh(body, pi, dy);
  right_add(at->value, y_bar, 4, K_q);
  right_add(at->value, y, 0, K_p);
  quat_left(q, Q);
  product_add(4, 4, *Q, dy, K_p);
  quat_left(p, Q);
  for (int i = 0; i < 4; i++)
    for (int a = 1; a < 4; a++) Q[i][a] = -Q[i][a];
  product_add(4, 4, *Q, dy, K_q);
  for (int i = 0; body->scalable && i < 4; i++) {
    K_q[i][i] -= 2.0 * at->value * vec_dot(4, s, y);
    for (int a = 0; a < 4; a++) vec_add(8, -4.0 * q[i] * y[a], pi[a], K_q[i]);
  }
  rows_add(body, K_q, K_p, K);
}

/* G_q = S_d q + S_r u + a o conj(y) + p o conj(beta) - 4 (a . u) q (scalable), G_p = q o beta, with a = S_r q and
 * beta = W (conj(q) o a) / 4 */
void quaternion_stage_frame_load_gradient(const Body *body, const double *z, const double *s, const double *w,
                                          const StageSlope *at, double *K)
{
  const double *q = z + at_q(body), *p = z + at_p(body), *u = s + STAGE_LEVEL;
  double        S_d[4][4], S_r[4][4], Q[4][4], y[4], a[4], alpha[4], beta[4];
  Block         da = {{0}}, dbeta = {{0}}, dy, du, K_q = {{0}}, K_p = {{0}};

  quaternion_weight_matrix(w + 3, S_d);
  quaternion_weight_matrix(w + FRAME_F + 3, S_r);
  for (int i = 0; i < 4; i++) a[i] = vec_dot(4, S_r[i], q);
  quat_multiply_conjugate(q, a, alpha);
  stage_y(body, alpha, beta);
  stage_y(body, s, y);
  const double y_bar[4] = {y[0], -y[1], -y[2], -y[3]}, beta_bar[4] = {beta[0], -beta[1], -beta[2], -beta[3]};

  for (int i = 0; i < 4; i++) vec_add(4, at->value, S_r[i], da[i]);
  pi_gradient_add(at->value, q, a, dbeta);
  for (int i = 0; i < 4; i++) vec_zero(4, dbeta[i] + 4);
  quat_left(q, Q);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) vec_add(8, Q[j][i], da[j], dbeta[i]);
  block_weigh(body, dbeta, dbeta);
  block_read(body, at->S, dy);
  block_weigh(body, dy, dy);
  block_read(body, at->S + STAGE_LEVEL * body->nz, du);

  for (int i = 0; i < 4; i++) vec_add(4, at->value, S_d[i], K_q[i]);
  product_add(4, 4, *S_r, du, K_q);
  quat_right(y_bar, Q);
  product_add(4, 4, *Q, da, K_q);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++)
      if (i > 0) dy[i][j] = -dy[i][j], dbeta[i][j] = -dbeta[i][j]; /* conjugates */
  quat_left(a, Q);
  product_add(4, 4, *Q, dy, K_q);
  right_add(at->value, beta_bar, 4, K_q);
  quat_left(p, Q);
  product_add(4, 4, *Q, dbeta, K_q);
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < 8; j++) dbeta[i][j] = -dbeta[i][j];
  right_add(at->value, beta, 0, K_p);
  quat_left(q, Q);
  product_add(4, 4, *Q, dbeta, K_p);
  for (int i = 0; body->scalable && i < 4; i++) {
    K_q[i][i] -= 4.0 * at->value * vec_dot(4, a, u);
    for (int e = 0; e < 4; e++) {
      vec_add(8, -4.0 * q[i] * u[e], da[e], K_q[i]);
      vec_add(8, -4.0 * q[i] * a[e], du[e], K_q[i]);
    }
  }
  rows_add(body, K_q, K_p, K);
}
