/* Quaternion of any length: coordinates (phi, q) without constraint and without multiplier.
 *
 * The Hamiltonian is invariant under q -> c q, p -> p / c: T = 1/8 pi . diag(0, J^{-1}) pi with pi = conj(q) o p, which is the energy of May
 * and Betsch (2025, eq. 58) with 1/J0 = 0, and directors of q / |q|, that is R(q) e_i / n with n = q . q. So q . q' = 0 and
 * (q . p)' = 0 for every state: n and q . p are quadratic invariants, which Gauss methods keep, and the system is Hamiltonian on R^8. */
#include "body/formulations.h"
#include "body/quaternion.h"

enum { DIRECTORS = 9 };

/* First components of the directors and of their rates in a frame. */
static const int director_at[2] = {3, FRAME_F + 3};

static bool free_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  if (!quaternion_setup(body, given, faults)) return false;
  body->w0 = 0.0;
  body->nc = 0;
  return true;
}

/* Directors of q / |q| are not polynomials. */
static void free_degrees(const Body *body, BodyDegrees *degrees)
{
  (void)body;
  *degrees = (BodyDegrees){.kinetic = 4, .phi = 1, .psi = 1, .f = NOT_POLYNOMIAL, .fdot = NOT_POLYNOMIAL};
}

/* n = q . q */
static double square(const Body *body, const double *z)
{
  return vec_dot(4, z + at_q(body), z + at_q(body));
}

/* x of the directors and of their rates /= n */
static void divide(double n, double *x)
{
  for (int half = 0; half < 2; half++)
    for (int c = 0; c < DIRECTORS; c++) x[director_at[half] + c] /= n;
}

/* Scalar product of the directors and of their rates. */
static double directors_dot(const double *x, const double *y)
{
  return vec_dot(DIRECTORS, x + director_at[0], y + director_at[0]) +
         vec_dot(DIRECTORS, x + director_at[1], y + director_at[1]);
}

/* F = F0 / n, n F_z = F0_z - F n_z^T, with the frame F0 of R(q) and n_z = 2 q */
static void free_frame(const Body *body, const double *z, double *F, double *F_z)
{
  const double n = square(body, z);

  quaternion_frame(body, z, F, F_z);
  divide(n, F);
  for (int half = 0; half < 2 && F_z; half++)
    for (int c = director_at[half]; c < director_at[half] + DIRECTORS; c++) {
      vec_add(4, -2.0 * F[c], z + at_q(body), F_z + c * body->nz + at_q(body));
      for (int i = 0; i < body->nz; i++) F_z[c * body->nz + i] /= n;
    }
}

/* n dF = dF0 - F (n_z . v) */
static void free_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  const double n = square(body, z), dn = 2.0 * vec_dot(4, z + at_q(body), v + at_q(body));

  quaternion_frame_rate(body, z, v, F, dF);
  divide(n, F);
  for (int half = 0; half < 2; half++) vec_add(DIRECTORS, -dn, F + director_at[half], dF + director_at[half]);
  divide(n, dF);
}

/* F_z^T w = F0_z^T w' - (w' . F) n_z with w' = w / n */
static void free_frame_load(const Body *body, const double *z, const double *w, double *G)
{
  double F[FRAME], scaled[FRAME];

  free_frame(body, z, F, NULL);
  vec_copy(FRAME, w, scaled);
  divide(square(body, z), scaled);
  quaternion_frame_load(body, z, scaled, G);
  vec_add(4, -2.0 * directors_dot(scaled, F), z + at_q(body), G + at_q(body));
}

/* K -= (w' . F) n_zz + n_z g^T + g n_z^T with g = F_z^T w' of the directors. */
static void free_hessian(const Body *body, const double *q, const double *w, const double *F, const double *F_z,
                         double *K)
{
  const int nz = body->nz, first = at_q(body);
  double    g[BODY_NZ] = {0};

  for (int half = 0; half < 2; half++)
    for (int c = director_at[half]; c < director_at[half] + DIRECTORS; c++) vec_add(nz, w[c], F_z + c * nz, g);
  for (int i = 0; i < 4; i++) {
    K[(first + i) * nz + first + i] -= 2.0 * directors_dot(w, F);
    vec_add(nz, -2.0 * q[i], g, K + (first + i) * nz);
  }
  for (int r = 0; r < nz; r++) vec_add(4, -2.0 * g[r], q, K + r * nz + first);
}

/* From n F = F0: n F_zz = F0_zz - F n_zz - n_z F_z^T - F_z n_z^T */
static void free_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                 double *D)
{
  const int     nz = body->nz;
  const double *q = z + at_q(body), *dq = v + at_q(body);
  const double  n = square(body, z), dn = 2.0 * vec_dot(4, q, dq);
  double        F[FRAME], F_z[FRAME * BODY_NZ], scaled[FRAME];

  free_frame(body, z, F, F_z);
  vec_copy(FRAME, w, scaled);
  divide(n, scaled);
  quaternion_frame_curvature(body, z, scaled, v, K, D);
  if (K) free_hessian(body, q, scaled, F, F_z, K);
  for (int half = 0; half < 2; half++)
    for (int c = director_at[half]; c < director_at[half] + DIRECTORS; c++) {
      double       *row    = D + c * nz;
      const double *F_c    = F_z + c * nz;
      const double  change = vec_dot(nz, F_c, v);
      vec_add(4, -2.0 * F[c], dq, row + at_q(body));
      vec_add(4, -2.0 * change, q, row + at_q(body));
      vec_add(nz, -dn, F_c, row);
      for (int i = 0; i < nz; i++) row[i] /= n;
    }
}

const FormulationOps free_quaternion_ops = {
  .name            = "free_quaternion",
  .traits          = {BODY_USES_ROTATION, SUPPORTS_FREE_QUATERNION},
  .summary         = "quaternion of any length, 7 coordinates, no constraint; for Runge-Kutta methods",
  .columns         = quaternion_columns,
  .setup           = free_setup,
  .degrees         = free_degrees,
  .kinetic         = quaternion_kinetic,
  .theta           = body_no_theta,
  .curvature       = body_no_curvature,
  .frame           = free_frame,
  .frame_rate      = free_frame_rate,
  .frame_load      = free_frame_load,
  .frame_curvature = free_frame_curvature,
  .from_kinematics = quaternion_from_kinematics,
  .kinematics      = quaternion_kinematics,
  .momenta         = quaternion_momenta,
};
