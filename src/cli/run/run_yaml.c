/* run.yaml: the effective problem, and the blocks that a run adds to it. */
#include "cli/run/run_yaml.h"

#include "base/yaml_text.h"
#include "cli/run/optimum_report.h"
#include "output/manifest.h"

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

/* The block results: verdict, message, errors, optimum, drifts, multipliers, condition numbers. */
static void results_write(const Recorder *recorder, const RunStatus *status, FILE *stream)
{
  const Drift *d       = &recorder->drift;
  const int    dropped = recorder->model->dropped.ndependent;

  fprintf(stream, "results:\n  verdict: %s\n", report_verdict(recorder, status));
  value_write("time", status->time, stream);
  if (run_failed(status)) fputs("  message: ", stream), yaml_text(status->message, stream), fputc('\n', stream);
  error_write(&recorder->error, stream);
  angle_write(recorder, stream);
  optimum_write(&recorder->model->problem, &status->optimum, stream);
  drift_write(d, &recorder->model->system, stream);
  if (dropped) {
    value_write("dropped_rows", dropped, stream);
    value_write("dropped_phi_max_scaled", d->dropped[0], stream);
    value_write("dropped_psi_max_scaled", d->dropped[1], stream);
  }
  value_write("gamma_max", recorder->gamma_max, stream);
  value_write("mu_max", recorder->mu_max, stream);
  value_write("condition", recorder->condition_max, stream);
  value_write("condition_paper", recorder->condition_paper_max, stream);
  value_write("condition_1", recorder->condition_1_max, stream);
  if (recorder->condition_bound > 0.0) fprintf(stream, "  condition_bound: true\n");
}

/* What the scheme conserves by construction. */
static void exactness_write(const Model *model, FILE *stream)
{
  Exactness exact;

  report_exactness(model, &exact);
  const struct {
    const char *key;
    bool        value;
  } items[] = {{"energy", exact.energy}, {"angular_momentum", exact.angular}, {"phi", exact.phi}, {"psi", exact.psi}};
  fputs("  exact: {", stream);
  for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
    fprintf(stream, "%s%s: ", i ? ", " : "", items[i].key);
    yaml_flag(items[i].value, stream);
  }
  fputs("}\n", stream);
}

/* Counts of elements, unknowns and Newton's method. */
static void totals_write(const Model *model, const RunStatus *status, FILE *stream)
{
  fprintf(stream, "totals:\n  elements: %d\n  completed: %d\n  gauss: %d\n  unknowns: %d\n  linear: %s\n",
          status->elements, status->element, scheme_gauss(&model->problem, &model->system), status->unknowns,
          status->linear);
  fprintf(stream, "  corrections: %ld\n  grown_windows: %d\n", status->corrections, status->grown);
  fprintf(stream, "  newton_iterations: %ld\n  most_iterations: %d\n  rounding_floor: %d\n", status->iterations,
          status->most_iterations, status->floors);
  exactness_write(model, stream);
}

void run_yaml_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  problem_write(&recorder->model->problem, stream);
  fprintf(stream, "versions: {rigel: \"%s\", petsc: \"%d.%d.%d\"}\n", RIGEL_VERSION, PETSC_VERSION_MAJOR,
          PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
  fprintf(stream, "timings: {total: %.6g, residual: %.6g, jacobian: %.6g, newton: %.6g, output: %.6g}\n", seconds,
          status->seconds_residual, status->seconds_jacobian, status->seconds_newton, recorder->seconds_output);
  totals_write(recorder->model, status, stream);
  results_write(recorder, status, stream);
}
