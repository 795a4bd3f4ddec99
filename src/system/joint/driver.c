/* The table of prescribed motions: rows in frames whose coefficients are known functions of time.
 *
 *   position      x_B - y(t)                              components that are given
 *   orientation   e_A . t_B, t_A . n_B, n_A . e_B         axes A turn as R(t) = exp(v(t)), in front of the start's orientation
 *   rotation      the same with v(t) = value(t) axis
 *   angle         (cos a(t) t_A + sin a(t) n_A) . n_B     of a joint; regular at every angle
 *   displacement  e . (x_B - x_A) - s(t)                  of a joint */
#include "system/joint/driver.h"

#include "base/quat.h"
#include "base/vec.h"

#include <stdlib.h>

/* --- weights */

/* y = (value, first, second derivative) of component i, with only a fraction of its path from the start value covered. */
static void driver_jet(const Driver *driver, int i, double t, double fraction, double y[3])
{
  time_function_jet(&driver->fun[i], t, y);
  y[0] = driver->start[i] + fraction * (y[0] - driver->start[i]);
  y[1] *= fraction;
  y[2] *= fraction;
}

/* w = (1, y_1, ..) of the given components. */
static void component_weights(const Driver *driver, double t, double fraction, double w[3][ROW_TERMS])
{
  int n = 1;

  for (int x = 0; x < 3; x++) {
    double y[3];
    if (!driver->given[x]) continue;
    driver_jet(driver, x, t, fraction, y);
    for (int d = 0; d < 3; d++) w[d][n] = y[d];
    n++;
  }
}

/* w = (1, cos a, sin a) and two derivatives in time. */
static void angle_weights(const Driver *driver, double t, double fraction, double w[3][ROW_TERMS])
{
  double a[3];

  driver_jet(driver, 0, t, fraction, a);
  const double c = cos(a[0]), s = sin(a[0]);
  w[0][1] = c;
  w[0][2] = s;
  w[1][1] = -s * a[1];
  w[1][2] = c * a[1];
  w[2][1] = -c * a[1] * a[1] - s * a[2];
  w[2][2] = -s * a[1] * a[1] + c * a[2];
}

/* b(w) = sin(x/2)/x at w = x^2 and its first two derivatives in w; a series below w = 1, where the quotients cancel. */
static void sine_jet(double w, double b[3])
{
  double factor = 0.5; /* (-1)^k (1/2)^{2k+1} / (2k+1)! */

  vec_zero(3, b);
  if (w >= 1.0) {
    b[0] = sin(0.5 * sqrt(w)) / sqrt(w);
    b[1] = (0.5 * cos(0.5 * sqrt(w)) - b[0]) / (2.0 * w);
    b[2] = (-b[0] / 8.0 - 3.0 * b[1]) / (2.0 * w);
    return;
  }
  for (int k = 0; k < 12; k++) {
    b[0] += factor * pow(w, k);
    if (k > 0) b[1] += factor * k * pow(w, k - 1);
    if (k > 1) b[2] += factor * k * (k - 1) * pow(w, k - 2);
    factor *= -0.25 / ((2 * k + 2) * (2 * k + 3));
  }
}

/* q = exp(v/2) = (a, b v) with a = cos(x/2), da/dw = -b/4, w = v . v = x^2; v and q with two derivatives in time. */
static void quaternion_jet(const double v[3][3], double q[3][4])
{
  const double w0 = vec_dot(3, v[0], v[0]), w1 = 2.0 * vec_dot(3, v[0], v[1]);
  const double w2 = 2.0 * (vec_dot(3, v[1], v[1]) + vec_dot(3, v[0], v[2]));
  double       b[3];

  sine_jet(w0, b);
  const double rate = b[1] * w1, bend = b[2] * w1 * w1 + b[1] * w2;
  q[0][0] = cos(0.5 * sqrt(w0));
  q[1][0] = -0.25 * b[0] * w1;
  q[2][0] = -0.25 * (rate * w1 + b[0] * w2);
  for (int x = 0; x < 3; x++) {
    q[0][1 + x] = b[0] * v[0][x];
    q[1][1 + x] = rate * v[0][x] + b[0] * v[1][x];
    q[2][1 + x] = bend * v[0][x] + 2.0 * rate * v[1][x] + b[0] * v[2][x];
  }
}

/* w += factor dR(q)[p], R quadratic: (R(q + p) - R(q - p)) / 2 */
static void rotation_add(const double q[4], const double p[4], double factor, double *w /*[9]*/)
{
  for (int sign = -1; sign <= 1; sign += 2) {
    double sum[4], R[3][3];
    vec_copy(4, q, sum);
    vec_add(4, sign, p, sum);
    quat_to_matrix(sum, R);
    vec_add(9, 0.5 * sign * factor, R[0], w);
  }
}

/* The nine entries of R(t): R' = dR(q)[q'], R'' = dR(q)[q''] + dR(q')[q'] */
static void rotation_weights(const Driver *driver, double t, double fraction, double w[3][ROW_TERMS])
{
  double v[3][3] = {{0.0}}, q[3][4], R[3][3], y[3];

  for (int i = 0; i < 3; i++) {
    if (!driver->given[i]) continue;
    driver_jet(driver, i, t, fraction, y);
    for (int d = 0; d < 3; d++) vec_add(3, y[d], driver->direction[i], v[d]);
  }
  quaternion_jet((const double(*)[3])v, q);
  quat_to_matrix(q[0], R);
  vec_copy(9, R[0], w[0] + 1);
  rotation_add(q[0], q[1], 1.0, w[1] + 1);
  rotation_add(q[0], q[2], 1.0, w[2] + 1);
  rotation_add(q[1], q[1], 1.0, w[2] + 1);
}

/* --- rows */

/* Allocates n terms with weights of time; false: out of memory. */
static bool terms_create(int n, FrameRow *row)
{
  row->terms  = calloc((size_t)n, sizeof *row->terms);
  row->nterms = row->terms ? n : 0;
  return row->terms != NULL;
}

/* Rows (x_A - x_B)_x + y_x(t) for each given component, A being the ground. */
static int position_build(const Driver *driver, const JointGeometry *geometry, FrameRow *rows)
{
  const int all = driver->given[0] + driver->given[1] + driver->given[2];
  int       n   = 0;

  for (int x = 0; x < 3; x++) {
    if (!driver->given[x]) continue;
    rows[n].length = true;
    if (!terms_create(all, &rows[n]) || !frame_row_add_component(&rows[n], joint_gap(geometry), x)) return -1;
    rows[n].terms[n].c = 1.0;
    n++;
  }
  return n;
}

/* e_A . t_B with e_A = R(t) e: weight (x, j) of R multiplies e_j t_B,x */
static bool turned_dot(const double e[3], FrameVector of_body, FrameRow *row)
{
  if (!terms_create(9, row)) return false;
  for (int x = 0; x < 3; x++)
    for (int j = 0; j < 3; j++)
      for (int i = 1; i <= 3; i++) {
        const double value = e[j] * of_body.coefficient[4 + i];
        if (value != 0.0 && !frame_row_add_linear(&row->terms[3 * x + j], stack_index(1, i, x), value)) return false;
      }
  return true;
}

/* e_A . t_B = t_A . n_B = n_A . e_B = 0 with axes A rotated by R(t). */
static int rotation_build(const Driver *driver, const JointGeometry *geometry, FrameRow *rows)
{
  (void)driver;
  for (int r = 0; r < 3; r++)
    if (!turned_dot(geometry->axes[0][r], joint_axis(geometry, 1, (r + 1) % 3), &rows[r])) return -1;
  return 3;
}

/* (cos a t_A + sin a n_A) . n_B = 0: regular at every angle. */
static int angle_build(const Driver *driver, const JointGeometry *geometry, FrameRow *rows)
{
  (void)driver;
  if (!terms_create(2, rows)) return -1;
  for (int j = 0; j < 2; j++)
    if (!frame_row_add_dot(&rows->terms[j], joint_axis(geometry, 0, 1 + j), joint_axis(geometry, 1, 2), 1.0)) return -1;
  return 1;
}

/* e . (x_A - x_B) + s(t) = 0. */
static int displacement_build(const Driver *driver, const JointGeometry *geometry, FrameRow *rows)
{
  (void)driver;
  rows->length = true;
  if (!terms_create(1, rows)) return -1;
  rows->terms[0].c = 1.0;
  return frame_row_add_dot(rows, joint_axis(geometry, geometry->carrier, 0), joint_gap(geometry), 1.0) ? 1 : -1;
}

/* clang-format off */
static const MotionOps
  position     = {"position", "a point of a body: one to three components",
                  COORDINATE_AUTO, false, component_weights, position_build},
  orientation  = {"orientation", "a body turns by a rotation vector, from its orientation in the file",
                  COORDINATE_AUTO, true, rotation_weights, rotation_build},
  rotation     = {"rotation", "a body turns about an axis in space, from its orientation in the file",
                  COORDINATE_AUTO, true, rotation_weights, rotation_build},
  angle        = {"angle", "of a revolute or cylindrical joint, from the start values in the file",
                  COORDINATE_ANGLE, false, angle_weights, angle_build},
  displacement = {"displacement", "of a prismatic or cylindrical joint: from the first point to the second, along the axis",
                  COORDINATE_SHIFT, false, component_weights, displacement_build};
/* clang-format on */

const MotionOps *const motion_list[] = {
  [MOTION_POSITION - 1] = &position, [MOTION_ORIENTATION - 1] = &orientation,   [MOTION_ROTATION - 1] = &rotation,
  [MOTION_ANGLE - 1] = &angle,       [MOTION_DISPLACEMENT - 1] = &displacement, [MOTION_DISPLACEMENT] = NULL};

/* --- drivers */

/* One function in the first component, or up to three components; the direction of a rotation is its axis. */
bool driver_create(const ProblemMotion *given, const MotionOps *ops, double start, Driver *driver)
{
  const bool   one  = given->value.kind != FUNCTION_NONE;
  const double norm = vec_norm(3, given->axis);
  bool         good = true;

  memset(driver, 0, sizeof *driver);
  driver->ops = ops;
  for (int i = 0; i < 3; i++) {
    const ProblemTimeFunction *scale = one && i == 0 ? &given->value : &given->path[i];
    driver->given[i]                 = scale->kind != FUNCTION_NONE;
    good                             = time_function_create(scale, &driver->fun[i]) && good;
    driver->start[i]                 = good ? time_function_value(&driver->fun[i], start) : 0.0;
    driver->direction[i][i]          = 1.0;
  }
  for (int x = 0; ops == &rotation && x < 3; x++) driver->direction[0][x] = given->axis[x] / norm;
  return good;
}

void driver_destroy(Driver *driver)
{
  for (int i = 0; i < 3; i++) time_function_destroy(&driver->fun[i]);
}

/* A probe uses fixed numbers without zeros, so that no entry of the pattern is missed. */
void driver_weights(const Driver *driver, double t, double fraction, bool probe, double w[3][ROW_TERMS])
{
  vec_zero(3 * ROW_TERMS, w[0]);
  w[0][0] = 1.0;
  if (!probe) driver->ops->weights(driver, t, fraction, w);
  for (int i = 1; probe && i < ROW_TERMS; i++)
    for (int d = 0; d < 3; d++) w[d][i] = 0.3 + 0.11 * i + 0.07 * d * i;
}

double driver_speed(const Driver *driver, double start, double end, double length)
{
  enum { PARTS = 64 };
  double w[3][ROW_TERMS], most = 0.0;

  for (int i = 0; i <= PARTS; i++) {
    driver_weights(driver, start + (end - start) * i / PARTS, 1.0, false, w);
    most = fmax(most, vec_max(ROW_TERMS, w[1]));
  }
  return driver->ops->weights == component_weights ? most : most * length;
}
