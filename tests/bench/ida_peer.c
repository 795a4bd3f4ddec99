/* Work for a given accuracy: SUNDIALS IDA (variable order and step) against mG(k) on the same GGL DAE.
 *
 *   F(y, y') = (z' - J (grad H + grad Theta^T lambda), Theta),   y = (z, lambda)
 *
 * Both get the mechanics from system_evaluate, both solve densely. The fastest run that reaches the error counts; the
 * settings of both are scanned for it. */
#include "app/recorder.h"
#include "base/vec.h"
#include "bench.h"

#include <float.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

/* --- the DAE as IDA wants it */

typedef struct {
  const Model *model;
  int          nz, nl, n;
  SystemWork   work;
  double      *still; /* [nz] zeros */
  double      *rate, *theta, *theta_v, *A, *T, *C;
  int         *partner; /* [nz] J: entry i of a gradient arrives at row partner[i] with sign[i] */
  double      *sign;
  SUNContext   context;
  N_Vector     y, yp, atol, id;
} Peer;

static int peer_residual(realtype t, N_Vector y, N_Vector yp, N_Vector out, void *data)
{
  Peer         *peer = data;
  const double *z = N_VGetArrayPointer(y), *zp = N_VGetArrayPointer(yp);
  double       *r     = N_VGetArrayPointer(out);
  SystemPoint   point = {.rate = peer->rate, .theta = r + peer->nz, .theta_v = peer->theta_v};

  (void)t;
  system_evaluate(&peer->model->system, z, peer->still, z + peer->nz, &peer->work, &point);
  for (int i = 0; i < peer->nz; i++) r[i] = zp[i] - peer->rate[i];
  return 0;
}

/* (c I - A, -J grad Theta^T; grad Theta, 0) */
static int peer_jacobian(realtype t, realtype c, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J, void *data,
                         N_Vector a1, N_Vector a2, N_Vector a3)
{
  Peer          *peer = data;
  const double  *z    = N_VGetArrayPointer(y);
  const Pattern *A = &peer->model->system.A, *T = &peer->model->system.T;
  const int      nz    = peer->nz;
  SystemPoint    point = {peer->rate, peer->theta, peer->theta_v, peer->A, peer->T, peer->C};

  (void)t, (void)yp, (void)r, (void)a1, (void)a2, (void)a3;
  system_evaluate(&peer->model->system, z, peer->still, z + nz, &peer->work, &point);
  SUNMatZero(J);
  for (int i = 0; i < nz; i++) {
    SM_ELEMENT_D(J, i, i) = c;
    for (int e = A->row[i]; e < A->row[i + 1]; e++) SM_ELEMENT_D(J, i, A->col[e]) -= peer->A[e];
  }
  for (int i = 0; i < peer->nl; i++)
    for (int e = T->row[i]; e < T->row[i + 1]; e++) {
      const int j                               = T->col[e];
      SM_ELEMENT_D(J, nz + i, j)                = peer->T[e];
      SM_ELEMENT_D(J, peer->partner[j], nz + i) = -peer->sign[j] * peer->T[e];
    }
  return 0;
}

static void partner_fill(Peer *peer)
{
  const System *sys = &peer->model->system;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++) {
      const int q = sys->start[b] + i, p = q + sys->bodies[b].nq;
      peer->partner[q] = p;
      peer->partner[p] = q;
      peer->sign[q]    = -1.0;
      peer->sign[p]    = 1.0;
    }
}

static PetscErrorCode peer_create(const Model *model, Peer *peer)
{
  const System *sys = &model->system;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(peer, sizeof *peer));
  peer->model = model;
  peer->nz    = sys->nz;
  peer->nl    = sys->nl;
  peer->n     = sys->nz + sys->nl;
  PetscCall(PetscCalloc5(sys->nz, &peer->still, sys->nz, &peer->rate, sys->nl, &peer->theta, sys->nl, &peer->theta_v,
                         sys->A.nnz, &peer->A));
  PetscCall(PetscCalloc4(sys->T.nnz, &peer->T, sys->T.nnz, &peer->C, sys->nz, &peer->partner, sys->nz, &peer->sign));
  partner_fill(peer);
  PetscCheck(system_work_create(sys, &peer->work) && SUNContext_Create(NULL, &peer->context) == 0, PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  peer->y    = N_VNew_Serial(peer->n, peer->context);
  peer->yp   = N_VNew_Serial(peer->n, peer->context);
  peer->atol = N_VNew_Serial(peer->n, peer->context);
  peer->id   = N_VNew_Serial(peer->n, peer->context);
  PetscFunctionReturn(0);
}

static PetscErrorCode peer_destroy(Peer *peer)
{
  PetscFunctionBeginUser;
  N_VDestroy(peer->y);
  N_VDestroy(peer->yp);
  N_VDestroy(peer->atol);
  N_VDestroy(peer->id);
  SUNContext_Free(&peer->context);
  system_work_destroy(&peer->work);
  PetscCall(PetscFree5(peer->still, peer->rate, peer->theta, peer->theta_v, peer->A));
  PetscCall(PetscFree4(peer->T, peer->C, peer->partner, peer->sign));
  PetscFunctionReturn(0);
}

/* --- one run of IDA */

typedef struct {
  double tolerance;  /* relative, and absolute in natural units */
  double multiplier; /* absolute tolerance of multipliers in units of the larger of 1 and their start values */
  double newton;     /* coefficient of IDA's nonlinear convergence test */
} Settings;

typedef struct {
  Settings settings;
  double   seconds, error;
  long     steps;
} PeerRun;

static void peer_begin(Peer *peer, const Settings *settings)
{
  const System *sys = &peer->model->system;
  double       *y = N_VGetArrayPointer(peer->y), *yp = N_VGetArrayPointer(peer->yp);
  double       *atol = N_VGetArrayPointer(peer->atol), *id = N_VGetArrayPointer(peer->id);
  const double  size  = fmax(1.0, vec_max(peer->nl, peer->model->lambda));
  SystemPoint   point = {.rate = yp, .theta = peer->theta, .theta_v = peer->theta_v};

  vec_copy(peer->nz, peer->model->z, y);
  vec_copy(peer->nl, peer->model->lambda, y + peer->nz);
  vec_zero(peer->n, yp);
  system_evaluate(sys, y, peer->still, y + peer->nz, &peer->work, &point);
  for (int i = 0; i < peer->n; i++) {
    id[i]   = i < peer->nz;
    atol[i] = i < peer->nz ? settings->tolerance * sys->scale_z[i] : settings->multiplier * size;
  }
}

static void no_message(int code, const char *module, const char *function, char *text, void *data)
{
  (void)code, (void)module, (void)function, (void)text, (void)data;
}

static bool ida_prepare(void *ida, Peer *peer, const Settings *settings, SUNLinearSolver solver, SUNMatrix matrix)
{
  const ProblemTime *time = &peer->model->problem.time;

  return IDASetErrHandlerFn(ida, no_message, NULL) == 0 &&
         IDAInit(ida, peer_residual, time->start, peer->y, peer->yp) == 0 &&
         IDASVtolerances(ida, settings->tolerance, peer->atol) == 0 && IDASetUserData(ida, peer) == 0 &&
         IDASetLinearSolver(ida, solver, matrix) == 0 && IDASetJacFn(ida, peer_jacobian) == 0 &&
         IDASetId(ida, peer->id) == 0 && IDASetSuppressAlg(ida, SUNTRUE) == 0 && IDASetMaxOrd(ida, 5) == 0 &&
         IDASetMaxNumSteps(ida, 1000000) == 0 && IDASetNonlinConvCoef(ida, settings->newton) == 0 &&
         IDASetInitStep(ida, fmin(1e-3, 1e-2 * sqrt(settings->tolerance))) == 0 && IDASetStopTime(ida, time->end) == 0;
}

static void peer_run(Peer *peer, const Settings *settings, PeerRun *run)
{
  void           *ida    = IDACreate(peer->context);
  SUNMatrix       matrix = SUNDenseMatrix(peer->n, peer->n, peer->context);
  SUNLinearSolver solver = SUNLinSol_Dense(peer->y, matrix, peer->context);
  realtype        t      = 0.0;

  peer_begin(peer, settings);
  *run = (PeerRun){.settings = *settings, .seconds = INFINITY, .error = INFINITY};
  if (ida_prepare(ida, peer, settings, solver, matrix)) {
    const double start = clock_seconds();
    const int    flag  = IDASolve(ida, peer->model->problem.time.end, &t, peer->y, peer->yp, IDA_NORMAL);
    run->seconds       = clock_seconds() - start;
    if (flag >= 0) run->error = bench_state_error(peer->model, N_VGetArrayPointer(peer->y));
    IDAGetNumSteps(ida, &run->steps);
  }
  IDAFree(&ida);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
}

/* --- the scans */

static const double targets[] = {1e-4, 1e-7, 1e-10};
enum { NTARGETS = sizeof targets / sizeof targets[0], TOLERANCES = 34 };

/* Fastest of several repetitions. */
static void peer_best(Peer *peer, PeerRun *best)
{
  const double start = clock_seconds();
  PeerRun      now;

  for (int i = 1; i < bench_repeat.least || clock_seconds() - start < bench_repeat.seconds; i++) {
    peer_run(peer, &best->settings, &now);
    if (now.seconds < best->seconds) best->seconds = now.seconds;
  }
}

/* All settings once; for each target the fastest that reaches it, then timed well. */
static PetscErrorCode peer_scan(const Model *model, PeerRun best[NTARGETS])
{
  static const double multiplier[] = {1e-2, 1.0, 1e4}, newton[] = {0.33, 0.1, 0.01};
  Peer                peer;
  PeerRun             run;

  PetscFunctionBeginUser;
  PetscCall(peer_create(model, &peer));
  for (int i = 0; i < NTARGETS; i++) best[i] = (PeerRun){.seconds = INFINITY, .error = INFINITY};
  for (int t = 0; t < TOLERANCES; t++)
    for (int m = 0; m < 3; m++)
      for (int c = 0; c < 3; c++) {
        const Settings settings = {pow(10.0, -3.0 - t / 3.0), multiplier[m], newton[c]};
        peer_run(&peer, &settings, &run);
        if (getenv("BENCH_TRACE"))
          printf("# %.1e %.0e %.2f: %.2e %.3f ms %ld\n", settings.tolerance, settings.multiplier, settings.newton,
                 run.error, 1e3 * run.seconds, run.steps);
        for (int i = 0; i < NTARGETS; i++)
          if (run.error <= targets[i] && run.seconds < best[i].seconds) best[i] = run;
      }
  for (int i = 0; i < NTARGETS; i++)
    if (isfinite(best[i].error)) peer_best(&peer, &best[i]);
  PetscCall(peer_destroy(&peer));
  PetscFunctionReturn(0);
}

typedef struct {
  int    k, s, n; /* n = 0: none found */
  double tolerance, seconds, error;
} RigelRun;

static PetscErrorCode rigel_run(Model *model, RigelRun *run, int n)
{
  const Repeat few = {3, 0.0};
  Timing       timing;

  PetscFunctionBeginUser;
  run->n = n;
  bench_set(model, run->k, run->s, n);
  model->problem.solver.tolerance = run->tolerance;
  PetscCall(bench_best(model, &few, &timing));
  run->seconds = timing.status.verdict == RUN_DONE ? timing.seconds : 0.0;
  run->error   = bench_error(model, &timing);
  PetscFunctionReturn(0);
}

/* Fewest elements that reach the target: grow until they do, then halve the gap. Gives up when it gets slower than best. */
static PetscErrorCode rigel_search(Model *model, double target, const RigelRun *wanted, RigelRun *best)
{
  RigelRun now = *wanted, good;
  int      low = 0;

  PetscFunctionBeginUser;
  for (int n = 3;; n += (n + 1) / 2) {
    PetscCall(rigel_run(model, &now, n));
    if (now.error <= target) break;
    low = n;
    if (1.2 * now.seconds > best->seconds || n > 1000000) PetscFunctionReturn(0);
  }
  good = now;
  while (good.n - low > 1 + good.n / 50) {
    PetscCall(rigel_run(model, &now, (good.n + low) / 2));
    if (now.error <= target) good = now;
    else low = now.n;
  }
  if (good.seconds < best->seconds) *best = good;
  PetscFunctionReturn(0);
}

/* Over degrees, Gauss points and the given tolerances of Newton's method; high degrees first: they are fastest, and what
 * is slower is given up early. */
static PetscErrorCode rigel_scan(Model *model, double target, int ntol, const double *tol, RigelRun *best)
{
  static const int degrees[] = {8, 6, 4, 3, 2, 1};
  Timing           timing;

  PetscFunctionBeginUser;
  *best = (RigelRun){.seconds = INFINITY};
  for (int i = 0; i < 6; i++)
    for (int all = 0; all < 2; all++)
      for (int t = 0; t < ntol; t++) {
        const int      k      = degrees[i];
        const RigelRun wanted = {.k = k, .s = all ? GAUSS_AUTO : k, .tolerance = tol[t]};
        PetscCall(rigel_search(model, target, &wanted, best));
      }
  if (best->n == 0) PetscFunctionReturn(0);
  bench_set(model, best->k, best->s, best->n);
  model->problem.solver.tolerance = best->tolerance;
  best->s                         = scheme_gauss(&model->problem, &model->system);
  PetscCall(bench_best(model, &bench_repeat, &timing));
  best->seconds = fmin(best->seconds, timing.seconds);
  PetscFunctionReturn(0);
}

/* --- the table */

static void peer_print(const PeerRun *run)
{
  if (!isfinite(run->error)) printf("      not reached, rtol 1e-3 .. 1e-14        |");
  else
    printf("%8.3f %7.1e %6.0e %5.2f%7ld %8.1e |", 1e3 * run->seconds, run->settings.tolerance, run->settings.multiplier,
           run->settings.newton, run->steps, run->error);
}

static void rigel_print(const RigelRun *run, const PeerRun *peer)
{
  printf("%8.3f%3d%3d%6d %6.0e%9.1e%7.1f |", 1e3 * run->seconds, run->k, run->s, run->n, run->tolerance, run->error,
         peer->seconds / run->seconds);
}

static PetscErrorCode problem_compare(const char *file)
{
  static const double loose[] = {1e-9, 1e-7, 1e-5, 1e-3};
  Model               model;
  PeerRun             peer[NTARGETS];
  RigelRun            rigel;

  PetscFunctionBeginUser;
  PetscCall(bench_read(file, &model));
  PetscCall(peer_scan(&model, peer));
  const double usual = model.problem.solver.tolerance;
  for (int i = 0; i < NTARGETS; i++) {
    printf("%-17s %6.0e |", model.problem.name, targets[i]);
    peer_print(&peer[i]);
    PetscCall(rigel_scan(&model, targets[i], 1, &usual, &rigel));
    rigel_print(&rigel, &peer[i]);
    PetscCall(rigel_scan(&model, targets[i], 4, loose, &rigel));
    rigel_print(&rigel, &peer[i]);
    printf("\n");
  }
  PetscCall(model_clear(&model));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  PetscCall(bench_start(&argc, &argv));
  printf(
    "Milliseconds to reach an error at the end of the run, set-up and output excluded; fastest of at least %d runs\n"
    "over %.1f s. IDA: rtol, absolute tolerance of multipliers, Newton coefficient and steps of the fastest run;\n"
    "Rigel: k, s, elements and Newton's tolerance, first the default one, then free. Ratio: IDA / Rigel.\n\n",
    bench_repeat.least, bench_repeat.seconds);
  printf("%25s | %-47s| %-42s| %-42s|\n", "", "IDA", "Rigel, default tolerance", "Rigel, tolerance tuned");
  printf("problem            error |      ms    rtol   mult   nls  steps    error |"
         "      ms  k  s     n    tol    error  ratio |      ms  k  s     n    tol    error  ratio |\n");
  PetscCall(problem_compare("problems/spinning_box.yaml"));
  PetscCall(problem_compare("problems/physical_pendulum.yaml"));
  PetscCall(PetscFinalize());
  return 0;
}
