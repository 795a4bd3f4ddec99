/* Trajectories, their gradients, and the equations of the whole interval at them. */
#include "api/rigel_model.h"
#include "diag/reactions.h"

#include "adjoint/linearization.h"
#include "base/vec.h"

#include "rigel/petsc.h"

#include <stdlib.h>

/* --- trajectories */

RigelCode rigel_solve(const RigelModel *model, const double *start, RigelTrajectory **trajectory, RigelResult *result)
{
  RigelTrajectory *fresh = calloc(1, sizeof *fresh);
  RunStatus        status;

  *trajectory = fresh;
  if (!fresh) return RIGEL_INTERNAL;
  if (!model_solve(&model->model, start, &fresh->trajectory, &status)) return result_fill(&status, result);
  rigel_trajectory_destroy(trajectory);
  return RIGEL_INTERNAL;
}

void rigel_trajectory_destroy(RigelTrajectory **trajectory)
{
  if (!*trajectory) return;
  trajectory_destroy(&(*trajectory)->trajectory);
  free(*trajectory);
  *trajectory = NULL;
}

int rigel_trajectory_elements(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.elements;
}

int rigel_trajectory_degree(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.k;
}

int rigel_trajectory_nodes(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.elements * trajectory->trajectory.k + 1;
}

const double *rigel_trajectory_times(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.t;
}

double *rigel_trajectory_states(RigelTrajectory *trajectory)
{
  return trajectory->trajectory.z;
}

int rigel_trajectory_multiplier_nodes(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.nmult;
}

double *rigel_trajectory_multipliers(RigelTrajectory *trajectory)
{
  return trajectory->trajectory.mult;
}

const double *rigel_trajectory_multiplier_times(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.mult_t;
}

int rigel_trajectory_control_points(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.npoints;
}

const double *rigel_trajectory_controls(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.u;
}

const double *rigel_trajectory_control_times(const RigelTrajectory *trajectory)
{
  return trajectory->trajectory.u_t;
}

/* --- reactions */

/* Index of the joint or motion of this name, counted from the first joint; -1: there is none. */
static int reaction_index(const System *sys, const char *name)
{
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    if (strcmp(sys->groups[g].name, name) == 0) return g - sys->nbodies;
  return -1;
}

RigelCode rigel_trajectory_reactions(const RigelModel *model, const RigelTrajectory *trajectory, const char *name,
                                     double *times, double *values)
{
  const Trajectory *tr    = &trajectory->trajectory;
  const System     *sys   = &model->model.system;
  const int         index = reaction_index(sys, name);
  double           *row   = malloc((size_t)(1 + 6 * (sys->ngroups - sys->nbodies) + tr->nmult) * sizeof *row), *node;
  Reactions         reactions;
  const bool        good = reactions_create(sys, &reactions) && row;

  node = row + 1 + 6 * (sys->ngroups - sys->nbodies);
  for (int e = 0; good && index >= 0 && e < tr->elements; e++) {
    Sample       sample;
    const Sample start = {.z = trajectory_node(tr, e, 0)};
    reactions_keep(&reactions, &start);
    trajectory_element(tr, e, node, &sample);
    for (int i = 0; i < tr->k; i++) {
      reactions_at(&reactions, &sample, i, row);
      times[e * tr->k + i] = row[0];
      vec_copy(6, row + 1 + 6 * index, values + 6 * (e * tr->k + i));
    }
  }
  reactions_destroy(&reactions);
  free(row);
  if (!good) return RIGEL_INTERNAL;
  return index < 0 ? RIGEL_INPUT : RIGEL_OK;
}

/* --- gradients */

/* The request: derivatives in parameters, in the start, or in the factor of a load; NULL: not wanted. */
typedef struct {
  int                n;
  const char *const *parameters; /* [n] */
  const char        *load;
  double            *value, *gradient, *start, *times;
} Wanted;

static PetscErrorCode wanted_load(const Gradient *gradient, const Wanted *wanted, FaultList *faults)
{
  const Where   nowhere = {0, 0};
  const Model  *m       = gradient->model;
  const System *sys     = &m->system;
  int           load    = 0;

  PetscFunctionBeginUser;
  while (load < sys->nloads && strcmp(sys->loads[load].name, wanted->load) != 0) load++;
  if (load == sys->nloads || (sys->loads[load].ops != &force_ops && sys->loads[load].ops != &torque_ops))
    fault_add(faults, nowhere, wanted->load, "found no such load, expected the name of a force or torque");
  else if (!gradient->ops || !gradient->ops->load)
    fault_add(faults, nowhere, wanted->load, "found a run without rows of its own, expected mG, BG or em");
  else if (m->problem.method.scheme->galerkin == GALERKIN_BUBNOV &&
           (m->problem.boundary.given || m->problem.method.multipliers == MULTIPLIERS_CONTINUOUS))
    fault_add(faults, nowhere, wanted->load,
              "found BG with boundary values or continuous multipliers, expected discontinuous ones, or mG");
  else PetscCall(gradient->ops->load(gradient->adjoints[0], &m->problem, sys, load, wanted->times, wanted->gradient));
  PetscFunctionReturn(0);
}

static PetscErrorCode wanted_fill(const Gradient *gradient, Parameters *parameters, const Wanted *wanted,
                                  FaultList *faults)
{
  PetscFunctionBeginUser;
  if (wanted->value) *wanted->value = gradient->value[0];
  if (wanted->start) PetscCall(gradient_start(gradient, wanted->start, faults));
  if (wanted->load) PetscCall(wanted_load(gradient, wanted, faults));
  else if (wanted->gradient) PetscCall(gradient_parameters(gradient, parameters, wanted->gradient, faults));
  PetscFunctionReturn(0);
}

static PetscErrorCode gradient_fill(const RigelModel *model, const Trajectory *tr, const NamedFunctional *named,
                                    const Wanted *wanted, FaultList *faults)
{
  const Where nowhere  = {0, 0};
  const char *rejected = trajectory_rejects(&model->model, tr);
  Parameters  parameters;
  Gradient    gradient;
  bool        solved;

  PetscFunctionBeginUser;
  if (rejected[0]) fault_add(faults, nowhere, "", "%s", rejected);
  PetscCall(
    parameters_create(&model->model, wanted->gradient ? wanted->n : 0, wanted->parameters, faults, &parameters));
  const bool only_value = !wanted->gradient && !wanted->start && !named->cost;
  if (faults->count == 0 && only_value && wanted->value)
    PetscCall(trajectory_value(&model->model, tr, &named->functional, wanted->value));
  if (faults->count == 0 && !only_value) {
    PetscCall(gradient_create(&model->model, tr, 1, named, &gradient, &solved));
    if (solved) PetscCall(wanted_fill(&gradient, &parameters, wanted, faults));
    else fault_add(faults, nowhere, "", "found a singular matrix, expected a solved trajectory");
    PetscCall(gradient_destroy(&gradient));
  }
  PetscCall(parameters_destroy(&parameters));
  PetscFunctionReturn(0);
}

static RigelCode gradient_find(const RigelModel *model, const RigelTrajectory *trajectory,
                               const RigelFunctional *functional, const Wanted *wanted, char *message, size_t size)
{
  NamedFunctional named = {
    .functional = {.context = functional->context, .end = functional->end, .running = functional->running}};
  FaultList faults;
  RigelCode code = RIGEL_OK;

  fault_init(&faults, model->origin.file);
  if (functional->name) functional_find(&model->model, functional->name, &faults, &named);
  if (gradient_fill(model, &trajectory->trajectory, &named, wanted, &faults)) code = RIGEL_INTERNAL;
  if (faults.count && code == RIGEL_OK) code = RIGEL_INPUT;
  faults_join(&faults, message, size);
  fault_clear(&faults);
  return code;
}

const char *rigel_gradient_how(const RigelModel *model)
{
  return gradient_how(&model->model);
}

RigelCode rigel_gradient(const RigelModel *model, const RigelTrajectory *trajectory, const RigelFunctional *functional,
                         int n, const char *const parameters[], double *value, double *gradient, double *start,
                         char *message, size_t size)
{
  const Wanted wanted = {.n = n, .parameters = parameters, .value = value, .gradient = gradient, .start = start};

  return gradient_find(model, trajectory, functional, &wanted, message, size);
}

RigelCode rigel_gradient_load(const RigelModel *model, const RigelTrajectory *trajectory,
                              const RigelFunctional *functional, const char *load, double *value, double *times,
                              double *gradient, char *message, size_t size)
{
  const Wanted wanted = {.load = load, .value = value, .times = times, .gradient = gradient};

  return gradient_find(model, trajectory, functional, &wanted, message, size);
}

int rigel_model_gauss(const RigelModel *model)
{
  return scheme_gauss(&model->model.problem, &model->model.system);
}

/* --- equations */

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
  for (int i = 0; i < tr->elements * tr->nmult; i++) vec_copy(tr->nl, model->model.lambda, tr->mult + i * tr->nl);
  PetscCall(linearization_whole(model, tr, &at));
  linearization_read(&at, tr);
  PetscCall(linearization_destroy(&at));
  PetscFunctionReturn(0);
}

RigelCode rigel_trajectory_create(const RigelModel *model, RigelTrajectory **trajectory)
{
  RigelTrajectory *fresh = calloc(1, sizeof *fresh);

  *trajectory = fresh;
  if (!fresh) return RIGEL_INTERNAL;
  if (!model->model.problem.nterms && !trajectory_begin(model, &fresh->trajectory)) return RIGEL_OK;
  rigel_trajectory_destroy(trajectory);
  return model->model.problem.nterms ? RIGEL_INPUT : RIGEL_INTERNAL;
}

int rigel_equations_size(const RigelModel *model)
{
  const System *sys = &model->model.system;

  return mesh_elements(&model->model.problem.time) * model->model.problem.method.degree * (sys->nz + sys->nl) +
         (model->model.problem.boundary.given ? sys->nz : 0);
}

/* Only whole trajectories of mG and BG, on the mesh. */
static bool is_whole(const RigelModel *model, const RigelTrajectory *trajectory)
{
  const Trajectory *tr = &trajectory->trajectory;
  const Problem    *p  = &model->model.problem;
  Mesh              mesh;
  bool              good = !p->nterms && p->method.scheme->adjoint == ADJOINT_WINDOW;

  good = mesh_create(&p->time, &mesh) && good && tr->elements == mesh.n;
  for (int e = 0; good && e <= mesh.n; e++) good = tr->t[e * tr->k] == mesh_time(&mesh, e);
  mesh_destroy(&mesh);
  return good;
}

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
  if (!is_whole(model, trajectory)) return RIGEL_INPUT;
  return equations_residual(model, &trajectory->trajectory, residual) ? RIGEL_INTERNAL : RIGEL_OK;
}

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

  if (!is_whole(model, trajectory)) return RIGEL_INPUT;
  if (equations_solve(model, &trajectory->trajectory, transpose, b, &solved)) return RIGEL_INTERNAL;
  return solved ? RIGEL_OK : RIGEL_DIVERGED;
}

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
  if (!is_whole(model, trajectory)) return RIGEL_INPUT;
  return equations_step(model, &trajectory->trajectory, factor, dx) ? RIGEL_INTERNAL : RIGEL_OK;
}

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
  if (!is_whole(model, trajectory)) return RIGEL_INPUT;
  return equations_jacobian(model, &trajectory->trajectory, jacobian) ? RIGEL_INTERNAL : RIGEL_OK;
}
