#include "bare.h"

#include "base/vec.h"
#include "cli/common/clock.h"
#include "galerkin/kernel.h"
#include "scheme/predictor.h"
#include "scheme/scheme.h"
#include "time/mesh.h"

#include <float.h>
#include <stdlib.h>

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivot, double *b, const int *ldb, int *info);
void dgetrs_(const char *trans, const int *n, const int *nrhs, const double *a, const int *lda, const int *pivot,
             double *b, const int *ldb, int *info, size_t length);

enum { LAYOUT_MOST = 64 };

typedef struct {
  const System *system;
  Mesh          mesh;
  TimeElement   element;
  Kernel        kernel;
  Predictor     predictor;
  Layout        layout;
  int           row_z[LAYOUT_MOST], col_z[LAYOUT_MOST], at_l[LAYOUT_MOST];
  int           k, nz, nl, block, n, nentries, most_iterations;
  double        h, tolerance;
  bool          rotate, factored;
  double       *memory;                                      /* of all arrays that follow */
  double       *z, *carry, *dz, *mult, *last_dz, *last_mult; /* as in mg.c */
  double       *r_z, *r_l, *r, *unit, *row_unit;             /* [k][nz], [k][nl], [n], [n], [n] */
  double       *value, *scale, *matrix;                      /* [nentries], [nentries], [n][n] by columns */
  int          *offset, *row, *col, *pivot;                  /* [nentries], [nentries], [nentries], [n] */
} Bare;

static bool bare_allocate(Bare *b)
{
  const size_t z = (size_t)b->nz, kz = (size_t)(b->k * b->nz), kl = (size_t)(b->k * b->nl), n = (size_t)b->n;
  const size_t entries = (size_t)b->nentries;
  double     **array[] = {&b->z,   &b->carry, &b->dz,   &b->mult,     &b->last_dz, &b->last_mult, &b->r_z,
                          &b->r_l, &b->r,     &b->unit, &b->row_unit, &b->value,   &b->scale,     &b->matrix};
  const size_t size[]  = {z, z, kz, kl, kz, kl, kz, kl, n, n, n, entries, entries, n * n};
  size_t       total   = 0;

  for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) total += size[i];
  b->memory = calloc(total, sizeof(double));
  b->offset = calloc(3 * entries + n, sizeof(int));
  if (!b->memory || !b->offset) return false;
  total = 0;
  for (size_t i = 0; i < sizeof size / sizeof size[0]; i++) {
    *array[i] = b->memory + total;
    total += size[i];
  }
  b->row   = b->offset + entries;
  b->col   = b->row + entries;
  b->pivot = b->col + entries;
  return true;
}

static bool bare_create(const Problem *problem, const System *system, Bare *b)
{
  memset(b, 0, sizeof *b);
  b->system          = system;
  b->k               = problem->method.degree;
  b->nz              = system->nz;
  b->nl              = system->nl;
  b->block           = b->nz + b->nl;
  b->n               = b->k * b->block;
  b->tolerance       = problem->solver.tolerance;
  b->most_iterations = problem->solver.max_iterations;
  b->layout          = (Layout){.row_z = b->row_z, .col_z = b->col_z, .row_l = b->at_l, .col_l = b->at_l};
  b->col_z[0]        = -1;
  for (int a = 0; a < b->k; a++) {
    b->row_z[a] = b->col_z[a + 1] = a * b->block;
    b->at_l[a]                    = a * b->block + b->nz;
  }
  if (!mesh_create(&problem->time, &b->mesh) ||
      !time_element_create_mg(b->k, scheme_gauss(problem, system), problem->method.nodes == NODES_LOBATTO,
                              &b->element) ||
      !kernel_create(system, &b->element, &b->kernel) || !predictor_create(system, &b->element, &b->predictor))
    return false;
  b->nentries = kernel_entries(&b->kernel, &b->layout);
  if (!bare_allocate(b)) return false;
  kernel_pattern(&b->kernel, &b->layout, b->row, b->col);
  for (int e = 0; e < b->nentries; e++) b->offset[e] = b->row[e] + b->col[e] * b->n;
  return true;
}

static void bare_destroy(Bare *b)
{
  free(b->memory);
  free(b->offset);
  predictor_destroy(&b->predictor);
  kernel_destroy(&b->kernel);
  time_element_destroy(&b->element);
  mesh_destroy(&b->mesh);
}

static void bare_scale(Bare *b, double h)
{
  const Units *units  = &b->system->units;
  const double action = units->mass * units->velocity * units->length;

  b->h        = h;
  b->factored = false;
  for (int j = 0; j < b->n; j++) {
    const int i    = j % b->block;
    b->row_unit[j] = i < b->nz ? b->system->scale_z[i] : b->system->scale_theta[i - b->nz];
    b->unit[j]     = i < b->nz ? b->row_unit[j] : action / (h * b->row_unit[j]);
  }
  for (int e = 0; e < b->nentries; e++) b->scale[e] = b->unit[b->col[e]] / b->row_unit[b->row[e]];
}

static ElementState bare_state(const Bare *b)
{
  return (ElementState){.h = b->h, .z1 = b->z, .carry = b->carry, .dz = b->dz, .mult = b->mult};
}

/* Scaled residual; returns its root mean square. */
static double bare_residual(Bare *b)
{
  const ElementState state = bare_state(b);
  double            *r     = b->r;

  kernel_residual(&b->kernel, &state, b->r_z, b->r_l);
  for (int a = 0; a < b->k; a++) {
    for (int i = 0; i < b->nz; i++) *r++ = b->r_z[a * b->nz + i];
    for (int i = 0; i < b->nl; i++) *r++ = b->r_l[a * b->nl + i];
  }
  for (int j = 0; j < b->n; j++) b->r[j] /= b->row_unit[j];
  return vec_norm(b->n, b->r) / sqrt((double)b->n);
}

static void bare_jacobian(Bare *b)
{
  const ElementState state = bare_state(b);

  kernel_jacobian(&b->kernel, &b->layout, &state, b->value);
  vec_zero(b->n * b->n, b->matrix); /* dgesv has left its factors there */
  for (int e = 0; e < b->nentries; e++) b->matrix[b->offset[e]] += b->value[e] * b->scale[e];
}

/* Unknowns minus the correction that the solver left in r. */
static void bare_correct(Bare *b)
{
  for (int a = 0; a < b->k; a++) {
    const double *dx = b->r + a * b->block, *unit = b->unit + a * b->block;
    for (int i = 0; i < b->nz; i++) b->dz[a * b->nz + i] -= unit[i] * dx[i];
    for (int i = 0; i < b->nl; i++) b->mult[a * b->nl + i] -= unit[b->nz + i] * dx[b->nz + i];
  }
}

/* The final correction with the factors at hand; old factors get up to six. */
static void bare_polish(Bare *b, bool fresh)
{
  const int one = 1;
  int       info;
  double    before = DBL_MAX;

  for (int step = 0; step < 6; step++) {
    dgetrs_("N", &b->n, &one, b->matrix, &b->n, b->pivot, b->r, &b->n, &info, 1);
    bare_correct(b);
    if (fresh) return;
    const double size = vec_max(b->n, b->r);
    if (size < 0.01 * DBL_EPSILON || size > 0.5 * before) return;
    if (step > 0) b->factored = false;
    before = size;
    bare_residual(b);
  }
}

/* Iterations it took, -1 when it did not converge. */
static int bare_solve(Bare *b)
{
  const int one      = 1;
  double    previous = DBL_MAX;

  for (int it = 0; it <= b->most_iterations; it++) {
    const double rms   = bare_residual(b);
    const bool   floor = it > 0 && rms <= 1e-9 && rms > 0.25 * previous;
    int          info;
    if (floor || (rms <= b->tolerance && (it > 0 || b->factored))) {
      if (it > 0) b->factored = true;
      bare_polish(b, it > 0);
      return it;
    }
    previous = rms;
    bare_jacobian(b);
    dgesv_(&b->n, &one, b->matrix, &b->n, b->pivot, b->r, &b->n, &info);
    if (info != 0) return -1;
    bare_correct(b);
  }
  return -1;
}

static void bare_predict(Bare *b, double h_old)
{
  vec_copy(b->k * b->nz, b->last_dz, b->dz);
  vec_copy(b->k * b->nl, b->last_mult, b->mult);
  predictor_extrapolate(&b->predictor, h_old > 0.0 ? b->h / h_old : 1.0, b->dz, b->mult);
  if (b->rotate || h_old == 0.0) predictor_rotate(&b->predictor, b->h, b->z, b->dz);
}

static void bare_advance(Bare *b)
{
  const double *step = b->dz + (b->k - 1) * b->nz;

  for (int i = 0; i < b->nz; i++) {
    const double y = step[i] + b->carry[i], sum = b->z[i] + y, part = sum - b->z[i];
    b->carry[i] = (b->z[i] - (sum - part)) + (y - part);
    b->z[i]     = sum;
  }
  vec_copy(b->k * b->nz, b->dz, b->last_dz);
  vec_copy(b->k * b->nl, b->mult, b->last_mult);
}

static bool bare_step(Bare *b, int element, BareStatus *status)
{
  const double h = mesh_step(&b->mesh, element), h_old = element == 0 ? 0.0 : b->h;

  if (h != b->h) bare_scale(b, h);
  bare_predict(b, h_old);
  const int iterations = bare_solve(b);
  if (iterations < 0) return false;
  if (iterations > 4) b->rotate = !b->rotate;
  status->iterations += iterations;
  bare_advance(b);
  return true;
}

bool bare_run(const Problem *problem, const System *system, const double *lambda0, double *z, BareStatus *status)
{
  Bare b;

  *status = (BareStatus){.converged = true};
  if (problem->method.degree >= LAYOUT_MOST || !bare_create(problem, system, &b)) return false;
  vec_copy(b.nz, z, b.z);
  for (int a = 0; a < b.k; a++) vec_copy(b.nl, lambda0, b.last_mult + a * b.nl);
  const double start = clock_seconds();
  for (int e = 0; status->converged && e < b.mesh.n; e++) status->converged = bare_step(&b, e, status);
  status->seconds = clock_seconds() - start;
  vec_copy(b.nz, b.z, z);
  bare_destroy(&b);
  return true;
}
