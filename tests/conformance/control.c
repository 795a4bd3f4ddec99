/* Optimal control: the matrix of the first-order conditions against differences, optima against exact ones and against an
 * independent shooting method, orders 2k. */
#include "base/quat.h"
#include "measure.h"
#include "models.h"
#include "optimal/ends.h"
#include "optimal/optimal_guess.h"
#include "run/run.h"
#include "unity.h"

#include <petscsys.h>
#include <stdio.h>
#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

/* --- gradient and Hessian of the Lagrangian */

/* Central differences of order 6 of the gradient, in scaled unknowns. */
static void hessian_difference(Kkt *k, double *H)
{
  static const double weight[] = {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0};

  memset(H, 0, (size_t)k->n * (size_t)k->n * sizeof *H);
  for (int j = 0; j < k->n; j++) {
    const double x = k->x[j], step = 3e-3;
    for (int i = 1; i <= 3; i++)
      for (int side = -1; side <= 1; side += 2) {
        k->x[j] = x + side * i * step * k->unit[j];
        TEST_ASSERT_EQUAL_INT(0, kkt_gradient(k));
        for (int r = 0; r < k->n; r++)
          H[r * k->n + j] += side * weight[i - 1] / step * k->g[r] * k->unit[r] / k->objective->unit;
      }
    k->x[j] = x;
  }
}

static void hessian_entries(Kkt *k, double *H)
{
  double *value = malloc((size_t)k->nentries * sizeof *value);

  memset(H, 0, (size_t)k->n * (size_t)k->n * sizeof *H);
  TEST_ASSERT_EQUAL_INT(k->nentries, kkt_entries(k, NULL, NULL, value));
  for (int e = 0; e < k->nentries; e++) H[k->row[e] * k->n + k->col[e]] += value[e];
  free(value);
}

static double lagrangian(Kkt *k)
{
  double sum = 0.0;

  /* L is linear in the adjoints: their gradient are the rows */
  TEST_ASSERT_EQUAL_INT(0, kkt_cost(k));
  TEST_ASSERT_EQUAL_INT(0, kkt_gradient(k));
  for (int e = 0; e < k->ne; e++)
    for (int b = 0; b < k->k; b++) {
      for (int j = 0; j < k->nz; j++) sum += k->x[kkt_y(k, e, b) + j] * k->g[kkt_y(k, e, b) + j];
      for (int r = 0; r < k->nl; r++) sum += k->x[kkt_m(k, e, b) + r] * k->g[kkt_m(k, e, b) + r];
    }
  for (int r = 0; r < k->nstart; r++) sum += k->x[k->nz + k->ntau + r] * k->g[k->nz + k->ntau + r];
  for (int r = k->offset[k->ne]; r < k->n; r++) sum += k->x[r] * k->g[r];
  for (int e = 0; k->ntau && e < k->ne; e++) sum += k->x[kkt_tau(k, e) + 1] * k->g[kkt_tau(k, e) + 1];
  return k->cost + sum;
}

/* At a state near the start, everything else at random. */
static void check_derivatives(const char *yaml, const char *what)
{
  Model         model;
  Objective     objective;
  Ends          ends;
  FaultList     faults;
  Kkt           k;
  unsigned long seed = 7;

  measure_model(yaml, &model);
  fault_init(&faults, what);
  TEST_ASSERT_TRUE(objective_create(&model.problem, &model.system, &faults, &objective));
  TEST_ASSERT_TRUE(ends_create(&model.problem, &model.system, model.z, model.z, &faults, &ends));
  const bool given = model.problem.boundary.given;
  TEST_ASSERT_EQUAL_INT(0, kkt_create(&model.problem, &model.system, &objective, given ? &ends.kept : NULL,
                                      given ? NULL : model.z, PETSC_COMM_SELF, &k));
  for (int j = 0; j < k.n; j++) k.x[j] = 0.3 * k.unit[j] * model_random(&seed);
  for (int i = 0; i <= k.ne * k.k; i++)
    for (int j = 0; j < k.nz; j++) k.x[kkt_z(&k, i) + j] = model.z[j] + 0.1 * k.unit[j] * model_random(&seed);
  for (int e = -1; k.ntau && e < k.ne; e++) k.x[kkt_tau(&k, e)] = 1.0; /* one tau: the cost takes the first */
  const size_t size = (size_t)k.n * (size_t)k.n;
  double      *H = malloc(size * sizeof *H), *D = malloc(size * sizeof *D), most = 0.0, text = 0.0;
  hessian_entries(&k, H);
  hessian_difference(&k, D);
  for (size_t i = 0; i < size; i++) most = fmax(most, fabs(H[i]));
  for (int i = 0; i < k.n; i++)
    for (int j = 0; j < k.n; j++) {
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13 * most, H[i * k.n + j], H[j * k.n + i], what); /* symmetric */
      text = fmax(text, fabs(H[i * k.n + j] - D[i * k.n + j]));
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * most, D[i * k.n + j], H[i * k.n + j], what);
    }
  /* the gradient along a random direction */
  double              slope = 0.0, difference = 0.0;
  double             *direction = malloc((size_t)k.n * sizeof *direction), *x = malloc((size_t)k.n * sizeof *x);
  static const double weight[] = {3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0};
  for (int j = 0; j < k.n; j++) direction[j] = k.unit[j] * model_random(&seed);
  for (int e = 0; k.ntau && e < k.ne; e++) direction[kkt_tau(&k, e)] = direction[kkt_tau(&k, -1)];
  memcpy(x, k.x, (size_t)k.n * sizeof *x);
  TEST_ASSERT_EQUAL_INT(0, kkt_gradient(&k));
  for (int j = 0; j < k.n; j++) slope += k.g[j] * direction[j];
  for (int i = -3; i <= 3; i++) {
    if (i == 0) continue;
    for (int j = 0; j < k.n; j++) k.x[j] = x[j] + 2e-3 * i * direction[j];
    difference += (i > 0 ? 1.0 : -1.0) * weight[abs(i) - 1] / 2e-3 * lagrangian(&k);
  }
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * (fabs(slope) + objective.unit), slope, difference, what);
  free(direction);
  free(x);
  free(H);
  free(D);
  TEST_ASSERT_EQUAL_INT(0, kkt_destroy(&k));
  ends_destroy(&ends);
  objective_destroy(&objective);
  fault_clear(&faults);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

static const char reorientation[] = "time: {end: 5, elements: %d}\n"
                                    "method: {scheme: mG, degree: %d, window: all}\n"
                                    "bodies: [{name: body, inertia: [%s], mass: 1, translation: fixed%s}]\n"
                                    "boundary:\n"
                                    "  start: {body: {orientation: [1, 0, 0, 0], angular_velocity: [0, 0, 0]}}\n"
                                    "  end: {body: {orientation: [%s], angular_velocity: [0, 0, 0]}}\n"
                                    "controls: [{name: u, type: torque, body: body, frame: body}]\n"
                                    "objective: [{effort: {controls: [u]}}]\n";

static void test_derivatives_of_a_body(void)
{
  static const char *const kinds[] = {"", ", kinetic: scalable", ", formulation: director"};
  char                     yaml[2048];

  for (int i = 0; i < 3; i++) {
    snprintf(yaml, sizeof yaml, reorientation, 2, 2, "6, 8, 3", kinds[i], "0.6, 0, 0.8, 0");
    check_derivatives(yaml, kinds[i]);
  }
}

/* Joints, both drives, every kind of cost, cells of two elements, a free end. */
static const char mechanism[] =
  "time: {end: 1, elements: 2%s}\n"
  "method: {scheme: mG, degree: 2, window: all}\n"
  "gravity: [0, 0, -9.81]\n"
  "bodies:\n"
  "  - {name: slide, inertia: [1, 2, 3], mass: 2%s}\n"
  "  - {name: arm, inertia: [0.4, 0.5, 0.3], mass: 1, position: [0, 0, -1]%s}\n"
  "joints:\n"
  "  - {name: rail, type: prismatic, bodies: [ground, slide], at: [0, 0, 0], axis: [1, 0, 0]}\n"
  "  - {name: hinge, type: revolute, bodies: [slide, arm], at: [0, 0, 0], axis: [0, 1, 0]}\n"
  "%s"
  "controls:\n"
  "  - {name: push, type: joint, joint: rail, every: 2}\n"
  "  - {name: turn, type: joint, joint: hinge, degree: 0}\n"
  "  - {name: wind, type: force, body: arm, at: [0, 0, 0.2], axis: [1, 0, 1]}\n"
  "  - {name: gust, type: force, body: slide}\n"
  "objective:\n"
  "  - effort: {controls: [push, wind, gust], weight: 0.5}\n"
  "  - effort: {controls: [turn]}\n"
  "  - end: {body: arm, position: [1, 0, -1], weight: 3}\n"
  "  - end: {body: arm, orientation: [0.6, 0, 0.8, 0], weight: 3}\n"
  "  - end: {body: slide, velocity: [1, 0, 0], weight: 2}\n"
  "  - end: {body: arm, angular_velocity: [0, 1, 0], weight: 2}\n"
  "%s";

static void test_derivatives_of_a_mechanism(void)
{
  static const char tracks[] =
    "  - track: {body: arm, at: [0, 0, -0.3], path: [{sine: {omega: 2}}, {polynomial: [0]}, {polynomial: [-1, 0.5]}]}\n"
    "  - track: {of: orientation, body: arm, path: [{polynomial: [0]}, {polynomial: [0, 1]}, {polynomial: [0.1]}], from: [0.6, 0, 0.8, 0]}\n"
    "  - track: {of: joint, joint: hinge, path: [{polynomial: [0, 2]}], weight: 2}\n"
    "  - track: {of: joint, joint: rail, path: [{polynomial: [0, 0.7]}], weight: 2}\n"
    "  - energy: {weight: 0.1}\n  - energy: {weight: 0.2}\n";
  static const char starts[] = "  - start: {body: arm, position: [0.1, 0, -1], weight: 3}\n"
                               "  - start: {body: slide, orientation: [0.6, 0.8, 0, 0], weight: 2}\n"
                               "  - start: {body: slide, velocity: [1, 0, 0], weight: 2}\n"
                               "  - start: {body: arm, angular_velocity: [0, 1, 0], weight: 2}\n"
                               "  - effort: {controls: [gust], weight: [0.5, 2, 3]}\n";
  static const char ends[] =
    "boundary:\n  start: {arm: {position: [0, 0, -1], angular_velocity: [0, 0, 0]}, slide: {velocity: [0, 0, 0]}}\n"
    "  end: {slide: {position: [1, 0, 0]}}\n";
  static const char loads[] =
    "loads:\n"
    "  - {name: s, type: spring, bodies: [slide, arm], at: [[1, 0.2, 0], [0, 0, 0.3]], stiffness: 3, damping: 0.7, length: 0.5}\n"
    "  - {name: b, type: bushing, bodies: [ground, arm], at: [[0, 0, 0.3], [0, 0, 0.3]], stiffness: 2, damping: 0.3}\n"
    "  - {name: m, type: torque, body: arm, value: [1, 2, 0.5], frame: body, scale: {sine: {omega: 3, phase: 1}}}\n"
    "  - {name: f, type: force, body: slide, at: [0.1, 0, 0.2], value: [1, 0, 2]}\n";
  char yaml[4096];

  snprintf(yaml, sizeof yaml, mechanism, "", "", "", "", tracks);
  check_derivatives(yaml, "quaternions, tracks");
  snprintf(yaml, sizeof yaml, mechanism, "", "", ", formulation: director", ends, tracks);
  check_derivatives(yaml, "a quaternion and directors, two ends");
  snprintf(yaml, sizeof yaml, mechanism, "", "", ", formulation: director", "", starts);
  check_derivatives(yaml, "terms at the start, which is free");
  snprintf(yaml, sizeof yaml, mechanism, "", "", "",
           "motion: [{name: drive, type: angle, joint: hinge, value: {polynomial: [0, 0, 1]}}]\n", "");
  check_derivatives(yaml, "prescribed motion");
  snprintf(yaml, sizeof yaml, mechanism, "", "", "", loads, "");
  check_derivatives(yaml, "loads with potentials, dampers and given forces");
  snprintf(yaml, sizeof yaml, mechanism, ", free: true", "", "", ends, "  - time: {weight: 2}\n  - energy: {}\n");
  check_derivatives(yaml, "free end time");
}

/* --- exact optima */

/* A particle: x is cubic and u linear in t, both in the discrete spaces of mG(3). */
static void test_particle(void)
{
  static const char yaml[] = "time: {end: 2, elements: 4}\n"
                             "method: {scheme: mG, degree: 3, window: all}\n"
                             "bodies: [{name: p, formulation: particle, mass: 3}]\n"
                             "boundary:\n"
                             "  start: {p: {position: [0, 0, 0], velocity: [0, 0, 0]}}\n"
                             "  end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}\n"
                             "controls: [{name: f, type: force, body: p}]\n"
                             "objective: [{effort: {weight: 1}}, {time: {weight: 2}}]\n";
  const double      m2 = 9.0, d2 = 6.0, middle[3] = {0.5, 1.0, -0.5};
  Measured          got;

  measure_text(&got, yaml, " ");
  TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * 40.5, 6.0 * m2 * d2 / 8.0, got.status.optimum.share[0]);
  for (int x = 0; x < 3; x++) TEST_ASSERT_DOUBLE_WITHIN(1e-13, middle[x], got.middle[0].position[x]);
  /* free end: 6 m^2 d^2 / T^3 + 2 T is least at T^4 = 18 m^2 d^2 / 2 */
  measure_text(&got, yaml, "time.free=true");
  const double T = pow(9.0 * m2 * d2, 0.25);
  TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, T, got.status.optimum.end);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, 6.0 * m2 * d2 / pow(T, 3) + 2.0 * T, got.status.optimum.cost);
}

/* A weight for each component, 1/2 int u.R u: components of a particle do not know of each other. A bound of one of them that holds
 * up to element ends leaves the optimum in the discrete space: u = b, then 2 b (1 - t), then -b; d = 11/12 b/m, cost 2/3 R b^2. */
static void test_components(void)
{
  static const char format[] = "time: {end: 2, elements: 4}\n"
                               "method: {scheme: mG, degree: 3, window: all}\n"
                               "bodies: [{name: p, formulation: particle, mass: 3}]\n"
                               "boundary:\n"
                               "  start: {p: {position: [0, 0, 0], velocity: [0, 0, 0]}}\n"
                               "  end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}\n"
                               "controls: [{name: f, type: force, body: p%s, initial: [1, 2, 3]}]\n"
                               "objective: [{effort: {weight: [2, 3, 5]}}]\n";
  const double      b = 12.0 * 3.0 * 2.0 / 11.0, free = 6.0 * 9.0 / 8.0;
  char              yaml[2048], bounds[200];
  Measured          got;

  snprintf(yaml, sizeof yaml, format, "");
  measure_text(&got, yaml, " ");
  TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, free * (2.0 * 1.0 + 3.0 * 4.0 + 5.0 * 1.0), got.status.optimum.cost);
  snprintf(bounds, sizeof bounds, ", lower: [-50, %.17g, -60], upper: [70, %.17g, 50]", -b, b);
  snprintf(yaml, sizeof yaml, format, bounds);
  measure_text(&got, yaml, " ");
  TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
  TEST_ASSERT_EQUAL_INT(6, got.status.optimum.active);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, free * (2.0 * 1.0 + 5.0 * 1.0) + 3.0 * 2.0 / 3.0 * b * b, got.status.optimum.cost);
}

/* A penalised start: the least effort from (x, v) to rest at distance d is R m^2/2 (12 d^2/T^3 - 12 d v/T^2 + 4 v^2/T), so that
 * x and v follow from two linear equations for each component. */
static void test_penalised_start(void)
{
  static const char yaml[] = "time: {end: 2, elements: 4}\n"
                             "method: {scheme: mG, degree: 3, window: all}\n"
                             "bodies: [{name: p, formulation: particle, mass: 3, position: [9, 9, 9]}]\n"
                             "boundary: {end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}}\n"
                             "controls: [{name: f, type: force, body: p}]\n"
                             "objective:\n"
                             "  - effort: {weight: [1, 2, 5]}\n"
                             "  - start: {body: p, position: [0.5, 0, 0], weight: 7}\n"
                             "  - start: {body: p, velocity: [0, 0.3, 0], weight: 4}\n";
  const double R[3] = {1.0, 2.0, 5.0}, end[3] = {1.0, 2.0, -1.0}, at[3] = {0.5, 0.0, 0.0}, rate[3] = {0.0, 0.3, 0.0};
  const double w = 7.0, q = 4.0, T = 2.0;
  double       part[3] = {0.0};
  Measured     got;

  for (int i = 0; i < 3; i++) {
    const double c = R[i] * 9.0, xx = 12.0 * c / pow(T, 3) + w, xv = 6.0 * c / (T * T), vv = 4.0 * c / T + q;
    const double f = 12.0 * c / pow(T, 3) * end[i] + w * at[i], g = 6.0 * c / (T * T) * end[i] + q * rate[i];
    const double x = (f * vv - g * xv) / (xx * vv - xv * xv), v = (g * xx - f * xv) / (xx * vv - xv * xv),
                 d = end[i] - x;
    part[0] += 0.5 * c * (12.0 * d * d / pow(T, 3) - 12.0 * d * v / (T * T) + 4.0 * v * v / T);
    part[1] += 0.5 * w * pow(x - at[i], 2);
    part[2] += 0.5 * q * pow(v - rate[i], 2);
  }
  measure_text(&got, yaml, " ");
  TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
  for (int t = 0; t < 3; t++) TEST_ASSERT_DOUBLE_WITHIN(1e-11, part[t], got.status.optimum.share[t]);
}

/* Two terms of a kind share what they weigh; the sum is that of one. */
static void test_parts(void)
{
  static const char   yaml[]   = "time: {end: 2, elements: 4, free: true}\n"
                                 "method: {scheme: mG, degree: 3, window: all}\n"
                                 "bodies: [{name: p, formulation: particle, mass: 3}]\n"
                                 "boundary:\n"
                                 "  start: {p: {position: [0, 0, 0], velocity: [0, 0, 0]}}\n"
                                 "  end: {p: {position: [1, 2, -1], velocity: [0, 0, 0]}}\n"
                                 "controls: [{name: f, type: force, body: p}]\n"
                                 "objective: [%s]\n";
  static const double weight[] = {0.25, 1.5, 0.75, 0.5, 0.2, 0.3};
  char                text[2048];
  Measured            one, two;

  snprintf(text, sizeof text, yaml, "{effort: {}}, {time: {weight: 2}}, {energy: {weight: 0.5}}");
  measure_text(&one, text, " ");
  snprintf(text, sizeof text, yaml,
           "{effort: {weight: 0.25}}, {time: {weight: 1.5}}, {effort: {controls: [f], weight: 0.75}}, "
           "{time: {weight: 0.5}}, {energy: {weight: 0.2}}, {energy: {weight: 0.3}}");
  measure_text(&two, text, " ");
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, one.status.optimum.cost, two.status.optimum.cost);
  for (int t = 0; t < 6; t++) {
    static const int    of[]  = {0, 1, 0, 1, 2, 2};
    static const double all[] = {1.0, 2.0, 0.5};
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, weight[t] / all[of[t]] * one.status.optimum.share[of[t]],
                              two.status.optimum.share[t]);
  }
}

/* Rest to rest about a principal axis, and of a sphere about any axis: 6 J^2 theta^2 / T^3. */
static void test_principal_axis(void)
{
  static const struct {
    const char *inertia, *end;
    double      J, theta;
  } cases[] = {{"6, 8, 3", "0.6, 0, 0.8, 0", 8.0, 1.854590436003224},
               {"4, 4, 4", "0.5, 0.5, 0.5, 0.5", 4.0, 2.0943951023931953}};
  char yaml[2048];

  for (int c = 0; c < 2; c++)
    for (int k = 1; k <= 3; k++) {
      const double exact = 6.0 * pow(cases[c].J * cases[c].theta, 2) / 125.0;
      double       h[3], error[3];
      for (int i = 0; i < 3; i++) {
        const int n = 8 << i;
        Measured  got;
        snprintf(yaml, sizeof yaml, reorientation, n, k, cases[c].inertia, "", cases[c].end);
        measure_text(&got, yaml, " ");
        TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
        h[i]     = 5.0 / n;
        error[i] = fabs(got.status.optimum.cost - exact) / exact;
      }
      TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, error));
    }
}

/* Largest difference of a torque about the second axis to 6 J theta / T^2 (1 - 2 t/T), and of the others to zero. */
static bool torque_seen(void *context, const Sample *sample)
{
  double *worst = context;

  for (int p = 0; sample->element > 0 && p < sample->npoints; p++)
    for (int i = 0; i < 3; i++) {
      const double t     = sample->t - sample->h * (1.0 - sample->point[p]);
      const double exact = i == 1 ? 6.0 * 8.0 * 1.854590436003224 / 25.0 * (1.0 - 2.0 * t / 5.0) : 0.0;
      *worst             = fmax(*worst, fabs(sample->u[3 * p + i] - exact));
    }
  return true;
}

/* The torque is linear in time: at the Gauss points of the control its error has order k + 1. */
static void test_principal_torque(void)
{
  char yaml[2048];

  for (int k = 1; k <= 3; k++) {
    double h[3], error[3] = {0.0};
    for (int i = 0; i < 3; i++) {
      const Observer observer = {.context = &error[i], .sample = torque_seen};
      RunStatus      status;
      Model          model;
      h[i] = 5.0 / (10 << i);
      snprintf(yaml, sizeof yaml, reorientation, 10 << i, k, "6, 8, 3", "", "0.6, 0, 0.8, 0");
      measure_model(yaml, &model);
      model.problem.method.gauss = k;
      TEST_ASSERT_EQUAL_INT(0, problem_run(&model.problem, &model.system, model.z, model.lambda, &observer, &status));
      TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, status.optimum.kind);
      TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.35, k + 1.0, measure_order(3, h, error));
  }
}

/* --- asymmetric bodies: an independent method, shooting on Euler's equations with their adjoints */

enum { STATES = 14 }; /* q, omega, adjoints of both */

typedef struct {
  double J[3], bound;
} Euler;

/* The torque that makes H least within its bounds. */
static double euler_torque(const Euler *e, const double *x, int i)
{
  return fmin(fmax(-x[11 + i] / e->J[i], -e->bound), e->bound);
}

/* J omega' = u - omega x J omega, q' = 1/2 q o omega; H = 1/2 u.u + a . q' + b . omega', u = -b/J; running cost 1/2 u.u. */
static void euler_rate(const Euler *e, const double *x, double *rate)
{
  const double *q = x, *w = x + 4, *a = x + 7, *b = x + 11, *J = e->J;
  const double  half[4] = {0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]}, back[4] = {0.0, -half[1], -half[2], -half[3]};
  double        left[4];

  quat_multiply(q, half, rate);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    rate[4 + i] = (euler_torque(e, x, i) + (J[j] - J[k]) * w[j] * w[k]) / J[i];
  }
  /* a' = -a o conj(omega)/2: the transposed of right multiplication */
  quat_multiply(a, back, rate + 7);
  for (int i = 0; i < 4; i++) rate[7 + i] = -rate[7 + i];
  quat_multiply_conjugate(q, a, left);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    /* omega_i enters omega_j' and omega_k' */
    rate[11 + i] = -0.5 * left[1 + i] - b[j] / J[j] * (J[k] - J[i]) * w[k] - b[k] / J[k] * (J[i] - J[j]) * w[j];
  }
}

/* Classical Runge-Kutta; the cost by Simpson's rule at its own stages. */
static double euler_shoot(const Euler *e, int steps, const double unknown[6], double end[STATES])
{
  const double h         = 5.0 / steps;
  double       x[STATES] = {1.0}, cost = 0.0;

  memcpy(x + 8, unknown, 3 * sizeof(double));
  memcpy(x + 11, unknown + 3, 3 * sizeof(double));
  for (int n = 0; n < steps; n++) {
    static const double at[] = {0.0, 0.5, 0.5, 1.0}, weight[] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    double              stage[4][STATES], y[STATES], sum[STATES] = {0.0};
    for (int s = 0; s < 4; s++) {
      for (int i = 0; i < STATES; i++) y[i] = x[i] + (s ? at[s] * h * stage[s - 1][i] : 0.0);
      euler_rate(e, y, stage[s]);
      for (int i = 0; i < STATES; i++) sum[i] += weight[s] * stage[s][i];
      for (int i = 0; i < 3; i++) cost += 0.5 * h * weight[s] * pow(euler_torque(e, y, i), 2);
    }
    for (int i = 0; i < STATES; i++) x[i] += h * sum[i];
  }
  memcpy(end, x, sizeof x);
  return cost;
}

/* Vector part of conj(target) o q, and omega. */
static void euler_miss(const Euler *e, int steps, const double *unknown, double miss[6])
{
  static const double target[4] = {0.5, 0.5, 0.5, 0.5};
  double              x[STATES], r[4];

  euler_shoot(e, steps, unknown, x);
  quat_multiply_conjugate(target, x, r);
  memcpy(miss, r + 1, 3 * sizeof(double));
  memcpy(miss + 3, x + 4, 3 * sizeof(double));
}

/* Solves a 6 x 6 system by elimination with row exchanges. */
static void solve_six(double A[6][7])
{
  for (int c = 0; c < 6; c++) {
    int p = c;
    for (int r = c + 1; r < 6; r++)
      if (fabs(A[r][c]) > fabs(A[p][c])) p = r;
    for (int j = 0; j < 7; j++) {
      const double swap = A[c][j];
      A[c][j]           = A[p][j];
      A[p][j]           = swap;
    }
    for (int r = 0; r < 6; r++) {
      const double f = r == c ? 0.0 : A[r][c] / A[c][c];
      for (int j = c; j < 7; j++) A[r][j] -= f * A[c][j];
    }
  }
  for (int r = 0; r < 6; r++) A[r][6] /= A[r][r];
}

/* Newton's method on the unknown start of the adjoints. */
static void euler_solve(const Euler *e, int steps, double unknown[6])
{
  for (int iteration = 0; iteration < 12; iteration++) {
    double A[6][7], miss[6], moved[6], most = 0.0;
    euler_miss(e, steps, unknown, miss);
    for (int j = 0; j < 6; j++) {
      const double before = unknown[j], step = 1e-6 * (1.0 + fabs(before));
      unknown[j] = before + step;
      euler_miss(e, steps, unknown, moved);
      unknown[j] = before;
      for (int r = 0; r < 6; r++) A[r][j] = (moved[r] - miss[r]) / step;
    }
    for (int r = 0; r < 6; r++) A[r][6] = -miss[r];
    solve_six(A);
    for (int j = 0; j < 6; j++) unknown[j] += A[j][6];
    for (int r = 0; r < 6; r++) most = fmax(most, fabs(miss[r]));
    if (most < 1e-12) return;
  }
  TEST_FAIL_MESSAGE("shooting does not converge");
}

/* From the sphere, where the optimum is known, to the inertia in steps, then down to the bound (INFINITY: none). */
static double euler_optimum(const double J[3], double bound)
{
  enum { STEPS = 4000, PARTS = 12 };
  const double mean = (J[0] + J[1] + J[2]) / 3.0, theta = 2.0943951023931953 / sqrt(3.0);
  double       unknown[6], end[STATES];
  Euler        e = {.bound = INFINITY};

  /* u = 6 J theta / T^2 (1 - 2 t/T), b = -J u, and b' = -a/2 */
  for (int i = 0; i < 3; i++) {
    unknown[3 + i] = -6.0 * mean * mean * theta / 25.0;
    unknown[i]     = -2.0 * 12.0 * mean * mean * theta / 125.0;
  }
  for (int part = 0; part <= PARTS; part++) {
    for (int i = 0; i < 3; i++) e.J[i] = mean + (J[i] - mean) * part / PARTS;
    euler_solve(&e, 400, unknown);
  }
  for (int part = 0; isfinite(bound) && part <= PARTS; part++) {
    e.bound = bound * (1.3 - 0.3 * part / PARTS);
    euler_solve(&e, 400, unknown);
  }
  euler_solve(&e, STEPS, unknown);
  return euler_shoot(&e, STEPS, unknown, end);
}

static void test_asymmetric_optima(void)
{
  static const double      J[2][3]    = {{6, 8, 3}, {5, 26, 29}};
  static const char *const inertia[2] = {"6, 8, 3", "5, 26, 29"};
  char                     yaml[2048];

  for (int c = 0; c < 2; c++) {
    const double exact = euler_optimum(J[c], INFINITY), T = pow(375.0 * exact, 0.25);
    Measured     got;
    snprintf(yaml, sizeof yaml, reorientation, 48, 3, inertia[c], "", "0.5, 0.5, 0.5, 0.5");
    measure_text(&got, yaml, " ");
    TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * exact, exact, got.status.optimum.cost);
    TEST_ASSERT_LESS_OR_EQUAL_INT(15, got.status.iterations); /* from the shortest way */
    /* a time T costs 125 cost / T^3 + T: least at T^4 = 375 cost, where it is 4/3 T */
    measure_text(&got, yaml, "time.free=true objective=[{\"effort\":{}},{\"time\":{}}]");
    TEST_ASSERT_EQUAL_INT(OPTIMUM_MINIMUM, got.status.optimum.kind);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * T, T, got.status.optimum.end);
    TEST_ASSERT_DOUBLE_WITHIN(1e-8 * T, 4.0 / 3.0 * T, got.status.optimum.cost);
  }
}

/* Bounds: the cost of shooting with torques that stop at them; every value at a bound is held there by a multiplier of the right
 * sign, every other one is free and within. */
static void test_bounds(void)
{
  static const double J[3]  = {6, 8, 3};
  const double        bound = 2.07485, exact = euler_optimum(J, bound);
  int                 sets, active, held = 0;
  char                yaml[2048];
  Model               model;
  Objective           objective;
  Ends                ends;
  FaultList           faults;
  NewtonStatus        newton;
  Window              w;
  Kkt                 k;

  snprintf(yaml, sizeof yaml, reorientation, 80, 3, "6, 8, 3", "", "0.5, 0.5, 0.5, 0.5");
  measure_model(yaml, &model);
  for (int i = 0; i < 3; i++) {
    model.problem.controls[0].lower[i] = -bound;
    model.problem.controls[0].upper[i] = bound;
  }
  fault_init(&faults, "bounds");
  TEST_ASSERT_EQUAL_INT(0, optimal_guess(&model.problem, &model.system, model.z, model.lambda, NULL, &w));
  TEST_ASSERT_TRUE(objective_create(&model.problem, &model.system, &faults, &objective));
  TEST_ASSERT_TRUE(ends_create(&model.problem, &model.system, w.z, w.z + (w.nodes - 1) * w.nz, &faults, &ends));
  TEST_ASSERT_EQUAL_INT(0,
                        kkt_create(&model.problem, &model.system, &objective, &ends.kept, NULL, PETSC_COMM_SELF, &k));
  int clamped;
  TEST_ASSERT_EQUAL_INT(0, optimal_guess_put(&w, &k, &clamped));
  TEST_ASSERT_EQUAL_INT(0, clamped);
  TEST_ASSERT_EQUAL_INT(0, kkt_bounded(&k, &newton, &sets, &active));
  TEST_ASSERT_TRUE(newton_ok(&newton));
  TEST_ASSERT_EQUAL_INT(0, kkt_cost(&k));
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 * exact, exact, k.cost);
  TEST_ASSERT_EQUAL_INT(0, kkt_gradient(&k));
  for (int i = 0; i < k.nu; i++)
    for (int e = 0; e < k.ne; e++)
      for (int c = 0; c < 3; c++) {
        const int    at   = kkt_u(&k, i, e, c);
        const double push = k.g[at] * k.unit[at] / objective.unit;
        held += k.active[at] != 0;
        if (k.active[at]) { /* the cost would fall beyond it */
          TEST_ASSERT_TRUE(k.x[at] == k.active[at] * bound && k.active[at] * push < -1e-9);
        } else {
          TEST_ASSERT_TRUE(fabs(push) < 1e-11 && fabs(k.x[at]) < bound);
        }
      }
  TEST_ASSERT_EQUAL_INT(active, held);
  TEST_ASSERT_TRUE(held > 20);
  TEST_ASSERT_EQUAL_INT(0, window_destroy(&w));
  TEST_ASSERT_EQUAL_INT(0, kkt_destroy(&k));
  ends_destroy(&ends);
  objective_destroy(&objective);
  fault_clear(&faults);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&model));
}

/* Cost and states at element ends converge with order 2k. */
static void test_orders(void)
{
  char     yaml[2048];
  Measured fine;

  snprintf(yaml, sizeof yaml, reorientation, 96, 3, "6, 8, 3", "", "0.5, 0.5, 0.5, 0.5");
  measure_text(&fine, yaml, " ");
  for (int k = 1; k <= 3; k++) {
    double h[3], cost[3], state[3];
    for (int i = 0; i < 3; i++) {
      const int n = (k == 3 ? 8 : 16) << i;
      Measured  got;
      snprintf(yaml, sizeof yaml, reorientation, n, k, "6, 8, 3", "", "0.5, 0.5, 0.5, 0.5");
      measure_text(&got, yaml, " ");
      h[i]     = 5.0 / n;
      cost[i]  = fabs(got.status.optimum.cost - fine.status.optimum.cost);
      state[i] = 0.0;
      for (int x = 0; x < 3; x++) {
        state[i] = fmax(state[i], fabs(got.middle[0].omega[x] - fine.middle[0].omega[x]));
        for (int y = 0; y < 3; y++) state[i] = fmax(state[i], fabs(got.middle[0].R[x][y] - fine.middle[0].R[x][y]));
      }
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, cost));
    TEST_ASSERT_DOUBLE_WITHIN(0.35, 2.0 * k, measure_order(3, h, state));
  }
}

int main(int argc, char **argv)
{
  PetscInitialize(&argc, &argv, NULL, NULL);
  UNITY_BEGIN();
  RUN_TEST(test_derivatives_of_a_body);
  RUN_TEST(test_derivatives_of_a_mechanism);
  RUN_TEST(test_particle);
  RUN_TEST(test_components);
  RUN_TEST(test_penalised_start);
  RUN_TEST(test_parts);
  RUN_TEST(test_principal_axis);
  RUN_TEST(test_principal_torque);
  RUN_TEST(test_asymmetric_optima);
  RUN_TEST(test_bounds);
  RUN_TEST(test_orders);
  const int failed = UNITY_END();
  PetscFinalize();
  return failed;
}
