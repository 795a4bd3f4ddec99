#include "cli/run/report.h"

#include "cli/run/optimum_report.h"

#include "scheme/exactness.h"
#include "time/mesh.h"

#include <math.h>
#include <petscversion.h>
#include <string.h>

static void exactness_find(const Model *model, Exactness *exact)
{
  const Problem *problem = &model->problem;
  scheme_of(problem)->exactness(problem, &model->system, scheme_gauss(problem, &model->system), exact);
}

enum { MOMENTUM_LEN = 100 };

/* Which part of the momenta the system keeps: " along e1, e2" where gravity acts along e3, " about (0, 0, 1)" where it or a
 * joint leaves one axis through the origin; empty: all of it. */
static void momentum_words(const Symmetry *symmetry, char linear[MOMENTUM_LEN], char angular[MOMENTUM_LEN])
{
  const double *axis = symmetry->angular_axis;
  int           used = 0;

  linear[0] = angular[0] = '\0';
  for (int i = 0; i < 3; i++)
    if (symmetry->linear[i] && !(symmetry->linear[0] && symmetry->linear[1] && symmetry->linear[2]))
      used += snprintf(linear + used, MOMENTUM_LEN - (size_t)used, "%s e%d", used ? "," : " along", i + 1);
  if (symmetry->angular_axes == 1)
    snprintf(angular, MOMENTUM_LEN, " about (%.4g, %.4g, %.4g)", axis[0] + 0.0, axis[1] + 0.0, axis[2] + 0.0);
}

static void exactness_print(const Model *model, FILE *stream)
{
  Exactness   exact;
  Symmetry    symmetry;
  const char *comma = "";
  char        linear[MOMENTUM_LEN], angular[MOMENTUM_LEN];

  exactness_find(model, &exact);
  system_symmetry(&model->system, &symmetry);
  momentum_words(&symmetry, linear, angular);
  const struct {
    bool        holds;
    const char *name, *part;
  } items[] = {{exact.energy,
                !model->system.worked    ? "energy"
                : model->system.ndrivers ? "energy less work of loads and motions"
                                         : "energy less work of loads",
                ""},
               {exact.angular, "angular momentum", angular},
               {exact.linear, "linear momentum", linear},
               {exact.phi && model->system.nl, "position constraints", ""},
               {exact.psi && model->system.nl, "velocity constraints", ""}};
  fprintf(stream, "  exact    ");
  for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
    if (items[i].holds) {
      fprintf(stream, "%s%s%s", comma, items[i].name, items[i].part);
      comma = ", ";
    }
  fprintf(stream, "%s\n", *comma ? " (by construction, at element ends)" : "nothing by construction");
  for (int i = 0; i < exact.nnotes; i++) fprintf(stream, "  not      %s\n", exact.note[i]);
}

/* How motions are brought about, and what limits that. */
static void inverse_print(const Problem *p, const System *s, FILE *stream)
{
  double least = INFINITY, most = 0.0;
  int    sweeps = 0;

  if (p->inverse == INVERSE_SERVO)
    fprintf(stream, "  inverse  servo: %d input%s of controls for as many rows of motions, from rest to rest only\n",
            s->ninputs, s->ninputs == 1 ? "" : "s");
  if (p->inverse != INVERSE_TRACK) return;
  for (int t = 0; t < p->nterms; t++)
    for (int i = 0; p->terms[t].kind == TERM_EFFORT && i < 3; i++) {
      least  = fmin(least, problem_each(p->terms[t].weights, i));
      most   = fmax(most, problem_each(p->terms[t].weights, i));
      sweeps = p->terms[t].sweeps > sweeps ? p->terms[t].sweeps : sweeps;
    }
  fprintf(stream, "  inverse  track: the path is met up to an effort, eps = %.3g", least);
  if (most > least) fprintf(stream, " to %.3g", most);
  fprintf(stream, ", %d sweep%s; near an end whose state is free inputs are lost\n", sweeps, sweeps == 1 ? "" : "s");
}

void report_begin(const Model *model, FILE *stream)
{
  const Problem *p = &model->problem;
  const System  *s = &model->system;
  Mesh           mesh;
  const int      nloads    = s->nloads - s->ninputs;
  const int      njoints   = s->ngroups - s->nbodies - s->ndrivers;
  char           loads[80] = "";

  (void)mesh_create(&p->time, &mesh); /* only n, h and last are needed */
  fprintf(stream, "%s%s%s\n", p->name, p->title[0] ? ": " : "", p->title);
  const SchemeTraits *scheme     = p->method.scheme;
  const bool          elements   = scheme->galerkin != GALERKIN_NONE;
  char                degree[16] = "";
  if (elements) snprintf(degree, sizeof degree, "(%d)", p->method.degree);
  fprintf(stream, "  method   %s%s, %d %s%s%s, %d element%s of h = %.6g%s on [%.6g, %.6g]%s\n", scheme->name, degree,
          scheme_gauss(p, s), elements ? "Gauss point" : "stage", scheme_gauss(p, s) == 1 ? "" : "s",
          elements && p->method.gauss == GAUSS_AUTO ? " (auto)" : "", mesh.n, mesh.n == 1 ? "" : "s", mesh.h,
          p->time.ncorners || p->time.nrefinements ? " at most" : "", mesh.start, mesh.end,
          p->time.nrefinements ? ", shorter in parts of it"
          : p->time.ncorners
            ? s->ndrivers ? ", with ends at the corners of loads and motions" : ", with ends at the corners of loads"
          : mesh.last != mesh.h ? ", the last one shorter"
                                : "");
  mesh_destroy(&mesh);
  if (s->ndrivers) snprintf(loads, sizeof loads, ", %d motion%s", s->ndrivers, s->ndrivers == 1 ? "" : "s");
  if (nloads)
    snprintf(loads + strlen(loads), sizeof loads - strlen(loads), ", %d load%s", nloads, nloads == 1 ? "" : "s");
  if (s->ninputs)
    snprintf(loads + strlen(loads), sizeof loads - strlen(loads), ", %d input%s", s->ninputs,
             s->ninputs == 1 ? "" : "s");
  fprintf(stream,
          "  system   %d bod%s, %d joint%s%s, %d states, %d constraint%s on each level, %d degree%s of freedom\n",
          s->nbodies, s->nbodies == 1 ? "y" : "ies", njoints, njoints == 1 ? "" : "s", loads, s->nz, s->nl / 2,
          s->nl == 2 ? "" : "s", s->nz / 2 - s->nl / 2, s->nz / 2 - s->nl / 2 == 1 ? "" : "s");
  if (model->dropped.ndependent)
    fprintf(stream,
            "  dropped  %d redundant row%s: %s\n           the reactions of these joints are one choice of many\n",
            model->dropped.ndependent, model->dropped.ndependent == 1 ? "" : "s", model->dropped_text);
  if (p->initial == INITIAL_PROJECT)
    fprintf(stream, "  start    projected onto the constraints: coordinates moved by %.2g, momenta by %.2g (scaled)\n",
            model->projected[0], model->projected[1]);
  inverse_print(p, s, stream);
  exactness_print(model, stream);
}

const char *report_verdict(const Recorder *recorder, const RunStatus *status)
{
  static const char *const done[] = {[OPTIMUM_NONE]       = "done",
                                     [OPTIMUM_MINIMUM]    = "done",
                                     [OPTIMUM_STATIONARY] = "stationary, not a minimum",
                                     [OPTIMUM_UNKNOWN]    = "stationary, not known to be a minimum"};

  switch (status->verdict) {
  case RUN_DONE: return done[status->optimum.kind];
  case RUN_NOT_CONVERGED: return "not converged";
  case RUN_REFUSED: return "refused";
  case RUN_STOPPED: break;
  }
  return recorder->files.failed ? "writing failed" : "interrupted";
}

static void error_print(const Recorder *recorder, FILE *stream)
{
  const ReferenceError *e = &recorder->error;

  if (!recorder->model->problem.reference.given) return;
  if (isnan(recorder->error.time)) {
    fprintf(stream, "  error    none: the reference at t = %.9g is not at an element end that was reached\n",
            reference_time(&recorder->model->problem));
    return;
  }
  fprintf(stream, "  error    e_loc %.3e", e->e_loc);
  if (!isnan(e->rotation)) fprintf(stream, ", rotation %.3e", e->rotation);
  if (!isnan(e->position)) fprintf(stream, ", centre of mass %.3e", e->position);
  fprintf(stream, " at t = %.9g\n", e->time);
}

/* What was kept, and the work; of a run without an element there is nothing to say. */
static void drift_print(const Recorder *recorder, FILE *stream)
{
  const Drift *d       = &recorder->drift;
  const double angular = drift_angular(d), linear = drift_linear(d);
  char         along[MOMENTUM_LEN], about[MOMENTUM_LEN];

  momentum_words(&d->symmetry, along, about);
  fprintf(stream, "  drift    %s %.2e", recorder->model->system.worked ? "H - W" : "H",
          drift_relative(d->H, d->scale_H));
  if (!isnan(angular)) fprintf(stream, ", L%s %.2e", about, angular);
  if (!isnan(linear)) fprintf(stream, ", P%s %.2e", along, linear);
  fprintf(stream, " (relative)");
  if (recorder->model->system.nl) fprintf(stream, "; Phi %.2e, Psi %.2e (scaled)", d->phi_scaled, d->psi_scaled);
  fprintf(stream, "\n");
  if (recorder->model->dropped.ndependent)
    fprintf(stream, "           dropped rows: Phi %.2e, Psi %.2e (scaled)\n", d->dropped[0], d->dropped[1]);
  if (recorder->model->system.worked)
    fprintf(stream, "  work     %.9g from outside, %.9g lost by damping\n", d->W_ext, d->W_diss);
  error_print(recorder, stream);
}

void report_end(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  if (status->element > 0 || status->verdict == RUN_DONE) drift_print(recorder, stream);
  optimum_print(&recorder->model->problem, &status->optimum, stream);
  for (int b = 0; recorder->turned && status->verdict == RUN_DONE && b < recorder->model->system.nbodies; b++)
    if (recorder->model->system.bodies[b].nq > 3)
      fprintf(stream, "  branch   %s turns through %.6g rad in all; other solutions may turn further\n",
              recorder->model->system.bodies[b].name, recorder->turned[b]);
  if (status->windows)
    fprintf(stream, "  newton   %ld iteration%s and %ld correction%s in %d window%s, %d unknowns, %s LU\n",
            status->iterations, status->iterations == 1 ? "" : "s", status->corrections,
            status->corrections == 1 ? "" : "s", status->windows, status->windows == 1 ? "" : "s", status->unknowns,
            status->linear);
  else if (status->unknowns == 0) fprintf(stream, "  newton   none: the scheme is explicit\n");
  else
    fprintf(
      stream,
      "  newton   %.2f iterations (at most %d) and %.2f corrections with kept factors per element; %d unknowns, %s LU\n",
      (double)status->iterations / fmax(1.0, status->element + (status->verdict == RUN_NOT_CONVERGED)),
      status->most_iterations, (double)status->corrections / fmax(1.0, status->element), status->unknowns,
      status->linear);
  if (status->grown)
    fprintf(stream,
            "           Newton's method failed from the first guess in %d window%s: started anew by growing it\n",
            status->grown, status->grown == 1 ? "" : "s");
  if (status->shifts)
    fprintf(stream,
            "  singular %d element end%s moved away from singular configurations, the last near t = %.6g (%s)\n",
            status->shifts, status->shifts == 1 ? "" : "s", status->singular_time, status->singular);
  else if (status->windows && status->singular[0])
    fprintf(
      stream,
      "  singular an element ends on a singular position near t = %.6g (%s): the solution may be a wrong one, use another "
      "step\n",
      status->singular_time, status->singular);
  if (status->floors)
    fprintf(stream, "           %d element%s ended at the rounding floor, above the tolerance\n", status->floors,
            status->floors == 1 ? "" : "s");
  if (!isnan(recorder->condition_max))
    fprintf(stream, "  cond     %s%.3e as solved, %.3e in the scaling of the paper, %.1e in the 1-norm (largest)\n",
            recorder->condition_bound > 0.0 ? "at least " : "", recorder->condition_max, recorder->condition_paper_max,
            recorder->condition_1_max);
  fprintf(stream, "  time     %.3f s: ", seconds);
  if (status->seconds_newton > 0.0) /* one-step methods are too quick for clocks */
    fprintf(stream, "%.0f %% assembly, %.0f %% linear algebra and SNES, ",
            100.0 * (status->seconds_residual + status->seconds_jacobian) / seconds,
            100.0 * (status->seconds_newton - status->seconds_residual - status->seconds_jacobian) / seconds);
  fprintf(stream, "%.0f %% output\n", 100.0 * recorder->seconds_output / seconds);
  if (status->verdict != RUN_DONE)
    fprintf(stream, "  verdict  %s at t = %.9g\n", report_verdict(recorder, status), status->time);
}

/* NaN and infinity in YAML's own words. */
static void value_write(FILE *stream, const char *key, double value)
{
  if (isnan(value)) return;
  if (isinf(value)) fprintf(stream, "  %s: .inf\n", key);
  else fprintf(stream, "  %s: %.17g\n", key, value);
}

static void results_write(const Recorder *recorder, const RunStatus *status, FILE *stream)
{
  const Drift *d = &recorder->drift;

  fprintf(stream, "results:\n  verdict: %s\n", report_verdict(recorder, status));
  value_write(stream, "time", status->time);
  if (run_failed(status)) fprintf(stream, "  message: \"%s\"\n", status->message);
  if (!isnan(recorder->error.time)) {
    value_write(stream, "error_time", recorder->error.time);
    value_write(stream, "error_e_loc", recorder->error.e_loc);
    value_write(stream, "error_rotation", recorder->error.rotation);
    value_write(stream, "error_position", recorder->error.position);
  }
  for (int b = 0; recorder->turned && b < recorder->model->system.nbodies; b++) {
    char key[2 * NAME_LEN];
    snprintf(key, sizeof key, "turned_%s", recorder->model->system.bodies[b].name);
    value_write(stream, key, recorder->turned[b]);
  }
  optimum_write(&recorder->model->problem, &status->optimum, stream);
  value_write(stream, "H_start", d->H0);
  value_write(stream, "drift_H", d->H);
  if (recorder->model->system.nloads || recorder->model->system.ndrivers) {
    value_write(stream, "work_external", d->W_ext);
    value_write(stream, "work_dissipated", d->W_diss);
  }
  value_write(stream, "drift_H_relative", drift_relative(d->H, d->scale_H));
  value_write(stream, "drift_L1", d->L[0]);
  value_write(stream, "drift_L2", d->L[1]);
  value_write(stream, "drift_L3", d->L[2]);
  value_write(stream, "drift_L_relative", drift_angular(d));
  value_write(stream, "drift_P1", d->P[0]);
  value_write(stream, "drift_P2", d->P[1]);
  value_write(stream, "drift_P3", d->P[2]);
  value_write(stream, "drift_P_relative", drift_linear(d));
  value_write(stream, "phi_max", d->phi);
  value_write(stream, "psi_max", d->psi);
  value_write(stream, "phi_max_scaled", d->phi_scaled);
  value_write(stream, "psi_max_scaled", d->psi_scaled);
  if (recorder->model->dropped.ndependent) {
    value_write(stream, "dropped_rows", recorder->model->dropped.ndependent);
    value_write(stream, "dropped_phi_max_scaled", d->dropped[0]);
    value_write(stream, "dropped_psi_max_scaled", d->dropped[1]);
  }
  value_write(stream, "gamma_max", recorder->gamma_max);
  value_write(stream, "mu_max", recorder->mu_max);
  value_write(stream, "condition", recorder->condition_max);
  value_write(stream, "condition_paper", recorder->condition_paper_max);
  value_write(stream, "condition_1", recorder->condition_1_max);
  if (recorder->condition_bound > 0.0) fprintf(stream, "  condition_bound: true\n");
}

void report_write(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  Exactness exact;

  exactness_find(recorder->model, &exact);
  fprintf(stream, "versions: {rigel: \"%s\", petsc: \"%d.%d.%d\"}\n", RIGEL_VERSION, PETSC_VERSION_MAJOR,
          PETSC_VERSION_MINOR, PETSC_VERSION_SUBMINOR);
  fprintf(stream, "timings: {total: %.6g, residual: %.6g, jacobian: %.6g, newton: %.6g, output: %.6g}\n", seconds,
          status->seconds_residual, status->seconds_jacobian, status->seconds_newton, recorder->seconds_output);
  fprintf(stream, "totals:\n  elements: %d\n  completed: %d\n  gauss: %d\n  unknowns: %d\n  linear: %s\n",
          status->elements, status->element, scheme_gauss(&recorder->model->problem, &recorder->model->system),
          status->unknowns, status->linear);
  fprintf(stream, "  corrections: %ld\n  grown_windows: %d\n", status->corrections, status->grown);
  fprintf(stream, "  newton_iterations: %ld\n  most_iterations: %d\n  rounding_floor: %d\n", status->iterations,
          status->most_iterations, status->floors);
  fprintf(stream, "  exact: {energy: %s, angular_momentum: %s, phi: %s, psi: %s}\n", exact.energy ? "true" : "false",
          exact.angular ? "true" : "false", exact.phi ? "true" : "false", exact.psi ? "true" : "false");
  results_write(recorder, status, stream);
}
