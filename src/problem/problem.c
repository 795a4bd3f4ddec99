/* Memory that a problem owns: appending, freeing; numbers of components of lists and controls. */
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double problem_each(const double *value, int i)
{
  return isnan(value[1]) ? value[0] : value[i];
}

/* A term without names counts every control. */
bool problem_effort_names(const ProblemTerm *term, const char *control)
{
  bool named = !term->controls[0][0];

  for (int i = 0; i < TERM_CONTROLS && term->controls[i][0]; i++)
    named = named || strcmp(term->controls[i], control) == 0;
  return named;
}

/* A joint or a given axis has one component, otherwise three. */
int problem_control_size(const ProblemControl *control)
{
  return control->type == CONTROL_JOINT || !isnan(control->axis[0]) ? 1 : 3;
}

bool problem_add_load(Problem *problem, const ProblemLoad *load)
{
  ProblemLoad *loads = realloc(problem->loads, ((size_t)problem->nloads + 1) * sizeof *loads);

  if (!loads) return false;
  problem->loads                    = loads;
  problem->loads[problem->nloads++] = *load;
  return true;
}

bool problem_add_term(Problem *problem, const ProblemTerm *term)
{
  ProblemTerm *terms = realloc(problem->terms, ((size_t)problem->nterms + 1) * sizeof *terms);

  if (!terms) return false;
  problem->terms                    = terms;
  problem->terms[problem->nterms++] = *term;
  return true;
}

void problem_table_clear(ProblemTable *table)
{
  for (int i = 0; table->names && i < table->columns; i++) free(table->names[i]);
  free(table->names);
  free(table->values);
  memset(table, 0, sizeof *table);
}

/* Frees all prescribed motions, once they have become terms of the objective. */
void problem_drop_motions(Problem *problem)
{
  for (int i = 0; i < problem->nmotions; i++) {
    free(problem->motions[i].value.rows);
    for (int x = 0; x < 3; x++) free(problem->motions[i].path[x].rows);
  }
  free(problem->motions);
  problem->motions  = NULL;
  problem->nmotions = 0;
}

/* A copy of n records, with room for one if there is none; NULL: out of memory. */
static void *records_copy(const void *from, int n, size_t size)
{
  void *to = malloc(((size_t)n + 1) * size);

  if (to && n) memcpy(to, from, (size_t)n * size);
  return to;
}

bool problem_derive(const Problem *given, Problem *derived)
{
  *derived              = *given;
  derived->bodies       = records_copy(given->bodies, given->nbodies, sizeof *given->bodies);
  derived->terms        = records_copy(given->terms, given->nterms, sizeof *given->terms);
  derived->boundary.end = records_copy(given->boundary.end, given->boundary.nend, sizeof *given->boundary.end);
  return derived->bodies && derived->terms && derived->boundary.end;
}

void problem_derived_clear(Problem *derived)
{
  free(derived->bodies);
  free(derived->terms);
  free(derived->boundary.end);
  memset(derived, 0, sizeof *derived);
}

void problem_clear(Problem *problem)
{
  for (int i = 0; i < problem->nbodies; i++) free(problem->bodies[i].shape.sites);
  free(problem->bodies);
  free(problem->joints);
  for (int i = 0; i < problem->nloads; i++) free(problem->loads[i].scale.rows);
  free(problem->loads);
  free(problem->controls);
  for (int i = 0; i < problem->nterms; i++) {
    for (int j = 0; j < problem->terms[i].npath; j++) free(problem->terms[i].path[j].rows);
    free(problem->terms[i].path);
  }
  free(problem->terms);
  problem_drop_motions(problem);
  free(problem->hamiltonian.coordinates);
  free(problem->hamiltonian.momenta);
  free(problem->hamiltonian.rates);
  free(problem->time.corners);
  free(problem->time.refinements);
  free(problem->boundary.start);
  free(problem->boundary.end);
  problem_table_clear(&problem->guess_state);
  problem_table_clear(&problem->guess_multipliers);
  problem_table_clear(&problem->guess_controls);
  problem_init(problem);
}
