/* The discrete adjoint of mG and BG: one transposed solve for each window of the run, the last one first.
 *
 * L = F(x) + sum_w y_w . R_w(x, chi) + g . z_0(chi) + g_l . lambda_0(chi) + sum_w g_w . P(z_w, chi). The last term belongs to BG in several
 * windows with a strong start, each of which begins at the projection P of the end of the one before onto the constraints. With a weak
 * start F is a functional of the projected traces of x, which depend on chi as well. Matrices are built again from the trajectory;
 * nothing but nodes and multipliers is stored (docs/explanation/gradients.md, Storage). */
#include "adjoint/adjoint.h"

#include "adjoint/linearization.h"
#include "adjoint/load_gradient.h"
#include "adjoint/trace_gradient.h"
#include "base/difference.h"
#include "base/vec.h"
#include "linear/linear.h"
#include "scheme/scheme.h"
#include "start/initial.h"
#include "start/projection.h"

#include <math.h>

typedef struct {
  Adjoint base;
  int     window, later;   /* elements of a window; windows that begin at a projection */
  bool    bounded, weak;   /* boundary values; BG with a weak start */
  int     more;            /* unknowns of a window besides those of the nodes of its elements but the first */
  int     front, head;     /* of these, those before node 0, and before node 1 */
  double *y;               /* [windows][elements k (nz + nl) + more] by node, as scaled rows */
  double *rows;            /* [elements][nz] weak start: as in trace_gradient.h */
  double *unit, *row_unit; /* [nz + nl] these scales */
  double *start_mult;      /* [nl] g_l */
  double *moved;           /* [elements + 1] Mesh.moved */
  double *starts, *pull;   /* [later][nz] P(z_w), g_w */
} WindowAdjoint;

/* --- windows that begin at a projection */

/* Start time of the window after window `later`. */
static PetscErrorCode window_time(const WindowAdjoint *a, const Problem *problem, int later, double *t)
{
  Mesh mesh;

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  *t = mesh_time(&mesh, (later + 1) * a->window);
  mesh_destroy(&mesh);
  PetscFunctionReturn(0);
}

/* z[nz] = P(z_w, chi) of the end of window `later`. */
static PetscErrorCode start_project(const WindowAdjoint *a, const Problem *problem, const System *system, int later,
                                    double *z)
{
  double t = NAN;
  bool   solved;

  PetscFunctionBeginUser;
  vec_copy(system->nz, trajectory_node(a->base.trajectory, (later + 1) * a->window, 0), z);
  PetscCall(window_time(a, problem, later, &t));
  PetscCall(initial_project(system, t, z, &solved));
  PetscFunctionReturn(0);
}

/* g[nz] += P_z^T g_w */
static PetscErrorCode project_transpose(const WindowAdjoint *a, const Problem *problem, const System *system, int later,
                                        double *g)
{
  const double *end = trajectory_node(a->base.trajectory, (later + 1) * a->window, 0);
  double       *pull, t = NAN;
  bool          solved;
  Projection    projection;

  PetscFunctionBeginUser;
  PetscCall(window_time(a, problem, later, &t));
  PetscCall(PetscMalloc1(system->nz, &pull));
  vec_copy(system->nz, a->pull + later * system->nz, pull);
  PetscCall(projection_create(system, &projection));
  PetscCall(projection_transpose(&projection, t, end, pull, &solved));
  PetscCall(projection_destroy(&projection));
  vec_add(system->nz, 1.0, pull, g);
  PetscCall(PetscFree(pull));
  PetscFunctionReturn(0);
}

/* value += sum_w g_w . (P(z_w, chi) - P(z_w)) with the P of another problem. */
static PetscErrorCode projections_value(const WindowAdjoint *a, const Problem *problem, const System *system,
                                        double *value)
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

/* --- the backward sweep */

/* g_z[nz] += R_z0^T y and g_l[nl] += R_lambda0^T y: the columns of the given start in the first element; y[n] of scaled rows. */
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

/* Solves R_x^T y = -F_x of one window. In: g[nodes][nz], derivatives in its nodes, and g_l[nl], those in its last multiplier. Out: y[n];
 * g_start[nz] plus the derivatives in the given start, and g_l, those in the given multiplier. */
static PetscErrorCode nodes_adjoint(Window *w, const double *g, double *y, double *g_start, double *g_l, bool *solved)
{
  const int last = window_local_block(w, w->nodes - 1) + w->nz;

  PetscFunctionBeginUser;
  for (int i = w->head ? 0 : 1; i < w->nodes; i++)
    for (int j = 0; j < w->nz; j++) y[window_local_block(w, i) + j] = -g[i * w->nz + j] * w->unit[j];
  for (int j = 0; j < w->nl; j++) y[last + j] = -g_l[j] * w->unit[w->nz + j];
  vec_zero(w->nl, g_l);
  PetscCall(newton_linear_solve(&w->newton, w->x, true, y, solved));
  if (*solved && !w->head) PetscCall(start_transpose(w, y, g_start, g_l));
  PetscFunctionReturn(0);
}

/* With a weak start. In: g[nodes][nz], derivatives in the shown nodes. Out: y[n], rows[elements][nz]; g[0] in the given start. */
static PetscErrorCode traces_adjoint(Window *w, double *g, double *y, double *rows, bool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(trace_gradient(w, g, y, rows, solved));
  if (*solved) PetscCall(newton_linear_solve(&w->newton, w->x, true, y, solved));
  if (*solved && !w->front) window_given_transpose(w, y, g);
  PetscFunctionReturn(0);
}

/* y of the window whose first element is `first`. */
static double *window_rows(const WindowAdjoint *a, int first)
{
  const Trajectory *tr = a->base.trajectory;
  return a->y + first * tr->k * (tr->nz + tr->nl) + first / a->window * a->more;
}

/* All windows, the last one first; g[nodes][nz] = F_x becomes the derivatives in the start of each window. */
static PetscErrorCode adjoint_sweep(const Problem *problem, const System *system, Linearization *at, double *g,
                                    WindowAdjoint *a, bool *solved)
{
  const Trajectory *tr = a->base.trajectory;

  PetscFunctionBeginUser;
  *solved = true;
  for (int first = (tr->elements - 1) / a->window * a->window; *solved && first >= 0; first -= a->window) {
    const int later = first / a->window - 1;
    double   *node = g + first * tr->k * tr->nz, *start = a->later && first ? a->pull + later * tr->nz : node;
    PetscCall(linearization_window(at, first, PetscMin(a->window, tr->elements - first)));
    if (a->weak) PetscCall(traces_adjoint(&at->window, node, window_rows(a, first), a->rows + first * tr->nz, solved));
    else PetscCall(nodes_adjoint(&at->window, node, window_rows(a, first), start, a->start_mult, solved));
    if (start != node) PetscCall(project_transpose(a, problem, system, later, node));
  }
  vec_copy(tr->nz + tr->nl, at->window.unit, a->unit);
  vec_copy(tr->nz + tr->nl, at->window.row_unit, a->row_unit);
  if (!a->bounded) vec_copy(tr->nz, g, a->base.start);
  PetscFunctionReturn(0);
}

/* --- creation */

/* starts, pull[later][nz]: projected start states of BG windows and derivatives in them. */
static PetscErrorCode window_allocate(WindowAdjoint *a)
{
  const Trajectory *tr    = a->base.trajectory;
  const size_t      later = (size_t)a->later * (size_t)tr->nz, nl = (size_t)tr->nl, block = (size_t)tr->nz + nl;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(block, &a->unit, block, &a->row_unit, nl + 1, &a->start_mult));
  PetscCall(PetscCalloc3(tr->elements + 1, &a->moved, later, &a->starts, later, &a->pull));
  PetscFunctionReturn(0);
}

/* y: adjoints of all rows, of windows like this one. */
static PetscErrorCode rows_allocate(const Window *w, WindowAdjoint *a)
{
  const Trajectory *tr      = a->base.trajectory;
  const int         windows = (tr->elements - 1) / a->window + 1;

  PetscFunctionBeginUser;
  a->more  = w->n - w->count * w->k * w->block;
  a->front = w->front;
  a->head  = w->front + w->head;
  PetscCall(PetscCalloc1((size_t)(tr->elements * w->k) * (size_t)w->block + (size_t)(windows * a->more), &a->y));
  if (a->weak) PetscCall(PetscCalloc1((size_t)tr->elements * (size_t)tr->nz, &a->rows));
  PetscFunctionReturn(0);
}

/* The equations of a problem at the trajectory, on its shifted mesh, with windows that begin where those of the run did. */
static PetscErrorCode window_linearize(const WindowAdjoint *a, const Problem *problem, const System *system,
                                       Linearization *at)
{
  PetscFunctionBeginUser;
  PetscCall(linearization_create(problem, system, a->base.trajectory, SCALING_NATURAL, at));
  at->moved  = a->moved;
  at->starts = a->later ? a->starts : NULL;
  at->stride = a->window;
  PetscFunctionReturn(0);
}

/* F and dF/dz of the trajectory, then R_x^T y = -F_x backwards through the windows (docs/explanation/gradients.md; Nocedal and Wright 2006,
 * sect. 8.2). */
static PetscErrorCode window_create_adjoint(const Problem *problem, const System *system, Adjoint *base, bool *solved)
{
  const bool        bubnov = problem->method.scheme->galerkin == GALERKIN_BUBNOV;
  const Trajectory *tr     = base->trajectory;
  WindowAdjoint    *a      = (WindowAdjoint *)base;
  Linearization     at;
  double           *g;

  PetscFunctionBeginUser;
  a->window  = scheme_window(problem, tr->elements);
  a->bounded = problem->boundary.given;
  a->weak    = bubnov && problem->method.start == START_WEAK;
  a->later   = bubnov && !a->weak ? (tr->elements - 1) / a->window : 0;
  PetscCall(window_allocate(a));
  PetscCall(trajectory_moved(problem, tr, a->moved));
  for (int i = 0; i < a->later; i++) PetscCall(start_project(a, problem, system, i, a->starts + i * tr->nz));
  PetscCall(PetscCalloc1((size_t)(tr->elements * tr->k + 1) * (size_t)tr->nz, &g));
  PetscCall(window_linearize(a, problem, system, &at));
  PetscCall(linearization_window(&at, 0, a->window));
  PetscCall(rows_allocate(&at.window, a));
  PetscCall(functional_value(base->functional, tr, &at.window.element, &at.window.mesh, g, &base->value));
  PetscCall(adjoint_sweep(problem, system, &at, g, a, solved));
  PetscCall(linearization_destroy(&at));
  PetscCall(PetscFree(g));
  PetscFunctionReturn(0);
}

static PetscErrorCode window_destroy_adjoint(Adjoint *base)
{
  WindowAdjoint *a = (WindowAdjoint *)base;

  PetscFunctionBeginUser;
  PetscCall(PetscFree3(a->unit, a->row_unit, a->start_mult));
  PetscCall(PetscFree3(a->moved, a->starts, a->pull));
  PetscCall(PetscFree(a->y));
  PetscCall(PetscFree(a->rows));
  PetscFunctionReturn(0);
}

/* --- derivatives */

/* value += sum_w y_w . R_w(chi). A row of mG belongs to one element, so windows of one element contain all rows; BG and boundary values
 * need the windows of the run. With a weak start shown[nodes][nz] receives the projected traces; good = false: one has none. */
static PetscErrorCode rows_value(const WindowAdjoint *a, Linearization *at, int most, double *shown, double *value,
                                 bool *good)
{
  const Trajectory *tr = a->base.trajectory;
  Window           *w  = &at->window;
  double           *r, failed;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)w->n, &r));
  for (int first = 0; first < tr->elements; first += most) {
    PetscCall(linearization_window(at, first, PetscMin(most, tr->elements - first)));
    window_residual(w, w->x, r);
    *value += vec_dot(w->n, window_rows(a, first), r);
    if (!a->weak) continue;
    PetscCall(window_traces(w, shown + first * tr->k * tr->nz, &failed));
    *good = *good && !isfinite(failed);
  }
  PetscCall(PetscFree(r));
  PetscFunctionReturn(0);
}

/* L - F = F(chi) - F + g . (z_0(chi) - z_0) + g_l . (lambda_0(chi) - lambda_0) + sum_w g_w . (P(chi) - P) + sum_w y_w . R_w(chi). */
static PetscErrorCode window_lagrangian(const Adjoint *base, const Problem *problem, const System *system,
                                        const double *z0, const double *lambda0, double *value, bool *good)
{
  const WindowAdjoint *a    = (const WindowAdjoint *)base;
  Trajectory           tr   = *base->trajectory;
  const bool           own  = a->bounded || problem->method.scheme->galerkin == GALERKIN_BUBNOV;
  const int            most = own ? a->window : 1;
  Linearization        at;
  double              *shown = NULL, F;

  PetscFunctionBeginUser;
  *good  = true;
  *value = 0.0;
  if (a->weak) PetscCall(PetscMalloc1((size_t)(tr.elements * tr.k + 1) * (size_t)tr.nz, &shown));
  PetscCall(window_linearize(a, problem, system, &at));
  at.unit     = a->unit;
  at.row_unit = a->row_unit;
  PetscCall(linearization_window(&at, 0, most));
  PetscCall(rows_value(a, &at, most, shown, value, good));
  if (a->weak) tr.z = shown;
  PetscCall(functional_value(base->functional, &tr, &at.window.element, &at.window.mesh, NULL, &F));
  *value += F - base->value;
  tr.z = base->trajectory->z;
  for (int j = 0; !a->bounded && j < tr.nz; j++) *value += base->start[j] * (z0[j] - tr.z[j]);
  for (int j = 0; !a->bounded && j < tr.nl; j++) *value += a->start_mult[j] * (lambda0[j] - tr.mult[j]);
  PetscCall(projections_value(a, problem, system, value));
  PetscCall(linearization_destroy(&at));
  PetscCall(PetscFree(shown));
  PetscFunctionReturn(0);
}

/* (d lambda_0 / dz_0)^T g_l by differences of order 6; only continuous multipliers of BG are given lambda_0. */
static PetscErrorCode window_start_mult(const Adjoint *base, const Problem *problem, const System *sys, double *start,
                                        bool *good)
{
  const WindowAdjoint *a = (const WindowAdjoint *)base;
  double              *z, *lambda;
  bool                 solved;

  PetscFunctionBeginUser;
  if (vec_max(sys->nl, a->start_mult) == 0.0) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(sys->nz, &z, sys->nl, &lambda));
  for (int j = 0; j < sys->nz; j++) {
    const double step = difference_step * sys->scale_z[j];
    for (int i = 0; i < difference_centred.n; i++) {
      vec_copy(sys->nz, base->trajectory->z, z);
      z[j] += difference_centred.at[i] * step;
      PetscCall(initial_multipliers(sys, problem->time.start, z, lambda, &solved));
      *good = *good && solved;
      start[j] += difference_centred.weight[i] * vec_dot(sys->nl, a->start_mult, lambda) / step;
    }
  }
  PetscCall(PetscFree2(z, lambda));
  PetscFunctionReturn(0);
}

/* rows[ntest][nz] = adjoints of element e in plain units; zero at the given start of a window, which is not an equation. */
static void rows_fill(const WindowAdjoint *a, int e, int ntest, double *rows)
{
  const Trajectory *tr    = a->base.trajectory;
  const int         first = ntest > tr->k ? 0 : 1; /* BG tests at its first node too */
  const int         block = tr->nz + tr->nl, inside = e % a->window;
  const double     *y = window_rows(a, e - inside);

  for (int i = 0; i < ntest; i++) {
    const int  node  = inside * tr->k + i + first;
    const bool given = node == 0 && !a->weak;
    for (int j = 0; j < tr->nz; j++)
      rows[i * tr->nz + j] = given ? 0.0 : y[(node ? a->head + (node - 1) * block : a->front) + j] / a->row_unit[j];
  }
  if (a->weak) vec_add(tr->nz, -1.0, a->rows + e * tr->nz, rows + tr->k * tr->nz);
}

/* dF/d(factor of the load) at each Gauss point: the load enters the rows of z alone, so y . dR/d(factor) is a sum over test
 * functions. */
static PetscErrorCode window_load(const Adjoint *base, const Problem *problem, const System *system, int load,
                                  double *times, double *gradient)
{
  const WindowAdjoint *a  = (const WindowAdjoint *)base;
  const Trajectory    *tr = base->trajectory;
  LoadGradient         f;

  PetscFunctionBeginUser;
  PetscCall(load_gradient_create(problem, system, tr, a->moved, load, times, gradient, &f));
  for (int e = 0; e < tr->elements; e++) {
    vec_copy((tr->k + 1) * tr->nz, trajectory_nodal(tr, e), f.nodes);
    if (a->later && e && e % a->window == 0) vec_copy(tr->nz, a->starts + (e / a->window - 1) * tr->nz, f.nodes);
    rows_fill(a, e, load_gradient_rows(&f), f.rows);
    PetscCall(load_gradient_add(&f, e));
  }
  PetscCall(load_gradient_destroy(&f));
  PetscFunctionReturn(0);
}

const AdjointOps adjoint_window = {.size       = sizeof(WindowAdjoint),
                                   .create     = window_create_adjoint,
                                   .destroy    = window_destroy_adjoint,
                                   .lagrangian = window_lagrangian,
                                   .start_mult = window_start_mult,
                                   .load       = window_load};
