/* Accuracy, error bars per body, and lengths of elements, as text and for run.yaml (accuracy_report.h). */
#include "cli/report/accuracy_report.h"

#include "base/words.h"
#include "base/yaml_text.h"

#include <math.h>

enum { BODIES_SHOWN = 4 };

/* The bar of a body at the end of the run. */
static ErrorBar body_bar(const Recorder *recorder, const RunAccuracy *a, int body)
{
  return error_bar(&recorder->model->system, body, recorder->last_z, recorder->last_error,
                   fmax(0.0, a->bar - a->rounding > a->error ? a->bar - a->rounding : 0.0), a->rounding);
}

/* One line per body, for the first ones. */
static void bars_print(const Recorder *recorder, const RunAccuracy *a, FILE *stream)
{
  const System *sys = &recorder->model->system;

  for (int b = 0; recorder->has_error && b < sys->nbodies; b++) {
    const ErrorBar bar = body_bar(recorder, a, b);
    if (isnan(bar.position) && isnan(bar.angle)) continue;
    if (b == BODIES_SHOWN) {
      fprintf(stream, "           and %d more bodies in run.yaml\n", sys->nbodies - b);
      return;
    }
    fprintf(stream, "           %s:", sys->bodies[b].name);
    if (!isnan(bar.position)) fprintf(stream, " position +- %.2g%s", bar.position, isnan(bar.angle) ? "" : ",");
    if (!isnan(bar.angle)) fprintf(stream, " angle +- %.2g rad", bar.angle);
    fputc('\n', stream);
  }
}

void accuracy_print(const Recorder *recorder, const RunStatus *status, FILE *stream)
{
  const RunAccuracy *a = &status->accuracy;

  if (!a->measured || status->element == 0) return;
  fprintf(stream, "  accuracy %.3g %s: ", recorder->model->problem.method.accuracy,
          a->reached ? "reached" : "NOT REACHED");
  if (a->bar < 1.0) {
    fprintf(stream, "the estimated error at t = %.9g is %.2g (natural units)\n", status->time, a->bar);
    bars_print(recorder, a, stream);
  } else fprintf(stream, "no digit of the state at t = %.9g is known\n", status->time);
  fprintf(stream, "  elements %d of h = %.3g to %.3g, %d rejected, %d pass%s\n", status->element, a->shortest,
          a->longest, a->rejected, a->passes, a->passes == 1 ? "" : "es");
}

/* "    key: value" */
static void number_write(const char *key, double value, FILE *stream)
{
  fprintf(stream, "    %s: ", key);
  yaml_real(value, stream);
  fputc('\n', stream);
}

/* The bars of all bodies, in the units of the problem. */
static void bars_write(const Recorder *recorder, const RunAccuracy *a, FILE *stream)
{
  const System *sys = &recorder->model->system;

  fputs("    bodies:\n", stream);
  for (int b = 0; b < sys->nbodies; b++) {
    const ErrorBar bar = body_bar(recorder, a, b);
    if (isnan(bar.position) && isnan(bar.angle)) continue;
    fputs("      ", stream);
    yaml_name(sys->bodies[b].name, stream);
    fputs(": {", stream);
    if (!isnan(bar.position)) fputs("position: ", stream), yaml_real(bar.position, stream);
    if (!isnan(bar.position) && !isnan(bar.angle)) fputs(", ", stream);
    if (!isnan(bar.angle)) fputs("angle: ", stream), yaml_real(bar.angle, stream);
    fputs("}\n", stream);
  }
}

/* The natural units, in which the accuracy is stated. */
static void units_write(const Units *units, FILE *stream)
{
  fputs("    units: {length: ", stream);
  yaml_real(units->length, stream);
  fputs(", velocity: ", stream);
  yaml_real(units->velocity, stream);
  fputs(", mass: ", stream);
  yaml_real(units->mass, stream);
  fputs("}\n", stream);
}

void accuracy_write(const Recorder *recorder, const RunStatus *status, FILE *stream)
{
  const RunAccuracy *a = &status->accuracy;

  if (!a->measured || status->element == 0) return;
  fputs("  accuracy:\n", stream);
  number_write("asked", recorder->model->problem.method.accuracy, stream);
  fputs("    reached: ", stream);
  yaml_flag(a->reached, stream);
  fputc('\n', stream);
  number_write("bar", a->bar, stream);
  number_write("error", a->error, stream);
  number_write("local_sum", a->sum, stream);
  number_write("rounding", a->rounding, stream);
  number_write("until", a->until, stream);
  units_write(&recorder->model->system.units, stream);
  fprintf(stream, "    degree: %d\n    elements: %d\n", recorder->model->problem.method.degree, status->element);
  number_write("shortest", a->shortest, stream);
  number_write("longest", a->longest, stream);
  fprintf(stream, "    rejected: %d\n    passes: %d\n", a->rejected, a->passes);
  if (recorder->has_error && !recorder->model->system.bodies[0].hamiltonian) bars_write(recorder, a, stream);
}
