/* A system of one's own: a spherical pendulum above a magnet, built in memory. Gravity and the magnet are one potential by a
 * function; the length of the thread is a joint of the library. Energy and the moment of momentum about the vertical stay.
 *
 *   V(x) = m g x_3 - c / |x - a|
 */
#include <math.h>
#include <rigel/rigel.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  double weight;            /* m g */
  double strength, from[3]; /* c, a */
} Field;

/* f = (x, d1, d2, d3); only x matters. */
static double field_potential(void *context, const double *f, double *gradient, double *hessian)
{
  const Field *field = context;
  const double u[3]  = {f[0] - field->from[0], f[1] - field->from[1], f[2] - field->from[2]};
  const double r = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]), s = field->strength / (r * r * r);

  if (gradient) {
    memset(gradient, 0, 12 * sizeof *gradient);
    for (int i = 0; i < 3; i++) gradient[i] = s * u[i];
    gradient[2] += field->weight;
  }
  if (hessian) {
    memset(hessian, 0, 144 * sizeof *hessian);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) hessian[12 * i + j] = (i == j ? s : 0.0) - 3.0 * s / (r * r) * u[i] * u[j];
  }
  return field->weight * f[2] - field->strength / r;
}

/* The pendulum: 1 kg on a thread of 1 m below the origin. */
static RigelProblem *pendulum(Field *field)
{
  const double  x[3] = {0.6, 0.0, -0.8}, v[3] = {0.0, 1.5, 0.0};
  RigelProblem *problem;

  if (rigel_problem_create("{time: {start: 0, end: 10, elements: 200}, method: {scheme: mG, degree: 3}}", &problem))
    return NULL;
  rigel_problem_add(problem, "bodies", "bob");
  rigel_problem_set(problem, "bodies.bob.formulation", "particle");
  rigel_problem_set_number(problem, "bodies.bob.mass", 1.0);
  rigel_problem_set_vector(problem, "bodies.bob.position", 3, x);
  rigel_problem_set_vector(problem, "bodies.bob.velocity", 3, v);
  rigel_problem_add(problem, "joints", "thread");
  rigel_problem_set(problem, "joints.thread.type", "distance");
  rigel_problem_set(problem, "joints.thread.bodies", "[ground, bob]");
  rigel_problem_set(problem, "joints.thread.at_body", "[[0, 0, 0], [0, 0, 0]]");
  rigel_problem_add_potential(problem, "field", "bob", NULL, 0, field_potential, field);
  return problem;
}

static RigelCode swing(const RigelModel *model)
{
  RigelTrajectory *trajectory;
  RigelResult      result;
  double           P[3], L[2][3], drift[3] = {0.0, 0.0, 0.0};
  RigelCode        code = rigel_solve(model, NULL, &trajectory, &result);

  if (code) {
    fprintf(stderr, "%s\n", result.message);
    rigel_trajectory_destroy(&trajectory);
    return code;
  }
  const int     k = rigel_trajectory_degree(trajectory), nz = rigel_model_states(model);
  const double *start = rigel_trajectory_states(trajectory), *z = start;
  rigel_momenta(model, start, P, L[0]);
  for (int e = 0; e <= rigel_trajectory_elements(trajectory); e++) { /* element ends */
    z = start + e * k * nz;
    rigel_momenta(model, z, P, L[1]);
    drift[0] = fmax(drift[0], fabs(rigel_energy(model, z) - rigel_energy(model, start)));
    drift[1] = fmax(drift[1], fabs(L[1][2] - L[0][2]));
    drift[2] = fmax(drift[2], fabs(z[0] * z[0] + z[1] * z[1] + z[2] * z[2] - 1.0));
  }
  printf("t = %g: x = (%.9f, %.9f, %.9f)\n", result.time, z[0], z[1], z[2]);
  printf("largest drifts: energy %.1e, vertical momentum %.1e, length %.1e\n", drift[0], drift[1], drift[2]);
  rigel_trajectory_destroy(&trajectory);
  return RIGEL_OK;
}

int main(void)
{
  Field         field     = {.weight = 9.81, .strength = 2.0, .from = {0.0, 0.0, -1.5}};
  const double  place[12] = {0.6, 0.1, -0.7, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  double        error[2];
  char          message[4096];
  RigelProblem *problem;
  RigelModel   *model;
  RigelCode     code;

  if (rigel_initialize() || !(problem = pendulum(&field))) return RIGEL_INTERNAL;
  rigel_check_potential(field_potential, &field, 12, place, error);
  printf("derivatives of the potential: errors %.1e, %.1e\n", error[0], error[1]);
  code = rigel_model_create(problem, &model, message, sizeof message);
  if (code) fputs(message, stderr);
  else code = swing(model);
  rigel_model_destroy(&model);
  rigel_problem_destroy(&problem);
  return rigel_finalize() ? RIGEL_INTERNAL : (int)code;
}
