/* What a scheme conserves by construction, and whether a run is resolved, as lines of the report (trust.h). */
#include "cli/report/trust.h"

#include <math.h>
#include <string.h>

/* --- what is conserved */

void momentum_words(const Symmetry *symmetry, char linear[WORDS_LEN], char angular[WORDS_LEN])
{
  const bool   *kept = symmetry->linear;
  const double *axis = symmetry->angular_axis;
  const bool    all  = kept[0] && kept[1] && kept[2];
  int           used = 0;

  linear[0] = angular[0] = '\0';
  for (int i = 0; !all && i < 3; i++)
    if (kept[i]) used += snprintf(linear + used, WORDS_LEN - (size_t)used, "%s e%d", used ? "," : " along", i + 1);
  if (symmetry->angular_axes == 1) /* adding 0 turns -0 into 0 */
    snprintf(angular, WORDS_LEN, " about (%.4g, %.4g, %.4g)", axis[0] + 0.0, axis[1] + 0.0, axis[2] + 0.0);
}

/* The name of the energy that is conserved: loads and motions do work. */
static const char *energy_name(const System *system)
{
  if (!system->worked) return "energy";
  return system->ndrivers ? "energy less work of loads and motions" : "energy less work of loads";
}

/* How exact: to rounding, or to a tolerance well above it. */
static void exactness_end(const Problem *problem, FILE *stream)
{
  const double tolerance = problem->solver.tolerance;

  fprintf(stream, " (by construction, at element ends");
  if (tolerance > 1e-11) fprintf(stream, ", to the tolerance of %g", tolerance);
  fprintf(stream, ")\n");
}

void exactness_print(const Model *model, const Claim *claims, FILE *stream)
{
  const Problem *problem = &model->problem;
  const System  *system  = &model->system;
  Exactness      exact;
  Symmetry       symmetry;
  const char    *comma = "", *imposed = model->dropped.ndependent ? " (imposed rows)" : "";
  char           linear[WORDS_LEN], angular[WORDS_LEN];

  scheme_of(problem)->exactness(problem, system, scheme_gauss(problem, system), &exact);
  system_symmetry(system, &symmetry);
  momentum_words(&symmetry, linear, angular);
  const struct {
    bool        holds;
    const char *name, *axes;
  } items[CLAIMS] = {{exact.energy, energy_name(system), ""},
                     {exact.angular, "angular momentum", angular},
                     {exact.linear, "linear momentum", linear},
                     {exact.phi && system->nl, "position constraints", imposed},
                     {exact.psi && system->nl, "velocity constraints", imposed}};
  fprintf(stream, "  exact    ");
  for (int i = 0; i < CLAIMS; i++) {
    if (!items[i].holds || (claims && !claim_agrees(&claims[i]))) continue;
    fprintf(stream, "%s%s%s", comma, items[i].name, items[i].axes);
    comma = ", ";
  }
  if (*comma) exactness_end(problem, stream);
  else fprintf(stream, "nothing by construction\n");
  for (int i = 0; claims && i < CLAIMS; i++)
    if (!claim_agrees(&claims[i]))
      fprintf(stream, "  WRONG    %s: conserved by construction, but %s drifted by %.2e, expected at most %.2e [%s]\n",
              claims[i].name, claims[i].symbol, claims[i].drift, claims[i].limit, message_id(R0602_CONTRADICTION));
  for (int i = 0; i < exact.nnotes; i++) fprintf(stream, "  not      %s\n", exact.note[i]);
}

/* --- whether elements follow the motion */

void resolution_print(const Recorder *recorder, FILE *stream)
{
  const Resolution *r = &recorder->judgement.resolution;

  fprintf(stream, "  motion   %s", resolution_word(r->kind));
  if (r->kind == RESOLVED_COARSELY)
    fprintf(stream, " (expect errors of some percent; time.step %.2g resolves it)", r->step);
  fputs(": ", stream);
  if (r->turn.value > 0.0) fprintf(stream, "at most %.3g rad of turn in an element, ", r->turn.value);
  fprintf(stream, "defect %.2e", r->defect.value);
  if (recorder->model->system.nl) fprintf(stream, ", mu %.2e (natural units)", recorder->watch.largest.mu_scaled);
  if (r->load[0]) fprintf(stream, "; %s has %.3g rad in an element", r->load, r->phase);
  if (r->kind == RESOLVED_COARSELY) fprintf(stream, " [%s]", message_id(R0606_COARSE));
  fprintf(stream, "\n");
}
