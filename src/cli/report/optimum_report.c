/* The result of an optimal-control run: cost, kind of optimum, bounds; as text and for run.yaml. */
#include "cli/report/optimum_report.h"

#include "base/words.h"
#include "base/yaml_text.h"

/* States whether the stationary point is a minimum. It is one if the matrix of the first-order conditions has as many
 * negative eigenvalues as there are adjoint equations. */
#include "linear/eigenvalue_signs.h"

/* A stationary point is a local minimum if the matrix has as many negative eigenvalues as equations (docs/howto/control.md). */
static void judgement_print(const Optimum *o, FILE *stream)
{
  static const char *const words[] = {[OPTIMUM_NONE]       = "",
                                      [OPTIMUM_MINIMUM]    = "a local minimum",
                                      [OPTIMUM_STATIONARY] = "stationary, not a minimum",
                                      [OPTIMUM_UNKNOWN] =
                                        "stationary; the matrix is singular, so nothing is known of a minimum"};

  if (o->negative == EIGENVALUES_UNKNOWN)
    fprintf(stream, "  optimum  stationary; the matrix could not be factored, so nothing is known of a minimum\n");
  else
    fprintf(stream, "  optimum  %s (%d negative eigenvalue%s, %d equation%s)\n", words[o->kind], o->negative,
            word_plural(o->negative), o->adjoints, word_plural(o->adjoints));
}

/* In the order of TermKind. */
static const char *term_name(const Problem *problem, int t)
{
  static const char *const names[] = {"none", "effort", "track", "energy", "end", "start", "time", "user"};
  return names[problem->terms[t].kind];
}

/* Relative error of the cost against the reference. */
static double cost_error(const Problem *problem, const Optimum *o)
{
  return fabs(o->cost - problem->reference.cost) / fabs(problem->reference.cost);
}

/* Cost with the share of each term, kind of optimum, stages, free end, and bounds. */
void optimum_print(const Problem *problem, const Optimum *o, FILE *stream)
{
  if (o->kind == OPTIMUM_NONE) return;
  fprintf(stream, "  cost     %.12g: ", o->cost);
  for (int t = 0; t < problem->nterms; t++)
    fprintf(stream, "%s%s %.9g", t ? ", " : "", term_name(problem, t), o->share[t]);
  fprintf(stream, "\n");
  if (!isnan(problem->reference.cost)) fprintf(stream, "  error    cost %.3e (relative)\n", cost_error(problem, o));
  judgement_print(o, stream);
  if (o->stages > 1) fprintf(stream, "  stages   %d\n", o->stages);
  if (problem->time.free) fprintf(stream, "  end      t = %.12g\n", o->end);
  if (o->clamped)
    fprintf(stream, "  guess    %d control value%s of the file beyond a bound, put on it\n", o->clamped,
            word_plural(o->clamped));
  if (o->active || o->sets > 1)
    fprintf(stream, "  bounds   %d value%s at a bound, %d active set%s\n", o->active, word_plural(o->active), o->sets,
            word_plural(o->sets));
}

static void real_write(const char *key, double value, FILE *stream)
{
  fprintf(stream, "  %s: ", key);
  yaml_real(value, stream);
  fputc('\n', stream);
}

void optimum_write(const Problem *problem, const Optimum *o, FILE *stream)
{
  static const char *const words[] = {"", "minimum", "stationary", "unknown"};
  char                     key[NAME_LEN];

  if (o->kind == OPTIMUM_NONE) return;
  fprintf(stream, "  optimum: %s\n", words[o->kind]);
  real_write("cost", o->cost, stream);
  if (!isnan(problem->reference.cost)) real_write("error_cost", cost_error(problem, o), stream);
  for (int t = 0; t < problem->nterms; t++) {
    snprintf(key, sizeof key, "cost_%d_%s", t + 1, term_name(problem, t));
    real_write(key, o->share[t], stream);
  }
  if (problem->time.free) real_write("end", o->end, stream);
  if (o->stages > 1) fprintf(stream, "  stages: %d\n", o->stages);
  if (o->negative != EIGENVALUES_UNKNOWN) fprintf(stream, "  negative_eigenvalues: %d\n", o->negative);
  if (o->clamped) fprintf(stream, "  guess_clamped: %d\n", o->clamped);
  fprintf(stream, "  equations: %d\n  active_bounds: %d\n  active_sets: %d\n", o->adjoints, o->active, o->sets);
}
