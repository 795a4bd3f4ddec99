/* The frame map of a quaternion body with first and second derivatives.
 *
 * d_i = R(q) e_i is quadratic in q, so that with D(q) = dd/dq, linear in q,
 *   ddot = D(q) u,   u = qdot = dT/dp,   and  D(a) b = D(b) a  for all a, b.
 * A weight w on the nine director components gives  w . d = 1/2 q . S(w) q  and  w . D(a) b = a . S(w) b. */
#include "body/quaternion.h"

/* D(q)[9][4]: row 3 i + x is the gradient of component x of d_i. */
void quaternion_directors(const double q[4], double D[9][4])
{
  const double a = 2.0 * q[0], b = 2.0 * q[1], c = 2.0 * q[2], d = 2.0 * q[3];
  const double M[9][4] = {{a, b, -c, -d}, {d, c, b, a},   {-c, d, -a, b},  /* d1 */
                          {-d, c, b, -a}, {a, -b, c, -d}, {b, a, d, c},    /* d2 */
                          {c, d, a, b},   {-b, -a, d, c}, {a, -b, -c, d}}; /* d3 */
  memcpy(D, M, sizeof M);
}

/* S(w)[4][4] for a weight w[9] on (d1, d2, d3) */
void quaternion_weight_matrix(const double w[9], double S[4][4])
{
  const double w11 = w[0], w21 = w[1], w31 = w[2], w12 = w[3], w22 = w[4], w32 = w[5], w13 = w[6], w23 = w[7],
               w33 = w[8]; /* w_xi: weight on component x of d_i */

  S[0][0] = 2.0 * (w11 + w22 + w33);
  S[1][1] = 2.0 * (w11 - w22 - w33);
  S[2][2] = 2.0 * (-w11 + w22 - w33);
  S[3][3] = 2.0 * (-w11 - w22 + w33);
  S[0][1] = S[1][0] = 2.0 * (w32 - w23);
  S[0][2] = S[2][0] = 2.0 * (w13 - w31);
  S[0][3] = S[3][0] = 2.0 * (w21 - w12);
  S[1][2] = S[2][1] = 2.0 * (w12 + w21);
  S[1][3] = S[3][1] = 2.0 * (w13 + w31);
  S[2][3] = S[3][2] = 2.0 * (w23 + w32);
}

/* u_x[4][8]: derivative of the `unit` velocity q o y in x = (q, p): [Q_r(y), 0] + Q_l(q) B */
void quaternion_velocity_gradient(const double *q, const Kinetics *kin, double u_x[4][8])
{
  double Ql[4][4], Qr[4][4];

  quat_left(q, Ql);
  quat_right(kin->y, Qr);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      double sum = j < 4 ? Qr[i][j] : 0.0;
      for (int a = 0; a < 4; a++) sum += Ql[i][a] * kin->B[a][j];
      u_x[i][j] = sum;
    }
}

/* (rho u)_x = rho u_x + u rho_x^T, in place */
static void scale_velocity_gradient(const Kinetics *kin, double u_x[4][8])
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      u_x[i][j] *= kin->rho;
      if (j < 4) u_x[i][j] += kin->g[4 + i] * kin->rho_q[j];
    }
}

/* d = D(q) q / 2, ddot = D(q) u; d_q = D(q), ddot_x = D(u) q_x + D(q) u_x. */
void quaternion_frame(const Body *body, const double *z, double *F, double *F_z)
{
  const int     nz = body->nz, nq = body->nq, nt = body->ntranslation;
  const double *q = z + at_q(body);
  Kinetics      kin;
  double        D[9][4], D_u[9][4], u[4], u_x[4][8];

  quaternion_kinetics(body, z, F_z != NULL, &kin);
  quaternion_velocity(&kin, u);
  quaternion_directors(q, D);
  body_translation(body, z, F, F + FRAME_F);
  for (int c = 0; c < 9; c++) {
    F[3 + c]           = 0.5 * vec_dot(4, D[c], q);
    F[FRAME_F + 3 + c] = vec_dot(4, D[c], u);
  }
  if (!F_z) return;

  vec_zero(FRAME * nz, F_z);
  for (int x = 0; x < nt; x++) {
    F_z[x * nz + x]                  = 1.0;
    F_z[(FRAME_F + x) * nz + nq + x] = 1.0 / body->mass;
  }
  quaternion_velocity_gradient(q, &kin, u_x);
  if (body->scalable) scale_velocity_gradient(&kin, u_x);
  quaternion_directors(u, D_u);
  for (int c = 0; c < 9; c++) {
    double *position = F_z + (3 + c) * nz, *rate = F_z + (FRAME_F + 3 + c) * nz;
    vec_copy(4, D[c], position + at_q(body));
    vec_copy(4, D_u[c], rate + at_q(body));
    for (int j = 0; j < 8; j++)
      for (int a = 0; a < 4; a++) rate[at_x(body, j)] += D[c][a] * u_x[a][j];
  }
}

/* F and its directional derivative: d(ddot) = D(u) dq + D(q) du with du = dq o y + q o dy */
void quaternion_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  const int     nq = body->nq, nt = body->ntranslation;
  const double *q = z + at_q(body), *p = z + at_p(body), *dq = v + at_q(body), *dp = v + at_p(body);
  Kinetics      kin;
  double        D[9][4], D_u[9][4], u[4], du[4], dpi[4], product[4], dy[4];

  quaternion_kinetics(body, z, false, &kin);
  quaternion_velocity(&kin, u);
  quat_multiply_conjugate(dq, p, dpi);
  quat_multiply_conjugate(q, dp, product);
  vec_add(4, 1.0, product, dpi);
  quaternion_weigh(body, dpi, dy);
  quat_multiply(q, dy, du);
  quat_multiply(dq, kin.y, product);
  for (int i = 0; i < 4; i++) du[i] = kin.rho * (0.25 * du[i] + product[i]);
  if (body->scalable) vec_add(4, vec_dot(4, kin.rho_q, dq), kin.g + 4, du);

  quaternion_directors(q, D);
  quaternion_directors(u, D_u);
  body_translation(body, z, F, F + FRAME_F);
  for (int x = 0; x < 3; x++) {
    dF[x]           = nt ? v[x] : 0.0;
    dF[FRAME_F + x] = nt ? v[nq + x] / body->mass : 0.0;
  }
  for (int c = 0; c < 9; c++) {
    F[3 + c]            = 0.5 * vec_dot(4, D[c], q);
    F[FRAME_F + 3 + c]  = vec_dot(4, D[c], u);
    dF[3 + c]           = vec_dot(4, D[c], dq);
    dF[FRAME_F + 3 + c] = vec_dot(4, D_u[c], dq) + vec_dot(4, D[c], du);
  }
}

/* G += F_z^T w of the `unit` velocity u = q o y, with y and u as given. Positions: S(w_d) q. Rates: S(w_r) u, and the gradient of a . u at
 * constant a = S(w_r) q, which is a o conj(y) + p o conj(beta) in q and q o beta in p with beta = W (conj(q) o a) / 4; times rho. */
void quaternion_load(const Body *body, const double *z, const double y[4], const double u[4], double rho,
                     const double *w, double a[4], double *G)
{
  const double *q = z + at_q(body), *p = z + at_p(body);
  double       *G_q = G + at_q(body), *G_p = G + at_p(body);
  double        S[4][4], alpha[4], beta[4], term[4];

  for (int x = 0; x < body->ntranslation; x++) {
    G[x] += w[x];
    G[body->nq + x] += w[FRAME_F + x] / body->mass;
  }
  quaternion_weight_matrix(w + 3, S);
  for (int i = 0; i < 4; i++) G_q[i] += vec_dot(4, S[i], q);
  quaternion_weight_matrix(w + FRAME_F + 3, S);
  for (int i = 0; i < 4; i++) {
    a[i] = vec_dot(4, S[i], q);
    G_q[i] += vec_dot(4, S[i], u);
  }
  quat_multiply_conjugate(q, a, alpha);
  quaternion_weigh(body, alpha, beta);
  for (int i = 0; i < 4; i++) beta[i] *= 0.25;
  const double y_bar[4]    = {y[0], -y[1], -y[2], -y[3]};
  const double beta_bar[4] = {beta[0], -beta[1], -beta[2], -beta[3]};
  quat_multiply(a, y_bar, term);
  vec_add(4, rho, term, G_q);
  quat_multiply(p, beta_bar, term);
  vec_add(4, rho, term, G_q);
  quat_multiply(q, beta, term);
  vec_add(4, rho, term, G_p);
}

void quaternion_frame_load(const Body *body, const double *z, const double *w, double *G)
{
  Kinetics kin;
  double   a[4], u[4];

  quaternion_kinetics(body, z, false, &kin);
  quaternion_velocity(&kin, u);
  quaternion_load(body, z, kin.y, u, kin.rho, w, a, G);
  if (body->scalable) vec_add(4, vec_dot(4, a, kin.g + 4), kin.rho_q, G + at_q(body));
}

/* h[8][8] = (a . u)_xx for a constant a, `unit` velocity: a . u = alpha . y, alpha = conj(q) o a;
 * alpha_x^T B + B^T alpha_x + beta . pi_xx, beta = W alpha / 4, alpha_x = [Q_r(a) C, 0] */
static void velocity_hessian(const Body *body, const double *q, const double a[4], const Kinetics *kin, double h[8][8])
{
  double alpha[4], beta[4], Qa[4][4], Qb[4][4];

  quat_multiply_conjugate(q, a, alpha);
  quaternion_weigh(body, alpha, beta);
  for (int i = 0; i < 4; i++) beta[i] *= 0.25;
  quat_right(a, Qa);
  quat_right(beta, Qb);
  memset(h, 0, 64 * sizeof(double));
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      double sum = 0.0;
      for (int e = 0; e < 4; e++) sum += Qa[e][i] * kin->B[e][j];
      if (i > 0) sum = -sum;
      h[i][j] += sum;
      h[j][i] += sum;
    }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      h[4 + i][j] += Qb[i][j];
      h[j][4 + i] += Qb[i][j];
    }
}

/* (rho a.u)_xx from (a.u)_xx, in place; slope[8] = a . u_x and value = a . u of the `unit` velocity */
static void scale_velocity_hessian(const Kinetics *kin, const double *q, double value, const double slope[8],
                                   double h[8][8])
{
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      const double ri = i < 4 ? kin->rho_q[i] : 0.0, rj = j < 4 ? kin->rho_q[j] : 0.0;
      h[i][j] = kin->rho * h[i][j] + ri * slope[j] + slope[i] * rj;
      if (i < 4 && j < 4) h[i][j] += value * ((i == j ? kin->a : 0.0) + kin->b * q[i] * q[j]);
    }
}

/* K += w . F_zz. Positions: S(w_d) in q, q. Rates: w . ddot = q . S u, so S u_x in the q rows, its transpose, and
 * a . u_xx with a = S q. */
static void frame_hessian(const Body *body, const double *z, const double *w, const Kinetics *kin,
                          const double unit_u_x[4][8], const double u_x[4][8], double *K)
{
  const double *q = z + at_q(body);
  double        S[4][4], a[4], h[8][8], slope[8];

  quaternion_weight_matrix(w + FRAME_F + 3, S);
  for (int i = 0; i < 4; i++) a[i] = vec_dot(4, S[i], q);
  velocity_hessian(body, q, a, kin, h);
  if (body->scalable) {
    for (int j = 0; j < 8; j++) {
      slope[j] = 0.0;
      for (int e = 0; e < 4; e++) slope[j] += a[e] * unit_u_x[e][j];
    }
    scale_velocity_hessian(kin, q, vec_dot(4, a, kin->g + 4), slope, h);
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      double sum = 0.0;
      for (int e = 0; e < 4; e++) sum += S[i][e] * u_x[e][j];
      h[i][j] += sum;
      h[j][i] += sum;
    }
  quaternion_weight_matrix(w + 3, S);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) h[i][j] += S[i][j];
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) K[at_x(body, i) * body->nz + at_x(body, j)] += h[i][j];
}

/* du_x[4][8]: derivative of u_x in the direction (dq, dp), `unit` velocity:
 * [Q_r(dy), 0] + Q_l(dq) B + Q_l(q) dB, with dB = W [Q_r(dp) C, Q_l(dq)^T] / 4; du[4] likewise */
static void velocity_gradient_rate(const Body *body, const double *q, const double *dq, const double *dp,
                                   const Kinetics *kin, double du_x[4][8])
{
  double Ql[4][4], Qd[4][4], Qy[4][4], Qp[4][4], dy[4], dB[4][8];

  for (int i = 0; i < 4; i++) dy[i] = vec_dot(4, kin->B[i], dq) + vec_dot(4, kin->B[i] + 4, dp);
  quat_left(q, Ql);
  quat_left(dq, Qd);
  quat_right(dy, Qy);
  quat_right(dp, Qp);
  for (int j = 0; j < 8; j++) {
    double column[4], weighed[4];
    for (int i = 0; i < 4; i++) column[i] = j == 0 ? Qp[i][0] : j < 4 ? -Qp[i][j] : Qd[j - 4][i];
    quaternion_weigh(body, column, weighed);
    for (int i = 0; i < 4; i++) dB[i][j] = 0.25 * weighed[i];
  }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      double sum = j < 4 ? Qy[i][j] : 0.0;
      for (int e = 0; e < 4; e++) sum += Qd[i][e] * kin->B[e][j] + Ql[i][e] * dB[e][j];
      du_x[i][j] = sum;
    }
}

/* d[(rho u)_x] = drho u_x + rho du_x + du rho_x^T + u drho_x^T, in place on du_x */
static void scale_velocity_gradient_rate(const Kinetics *kin, const double *q, const double *dq, const double du[4],
                                         const double unit_u_x[4][8], double du_x[4][8])
{
  const double drho = vec_dot(4, kin->rho_q, dq), qdq = vec_dot(4, q, dq);

  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 8; j++) {
      du_x[i][j] = kin->rho * du_x[i][j] + drho * unit_u_x[i][j];
      if (j < 4) du_x[i][j] += du[i] * kin->rho_q[j] + kin->g[4 + i] * (kin->a * dq[j] + kin->b * qdq * q[j]);
    }
}

/* D[24][nz] = F_zz v: directors D(dq); rates D(du) + D(dq) u_x + D(q) du_x */
static void frame_rate(const Body *body, const double *q, const double *dq, const double *du, const double u_x[4][8],
                       const double du_x[4][8], double *D)
{
  double Dq[9][4], Ddq[9][4], Ddu[9][4];

  quaternion_directors(q, Dq);
  quaternion_directors(dq, Ddq);
  quaternion_directors(du, Ddu);
  for (int c = 0; c < 9; c++) {
    double *position = D + (3 + c) * body->nz, *rate = D + (FRAME_F + 3 + c) * body->nz;
    vec_copy(4, Ddq[c], position + at_q(body));
    vec_copy(4, Ddu[c], rate + at_q(body));
    for (int j = 0; j < 8; j++) {
      double sum = 0.0;
      for (int e = 0; e < 4; e++) sum += Ddq[c][e] * u_x[e][j] + Dq[c][e] * du_x[e][j];
      rate[at_x(body, j)] += sum;
    }
  }
}

/* K += w . F_zz and D = F_zz v from the derivatives of u = rho q o y, of the unit velocity first. */
void quaternion_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                double *D)
{
  const double *q = z + at_q(body), *dq = v + at_q(body), *dp = v + at_p(body);
  Kinetics      kin;
  double        unit_u_x[4][8], u_x[4][8], du_x[4][8], unit_du[4], du[4];

  quaternion_kinetics(body, z, true, &kin);
  quaternion_velocity_gradient(q, &kin, unit_u_x);
  memcpy(u_x, unit_u_x, sizeof u_x);
  if (body->scalable) scale_velocity_gradient(&kin, u_x);
  if (K) frame_hessian(body, z, w, &kin, unit_u_x, u_x, K);

  velocity_gradient_rate(body, q, dq, dp, &kin, du_x);
  for (int i = 0; i < 4; i++) {
    unit_du[i] = vec_dot(4, unit_u_x[i], dq) + vec_dot(4, unit_u_x[i] + 4, dp);
    du[i]      = vec_dot(4, u_x[i], dq) + vec_dot(4, u_x[i] + 4, dp);
  }
  if (body->scalable) scale_velocity_gradient_rate(&kin, q, dq, unit_du, unit_u_x, du_x);
  vec_zero(FRAME * body->nz, D);
  frame_rate(body, q, dq, du, u_x, du_x, D);
}
