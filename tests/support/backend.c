#include "backend.h"

#include "unity.h"

#include <math.h>
#include <string.h>

RigelProblem *problem_open(const char *text, const char *const set[])
{
  RigelProblem *problem;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(text, &problem));
  for (int i = 0; set && set[i]; i += 2)
    TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_set(problem, set[i], set[i + 1]));
  return problem;
}

RigelModel *model_open(const RigelProblem *problem)
{
  RigelModel *model;
  char        message[2000];

  TEST_ASSERT_EQUAL_INT_MESSAGE(RIGEL_OK, rigel_model_create(problem, &model, message, sizeof message), message);
  return model;
}

RigelProblem *box_problem(void)
{
  const double  J[3] = {0.4, 0.5, 0.2}, x[3] = {1.0, 0.2, -0.3}, omega[3] = {1.0, 2.0, -0.5};
  RigelProblem *p;

  TEST_ASSERT_EQUAL_INT(RIGEL_OK, rigel_problem_create(NULL, &p));
  rigel_problem_set(p, "time", "{start: 0, end: 0.5}");
  rigel_problem_set_number(p, "time.elements", 5);
  rigel_problem_set(p, "method", "{scheme: mG, degree: 2}");
  rigel_problem_add(p, "bodies", "box");
  rigel_problem_set_number(p, "bodies.box.mass", 7.0);
  rigel_problem_set_number(p, "bodies.box.mass", 2.0); /* the last one counts */
  rigel_problem_set_vector(p, "bodies.box.inertia", 3, J);
  rigel_problem_set_vector(p, "bodies.box.position", 3, x);
  rigel_problem_set_vector(p, "bodies.box.angular_velocity", 3, omega);
  return p;
}

static void leg_gap(const Leg *leg, const double *f, double u[3])
{
  for (int i = 0; i < 3; i++) {
    u[i] = f[i] - leg->P[i];
    for (int a = 0; a < 3; a++) u[i] += leg->X[a] * f[3 + 3 * a + i];
  }
}

static double leg_part(const Leg *leg, int a)
{
  return a == 0 ? 1.0 : leg->X[a - 1];
}

double leg_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const Leg *leg = context;
  double     u[3];

  leg_gap(leg, f, u);
  const double r = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), s = leg->k * (r - leg->length) / r;
  for (int a = 0; gradient && a < 4; a++)
    for (int i = 0; i < 3; i++) gradient[3 * a + i] = leg_part(leg, a) * s * u[i];
  for (int a = 0; hessian && a < 4; a++)
    for (int b = 0; b < 4; b++)
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
          hessian[(3 * a + i) * 12 + 3 * b + j] =
            leg_part(leg, a) * leg_part(leg, b) *
            ((i == j ? s : 0.0) + leg->k * leg->length / (r * r * r) * u[i] * u[j]);
  return 0.5 * leg->k * (r - leg->length) * (r - leg->length);
}

double leg_wrong(void *context, const double *f, double *gradient, double *hessian)
{
  const double V = leg_potential(context, f, gradient, hessian);

  if (gradient) gradient[4] += 1e-4;
  if (hessian) hessian[17] += 1e-4;
  return V;
}

/* A force -c (1 + t) xdot at the point, linear in fdot; plus something of f. */
void leg_drag(void *context, double t, const double *f, const double *fdot, double *force, double *d_f, double *d_fdot)
{
  const Leg *leg = context;

  if (d_f) memset(d_f, 0, 144 * sizeof *d_f);
  if (d_fdot) memset(d_fdot, 0, 144 * sizeof *d_fdot);
  for (int a = 0; a < 4; a++)
    for (int i = 0; i < 3; i++) {
      double v = 0.0;
      for (int b = 0; b < 4; b++) v += leg_part(leg, b) * fdot[3 * b + i];
      force[3 * a + i] = -leg->c * (1.0 + t) * leg_part(leg, a) * v + 0.1 * f[i] * leg_part(leg, a);
      for (int b = 0; d_fdot && b < 4; b++)
        d_fdot[(3 * a + i) * 12 + 3 * b + i] = -leg->c * (1.0 + t) * leg_part(leg, a) * leg_part(leg, b);
      if (d_f) d_f[(3 * a + i) * 12 + i] = 0.1 * leg_part(leg, a);
    }
}

Leg one_leg = {.k = 20.0, .c = 1.5, .length = 0.4, .X = {0.2, 0.1, -0.1}, .P = {0.0, 1.0, 0.0}};
