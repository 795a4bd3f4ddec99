/* Inverse dynamics in a loop: how fast can an arm of two links swing up before its motors are too weak? Both angles follow the quintic from rest
 * to rest; the motors' torques come out of the run. They are compared with those of the textbook,
 *
 *   M = A(q) q'' + C(q, q') + G(q).
 */
#include <math.h>
#include <rigel/rigel.h>
#include <stdio.h>
#include <stdlib.h>

static const double mass[2] = {2.0, 1.5}, spin[2] = {0.17, 0.08}, length = 1.0, middle[2] = {0.5, 0.4}, g = 9.81;
static const double turn[2] = {2.0, -3.0}; /* by which the angles change */

static const char text[] =
  "gravity: [0, -9.81, 0]\n"
  "method:  {scheme: mG, degree: 2}\n"
  "time:    {start: 0, elements: 40}\n"
  "bodies:\n"
  "  - {name: upper, mass: 2, inertia: [0.02, 0.17, 0.17], position: [0.5, 0, 0]}\n"
  "  - {name: lower, mass: 1.5, inertia: [0.01, 0.08, 0.08], position: [1.4, 0, 0]}\n"
  "joints:\n"
  "  - {name: shoulder, type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}\n"
  "  - {name: elbow, type: revolute, bodies: [upper, lower], at: [1, 0, 0], axis: [0, 0, 1]}\n"
  "motion:\n"
  "  - {name: m1, type: angle, joint: shoulder}\n"
  "  - {name: m2, type: angle, joint: elbow}\n";

/* Angles, rates, accelerations at t of a swing that takes T. */
static void path(double T, double t, double q[2], double v[2], double a[2])
{
  const double s = t / T;

  for (int i = 0; i < 2; i++) {
    q[i] = turn[i] * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
    v[i] = turn[i] * 30.0 * s * s * (1.0 - s) * (1.0 - s) / T;
    a[i] = turn[i] * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s) / (T * T);
  }
}

static void textbook(double T, double t, double M[2])
{
  double q[2], v[2], a[2];

  path(T, t, q, v, a);
  const double c = mass[1] * length * middle[1] * cos(q[1]), s = mass[1] * length * middle[1] * sin(q[1]);
  const double own = mass[1] * middle[1] * middle[1] + spin[1], tip = mass[1] * middle[1] * g * cos(q[0] + q[1]);
  M[0] = (mass[0] * middle[0] * middle[0] + spin[0] + mass[1] * length * length + 2.0 * c + own) * a[0] +
         (own + c) * a[1] - s * (2.0 * v[0] * v[1] + v[1] * v[1]) +
         (mass[0] * middle[0] + mass[1] * length) * g * cos(q[0]) + tip;
  M[1] = (own + c) * a[0] + own * a[1] + s * v[0] * v[0] + tip;
}

/* Largest torques of both motors in a swing that takes T, and how far they are from the textbook's. */
static RigelCode swing(RigelProblem *problem, double T, double most[2], double *error)
{
  RigelModel      *model;
  RigelTrajectory *trajectory    = NULL;
  char             message[4096] = "", value[200];

  rigel_problem_set_number(problem, "time.end", T);
  for (int i = 0; i < 2; i++) {
    snprintf(value, sizeof value, "{polynomial: [0, 0, 0, %.17g, %.17g, %.17g]}", 10.0 * turn[i] / pow(T, 3),
             -15.0 * turn[i] / pow(T, 4), 6.0 * turn[i] / pow(T, 5));
    rigel_problem_set(problem, i ? "motion.m2.value" : "motion.m1.value", value);
  }
  RigelCode code = rigel_model_create(problem, &model, message, sizeof message);
  if (!code) code = rigel_solve(model, NULL, &trajectory, NULL);
  if (code) fputs(message, stderr);
  else {
    const int n     = rigel_trajectory_elements(trajectory) * rigel_trajectory_degree(trajectory);
    double   *times = malloc((size_t)n * sizeof *times), *torque = malloc(6 * (size_t)n * sizeof *torque), M[2];
    most[0] = most[1] = *error = 0.0;
    for (int i = 0; i < 2 && !code; i++) {
      code = rigel_trajectory_reactions(model, trajectory, i ? "m2" : "m1", times, torque);
      for (int j = 0; j < n; j++) {
        textbook(T, times[j], M);
        most[i] = fmax(most[i], fabs(torque[6 * j + 5]));
        *error  = fmax(*error, fabs(torque[6 * j + 5] - M[i]));
      }
    }
    free(times);
    free(torque);
  }
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  return code;
}

int main(void)
{
  RigelProblem *problem;
  RigelCode     code;
  double        most[2], error;

  if (rigel_initialize() || rigel_problem_create(text, &problem)) return RIGEL_INTERNAL;
  printf("   T    shoulder      elbow   error\n");
  for (double T = 4.0; T > 0.45; T -= 0.5) {
    code = swing(problem, T, most, &error);
    if (code) break;
    printf("%4.1f %11.6f %10.6f %7.1e\n", T, most[0], most[1], error);
  }
  rigel_problem_destroy(&problem);
  return rigel_finalize() ? RIGEL_INTERNAL : (int)code;
}
