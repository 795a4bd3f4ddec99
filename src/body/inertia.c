/* Mass and inertia of homogeneous solids and of sets of point masses. */
#include "body/inertia.h"

#include "base/vec.h"

/* Volume of a homogeneous solid; 0 without a shape. */
static double shape_volume(const Shape *shape)
{
  const double pi = acos(-1.0), a = shape->size[0], b = shape->size[1], c = shape->size[2];

  switch (shape->kind) {
  case SHAPE_CUBOID: return a * b * c;
  case SHAPE_CYLINDER: return pi * a * a * b;
  case SHAPE_CONE: return pi * a * a * b / 3.0;
  case SHAPE_SPHERE: return 4.0 * pi * a * a * a / 3.0;
  case SHAPE_SITES:
  case SHAPE_NONE: break;
  }
  return 0.0;
}

/* Principal moments of a homogeneous solid of unit mass about its centre of mass. */
static void shape_moments(const Shape *shape, double J[3])
{
  const double a = shape->size[0], b = shape->size[1], c = shape->size[2];

  switch (shape->kind) {
  case SHAPE_CUBOID:
    J[0] = (b * b + c * c) / 12.0;
    J[1] = (a * a + c * c) / 12.0;
    J[2] = (a * a + b * b) / 12.0;
    return;
  case SHAPE_CYLINDER:
    J[0] = J[1] = (3.0 * a * a + b * b) / 12.0;
    J[2]        = a * a / 2.0;
    return;
  case SHAPE_CONE: /* Betsch and Siebert (2009, sect. 5.2) */
    J[0] = J[1] = 3.0 * (4.0 * a * a + b * b) / 80.0;
    J[2]        = 3.0 * a * a / 10.0;
    return;
  case SHAPE_SPHERE: J[0] = J[1] = J[2] = 2.0 * a * a / 5.0; return;
  case SHAPE_SITES:
  case SHAPE_NONE: break;
  }
  J[0] = J[1] = J[2] = 0.0;
}

/* Parallel axis theorem. */
void inertia_shift(double mass, const double c[3], double J[3][3])
{
  const double square = vec_dot(3, c, c);

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) J[i][j] += mass * ((i == j ? square : 0.0) - c[i] * c[j]);
}

/* mass = sum m_s, center = sum m_s x_s / mass, J = sum m_s (r.r I - r r^T) with r = x_s - center. */
static void sites_inertia(const Shape *shape, double *mass, double J[3][3], double center[3])
{
  *mass = 0.0;
  for (int s = 0; s < shape->nsites; s++) {
    const double *site = shape->sites + 4 * s; /* mass, x, y, z */
    *mass += site[0];
    vec_add(3, site[0], site + 1, center);
  }
  for (int i = 0; i < 3; i++) center[i] /= *mass;
  for (int s = 0; s < shape->nsites; s++) {
    const double *site = shape->sites + 4 * s;
    const double  x[3] = {site[1] - center[0], site[2] - center[1], site[3] - center[2]};
    inertia_shift(site[0], x, J);
  }
}

/* Point masses first, then shape with mass or density, then the given tensor. */
void inertia_of(const ProblemBody *body, double *mass, double J[3][3], double center[3])
{
  double moment[3];

  memset(J, 0, 9 * sizeof(double));
  vec_zero(3, center);
  if (body->shape.kind == SHAPE_SITES) {
    sites_inertia(&body->shape, mass, J, center);
    return;
  }
  *mass = isnan(body->mass) ? body->density * shape_volume(&body->shape) : body->mass;
  if (body->shape.kind != SHAPE_NONE) {
    shape_moments(&body->shape, moment);
    for (int i = 0; i < 3; i++) J[i][i] = *mass * moment[i];
  } else if (!isnan(body->inertia[0][0])) {
    memcpy(J, body->inertia, sizeof body->inertia);
  }
}

void inertia_sites(const ProblemBody *body, double (*x)[3])
{
  const bool fixed = body->translation == TRANSLATION_FIXED;
  double     mass, J[3][3], center[3];

  inertia_of(body, &mass, J, center);
  for (int s = 0; s < body->shape.nsites; s++)
    for (int i = 0; i < 3; i++)
      x[s][i] = body->shape.sites[4 * s + 1 + i] - center[i] + (fixed ? body->center_of_mass[i] : 0.0);
}
