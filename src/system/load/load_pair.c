/* Potentials of the distance r between sites of two bodies, as functions U of the square s = r^2.
 *
 *   dV = 2 U' u . du,   d2V = 2 U' du . du + 4 U'' (u . du)^2,   u = x_B - x_A. */
#include "base/vec.h"
#include "system/load/load.h"

/* dU/ds = U_r / 2r and d2U/ds2 = (U_rr - U_r / r) / 4 r^2 from derivatives in r. */
static Radial radial_of(double r, double U, double U_r, double U_rr)
{
  return (Radial){U, 0.5 * U_r / r, 0.25 * (U_rr - U_r / r) / (r * r)};
}

/* 4 a ((b/r)^12 - (b/r)^6) */
static Radial lennard_jones(const Load *load, double s)
{
  const double x = load->b * load->b / s, six = x * x * x, e = 4.0 * load->a;

  return (Radial){e * six * (six - 1.0), e * six * (3.0 - 6.0 * six) / s, e * six * (42.0 * six - 12.0) / (s * s)};
}

/* a (1 - exp(-b (r - c)))^2 */
static Radial morse(const Load *load, double s)
{
  const double r = sqrt(s), e = exp(-load->b * (r - load->c)), ab = 2.0 * load->a * load->b;

  return radial_of(r, load->a * (1.0 - e) * (1.0 - e), ab * e * (1.0 - e), ab * load->b * e * (2.0 * e - 1.0));
}

/* a/2 (r - c)^2; without length regular at r = 0 */
static Radial harmonic(const Load *load, double s)
{
  const double r = sqrt(s), gap = r - load->c;

  if (load->c == 0.0) return (Radial){0.5 * load->a * s, 0.5 * load->a, 0.0};
  return radial_of(r, 0.5 * load->a * gap * gap, load->a * gap, load->a);
}

/* a / r */
static Radial coulomb(const Load *load, double s)
{
  const double U = load->a / sqrt(s);

  return (Radial){U, -0.5 * U / s, 0.75 * U / (s * s)};
}

/* -a log r = -a/2 log s, the Coulomb potential of the plane */
static Radial logarithmic(const Load *load, double s)
{
  return (Radial){-0.5 * load->a * log(s), -0.5 * load->a / s, 0.5 * load->a / (s * s)};
}

/* phi + X_i d_i of one side */
static inline void site_position(const double *f /*[12]*/, const double X[3], double x[3])
{
  for (int i = 0; i < 3; i++) x[i] = f[i] + X[0] * f[3 + i] + X[1] * f[6 + i] + X[2] * f[9 + i];
}

/* w += c (x) g with the coefficients c = (1, X) of a site. */
static inline void site_push(const double X[3], const double g[3], double *w /*[12]*/)
{
  vec_add(3, 1.0, g, w);
  for (int i = 0; i < 3; i++) vec_add(3, X[i], g, w + 3 + 3 * i);
}

/* M += c_a H in the rows of vector a and the columns of one vector. */
static void site_block(const double c[4], const double H[9], int column, double *M)
{
  for (int a = 0; a < 4; a++)
    for (int x = 0; x < 3; x++) vec_add(3, c[a], H + 3 * x, M + (3 * a + x) * STACK + 3 * column);
}

/* Second derivatives of the pairs of one site of side A: the sums over B of H and of (1, X) (x) H. */
typedef struct {
  double own[9], cross[4][9];
} SiteHessian;

/* H = 2 U' I + 4 U'' u u^T of one pair, added to the block BB and to the sums of the site of A. */
static void hessian_add(const Radial *r, const double u[3], const double X[3], SiteHessian *site, double *W)
{
  const double c[4] = {1.0, X[0], X[1], X[2]};
  double       H[9];

  for (int i = 0; i < 9; i++) H[i] = 4.0 * r->dd * u[i / 3] * u[i % 3] + (i % 4 == 0 ? 2.0 * r->d : 0.0);
  vec_add(9, 1.0, H, site->own);
  for (int b = 0; b < 4; b++) {
    double scaled[9];
    for (int i = 0; i < 9; i++) scaled[i] = c[b] * H[i];
    vec_add(9, 1.0, scaled, site->cross[b]);
    site_block(c, scaled, 4 + b, W + FRAME_F * STACK);
  }
}

/* Blocks AA, AB and BA = AB^T. */
static void hessian_spread(const SiteHessian *site, const double X[3], double *W)
{
  const double c[4] = {1.0, X[0], X[1], X[2]};

  for (int b = 0; b < 4; b++) {
    double scaled[9];
    for (int i = 0; i < 9; i++) scaled[i] = c[b] * site->own[i];
    site_block(c, scaled, b, W);
    for (int i = 0; i < 9; i++) scaled[i] = -site->cross[b][i];
    site_block(c, scaled, 4 + b, W);
    for (int a = 0; a < 4; a++)
      for (int x = 0; x < 3; x++) vec_add(3, c[a], scaled + 3 * x, W + (FRAME_F + 3 * b + x) * STACK + 3 * a);
  }
}

/* V = sum over pairs of sites of U(|u|^2), with weights g = 2 U' u at the site of B, -g at that of A. */
static double pairs_potential(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  double V = 0.0, x[3], u[3], g[3];

  for (int i = 0; i < load->nsites[0]; i++) {
    const double *X    = load->sites[0][i];
    double        G[3] = {0.0};
    SiteHessian   site = {{0.0}, {{0.0}}};
    site_position(at->f, X, x);
    for (int j = 0; j < load->nsites[1]; j++) {
      const double *Y = load->sites[1][j];
      site_position(at->f + FRAME_F, Y, u);
      vec_add(3, -1.0, x, u);
      const Radial r = at->probe ? (Radial){1.0, 1.0, 1.0} : load->ops->radial(load, vec_dot(3, u, u));
      V += r.U;
      if (!weight) continue;
      for (int k = 0; k < 3; k++) g[k] = 2.0 * r.d * u[k];
      vec_add(3, -1.0, g, G);
      site_push(Y, g, weight->w + FRAME_F);
      if (weight->W) hessian_add(&r, u, Y, &site, weight->W);
    }
    if (!weight) continue;
    site_push(X, G, weight->w);
    if (weight->W) hessian_spread(&site, X, weight->W);
  }
  return V;
}

/* The largest rise of U of a pair of sites at its closest approach on the straight way between two frames: a wall that the motion
 * would have to climb. */
static double pairs_barrier(const Load *load, const double *f0, const double *f1)
{
  double most = 0.0, x[3], u[3], way[3];

  for (int i = 0; i < load->nsites[0]; i++)
    for (int j = 0; j < load->nsites[1]; j++) {
      site_position(f0 + FRAME_F, load->sites[1][j], u);
      site_position(f0, load->sites[0][i], x);
      vec_add(3, -1.0, x, u);
      site_position(f1 + FRAME_F, load->sites[1][j], way);
      site_position(f1, load->sites[0][i], x);
      vec_add(3, -1.0, x, way);
      const double ends =
        fmax(load->ops->radial(load, vec_dot(3, u, u)).U, load->ops->radial(load, vec_dot(3, way, way)).U);
      vec_add(3, -1.0, u, way);
      const double at = -vec_dot(3, u, way) / vec_dot(3, way, way);
      if (!(at > 0.0 && at < 1.0)) continue; /* nearest at an end, or no motion */
      vec_add(3, at, way, u);
      most = fmax(most, load->ops->radial(load, vec_dot(3, u, u)).U - ends);
    }
  return most;
}

/* One term U(y) with y = |u|^2 for each pair of sites. */
static void pairs_shape(const void *owner, EnergyShape *shape)
{
  const Load *load = owner;

  *shape = (EnergyShape){.terms = load->nsites[0] * load->nsites[1], .size = 1, .nx = STACK, .degree = NOT_POLYNOMIAL};
}

/* dy = 2 u . du */
static void pairs_gradient(const void *owner, int term, const double *f, double *Y)
{
  const Load   *load = owner;
  const double *X = load->sites[0][term / load->nsites[1]], *Z = load->sites[1][term % load->nsites[1]];
  double        x[3], u[3];

  site_position(f, X, x);
  site_position(f + FRAME_F, Z, u);
  for (int k = 0; k < 3; k++) u[k] = 2.0 * (u[k] - x[k]);
  vec_zero(STACK, Y);
  site_push(Z, u, Y + FRAME_F);
  for (int k = 0; k < 3; k++) u[k] = -u[k];
  site_push(X, u, Y);
}

static double pairs_value(const void *owner, int term, const double *y, double *near, double *E_y, double *E_yy)
{
  const Load  *load = owner;
  const Radial r    = load->ops->radial(load, y[0]);

  (void)term, (void)near;
  E_y[0] = r.d;
  if (E_yy) E_yy[0] = r.dd;
  return r.U;
}

static const EnergyOps pairs_energy = {false, pairs_shape, pairs_gradient, pairs_value};

/* Rejects sites that coincide at the start, where the potential has no gradient. */
static bool pairs_apart(const Kinematics start[2], Load *load, Notice *why)
{
  double x[2][3];

  load->degree = NOT_POLYNOMIAL;
  for (int i = 0; i < load->nsites[0]; i++)
    for (int j = 0; j < load->nsites[1]; j++) {
      const double *X[2] = {load->sites[0][i], load->sites[1][j]};
      for (int s = 0; s < 2; s++) {
        mat3_apply(start[s].R, X[s], x[s]);
        for (int k = 0; k < 3; k++) x[s][k] = start[s].position[k] + start[s].scale * x[s][k];
      }
      const double span = vec_norm(3, x[0]) + vec_norm(3, x[1]);
      vec_add(3, -1.0, x[0], x[1]);
      if (vec_norm(3, x[1]) > 1e-12 * span) continue;
      return notice_write(why, R0313_POINTS_COINCIDE,
                          "found points at zero distance at the start, expected them apart");
    }
  return true;
}

static bool lennard_jones_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  load->a = given->epsilon;
  load->b = given->sigma;
  return pairs_apart(start, load, why);
}

static bool morse_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  load->a = given->depth;
  load->b = given->width;
  load->c = given->length;
  return pairs_apart(start, load, why);
}

/* With length 0 the potential is a polynomial, k r^2 / 2, and sites may coincide. */
static bool harmonic_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  load->a                 = given->stiffness[0];
  load->c                 = given->length;
  load->spring[0].damping = given->damping[0];
  const bool apart        = pairs_apart(start, load, why);
  if (load->c == 0.0) load->degree = 2;
  return apart || (load->c == 0.0 && load->spring[0].damping == 0.0);
}

static bool coulomb_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  load->a = given->strength;
  return pairs_apart(start, load, why);
}

/* Damper along the line between two points: x = |u|, dx = n . du, d2x = (du . du - (n . du)^2) / x. */
static void spring_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const FrameVector gap = frame_gap(load->sites[0][0], load->sites[1][0]);
  double            u[3], n[3], P[3][3], g[STACK] = {0.0}, H[STACK * STACK] = {0.0};

  if (load->spring[0].damping == 0.0) return;
  frame_vector(&gap, at->f, u);
  const double r = vec_norm(3, u);
  for (int x = 0; x < 3; x++) n[x] = u[x] / r;
  for (int x = 0; x < 9; x++) P[x / 3][x % 3] = ((x % 4 == 0 ? 1.0 : 0.0) - n[x / 3] * n[x % 3]) / r;
  frame_spread(&gap, n, g);
  if (weight->W) frame_spread_matrix(&gap, &gap, P, H);
  damper_weight(&load->spring[0], at->fdot, g, H, weight);
}

enum { PAIR = LOAD_USES_BODIES };

const LoadOps spring_ops = {
  .name      = "spring",
  .summary   = "spring and damper between two points: V = k/2 (r - l)^2, force c dr/dt",
  .traits    = {PAIR | LOAD_USES_AT | LOAD_USES_STIFFNESS | LOAD_USES_DAMPING | LOAD_USES_LENGTH, SUPPORTS_LOADS},
  .setup     = harmonic_setup,
  .potential = pairs_potential,
  .force     = spring_force,
  .radial    = harmonic,
  .energy    = &pairs_energy};

const LoadOps lennard_jones_ops = {.name      = "lennard_jones",
                                   .summary   = "over all pairs of sites: V = 4 epsilon ((sigma/r)^12 - (sigma/r)^6)",
                                   .traits    = {PAIR | LOAD_USES_EPSILON, SUPPORTS_LOADS},
                                   .setup     = lennard_jones_setup,
                                   .potential = pairs_potential,
                                   .force     = no_force,
                                   .barrier   = pairs_barrier,
                                   .radial    = lennard_jones,
                                   .energy    = &pairs_energy};

const LoadOps morse_ops = {.name      = "morse",
                           .summary   = "over all pairs of sites: V = depth (1 - exp(-width (r - l)))^2",
                           .traits    = {PAIR | LOAD_USES_LENGTH | LOAD_NEEDS_LENGTH | LOAD_USES_DEPTH, SUPPORTS_LOADS},
                           .setup     = morse_setup,
                           .potential = pairs_potential,
                           .force     = no_force,
                           .barrier   = pairs_barrier,
                           .radial    = morse,
                           .energy    = &pairs_energy};

const LoadOps harmonic_ops = {.name      = "harmonic",
                              .summary   = "over all pairs of sites: V = k/2 (r - l)^2",
                              .traits    = {PAIR | LOAD_USES_STIFFNESS | LOAD_USES_LENGTH, SUPPORTS_LOADS},
                              .setup     = harmonic_setup,
                              .potential = pairs_potential,
                              .force     = no_force,
                              .radial    = harmonic,
                              .energy    = &pairs_energy};

const LoadOps coulomb_ops = {.name      = "coulomb",
                             .summary   = "over all pairs of sites: V = strength / r",
                             .traits    = {PAIR | LOAD_USES_STRENGTH, SUPPORTS_LOADS},
                             .setup     = coulomb_setup,
                             .potential = pairs_potential,
                             .force     = no_force,
                             .barrier   = pairs_barrier,
                             .radial    = coulomb,
                             .energy    = &pairs_energy};

const LoadOps logarithmic_ops = {.name      = "logarithmic",
                                 .summary   = "over all pairs of sites: V = -strength log r",
                                 .traits    = {PAIR | LOAD_USES_STRENGTH, SUPPORTS_LOADS},
                                 .setup     = coulomb_setup,
                                 .potential = pairs_potential,
                                 .force     = no_force,
                                 .barrier   = pairs_barrier,
                                 .radial    = logarithmic,
                                 .energy    = &pairs_energy};
