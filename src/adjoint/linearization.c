/* Creation of windows at a trajectory, and copies between both. */
#include "adjoint/linearization.h"

#include "base/vec.h"

/* Equations of the run with LINEAR_AUTO, whatever the run used; ends of a boundary-value problem with the
 * sign of q that the trajectory has. */
PetscErrorCode linearization_create(const Problem *problem, const System *system, const Trajectory *tr,
                                    ScalingKind scaling, Linearization *p)
{
  FaultList faults;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(p, sizeof *p));
  p->problem        = problem;
  p->system         = system;
  p->trajectory     = tr;
  p->bounded        = problem->boundary.given;
  p->solver         = problem->solver;
  p->solver.linear  = LINEAR_AUTO;
  p->solver.scaling = scaling;
  if (!p->bounded) PetscFunctionReturn(0);
  fault_init(&faults, problem->file);
  PetscCheck(boundary_create(problem, system, &faults, &p->boundary), PETSC_COMM_SELF, PETSC_ERR_ARG_INCOMP,
             "boundary conditions do not fit");
  fault_clear(&faults);
  boundary_sign(system, trajectory_node(tr, tr->elements, 0), &p->boundary);
  PetscFunctionReturn(0);
}

PetscErrorCode linearization_destroy(Linearization *p)
{
  PetscFunctionBeginUser;
  if (p->count) PetscCall(window_destroy(&p->window));
  p->count = 0;
  if (p->bounded) boundary_destroy(&p->boundary);
  PetscFunctionReturn(0);
}

/* Nodes, and with a weak start the states at both ends and kappa. */
static void window_states(const Trajectory *tr, int first, int count, Window *w)
{
  for (int e = 0; e < count; e++)
    vec_copy((w->k + 1) * w->nz, trajectory_nodal(tr, first + e), w->z + e * w->k * w->nz);
  if (!tr->nodal) return;
  vec_copy(w->nz, trajectory_node(tr, first, 0), w->given);
  vec_copy(w->nz, trajectory_node(tr, first + count, 0), w->end);
  vec_copy(w->nl, tr->kappa + first * w->nl, w->kappa);
}

/* Copies nodes and multipliers of the elements into the window; windows of equal length share the matrix and its symbolic
 * factors. After the first window of BG with a strong start, the projected start replaces the end of the window before. */
PetscErrorCode linearization_window(Linearization *p, int first, int count)
{
  const Trajectory *tr = p->trajectory;
  Window           *w  = &p->window;

  PetscFunctionBeginUser;
  if (p->count != count) {
    if (p->count) PetscCall(window_destroy(w));
    PetscCall(window_create_with(&p->solver, p->problem, p->system, p->bounded ? &p->boundary : NULL, PETSC_COMM_SELF,
                                 first, count, w));
    if (p->unit) vec_copy(w->block, p->unit, w->unit);
    if (p->row_unit) vec_copy(w->block, p->row_unit, w->row_unit);
    p->count = count;
  }
  w->first      = first;
  w->mesh.moved = p->moved;
  window_states(tr, first, count, w);
  if (p->starts && first) vec_copy(w->nz, p->starts + (first / p->stride - 1) * w->nz, w->z);
  for (int e = 0; e < count; e++) vec_copy(tr->nmult * w->nl, trajectory_mult(tr, first + e), window_lambda(w, e, 0));
  vec_copy(tr->ntwists, tr->twist + first * tr->ntwists, w->twist);
  window_pack(w, w->x);
  PetscFunctionReturn(0);
}

/* The inverse copy, with the times of nodes and multipliers. */
void linearization_read(const Linearization *p, Trajectory *tr)
{
  const Window *w = &p->window;

  vec_copy(w->nodes * w->nz, w->z, trajectory_node(tr, w->first, 0));
  for (int e = 0; e < w->count; e++) {
    const int    n = w->first + e;
    const double t = mesh_time(&w->mesh, n), h = mesh_step(&w->mesh, n);
    vec_copy(tr->nmult * w->nl, window_lambda(w, e, 0), trajectory_mult(tr, n));
    for (int i = 0; i < w->k; i++) tr->t[n * w->k + i] = t + h * w->element.node[i];
    for (int b = 0; b < tr->nmult; b++) tr->mult_t[n * tr->nmult + b] = t + h * w->element.mult_node[b];
    tr->t[(n + 1) * w->k] = mesh_time(&w->mesh, n + 1);
  }
}
