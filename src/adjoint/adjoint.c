#include "adjoint/adjoint.h"

#include "adjoint/linearization.h"
#include "base/difference.h"
#include "base/vec.h"
#include "scheme/scheme.h"
#include "start/initial.h"

PetscErrorCode trajectory_moved(const Problem *problem, const Trajectory *tr, double *moved)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (int e = 0; e <= tr->elements; e++) {
    const double t = tr->t[e * tr->k], place = mesh_time(&mesh, e);
    moved[e] = e == 0 || t == place ? 0.0 : (t - place) / mesh_step(&mesh, e - 1);
  }
  mesh_destroy(&mesh);
  PetscFunctionReturn(0);
}

/* --- windows that begin at a projection */

static PetscErrorCode window_time(const Adjoint *a, const Problem *problem, int later, double *t)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  *t = mesh_time(&mesh, (later + 1) * a->window);
  mesh_destroy(&mesh);
  PetscFunctionReturn(0);
}

/* P(z) of the end of window `later`. */
static PetscErrorCode start_project(const Adjoint *a, const Problem *problem, const System *system, int later,
                                    double *z)
{
  double t = NAN;
  bool   solved;

  PetscFunctionBeginUser;
  vec_copy(a->trajectory->nz, trajectory_node(a->trajectory, (later + 1) * a->window, 0), z);
  PetscCall(window_time(a, problem, later, &t));
  PetscCall(initial_project(system, t, z, &solved));
  PetscFunctionReturn(0);
}

/* g += P_z^T pull, by differences of order 6 of this small map. */
static PetscErrorCode project_transpose(const Adjoint *a, const Problem *problem, const System *system, int later,
                                        double *g)
{
  const int     nz   = system->nz;
  const double *pull = a->pull + later * nz;
  const double *end  = trajectory_node(a->trajectory, (later + 1) * a->window, 0);
  double       *z, t = NAN;
  bool          solved;

  PetscFunctionBeginUser;
  PetscCall(window_time(a, problem, later, &t));
  PetscCall(PetscMalloc1(nz, &z));
  for (int j = 0; j < nz; j++)
    for (int i = 0; i < difference_centred.n; i++) {
      const double step = difference_step * system->scale_z[j];
      vec_copy(nz, end, z);
      z[j] += difference_centred.at[i] * step;
      PetscCall(initial_project(system, t, z, &solved));
      vec_add(nz, -1.0, a->starts + later * nz, z);
      g[j] += difference_centred.weight[i] * vec_dot(nz, pull, z) / step;
    }
  PetscCall(PetscFree(z));
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
  kernel_pattern(&w->kernel, &l, row, col);
  kernel_jacobian(&w->kernel, &l, window_element(w, 0, &state), value);
  for (int e = 0; e < n; e++)
    *(col[e] < w->nz ? g_z + col[e] : g_l + col[e] - w->nz) += value[e] * y[row[e]] / w->row_unit[row[e] % w->block];
  PetscCall(PetscFree3(row, col, value));
  PetscCall(PetscFree4(l.row_z, l.col_z, l.row_l, l.col_l));
  PetscFunctionReturn(0);
}

/* R_x^T y = -J_x of one window. g[nodes][nz] are the derivatives in its nodes, g_l those in the last multiplier in, and those in the given
 * first one out; what belongs to the given start is added to g_start. */
static PetscErrorCode window_adjoint(Window *w, const double *g, double *y, double *g_start, double *g_l, bool *solved)
{
  const int last = window_local_block(w, w->nodes - 1) + w->nz;

  PetscFunctionBeginUser;
  vec_zero(w->n, y);
  for (int i = w->head ? 0 : 1; i < w->nodes; i++)
    for (int j = 0; j < w->nz; j++) y[window_local_block(w, i) + j] = -g[i * w->nz + j] * w->unit[j];
  for (int j = 0; j < w->nl; j++) y[last + j] = -g_l[j] * w->unit[w->nz + j];
  vec_zero(w->nl, g_l);
  PetscCall(newton_linear_solve(&w->newton, w->x, true, y, solved));
  if (*solved && !w->head) PetscCall(start_transpose(w, y, g_start, g_l));
  PetscFunctionReturn(0);
}

static PetscErrorCode adjoint_sweep(const Problem *problem, const System *system, Linearization *place, double *g,
                                    Adjoint *a, bool *solved)
{
  const Trajectory *tr   = a->trajectory;
  const int         step = tr->k * (tr->nz + tr->nl);

  PetscFunctionBeginUser;
  *solved = true;
  for (int first = (tr->elements - 1) / a->window * a->window; *solved && first >= 0; first -= a->window) {
    const int later = first / a->window - 1;
    double   *node = g + first * tr->k * tr->nz, *start = a->later && first ? a->pull + later * tr->nz : node;
    PetscCall(linearization_window(place, first, PetscMin(a->window, tr->elements - first)));
    PetscCall(window_adjoint(&place->window, node, a->y + first * step, start, a->start_mult, solved));
    if (start != node) PetscCall(project_transpose(a, problem, system, later, node));
  }
  vec_copy(tr->nz + tr->nl, place->window.unit, a->unit);
  vec_copy(tr->nz + tr->nl, place->window.row_unit, a->row_unit);
  if (!a->head) vec_copy(tr->nz, g, a->start);
  PetscFunctionReturn(0);
}

static PetscErrorCode adjoint_allocate(Adjoint *a)
{
  const Trajectory *tr    = a->trajectory;
  const size_t      nodes = (size_t)(tr->elements * tr->k), nz = (size_t)tr->nz, nl = (size_t)tr->nl;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc5((nodes + 1) * (nz + nl), &a->y, nz + nl, &a->unit, nz + nl, &a->row_unit, nz, &a->start,
                         nl + 1, &a->start_mult));
  PetscCall(
    PetscCalloc3(tr->elements + 1, &a->moved, (size_t)a->later * nz, &a->starts, (size_t)a->later * nz, &a->pull));
  PetscFunctionReturn(0);
}

/* The windows of the run, or one of the whole for equations of another problem. */
static PetscErrorCode adjoint_place(const Adjoint *a, const Problem *problem, const System *system,
                                    Linearization *place)
{
  PetscFunctionBeginUser;
  PetscCall(linearization_create(problem, system, a->trajectory, true, place));
  place->moved  = a->moved;
  place->starts = a->later ? a->starts : NULL;
  place->stride = a->window;
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_create(const Problem *problem, const System *system, const Trajectory *tr,
                              const Functional *functional, Adjoint *a, bool *solved)
{
  const bool    bubnov = problem->method.scheme->galerkin == GALERKIN_BUBNOV;
  Linearization place;
  double       *g;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(a, sizeof *a));
  a->trajectory = tr;
  a->functional = functional;
  a->window     = scheme_window(problem, tr->elements);
  a->later      = bubnov ? (tr->elements - 1) / a->window : 0;
  PetscCall(adjoint_allocate(a));
  PetscCall(trajectory_moved(problem, tr, a->moved));
  for (int i = 0; i < a->later; i++) PetscCall(start_project(a, problem, system, i, a->starts + i * tr->nz));
  PetscCall(PetscCalloc1((size_t)(tr->elements * tr->k + 1) * (size_t)tr->nz, &g));
  PetscCall(adjoint_place(a, problem, system, &place));
  PetscCall(linearization_window(&place, 0, a->window));
  a->head = place.window.head;
  PetscCall(functional_value(functional, tr, &place.window.element, &place.window.mesh, g, &a->value));
  PetscCall(adjoint_sweep(problem, system, &place, g, a, solved));
  PetscCall(linearization_destroy(&place));
  PetscCall(PetscFree(g));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_destroy(Adjoint *a)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree5(a->y, a->unit, a->row_unit, a->start, a->start_mult));
  PetscCall(PetscFree3(a->moved, a->starts, a->pull));
  PetscFunctionReturn(0);
}

/* g_w . P(z, p) of another problem. */
static PetscErrorCode projections_value(const Adjoint *a, const Problem *problem, const System *system, double *value)
{
  const int nz = system->nz;
  double   *z;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nz, &z));
  for (int i = 0; i < a->later; i++) {
    PetscCall(start_project(a, problem, system, i, z));
    vec_add(nz, -1.0, a->starts + i * nz, z);
    *value += vec_dot(nz, a->pull + i * nz, z);
  }
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

/* Rows of mG belong to one element each, so any window has them; those of BG and boundary values need their own. */
PetscErrorCode adjoint_lagrangian(const Adjoint *a, const Problem *problem, const System *system, const double *z0,
                                  const double *lambda0, double *value)
{
  const Trajectory *tr   = a->trajectory;
  const bool        own  = a->head || problem->method.scheme->galerkin == GALERKIN_BUBNOV;
  const int         most = own ? a->window : 1, step = tr->k * (tr->nz + tr->nl);
  Linearization     place;
  Window           *w = &place.window;
  double           *r;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)(most * step + a->head), &r));
  PetscCall(adjoint_place(a, problem, system, &place));
  PetscCall(linearization_window(&place, 0, most));
  PetscCall(functional_value(a->functional, tr, &w->element, &w->mesh, NULL, value));
  *value -= a->value;
  for (int j = 0; !a->head && j < tr->nz; j++) *value += a->start[j] * (z0[j] - tr->z[j]);
  for (int j = 0; !a->head && j < tr->nl; j++) *value += a->start_mult[j] * (lambda0[j] - tr->mult[j]);
  PetscCall(projections_value(a, problem, system, value));
  for (int first = 0; first < tr->elements; first += most) {
    PetscCall(linearization_window(&place, first, PetscMin(most, tr->elements - first)));
    vec_copy(tr->nz + tr->nl, a->unit, w->unit);
    vec_copy(tr->nz + tr->nl, a->row_unit, w->row_unit);
    window_pack(w, w->x);
    w->newton.equations.residual(w, w->x, r);
    *value += vec_dot(w->n, a->y + first * step, r);
  }
  PetscCall(linearization_destroy(&place));
  PetscCall(PetscFree(r));
  PetscFunctionReturn(0);
}
