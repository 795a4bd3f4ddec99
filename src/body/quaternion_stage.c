/* Collocated values of a quaternion body: pi = conj(q) o p and the velocity u (galerkin/collocation.h).
 *
 * pi is bilinear in z, u = q o y(pi) in z and pi, the rates of the directors ddot = D(q) u in z and u. Energy T = pi . W pi / 8 and joints
 * are then quadratic in these values.
 *
 * The `scalable` energy is T / n^2 with n = q . q. The collocated value of n is that of the start, 1, because n' = 2 q . q' = 0 at Gauss
 * points. So values and velocities are those of the unit energy, and forces differ by multiples of q, which only shift the multiplier of the
 * unit length. Bodies that change their size are rejected. */
#include "body/quaternion.h"

void quaternion_stage_values(const Body *body, const double *z, double *s)
{
  Kinetics kin;

  quaternion_kinetics(body, z, false, &kin);
  vec_copy(4, kin.pi, s);
  vec_copy(4, kin.g + 4, s + STAGE_LEVEL);
}

/* y = W pi / 4 */
static void stage_y(const Body *body, const double *pi, double y[4])
{
  quaternion_weigh(body, pi, y);
  for (int i = 0; i < 4; i++) y[i] *= 0.25;
}

/* pi' = conj(q') o p + conj(q) o p';  u' = q' o y + q o y' */
void quaternion_stage_rates(const Body *body, int level, const double *z, const double *v, const double *s, double *ds)
{
  const double *q = z + at_q(body), *dq = v + at_q(body);
  double        product[4], y[4], *to = ds + level * STAGE_LEVEL;

  if (level == 0) {
    quat_multiply_conjugate(dq, z + at_p(body), to);
    quat_multiply_conjugate(q, v + at_p(body), product);
  } else {
    stage_y(body, s, y);
    quat_multiply(dq, y, to);
    stage_y(body, ds, y);
    quat_multiply(q, y, product);
  }
  vec_add(4, 1.0, product, to);
}

/* dT = y . pi', so the gradient is p o conj(y) in q and q o y in p */
void quaternion_stage_kinetic(const Body *body, const double *z, const double *s, double *g)
{
  double y[4];

  vec_zero(body->nz, g);
  for (int x = 0; x < body->ntranslation; x++) g[body->nq + x] = z[body->nq + x] / body->mass;
  stage_y(body, s, y);
  const double y_bar[4] = {y[0], -y[1], -y[2], -y[3]};
  quat_multiply(z + at_p(body), y_bar, g + at_q(body));
  quat_multiply(z + at_q(body), y, g + at_p(body));
  if (body->scalable) vec_add(4, -2.0 * vec_dot(4, s, y), z + at_q(body), g + at_q(body)); /* T_n n_q = -4 T q */
}

/* d' = D(q) q',  ddot' = D(u) q' + D(q) u' - 4 (q . q') D(q) u, where the last term belongs to the scalable energy: zero at Gauss points,
 * but part of the transpose, which are the forces. */
void quaternion_stage_frame_rate(const Body *body, const double *z, const double *v, const double *s, const double *ds,
                                 double *dF)
{
  const double *q = z + at_q(body), *dq = v + at_q(body), *u = s + STAGE_LEVEL;
  const double  growth = body->scalable ? 4.0 * vec_dot(4, q, dq) : 0.0;
  double        D[9][4], D_u[9][4];

  quaternion_directors(q, D);
  quaternion_directors(u, D_u);
  for (int x = 0; x < 3; x++) {
    dF[x]           = body->ntranslation ? v[x] : 0.0;
    dF[FRAME_F + x] = body->ntranslation ? v[body->nq + x] / body->mass : 0.0;
  }
  for (int c = 0; c < 9; c++) {
    dF[3 + c]           = vec_dot(4, D[c], dq);
    dF[FRAME_F + 3 + c] = vec_dot(4, D_u[c], dq) + vec_dot(4, D[c], ds + STAGE_LEVEL) - growth * vec_dot(4, D[c], u);
  }
}

void quaternion_stage_frame_load(const Body *body, const double *z, const double *s, const double *w, double *G)
{
  double a[4], y[4];

  stage_y(body, s, y);
  quaternion_load(body, z, y, s + STAGE_LEVEL, 1.0, w, a, G);
  if (body->scalable) vec_add(4, -4.0 * vec_dot(4, a, s + STAGE_LEVEL), z + at_q(body), G + at_q(body));
}
