/* The table of built-in Hamiltonian systems, each with energy, gradient and Hessian.
 *
 * Section numbers are those of Chaurasia (2012, chapter 2). */
#include "base/vec.h"
#include "body/hamiltonian.h"

static const char *const nothing[] = {NULL};

static void no_momenta(const double *z, double L[3])
{
  (void)z;
  vec_zero(3, L);
}

static void no_conserved(const double *z, double *values)
{
  (void)z, (void)values;
}

/* --- harmonic oscillator, 2.1: H = p^2 / 2m + k q^2 / 2 */

/* grad H = (k q, p / m), a constant Hessian. */
static double harmonic_energy(const ProblemHamiltonian *data, const double *z, double *g, double *K)
{
  g[0] = data->stiffness * z[0];
  g[1] = z[1] / data->mass;
  if (K) K[0] = data->stiffness;
  if (K) K[3] = 1.0 / data->mass;
  return 0.5 * (z[1] * g[1] + z[0] * g[0]);
}

static const char *const harmonic_columns[] = {"x", NULL};

static const HamiltonianOps harmonic = {
  .name      = "harmonic",
  .traits    = {HAMILTONIAN_USES_MASS | HAMILTONIAN_USES_STIFFNESS | HAMILTONIAN_USES_START, SUPPORTS_HAMILTONIAN},
  .summary   = "oscillator p^2/2m + k x^2/2: mass, stiffness",
  .columns   = harmonic_columns,
  .kept      = nothing,
  .nq        = 1,
  .degree    = 2,
  .energy    = harmonic_energy,
  .momenta   = no_momenta,
  .conserved = no_conserved};

/* --- pendulum, 2.2: H = p^2 / 2 - cos q (1 - c p), not separable */

/* grad H = (sin q (1 - c p), p + c cos q). */
static double pendulum_energy(const ProblemHamiltonian *data, const double *z, double *g, double *K)
{
  const double c = data->coupling, lift = 1.0 - c * z[1], cosine = cos(z[0]), sine = sin(z[0]);

  g[0] = sine * lift;
  g[1] = z[1] + c * cosine;
  if (K) {
    K[0] = cosine * lift;
    K[1] = K[2] = -c * sine;
    K[3]        = 1.0;
  }
  return 0.5 * z[1] * z[1] - cosine * lift;
}

static const char *const pendulum_columns[] = {"angle", NULL};

static const HamiltonianOps pendulum = {
  .name      = "pendulum",
  .traits    = {HAMILTONIAN_USES_COUPLING | HAMILTONIAN_USES_START, SUPPORTS_HAMILTONIAN},
  .summary   = "pendulum p^2/2 - cos q (1 - c p), not separable: coupling",
  .columns   = pendulum_columns,
  .kept      = nothing,
  .nq        = 1,
  .degree    = NOT_POLYNOMIAL,
  .energy    = pendulum_energy,
  .momenta   = no_momenta,
  .conserved = no_conserved};

/* --- Kepler's problem, 2.3: H = p.p / 2 - 1 / |q| */

/* grad H = (q / r^3, p), H_qq = (I - 3 q q^T / r^2) / r^3. */
static double kepler_energy(const ProblemHamiltonian *data, const double *z, double *g, double *K)
{
  const double r2 = z[0] * z[0] + z[1] * z[1], r = sqrt(r2), r3 = r * r2;

  (void)data;
  for (int i = 0; i < 2; i++) {
    g[i]     = z[i] / r3;
    g[2 + i] = z[2 + i];
    for (int j = 0; K && j < 2; j++) K[i * 4 + j] = ((i == j ? 1.0 : 0.0) - 3.0 * z[i] * z[j] / r2) / r3;
    if (K) K[(2 + i) * 5] = 1.0;
  }
  return 0.5 * vec_dot(2, z + 2, z + 2) - 1.0 / r;
}

/* H = y_2 / 2 - y_1^{-1/2} of y = (q.q, p.p). */
static void kepler_shape(const void *owner, EnergyShape *shape)
{
  (void)owner;
  *shape = (EnergyShape){.terms = 1, .size = 2, .nx = 4, .degree = NOT_POLYNOMIAL};
}

static void kepler_gradient(const void *owner, int term, const double *z, double *Y)
{
  (void)owner, (void)term;
  vec_zero(8, Y);
  for (int i = 0; i < 2; i++) {
    Y[i]         = 2.0 * z[i];
    Y[4 + 2 + i] = 2.0 * z[2 + i];
  }
}

static double kepler_value(const void *owner, int term, const double *y, double *near, double *H_y, double *H_yy)
{
  const double r = sqrt(y[0]);

  (void)owner, (void)term, (void)near;
  H_y[0] = 0.5 / (y[0] * r);
  H_y[1] = 0.5;
  if (H_yy) {
    vec_zero(4, H_yy);
    H_yy[0] = -0.75 / (y[0] * y[0] * r);
  }
  return 0.5 * y[1] - 1.0 / r;
}

static const EnergyOps kepler_scalars = {false, kepler_shape, kepler_gradient, kepler_value};

/* L3 = q1 p2 - q2 p1. */
static void kepler_momenta(const double *z, double L[3])
{
  L[0] = L[1] = 0.0;
  L[2]        = z[0] * z[3] - z[1] * z[2];
}

/* The vector of Laplace, Runge and Lenz: p x L - q / |q| */
static void kepler_conserved(const double *z, double *values)
{
  const double r = hypot(z[0], z[1]);
  double       L[3];

  kepler_momenta(z, L);
  values[0] = z[3] * L[2] - z[0] / r;
  values[1] = -z[2] * L[2] - z[1] / r;
}

/* The perihelion of an orbit with eccentricity e, large axis 1: q = (1 - e, 0), p = (0, sqrt((1 + e) / (1 - e))). */
static void kepler_start(const ProblemHamiltonian *data, double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ])
{
  const double e = data->eccentricity;

  q[0] = 1.0 - e;
  p[1] = sqrt((1.0 + e) / (1.0 - e));
}

static const char *const kepler_columns[] = {"x", "y", NULL};
static const char *const kepler_kept[]    = {"A1", "A2", NULL};

static const HamiltonianOps kepler = {.name      = "kepler",
                                      .traits    = {HAMILTONIAN_USES_ECCENTRICITY, SUPPORTS_HAMILTONIAN},
                                      .summary   = "planet p.p/2 - 1/|q| from its perihelion: eccentricity",
                                      .columns   = kepler_columns,
                                      .kept      = kepler_kept,
                                      .nq        = 2,
                                      .degree    = NOT_POLYNOMIAL,
                                      .turns     = true,
                                      .energy    = kepler_energy,
                                      .scalars   = &kepler_scalars,
                                      .momenta   = kepler_momenta,
                                      .conserved = kepler_conserved,
                                      .start     = kepler_start};

/* --- galactic orbit, 2.4: H = p.p / 2 + Omega (p1 q2 - p2 q1) + A log(C + sum q_i^2 / a_i^2), in rotating axes */

/* With S = C + sum q_i^2 / a_i^2: H_q = 2 A q_i / (a_i^2 S) plus the Coriolis terms of Omega. */
static double galaxy_energy(const ProblemHamiltonian *data, const double *z, double *g, double *K)
{
  const double *p = z + 3, W = data->rotation;
  double        w[3], S      = data->core; /* w = 1 / a^2 */

  for (int i = 0; i < 3; i++) {
    w[i] = 1.0 / (data->axes[i] * data->axes[i]);
    S += w[i] * z[i] * z[i];
  }
  const double F = 2.0 * data->strength / S;
  for (int i = 0; i < 3; i++) {
    g[i]     = F * w[i] * z[i];
    g[3 + i] = p[i];
  }
  g[0] -= W * p[1];
  g[1] += W * p[0];
  g[3] += W * z[1];
  g[4] -= W * z[0];
  for (int i = 0; K && i < 3; i++) {
    for (int j = 0; j < 3; j++) K[i * 6 + j] = F * w[i] * ((i == j ? 1.0 : 0.0) - 2.0 * w[j] * z[i] * z[j] / S);
    K[(3 + i) * 7] = 1.0;
  }
  if (K) {
    K[0 * 6 + 4] = K[4 * 6 + 0] = -W;
    K[1 * 6 + 3] = K[3 * 6 + 1] = W;
  }
  return 0.5 * vec_dot(3, p, p) + W * (p[0] * z[1] - p[1] * z[0]) + data->strength * log(S);
}

static const char *const galaxy_columns[] = {"x", "y", "z", NULL};

static const HamiltonianOps galaxy = {
  .name      = "galaxy",
  .traits    = {HAMILTONIAN_USES_AXES | HAMILTONIAN_USES_START, SUPPORTS_HAMILTONIAN},
  .summary   = "star in a turning galaxy with a logarithmic potential: axes, strength, core, rotation",
  .columns   = galaxy_columns,
  .kept      = nothing,
  .nq        = 3,
  .degree    = NOT_POLYNOMIAL,
  .energy    = galaxy_energy,
  .momenta   = no_momenta,
  .conserved = no_conserved};

/* --- symmetric top, 2.5, in Euler angles (psi, theta, phi) about z, y', z'':
 *     H = p_theta^2 / 2I + u^2 / 2I + p_phi^2 / 2I3 + m g l cos theta,  u = (p_psi - p_phi cos theta) / sin theta */

/* Gradient and Hessian through u(theta, p_psi, p_phi), whose square carries the coupling. */
static double top_energy(const ProblemHamiltonian *data, const double *z, double *g, double *K)
{
  enum { THETA = 1, P_PSI = 3, P_THETA = 4, P_PHI = 5 };
  const double s = sin(z[THETA]), c = cos(z[THETA]), I = data->inertia[0], I3 = data->inertia[1];
  const double weight = data->mass * data->gravity * data->length;
  const double u = (z[P_PSI] - z[P_PHI] * c) / s, slope = z[P_PHI] - u * c / s;
  const double u_z[6] = {0.0, slope, 0.0, 1.0 / s, 0.0, -c / s}; /* du/dz */

  for (int i = 0; i < 6; i++) g[i] = u * u_z[i] / I;
  g[THETA] -= weight * s;
  g[P_THETA] = z[P_THETA] / I;
  g[P_PHI] += z[P_PHI] / I3;
  if (K) {
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) K[i * 6 + j] = u_z[i] * u_z[j] / I;
    K[THETA * 6 + THETA] += u * (u / (s * s) - slope * c / s) / I - weight * c;
    K[THETA * 6 + P_PSI] -= u * c / (s * s) / I;
    K[THETA * 6 + P_PHI] += u / (s * s) / I;
    K[P_PSI * 6 + THETA] = K[THETA * 6 + P_PSI];
    K[P_PHI * 6 + THETA] = K[THETA * 6 + P_PHI];
    K[P_THETA * 6 + P_THETA] += 1.0 / I;
    K[P_PHI * 6 + P_PHI] += 1.0 / I3;
  }
  return 0.5 * (z[P_THETA] * z[P_THETA] + u * u) / I + 0.5 * z[P_PHI] * z[P_PHI] / I3 + weight * c;
}

/* L.e3 = p_psi, L.d3 = p_phi, and p_theta along the line of nodes (-sin psi, cos psi, 0) */
static void top_momenta(const double *z, double L[3])
{
  const double across = (z[5] - z[3] * cos(z[1])) / sin(z[1]);

  L[0] = across * cos(z[0]) - z[4] * sin(z[0]);
  L[1] = across * sin(z[0]) + z[4] * cos(z[0]);
  L[2] = z[3];
}

/* The spin p_phi = L . d3. */
static void top_conserved(const double *z, double *values)
{
  values[0] = z[5];
}

static const char *const top_columns[] = {"psi", "theta", "phi", NULL};
static const char *const top_kept[]    = {"spin", NULL};

static const HamiltonianOps top = {
  .name          = "top",
  .traits        = {HAMILTONIAN_USES_MASS | HAMILTONIAN_USES_INERTIA | HAMILTONIAN_USES_START, SUPPORTS_HAMILTONIAN},
  .summary       = "heavy symmetric top in Euler angles psi, theta, phi: inertia, mass, length, gravity",
  .columns       = top_columns,
  .kept          = top_kept,
  .nq            = 3,
  .degree        = NOT_POLYNOMIAL,
  .turns         = true,
  .linear_moment = true,
  .energy        = top_energy,
  .momenta       = top_momenta,
  .conserved     = top_conserved};

const HamiltonianOps *const hamiltonian_list[] = {&harmonic, &pendulum, &kepler, &galaxy, &top, NULL};

const HamiltonianOps *hamiltonian_find(const char *name)
{
  for (int i = 0; hamiltonian_list[i]; i++)
    if (strcmp(hamiltonian_list[i]->name, name) == 0) return hamiltonian_list[i];
  return NULL;
}
