/* The summary that a run prints: method, system, conserved quantities, drifts, errors, Newton's method, time. */
#include "cli/report/report.h"

#include "base/words.h"
#include "cli/report/accuracy_report.h"
#include "cli/report/optimum_report.h"
#include "cli/report/start_report.h"
#include "cli/report/trust.h"
#include "time/mesh.h"

#include <math.h>
#include <string.h>

/* --- before the run */

/* How inverse dynamics prescribes the motions, and the limits of that. */
static void inverse_print(const Problem *problem, const System *system, FILE *stream)
{
  double least = INFINITY, most = 0.0;
  int    sweeps = 0;

  if (problem->inverse == INVERSE_SERVO)
    fprintf(stream, "  inverse  servo: %d input%s of controls for as many rows of motions, from rest to rest only\n",
            system->ninputs, word_plural(system->ninputs));
  if (problem->inverse != INVERSE_TRACK) return;
  for (int t = 0; t < problem->nterms; t++) {
    const ProblemTerm *term = &problem->terms[t];
    if (term->kind != TERM_EFFORT) continue;
    for (int i = 0; i < 3; i++) {
      least = fmin(least, problem_each(term->weights, i));
      most  = fmax(most, problem_each(term->weights, i));
    }
    if (term->sweeps > sweeps) sweeps = term->sweeps;
  }
  fprintf(stream, "  inverse  track: the path is met up to an effort, eps = %.3g", least);
  if (most > least) fprintf(stream, " to %.3g", most);
  fprintf(stream, ", %d sweep%s; inputs are unreliable near a free end\n", sweeps, word_plural(sweeps));
}

/* Why elements differ in length; "" where they do not. */
static const char *mesh_words(const Problem *problem, const System *system, const Mesh *mesh)
{
  if (problem->time.nrefinements) return ", shorter in parts of it";
  if (problem->time.ncorners)
    return system->ndrivers ? ", with ends at the corners of loads and motions" : ", with ends at the corners of loads";
  return mesh->last != mesh->h ? ", the last one shorter" : "";
}

/* Scheme, degree, Gauss points (or stages) and elements. */
static void method_print(const Problem *problem, const System *system, FILE *stream)
{
  const SchemeTraits *scheme   = problem->method.scheme;
  const bool          galerkin = scheme->galerkin != GALERKIN_NONE;
  const int           points   = scheme_gauss(problem, system);
  const bool          at_most  = problem->time.ncorners || problem->time.nrefinements;
  Mesh                mesh;

  fprintf(stream, "  method   %s", scheme->name);
  if (galerkin) fprintf(stream, "(%d)", problem->method.degree);
  fprintf(stream, ", %d %s%s", points, galerkin ? "Gauss point" : "stage", word_plural(points));
  if (galerkin && problem->method.gauss == GAUSS_AUTO) fprintf(stream, " (auto)");
  if (mesh_is_adaptive(&problem->time)) {
    fprintf(stream, ", elements for an accuracy of %.3g on [%.6g, %.6g]\n", problem->method.accuracy,
            problem->time.start, problem->time.end);
    return;
  }
  (void)mesh_create(&problem->time, &mesh); /* only n, h and last are needed, which it sets even without memory */
  fprintf(stream, ", %d element%s of h = %.6g%s on [%.6g, %.6g]%s\n", mesh.n, word_plural(mesh.n), mesh.h,
          at_most ? " at most" : "", mesh.start, mesh.end, mesh_words(problem, system, &mesh));
  mesh_destroy(&mesh);
}

/* ", 2 loads"; nothing where there are none */
static void count_print(int n, const char *noun, FILE *stream)
{
  if (n) fprintf(stream, ", %d %s%s", n, noun, word_plural(n));
}

/* Bodies, joints, loads, and the numbers of states, constraints and degrees of freedom. */
static void system_print(const System *system, FILE *stream)
{
  const int njoints = system->ngroups - system->nbodies - system->ndrivers;
  const int rows = system->nl / 2, freedoms = system->nz / 2 - rows;

  fprintf(stream, "  system   %d bod%s, %d joint%s", system->nbodies, system->nbodies == 1 ? "y" : "ies", njoints,
          word_plural(njoints));
  count_print(system->ndrivers, "motion", stream);
  count_print(system->nloads - system->ninputs, "load", stream);
  count_print(system->ninputs, "input", stream);
  fprintf(stream, ", %d states, %d constraint%s on each level, %d degree%s of freedom\n", system->nz, rows,
          word_plural(rows), freedoms, word_plural(freedoms));
}

/* Rows that were dropped, the ranks at the start and around it, and a singular start. */
static void redundancy_print(const Model *model, FILE *stream)
{
  const Redundancy *rows = &model->dropped;
  const int         n    = rows->ndependent;

  if (n)
    fprintf(stream,
            "  dropped  %d redundant row%s: %s\n           the reactions of these joints are one choice of many\n", n,
            word_plural(n), model->dropped_text);
  if (rows->nstart < rows->nindependent)
    fprintf(stream,
            "  singular the start is a singular position: %d rows of joints have rank %d there and %d around it; %d "
            "dropped\n",
            rows->nrows, rows->nstart, rows->nindependent, n);
  if (rows->needed)
    fprintf(stream,
            "           the other rows do not imply the dropped %s: all positions near the start are singular; "
            "the run ends if a joint opens\n",
            n == 1 ? "one" : "ones");
}

void report_begin(const Model *model, FILE *stream)
{
  const Problem *problem = &model->problem;

  fprintf(stream, "%s%s%s\n", problem->name, problem->title[0] ? ": " : "", problem->title);
  method_print(problem, &model->system, stream);
  system_print(&model->system, stream);
  redundancy_print(model, stream);
  start_print(model, stream);
  inverse_print(problem, &model->system, stream);
}

/* --- after the run */

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
  case RUN_CONTRADICTED: return "wrong";
  case RUN_STOPPED: break;
  }
  return recorder->files->failed ? "writing failed" : "interrupted";
}

/* Errors against the reference, or why there are none. */
static void error_print(const Recorder *recorder, FILE *stream)
{
  const ReferenceError *error = &recorder->error;

  if (!reference_has_state(&recorder->model->problem)) return;
  if (isnan(error->time)) {
    fprintf(stream, "  error    none: the reference at t = %.9g is not at an element end that was reached\n",
            reference_time(&recorder->model->problem));
    return;
  }
  fprintf(stream, "  error    e_loc %.3e", error->e_loc);
  if (!isnan(error->rotation)) fprintf(stream, ", rotation %.3e", error->rotation);
  if (!isnan(error->position)) fprintf(stream, ", centre of mass %.3e", error->position);
  fprintf(stream, " at t = %.9g\n", error->time);
}

/* Drifts of the conserved quantities and of the constraints, the work of loads, and the error against a reference. */
static void drift_print(const Recorder *recorder, FILE *stream)
{
  const Drift  *d       = &recorder->watch.drift;
  const System *system  = &recorder->model->system;
  const double  angular = drift_angular(d), linear = drift_linear(d);
  char          along[WORDS_LEN], about[WORDS_LEN];

  momentum_words(&d->symmetry, along, about);
  fprintf(stream, "  drift    %s %.2e", system->worked ? "H - W" : "H", drift_relative(d->H, d->scale_H));
  if (!isnan(angular)) fprintf(stream, ", L%s %.2e", about, angular);
  if (!isnan(linear)) fprintf(stream, ", P%s %.2e", along, linear);
  fprintf(stream, " (relative)");
  if (system->nl) fprintf(stream, "; Phi %.2e, Psi %.2e (scaled)", d->phi_scaled, d->psi_scaled);
  fprintf(stream, "\n");
  if (recorder->model->dropped.ndependent)
    fprintf(stream, "           dropped rows: Phi %.2e, Psi %.2e (scaled)\n", d->dropped[0], d->dropped[1]);
  if (system->worked) fprintf(stream, "  work     %.9g from outside, %.9g lost by damping\n", d->W_ext, d->W_diss);
  error_print(recorder, stream);
}

/* Angles of boundary value problems, by which a reader recognises the solution. */
static void branch_print(const Recorder *recorder, FILE *stream)
{
  const System *system = &recorder->model->system;

  for (int b = 0; recorder->angle && b < system->nbodies; b++)
    if (system->bodies[b].nq > 3)
      fprintf(stream, "  branch   %s turns through %.6g rad in all; other solutions may turn further\n",
              system->bodies[b].name, recorder->angle[b]);
}

/* Iterations and corrections of Newton's method: of all windows, or per element. */
static void newton_print(const RunStatus *s, FILE *stream)
{
  const double tried = fmax(1.0, s->element + (s->verdict == RUN_NOT_CONVERGED)), done = fmax(1.0, s->element);

  if (s->windows)
    fprintf(stream, "  newton   %ld iteration%s and %ld correction%s in %d window%s, %d unknowns, %s LU\n",
            s->iterations, word_plural(s->iterations), s->corrections, word_plural(s->corrections), s->windows,
            word_plural(s->windows), s->unknowns, s->linear);
  else if (s->unknowns == 0) fprintf(stream, "  newton   none: the scheme is explicit\n");
  else
    fprintf(stream,
            "  newton   %.2f iterations (at most %d) and %.2f corrections with kept factors per element; %d unknowns, "
            "%s LU\n",
            (double)s->iterations / tried, s->most_iterations, (double)s->corrections / done, s->unknowns, s->linear);
  if (s->grown)
    fprintf(stream,
            "           Newton's method failed from the first guess in %d window%s: started anew by growing it\n",
            s->grown, word_plural(s->grown));
}

/* Singular configurations that elements avoid or meet, and elements above the tolerance. */
static void singular_print(const RunStatus *s, FILE *stream)
{
  if (s->shifts)
    fprintf(stream,
            "  singular %d element end%s moved away from singular configurations, the last near t = %.6g (%s)\n",
            s->shifts, word_plural(s->shifts), s->singular_time, s->singular);
  else if (s->windows && s->singular[0])
    fprintf(
      stream,
      "  singular an element ends on a singular position near t = %.6g (%s): the solution may be a wrong one, use "
      "another step [%s]\n",
      s->singular_time, s->singular, message_id(R0607_SINGULAR_MET));
  if (s->row_changes)
    fprintf(stream, "  rows     exchanged %d time%s, the last at t = %.9g: %s\n", s->row_changes,
            word_plural(s->row_changes), s->change_time, s->changed);
  if (s->floors)
    fprintf(stream, "           %d element%s ended at the rounding floor, above the tolerance\n", s->floors,
            word_plural(s->floors));
}

/* Largest condition numbers: of the matrix as solved, in the scaling of May and Betsch (2025), of the literal weak form, in the 1-norm. */
static void condition_print(const Recorder *recorder, FILE *stream)
{
  if (isnan(recorder->condition_max)) return;
  fprintf(
    stream,
    "  cond     %s%.3e as solved, %.3e in the scaling of May and Betsch, %.3e in the weak form, %.1e in the 1-norm (largest)\n",
    recorder->condition_bound > 0.0 ? "at least " : "", recorder->condition_max, recorder->condition_paper_max,
    recorder->condition_weak_max, recorder->condition_1_max);
}

/* Seconds, and the shares of assembly, linear algebra and output; one-step schemes are too quick to be timed inside. */
static void time_print(const RunStatus *status, double seconds, double seconds_output, FILE *stream)
{
  const double assembly = status->seconds_residual + status->seconds_jacobian;

  fprintf(stream, "  time     %.3f s: ", seconds);
  if (status->seconds_newton > 0.0)
    fprintf(stream, "%.0f %% assembly, %.0f %% linear algebra and SNES, ", 100.0 * assembly / seconds,
            100.0 * (status->seconds_newton - assembly) / seconds);
  fprintf(stream, "%.0f %% output\n", 100.0 * seconds_output / seconds);
}

/* Runs without a completed element have no drifts. */
void report_end(const Recorder *recorder, const RunStatus *status, double seconds, FILE *stream)
{
  char text[512];

  if (status->element > 0 || status->verdict == RUN_DONE) {
    Claim claims[CLAIMS];
    claims_fill(&recorder->watch, status, claims);
    exactness_print(recorder->model, claims, stream);
    drift_print(recorder, stream);
    resolution_print(recorder, stream);
  }
  optimum_print(&recorder->model->problem, &status->optimum, stream);
  if (status->verdict == RUN_DONE) branch_print(recorder, stream);
  accuracy_print(recorder, status, stream);
  newton_print(status, stream);
  singular_print(status, stream);
  condition_print(recorder, stream);
  time_print(status, seconds, recorder->seconds_output, stream);
  resolution_warn(&recorder->judgement.resolution, text, sizeof text);
  if (text[0]) fprintf(stream, "  WARNING  %s [%s]\n", text, message_id(R0601_NOT_RESOLVED));
  if (status->verdict != RUN_DONE)
    fprintf(stream, "  verdict  %s at t = %.9g\n", report_verdict(recorder, status), status->time);
}
