/* The scheme ts: methods of PETSc TS for the system as an ordinary differential equation (ode.h).
 *
 * solver.petsc selects the method by -ts_type and its options. TS takes one step per element, and several only with -ts_adapt_type.
 * TSBASICSYMPLECTIC splits q and p and requires separable systems. */
#include "base/vec.h"
#include "scheme/ode/ode.h"
#include "scheme/onestep_loop.h"
#include "scheme/schemes.h"

#include <petscts.h>
#include <string.h>

enum { STEPS_MOST = 1000000 }; /* of TS in an element */

typedef struct Method    Method;
typedef struct Component Component;

/* The coordinates or the momenta of all bodies. */
struct Component {
  IS               at; /* indices in z */
  const Component *other;
  Method          *method;
};

struct Method {
  Ode       ode;
  int       n;
  TS        ts;
  Vec       u;
  Mat       J;
  Component component[2];  /* q and p */
  double   *z, *f, *value; /* [n], [n], [n][n] */
};

/* Right-hand side f(t, z). */
static PetscErrorCode ts_rate(TS ts, PetscReal t, Vec u, Vec f, void *context)
{
  Method            *s = context;
  const PetscScalar *z;
  PetscScalar       *out;

  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(u, &z));
  PetscCall(VecGetArrayWrite(f, &out));
  ode_rate(&s->ode, t, z, out, NULL);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(u, &z));
  PetscFunctionReturn(0);
}

/* A dense Jacobian. */
static PetscErrorCode ts_jacobian(TS ts, PetscReal t, Vec u, Mat A, Mat B, void *context)
{
  Method            *s = context;
  const PetscScalar *z;

  PetscFunctionBeginUser;
  (void)ts, (void)A;
  PetscCall(VecGetArrayRead(u, &z));
  ode_jacobian(&s->ode, t, z, s->value);
  PetscCall(VecRestoreArrayRead(u, &z));
  for (PetscInt i = 0; i < s->n; i++)
    for (PetscInt j = 0; j < s->n; j++) PetscCall(MatSetValue(B, i, j, s->value[i * s->n + j], INSERT_VALUES));
  PetscCall(MatAssemblyBegin(B, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(B, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

/* Rates of one component from the other: qdot from p, pdot from q. For separable systems the component itself, which is that of the
 * start of the element, has no effect. */
static PetscErrorCode component_rate(TS ts, PetscReal t, Vec in, Vec out, void *context)
{
  const Component   *component = context;
  Method            *s         = component->method;
  const PetscScalar *x;
  PetscScalar       *y;
  const PetscInt    *source, *target;

  PetscFunctionBeginUser;
  (void)ts;
  PetscCall(VecGetArrayRead(in, &x));
  PetscCall(VecGetArrayWrite(out, &y));
  PetscCall(ISGetIndices(component->other->at, &source));
  PetscCall(ISGetIndices(component->at, &target));
  for (int i = 0; i < s->n / 2; i++) s->z[source[i]] = x[i];
  ode_rate(&s->ode, t, s->z, s->f, NULL);
  for (int i = 0; i < s->n / 2; i++) y[i] = s->f[target[i]];
  PetscCall(ISRestoreIndices(component->at, &target));
  PetscCall(ISRestoreIndices(component->other->at, &source));
  PetscCall(VecRestoreArrayWrite(out, &y));
  PetscCall(VecRestoreArrayRead(in, &x));
  PetscFunctionReturn(0);
}

/* Splits z into coordinates and momenta for methods that split the right-hand side. */
static PetscErrorCode components_create(const System *sys, Method *s)
{
  static const char *const name[] = {"position", "momentum"};
  PetscInt                *at[2], n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(s->n / 2, &at[0], s->n / 2, &at[1]));
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++, n++) {
      at[0][n] = sys->start[b] + i;
      at[1][n] = at[0][n] + sys->bodies[b].nq;
    }
  for (int i = 0; i < 2; i++) {
    s->component[i].other  = &s->component[1 - i];
    s->component[i].method = s;
    PetscCall(ISCreateGeneral(PETSC_COMM_SELF, n, at[i], PETSC_COPY_VALUES, &s->component[i].at));
    PetscCall(TSRHSSplitSetIS(s->ts, name[i], s->component[i].at));
    PetscCall(TSRHSSplitSetRHSFunction(s->ts, name[i], NULL, component_rate, &s->component[i]));
  }
  PetscCall(PetscFree2(at[0], at[1]));
  PetscFunctionReturn(0);
}

/* Gauss methods of TS have matrices of blocks, which LU of PETSc does not factor. */
static PetscErrorCode ts_preconditioner(TS ts, PC pc)
{
  PetscBool blocks, lu;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)ts, TSIRK, &blocks));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCLU, &lu));
  if (blocks && lu) PetscCall(PCSetType(pc, PCPBJACOBI));
  PetscFunctionReturn(0);
}

/* Creates the TS with defaults for small smooth systems; PETSc options change them. */
static PetscErrorCode ts_create(const Problem *problem, const System *system, Method *s)
{
  TSAdapt adapt;
  SNES    snes;
  KSP     ksp;
  PC      pc;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->n           = system->nz;
  const size_t n = (size_t)s->n;
  PetscCall(ode_create(system, &s->ode));
  PetscCall(PetscCalloc3(n, &s->z, n, &s->f, n * n, &s->value));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, s->n, &s->u));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, s->n, s->n, s->n, NULL, &s->J));
  PetscCall(TSCreate(PETSC_COMM_SELF, &s->ts));
  PetscCall(TSSetProblemType(s->ts, TS_NONLINEAR));
  PetscCall(TSSetRHSFunction(s->ts, NULL, ts_rate, s));
  PetscCall(TSSetRHSJacobian(s->ts, s->J, s->J, ts_jacobian, s));
  PetscCall(components_create(system, s));
  PetscCall(TSSetType(s->ts, TSRK));
  PetscCall(TSSetMaxTime(s->ts, 1e100));
  PetscCall(TSSetExactFinalTime(s->ts, TS_EXACTFINALTIME_STEPOVER));
  PetscCall(TSGetAdapt(s->ts, &adapt));
  PetscCall(TSAdaptSetType(adapt, TSADAPTNONE));
  PetscCall(TSGetSNES(s->ts, &snes));
  PetscCall(SNESSetTolerances(snes, 1e-50, problem->solver.tolerance, 1e-15, problem->solver.max_iterations, -1));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPSetTolerances(ksp, 1e-13, 1e-50, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(TSSetFromOptions(s->ts));
  PetscCall(ts_preconditioner(s->ts, pc));
  PetscFunctionReturn(0);
}

static PetscErrorCode ts_destroy(Method *s)
{
  PetscFunctionBeginUser;
  PetscCall(TSDestroy(&s->ts));
  PetscCall(VecDestroy(&s->u));
  PetscCall(MatDestroy(&s->J));
  for (int i = 0; i < 2; i++) PetscCall(ISDestroy(&s->component[i].at));
  PetscCall(PetscFree3(s->z, s->f, s->value));
  PetscCall(ode_destroy(&s->ode));
  PetscFunctionReturn(0);
}

/* Steps of TS to the end of the element: one, unless an option lets TS choose its steps (-ts_adapt_type) and it chose a shorter one. */
static PetscErrorCode ts_steps(Method *s, const Step *step, bool *good)
{
  const PetscReal   end = step->t + step->h, near = 1e-12 * step->h;
  PetscReal         t = step->t, h = step->h;
  TSConvergedReason reason;

  PetscFunctionBeginUser;
  *good = true;
  for (int n = 0; *good && t < end - near; n++) {
    PetscCall(TSSetTimeStep(s->ts, PetscMin(h, end - t)));
    PetscCall(TSStep(s->ts));
    PetscCall(TSGetConvergedReason(s->ts, &reason));
    PetscCall(TSGetTime(s->ts, &t));
    PetscCall(TSGetTimeStep(s->ts, &h));
    *good = reason >= 0 && h > 0.0 && n < STEPS_MOST;
  }
  PetscFunctionReturn(0);
}

/* One element. Solver and step are reset, so that elements are independent of each other. */
static PetscErrorCode ts_advance(void *self, Step *step, bool *good)
{
  Method            *s = self;
  const PetscScalar *end;
  PetscScalar       *u;
  PetscInt           before, after;

  PetscFunctionBeginUser;
  vec_copy(s->n, step->z, s->z);
  PetscCall(VecGetArrayWrite(s->u, &u));
  vec_copy(s->n, step->z, u);
  PetscCall(VecRestoreArrayWrite(s->u, &u));
  PetscCall(TSSetSolution(s->ts, s->u));
  system_work_twist(s->ode.system, step->twist, &s->ode.work);
  PetscCall(TSSetTime(s->ts, step->t));
  PetscCall(TSSetConvergedReason(s->ts, TS_CONVERGED_ITERATING));
  PetscCall(TSRestartStep(s->ts));
  PetscCall(TSGetSNESIterations(s->ts, &before));
  PetscCall(TSSetErrorIfStepFails(s->ts, PETSC_FALSE));
  PetscCall(ts_steps(s, step, good));
  PetscCall(TSGetSNESIterations(s->ts, &after));
  step->iterations = after - before;
  step->solved     = after > before;
  PetscCall(TSGetSolution(s->ts, &s->u));
  PetscCall(VecGetArrayRead(s->u, &end));
  for (int i = 0; i < s->n; i++) step->dz[i] = end[i] - step->z[i];
  PetscCall(VecRestoreArrayRead(s->u, &end));
  ode_rate(&s->ode, step->t, step->z, s->f, step->lambda); /* for the multipliers */
  step->mult_node = 0.0;
  PetscFunctionReturn(0);
}

/* Whether q' depends on p alone and p' on q alone, at a general state near the start. */
static bool separable(Method *s, const System *sys, const double *z0)
{
  for (int i = 0; i < s->n; i++) s->z[i] = z0[i] + 0.1 * sys->scale_z[i] * sin(1.0 + i);
  ode_jacobian(&s->ode, 0.0, s->z, s->value);
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++)
      for (int c = 0; c < sys->nbodies; c++)
        for (int j = 0; j < sys->bodies[c].nz; j++) {
          const bool same = (i < sys->bodies[b].nq) == (j < sys->bodies[c].nq);
          if (same && s->value[(sys->start[b] + i) * s->n + sys->start[c] + j] != 0.0) return false;
        }
  return true;
}

/* fits = false, with the reason in the status, for a method that cannot integrate the system; PETSc does not check this. */
static PetscErrorCode ts_fits(Method *s, const System *system, const double *z0, RunStatus *status, bool *fits)
{
  PetscBool splits;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ts, TSBASICSYMPLECTIC, &splits));
  *fits = !splits || separable(s, system, z0);
  if (*fits) PetscFunctionReturn(0);
  *status = (RunStatus){0};
  run_fail(
    status, RUN_NOT_CONVERGED, R0516_TS_SEPARABLE,
    "PETSc's basicsymplectic requires that q' depends on p only and p' on q only, which does not hold here: use scheme: stoermer_verlet");
  PetscFunctionReturn(0);
}

/* SchemeOps.run; systems with constraints other than unit length do not fit. */
static PetscErrorCode ts_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, RunStatus *status)
{
  Method s;
  bool   fits;

  PetscFunctionBeginUser;
  PetscCall(ts_create(problem, system, &s));
  const OneStep method = {.self = &s, .advance = ts_advance, .unknowns = s.n};
  PetscCall(ts_fits(&s, system, z0, status, &fits));
  if (fits) PetscCall(onestep_run(problem, system, z0, lambda0, &method, observer, status));
  PetscCall(ts_destroy(&s));
  PetscFunctionReturn(0);
}

/* The number at the start of the value of an option: TS names methods by their orders; otherwise `usual`. */
static int number_of(const char *option, int usual)
{
  char      text[NAME_LEN] = "";
  PetscBool given          = PETSC_FALSE;

  if (PetscOptionsGetString(NULL, NULL, option, text, sizeof text, &given) || !given) return usual;
  return text[0] >= '1' && text[0] <= '9' ? text[0] - '0' : usual;
}

/* SchemeOps.order of the method that the options choose: at most its own. BDF begins anew in each element, with order 1. */
static int ts_order(const Problem *problem)
{
  char      type[NAME_LEN] = TSRK;
  PetscBool given;
  PetscReal theta = 0.5;

  (void)problem;
  if (PetscOptionsGetString(NULL, NULL, "-ts_type", type, sizeof type, &given) ||
      PetscOptionsGetReal(NULL, NULL, "-ts_theta_theta", &theta, &given))
    return 1;
  if (strcmp(type, TSRK) == 0) return number_of("-ts_rk_type", 3);
  if (strcmp(type, TSIRK) == 0) return 2 * number_of("-ts_irk_nstages", 3);
  if (strcmp(type, TSBASICSYMPLECTIC) == 0) return number_of("-ts_basicsymplectic_type", 1);
  if (strcmp(type, TSTHETA) == 0) return theta == 0.5 ? 2 : 1;
  return strcmp(type, TSEULER) == 0 || strcmp(type, TSBEULER) == 0 || strcmp(type, TSBDF) == 0 ? 1 : 2;
}

/* Depends on the method of PETSc. */
static void ts_exactness(const Problem *problem, const System *system, int stages, Exactness *exact)
{
  (void)problem, (void)system, (void)stages;
  *exact = (Exactness){0};
  exactness_note(exact, "known here: what is kept depends on the method of PETSc");
}

const SchemeOps ts_ops = {
  .traits =
    {
      .name     = "ts",
      .summary  = "any method of PETSc TS, one step per element: petsc: '-ts_type rk -ts_rk_type 4'",
      .supports = SUPPORTS_ODE & ~(SUPPORTS_LOADS | SUPPORTS_DAMPING),
      .stepping = true,
    },
  .gauss     = one_gauss,
  .order     = ts_order,
  .exactness = ts_exactness,
  .run       = ts_run,
};
