/* Checks of prescribed motions: what no single key can tell. */
#include "io/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const keys[] = {"value", "x", "y", "z", NULL};

void motion_check(Reader *reader, const Node *node, const ProblemMotion *motion)
{
  const Node *axis  = node_find(node, "axis");
  const bool  parts = strcmp(motion->type, "position") == 0 || strcmp(motion->type, "orientation") == 0;

  if (axis) axis_check(reader, axis, "axis", motion->axis);
  if (parts && !node_find(node, "x") && !node_find(node, "y") && !node_find(node, "z"))
    reader_fault(reader, node->where, NULL,
                 "found none of x, y, z, expected a function of time for one of them or more");
}

/* A jump of the velocity would take an impulse. */
static void smooth_check(Reader *reader, const Node *node, const ProblemTime *time, const ProblemScale *scale)
{
  const bool   cubic = scale->kind == SCALE_CUBIC && scale->nrows >= 2;
  const double first = cubic ? scale->rows[0] : 0.0, last = cubic ? scale->rows[2 * scale->nrows - 2] : 0.0;

  if (scale->kind == SCALE_TABLE || scale->kind == SCALE_RAMP || scale->kind == SCALE_STEP)
    reader_fault(reader, node->where, NULL,
                 "found a function with corners, expected a smooth one: polynomial, cubic, sine or smooth (a jump of "
                 "the velocity takes an impulse)");
  else if (cubic && (first > time->start || last < time->end))
    reader_fault(reader, node->where, "cubic",
                 "found points from t = %.9g to %.9g, expected them to cover the run from %.9g to %.9g (the velocity "
                 "jumps where they end)",
                 first, last, time->start, time->end);
}

/* The index of what a key names. */
static int index_find(Reader *reader, const Names *names, const Node *node, const char *key, const char *name)
{
  const Node *item   = node_find(node, key);
  size_t      length = path_key(&reader->path, key);
  const int   index  = item && name[0] ? name_find(reader, names, item, name) : -1;

  path_cut(&reader->path, length);
  return index < 0 ? 0 : index;
}

static void motion_check_parts(Reader *reader, const Names *bodies, const Names *joints, const Node *node,
                               const ProblemTime *time, ProblemMotion *motion)
{
  const ProblemScale *scales[] = {&motion->value, &motion->path[0], &motion->path[1], &motion->path[2]};

  motion->body  = index_find(reader, bodies, node, "body", motion->body_name);
  motion->joint = index_find(reader, joints, node, "joint", motion->joint_name);
  for (int i = 0; keys[i]; i++) {
    const Node *item   = node_find(node, keys[i]);
    size_t      length = path_key(&reader->path, keys[i]);
    if (item) smooth_check(reader, item, time, scales[i]);
    path_cut(&reader->path, length);
  }
}

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
    reader_fault(reader, list->where, "motion", "out of memory");
  }
  names_clear(&motions);
  if (boundary && problem->inverse != INVERSE_TRACK)
    reader_fault(reader, list->key_where, "motion", "found together with boundary, expected only one of them");
  size_t length = path_key(&reader->path, list->key);
  for (int i = 0; i < problem->nmotions; i++) {
    size_t before = path_item(&reader->path, &list->items[i], i);
    motion_check_parts(reader, bodies, joints, &list->items[i], &problem->time, &problem->motions[i]);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

static void servo_check(Reader *reader, const Node *root, const Node *node, const Problem *problem)
{
  const Node *method = node_find(root, "method"), *window = method ? node_find(method, "window") : NULL;
  const char *scheme = problem->method.scheme;

  if (problem->nmotions == 0)
    reader_fault(reader, node->where, "inverse",
                 "found servo without motion, expected the path that controls bring about");
  if (strcmp(scheme, "BG") != 0)
    reader_fault(reader, node->where, "inverse", "found servo together with scheme: %s, expected BG%s", scheme,
                 strcmp(scheme, "mG") == 0
                   ? " (the inputs of mG with exact servo constraints diverge under refinement), or inverse: track"
                   : "");
  if (problem->nterms > 0)
    reader_fault(reader, node->where, "inverse", "found servo together with objective, expected only one of them");
  for (int i = 0; i < problem->ncontrols; i++)
    if (!isnan(problem->controls[i].lower[0]) || !isnan(problem->controls[i].upper[0]))
      reader_fault(reader, problem->controls[i].where, "controls",
                   "found bounds of %s together with inverse: servo, expected none: the path decides",
                   problem->controls[i].name);
  if (window && problem->method.window != WINDOW_ALL)
    reader_fault(reader, window->where, "method.window", "found together with inverse: servo, expected all");
}

static void track_check(Reader *reader, const Node *node, const Problem *problem)
{
  if (problem->nmotions == 0 && problem->nterms == 0)
    reader_fault(reader, node->where, "inverse", "found track without motion, expected the path to follow");
  if (problem->ncontrols == 0)
    reader_fault(reader, node->where, "inverse", "found track without controls, expected those that follow the path");
  if (strcmp(problem->method.scheme, "mG") != 0 || problem->method.window != WINDOW_ALL)
    reader_fault(reader, node->where, "inverse",
                 "found track together with method {scheme: %s%s}, expected {scheme: mG, window: all}",
                 problem->method.scheme, problem->method.window == WINDOW_ALL ? ", window: all" : "");
}

void inverse_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node *node = node_find(root, "inverse");

  if (!node) return;
  if (problem->inverse == INVERSE_SERVO) servo_check(reader, root, node, problem);
  if (problem->inverse == INVERSE_TRACK) track_check(reader, node, problem);
}

/* A copy times a factor, which owns its rows; false: out of memory. */
static bool scale_copy(const ProblemScale *from, double factor, ProblemScale *to)
{
  const bool   single = from->kind == SCALE_POLYNOMIAL; /* otherwise rows of t and a value */
  const size_t size   = (size_t)from->nrows * (single ? 1 : 2);

  *to = *from;
  to->amplitude *= factor;
  to->offset *= factor;
  to->before *= factor;
  to->after *= factor;
  if (!size) return true;
  to->rows = calloc(size, sizeof *to->rows);
  if (!to->rows) to->nrows = 0;
  for (size_t i = 0; to->rows && i < size; i++) to->rows[i] = from->rows[i] * (single || i % 2 ? factor : 1.0);
  return to->rows != NULL;
}

/* Component i of the path of a motion, {polynomial: [0]} where it has none. */
static bool path_copy(const ProblemMotion *motion, int i, ProblemScale *to)
{
  const bool   turns  = strcmp(motion->type, "rotation") == 0;
  const double length = hypot(hypot(motion->axis[0], motion->axis[1]), motion->axis[2]);
  double       zero   = 0.0;
  ProblemScale none;

  if (turns) return scale_copy(&motion->value, motion->axis[i] / length, to);
  if (motion->value.kind != SCALE_NONE) return scale_copy(&motion->value, 1.0, to);
  if (motion->path[i].kind != SCALE_NONE) return scale_copy(&motion->path[i], 1.0, to);
  problem_scale_init(&none);
  none.kind  = SCALE_POLYNOMIAL;
  none.nrows = 1;
  none.rows  = &zero;
  return scale_copy(&none, 1.0, to);
}

/* 1/2 int |y - y_d|^2 over the components that are given; of angles and orientations int (1 - cos). */
static bool track_term(const Problem *problem, const ProblemMotion *motion, ProblemTerm *term)
{
  const bool point = strcmp(motion->type, "position") == 0, angle = strcmp(motion->type, "angle") == 0;
  const bool joint = angle || strcmp(motion->type, "displacement") == 0;
  bool       good  = true;

  problem_term_init(term);
  term->kind       = TERM_TRACK;
  term->where      = motion->where;
  term->of         = point ? TRACK_POINT : joint ? TRACK_JOINT : TRACK_ORIENTATION;
  term->coordinate = !joint ? COORDINATE_AUTO : angle ? COORDINATE_ANGLE : COORDINATE_SHIFT;
  if (joint) term->joint = motion->joint;
  else term->body = motion->body;
  memcpy(term->body_name, motion->body_name, sizeof term->body_name);
  memcpy(term->joint_name, motion->joint_name, sizeof term->joint_name);
  memcpy(term->at, motion->at, sizeof term->at);
  if (!joint && !point) memcpy(term->from, problem->bodies[motion->body].orientation, sizeof term->from);
  term->path = calloc(3, sizeof *term->path);
  if (!term->path) return false;
  for (; good && term->npath < (joint ? 1 : 3); term->npath++) {
    good = path_copy(motion, term->npath, &term->path[term->npath]);
    if (point) term->along[term->npath] = motion->path[term->npath].kind != SCALE_NONE;
  }
  return good;
}

bool motions_track(Problem *problem)
{
  const double small = 1e-10;
  const int    n     = problem->nterms + problem->nmotions + 1;
  bool         paid = false, good = true;

  if (problem->inverse != INVERSE_TRACK || problem->nmotions == 0) return true;
  ProblemTerm *terms = realloc(problem->terms, (size_t)n * sizeof *terms);
  if (!terms) return false;
  problem->terms = terms;
  for (int i = 0; i < problem->nterms; i++) paid = paid || terms[i].kind == TERM_EFFORT;
  for (int i = 0; good && i < problem->nmotions; i++)
    good = track_term(problem, &problem->motions[i], &terms[problem->nterms++]);
  if (!paid) {
    ProblemTerm *effort = &terms[problem->nterms++];
    problem_term_init(effort);
    effort->kind       = TERM_EFFORT;
    effort->weights[0] = small;
    effort->sweeps     = 2;
  }
  problem_drop_motions(problem);
  return good;
}
