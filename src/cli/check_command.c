/* `rigel check`: validates a problem and prints sizes, inertia, start values, rank and derivatives. */
#include "base/vec.h"
#include "base/words.h"
#include "body/inertia.h"
#include "cli/line/command_options.h"
#include "cli/line/hint.h"
#include "cli/program.h"
#include "cli/report/report.h"
#include "cli/report/trust.h"
#include "cli/study/study.h"
#include "diag/derivative.h"
#include "start/constraint_rank.h"
#include "start/initial.h"

static const Option check_options[] = {
  SET_OPTION("replaces a value of the file, as for rigel run"),
  {.name = NULL},
};

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

/* Mass and inertia of the first `most` bodies. */
static void bodies_print(const Problem *problem, const System *sys, int most)
{
  for (int b = 0; b < sys->nbodies && b < most; b++) {
    const Body *body = &sys->bodies[b];
    printf("  body     %s: %s, %d coordinates, mass %.9g\n", body->name, body->ops->name, body->nq, body->mass);
    if (body->nq > 3) inertia_print(body);
    if (problem->bodies[b].shape.kind == SHAPE_SITES) sites_print(&problem->bodies[b]);
  }
  if (sys->nbodies > most) printf("  body     and %d more\n", sys->nbodies - most);
}

/* Rows of joints and motions: all, independent ones at the start and around it, dropped ones; and the degrees of freedom. */
typedef struct {
  int rows, start, around, dropped, rates, freedoms;
} Ranks;

static PetscErrorCode ranks_find(const Model *model, Ranks *ranks)
{
  Redundancy rank;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find(&model->system, model->system.t0, model->z, constraint_rank_tolerance, &rank));
  *ranks = (Ranks){.rows     = rank.nrows + model->dropped.ndependent,
                   .start    = rank.nindependent,
                   .around   = rank.nrows,
                   .dropped  = model->dropped.ndependent,
                   .rates    = rank.nrates,
                   .freedoms = rank.nrates - rank.nrows};
  PetscCall(constraint_rank_clear(&rank));
  PetscFunctionReturn(0);
}

static void ranks_print(const Model *model, const Ranks *r)
{
  if (!r->rows) return;
  printf("  rank     %d row%s of joints%s, %d independent at the start", r->rows, word_plural(r->rows),
         model->system.ndrivers ? " and motions" : "", r->start);
  if (r->dropped || r->around != r->start) printf(", %d around it, %d dropped", r->around, r->dropped);
  printf("; %d velocit%s, %s%d degree%s of freedom\n", r->rates, r->rates == 1 ? "y" : "ies",
         model->dropped.needed ? "at most " : "", r->freedoms, word_plural(r->freedoms));
}

/* Everything that is known without a solve. */
typedef struct {
  Invariants      start;
  Ranks           ranks;
  DerivativeCheck slopes;
} Findings;

static PetscErrorCode findings_find(const Model *model, Findings *findings)
{
  InvariantMeter meter;

  PetscFunctionBeginUser;
  PetscCheck(invariant_meter_create(&model->system, &meter), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  findings->start = *invariant_measure(&meter, model->system.t0, model->z);
  invariant_meter_destroy(&meter);
  PetscCall(ranks_find(model, &findings->ranks));
  PetscCheck(derivative_check(&model->system, model->z, model->lambda, &findings->slopes), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "out of memory");
  PetscFunctionReturn(0);
}

static void findings_print(const Model *model, const Findings *findings, int most)
{
  const Invariants      *now   = &findings->start;
  const DerivativeCheck *check = &findings->slopes;
  const Units           *units = &model->system.units;

  report_begin(model, stdout);
  exactness_print(model, NULL, stdout);
  bodies_print(&model->problem, &model->system, most);
  printf("  start    H = %.15g (T = %.9g, V = %.9g), L = (%.9g, %.9g, %.9g)\n", now->H, now->T, now->V, now->L[0],
         now->L[1], now->L[2]);
  printf("           largest constraint residual %.2e (position), %.2e (velocity), scaled\n", now->phi_max_scaled,
         now->psi_max_scaled);
  ranks_print(model, &findings->ranks);
  printf("  slopes   analytic against differences: %.1e (equations), %.1e (constraints), %.1e (their rates)\n",
         check->rate, check->theta, check->theta_v);
  printf("  units    length %.6g, mass %.6g, time %.6g\n", units->length, units->mass, units->length / units->velocity);
  printf("  valid\n");
}

/* --- the answer to --json */

static void bodies_answer(JsonWriter *json, const System *sys)
{
  json_open(json, "bodies", '[');
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    double      value[3], V[3][3];
    json_open(json, NULL, '{');
    json_put_text(json, "name", body->name);
    json_put_text(json, "formulation", body->ops->name);
    json_put_integer(json, "coordinates", body->nq);
    json_put_real(json, "mass", body->mass);
    if (body->nq > 3) mat3_eigen_symmetric(body->J, value, V), json_put_reals(json, "principal_moments", 3, value);
    json_close(json);
  }
  json_close(json);
}

static void ranks_answer(JsonWriter *json, const Ranks *r)
{
  json_open(json, "rank", '{');
  json_put_integer(json, "rows", r->rows);
  json_put_integer(json, "independent_start", r->start);
  json_put_integer(json, "independent_around", r->around);
  json_put_integer(json, "dropped", r->dropped);
  json_put_integer(json, "velocities", r->rates);
  json_put_integer(json, "degrees_of_freedom", r->freedoms);
  json_close(json);
}

static void sizes_answer(JsonWriter *json, const System *sys)
{
  json_open(json, "system", '{');
  json_put_integer(json, "bodies", sys->nbodies);
  json_put_integer(json, "joints", sys->ngroups - sys->nbodies - sys->ndrivers);
  json_put_integer(json, "motions", sys->ndrivers);
  json_put_integer(json, "loads", sys->nloads - sys->ninputs);
  json_put_integer(json, "inputs", sys->ninputs);
  json_put_integer(json, "states", sys->nz);
  json_put_integer(json, "constraints", sys->nl / 2);
  json_close(json);
}

static void findings_answer(JsonWriter *json, const Model *model, const Findings *findings)
{
  const Invariants *now = &findings->start;

  json_put_text(json, "name", model->problem.name);
  sizes_answer(json, &model->system);
  bodies_answer(json, &model->system);
  json_open(json, "start", '{');
  json_put_real(json, "H", now->H);
  json_put_real(json, "T", now->T);
  json_put_real(json, "V", now->V);
  json_put_reals(json, "L", 3, now->L);
  json_put_real(json, "phi_max_scaled", now->phi_max_scaled);
  json_put_real(json, "psi_max_scaled", now->psi_max_scaled);
  json_close(json);
  ranks_answer(json, &findings->ranks);
  json_open(json, "derivatives", '{');
  json_put_real(json, "equations", findings->slopes.rate);
  json_put_real(json, "constraints", findings->slopes.theta);
  json_put_real(json, "constraint_rates", findings->slopes.theta_v);
  json_close(json);
}

/* Prints everything that is known without a solve. */
static PetscErrorCode model_check(const CommandLine *line, const char *file, const Model *model, int *code)
{
  Findings findings;

  PetscFunctionBeginUser;
  PetscCall(findings_find(model, &findings));
  findings_print(model, &findings, line->verbose ? model->system.nbodies : 10);
  if (line->answer) findings_answer(&line->answer->json, model, &findings);
  hint_print(line, "rigel run %s", file);
  *code = EXIT_DONE;
  PetscFunctionReturn(0);
}

/* Command.run: exit code 0 if the problem is valid and its derivatives agree with differences. */
static PetscErrorCode check_run(const CommandLine *line, int *code)
{
  Arguments arguments;
  FaultList faults;
  Model     model;
  int       study;

  PetscFunctionBeginUser;
  *code = EXIT_INPUT;
  if (!arguments_take(line, &arguments)) PetscFunctionReturn(0);
  fault_init(&faults, arguments.file);
  PetscCall(model_read(arguments.file, arguments.nset, arguments.set, &faults, &model));
  PetscCall(study_check(&arguments, model.ready, &faults, &study));
  fault_sort(&faults);
  fault_print(&faults, stderr);
  fault_print(&model.warnings, stderr);
  if (model.ready && study == EXIT_DONE) PetscCall(model_check(line, arguments.file, &model, code));
  if (faults.memory) *code = EXIT_INTERNAL;
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

const Command check_command = {
  .name    = "check",
  .summary = "validate the problem in FILE without solving it",
  .usage   = "FILE",
  .text =
    "Validates the problem in FILE (-: the standard input) without solving it: sizes and degrees of freedom, mass, principal\n"
    "moments and axes of the bodies, consistency of the initial values, redundant constraints, analytic derivatives against\n"
    "differences. Validates every run of the study block, if FILE has one.\n",
  .exits   = "0 valid, 2 bad input",
  .options = check_options,
  .operand = {{.kind = OFFER_FILES}},
  .example = {{"rigel check problems/mechanisms/four_bar.yaml", "prints sizes, masses, rank and degrees of freedom"},
              {"rigel check problems/heavy_top.yaml --json --set bodies.top.mass=14", "the same as one JSON object"}},
  .petsc   = true,
  .json    = true,
  .run     = check_run};
