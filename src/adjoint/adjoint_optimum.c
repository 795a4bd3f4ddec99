#include "adjoint/adjoint_optimum.h"

#include "base/difference.h"
#include "base/vec.h"
#include "optimal/ends.h"
#include "optimal/kkt.h"

/* The conditions of a problem at a solution. */
typedef struct {
  Objective objective;
  Ends      ends;
  Kkt       kkt;
  bool      made[3];
} Conditions;

static PetscErrorCode conditions_destroy(Conditions *c)
{
  PetscFunctionBeginUser;
  if (c->made[2]) PetscCall(kkt_destroy(&c->kkt));
  if (c->made[1]) ends_destroy(&c->ends);
  if (c->made[0]) objective_destroy(&c->objective);
  PetscFunctionReturn(0);
}

/* good = false: they have another size. Destroy them in either case. */
static PetscErrorCode conditions_create(const Problem *problem, const System *system, const double *z0,
                                        const Trajectory *tr, Conditions *c, bool *good)
{
  const Solution *solution = &tr->solution;
  const bool      given    = problem->boundary.given;
  Kkt            *k        = &c->kkt;
  FaultList       faults;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(c, sizeof *c));
  fault_init(&faults, problem->file);
  c->made[0] = objective_create(problem, system, &faults, &c->objective);
  c->made[1] =
    c->made[0] && ends_create(problem, system, tr->z, trajectory_node(tr, tr->elements, 0), &faults, &c->ends);
  fault_clear(&faults);
  if (c->made[1])
    PetscCall(
      kkt_create(problem, system, &c->objective, given ? &c->ends.kept : NULL, given ? NULL : z0, PETSC_COMM_SELF, k));
  c->made[2] = c->made[1];
  *good      = c->made[2] && k->n == solution->n;
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

/* J with the end time at hand; its derivatives in the nodes are added to g unless NULL. */
static PetscErrorCode value_find(const AdjointOptimum *a, const Kkt *k, double tau, double *g, double *value)
{
  const Mesh mesh = mesh_stretch(&k->mesh, tau);

  PetscFunctionBeginUser;
  PetscCall(functional_value(a->functional, a->trajectory, &k->element, &mesh, g, value));
  PetscFunctionReturn(0);
}

static double tau_of(const Kkt *k)
{
  return k->ntau ? k->x[kkt_tau(k, -1)] : 1.0;
}

/* b = -J_x; the end time by differences of order 6. */
static PetscErrorCode derivative_fill(AdjointOptimum *a, const Kkt *k, double *b)
{
  double *g, value;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)(k->ne * k->k + 1) * (size_t)k->nz, &g));
  PetscCall(value_find(a, k, tau_of(k), g, &a->value));
  for (int i = 0; i <= k->ne * k->k; i++) vec_add(k->nz, -1.0, g + i * k->nz, b + kkt_z(k, i));
  for (int i = 0; k->ntau && i < difference_centred.n; i++) {
    PetscCall(value_find(a, k, tau_of(k) * (1.0 + difference_centred.at[i] * difference_step), NULL, &value));
    b[kkt_tau(k, -1)] -= difference_centred.weight[i] * (value - a->value) / (difference_step * tau_of(k));
  }
  PetscCall(PetscFree(g));
  PetscFunctionReturn(0);
}

/* K_x a = -J_x, without control values at a bound. */
static PetscErrorCode adjoint_solve(AdjointOptimum *a, Kkt *k, bool *solved)
{
  double *scaled;

  PetscFunctionBeginUser;
  PetscCall(derivative_fill(a, k, a->a));
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

PetscErrorCode adjoint_optimum_create(const Problem *problem, const System *system, const double *z0,
                                      const Trajectory *tr, const Functional *functional, AdjointOptimum *a,
                                      bool *solved)
{
  Conditions c;
  Kkt       *k = &c.kkt;

  PetscFunctionBeginUser;
  *a = (AdjointOptimum){.trajectory = tr, .functional = functional};
  PetscCall(PetscCalloc2(tr->solution.n, &a->a, system->nz, &a->start));
  PetscCall(conditions_create(problem, system, z0, tr, &c, solved));
  if (*solved && functional) PetscCall(adjoint_solve(a, k, solved));
  if (*solved && !functional) {
    PetscCall(kkt_cost(k));
    a->value = k->cost;
    for (int j = 0; j < k->n; j++) a->a[j] = k->is_row[j] ? k->x[j] : 0.0;
  }
  for (int j = 0; *solved && k->z0 && j < k->nz; j++) a->start[j] = -a->a[kkt_start(k, j)];
  PetscCall(conditions_destroy(&c));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_optimum_destroy(AdjointOptimum *a)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(a->a, a->start));
  PetscFunctionReturn(0);
}

PetscErrorCode adjoint_optimum_lagrangian(const AdjointOptimum *a, const Problem *problem, const System *system,
                                          const double *z0, double *value, bool *good)
{
  Conditions c;
  Kkt       *k = &c.kkt;

  PetscFunctionBeginUser;
  PetscCall(conditions_create(problem, system, z0, a->trajectory, &c, good));
  if (*good) {
    PetscCall(kkt_gradient(k));
    if (a->functional) PetscCall(value_find(a, k, tau_of(k), NULL, value));
    else {
      PetscCall(kkt_cost(k));
      *value = k->cost;
    }
    *value += vec_dot(k->n, a->a, k->g) - a->value;
  }
  PetscCall(conditions_destroy(&c));
  PetscFunctionReturn(0);
}
