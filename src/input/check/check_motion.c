/* Checks of prescribed motions and of inverse dynamics. */
#include "input/check/check.h"

#include <math.h>
#include <string.h>

static const char *const keys[] = {"value", "x", "y", "z", NULL};

/* Motions of a point or an orientation prescribe at least one component. */
void motion_check(Reader *reader, const Node *node, const ProblemMotion *motion)
{
  const Node *axis       = node_find(node, "axis");
  const bool  components = motion->type == MOTION_POSITION || motion->type == MOTION_ORIENTATION;

  if (axis) axis_check(reader, axis, "axis", motion->axis);
  if (components && !node_find(node, "x") && !node_find(node, "y") && !node_find(node, "z"))
    reader_fault(reader, R0321_MOTION_NOTHING, node->where, NULL,
                 "found none of x, y, z, expected a function of time for one of them or more");
}

/* A prescribed function of time is smooth: a jump of the velocity needs an impulse. */
static void smooth_check(Reader *reader, const Node *node, const ProblemTime *time, const ProblemTimeFunction *scale)
{
  const bool   cubic = scale->kind == FUNCTION_CUBIC && scale->nrows >= 2;
  const double first = cubic ? scale->rows[0] : 0.0, last = cubic ? scale->rows[2 * scale->nrows - 2] : 0.0;

  if (scale->kind >= FUNCTION_TABLE)
    reader_fault(reader, R0322_MOTION_CORNERS, node->where, NULL,
                 "found a function with corners, expected a smooth one: polynomial, cubic, sine or smooth (a jump of "
                 "the velocity requires an impulse)");
  else if (cubic && (first > time->start || last < time->end))
    reader_fault(reader, R0322_MOTION_CORNERS, node->where, "cubic",
                 "found points from t = %.9g to %.9g, expected them to cover the run from %.9g to %.9g (the velocity "
                 "jumps where they end)",
                 first, last, time->start, time->end);
}

/* Index of the record that a key names; 0 where it is missing or unknown. */
static int index_find(Reader *reader, const Names *names, const Node *node, const char *key, const char *name)
{
  const Node *item   = node_find(node, key);
  size_t      length = path_key(&reader->path, key);
  const int   index  = item && name[0] ? name_find(reader, names, item, name) : -1;

  path_cut(&reader->path, length);
  return index < 0 ? 0 : index;
}

/* Resolves body and joint, and checks every function of time of a motion. */
static void motion_check_components(Reader *reader, const Names *bodies, const Names *joints, const Node *node,
                                    const ProblemTime *time, ProblemMotion *motion)
{
  const ProblemTimeFunction *scales[] = {&motion->value, &motion->path[0], &motion->path[1], &motion->path[2]};

  motion->body  = index_find(reader, bodies, node, "body", motion->body_name);
  motion->joint = index_find(reader, joints, node, "joint", motion->joint_name);
  for (int i = 0; keys[i]; i++) {
    const Node *item   = node_find(node, keys[i]);
    size_t      length = path_key(&reader->path, keys[i]);
    if (item) smooth_check(reader, item, time, scales[i]);
    path_cut(&reader->path, length);
  }
}

/* Names of motions differ from those of bodies and joints, since they share the columns of reactions.csv. */
void motions_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem)
{
  const Node *list = node_find(root, "motion"), *boundary = node_find(root, "boundary");
  Names       motions;

  if (problem->nmotions == 0) return;
  if (names_init(&motions, problem->motions, sizeof *problem->motions, problem->nmotions)) {
    names_check(reader, &motions, list);
    names_check_apart(reader, bodies, node_find(root, "bodies"), "body", &motions, list);
    names_check_apart(reader, joints, node_find(root, "joints"), "joint", &motions, list);
  } else {
    reader_fault(reader, R0001_OUT_OF_MEMORY, list->where, "motion", "out of memory");
  }
  names_clear(&motions);
  if (boundary && problem->inverse != INVERSE_TRACK)
    reader_fault(reader, R0206_KEY_BOTH, list->key_where, "motion",
                 "found together with boundary, expected only one of them");
  size_t length = path_key(&reader->path, list->key);
  for (int i = 0; i < problem->nmotions; i++) {
    size_t before = path_item(&reader->path, &list->items[i], i);
    motion_check_components(reader, bodies, joints, &list->items[i], &problem->time, &problem->motions[i]);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* Servo constraints need BG over all elements, and controls without bounds. */
static void servo_check(Reader *reader, const Node *root, const Node *node, const Problem *problem)
{
  const Node         *method = node_find(root, "method"), *window = method ? node_find(method, "window") : NULL;
  const SchemeTraits *scheme = problem->method.scheme;

  if (problem->nmotions == 0)
    reader_fault(reader, R0331_INVERSE_INCOMPLETE, node->where, "inverse",
                 "found servo without motion, expected the path that controls bring about");
  if (scheme->galerkin != GALERKIN_BUBNOV)
    reader_fault(reader, R0332_INVERSE_SCHEME, node->where, "inverse",
                 "found servo together with scheme: %s, expected BG%s", scheme->name,
                 scheme->supports & SUPPORTS_OBJECTIVE
                   ? " (the inputs of mG with exact servo constraints diverge under refinement), or inverse: track"
                   : "");
  if (problem->nterms > 0)
    reader_fault(reader, R0333_INVERSE_CONFLICT, node->where, "inverse",
                 "found servo together with objective, expected only one of them");
  for (int i = 0; i < problem->ncontrols; i++)
    if (!isnan(problem->controls[i].lower[0]) || !isnan(problem->controls[i].upper[0]))
      reader_fault(reader, R0333_INVERSE_CONFLICT, problem->controls[i].where, "controls",
                   "found bounds of %s together with inverse: servo, expected none: the path decides",
                   problem->controls[i].name);
  if (problem->method.start == START_WEAK)
    reader_fault(
      reader, R0332_INVERSE_SCHEME, node_find(method, "start")->where, "method.start",
      "found weak together with inverse: servo, expected strong: servo constraints have no projected traces");
  if (window && problem->method.window != WINDOW_ALL)
    reader_fault(reader, R0332_INVERSE_SCHEME, window->where, "method.window",
                 "found together with inverse: servo, expected all");
}

/* Tracking needs a path, controls, and mG over all elements. */
static void track_check(Reader *reader, const Node *node, const Problem *problem)
{
  if (problem->nmotions == 0 && problem->nterms == 0)
    reader_fault(reader, R0331_INVERSE_INCOMPLETE, node->where, "inverse",
                 "found track without motion, expected the path to follow");
  if (problem->ncontrols == 0)
    reader_fault(reader, R0331_INVERSE_INCOMPLETE, node->where, "inverse",
                 "found track without controls, expected those that follow the path");
  if (!(problem->method.scheme->supports & SUPPORTS_OBJECTIVE) || problem->method.window != WINDOW_ALL)
    reader_fault(reader, R0332_INVERSE_SCHEME, node->where, "inverse",
                 "found track together with method {scheme: %s%s}, expected {scheme: mG, window: all}",
                 problem->method.scheme->name, problem->method.window == WINDOW_ALL ? ", window: all" : "");
}

void inverse_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node *node = node_find(root, "inverse");

  if (!node) return;
  if (problem->inverse == INVERSE_SERVO) servo_check(reader, root, node, problem);
  if (problem->inverse == INVERSE_TRACK) track_check(reader, node, problem);
}
