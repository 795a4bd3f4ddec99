/* Every analytic derivative of every formulation and of whole systems against differences of sixth order. */
#include "base/vec.h"
#include "built.h"
#include "models.h"
#include "system/system.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 4096 };

void setUp(void) {}
void tearDown(void) {}

typedef void (*VectorFunction)(const void *context, const double *z, double *value);

/* d value / dz by a central difference of sixth order: [nvalue][nz] */
static void differentiate(VectorFunction function, const void *context, int nz, int nvalue, const double *z,
                          double *out)
{
  static const double weight[3] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  const double        h         = 2e-3;
  double              x[MOST], plus[MOST], minus[MOST];

  vec_zero(nvalue * nz, out);
  for (int j = 0; j < nz; j++)
    for (int s = 1; s <= 3; s++) {
      vec_copy(nz, z, x);
      x[j] = z[j] + s * h;
      function(context, x, plus);
      x[j] = z[j] - s * h;
      function(context, x, minus);
      for (int i = 0; i < nvalue; i++) out[i * nz + j] += weight[s - 1] * (plus[i] - minus[i]) / h;
    }
}

static double distance(int n, const double *a, const double *b)
{
  double most = 0.0, scale = 1.0;
  for (int i = 0; i < n; i++) {
    most  = fmax(most, fabs(a[i] - b[i]));
    scale = fmax(scale, fabs(b[i]));
  }
  return most / scale;
}

typedef struct {
  const Body *body;
  double      lambda[2 * BODY_NC], v[BODY_NZ], w[FRAME];
} BodyCase;

static void value_kinetic(const void *context, const double *z, double *value)
{
  const BodyCase *c = context;
  c->body->ops->kinetic(c->body, z, value, NULL, NULL);
}

static void value_kinetic_gradient(const void *context, const double *z, double *value)
{
  const BodyCase *c = context;
  double          T;
  c->body->ops->kinetic(c->body, z, &T, value, NULL);
}

static void value_theta(const void *context, const double *z, double *value)
{
  const BodyCase *c = context;
  c->body->ops->theta(c->body, z, value, NULL);
}

/* lambda . theta_z [nz], then theta_z v [2 nc] */
static void value_theta_contractions(const void *context, const double *z, double *value)
{
  const BodyCase *c  = context;
  const int       nz = c->body->nz, rows = 2 * c->body->nc;
  double          theta[2 * BODY_NC], theta_z[2 * BODY_NC * BODY_NZ];

  c->body->ops->theta(c->body, z, theta, theta_z);
  vec_zero(nz, value);
  for (int r = 0; r < rows; r++) {
    vec_add(nz, c->lambda[r], theta_z + r * nz, value);
    value[nz + r] = vec_dot(nz, theta_z + r * nz, c->v);
  }
}

static void value_frame(const void *context, const double *z, double *value)
{
  const BodyCase *c = context;
  c->body->ops->frame(c->body, z, value, NULL);
}

/* w . F_z [nz], then F_z v [24] */
static void value_frame_contractions(const void *context, const double *z, double *value)
{
  const BodyCase *c  = context;
  const int       nz = c->body->nz;
  double          F[FRAME], F_z[FRAME * BODY_NZ];

  c->body->ops->frame(c->body, z, F, F_z);
  vec_zero(nz, value);
  for (int r = 0; r < FRAME; r++) {
    vec_add(nz, c->w[r], F_z + r * nz, value);
    value[nz + r] = vec_dot(nz, F_z + r * nz, c->v);
  }
}

static void check(int n, const double *analytic, const double *difference, const char *what, const char *variant)
{
  char text[600];
  snprintf(text, sizeof text, "%s: %s", what, variant);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(2e-10, 0.0, distance(n, analytic, difference), text);
}

static void check_body(const Body *body, const char *name)
{
  const int     nz = body->nz, rows = 2 * body->nc;
  BodyCase      c = {.body = body};
  double        z[BODY_NZ], T, g[BODY_NZ], K[BODY_NZ * BODY_NZ], theta[2 * BODY_NC], theta_z[2 * BODY_NC * BODY_NZ];
  double        F[FRAME], F_z[FRAME * BODY_NZ], both[(BODY_NZ + FRAME) * BODY_NZ], out[MOST];
  unsigned long seed = 7;

  for (int i = 0; i < nz; i++) {
    z[i]   = 0.3 + model_random(&seed);
    c.v[i] = model_random(&seed);
  }
  for (int i = 0; i < FRAME; i++) c.w[i] = model_random(&seed);
  for (int i = 0; i < rows; i++) c.lambda[i] = model_random(&seed);

  body->ops->kinetic(body, z, &T, g, K);
  differentiate(value_kinetic, &c, nz, 1, z, out);
  check(nz, g, out, "gradient of T", name);
  differentiate(value_kinetic_gradient, &c, nz, nz, z, out);
  check(nz * nz, K, out, "Hessian of T", name);

  if (rows) {
    body->ops->theta(body, z, theta, theta_z);
    differentiate(value_theta, &c, nz, rows, z, out);
    check(rows * nz, theta_z, out, "gradient of theta", name);
    vec_zero(nz * nz, both);
    body->ops->curvature(body, z, c.lambda, c.v, both, both + nz * nz);
    differentiate(value_theta_contractions, &c, nz, nz + rows, z, out);
    check((nz + rows) * nz, both, out, "curvature of theta", name);
  }
  body->ops->frame(body, z, F, F_z);
  differentiate(value_frame, &c, nz, FRAME, z, out);
  check(FRAME * nz, F_z, out, "gradient of the frame", name);
  vec_zero(nz * nz, both);
  body->ops->frame_curvature(body, z, c.w, c.v, both, both + nz * nz);
  differentiate(value_frame_contractions, &c, nz, nz + FRAME, z, out);
  check((nz + FRAME) * nz, both, out, "curvature of the frame", name);
}

/* The products with F_z that residuals use, against F_z itself. */
static void check_products(const Body *body, const char *name)
{
  const int nz = body->nz;
  double    z[BODY_NZ], v[BODY_NZ], w[FRAME], F[FRAME], F_z[FRAME * BODY_NZ], other[FRAME], dF[FRAME], expected[FRAME];
  double    G[BODY_NZ], load[BODY_NZ] = {0};
  unsigned long seed = 19;

  for (int i = 0; i < nz; i++) {
    z[i] = 0.3 + model_random(&seed);
    v[i] = model_random(&seed);
    G[i] = 0.0;
  }
  for (int i = 0; i < FRAME; i++) w[i] = model_random(&seed);
  body->ops->frame(body, z, F, F_z);
  body->ops->frame_rate(body, z, v, other, dF);
  body->ops->frame_load(body, z, w, load);
  for (int c = 0; c < FRAME; c++) {
    expected[c] = vec_dot(nz, F_z + c * nz, v);
    vec_add(nz, w[c], F_z + c * nz, G);
  }
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, distance(FRAME, other, F), name);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, distance(FRAME, dF, expected), name);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, distance(nz, load, G), name);
}

/* fdot of a frame is the rate of f along qdot = dT/dp, and Psi that of Phi */
static void check_rates(const Body *body, const char *name)
{
  const int     nz = body->nz, nq = body->nq;
  double        z[BODY_NZ], T, g[BODY_NZ], F[FRAME], F_z[FRAME * BODY_NZ], fdot[FRAME_F];
  unsigned long seed = 11;

  for (int i = 0; i < nz; i++) z[i] = 0.3 + model_random(&seed);
  body->ops->kinetic(body, z, &T, g, NULL);
  body->ops->frame(body, z, F, F_z);
  for (int c = 0; c < FRAME_F; c++) fdot[c] = vec_dot(nq, F_z + c * nz, g + nq);
  check(FRAME_F, F + FRAME_F, fdot, "fdot = f_q dT/dp", name);
  if (!body->nc || (body->nc == 1 && !body->psi_full)) return;
  double theta[2 * BODY_NC], theta_z[2 * BODY_NC * BODY_NZ], psi[BODY_NC];
  body->ops->theta(body, z, theta, theta_z);
  for (int r = 0; r < body->nc; r++) psi[r] = vec_dot(nq, theta_z + r * nz, g + nq);
  check(body->nc, theta + body->nc, psi, "Psi = Phi_q dT/dp", name);
}

static void test_every_formulation(void)
{
  for (int i = 0; i < model_nvariants; i++) {
    Problem   problem;
    Body      body;
    FaultList faults;
    char      name[200];
    model_variant_name(&model_variants[i], name, sizeof name);
    model_chain(&model_variants[i], 1, false, &problem);
    fault_init(&faults, "test");
    TEST_ASSERT_TRUE_MESSAGE(body_create(&problem.bodies[0], problem.method.psi, &faults, &body), name);
    check_body(&body, name);
    check_rates(&body, name);
    check_products(&body, name);
    fault_clear(&faults);
    problem_clear(&problem);
  }
}

typedef struct {
  const System *sys;
  SystemWork   *work;
  const double *v, *lambda;
} SystemCase;

/* rate [nz], theta_v [nl], theta [nl] */
static void value_system(const void *context, const double *z, double *value)
{
  const SystemCase *c     = context;
  SystemPoint       point = {
          .t = 0.3, .dt = 0.7, .rate = value, .theta_v = value + c->sys->nz, .theta = value + c->sys->nz + c->sys->nl};
  system_evaluate(c->sys, z, c->v, c->lambda, c->work, &point);
}

static void expand(const Pattern *pattern, const double *values, int ncols, double *dense)
{
  vec_zero(pattern->nrows * ncols, dense);
  for (int r = 0; r < pattern->nrows; r++)
    for (int e = pattern->row[r]; e < pattern->row[r + 1]; e++) dense[r * ncols + pattern->col[e]] = values[e];
}

/* Dense matrices from the sparse ones against differences; at a random state, or near the start, where singular functions are
 * harmless. */
static void check_system(const Problem *problem, bool start, const char *name)
{
  System     sys;
  SystemWork work;

  built_system(problem, name, &sys);
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  const int   nz = sys.nz, nl = sys.nl, all = nz + 2 * nl;
  double     *buffer = calloc((size_t)(2 * nz + nl + all + sys.A.nnz + 2 * sys.T.nnz + 2 * all * nz), sizeof(double));
  double     *z = buffer, *v = z + nz, *lambda = v + nz, *value = lambda + nl, *A = value + all, *T = A + sys.A.nnz;
  double     *C = T + sys.T.nnz, *dense = C + sys.T.nnz, *out = dense + all * nz;
  SystemCase  c     = {&sys, &work, v, lambda};
  SystemPoint point = {
    .t = 0.3, .dt = 0.7, .rate = value, .theta_v = value + nz, .theta = value + nz + nl, .A = A, .T = T, .C = C};
  unsigned long seed = 3;
  for (int i = 0; i < 2 * nz + nl; i++) buffer[i] = 0.2 + model_random(&seed);
  if (start) {
    system_initial(&sys, problem, z);
    for (int i = 0; i < nz; i++) z[i] += 0.1 * model_random(&seed);
  }

  system_evaluate(&sys, z, v, lambda, &work, &point);
  expand(&sys.A, A, nz, dense);
  expand(&sys.T, C, nz, dense + nz * nz);
  expand(&sys.T, T, nz, dense + (nz + nl) * nz);
  differentiate(value_system, &c, nz, all, z, out);
  check(all * nz, dense, out, "matrices of the system", name);

  free(buffer);
  system_work_destroy(&work);
  system_destroy(&sys);
}

static void test_systems_of_every_formulation(void)
{
  for (int i = 0; i < model_nvariants; i++) {
    Problem problem;
    char    name[200];
    model_variant_name(&model_variants[i], name, sizeof name);
    model_chain(&model_variants[i], 2, true, &problem);
    check_system(&problem, false, name);
    problem_clear(&problem);
  }
}

static void test_mixed_chain(void)
{
  Problem problem;

  model_chain(&model_variants[0], 3, true, &problem);
  snprintf(problem.bodies[1].formulation, NAME_LEN, "director");
  problem.bodies[2].kinetic = KINETIC_SCALABLE;
  check_system(&problem, false, "mixed chain");
  problem_clear(&problem);
}

/* Every joint between every pair of formulations, and between each of them and the ground, both ways round. */
static void test_every_joint(void)
{
  static const int sides[][2] = {{0, 1}, {GROUND, 1}, {0, GROUND}};

  for (int j = 0; joint_list[j]; j++)
    for (int a = 0; a < model_nvariants; a++)
      for (int b = 0; b < model_nvariants; b++)
        for (int s = 0; s < 3; s++) {
          const bool particle = strcmp(model_variants[a].formulation, "particle") == 0 ||
                                strcmp(model_variants[b].formulation, "particle") == 0;
          if (particle && joint_list[j]->moment != MOMENT_NONE) continue;
          if (s > 0 && a != b) continue;
          if (model_variants[a].psi != model_variants[b].psi) continue; /* one choice for the whole problem */
          Problem problem;
          char    name[512], of[2][200];
          model_variant_name(&model_variants[a], of[0], sizeof of[0]);
          model_variant_name(&model_variants[b], of[1], sizeof of[1]);
          snprintf(name, sizeof name, "%s, sides %d %d: %s; %s", joint_list[j]->name, sides[s][0], sides[s][1], of[0],
                   of[1]);
          model_pair(&model_variants[a], &model_variants[b], joint_list[j]->name, sides[s][0], sides[s][1], &problem);
          check_system(&problem, false, name);
          problem_clear(&problem);
        }
}

/* Theta at a state, as a function of time. */
static void value_time(const void *context, const double *t, double *value)
{
  const SystemCase *c     = context;
  double           *rest  = value + c->sys->nl; /* not looked at */
  SystemPoint       point = {.t = *t, .rate = rest, .theta = value, .theta_v = rest + c->sys->nz};
  system_evaluate(c->sys, c->v, c->v, c->lambda, c->work, &point);
}

/* dTheta/dt against differences in time; and Psi is the rate of Phi along the motion. */
static void check_time(const Problem *problem, const char *name)
{
  System        sys;
  SystemWork    work;
  unsigned long seed = 7;
  double        z[64], zero[64] = {0.0}, rate[64], theta[64], theta_v[64], numeric[200], t = 0.3;

  built_system(problem, name, &sys);
  TEST_ASSERT_TRUE(system_work_create(&sys, &work));
  system_initial(&sys, problem, z);
  for (int i = 0; i < sys.nz; i++) z[i] += 0.1 * model_random(&seed);
  SystemCase  c     = {&sys, &work, z, zero};
  SystemPoint point = {.t = t, .dt = 1.0, .rate = rate, .theta = theta, .theta_v = theta_v};
  system_evaluate(&sys, z, zero, zero, &work, &point);
  differentiate(value_time, &c, 1, 2 * sys.nl + sys.nz, &t, numeric);
  check(sys.nl, theta_v, numeric, "partial derivatives in time", name);
  double along[64];
  vec_copy(sys.nz, rate, along);
  system_evaluate(&sys, z, along, zero, &work, &point);
  const ConstraintGroup *group = &sys.groups[sys.ngroups - 1];
  check(group->m, theta + group->start + group->m, theta_v + group->start, "Psi as the rate of Phi", name);
  system_work_destroy(&work);
  system_destroy(&sys);
}

/* Every prescribed motion of every formulation; of joints between two of them and to the ground, both ways round. */
static void test_every_motion(void)
{
  static const int sides[][2] = {{0, 1}, {GROUND, 1}, {0, GROUND}};

  for (int m = 0; motion_list[m]; m++)
    for (int v = 0; v < model_nvariants; v++)
      for (int s = 0; s < 3; s++)
        for (int j = 0; joint_list[j]; j++) {
          const CoordinateKind coordinate = motion_list[m]->coordinate;
          const bool           fits       = coordinate == COORDINATE_AUTO    ? j == 0
                                            : coordinate == COORDINATE_ANGLE ? joint_list[j]->turns
                                                                             : joint_list[j]->slides;
          const ModelVariant  *of         = &model_variants[v];
          const bool           particle   = strcmp(of->formulation, "particle") == 0;
          Problem              problem;
          char                 name[512], text[200];
          if (!fits || (particle && 1 + m != MOTION_POSITION)) continue;
          if (coordinate == COORDINATE_AUTO && s > 0) continue;
          model_variant_name(of, text, sizeof text);
          snprintf(name, sizeof name, "%s, sides %d %d: %s", motion_list[m]->name, sides[s][0], sides[s][1], text);
          model_pair(of, of, coordinate == COORDINATE_AUTO ? "spherical" : joint_list[j]->name, sides[s][0],
                     sides[s][1], &problem);
          model_move((MotionKind)(1 + m), !particle, &problem);
          check_system(&problem, false, name);
          check_time(&problem, name);
          problem_clear(&problem);
        }
}

/* Every load between every pair of formulations, and between each of them and the ground, both ways round. */
static void check_load(const LoadOps *load)
{
  static const int sides[][2] = {{0, 1}, {1, 0}, {GROUND, 1}, {0, GROUND}};

  for (int a = 0; a < model_nvariants; a++)
    for (int b = 0; b < model_nvariants; b++)
      for (int s = 0; s < 4; s++) {
        const ModelVariant *of = model_variants;
        const bool particle = strcmp(of[a].formulation, "particle") == 0 || strcmp(of[b].formulation, "particle") == 0;
        if (particle && load->turns) continue;
        if (s > 0 && a != b) continue;
        if (of[a].psi != of[b].psi) continue;
        if (load->traits.uses & LOAD_USES_BODY && s > 1) continue;
        for (AxesKind frame = AXES_SPATIAL; frame <= (load->traits.uses & LOAD_USES_BODY ? AXES_BODY : AXES_SPATIAL);
             frame++) {
          Problem problem;
          char    name[512], text[2][200];
          model_variant_name(&of[a], text[0], sizeof text[0]);
          model_variant_name(&of[b], text[1], sizeof text[1]);
          snprintf(name, sizeof name, "%s, sides %d %d, frame %d: %s; %s", load->name, sides[s][0], sides[s][1],
                   (int)frame, text[0], text[1]);
          model_loaded(&of[a], &of[b], load->name, frame, sides[s][0], sides[s][1], &problem);
          check_system(&problem, true, name);
          problem_clear(&problem);
        }
      }
}

/* The drives of joints are inputs only, and in no list. */
static void test_every_load(void)
{
  for (int l = 0; load_list[l]; l++) check_load(load_list[l]);
  check_load(&turn_ops);
  check_load(&shift_ops);
}

/* Inputs take the place of a function of time: a control of size u is the load of that value. */
static void test_inputs(void)
{
  static const double u[3] = {0.7, -1.3, 0.4};

  for (int v = 0; v < model_nvariants; v++)
    for (ControlKind type = CONTROL_FORCE; type <= CONTROL_TORQUE; type++) {
      Problem        problem;
      System         given, driven;
      SystemWork     work;
      ProblemControl control;
      double         z[4 * BODY_NZ], zero[4 * BODY_NZ] = {0.0}, rate[2][2 * BODY_NZ], theta[8 * BODY_NC];
      if (type == CONTROL_TORQUE && strcmp(model_variants[v].formulation, "particle") == 0) continue;
      model_loaded(&model_variants[v], &model_variants[0], type == CONTROL_FORCE ? "force" : "torque", AXES_BODY, 0, 1,
                   &problem);
      problem_control_init(&control);
      control.type  = type;
      control.body  = 0;
      control.frame = AXES_BODY;
      memcpy(control.at, problem.loads[0].at[0], sizeof control.at);
      memcpy(problem.loads[0].value, u, sizeof u);
      problem.loads[0].scale.kind = FUNCTION_NONE;
      built_system(&problem, "system", &given);
      problem.nloads    = 0;
      problem.controls  = &control;
      problem.ncontrols = 1;
      built_system(&problem, "system", &driven);
      TEST_ASSERT_TRUE(system_work_create(&driven, &work));
      TEST_ASSERT_EQUAL(3, driven.ninputs);
      system_initial(&given, &problem, z);
      SystemPoint point = {.rate = rate[0], .theta = theta, .theta_v = theta + 4 * BODY_NC};
      system_evaluate(&given, z, zero, zero, &work, &point);
      point.rate = rate[1];
      point.u    = u;
      system_evaluate(&driven, z, zero, zero, &work, &point);
      for (int i = 0; i < given.nz; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-14, rate[0][i], rate[1][i]);
      problem.nloads    = 1;
      problem.controls  = NULL;
      problem.ncontrols = 0;
      system_work_destroy(&work);
      system_destroy(&given);
      system_destroy(&driven);
      problem_clear(&problem);
    }
}

static void value_energy(const void *context, const double *z, double *value)
{
  const SystemCase *c = context;
  double            T;

  system_energy(c->sys, z, NULL, &T, value);
  *value += T;
}

/* Without damping what acts between bodies is the gradient of the energy: rate = J grad H. */
static void test_potentials(void)
{
  for (int l = 0; load_list[l]; l++)
    for (int v = 0; v < model_nvariants; v++) {
      const bool particle = strcmp(model_variants[v].formulation, "particle") == 0;
      Problem    problem;
      System     sys;
      SystemWork work;
      double z[4 * BODY_NZ], zero[4 * BODY_NZ] = {0.0}, rate[2 * BODY_NZ], theta[8 * BODY_NC], gradient[2 * BODY_NZ];
      double expected[2 * BODY_NZ];
      if (load_list[l]->traits.uses & LOAD_USES_BODY || (particle && load_list[l]->turns)) continue;
      model_loaded(&model_variants[v], &model_variants[0], load_list[l]->name, AXES_SPATIAL, 0, 1, &problem);
      for (int i = 0; i < 6; i++) problem.loads[0].damping[i] = 0.0;
      built_system(&problem, "system", &sys);
      TEST_ASSERT_TRUE(system_work_create(&sys, &work));
      TEST_ASSERT_FALSE(sys.worked);
      SystemPoint point = {.rate = rate, .theta = theta, .theta_v = theta + 4 * BODY_NC};
      SystemCase  c     = {.sys = &sys};
      system_initial(&sys, &problem, z);
      system_evaluate(&sys, z, zero, zero, &work, &point);
      differentiate(value_energy, &c, sys.nz, 1, z, gradient);
      for (int b = 0; b < 2; b++)
        for (int i = 0, nq = sys.bodies[b].nq, at = sys.start[b]; i < nq; i++) {
          expected[at + i]      = gradient[at + nq + i];
          expected[at + nq + i] = -gradient[at + i];
        }
      check(sys.nz, rate, expected, "J grad H", load_list[l]->name);
      system_work_destroy(&work);
      system_destroy(&sys);
      problem_clear(&problem);
    }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_every_formulation);
  RUN_TEST(test_systems_of_every_formulation);
  RUN_TEST(test_mixed_chain);
  RUN_TEST(test_every_joint);
  RUN_TEST(test_every_motion);
  RUN_TEST(test_every_load);
  RUN_TEST(test_inputs);
  RUN_TEST(test_potentials);
  return UNITY_END();
}
