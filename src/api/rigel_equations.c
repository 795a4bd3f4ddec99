/* The equations of the whole interval at a trajectory: residual, Jacobian, linear solves and steps. */
#include "api/rigel_model.h"

#include "adjoint/linearization.h"
#include "base/vec.h"

#include "rigel/petsc.h"

#include <stdlib.h>

/* All elements as one window in user units, so that rows and unknowns have the order that the header documents. */
static PetscErrorCode linearization_whole(const RigelModel *model, const Trajectory *tr, Linearization *at)
{
  PetscFunctionBeginUser;
  PetscCall(linearization_create(&model->model.problem, &model->model.system, tr, SCALING_NONE, at));
  PetscCall(linearization_window(at, 0, tr->elements));
  PetscFunctionReturn(0);
}

/* Every state and multiplier as at the start. */
static PetscErrorCode trajectory_begin(const RigelModel *model, Trajectory *tr)
{
  Linearization at;

  PetscFunctionBeginUser;
  PetscCheck(trajectory_create(&model->model.problem, &model->model.system, tr), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  tr->elements = tr->most;
  for (int i = 0; i <= tr->elements * tr->k; i++) vec_copy(tr->nz, model->model.z, tr->z + i * tr->nz);
  for (int i = 0; tr->nodal && i < tr->elements * (tr->k + 1); i++)
    vec_copy(tr->nz, model->model.z, tr->nodal + i * tr->nz);
  for (int i = 0; i < tr->elements * tr->nmult; i++) vec_copy(tr->nl, model->model.lambda, tr->mult + i * tr->nl);
  PetscCall(linearization_whole(model, tr, &at));
  linearization_read(&at, tr);
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

/* A trajectory that no run has filled. */
static RigelCode trajectory_fresh(const RigelModel *model, RigelTrajectory **trajectory)
{
  RigelTrajectory *fresh = calloc(1, sizeof *fresh);

  if (!fresh) return RIGEL_INTERNAL;
  if (!trajectory_begin(model, &fresh->trajectory) && handle_add(HANDLE_TRAJECTORY, fresh, model)) *trajectory = fresh;
  else trajectory_free(fresh);
  return *trajectory ? RIGEL_OK : RIGEL_INTERNAL;
}

RigelCode rigel_trajectory_create(const RigelModel *model, RigelTrajectory **trajectory)
{
  Call call;

  if (!argument_given(__func__, "trajectory", trajectory)) return RIGEL_INPUT;
  *trajectory = NULL;
  if (!call_begin(&call, __func__, NEEDS_MODEL, model, NULL)) return RIGEL_INPUT;
  if (mesh_is_adaptive(&model->model.problem.time))
    return call_end(&call, failure_report(R0912_TRAJECTORY_PART, __func__,
                                          "found a model whose elements follow from an accuracy, expected time.step or "
                                          "time.elements"));
  if (!model->model.problem.nterms) return call_end(&call, trajectory_fresh(model, trajectory));
  return call_end(&call, failure_report(R0913_EQUATIONS_OBJECTIVE, __func__,
                                        "found a model with an objective, expected one without"));
}

/* n = elements k (nz + nl), and nz start values more with boundary values. */
int rigel_equations_size(const RigelModel *model)
{
  if (!argument_model(__func__, model)) return -1;
  const System *sys = &model->model.system;
  return mesh_elements(&model->model.problem.time) * model->model.problem.method.degree * (sys->nz + sys->nl) +
         (model->model.problem.boundary.given ? sys->nz : 0);
}

static const char not_whole[] =
  "found a trajectory or a scheme without equations of the whole interval, expected mG or BG with a strong start "
  "without an objective, and a trajectory of all elements of this mesh, degree and system";

/* Only whole trajectories of mG and BG, on the mesh; of any model of the same sizes. */
static bool is_whole(const char *function, const RigelModel *model, const RigelTrajectory *trajectory)
{
  const Trajectory *tr = &trajectory->trajectory;
  const Problem    *p  = &model->model.problem;
  Mesh              mesh;
  bool              good =
    !p->nterms && !mesh_is_adaptive(&p->time) && scheme_adjoint(p) == ADJOINT_WINDOW && p->method.start == START_STRONG;

  good = good && tr->k == p->method.degree && tr->nz == model->model.system.nz && tr->nl == model->model.system.nl;
  good = mesh_create(&p->time, &mesh) && good && tr->elements == mesh.n;
  for (int e = 0; good && e <= mesh.n; e++) good = tr->t[e * tr->k] == mesh_time(&mesh, e);
  mesh_destroy(&mesh);
  if (!good) failure_report(R0912_TRAJECTORY_PART, function, "%s", not_whole);
  return good;
}

/* A call on a trajectory of the whole interval whose numbers are finite. */
static bool equations_begin(Call *call, const char *function, const RigelModel *model,
                            const RigelTrajectory *trajectory)
{
  if (!call_begin(call, function, NEEDS_TRAJECTORY, model, trajectory)) return false;
  if (is_whole(function, model, trajectory) && trajectory_finite(function, &trajectory->trajectory)) return true;
  call_end(call, RIGEL_INPUT);
  return false;
}

/* R(x) at the nodes and multipliers x of the trajectory. */
static PetscErrorCode equations_residual(const RigelModel *model, const Trajectory *tr, double *residual)
{
  Linearization at;

  PetscFunctionBeginUser;
  PetscCall(linearization_whole(model, tr, &at));
  window_residual(&at.window, at.window.x, residual);
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

RigelCode rigel_equations_residual(const RigelModel *model, const RigelTrajectory *trajectory, double *residual)
{
  Call call;

  if (!argument_given(__func__, "residual", residual)) return RIGEL_INPUT;
  if (!equations_begin(&call, __func__, model, trajectory)) return RIGEL_INPUT;
  return call_end(&call, equations_residual(model, &trajectory->trajectory, residual) ? RIGEL_INTERNAL : RIGEL_OK);
}

/* b <- R_x^{-1} b or R_x^{-T} b. */
static PetscErrorCode equations_solve(const RigelModel *model, const Trajectory *tr, bool transpose, double *b,
                                      bool *solved)
{
  Linearization at;

  PetscFunctionBeginUser;
  PetscCall(linearization_whole(model, tr, &at));
  PetscCall(newton_linear_solve(&at.window.newton, at.window.x, transpose, b, solved));
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

RigelCode rigel_equations_solve(const RigelModel *model, const RigelTrajectory *trajectory, bool transpose, double *b)
{
  bool solved;
  Call call;

  if (!equations_begin(&call, __func__, model, trajectory)) return RIGEL_INPUT;
  if (!argument_numbers(__func__, "b", rigel_equations_size(model), b)) return call_end(&call, RIGEL_INPUT);
  if (equations_solve(model, &trajectory->trajectory, transpose, b, &solved)) return call_end(&call, RIGEL_INTERNAL);
  if (!solved)
    failure_report(R0914_EQUATIONS_SINGULAR, __func__,
                   "found a singular matrix, expected a regular one at this trajectory");
  return call_end(&call, solved ? RIGEL_OK : RIGEL_DIVERGED);
}

/* x <- x + factor dx. */
static PetscErrorCode equations_step(const RigelModel *model, Trajectory *tr, double factor, const double *dx)
{
  Linearization at;
  Window       *w = &at.window;

  PetscFunctionBeginUser;
  PetscCall(linearization_whole(model, tr, &at));
  vec_add(w->n, factor, dx, w->x);
  window_unpack(w, w->x);
  linearization_read(&at, tr);
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

RigelCode rigel_equations_step(const RigelModel *model, RigelTrajectory *trajectory, double factor, const double *dx)
{
  Call call;

  if (!argument_numbers(__func__, "factor", 1, &factor)) return RIGEL_INPUT;
  if (!equations_begin(&call, __func__, model, trajectory)) return RIGEL_INPUT;
  if (!argument_numbers(__func__, "dx", rigel_equations_size(model), dx)) return call_end(&call, RIGEL_INPUT);
  return call_end(&call, equations_step(model, &trajectory->trajectory, factor, dx) ? RIGEL_INTERNAL : RIGEL_OK);
}

/* R_x as an AIJ matrix of its own. */
static PetscErrorCode equations_jacobian(const RigelModel *model, const Trajectory *tr, Mat *jacobian)
{
  Linearization at;
  Newton       *newton = &at.window.newton;

  PetscFunctionBeginUser;
  PetscCall(linearization_whole(model, tr, &at));
  PetscCall(newton_linearize(newton, at.window.x));
  PetscCall(MatConvert(newton->linear.A, MATAIJ, MAT_INITIAL_MATRIX, jacobian));
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

RigelCode rigel_equations_jacobian(const RigelModel *model, const RigelTrajectory *trajectory, Mat *jacobian)
{
  Call call;

  if (!argument_given(__func__, "jacobian", jacobian)) return RIGEL_INPUT;
  if (!equations_begin(&call, __func__, model, trajectory)) return RIGEL_INPUT;
  return call_end(&call, equations_jacobian(model, &trajectory->trajectory, jacobian) ? RIGEL_INTERNAL : RIGEL_OK);
}
