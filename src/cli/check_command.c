/* `rigel check`: validates a problem and prints sizes, inertia, start values, rank and derivatives. */
#include "base/vec.h"
#include "base/words.h"
#include "body/inertia.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/run/report.h"
#include "cli/study/study.h"
#include "diag/derivative.h"
#include "start/constraint_rank.h"
#include "start/initial.h"

static const char check_help[] =
  "usage: rigel check FILE [--set key.path=value ...]\n"
  "\n"
  "Validates the problem in FILE (-: the standard input) without solving it: sizes and degrees of freedom, mass, principal\n"
  "moments and axes of the bodies, consistency of the initial values, redundant constraints, analytic derivatives against\n"
  "differences. Validates every run of the study block, if FILE has one.\n"
  "\n"
  "Exit codes: 0 valid, 2 bad input.\n";

/* Prints a vector; components below rounding, relative to `size`, print as 0, and so does -0. */
static void vector_print(const double x[3], double size)
{
  double clean[3];

  for (int i = 0; i < 3; i++) clean[i] = fabs(x[i]) <= 1e-14 * size ? 0.0 : x[i];
  printf("(%.9g, %.9g, %.9g)", clean[0], clean[1], clean[2]);
}

/* Principal moments about the reference point and their axes, a right-handed triad in body axes. */
static void inertia_print(const Body *body)
{
  double value[3], V[3][3];

  mat3_eigen_symmetric(body->J, value, V);
  printf("           principal moments %.9g, %.9g, %.9g\n", value[0], value[1], value[2]);
  printf("           about the axes ");
  for (int i = 0; i < 3; i++) {
    const double axis[3] = {V[0][i], V[1][i], V[2][i]};
    vector_print(axis, 1.0);
    printf("%s", i < 2 ? ", " : "\n");
  }
}

/* The centre of mass of the sites in the coordinates of the file. */
static void sites_print(const ProblemBody *given)
{
  const int n = given->shape.nsites;
  double    mass, J[3][3], center[3], size = 0.0;

  inertia_of(given, &mass, J, center);
  for (int s = 0; s < n; s++) size = fmax(size, vec_max(3, given->shape.sites + 4 * s + 1));
  printf("           %d site%s, given with their centre of mass at ", n, word_plural(n));
  vector_print(center, size);
  printf("\n");
}

/* Mass and inertia of the first ten bodies. */
static void bodies_print(const Problem *problem, const System *sys)
{
  for (int b = 0; b < sys->nbodies && b < 10; b++) {
    const Body *body = &sys->bodies[b];
    printf("  body     %s: %s, %d coordinates, mass %.9g\n", body->name, body->ops->name, body->nq, body->mass);
    if (body->nq > 3) inertia_print(body);
    if (problem->bodies[b].shape.kind == SHAPE_SITES) sites_print(&problem->bodies[b]);
  }
  if (sys->nbodies > 10) printf("  body     and %d more\n", sys->nbodies - 10);
}

/* Rows of joints: all, independent and dropped ones; and the degrees of freedom that they leave. */
static PetscErrorCode rank_print(const Model *model)
{
  Redundancy rank;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find(&model->system, model->system.t0, model->z, constraint_rank_tolerance, &rank));
  if (rank.nrows) {
    const int dropped = model->dropped.ndependent, rows = rank.nrows + dropped,
              freedoms = rank.nrates - rank.nindependent;
    printf("  rank     %d row%s of joints%s, %d independent", rows, word_plural(rows),
           model->system.ndrivers ? " and motions" : "", rank.nindependent);
    if (dropped) printf(", %d dropped", dropped);
    printf("; %d velocit%s, %d degree%s of freedom\n", rank.nrates, rank.nrates == 1 ? "y" : "ies", freedoms,
           word_plural(freedoms));
  }
  PetscCall(constraint_rank_clear(&rank));
  PetscFunctionReturn(0);
}

/* Prints everything that is known without a solve. */
static PetscErrorCode model_check(const Model *model, int *code)
{
  DerivativeCheck check;
  InvariantMeter  meter;
  const Units    *units = &model->system.units;

  PetscFunctionBeginUser;
  report_begin(model, stdout);
  bodies_print(&model->problem, &model->system);
  PetscCheck(invariant_meter_create(&model->system, &meter), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  const Invariants *now = invariant_measure(&meter, model->system.t0, model->z);
  printf("  start    H = %.15g (T = %.9g, V = %.9g), L = (%.9g, %.9g, %.9g)\n", now->H, now->T, now->V, now->L[0],
         now->L[1], now->L[2]);
  printf("           largest constraint residual %.2e (position), %.2e (velocity), scaled\n", now->phi_max_scaled,
         now->psi_max_scaled);
  invariant_meter_destroy(&meter);
  PetscCall(rank_print(model));
  PetscCheck(derivative_check(&model->system, model->z, model->lambda, &check), PETSC_COMM_SELF, PETSC_ERR_MEM,
             "out of memory");
  printf("  slopes   analytic against differences: %.1e (equations), %.1e (constraints), %.1e (their rates)\n",
         check.rate, check.theta, check.theta_v);
  printf("  units    length %.6g, mass %.6g, time %.6g\n", units->length, units->mass, units->length / units->velocity);
  printf("  valid\n");
  *code = EXIT_DONE;
  PetscFunctionReturn(0);
}

static PetscErrorCode check_run(int argc, char **argv, int *code)
{
  Arguments arguments;
  FaultList faults;
  Model     model;
  int       study;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!arguments_parse(argc, argv, false, &arguments)) PetscFunctionReturn(0);
  if (arguments.help) {
    fputs(check_help, stdout);
    *code = EXIT_DONE;
    PetscFunctionReturn(0);
  }
  fault_init(&faults, arguments.file);
  PetscCall(model_read(arguments.file, arguments.nset, arguments.set, &faults, &model));
  PetscCall(study_check(&arguments, model.ready, &faults, &study));
  fault_sort(&faults);
  fault_print(&faults, stderr);
  if (model.ready && study == EXIT_DONE) PetscCall(model_check(&model, code));
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

const Command check_command = {
  .name = "check", .summary = "validate the problem in FILE without solving it", .help = check_help, .run = check_run};
