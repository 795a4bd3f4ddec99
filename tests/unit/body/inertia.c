/* Mass and inertia: closed forms of the solids, the same by integration over slices, point masses, shifted axes. */
#include "body/inertia.h"

#include "base/vec.h"
#include "body/body.h"
#include "time/gauss.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

static const double pi = 3.14159265358979323846;

static ProblemBody solid(ShapeKind kind, double a, double b, double c)
{
  ProblemBody body;
  problem_body_init(&body);
  snprintf(body.name, sizeof body.name, "body");
  body.shape = (Shape){.kind = kind, .size = {a, b, c}};
  return body;
}

static void check_principal(const double J[3][3], double J1, double J2, double J3)
{
  const double wanted[3] = {J1, J2, J3};

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) TEST_ASSERT_DOUBLE_WITHIN(4e-15 * wanted[2], i == j ? wanted[i] : 0.0, J[i][j]);
}

static void check_solid(ProblemBody body, double volume, double J1, double J2, double J3)
{
  double mass, J[3][3], center[3] = {7, 7, 7};

  body.mass = 12;
  inertia_of(&body, &mass, J, center);
  TEST_ASSERT_TRUE(mass == 12.0);
  check_principal((const double(*)[3])J, 12 * J1, 12 * J2, 12 * J3);
  TEST_ASSERT_TRUE(center[0] == 0.0 && center[1] == 0.0 && center[2] == 0.0);
  body.mass    = NAN;
  body.density = 2.5;
  inertia_of(&body, &mass, J, center);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14 * mass, 2.5 * volume, mass);
  check_principal((const double(*)[3])J, mass * J1, mass * J2, mass * J3);
}

/* textbook values per unit mass about the centre of mass */
static void test_solids(void)
{
  const double r = 0.7, h = 1.9;

  check_solid(solid(SHAPE_CUBOID, 5, 2, 1), 10, 5.0 / 12, 26.0 / 12, 29.0 / 12);
  check_solid(solid(SHAPE_CYLINDER, r, h, 0), pi * r * r * h, r * r / 4 + h * h / 12, r * r / 4 + h * h / 12,
              r * r / 2);
  check_solid(solid(SHAPE_CONE, r, h, 0), pi * r * r * h / 3, 3 * r * r / 20 + 3 * h * h / 80,
              3 * r * r / 20 + 3 * h * h / 80, 0.3 * r * r);
  check_solid(solid(SHAPE_SPHERE, r, 0, 0), 4 * pi * r * r * r / 3, 0.4 * r * r, 0.4 * r * r, 0.4 * r * r);
}

/* a body of revolution from discs of radius radius(z): dm = rho pi r^2 dz, dJ3 = dm r^2/2, dJ1 = dm (r^2/4 + z^2) */
static void slices(double (*square)(double z, double a, double b), double a, double b, double from, double to,
                   double *mass, double J[3])
{
  double x[8], w[8];

  *mass = J[0] = J[1] = J[2] = 0.0;
  gauss_legendre(8, x, w);
  for (int g = 0; g < 8; g++) {
    const double z = from + (to - from) * x[g], r2 = square(z, a, b), dm = pi * r2 * w[g] * (to - from);
    *mass += dm;
    J[0] += dm * (r2 / 4 + z * z);
    J[2] += dm * r2 / 2;
  }
  J[1] = J[0];
}

static double cone_square(double z, double r, double h)
{
  const double radius = r * (z + 0.75 * h) / h; /* tip at -3/4 h */
  return radius * radius;
}

static double ball_square(double z, double r, double unused)
{
  (void)unused;
  return r * r - z * z;
}

static void test_solids_by_slices(void)
{
  ProblemBody cone = solid(SHAPE_CONE, 0.05, 0.1, 0), ball = solid(SHAPE_SPHERE, 1.3, 0, 0);
  double      mass, J[3][3], center[3], m, J_slices[3];

  cone.density = ball.density = 1.0;
  inertia_of(&cone, &mass, J, center);
  slices(cone_square, 0.05, 0.1, -0.075, 0.025, &m, J_slices);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14 * m, m, mass);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14 * J_slices[i], J_slices[i], J[i][i]);
  inertia_of(&ball, &mass, J, center);
  slices(ball_square, 1.3, 0, -1.3, 1.3, &m, J_slices);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14 * m, m, mass);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14 * J_slices[i], J_slices[i], J[i][i]);
}

/* the tetrahedron of Chaurasia (2012, sect. 3.5), m = a = 1: sums of squares give 17/12, 15/12, 14/12 */
static void test_sites_of_the_tetrahedron(void)
{
  double sites[4][4] = {
    {1, -1.0 / 2, -1.0 / 3, -1.0 / 4}, {1, 1.0 / 2, -1.0 / 3, -1.0 / 4}, {1, 0, 2.0 / 3, -1.0 / 4}, {1, 0, 0, 3.0 / 4}};
  ProblemBody body = solid(SHAPE_SITES, 0, 0, 0);
  double      mass, J[3][3], center[3];

  body.shape.nsites = 4;
  body.shape.sites  = sites[0];
  inertia_of(&body, &mass, J, center);
  TEST_ASSERT_TRUE(mass == 4.0);
  for (int i = 0; i < 3; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-16, 0.0, center[i]);
  check_principal((const double(*)[3])J, 17.0 / 12, 15.0 / 12, 14.0 / 12);
}

/* sites given far from their centre of mass: centre found, inertia about it. A dumbbell 1 + 3 of length 4 along e1. */
static void test_sites_away_from_the_centre(void)
{
  double      sites[2][4] = {{1, 10, 5, -2}, {3, 14, 5, -2}};
  ProblemBody body        = solid(SHAPE_SITES, 0, 0, 0);
  double      mass, J[3][3], center[3];

  body.shape.nsites = 2;
  body.shape.sites  = sites[0];
  inertia_of(&body, &mass, J, center);
  TEST_ASSERT_TRUE(center[0] == 13.0 && center[1] == 5.0 && center[2] == -2.0);
  check_principal((const double(*)[3])J, 0, 12, 12); /* reduced mass 3/4 times 16 */
}

/* where the sites are: from the centre of mass of a free body, from the fixed point otherwise; the axes stay */
static void test_sites_from_the_reference_point(void)
{
  double      sites[2][4] = {{1, 10, 5, -2}, {3, 14, 5, -2}}, x[2][3];
  ProblemBody body        = solid(SHAPE_SITES, 0, 0, 0);

  body.shape.nsites = 2;
  body.shape.sites  = sites[0];
  inertia_sites(&body, x);
  TEST_ASSERT_TRUE(x[0][0] == -3.0 && x[0][1] == 0.0 && x[0][2] == 0.0);
  TEST_ASSERT_TRUE(x[1][0] == 1.0 && x[1][1] == 0.0 && x[1][2] == 0.0);
  body.translation       = TRANSLATION_FIXED;
  body.center_of_mass[1] = 7.0;
  inertia_sites(&body, x);
  TEST_ASSERT_TRUE(x[0][0] == -3.0 && x[0][1] == 7.0 && x[1][0] == 1.0 && x[1][1] == 7.0 && x[1][2] == 0.0);
}

/* a pair off the axes has products of inertia */
static void test_sites_off_axis(void)
{
  double      sites[2][4] = {{2, 1, 1, 0}, {2, -1, -1, 0}};
  ProblemBody body        = solid(SHAPE_SITES, 0, 0, 0);
  double      mass, J[3][3], center[3];

  body.shape.nsites = 2;
  body.shape.sites  = sites[0];
  inertia_of(&body, &mass, J, center);
  TEST_ASSERT_TRUE(J[0][0] == 4.0 && J[1][1] == 4.0 && J[2][2] == 8.0);
  TEST_ASSERT_TRUE(J[0][1] == -4.0 && J[1][0] == -4.0 && J[0][2] == 0.0 && J[1][2] == 0.0);
}

/* a cone about its tip: J1 = 3/5 m (r^2/4 + h^2), J3 unchanged */
static void test_shift_of_a_cone_to_its_tip(void)
{
  const double r = 0.05, h = 0.1, c[3] = {0, 0, 0.075};
  ProblemBody  body = solid(SHAPE_CONE, r, h, 0);
  double       mass, J[3][3], center[3];

  body.mass = 3;
  inertia_of(&body, &mass, J, center);
  inertia_shift(mass, c, J);
  check_principal((const double(*)[3])J, 1.8 * (r * r / 4 + h * h), 1.8 * (r * r / 4 + h * h), 0.9 * r * r);
}

static void test_shift_off_axis(void)
{
  const double c[3]    = {1, 2, 3};
  double       J[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  inertia_shift(2, c, J);
  TEST_ASSERT_TRUE(J[0][0] == 27.0 && J[1][1] == 21.0 && J[2][2] == 11.0);
  TEST_ASSERT_TRUE(J[0][1] == -4.0 && J[1][0] == -4.0 && J[0][2] == -6.0 && J[1][2] == -12.0);
}

/* a fixed body of a shape is shifted to its reference point; a given inertia is taken as it is */
static void test_body_about_a_fixed_point(void)
{
  ProblemBody shaped = solid(SHAPE_CONE, 0.05, 0.1, 0), given;
  FaultList   faults;
  Body        body;

  fault_init(&faults, "test");
  shaped.mass              = 3;
  shaped.translation       = TRANSLATION_FIXED;
  shaped.center_of_mass[2] = 0.075;
  TEST_ASSERT_TRUE(body_create(&shaped, PSI_PLAIN, &faults, &body));
  TEST_ASSERT_DOUBLE_WITHIN(1e-16, 1.8 * (0.05 * 0.05 / 4 + 0.01), body.J[0][0]);
  TEST_ASSERT_EQUAL_INT(4, body.nq);

  problem_body_init(&given);
  given.mass              = 3;
  given.translation       = TRANSLATION_FIXED;
  given.center_of_mass[2] = 0.075;
  for (int i = 0; i < 3; i++) given.inertia[i][i] = 1.0 + i;
  TEST_ASSERT_TRUE(body_create(&given, PSI_PLAIN, &faults, &body));
  TEST_ASSERT_TRUE(body.J[0][0] == 1.0 && body.J[1][1] == 2.0 && body.J[2][2] == 3.0);
  TEST_ASSERT_EQUAL_INT(0, faults.count);
  fault_clear(&faults);
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_solids);
  RUN_TEST(test_solids_by_slices);
  RUN_TEST(test_sites_of_the_tetrahedron);
  RUN_TEST(test_sites_away_from_the_centre);
  RUN_TEST(test_sites_from_the_reference_point);
  RUN_TEST(test_sites_off_axis);
  RUN_TEST(test_shift_of_a_cone_to_its_tip);
  RUN_TEST(test_shift_off_axis);
  RUN_TEST(test_body_about_a_fixed_point);
  return UNITY_END();
}
