/* The element's Jacobian against differences of its residual: every formulation, with and without the column of the start
 * node, constraint rows as rates and as values; with collocated invariants also every joint, load and Hamiltonian system. */
#include "galerkin/kernel.h"
#include "base/vec.h"
#include "built.h"
#include "models.h"
#include "unity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

typedef struct {
  Kernel *kernel;
  Layout  layout;
  int     n; /* unknowns: start node, then node by node increments and multipliers */
  double  h;
  double *zero, *dz, *mult, *r_z, *r_l;
  int     k, nz, nl;
  bool    near; /* nodes near the start: the rule of a mean is the same at neighbouring states */
} Case;

static void case_create(Kernel *kernel, Case *c)
{
  const TimeElement *e = kernel->element;

  *c              = (Case){0};
  c->kernel       = kernel;
  c->k            = e->degree;
  c->nz           = kernel->system->nz;
  c->nl           = kernel->system->nl;
  c->h            = 0.3;
  c->n            = c->nz + c->k * (c->nz + c->nl);
  c->zero         = calloc((size_t)c->nz, sizeof(double));
  c->dz           = calloc((size_t)(c->k * c->nz), sizeof(double));
  c->mult         = calloc((size_t)(c->k * c->nl) + 1, sizeof(double));
  c->r_z          = calloc((size_t)(c->k * c->nz), sizeof(double));
  c->r_l          = calloc((size_t)(c->k * c->nl) + 1, sizeof(double));
  c->layout       = (Layout){calloc((size_t)c->k, sizeof(int)), calloc((size_t)c->k + 1, sizeof(int)),
                             calloc((size_t)c->k, sizeof(int)), NULL};
  c->layout.col_l = c->layout.row_l;
  for (int a = 0; a < c->k; a++) {
    c->layout.row_z[a] = c->layout.col_z[a + 1] = c->nz + a * (c->nz + c->nl);
    c->layout.row_l[a]                          = c->layout.row_z[a] + c->nz;
  }
}

static void case_destroy(Case *c)
{
  void *const all[] = {c->zero, c->dz, c->mult, c->r_z, c->r_l, c->layout.row_z, c->layout.col_z, c->layout.row_l};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
}

/* x holds nodal values; the kernel wants increments */
static void case_unpack(Case *c, const double *x, ElementState *state)
{
  for (int a = 0; a < c->k; a++) {
    const double *node = x + c->nz + a * (c->nz + c->nl);
    for (int i = 0; i < c->nz; i++) c->dz[a * c->nz + i] = node[i] - x[i];
    vec_copy(c->nl, node + c->nz, c->mult + a * c->nl);
  }
  *state = (ElementState){.h = c->h, .z1 = x, .carry = c->zero, .dz = c->dz, .mult = c->mult};
}

static void case_residual(Case *c, const double *x, double *r)
{
  ElementState state;

  case_unpack(c, x, &state);
  kernel_residual(c->kernel, &state, c->r_z, c->r_l);
  vec_zero(c->n, r);
  for (int a = 0; a < c->k; a++) {
    vec_copy(c->nz, c->r_z + a * c->nz, r + c->layout.row_z[a]);
    vec_copy(c->nl, c->r_l + a * c->nl, r + c->layout.row_l[a]);
  }
}

/* dense[n][n] by central differences of sixth order */
static void case_difference(Case *c, double *x, double *dense)
{
  static const double weight[3] = {45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  const double        d         = 2e-3;
  double             *plus = calloc((size_t)c->n, sizeof(double)), *minus = calloc((size_t)c->n, sizeof(double));

  for (int j = 0; j < c->n; j++)
    for (int s = 1; s <= 3; s++) {
      const double x0 = x[j];
      x[j]            = x0 + s * d;
      case_residual(c, x, plus);
      x[j] = x0 - s * d;
      case_residual(c, x, minus);
      x[j] = x0;
      for (int i = 0; i < c->n; i++) dense[i * c->n + j] += weight[s - 1] * (plus[i] - minus[i]) / d;
    }
  free(plus);
  free(minus);
}

/* first: the column of the start node is there too */
static void check_jacobian(Case *c, bool first, const char *name)
{
  const size_t  n = (size_t)c->n;
  double       *x = calloc(n, sizeof(double)), *dense = calloc(n * n, sizeof(double));
  unsigned long seed    = 17;
  c->layout.col_z[0]    = first ? 0 : -1;
  const int    nentries = kernel_entries(c->kernel, &c->layout);
  int         *row = calloc((size_t)nentries, sizeof(int)), *col = calloc((size_t)nentries, sizeof(int));
  double      *value = calloc((size_t)nentries, sizeof(double)), most = 0.0, scale = 1.0;
  ElementState state;

  for (int i = 0; i < c->n; i++) x[i] = 0.2 + 0.5 * model_random(&seed);
  for (int i = c->nz; c->near && i < c->n; i++)
    if ((i - c->nz) % (c->nz + c->nl) < c->nz) x[i] = 0.9 * x[(i - c->nz) % (c->nz + c->nl)] + 0.1 * x[i];
  case_difference(c, x, dense);
  case_unpack(c, x, &state);
  kernel_pattern(c->kernel, &c->layout, row, col);
  kernel_jacobian(c->kernel, &c->layout, &state, value);
  for (int e = 0; e < nentries; e++) dense[row[e] * c->n + col[e]] -= value[e];
  for (int i = 0; i < c->n; i++)
    for (int j = first ? 0 : c->nz; j < c->n; j++) most = fmax(most, fabs(dense[i * c->n + j]));
  for (int e = 0; e < nentries; e++) scale = fmax(scale, fabs(value[e]));
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, 0.0, most / scale, name);
  free(x);
  free(dense);
  free(row);
  free(col);
  free(value);
}

/* Both Jacobians of a problem with one element, collocated or not; destroys the problem. */
static void check_problem(Problem *problem, const TimeElementSpec *spec, bool collocated, const char *name)
{
  System      sys;
  TimeElement element;
  Kernel      kernel;
  Case        c;

  built_system(problem, name, &sys);
  TEST_ASSERT_TRUE(time_element_create(spec, &element));
  TEST_ASSERT_TRUE(!collocated || time_element_collocate(&element));
  TEST_ASSERT_TRUE(kernel_create(&sys, &element, &kernel));
  case_create(&kernel, &c);
  c.near = collocated;
  check_jacobian(&c, false, name);
  check_jacobian(&c, true, name);
  case_destroy(&c);
  kernel_destroy(&kernel);
  time_element_destroy(&element);
  system_destroy(&sys);
  problem_clear(problem);
}

static void check_variant(const ModelVariant *variant, int k, int s, bool rate)
{
  const TimeElementSpec spec = {.degree = k, .ngauss = s, .rate = rate};
  Problem               problem;
  char                  name[200];

  model_variant_name(variant, name, sizeof name);
  model_chain(variant, 2, true, &problem);
  check_problem(&problem, &spec, false, name);
}

static void test_rate_rows(void)
{
  for (int i = 0; i < model_nvariants; i++) check_variant(&model_variants[i], 1 + i % 3, 2 + i % 3, true);
}

static void test_value_rows(void)
{
  for (int i = 0; i < model_nvariants; i++) check_variant(&model_variants[i], 1 + i % 2, 3, false);
}

/* --- collocated invariants */

/* Energies that collocated values serve: a body that changes its size has another one, a free quaternion is no formulation of elements. */
static bool served(const ModelVariant *variant)
{
  if (strcmp(variant->formulation, "free_quaternion") == 0) return false;
  return variant->psi == PSI_PLAIN && (variant->kinetic != KINETIC_SCALABLE || variant->rigid);
}

static void check_collocated(Problem *problem, int k, const char *name)
{
  const TimeElementSpec spec = {.degree = k, .ngauss = k, .rate = true};

  check_problem(problem, &spec, true, name);
}

static void test_collocated_bodies(void)
{
  for (int i = 0; i < model_nvariants; i++) {
    char    name[200];
    Problem problem;
    if (!served(&model_variants[i])) continue;
    model_variant_name(&model_variants[i], name, sizeof name);
    model_chain(&model_variants[i], 2, true, &problem);
    check_collocated(&problem, 1 + i % 3, name);
  }
}

/* Every joint between quaternion bodies, mixed with directors, and to the ground. */
static void test_collocated_joints(void)
{
  static const ModelVariant forms[] = {{.formulation = "quaternion", .rigid = true},
                                       {.formulation = "director", .rigid = true}};

  for (int j = 0; joint_list[j]; j++)
    for (int i = 0; i < 3; i++) {
      Problem problem;
      model_pair(&forms[0], &forms[i == 1], joint_list[j]->name, 0, i == 2 ? GROUND : 1, &problem);
      check_collocated(&problem, 1 + (i + j) % 3, joint_list[j]->name);
    }
}

/* Every load, potentials as means. */
static void test_collocated_loads(void)
{
  static const ModelVariant forms[] = {{.formulation = "quaternion", .rigid = true},
                                       {.formulation = "director", .rigid = true}};

  for (int l = 0; load_list[l]; l++)
    for (int i = 0; i < 3; i++) {
      Problem problem;
      model_loaded(&forms[0], &forms[i == 1], load_list[l]->name, i == 1 ? AXES_BODY : AXES_SPATIAL, 0,
                   i == 2 ? GROUND : 1, &problem);
      check_collocated(&problem, 1 + (i + l) % 3, load_list[l]->name);
    }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_rate_rows);
  RUN_TEST(test_value_rows);
  RUN_TEST(test_collocated_bodies);
  RUN_TEST(test_collocated_joints);
  RUN_TEST(test_collocated_loads);
  return UNITY_END();
}
