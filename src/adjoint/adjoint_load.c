/* Gradients in the factor of a load, at every Gauss point. The load becomes one more input of a copy of the system;
 * -h w_g sum_a N~_a y_a . d rate / du is what stands in y . R. */
#include "adjoint/adjoint_load.h"

#include "adjoint/linearization.h"
#include "base/vec.h"

typedef struct {
  System        system; /* the copy */
  Linearization place;
  int           input;
  double       *u, *y, *effect; /* [ninputs], [nz], [nz] */
  double       *nodes, *rows;   /* [k + 1][nz] of one element, [ntest][nz] its y in plain units */
} Factor;

static PetscErrorCode factor_create(const Problem *problem, const System *system, const Trajectory *tr,
                                    const double *moved, int load, Factor *f)
{
  const size_t nz = (size_t)tr->nz, k1 = (size_t)tr->k + 1;

  PetscFunctionBeginUser;
  f->system = *system;
  f->input  = system->ninputs;
  PetscCall(PetscMalloc1(system->nloads, &f->system.loads));
  PetscCall(PetscArraycpy(f->system.loads, system->loads, system->nloads));
  PetscCall(PetscCalloc5(f->input + 1, &f->u, nz, &f->y, nz, &f->effect, k1 * nz, &f->nodes, k1 * nz, &f->rows));
  f->system.loads[load].input = f->input;
  f->system.ninputs           = f->input + 1;
  PetscCall(linearization_create(problem, &f->system, tr, true, &f->place));
  f->place.moved = moved;
  PetscCall(linearization_window(&f->place, 0, 1));
  PetscFunctionReturn(0);
}

static PetscErrorCode factor_destroy(Factor *f)
{
  PetscFunctionBeginUser;
  PetscCall(linearization_destroy(&f->place));
  PetscCall(PetscFree5(f->u, f->y, f->effect, f->nodes, f->rows));
  PetscCall(PetscFree(f->system.loads));
  PetscFunctionReturn(0);
}

/* What a unit of the input adds to the rate at Gauss point g: effect = rate(1) - rate(0). */
static void factor_effect(Factor *f, int g, double t)
{
  Kernel       *k     = &f->place.window.kernel;
  const int     nz    = f->system.nz;
  SystemPoint   point = {.t = t, .u = f->u, .rate = k->rate, .theta = k->theta, .theta_v = k->theta_v};
  const double *N     = k->element->trial + g * k->element->ntrial;

  vec_zero(nz, k->z);
  for (int i = 0; i < k->element->ntrial; i++) vec_add(nz, N[i], f->nodes + i * nz, k->z);
  vec_zero(nz, f->effect);
  for (int on = 0; on < 2; on++) {
    f->u[f->input] = on;
    system_evaluate(k->system, k->z, k->v, k->lambda, &k->work, &point);
    vec_add(nz, on ? 1.0 : -1.0, k->rate, f->effect);
  }
}

/* Adds what the rows at hand have to the gradient at the points of element e. */
static void factor_add(Factor *f, int e, double *times, double *gradient)
{
  const TimeElement *t  = &f->place.window.element;
  const Mesh        *m  = &f->place.window.mesh;
  const int          nz = f->system.nz;
  const double       h  = mesh_step(m, e);

  for (int g = 0; g < t->ngauss; g++) {
    const int at = e * t->ngauss + g;
    times[at]    = mesh_time(m, e) + h * t->point[g];
    factor_effect(f, g, times[at]);
    vec_zero(nz, f->y);
    for (int a = 0; a < t->ntest; a++) vec_add(nz, t->test[g * t->ntest + a], f->rows + a * nz, f->y);
    gradient[at] -= h * t->weight[g] * vec_dot(nz, f->y, f->effect);
  }
}

/* Rows of element e of a window; the given start of one has none. */
static void rows_fill(const Adjoint *a, int e, Factor *f)
{
  const Trajectory *tr = a->trajectory;
  const int ntest = f->place.window.element.ntest, first = ntest > tr->k ? 0 : 1; /* BG tests at its first node too */
  const int block = tr->nz + tr->nl;

  for (int i = 0; i < ntest; i++) {
    const int  node  = e * tr->k + i + first;
    const bool given = i + first == 0 && e % a->window == 0;
    for (int j = 0; j < tr->nz; j++)
      f->rows[i * tr->nz + j] = given ? 0.0 : a->y[a->head + (node - 1) * block + j] / a->row_unit[j];
  }
}

PetscErrorCode adjoint_load(const Adjoint *a, const Problem *problem, const System *system, int load, double *times,
                            double *gradient)
{
  const Trajectory *tr = a->trajectory;
  Factor            f;

  PetscFunctionBeginUser;
  PetscCall(factor_create(problem, system, tr, a->moved, load, &f));
  vec_zero(tr->elements * f.place.window.element.ngauss, gradient);
  for (int e = 0; e < tr->elements; e++) {
    vec_copy((tr->k + 1) * tr->nz, trajectory_node(tr, e, 0), f.nodes);
    if (a->later && e && e % a->window == 0) vec_copy(tr->nz, a->starts + (e / a->window - 1) * tr->nz, f.nodes);
    rows_fill(a, e, &f);
    factor_add(&f, e, times, gradient);
  }
  PetscCall(factor_destroy(&f));
  PetscFunctionReturn(0);
}

/* Both systems of an element have the load in their rows. */
PetscErrorCode adjoint_em_load(const AdjointEm *a, const Problem *problem, const System *system, int load,
                               double *times, double *gradient)
{
  const Trajectory *tr   = a->trajectory;
  const int         size = tr->k * tr->nz;
  Factor            f;

  PetscFunctionBeginUser;
  PetscCall(factor_create(problem, system, tr, a->moved, load, &f));
  vec_zero(tr->elements * f.place.window.element.ngauss, gradient);
  for (int e = 0; e < tr->elements; e++) {
    const double *z1 = trajectory_node(tr, e, 0);
    vec_copy(size + tr->nz, z1, f.nodes);
    vec_copy(size, a->y2_z + e * size, f.rows);
    if (a->n) factor_add(&f, e, times, gradient);
    for (int i = 0; i < size; i++) f.nodes[tr->nz + i] = z1[i % tr->nz] + a->dz[e * size + i];
    vec_copy(size, a->y1_z + e * size, f.rows);
    factor_add(&f, e, times, gradient);
  }
  PetscCall(factor_destroy(&f));
  PetscFunctionReturn(0);
}
