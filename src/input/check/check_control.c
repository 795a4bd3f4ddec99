/* Checks of controls and of the objective: names, sizes, and a method that supports them. */
#include "base/words.h"
#include "input/check/check.h"

#include <math.h>
#include <string.h>

/* --- controls */

/* A list has a number for each of `size` components; false after a fault. */
static bool size_check(Reader *reader, const Node *node, const char *key, int size)
{
  const Node *list = node_find(node, key);

  if (!list || list->kind != NODE_SEQUENCE || list->count == size) return true;
  if (list->count > 3) return false; /* already reported */
  reader_fault(reader, R0216_VALUE_LIST, list->where, key,
               size == 1 ? "found %d numbers, expected one"
                         : "found a list of %d, expected a number, or a list of %d, one for each component",
               list->count, size);
  return false;
}

/* Axis, sizes of bounds and first guess, and lower < upper with the guess between them. */
void control_check(Reader *reader, const Node *node, const ProblemControl *control)
{
  const Node *axis = node_find(node, "axis"), *initial = node_find(node, "initial"), *upper = node_find(node, "upper");
  const int   size = problem_control_size(control);
  bool        good = true;

  if (axis) axis_check(reader, axis, "axis", control->axis);
  good = size_check(reader, node, "lower", size) && good;
  good = size_check(reader, node, "upper", size) && good;
  good = size_check(reader, node, "initial", size) && good;
  for (int i = 0; good && i < size; i++) {
    const double l = problem_each(control->lower, i), u = problem_each(control->upper, i);
    const double first = problem_each(control->initial, i);
    good               = !(l >= u || first < l || first > u);
    if (upper && l >= u)
      reader_fault(reader, R0346_CONTROL_BOUNDS, upper->where, "upper",
                   "found %.9g, expected more than the lower bound %.9g", u, l);
    else if (!good)
      reader_fault(reader, R0346_CONTROL_BOUNDS, initial ? initial->where : node->where, "initial",
                   "found %.9g, expected a first guess within the bounds", first);
  }
}

/* Index of the record that `key` of `node` names; an unknown one is reported and becomes GROUND. */
static int named_find(Reader *reader, const Names *names, const Node *node, const char *key, const char *name)
{
  const Node *item  = node_find(node, key);
  int         index = -1;

  if (!item || !name[0]) return GROUND; /* reported, or rejected */
  size_t length = path_key(&reader->path, key);
  if (names->count) index = name_find(reader, names, item, name);
  else
    reader_fault(reader, R0220_NAME_UNKNOWN, item->where, NULL, "found %s, but there is no such thing in the file",
                 name);
  path_cut(&reader->path, length);
  return index < 0 ? GROUND : index;
}

/* Resolves bodies and joints of the controls. Controls are polynomials of lower degree than the states. */
static void controls_check(Reader *reader, const Names *bodies, const Names *joints, const Node *list, Problem *problem)
{
  size_t length = path_key(&reader->path, list->key);

  for (int i = 0; i < problem->ncontrols; i++) {
    ProblemControl *control = &problem->controls[i];
    const Node     *item = &list->items[i], *degree = node_find(item, "degree");
    size_t          before = path_item(&reader->path, item, i);
    control->body          = named_find(reader, bodies, item, "body", control->body_name);
    control->joint         = named_find(reader, joints, item, "joint", control->joint_name);
    if (degree && control->degree >= problem->method.degree)
      reader_fault(reader, R0347_CONTROL_DEGREE, degree->where, "degree",
                   "found %d, expected at most %d, one less than method.degree", control->degree,
                   problem->method.degree - 1);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* --- objective */

/* Weights fit the components of the controls, and the named controls exist. */
static void effort_check(Reader *reader, const Names *controls, const Node *node, const Problem *problem,
                         const ProblemTerm *term)
{
  const Node *list = node_find(node, "controls");
  bool        good = true;

  for (int c = 0; good && c < problem->ncontrols; c++)
    if (problem_effort_names(term, problem->controls[c].name))
      good = size_check(reader, node, "weight", problem_control_size(&problem->controls[c]));
  size_t length = path_key(&reader->path, "controls");

  for (int i = 0; list && list->kind == NODE_SEQUENCE && i < list->count && i < TERM_CONTROLS; i++) {
    size_t before = path_item(&reader->path, &list->items[i], i);
    if (term->controls[i][0]) name_find(reader, controls, &list->items[i], term->controls[i]);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* A path has one function of time for a joint, three for a point or an orientation. */
static void track_check(Reader *reader, const Node *node, ProblemTerm *term)
{
  const Node *path   = node_find(node, "path");
  const int   wanted = term->of == TRACK_JOINT ? 1 : 3;

  if (path && term->npath && term->npath != wanted)
    reader_fault(reader, R0216_VALUE_LIST, path->where, "path", "found %d function%s of time, expected %d", term->npath,
                 word_plural(term->npath), wanted);
  quaternion_check(reader, node, "from", false, "", term->from);
}

/* A term at the end or start concerns one quantity. */
static void end_check(Reader *reader, const Node *node, ProblemTerm *term)
{
  static const char *const keys[] = {"position", "orientation", "velocity", "angular_velocity"};
  int                      n      = 0;

  for (int i = 0; i < 4; i++) n += node_find(node, keys[i]) != NULL;
  if (n != 1)
    reader_fault(reader, R0348_TERM_QUANTITY, node->where, NULL,
                 "found %d of position, orientation, velocity, angular_velocity, expected one", n);
  quaternion_check(reader, node, "orientation", false, "", term->end.orientation);
}

/* Resolves bodies and joints of the terms and checks each by its kind. */
static void terms_check(Reader *reader, const Names *bodies, const Names *joints, const Names *controls,
                        const Node *list, Problem *problem)
{
  size_t length = path_key(&reader->path, list->key);

  for (int i = 0; i < problem->nterms; i++) {
    ProblemTerm *term = &problem->terms[i];
    if (term->kind == TERM_NONE) continue; /* rejected */
    const Node *item = &list->items[i].items[0];
    if (item->kind != NODE_MAPPING) continue; /* rejected too */
    size_t before = path_item(&reader->path, &list->items[i], i);
    path_key(&reader->path, item->key);
    term->body  = named_find(reader, bodies, item, "body", term->body_name);
    term->joint = named_find(reader, joints, item, "joint", term->joint_name);
    if (term->kind == TERM_EFFORT) effort_check(reader, controls, item, problem, term);
    if (term->kind == TERM_TRACK) track_check(reader, item, term);
    if (term->kind == TERM_END || term->kind == TERM_START) end_check(reader, item, term);
    if (term->kind == TERM_TRACK && problem->time.free)
      reader_fault(reader, R0345_FREE_TIME, list->items[i].where, NULL,
                   "found a path in time, expected none with time.free");
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* Whether an effort term concerns the control; without one the control is not determined. */
static bool control_costs(const Problem *problem, const char *name)
{
  for (int i = 0; i < problem->nterms; i++) {
    const ProblemTerm *term = &problem->terms[i];
    if (term->kind == TERM_NONE || (term->kind == TERM_EFFORT && problem_effort_names(term, name))) return true;
  }
  return false;
}

/* Every control has an effort term. */
static void costs_check(Reader *reader, const Node *list, const Problem *problem)
{
  size_t length = path_key(&reader->path, list->key);

  for (int i = 0; i < problem->ncontrols; i++) {
    if (control_costs(problem, problem->controls[i].name)) continue;
    size_t before = path_item(&reader->path, &list->items[i], i);
    reader_fault(reader, R0341_CONTROLS_UNDECIDED, list->items[i].where, NULL,
                 "found no effort of this control in the objective, expected one: it would be under-determined");
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* Controls and objective come together, with mG over all elements; a free end allows nothing that depends on time. */
static void method_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node          *objective = node_find(root, "objective"), *controls = node_find(root, "controls");
  const Node          *time   = node_find(root, "time");
  const ProblemMethod *method = &problem->method;

  if (problem->ncontrols && !problem->nterms && problem->inverse == INVERSE_FORCES)
    reader_fault(reader, R0341_CONTROLS_UNDECIDED, controls->key_where, "controls",
                 "found without objective, expected one that decides them, or inverse: servo or track");
  if (problem->nterms && !problem->ncontrols)
    reader_fault(reader, R0342_OBJECTIVE_ALONE, objective->key_where, "objective",
                 "found without controls, expected some to decide about");
  if (problem->time.free && !problem->nterms)
    reader_fault(reader, R0343_OBJECTIVE_MISSING, node_find(time, "free")->where, "time.free",
                 "found without objective, expected one");
  if (problem->nterms && (!(method->scheme->supports & SUPPORTS_OBJECTIVE) || method->window != WINDOW_ALL))
    reader_fault(reader, R0344_OBJECTIVE_SCHEME, objective->key_where, "objective",
                 "found together with method {scheme: %s%s}, expected {scheme: mG, window: all}", method->scheme->name,
                 method->window == WINDOW_ALL ? ", window: all" : "");
  const ProblemSolver *solver = &problem->solver;
  if (!problem->nterms && (solver->homotopy.kind || solver->refine || solver->refine_degree != RIGEL_UNSET))
    reader_fault(reader, R0343_OBJECTIVE_MISSING, node_find(root, "solver")->where, "solver",
                 "found homotopy, refine or refine_degree without objective, expected one");
  for (int i = 0; problem->time.free && i < problem->nmotions; i++)
    reader_fault(reader, R0345_FREE_TIME, problem->motions[i].where, "motion",
                 "found a prescribed motion, expected none with time.free");
  for (int i = 0; problem->time.free && i < problem->nloads; i++)
    if (problem->loads[i].scale.kind != FUNCTION_NONE)
      reader_fault(reader, R0345_FREE_TIME, problem->loads[i].where, "loads",
                   "found a load that depends on time, expected none with time.free");
}

/* Controls first: the terms refer to them by name. */
void objective_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem)
{
  const Node *controls = node_find(root, "controls"), *objective = node_find(root, "objective");
  Names       names;

  method_check(reader, root, problem);
  if (names_init(&names, problem->controls, sizeof *problem->controls, problem->ncontrols)) {
    if (problem->ncontrols) names_check(reader, &names, controls);
    if (problem->ncontrols) controls_check(reader, bodies, joints, controls, problem);
    if (problem->nterms) terms_check(reader, bodies, joints, &names, objective, problem);
    if (problem->ncontrols && problem->nterms) costs_check(reader, controls, problem);
  } else {
    reader_fault(reader, R0001_OUT_OF_MEMORY, root->where, "controls", "out of memory");
  }
  names_clear(&names);
}
