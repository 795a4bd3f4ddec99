/* run.yaml: the effective problem, and the blocks that a run adds to it. */
#include "cli/report/run_yaml.h"

#include "base/yaml_text.h"
#include "cli/report/accuracy_report.h"
#include "cli/report/optimum_report.h"
#include "cli/report/start_report.h"
#include "output/manifest.h"

#include <inttypes.h>
#include <math.h>
#include <petscversion.h>

/* "  key: value"; a number that was not measured (NAN) is left out. */
static void value_write(const char *key, double value, FILE *stream)
{
  if (isnan(value)) return;
  fprintf(stream, "  %s: ", key);
  yaml_real(value, stream);
  fputc('\n', stream);
}

/* Keys with a common stem and the numbers 1, 2, 3. */
static void vector_write(const char *stem, const double value[3], FILE *stream)
{
  char key[NAME_LEN];

  for (int i = 0; i < 3; i++) {
    snprintf(key, sizeof key, "%s%d", stem, i + 1);
    value_write(key, value[i], stream);
  }
}

/* Errors against the reference, where there is one. */
static void error_write(const ReferenceError *error, FILE *stream)
{
  if (isnan(error->time)) return;
  value_write("error_time", error->time, stream);
  value_write("error_e_loc", error->e_loc, stream);
  value_write("error_rotation", error->rotation, stream);
  value_write("error_position", error->position, stream);
}

/* Angle that each body turned through, with boundary values. */
static void angle_write(const Recorder *recorder, FILE *stream)
{
  const System *system = &recorder->model->system;
  char          key[2 * NAME_LEN];

  for (int b = 0; recorder->angle && b < system->nbodies; b++) {
    snprintf(key, sizeof key, "turned_%s", system->bodies[b].name);
    value_write(key, recorder->angle[b], stream);
  }
}

/* Largest changes of the conserved quantities, absolute and relative, and of the constraints. */
static void drift_write(const Drift *d, const System *system, FILE *stream)
{
  value_write("H_start", d->H0, stream);
  value_write("drift_H", d->H, stream);
  if (system->nloads || system->ndrivers) {
    value_write("work_external", d->W_ext, stream);
    value_write("work_dissipated", d->W_diss, stream);
  }
  value_write("drift_H_relative", drift_relative(d->H, d->scale_H), stream);
  vector_write("drift_L", d->L, stream);
  value_write("drift_L_relative", drift_angular(d), stream);
  vector_write("drift_P", d->P, stream);
  value_write("drift_P_relative", drift_linear(d), stream);
  value_write("phi_max", d->phi, stream);
  value_write("psi_max", d->psi, stream);
  value_write("phi_max_scaled", d->phi_scaled, stream);
  value_write("psi_max_scaled", d->psi_scaled, stream);
}

static void text_write(const char *key, const char *text, FILE *stream)
{
  fprintf(stream, "  %s: ", key);
  yaml_text(text, stream);
  fputc('\n', stream);
}

/* Whether the run is resolved, and the measures behind that. */
static void resolution_write(const Recorder *recorder, FILE *stream)
{
  static const char *const words[] = {
    [RESOLVED] = "\"yes\"", [RESOLVED_COARSELY] = "coarse", [NOT_RESOLVED] = "\"no\""};
  const Resolution *r = &recorder->judgement.resolution;

  value_write("mu_max_scaled", recorder->watch.largest.mu_scaled, stream);
  fprintf(stream, "  resolved: %s\n", words[r->kind]);
  value_write("turn_max", r->turn.value, stream);
  value_write("turn_time", r->turn.time, stream);
  value_write("defect_max", r->defect.value, stream);
  value_write("defect_time", r->defect.time, stream);
  value_write("defect_error", r->error, stream);
  if (r->load[0]) value_write("phase_max", r->phase, stream);
  if (r->kind != RESOLVED) value_write("resolving_step", r->step, stream);
}

/* What the scheme conserves by construction: measured drifts and their limits. */
static void claims_write(const Claim claims[CLAIMS], FILE *stream)
{
  fputs("  claims:\n", stream);
  for (int i = 0; i < CLAIMS; i++) {
    fprintf(stream, "    %s: {claimed: ", claims[i].key);
    yaml_flag(claims[i].holds, stream);
    fputs(", drift: ", stream);
    yaml_real(claims[i].drift, stream);
    fputs(", limit: ", stream);
    yaml_real(claims[i].limit, stream);
    fputs(", agrees: ", stream);
    yaml_flag(claim_agrees(&claims[i]), stream);
    fputs("}\n", stream);
  }
}

/* The block results: verdict, message, errors, optimum, drifts, multipliers, condition numbers. */
static void results_write(const Recorder *recorder, const RunStatus *status, const Claim claims[CLAIMS], FILE *stream)
{
  const Drift         *d       = &recorder->watch.drift;
  const int            dropped = recorder->model->dropped.ndependent;
  const ProblemSolver *solver  = &recorder->model->problem.solver;

  fprintf(stream, "results:\n  verdict: %s\n", report_verdict(recorder, status));
  value_write("time", status->time, stream);
  if (run_failed(status)) {
    text_write("message", status->message, stream);
    text_write("code", message_id(status->code), stream);
  }
  if (solver->petsc_private[0]) text_write("petsc_command_line", solver->petsc_private, stream);
  accuracy_write(recorder, status, stream);
  error_write(&recorder->error, stream);
  angle_write(recorder, stream);
  optimum_write(&recorder->model->problem, &status->optimum, stream);
  drift_write(d, &recorder->model->system, stream);
  claims_write(claims, stream);
  if (dropped) {
    value_write("dropped_rows", dropped, stream);
    value_write("dropped_phi_max_scaled", d->dropped[0], stream);
    value_write("dropped_psi_max_scaled", d->dropped[1], stream);
    value_write("row_changes", status->row_changes, stream);
  }
  if (status->row_changes) {
    value_write("row_change_time", status->change_time, stream);
    text_write("row_change", status->changed, stream);
  }
  value_write("gamma_max", recorder->watch.largest.gamma, stream);
  value_write("mu_max", recorder->watch.largest.mu, stream);
  resolution_write(recorder, stream);
  value_write("condition", recorder->condition_max, stream);
  value_write("condition_paper", recorder->condition_paper_max, stream);
  value_write("condition_weak", recorder->condition_weak_max, stream);
  value_write("condition_1", recorder->condition_1_max, stream);
  if (recorder->condition_bound > 0.0) fprintf(stream, "  condition_bound: true\n");
}

/* The warnings about the problem, one text each; no key where there are none. */
static void warnings_write(const FaultList *warnings, FILE *stream)
{
  if (warnings->kept) fputs("warnings:\n", stream);
  for (int i = 0; i < warnings->kept; i++) {
    fputs("  - ", stream);
    yaml_text(warnings->text[i], stream);
    fputc('\n', stream);
  }
}

/* What the scheme conserves by construction, as far as the measured drifts agree. */
static void exactness_write(const Claim claims[CLAIMS], FILE *stream)
{
  fputs("  exact: {", stream);
  for (int i = 0; i < CLAIMS; i++) {
    fprintf(stream, "%s%s: ", i ? ", " : "", claims[i].key);
    yaml_flag(claims[i].holds && claim_agrees(&claims[i]), stream);
  }
  fputs("}\n", stream);
}

/* Counts of elements, unknowns and Newton's method. */
static void totals_write(const Model *model, const RunStatus *status, const Claim claims[CLAIMS], FILE *stream)
{
  fprintf(stream, "totals:\n  elements: %d\n  completed: %d\n  gauss: %d\n  unknowns: %d\n  linear: %s\n",
          status->elements, status->element, scheme_gauss(&model->problem, &model->system), status->unknowns,
          status->linear);
  fprintf(stream, "  corrections: %ld\n  grown_windows: %d\n", status->corrections, status->grown);
  fprintf(stream, "  newton_iterations: %ld\n  most_iterations: %d\n  rounding_floor: %d\n", status->iterations,
          status->most_iterations, status->floors);
  exactness_write(claims, stream);
}

/* The run and the checksums of its files, as `cksum` prints them: readers can tell whether the files belong together. */
static void files_write(const Recorder *recorder, FILE *stream)
{
  const FileSet *files = recorder->files;

  fprintf(stream, "run: {id: \"%s\", problem: ", files->id);
  yaml_text(recorder->origin, stream);
  fputs("}\nfiles:\n", stream);
  for (int i = 0; i < files->n; i++)
    if (files->files[i]->synced)
      fprintf(stream, "  - {name: %s, size: %" PRIu64 ", cksum: %" PRIu32 "}\n", files->files[i]->name,
              files->files[i]->sum.size, checksum_value(&files->files[i]->sum));
}

void run_yaml_blocks_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  Claim claims[CLAIMS];

  claims_fill(&recorder->watch, status, claims);
  fprintf(stream, "versions: {rigel: \"%s\", petsc: \"%d.%d.%d\"}\n", RIGEL_VERSION, PETSC_VERSION_MAJOR,
          PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
  fprintf(stream, "timings: {total: %.6g, residual: %.6g, jacobian: %.6g, newton: %.6g, output: %.6g}\n", seconds,
          status->seconds_residual, status->seconds_jacobian, status->seconds_newton, recorder->seconds_output);
  files_write(recorder, stream);
  totals_write(recorder->model, status, claims, stream);
  start_write(recorder->model, stream);
  warnings_write(&recorder->model->warnings, stream);
  results_write(recorder, status, claims, stream);
}

void run_yaml_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  problem_write(&recorder->model->problem, stream);
  run_yaml_blocks_write(recorder, status, seconds, stream);
}
