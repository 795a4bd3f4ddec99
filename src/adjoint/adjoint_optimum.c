/* Derivatives of an optimum from its first-order conditions K(x, chi) = grad L = 0 (optimal/kkt.h), L = cost + w . R + nu . c.
 *
 * The cost of the optimum has d cost/dchi = dL/dchi at fixed x (envelope theorem; Nocedal and Wright 2006, sect. 12.8). Any other
 * functional has dF/dchi = d(F + a . K)/dchi at fixed x and a, with K_x a = -F_x: one solve with the symmetric matrix. Control
 * values at a bound follow the bound (docs/explanation/gradients.md, Gradients of optima). */
#include "adjoint/adjoint.h"

#include "base/difference.h"
#include "base/vec.h"
#include "optimal/kkt.h"

typedef struct {
  Adjoint base;
  double *a; /* [unknowns] a; of the cost: the adjoints w, nu themselves */
} OptimumAdjoint;

/* The conditions of a problem at the solution of the run; z0: its given start. good = false: they have another size. Destroy them in
 * either case. */
static PetscErrorCode conditions_create(const Problem *problem, const System *system, const double *z0,
                                        const Trajectory *tr, Transcription *c, bool *good)
{
  const Solution *solution = &tr->solution;
  Kkt            *k        = &c->kkt;
  FaultList       faults;

  PetscFunctionBeginUser;
  fault_init(&faults, problem->file);
  PetscCall(transcription_create(problem, system, tr->z, trajectory_node(tr, tr->elements, 0), z0, PETSC_COMM_SELF,
                                 &faults, c, good));
  fault_clear(&faults);
  *good = *good && k->n == solution->n;
  if (!*good) PetscFunctionReturn(0);
  vec_copy(k->n, solution->x, k->x);
  memcpy(k->active, solution->active, (size_t)k->n * sizeof *k->active);
  for (int i = 0; i < k->nu; i++)
    for (int e = 0; e < k->ne; e++)
      for (int v = 0; v < k->input[i].n; v++) {
        const int at = kkt_u(k, i, e, v);
        if (k->active[at]) k->x[at] = k->active[at] > 0 ? k->input[i].upper : k->input[i].lower;
      }
  PetscFunctionReturn(0);
}

/* F with all elements stretched by tau; its derivatives in the nodes are added to g unless NULL. */
static PetscErrorCode value_find(const Adjoint *a, const Kkt *k, double tau, double *g, double *value)
{
  const Mesh mesh = mesh_stretch(&k->mesh, tau);

  PetscFunctionBeginUser;
  PetscCall(functional_value(a->functional, a->trajectory, &k->element, &mesh, g, value));
  PetscFunctionReturn(0);
}

/* b[n] -= F_x, and the value F; the derivative in a free end time by differences of order 6. */
static PetscErrorCode derivative_fill(Adjoint *a, const Kkt *k, double *b)
{
  const double tau = kkt_tau_of(k, -1);
  double      *g, value;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)(k->ne * k->k + 1) * (size_t)k->nz, &g));
  PetscCall(value_find(a, k, tau, g, &a->value));
  for (int i = 0; i <= k->ne * k->k; i++) vec_add(k->nz, -1.0, g + i * k->nz, b + kkt_z(k, i));
  for (int i = 0; k->ntau && i < difference_centred.n; i++) {
    PetscCall(value_find(a, k, tau * (1.0 + difference_centred.at[i] * difference_step), NULL, &value));
    b[kkt_tau(k, -1)] -= difference_centred.weight[i] * (value - a->value) / (difference_step * tau);
  }
  PetscCall(PetscFree(g));
  PetscFunctionReturn(0);
}

/* Solves K_x a = -F_x in natural units; entries of control values at a bound are zero. */
static PetscErrorCode adjoint_solve(OptimumAdjoint *a, Kkt *k, bool *solved)
{
  double *scaled;

  PetscFunctionBeginUser;
  PetscCall(derivative_fill(&a->base, k, a->a));
  PetscCall(PetscMalloc1(k->n, &scaled));
  for (int j = 0; j < k->n; j++) {
    scaled[j] = k->x[j] / k->unit[j];
    a->a[j]   = k->active[j] ? 0.0 : a->a[j] * k->unit[j] / k->objective->unit;
  }
  PetscCall(newton_linear_solve(&k->newton, scaled, false, a->a, solved));
  for (int j = 0; j < k->n; j++) a->a[j] *= k->unit[j];
  PetscCall(PetscFree(scaled));
  PetscFunctionReturn(0);
}

/* The run started at the first node of the trajectory; g = -a of the rows z_0 - z_0(chi) = 0. */
static PetscErrorCode optimum_create(const Problem *problem, const System *system, Adjoint *base, bool *solved)
{
  OptimumAdjoint *a = (OptimumAdjoint *)base;
  Transcription   c;
  Kkt            *k = &c.kkt;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(base->trajectory->solution.n, &a->a));
  PetscCall(conditions_create(problem, system, base->trajectory->z, base->trajectory, &c, solved));
  if (*solved && base->functional) PetscCall(adjoint_solve(a, k, solved));
  else if (*solved) {
    PetscCall(kkt_cost(k));
    base->value = k->cost;
    for (int j = 0; j < k->n; j++) a->a[j] = k->is_row[j] ? k->x[j] : 0.0;
  }
  for (int j = 0; *solved && k->z0 && j < k->nz; j++) base->start[j] = -a->a[kkt_start(k, j)];
  PetscCall(transcription_destroy(&c));
  PetscFunctionReturn(0);
}

static PetscErrorCode optimum_destroy(Adjoint *base)
{
  OptimumAdjoint *a = (OptimumAdjoint *)base;

  PetscFunctionBeginUser;
  PetscCall(PetscFree(a->a));
  PetscFunctionReturn(0);
}

/* F(chi) + a . K(chi) - F, or cost(chi) + (w, nu) . (R, c)(chi) - cost; good = false: the other problem has other conditions. */
static PetscErrorCode optimum_lagrangian(const Adjoint *base, const Problem *problem, const System *system,
                                         const double *z0, const double *lambda0, double *value, bool *good)
{
  const OptimumAdjoint *a = (const OptimumAdjoint *)base;
  Transcription         c;
  Kkt                  *k = &c.kkt;

  PetscFunctionBeginUser;
  (void)lambda0;
  PetscCall(conditions_create(problem, system, z0, base->trajectory, &c, good));
  if (*good) {
    PetscCall(kkt_gradient(k));
    if (base->functional) PetscCall(value_find(base, k, kkt_tau_of(k, -1), NULL, value));
    else {
      PetscCall(kkt_cost(k));
      *value = k->cost;
    }
    *value += vec_dot(k->n, a->a, k->g) - base->value;
  }
  PetscCall(transcription_destroy(&c));
  PetscFunctionReturn(0);
}

const AdjointOps adjoint_optimum = {.size       = sizeof(OptimumAdjoint),
                                    .create     = optimum_create,
                                    .destroy    = optimum_destroy,
                                    .lagrangian = optimum_lagrangian};
