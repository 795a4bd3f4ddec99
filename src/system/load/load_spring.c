/* Springs and dampers in scalars of two frames: torsion springs and bushings.
 *
 * The scalars are invariant under rigid motions of both sides, so momenta are conserved:
 *   torsion   the angle from t_A to t_B about the axis, x = atan2(n_A . t_B, t_A . t_B) + 2 pi turns
 *   bushing   displacements a_j . (x_B - x_A) and, for small rotations, 1/2 (a_l . b_k - a_k . b_l), (j, k, l) cyclic */
#include "base/vec.h"
#include "system/load/load.h"

/* Axis 0 (e), 1 (t) or 2 (n) of one side. */
FrameVector axis_vector(const Load *load, int side, int which)
{
  return frame_direction(side, load->axes[side][which]);
}

/* s += factor u . v */
void frame_add_dot(FrameVector u, FrameVector v, double factor, const double *f, FrameScalar *s)
{
  const double I[3][3] = {{factor, 0, 0}, {0, factor, 0}, {0, 0, factor}};
  double       a[3], b[3];

  frame_vector(&u, f, a);
  frame_vector(&v, f, b);
  s->x += factor * vec_dot(3, a, b);
  for (int i = 0; i < 3; i++) {
    a[i] *= factor;
    b[i] *= factor;
  }
  frame_spread(&u, b, s->g);
  frame_spread(&v, a, s->g);
  frame_spread_matrix(&u, &v, I, s->H);
  frame_spread_matrix(&v, &u, I, s->H);
}

/* Adds the turns that bring an angle y, measured from rest, next to the angle `near`. */
static double revolutions_add(const Load *load, double y, double near)
{
  const double turn = 2.0 * M_PI;

  return y + turn * rint((near - load->spring[0].rest - y) / turn);
}

double torsion_angle(const Load *load, const double *f, double near)
{
  const FrameVector t = axis_vector(load, 0, 1), n = axis_vector(load, 0, 2), other = axis_vector(load, 1, 1);
  double            a[3], b[3], c[3];

  frame_vector(&t, f, a);
  frame_vector(&n, f, b);
  frame_vector(&other, f, c);
  const double x = atan2(vec_dot(3, b, c), vec_dot(3, a, c)), rest = load->spring[0].rest;
  return rest + revolutions_add(load, x - rest, near);
}

/* x = atan2(s, c): x_s = c/m, x_c = -s/m, x_ss = -2sc/m^2 = -x_cc, x_sc = (s^2 - c^2)/m^2, m = s^2 + c^2. s and c are
 * rotated by the rest angle, from which x is measured; turns are added. */
static void angle_find(const Load *load, const double *f, double near, FrameScalar *angle)
{
  const double      cosine = cos(load->spring[0].rest), sine = sin(load->spring[0].rest);
  FrameScalar       s = {0}, c = {0};
  const FrameVector t = axis_vector(load, 0, 1), n = axis_vector(load, 0, 2), other = axis_vector(load, 1, 1);

  frame_add_dot(n, other, cosine, f, &s);
  frame_add_dot(t, other, -sine, f, &s);
  frame_add_dot(t, other, cosine, f, &c);
  frame_add_dot(n, other, sine, f, &c);
  const double m = s.x * s.x + c.x * c.x, x_s = c.x / m, x_c = -s.x / m, x_ss = 2.0 * x_s * x_c,
               x_sc = x_c * x_c - x_s * x_s;
  angle->x          = revolutions_add(load, atan2(s.x, c.x), near);
  for (int i = 0; i < STACK; i++) {
    angle->g[i] = x_s * s.g[i] + x_c * c.g[i];
    for (int j = 0; j < STACK; j++)
      angle->H[i * STACK + j] = x_s * s.H[i * STACK + j] + x_c * c.H[i * STACK + j] +
                                x_ss * (s.g[i] * s.g[j] - c.g[i] * c.g[j]) + x_sc * (s.g[i] * c.g[j] + c.g[i] * s.g[j]);
  }
}

/* Y += factor d(u . v) */
static void gradient_add(FrameVector u, FrameVector v, double factor, const double *f, double *Y)
{
  double a[3], b[3];

  frame_vector(&u, f, a);
  frame_vector(&v, f, b);
  for (int i = 0; i < 3; i++) {
    a[i] *= factor;
    b[i] *= factor;
  }
  frame_spread(&u, b, Y);
  frame_spread(&v, a, Y);
}

/* V = k/2 x^2 of sine and cosine y = (s, c), rotated by the rest angle; they may have a common factor. */
static void torsion_shape(const void *owner, EnergyShape *shape)
{
  (void)owner;
  *shape = (EnergyShape){.terms = 1, .size = 2, .nx = STACK, .degree = NOT_POLYNOMIAL};
}

static void torsion_gradient(const void *owner, int term, const double *f, double *Y)
{
  const Load       *load   = owner;
  const double      cosine = cos(load->spring[0].rest), sine = sin(load->spring[0].rest);
  const FrameVector t = axis_vector(load, 0, 1), n = axis_vector(load, 0, 2), other = axis_vector(load, 1, 1);

  (void)term;
  vec_zero(2 * STACK, Y);
  gradient_add(n, other, cosine, f, Y);
  gradient_add(t, other, -sine, f, Y);
  gradient_add(t, other, cosine, f, Y + STACK);
  gradient_add(n, other, sine, f, Y + STACK);
}

/* x = atan2(s, c): derivatives as in angle_find. */
static double torsion_value(const void *owner, int term, const double *y, double *near, double *E_y, double *E_yy)
{
  const Load  *load = owner;
  const double k = load->spring[0].stiffness, m = y[0] * y[0] + y[1] * y[1], x_s = y[1] / m, x_c = -y[0] / m;
  const double x = revolutions_add(load, atan2(y[0], y[1]), *near), x_ss = 2.0 * x_s * x_c,
               x_sc = x_c * x_c - x_s * x_s;

  (void)term;
  *near  = load->spring[0].rest + x;
  E_y[0] = k * x * x_s;
  E_y[1] = k * x * x_c;
  if (E_yy) {
    E_yy[0] = k * (x_s * x_s + x * x_ss);
    E_yy[1] = E_yy[2] = k * (x_s * x_c + x * x_sc);
    E_yy[3]           = k * (x_c * x_c - x * x_ss);
  }
  return 0.5 * k * x * x;
}

static const EnergyOps torsion_energy = {false, torsion_shape, torsion_gradient, torsion_value};

/* One number for all coordinates, or one for each. */
static bool stiffness_setup(const ProblemLoad *given, Load *load)
{
  const bool each = !isnan(given->stiffness[1]);

  for (int i = 0; i < 6; i++) {
    load->spring[i].stiffness = each ? given->stiffness[i] : given->stiffness[0];
    load->spring[i].damping   = isnan(given->damping[1]) ? given->damping[0] : given->damping[i];
  }
  return true;
}

/* e as given, t perpendicular to it and the same for both sides at the start. */
bool axes_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  double t[3], e[3];
  int    far = 0;

  for (int s = 0; s < 2; s++) {
    const double norm = vec_norm(3, given->axis_body[s]);
    for (int i = 0; i < 3; i++) load->axes[s][0][i] = given->axis_body[s][i] / norm;
  }
  vec_copy(3, load->axes[0][0], e);
  for (int i = 1; i < 3; i++)
    if (fabs(e[i]) < fabs(e[far])) far = i;
  for (int s = 0; s < 2; s++) {
    double *const own = load->axes[s][1];
    if (s == 0)
      for (int i = 0; i < 3; i++) own[i] = (i == far) - e[far] * e[i];
    else {
      mat3_apply(start[0].R, load->axes[0][1], t);
      mat3_apply_transpose(start[1].R, t, own);
      vec_add(3, -vec_dot(3, own, load->axes[1][0]), load->axes[1][0], own);
    }
    const double norm = vec_norm(3, own);
    if (norm < 1e-3) {
      return notice_write(why, R0314_TORSION_AXES,
                          "found axes of the two bodies at right angles at the start, expected them to coincide");
    }
    for (int i = 0; i < 3; i++) own[i] /= norm;
    vec_cross(load->axes[s][0], own, load->axes[s][2]);
  }
  return true;
}

/* The angle is an arc tangent of products of directors: not a polynomial. */
static bool torsion_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  stiffness_setup(given, load);
  load->spring[0].rest = given->angle;
  load->degree         = NOT_POLYNOMIAL;
  return axes_setup(given, start, load, why);
}

/* V = k/2 x^2, x measured from the rest angle. */
static double torsion_potential(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  const SpringDamper *s = &load->spring[0];
  FrameScalar         angle;

  angle_find(load, at->f, at->twist, &angle);
  if (weight) spring_weight(s, angle.x, angle.g, angle.H, weight);
  return 0.5 * s->stiffness * angle.x * angle.x;
}

/* Torque -c d(angle)/dt. */
static void torsion_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  FrameScalar angle;

  if (load->spring[0].damping == 0.0) return;
  angle_find(load, at->f, at->twist, &angle);
  damper_weight(&load->spring[0], at->fdot, angle.g, angle.H, weight);
}

/* The axes of the first body, and on the second those that coincide with them at the start. */
static bool bushing_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why)
{
  (void)why;
  load->degree = load->grows[0] || load->grows[1] ? NOT_POLYNOMIAL : 4; /* coordinates are divided by sizes */
  for (int i = 0; i < 3; i++) {
    double e[3] = {i == 0, i == 1, i == 2}, world[3];
    vec_copy(3, e, load->axes[0][i]);
    mat3_apply(start[0].R, e, world);
    mat3_apply_transpose(start[1].R, world, load->axes[1][i]);
  }
  return stiffness_setup(given, load);
}

/* Coordinate i of six: three displacements, three rotations. */
static void bushing_find(const Load *load, int i, const double *f, FrameScalar *x)
{
  const int k = (i + 1) % 3, l = (i + 2) % 3;

  memset(x, 0, sizeof *x);
  if (i < 3) {
    frame_add_dot(axis_vector(load, 0, i), frame_gap(load->sites[0][0], load->sites[1][0]), 1.0, f, x);
    frame_scalar_shrink(load, 1, 0, f, x);
    return;
  }
  frame_add_dot(axis_vector(load, 0, l), axis_vector(load, 1, k), 0.5, f, x);
  frame_add_dot(axis_vector(load, 0, k), axis_vector(load, 1, l), -0.5, f, x);
  frame_scalar_shrink(load, 1, 1, f, x);
}

/* Six terms k/2 y^2, one for each coordinate. */
static void bushing_shape(const void *owner, EnergyShape *shape)
{
  (void)owner;
  *shape = (EnergyShape){.terms = 6, .size = 1, .nx = STACK, .degree = 2};
}

static void bushing_gradient(const void *owner, int i, const double *f, double *Y)
{
  const Load *load = owner;
  const int   k = (i + 1) % 3, l = (i + 2) % 3;

  vec_zero(STACK, Y);
  if (i < 3) {
    gradient_add(axis_vector(load, 0, i), frame_gap(load->sites[0][0], load->sites[1][0]), 1.0, f, Y);
    return;
  }
  gradient_add(axis_vector(load, 0, l), axis_vector(load, 1, k), 0.5, f, Y);
  gradient_add(axis_vector(load, 0, k), axis_vector(load, 1, l), -0.5, f, Y);
}

static double bushing_value(const void *owner, int term, const double *y, double *near, double *E_y, double *E_yy)
{
  const double k = ((const Load *)owner)->spring[term].stiffness;

  (void)near;
  E_y[0] = k * y[0];
  if (E_yy) E_yy[0] = k;
  return 0.5 * k * y[0] * y[0];
}

static const EnergyOps bushing_energy = {false, bushing_shape, bushing_gradient, bushing_value};

/* V = 1/2 sum_i k_i x_i^2 over six coordinates. */
static double bushing_potential(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  double V = 0.0;

  for (int i = 0; i < 6; i++) {
    const SpringDamper *s = &load->spring[i];
    FrameScalar         x;
    if (s->stiffness == 0.0) continue;
    bushing_find(load, i, at->f, &x);
    V += 0.5 * s->stiffness * x.x * x.x;
    if (weight) spring_weight(s, x.x, x.g, x.H, weight);
  }
  return V;
}

/* One damper for each of three displacements and three angles. */
static void bushing_force(const Load *load, const LoadPoint *at, LoadWeight *weight)
{
  for (int i = 0; i < 6; i++) {
    FrameScalar x;
    if (load->spring[i].damping == 0.0) continue;
    bushing_find(load, i, at->f, &x);
    damper_weight(&load->spring[i], at->fdot, x.g, x.H, weight);
  }
}

const LoadOps torsion_ops = {
  .name      = "torsion",
  .summary   = "torsional spring and damper about an axis: V = k/2 (x - angle)^2, torque c dx/dt",
  .traits    = {LOAD_USES_BODIES | LOAD_USES_STIFFNESS | LOAD_USES_DAMPING | LOAD_USES_AXIS, SUPPORTS_LOADS},
  .turns     = true,
  .setup     = torsion_setup,
  .potential = torsion_potential,
  .force     = torsion_force,
  .energy    = &torsion_energy};

const LoadOps bushing_ops = {
  .name    = "bushing",
  .summary = "springs and dampers between two frames, 3 displacements and 3 small rotations",
  .traits = {LOAD_USES_BODIES | LOAD_USES_AT | LOAD_USES_STIFFNESS | LOAD_USES_DAMPING | LOAD_USES_SIX, SUPPORTS_LOADS},
  .turns  = true,
  .setup  = bushing_setup,
  .potential = bushing_potential,
  .force     = bushing_force,
  .energy    = &bushing_energy};
