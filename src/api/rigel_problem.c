/* Problems in memory: a list of assignments that is replayed when a model is created. */
#include "api/rigel_model.h"

#include "base/scalar.h"

#include <stdlib.h>

/* --- what a problem is made of */

void origin_clear(Origin *origin)
{
  for (int i = 0; i < origin->nset; i++) free(origin->set[i]);
  free(origin->set);
  free(origin->loads);
  free(origin->terms);
  free(origin->file);
  free(origin->text);
  memset(origin, 0, sizeof *origin);
}

/* Index of the assignment to the same path, or the end of the list; += always appends. */
static int origin_find(const Origin *origin, const char *assignment)
{
  const char *equals = strchr(assignment, '=');
  int         i      = 0;

  if (!equals || equals == assignment || equals[-1] == '+') return origin->nset;
  for (; i < origin->nset; i++)
    if (strncmp(origin->set[i], assignment, (size_t)(equals - assignment) + 1) == 0) break;
  return i;
}

bool origin_put(Origin *origin, const char *assignment)
{
  char **set  = realloc(origin->set, ((size_t)origin->nset + 1) * sizeof *set);
  char  *copy = strdup(assignment);

  if (set) origin->set = set;
  if (!set || !copy) {
    free(copy);
    return false;
  }
  origin->set[origin->nset++] = copy;
  return true;
}

/* Replaces an assignment to the same path, or appends. */
static bool origin_set(Origin *origin, const char *assignment)
{
  const int at = origin_find(origin, assignment);

  if (at == origin->nset) return origin_put(origin, assignment);
  char *copy = strdup(assignment);
  if (!copy) return false;
  free(origin->set[at]);
  origin->set[at] = copy;
  return true;
}

bool origin_add_load(Origin *origin, const ProblemLoad *load)
{
  ProblemLoad *loads = realloc(origin->loads, ((size_t)origin->nloads + 1) * sizeof *loads);

  if (!loads) return false;
  origin->loads                   = loads;
  origin->loads[origin->nloads++] = *load;
  return true;
}

bool origin_add_term(Origin *origin, const ProblemTerm *term)
{
  ProblemTerm *terms = realloc(origin->terms, ((size_t)origin->nterms + 1) * sizeof *terms);

  if (!terms) return false;
  origin->terms                   = terms;
  origin->terms[origin->nterms++] = *term;
  return true;
}

/* Deep copy: a model outlives the problem that it was created from. */
bool origin_copy(const Origin *from, Origin *to)
{
  bool good = true;

  memset(to, 0, sizeof *to);
  to->file = from->file ? strdup(from->file) : NULL;
  to->text = from->text ? strdup(from->text) : NULL;
  good     = (to->file || !from->file) && (to->text || !from->text);
  for (int i = 0; good && i < from->nset; i++) good = origin_put(to, from->set[i]);
  for (int i = 0; good && i < from->nloads; i++) good = origin_add_load(to, &from->loads[i]);
  for (int i = 0; good && i < from->nterms; i++) good = origin_add_term(to, &from->terms[i]);
  return good;
}

ProblemSource origin_source(const Origin *origin)
{
  return (ProblemSource){.file   = origin->file,
                         .text   = origin->text,
                         .nset   = origin->nset,
                         .set    = (const char *const *)origin->set,
                         .nloads = origin->nloads,
                         .loads  = origin->loads,
                         .nterms = origin->nterms,
                         .terms  = origin->terms};
}

/* --- the interface */

RigelCode rigel_problem_create(const char *text, RigelProblem **problem)
{
  RigelProblem *fresh = calloc(1, sizeof *fresh);

  *problem = fresh;
  if (!fresh) return RIGEL_INTERNAL;
  fresh->origin.file = strdup("problem");
  fresh->origin.text = strdup(text ? text : "");
  if (fresh->origin.file && fresh->origin.text) return RIGEL_OK;
  rigel_problem_destroy(problem);
  return RIGEL_INTERNAL;
}

void rigel_problem_destroy(RigelProblem **problem)
{
  if (!*problem) return;
  origin_clear(&(*problem)->origin);
  free(*problem);
  *problem = NULL;
}

/* Stores path, sign and value as one assignment. */
static RigelCode problem_assign(RigelProblem *problem, const char *path, const char *sign, const char *value)
{
  const size_t size = strlen(path) + strlen(sign) + strlen(value) + 1;
  char        *text = malloc(size);
  bool         good = text != NULL;

  if (good) snprintf(text, size, "%s%s%s", path, sign, value);
  good = good && origin_set(&problem->origin, text);
  free(text);
  return good ? RIGEL_OK : RIGEL_INTERNAL;
}

RigelCode rigel_problem_set(RigelProblem *problem, const char *path, const char *value)
{
  return problem_assign(problem, path, "=", value);
}

RigelCode rigel_problem_set_number(RigelProblem *problem, const char *path, double value)
{
  char text[REAL_LEN];

  real_print(value, text);
  return rigel_problem_set(problem, path, text);
}

/* Writes the numbers as a YAML list with 17 digits each. */
RigelCode rigel_problem_set_vector(RigelProblem *problem, const char *path, int n, const double *value)
{
  char     *text = malloc((size_t)n * (REAL_LEN + 2) + 3), number[REAL_LEN];
  size_t    used = 0;
  RigelCode code;

  if (!text) return RIGEL_INTERNAL;
  text[used++] = '[';
  for (int i = 0; i < n; i++) {
    real_print(value[i], number);
    used += (size_t)sprintf(text + used, "%s%s", i ? ", " : "", number);
  }
  memcpy(text + used, "]", 2);
  code = rigel_problem_set(problem, path, text);
  free(text);
  return code;
}

/* Appends {name: ...} to a list, for keys that later calls set by this name. */
RigelCode rigel_problem_add(RigelProblem *problem, const char *list, const char *name)
{
  const size_t size = strlen(name) + 16;
  char        *text = malloc(size);
  RigelCode    code = RIGEL_INTERNAL;

  if (text) {
    snprintf(text, size, "{name: %s}", name);
    code = problem_assign(problem, list, "+=", text);
  }
  free(text);
  return code;
}

/* A load by functions of the caller between two bodies, or one body and the ground. */
static RigelCode problem_user_load(RigelProblem *problem, const char *name, const char *body, const char *other,
                                   const ProblemUserLoad *user)
{
  ProblemLoad load;

  problem_load_init(&load);
  load.user      = *user;
  load.user.both = other != NULL;
  snprintf(load.name, sizeof load.name, "%s", name);
  snprintf(load.type, sizeof load.type, "user");
  snprintf(load.body_name[0], sizeof load.body_name[0], "%s", body);
  snprintf(load.body_name[1], sizeof load.body_name[1], "%s", other ? other : "ground");
  return origin_add_load(&problem->origin, &load) ? RIGEL_OK : RIGEL_INTERNAL;
}

RigelCode rigel_problem_add_potential(RigelProblem *problem, const char *name, const char *body, const char *other,
                                      int degree, RigelPotential potential, void *context)
{
  const ProblemUserLoad user = {.context = context, .degree = degree > 0 ? degree : 0, .potential = potential};

  return potential ? problem_user_load(problem, name, body, other, &user) : RIGEL_INPUT;
}

RigelCode rigel_problem_add_force(RigelProblem *problem, const char *name, const char *body, const char *other,
                                  RigelForce force, void *context)
{
  const ProblemUserLoad user = {.context = context, .force = force};

  return force ? problem_user_load(problem, name, body, other, &user) : RIGEL_INPUT;
}

/* A term of the objective by functions of the caller: at the end, over time, or both. */
RigelCode rigel_problem_add_cost(RigelProblem *problem, double weight, const RigelFunctional *cost)
{
  ProblemTerm term;

  if (!cost->end && !cost->running) return RIGEL_INPUT;
  problem_term_init(&term);
  term.kind   = TERM_USER;
  term.weight = weight;
  term.user   = (ProblemUserCost){cost->context, cost->end, cost->running};
  return origin_add_term(&problem->origin, &term) ? RIGEL_OK : RIGEL_INTERNAL;
}
