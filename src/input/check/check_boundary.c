/* Checks of boundary values: bodies, values, and a scheme that supports them. */
#include "input/check/check.h"

#include <string.h>

/* --- prescribed values of one body */

/* Reports a body that does not exist, or the ground, which does not move. */
static void body_refuse(Reader *reader, const Names *bodies, const Node *item)
{
  char list[LIST_LEN] = "";

  if (strcmp(item->key, "ground") == 0) {
    reader_fault(reader, R0221_NAME_GROUND, item->key_where, NULL,
                 "found ground, expected the name of a body (ground does not move)");
    return;
  }
  if (reader->faults->count < FAULT_MOST) word_expect(item->key, bodies->names, list);
  reader_fault(reader, R0220_NAME_UNKNOWN, item->key_where, NULL, "found an unknown body, expected %s", list);
}

/* Reports a key, where it is given, that this body cannot have. */
static void key_refuse(Reader *reader, const Node *item, const char *key, const char *reason)
{
  const Node *node = node_find(item, key);
  if (node) reader_fault(reader, R0361_BOUNDARY_BODY, node->key_where, key, "found for %s", reason);
}

/* Positions and orientations that a particle, a clamped or a fixed body cannot prescribe. */
static void end_check(Reader *reader, const Node *item, const ProblemBody *body, ProblemEnd *end)
{
  static const char particle[] = "a particle, expected position or velocity (a particle does not turn)";
  static const char clamped[]  = "a body with motion: clamped, expected one that moves";
  static const char fixed[]    = "a body with translation: fixed, expected orientation or angular_velocity";

  if (body->mobility == BODY_CLAMPED) {
    static const char *const keys[] = {"position", "orientation", "velocity", "angular_velocity"};
    for (int i = 0; i < 4; i++) key_refuse(reader, item, keys[i], clamped);
  } else if (!(body->traits.uses & BODY_USES_ROTATION)) {
    key_refuse(reader, item, "orientation", particle);
    key_refuse(reader, item, "angular_velocity", particle);
  } else if (body->translation == TRANSLATION_FIXED) {
    key_refuse(reader, item, "position", fixed);
    key_refuse(reader, item, "velocity", fixed);
  }
  quaternion_check(reader, item, "orientation", false, "", end->orientation);
}

/* Values at one end of the interval. Items of the mapping and records have the same order. */
static void ends_check(Reader *reader, const Names *bodies, const Node *mapping, const Problem *problem, int count,
                       ProblemEnd *ends)
{
  if (count == 0) return;
  size_t length = path_key(&reader->path, mapping->key);
  for (int i = 0; i < count; i++) {
    const Node *item   = &mapping->items[i];
    int         index  = names_find(bodies, item->key);
    size_t      before = path_key(&reader->path, item->key);
    if (index < 0) {
      body_refuse(reader, bodies, item);
    } else {
      ends[i].body = index;
      end_check(reader, item, &problem->bodies[index], &ends[i]);
    }
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}

/* --- the whole */

/* Values at the end act back on the start: one window solves all elements at once. */
static void window_check(Reader *reader, const Node *node, const Node *method, const ProblemMethod *given)
{
  const Node *window = method ? node_find(method, "window") : NULL;
  const bool  bubnov = given->scheme->galerkin == GALERKIN_BUBNOV;

  if (!(given->scheme->supports & SUPPORTS_WINDOW)) return; /* rejected by scheme_check */
  if (given->window == WINDOW_ALL || (given->window == RIGEL_UNSET && (bubnov || window)))
    return; /* or it was rejected */
  if (window)
    reader_fault(reader, R0362_BOUNDARY_WINDOW, node->key_where, NULL,
                 "found together with method.window: %d, expected method.window: all", given->window);
  else
    reader_fault(reader, R0362_BOUNDARY_WINDOW, node->key_where, NULL,
                 "found together with time stepping by %s, expected method.window: all", given->scheme->name);
}

/* Boundary values of both ends, and the window that they require. */
void boundary_check(Reader *reader, const Names *bodies, const Node *root, Problem *problem)
{
  const Node      *node     = node_find(root, "boundary");
  ProblemBoundary *boundary = &problem->boundary;

  if (!node || node->kind != NODE_MAPPING) return;
  size_t length = path_key(&reader->path, "boundary");
  ends_check(reader, bodies, node_find(node, "start"), problem, boundary->nstart, boundary->start);
  ends_check(reader, bodies, node_find(node, "end"), problem, boundary->nend, boundary->end);
  window_check(reader, node, node_find(root, "method"), &problem->method);
  path_cut(&reader->path, length);
}
