#include "control/adjoint.h"

#include "base/vec.h"
#include "control/place.h"
#include "scheme/scheme.h"
#include "solve/linear.h"

const char *adjoint_refuses(const Problem *problem, const Trajectory *tr)
{
  const char *scheme = problem->method.scheme;
  const bool  bubnov = strcmp(scheme, "BG") == 0;
  Mesh        mesh;

  mesh_create(&problem->time, &mesh);
  if (problem->nterms) return "found an objective, expected a run whose forces are given";
  if (!bubnov && strcmp(scheme, "mG") != 0) return "found a scheme without adjoint, expected mG or BG";
  if (bubnov && scheme_window(problem, mesh.n) < mesh.n) return "found BG in several windows, expected window: all";
  if (tr->elements < mesh.n) return "found a run that did not reach its end";
  for (int e = 0; e <= mesh.n; e++)
    if (tr->t[e * tr->k] != mesh_time(&mesh, e))
      return "found an element end that was moved away from a singular configuration: use another step";
  return "";
}

/* --- the functional */

/* J on a mesh; its derivatives in the nodes are added to g[nodes][nz] unless that is NULL. */
static PetscErrorCode functional_value(const Functional *f, const Trajectory *tr, const TimeElement *element,
                                       const Mesh *mesh, double *g, double *value)
{
  const int nz = tr->nz, nodes = tr->k + 1, last = tr->elements * tr->k;
  double   *z, *gradient;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(nz, &z, nz, &gradient));
  *value = f->end ? f->end(f->context, tr->z + last * nz, g ? gradient : NULL, NULL) : 0.0;
  if (g && f->end) vec_add(nz, 1.0, gradient, g + last * nz);
  for (int e = 0; f->running && e < tr->elements; e++)
    for (int p = 0; p < element->ngauss; p++) {
      const double h = mesh_step(mesh, e), weight = h * element->weight[p], *N = element->trial + p * nodes;
      vec_zero(nz, z);
      for (int i = 0; i < nodes; i++) vec_add(nz, N[i], trajectory_node(tr, e, i), z);
      *value +=
        weight * f->running(f->context, mesh_time(mesh, e) + h * element->point[p], z, g ? gradient : NULL, NULL);
      for (int i = 0; g && i < nodes; i++) vec_add(nz, weight * N[i], gradient, g + (e * tr->k + i) * nz);
    }
  PetscCall(PetscFree2(z, gradient));
  PetscFunctionReturn(0);
}

/* --- the adjoint */

/* Columns of the given start in the first element: g_z += R_z0^T y, g_l += R_lambda0^T y, y[n] of scaled rows. */
static PetscErrorCode start_transpose(Window *w, const double *y, double *g_z, double *g_l)
{
  const TimeElement *t = &w->element;
  ElementState       state;
  Layout             l;
  double            *value;
  int               *row, *col;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(t->ntest, &l.row_z, t->ntrial, &l.col_z, t->nmult, &l.row_l, t->nmult, &l.col_l));
  for (int i = 0; i < t->ntrial; i++) l.col_z[i] = i == 0 ? 0 : -1;
  for (int a = 0; a < t->ntest; a++) {
    const int node = w->bubnov ? a : a + 1;
    l.row_z[a]     = node == 0 ? -1 : window_local_block(w, node);
  }
  for (int b = 0; b < t->nmult; b++) {
    const int node = w->continuous ? b : b + 1;
    l.row_l[b]     = node == 0 ? -1 : window_local_block(w, node) + w->nz;
    l.col_l[b]     = node == 0 ? w->nz : -1;
  }
  const int n = kernel_entries(&w->kernel, &l);
  PetscCall(PetscMalloc3(n, &row, n, &col, n, &value));
  kernel_places(&w->kernel, &l, row, col);
  kernel_jacobian(&w->kernel, &l, window_element(w, 0, &state), value);
  for (int e = 0; e < n; e++)
    *(col[e] < w->nz ? g_z + col[e] : g_l + col[e] - w->nz) += value[e] * y[row[e]] / w->row_unit[row[e] % w->block];
  PetscCall(PetscFree3(row, col, value));
  PetscCall(PetscFree4(l.row_z, l.col_z, l.row_l, l.col_l));
  PetscFunctionReturn(0);
}

/* R_x^T y = -J_x of one window; g[nodes][nz] are the derivatives in its nodes, that of its first one is completed. */
static PetscErrorCode window_adjoint(Window *w, double *g, double *y, double *g_l, bool *solved)
{
  PetscFunctionBeginUser;
  vec_zero(w->n, y);
  for (int i = w->head ? 0 : 1; i < w->nodes; i++)
    for (int j = 0; j < w->nz; j++) y[window_local_block(w, i) + j] = -g[i * w->nz + j] * w->unit[j];
  PetscCall(linear_solve(&w->newton, w->x, true, y, solved));
  if (*solved && !w->head) PetscCall(start_transpose(w, y, g, g_l));
  PetscFunctionReturn(0);
}

static PetscErrorCode adjoint_sweep(const Problem *problem, Place *place, double *g, Adjoint *a, bool *solved)
{
  const Trajectory *tr     = a->trajectory;
  const int         window = scheme_window(problem, tr->elements), step = tr->k * (tr->nz + tr->nl);

  PetscFunctionBeginUser;
  *solved = true;
  for (int first = (tr->elements - 1) / window * window; *solved && first >= 0; first -= window) {
    PetscCall(place_window(place, first, PetscMin(window, tr->elements - first)));
    PetscCall(window_adjoint(&place->window, g + first * tr->k * tr->nz, a->y + first * step, a->start_mult, solved));
  }
  vec_copy(tr->nz + tr->nl, place->window.unit, a->unit);
  vec_copy(tr->nz + tr->nl, place->window.row_unit, a->row_unit);
  if (!a->head) vec_copy(tr->nz, g, a->start);
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_create(const Problem *problem, const System *system, const Trajectory *tr,
                              const Functional *functional, Adjoint *a, bool *solved)
{
  const size_t nodes = (size_t)(tr->elements * tr->k), nz = (size_t)tr->nz, nl = (size_t)tr->nl;
  Place        place;
  double      *g;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(a, sizeof *a));
  a->trajectory = tr;
  a->functional = functional;
  a->head       = problem->boundary.given ? tr->nz : 0;
  PetscCall(PetscCalloc5(nodes * (nz + nl) + nz, &a->y, nz + nl, &a->unit, nz + nl, &a->row_unit, nz, &a->start, nl + 1,
                         &a->start_mult));
  PetscCall(PetscCalloc1((nodes + 1) * nz, &g));
  PetscCall(place_create(problem, system, tr, true, &place));
  PetscCall(place_window(&place, 0, scheme_window(problem, tr->elements)));
  PetscCall(functional_value(functional, tr, &place.window.element, &place.window.mesh, g, &a->value));
  PetscCall(adjoint_sweep(problem, &place, g, a, solved));
  PetscCall(place_destroy(&place));
  PetscCall(PetscFree(g));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_destroy(Adjoint *a)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree5(a->y, a->unit, a->row_unit, a->start, a->start_mult));
  PetscFunctionReturn(0);
}

/* Rows of mG belong to one element each, so any window has them; those of BG and boundary values need the whole. */
PetscErrorCode adjoint_lagrangian(const Adjoint *a, const Problem *problem, const System *system, const double *z0,
                                  const double *lambda0, double *value)
{
  const Trajectory *tr    = a->trajectory;
  const bool        whole = a->head || strcmp(problem->method.scheme, "BG") == 0;
  const int         count = whole ? tr->elements : 1, step = tr->k * (tr->nz + tr->nl);
  Place             place;
  Window           *w = &place.window;
  double           *r;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(count * step + a->head), &r));
  PetscCall(place_create(problem, system, tr, true, &place));
  PetscCall(place_window(&place, 0, count));
  PetscCall(functional_value(a->functional, tr, &w->element, &w->mesh, NULL, value));
  if (!a->head) *value += vec_dot(tr->nz, a->start, z0);
  if (!a->head) *value += vec_dot(tr->nl, a->start_mult, lambda0);
  vec_copy(tr->nz + tr->nl, a->unit, w->unit);
  vec_copy(tr->nz + tr->nl, a->row_unit, w->row_unit);
  for (int first = 0; first < tr->elements; first += count) {
    PetscCall(place_window(&place, first, count));
    w->newton.equations.residual(w, w->x, r);
    *value += vec_dot(w->n, a->y + first * step, r);
  }
  PetscCall(place_destroy(&place));
  PetscCall(PetscFree(r));
  PetscFunctionReturn(0);
}

/* --- factors of loads */

/* y of the z rows at Gauss point g of element e: sum_a N~_a y_a, in plain units. */
static void rows_interpolate(const Adjoint *a, const TimeElement *t, int e, int g, double *y)
{
  const Trajectory *tr    = a->trajectory;
  const int         block = tr->nz + tr->nl, shift = t->ntest > tr->k ? 0 : 1; /* BG tests at its first node too */

  vec_zero(tr->nz, y);
  for (int i = 0; i < t->ntest; i++) {
    const int node = e * tr->k + i + shift;
    if (node > 0) vec_add(tr->nz, t->test[g * t->ntest + i], a->y + a->head + (node - 1) * block, y);
  }
  for (int j = 0; j < tr->nz; j++) y[j] /= a->row_unit[j];
}

/* What a unit of input `input` adds to the rate at Gauss point g: effect = rate(1) - rate(0). */
static void input_effect(Kernel *k, const Trajectory *tr, int e, int g, double t, double *u, int input, double *effect)
{
  SystemPoint   point = {.t = t, .u = u, .rate = k->rate, .theta = k->theta, .theta_v = k->theta_v};
  const double *N     = k->element->trial + g * k->element->ntrial;

  vec_zero(tr->nz, k->z);
  for (int i = 0; i < k->element->ntrial; i++) vec_add(tr->nz, N[i], trajectory_node(tr, e, i), k->z);
  vec_zero(tr->nz, effect);
  for (int on = 0; on < 2; on++) {
    u[input] = on;
    system_evaluate(k->system, k->z, k->v, k->lambda, &k->work, &point);
    vec_add(tr->nz, on ? 1.0 : -1.0, k->rate, effect);
  }
}

/* The load becomes one more input of a copy of the system; -h sum_a w_g N~_a y_a . d rate / du is what stands in y . R. */
PetscErrorCode adjoint_load(const Adjoint *a, const Problem *problem, const System *system, int load, double *times,
                            double *gradient)
{
  const Trajectory *tr    = a->trajectory;
  const int         input = system->ninputs;
  System            one   = *system;
  Place             place;
  double           *u, *y, *effect;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(system->nloads, &one.loads));
  PetscCall(PetscArraycpy(one.loads, system->loads, system->nloads));
  PetscCall(PetscCalloc3(input + 1, &u, tr->nz, &y, tr->nz, &effect));
  one.loads[load].input = input;
  one.ninputs           = input + 1;
  PetscCall(place_create(problem, &one, tr, true, &place));
  PetscCall(place_window(&place, 0, tr->elements));
  const TimeElement *t = &place.window.element;
  for (int e = 0; e < tr->elements; e++)
    for (int g = 0; g < t->ngauss; g++) {
      const double h = mesh_step(&place.window.mesh, e), at = mesh_time(&place.window.mesh, e) + h * t->point[g];
      input_effect(&place.window.kernel, tr, e, g, at, u, input, effect);
      rows_interpolate(a, t, e, g, y);
      times[e * t->ngauss + g]    = at;
      gradient[e * t->ngauss + g] = -h * t->weight[g] * vec_dot(tr->nz, y, effect);
    }
  PetscCall(place_destroy(&place));
  PetscCall(PetscFree3(u, y, effect));
  PetscCall(PetscFree(one.loads));
  PetscFunctionReturn(0);
}
