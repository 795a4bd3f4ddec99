/* Gradient-based optimisation: PETSc's TAO on gradients of Rigel. How must a free body be set spinning so that it has a given attitude after
 * one second? The unknowns are the three angular velocities at the start,
 *
 *   min  1/2 |q(T) - q*|^2,
 *
 * each evaluation is one run and one adjoint. The same question is a two-point boundary-value problem, which Rigel solves
 * at once; both answers are printed.
 */
#include <math.h>
#include <petsctao.h>
#include <rigel/rigel.h>
#include <stdio.h>

static const char text[] = "time: {start: 0, end: 1, elements: 10}\n"
                           "method: {scheme: mG, degree: 2}\n"
                           "bodies: [{name: body, mass: 1, inertia: [6, 8, 3], translation: fixed}]\n";

static const char *const omega[3] = {"bodies.body.angular_velocity[0]", "bodies.body.angular_velocity[1]",
                                     "bodies.body.angular_velocity[2]"};

/* z = (q, p) in R^4 x R^4 */
static double miss_end(void *context, const double *z, double *gradient, double *hessian)
{
  double sum = 0.0;

  (void)context, (void)hessian; /* gradients only */
  for (int i = 0; i < 8; i++) {
    const double off = i < 4 ? z[i] - 0.5 : 0.0; /* q* = (1, 1, 1, 1) / 2 */
    sum += 0.5 * off * off;
    if (gradient) gradient[i] = off;
  }
  return sum;
}

/* One run and one adjoint. */
static RigelCode evaluate(RigelProblem *problem, const double *x, double *value, double *gradient)
{
  const RigelFunctional miss          = {.end = miss_end};
  char                  message[4096] = "";
  RigelModel           *model;
  RigelTrajectory      *trajectory = NULL;

  for (int i = 0; i < 3; i++) rigel_problem_set_number(problem, omega[i], x[i]);
  RigelCode code = rigel_model_create(problem, &model, message, sizeof message);
  if (!code) code = rigel_solve(model, NULL, &trajectory, NULL);
  if (!code) code = rigel_gradient(model, trajectory, &miss, 3, omega, value, gradient, NULL, message, sizeof message);
  if (code) fputs(message, stderr);
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  return code;
}

static PetscErrorCode objective(Tao tao, Vec x, PetscReal *value, Vec g, void *problem)
{
  const PetscScalar *at;
  PetscScalar       *gradient;

  PetscFunctionBeginUser;
  (void)tao;
  PetscCall(VecGetArrayRead(x, &at));
  PetscCall(VecGetArray(g, &gradient));
  PetscCheck(!evaluate(problem, at, value, gradient), PETSC_COMM_SELF, PETSC_ERR_LIB, "Rigel could not evaluate");
  PetscCall(VecRestoreArray(g, &gradient));
  PetscCall(VecRestoreArrayRead(x, &at));
  PetscFunctionReturn(0);
}

static PetscErrorCode optimise(RigelProblem *problem, double found[3])
{
  Tao       tao;
  Vec       x;
  PetscInt  iterations;
  PetscReal miss;

  PetscFunctionBeginUser;
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, 3, found, &x));
  PetscCall(VecSet(x, acos(0.5) * 2.0 / sqrt(3.0))); /* the shortest way, if the inertia were the same about all axes */
  PetscCall(TaoCreate(PETSC_COMM_SELF, &tao));
  PetscCall(TaoSetType(tao, TAOLMVM));
  PetscCall(TaoSetObjectiveAndGradient(tao, NULL, objective, problem));
  PetscCall(TaoSetSolution(tao, x));
  PetscCall(TaoSetTolerances(tao, 1e-9, 0.0, 0.0));
  PetscCall(TaoSetFromOptions(tao));
  PetscCall(TaoSolve(tao));
  PetscCall(TaoGetSolutionStatus(tao, &iterations, &miss, NULL, NULL, NULL, NULL));
  printf("TAO:             omega = (%.9f, %.9f, %.9f), %d iterations, miss %.1e\n", found[0], found[1], found[2],
         (int)iterations, miss);
  PetscCall(TaoDestroy(&tao));
  PetscCall(VecDestroy(&x));
  PetscFunctionReturn(0);
}

/* The same by boundary values; body momentum from the start of the solution: p = 4 Q_l(q) J4 Q_l(q)^T qdot, at q = 1
 * p = (0, 2 J omega). */
static RigelCode boundary(RigelProblem *problem)
{
  char             message[4096];
  RigelModel      *model;
  RigelTrajectory *trajectory = NULL;

  rigel_problem_set(problem, "method.window", "all");
  rigel_problem_set(problem, "boundary",
                    "{start: {body: {orientation: [1, 0, 0, 0]}}, end: {body: {orientation: [0.5, 0.5, 0.5, 0.5]}}}");
  RigelCode code = rigel_model_create(problem, &model, message, sizeof message);
  if (code) fputs(message, stderr);
  else code = rigel_solve(model, NULL, &trajectory, NULL);
  if (!code) {
    const double *p = rigel_trajectory_states(trajectory) + 4;
    printf("boundary values: omega = (%.9f, %.9f, %.9f)\n", p[1] / 12.0, p[2] / 16.0, p[3] / 6.0);
  }
  rigel_trajectory_destroy(&trajectory);
  rigel_model_destroy(&model);
  return code;
}

int main(int argc, char **argv)
{
  RigelProblem *problem;
  double        found[3];
  int           code = RIGEL_INTERNAL;

  if (PetscInitialize(&argc, &argv, NULL, NULL)) return code; /* ours, so that options of TAO can be given */
  if (!rigel_problem_create(text, &problem)) {
    rigel_problem_set(problem, "bodies.body.angular_velocity", "[0, 0, 0]");
    if (!optimise(problem, found)) code = (int)boundary(problem);
  }
  rigel_problem_destroy(&problem);
  return PetscFinalize() ? RIGEL_INTERNAL : code;
}
