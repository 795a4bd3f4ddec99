/* Problems in memory: a list of assignments that is replayed when a model is created. */
#include "api/rigel_model.h"

#include "base/scalar.h"
#include "base/yaml_text.h"

#include <stdlib.h>

/* --- memory of a problem */

void origin_clear(Origin *origin)
{
  for (int i = 0; i < origin->nset; i++) free(origin->set[i]);
  free(origin->set);
  for (int i = 0; i < origin->nloads; i++) free(origin->loads[i].user.context);
  for (int i = 0; i < origin->nterms; i++) free(origin->terms[i].user.context);
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

/* Appends a load with a copy of its callback; false: out of memory. */
static bool origin_add_load(Origin *origin, const ProblemLoad *load)
{
  ProblemLoad *loads = realloc(origin->loads, ((size_t)origin->nloads + 1) * sizeof *loads);

  if (loads) origin->loads = loads;
  Callback *own = loads ? callback_copy(load->user.context) : NULL;
  if (!own) return false;
  origin->loads[origin->nloads]                = *load;
  origin->loads[origin->nloads++].user.context = own;
  return true;
}

/* The same for a term of the objective. */
static bool origin_add_term(Origin *origin, const ProblemTerm *term)
{
  ProblemTerm *terms = realloc(origin->terms, ((size_t)origin->nterms + 1) * sizeof *terms);

  if (terms) origin->terms = terms;
  Callback *own = terms ? callback_copy(term->user.context) : NULL;
  if (!own) return false;
  origin->terms[origin->nterms]                = *term;
  origin->terms[origin->nterms++].user.context = own;
  return true;
}

void origin_states(const Origin *origin, int states)
{
  for (int i = 0; i < origin->nterms; i++) ((Callback *)origin->terms[i].user.context)->n = states;
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

static void problem_free(void *handle)
{
  RigelProblem *problem = handle;

  origin_clear(&problem->origin);
  free(problem);
}

static RigelCode problem_create(const char *text, RigelProblem **problem)
{
  RigelProblem *fresh = calloc(1, sizeof *fresh);

  if (!fresh) return RIGEL_INTERNAL;
  fresh->origin.file = strdup("problem");
  fresh->origin.text = strdup(text ? text : "");
  if (fresh->origin.file && fresh->origin.text && handle_add(HANDLE_PROBLEM, fresh, NULL)) *problem = fresh;
  else problem_free(fresh);
  return *problem ? RIGEL_OK : RIGEL_INTERNAL;
}

RigelCode rigel_problem_create(const char *text, RigelProblem **problem)
{
  Call call;

  if (!argument_given(__func__, "problem", problem)) return RIGEL_INPUT;
  *problem = NULL;
  if (!call_begin(&call, __func__, 0, NULL, NULL)) return RIGEL_INPUT;
  return call_end(&call, problem_create(text, problem));
}

void rigel_problem_destroy(RigelProblem **problem)
{
  if (problem && *problem && call_destroy(__func__, HANDLE_PROBLEM, *problem, problem_free)) *problem = NULL;
}

static bool path_good(const char *function, const char *name, const char *path)
{
  if (!argument_name(function, name, path, 0)) return false;
  if (!strchr(path, '=')) return true;
  failure_report(R0905_ARGUMENT_TEXT, function, "found %s %.200s, expected a path without =", name, path);
  return false;
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
  Call call;

  if (!path_good(__func__, "path", path) || !argument_given(__func__, "value", value)) return RIGEL_INPUT;
  if (!call_begin(&call, __func__, NEEDS_PROBLEM, problem, NULL)) return RIGEL_INPUT;
  return call_end(&call, problem_assign(problem, path, "=", value));
}

RigelCode rigel_problem_set_number(RigelProblem *problem, const char *path, double value)
{
  char text[REAL_LEN];

  if (!argument_numbers(__func__, "value", 1, &value)) return RIGEL_INPUT;
  real_print(value, text);
  return rigel_problem_set(problem, path, text);
}

/* Writes the numbers as a YAML list with 17 digits each. */
RigelCode rigel_problem_set_vector(RigelProblem *problem, const char *path, int n, const double *value)
{
  char      number[REAL_LEN];
  size_t    used = 0;
  RigelCode code;

  if (!argument_count(__func__, "n", n, 0) || !argument_numbers(__func__, "value", n, value)) return RIGEL_INPUT;
  char *text = malloc((size_t)n * (REAL_LEN + 2) + 3);
  if (!text) {
    failure_report(R0001_OUT_OF_MEMORY, __func__, "found too little memory for n = %d, expected more", n);
    return RIGEL_INTERNAL;
  }
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

/* Appends {name: "..."} to a list, quoted, so that any name stays a name. */
static RigelCode problem_add(RigelProblem *problem, const char *list, const char *name)
{
  char     *text   = NULL;
  size_t    size   = 0;
  FILE     *stream = open_memstream(&text, &size);
  RigelCode code   = RIGEL_INTERNAL;

  if (!stream) return code;
  fputs("{name: ", stream);
  yaml_text(name, stream);
  fputc('}', stream);
  if (fclose(stream) == 0) code = problem_assign(problem, list, "+=", text);
  free(text);
  return code;
}

RigelCode rigel_problem_add(RigelProblem *problem, const char *list, const char *name)
{
  Call call;

  if (!path_good(__func__, "list", list) || !argument_name(__func__, "name", name, 0)) return RIGEL_INPUT;
  if (!call_begin(&call, __func__, NEEDS_PROBLEM, problem, NULL)) return RIGEL_INPUT;
  return call_end(&call, problem_add(problem, list, name));
}

/* A load by functions of the caller between two bodies, or one body and the ground. */
static RigelCode problem_user_load(const char *function, RigelProblem *problem, const char *name,
                                   const char *const body[2], const Callback *callback, int degree)
{
  ProblemLoad load;
  Callback    named = *callback;
  Call        call;

  problem_load_init(&load);
  if (!argument_name(function, "name", name, sizeof load.name)) return RIGEL_INPUT;
  if (!argument_name(function, "body", body[0], sizeof load.body_name[0])) return RIGEL_INPUT;
  if (body[1] && !argument_name(function, "other", body[1], sizeof load.body_name[1])) return RIGEL_INPUT;
  snprintf(named.name, sizeof named.name, "%s", name);
  named.n   = body[1] ? 24 : 12;
  load.user = callback_load(&named, degree, body[1] != NULL);
  snprintf(load.name, sizeof load.name, "%s", name);
  snprintf(load.type, sizeof load.type, "user");
  snprintf(load.body_name[0], sizeof load.body_name[0], "%s", body[0]);
  snprintf(load.body_name[1], sizeof load.body_name[1], "%s", body[1] ? body[1] : "ground");
  if (!call_begin(&call, function, NEEDS_PROBLEM, problem, NULL)) return RIGEL_INPUT;
  return call_end(&call, origin_add_load(&problem->origin, &load) ? RIGEL_OK : RIGEL_INTERNAL);
}

RigelCode rigel_problem_add_potential(RigelProblem *problem, const char *name, const char *body, const char *other,
                                      int degree, RigelPotential potential, void *context)
{
  const Callback    callback = {.context = context, .potential = potential};
  const char *const bodies[] = {body, other};

  if (!argument_callback(__func__, "potential", potential != NULL)) return RIGEL_INPUT;
  if (!argument_count(__func__, "degree", degree, 0)) return RIGEL_INPUT;
  return problem_user_load(__func__, problem, name, bodies, &callback, degree);
}

RigelCode rigel_problem_add_force(RigelProblem *problem, const char *name, const char *body, const char *other,
                                  RigelForce force, void *context)
{
  const Callback    callback = {.context = context, .force = force};
  const char *const bodies[] = {body, other};

  if (!argument_callback(__func__, "force", force != NULL)) return RIGEL_INPUT;
  return problem_user_load(__func__, problem, name, bodies, &callback, 0);
}

/* A term of the objective by functions of the caller: at the end, over time, or both. */
RigelCode rigel_problem_add_cost(RigelProblem *problem, double weight, const RigelFunctional *cost)
{
  ProblemTerm term;
  Call        call;

  if (!argument_numbers(__func__, "weight", 1, &weight) || !argument_given(__func__, "cost", cost)) return RIGEL_INPUT;
  if (!argument_callback(__func__, "end and running", cost->end || cost->running)) return RIGEL_INPUT;
  Callback callback = {.context = cost->context, .end = cost->end, .running = cost->running, .name = "cost"};
  problem_term_init(&term);
  term.kind   = TERM_USER;
  term.weight = weight;
  term.user   = callback_cost(&callback);
  if (!call_begin(&call, __func__, NEEDS_PROBLEM, problem, NULL)) return RIGEL_INPUT;
  return call_end(&call, origin_add_term(&problem->origin, &term) ? RIGEL_OK : RIGEL_INTERNAL);
}
