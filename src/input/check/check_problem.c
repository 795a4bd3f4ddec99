/* Checks across records: names, joints, orientations, reference; resolves names of bodies to indices. */
#include "input/check/check.h"

#include <math.h>
#include <string.h>

#define UNIT_TOLERANCE 1e-9

_Static_assert(offsetof(ProblemBody, name) == 0 && offsetof(ProblemJoint, name) == 0 &&
                 offsetof(ProblemLoad, name) == 0 && offsetof(ProblemMotion, name) == 0 &&
                 offsetof(ProblemControl, name) == 0,
               "names are looked up by record");

/* --- names */

/* Sorted names are equal to a neighbour if they occur twice. */
void names_check(Reader *reader, const Names *names, const Node *list)
{
  const NameEntry *first = names->sorted;

  for (const NameEntry *entry = first + 1; entry < names->sorted + names->count; entry++) {
    if (strcmp(entry->name, first->name) != 0) {
      first = entry;
    } else if (entry->name[0]) { /* else missing or rejected */
      const Node *item = &list->items[entry->index];
      char        where[FOUND_LEN];
      size_t      length = path_key(&reader->path, list->key);
      path_item(&reader->path, item, entry->index);
      where_describe(node_find(&list->items[first->index], "name")->where, where);
      reader_fault(reader, R0219_NAME_TAKEN, node_find(item, "name")->where, "name",
                   "found %s again, expected a name of its own%s", entry->name, where);
      path_cut(&reader->path, length);
    }
  }
}

void names_check_apart(Reader *reader, const Names *taken, const Node *taken_list, const char *other,
                       const Names *names, const Node *list)
{
  for (int i = 0; i < names->count; i++) {
    const NameEntry *entry = &names->sorted[i];
    const int        index = entry->name[0] ? names_find(taken, entry->name) : -1;
    if (index < 0) continue;
    char   where[FOUND_LEN];
    size_t length = path_key(&reader->path, list->key);
    path_item(&reader->path, &list->items[entry->index], entry->index);
    where_describe(node_find(&taken_list->items[index], "name")->where, where);
    reader_fault(reader, R0219_NAME_TAKEN, node_find(&list->items[entry->index], "name")->where, "name",
                 "found the name of a %s, expected a name of its own%s", other, where);
    path_cut(&reader->path, length);
  }
}

/* At least one body moves. */
static void bodies_check_moving(Reader *reader, const Node *root, const Problem *problem)
{
  for (int i = 0; i < problem->nbodies; i++)
    if (problem->bodies[i].mobility == BODY_FREE) return;
  reader_fault(reader, R0309_NOTHING_MOVES, node_find(root, "bodies")->where, "bodies",
               "found clamped bodies only, expected one that moves");
}

int name_find(Reader *reader, const Names *names, const Node *node, const char *name)
{
  int  index = names_find(names, name);
  char list[LIST_LEN];

  if (index >= 0) return index;
  if (reader->faults->count < FAULT_MOST) word_expect(name, names->names, list);
  else list[0] = '\0';
  reader_expect(reader, R0220_NAME_UNKNOWN, node, list);
  return index;
}

/* The ground may be one of the two bodies; it has no index. */
void sides_check(Reader *reader, const Names *bodies, const Node *record, const char names[2][NAME_LEN], int body[2])
{
  const Node *pair  = node_find(record, "bodies");
  Names       sides = *bodies;

  sides.names = bodies->sides;              /* the ground may be one of them */
  if (!pair || names[0][0] == '\0') return; /* missing or rejected */
  size_t length = path_key(&reader->path, "bodies");
  if (strcmp(names[0], names[1]) == 0)
    reader_fault(reader, R0310_SIDES_SAME, pair->where, NULL, "found %s twice, expected two different bodies",
                 names[0]);
  for (int i = 0; i < 2; i++) {
    body[i] = GROUND;
    if (strcmp(names[i], "ground") == 0) continue;
    size_t before = path_item(&reader->path, &pair->items[i], i);
    int    index  = name_find(reader, &sides, &pair->items[i], names[i]);
    if (index >= 0) body[i] = index;
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* --- joints */

/* Names of joints are unique and differ from those of bodies; both sides exist. */
static void joints_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem)
{
  const Node *list = node_find(root, "joints");

  if (problem->njoints == 0) return;
  names_check(reader, joints, list);
  names_check_apart(reader, bodies, node_find(root, "bodies"), "body", joints, list);

  size_t length = path_key(&reader->path, list->key);
  for (int i = 0; i < problem->njoints; i++) {
    size_t        before = path_item(&reader->path, &list->items[i], i);
    ProblemJoint *joint  = &problem->joints[i];
    sides_check(reader, bodies, &list->items[i], (const char(*)[NAME_LEN])joint->body_name, joint->body);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* --- orientations */

void quaternion_check(Reader *reader, const Node *record, const char *key, bool project, const char *hint,
                      const double q[4])
{
  const Node *node = node_find(record, key);
  double      norm = hypot(hypot(q[0], q[1]), hypot(q[2], q[3]));

  if (!node || isnan(norm)) return;
  if (project && !(norm > 1e-100 && norm < 1e100))
    reader_fault(reader, R0240_QUATERNION_NORM, node->where, key,
                 "found norm %.6g, expected a quaternion that can be normalised", norm);
  else if (!project && !(fabs(norm - 1.0) <= UNIT_TOLERANCE))
    reader_fault(reader, R0240_QUATERNION_NORM, node->where, key, "found norm %.10g, expected a unit quaternion%s",
                 norm, hint);
}

/* Orientations of all bodies are unit quaternions, or can be normalised with initial: project or assemble. */
static void orientations_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node *list   = node_find(root, "bodies");
  size_t      length = path_key(&reader->path, "bodies");

  for (int i = 0; i < problem->nbodies; i++) {
    size_t before = path_item(&reader->path, &list->items[i], i);
    quaternion_check(reader, &list->items[i], "orientation", problem->initial != INITIAL_CHECK,
                     " (initial: project normalises it)", problem->bodies[i].orientation);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* --- start values */

/* Keys of the items of a list that only `initial: assemble` uses. */
static void assemble_check_list(Reader *reader, const Node *root, const char *name, const char *const *keys)
{
  const Node *list   = node_find(root, name);
  size_t      length = path_key(&reader->path, name);

  for (int i = 0; list && i < list->count; i++) {
    size_t before = path_item(&reader->path, &list->items[i], i);
    for (int k = 0; keys[k]; k++) {
      const Node *item = list->items[i].kind == NODE_MAPPING ? node_find(&list->items[i], keys[k]) : NULL;
      if (item)
        reader_fault(reader, R0203_KEY_IDLE, item->key_where, keys[k],
                     "found a key that applies only with initial: assemble, expected that or no such key");
    }
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

static void assemble_check(Reader *reader, const Node *root, const Problem *problem)
{
  static const char *const of_bodies[] = {"known", NULL}, *const of_joints[] = {"rate", "rate_along", NULL};

  if (problem->initial == INITIAL_ASSEMBLE) return;
  assemble_check_list(reader, root, "bodies", of_bodies);
  assemble_check_list(reader, root, "joints", of_joints);
}

/* --- reference */

/* Resolves the body of the reference, which one body alone does not need. */
static void reference_check_body(Reader *reader, const Names *bodies, const Node *node, Problem *problem)
{
  ProblemReference *reference = &problem->reference;
  const Node       *name      = node_find(node, "body");

  const bool state = node_find(node, "position") || node_find(node, "orientation") || node_find(node, "closed_form");

  if (!name && problem->nbodies > 1 && state) {
    reader_fault(reader, R0204_KEY_MISSING, node->where, "body", "found nothing, expected the name of a body");
  } else if (reference->body_name[0]) {
    size_t length   = path_key(&reader->path, "body");
    int    index    = name_find(reader, bodies, name, reference->body_name);
    reference->body = index >= 0 ? index : 0;
    path_cut(&reader->path, length);
  }
}

/* The reference belongs to a body that can have it, at a time not before the start. */
static void reference_check(Reader *reader, const Names *bodies, const Node *node, Problem *problem)
{
  ProblemReference  *reference = &problem->reference;
  const ProblemTime *time      = &problem->time;
  const Node        *when = node_find(node, "time"), *orientation = node_find(node, "orientation");
  size_t             length = path_key(&reader->path, "reference");

  reference_check_body(reader, bodies, node, problem);
  /* a run may well end before its reference, not start after it */
  if (when && reference->time < time->start)
    reader_fault(reader, R0231_TIME_ORDER, when->where, "time",
                 "found %.17g, expected a time not before the start %.17g", reference->time, time->start);
  quaternion_check(reader, node, "orientation", false, "", reference->orientation);
  if (orientation && !problem->hamiltonian.system[0] &&
      !(problem->bodies[reference->body].traits.uses & BODY_USES_ROTATION))
    reader_fault(reader, R0311_PARTICLE_TURNS, orientation->key_where, "orientation",
                 "found for a particle, expected position (a particle does not turn)");
  if (node_find(node, "least_cost") && problem->nterms == 0 && problem->inverse != INVERSE_TRACK)
    reader_fault(reader, R0203_KEY_IDLE, node_find(node, "least_cost")->key_where, "least_cost",
                 "found without objective, expected position or orientation");
  path_cut(&reader->path, length);
}

/* All checks of a problem of bodies; a Hamiltonian system has its own. */
static void bodies_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem)
{
  names_check(reader, bodies, node_find(root, "bodies"));
  orientations_check(reader, root, problem);
  assemble_check(reader, root, problem);
  bodies_check_moving(reader, root, problem);
  joints_check(reader, bodies, joints, root, problem);
  loads_check(reader, bodies, root, problem);
  motions_check(reader, bodies, joints, root, problem);
  inverse_check(reader, root, problem);
  boundary_check(reader, bodies, root, problem);
  objective_check(reader, bodies, joints, root, problem);
}

/* Resolves all names; every check needs at least one body. */
void problem_check(Reader *reader, const Node *root, Problem *problem)
{
  const Node *reference = node_find(root, "reference");
  Names       bodies, joints;

  problem_choose_method(problem);
  if (problem->nbodies == 0) return; /* already reported; every check below needs a body */
  const bool memory = names_init(&bodies, problem->bodies, sizeof *problem->bodies, problem->nbodies);
  if (names_init(&joints, problem->joints, sizeof *problem->joints, problem->njoints) && memory) {
    if (problem->hamiltonian.system[0]) hamiltonian_check_problem(reader, root, problem);
    else bodies_check(reader, &bodies, &joints, root, problem);
    guess_check(reader, root, problem);
    accuracy_check(reader, root, problem);
    scheme_check(reader, root, problem);
    if (reference && reference->kind == NODE_MAPPING) reference_check(reader, &bodies, reference, problem);
  } else {
    reader_fault(reader, R0001_OUT_OF_MEMORY, root->where, "bodies", "out of memory");
  }
  names_clear(&bodies);
  names_clear(&joints);
}
