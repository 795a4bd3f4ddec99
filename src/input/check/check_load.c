/* Checks of loads and of functions of time. */
#include "input/check/check.h"

#include <math.h>
#include <string.h>

/* Times that ascend. */
static void table_check(Reader *reader, const Node *node, const char *key, const ProblemTimeFunction *scale)
{
  const Node *table = node_find(node, key);

  if (!table || scale->nrows == 0) return; /* another key, or rejected */
  size_t length = path_key(&reader->path, key);
  if (scale->nrows < 2)
    reader_fault(reader, R0234_TABLE_TIMES, table->where, NULL, "found one point, expected at least two");
  for (int i = 1; i < scale->nrows; i++) {
    const double before = scale->rows[2 * i - 2], t = scale->rows[2 * i];
    if (t > before) continue;
    size_t inner = path_item(&reader->path, &table->items[i], i);
    reader_fault(reader, R0234_TABLE_TIMES, table->items[i].where, NULL,
                 "found t = %.9g after %.9g, expected times that ascend", t, before);
    path_cut(&reader->path, inner);
  }
  path_cut(&reader->path, length);
}

/* Tables ascend in time; ramps end after they begin. */
void scale_check(Reader *reader, const Node *node, const ProblemTimeFunction *scale)
{
  const Node *ramp = node_find(node, "ramp") ? node_find(node, "ramp") : node_find(node, "smooth");

  if (node->count != 1) return; /* reported by the reader of variants */
  table_check(reader, node, "table", scale);
  table_check(reader, node, "cubic", scale);
  if (ramp && !(scale->end > scale->start) && !isnan(scale->start) && !isnan(scale->end))
    reader_fault(reader, R0231_TIME_ORDER, ramp->where, node_find(node, "ramp") ? "ramp.end" : "smooth.end",
                 "found %.17g, expected a time later than its start %.17g", scale->end, scale->start);
}

/* Numbers for each of six directions belong to types that use them. */
static void six_check(Reader *reader, const Node *node, const char *key, bool allowed, const double value[6])
{
  const Node *item = node_find(node, key);

  if (item && !allowed && !isnan(value[1]))
    reader_fault(reader, R0216_VALUE_LIST, item->where, key, "found 6 numbers, expected one");
}

/* Points, directions and stiffnesses that fit the type of the load. */
void load_check(Reader *reader, const Node *node, const ProblemLoad *load)
{
  const Node    *at = node_find(node, "at"), *each = node_find(node, "axis_body"), *length = node_find(node, "length");
  const unsigned uses = load->traits.uses, one_point = LOAD_USES_BODY | LOAD_USES_AT;
  const bool     force = (uses & one_point) == one_point, six = uses & LOAD_USES_SIX;

  if (at && !isnan(load->at[0][0]) && force != (bool)isnan(load->at[1][0])) {
    size_t before = path_key(&reader->path, "at");
    reader_expect(reader, R0216_VALUE_LIST, at, force ? "3 numbers" : "2 rows of 3 numbers");
    path_cut(&reader->path, before);
  }
  six_check(reader, node, "stiffness", six, load->stiffness);
  six_check(reader, node, "damping", six, load->damping);
  for (int i = 0; each && !isnan(load->axis_body[0][0]) && i < 2; i++) {
    size_t before = path_key(&reader->path, "axis_body");
    path_item(&reader->path, &each->items[i], i);
    axis_check(reader, &each->items[i], NULL, load->axis_body[i]);
    path_cut(&reader->path, before);
  }
  if (uses & LOAD_NEEDS_LENGTH && !length)
    reader_fault(reader, R0204_KEY_MISSING, node->where, "length", "found nothing, expected a number >= 0");
}

/* The body of a force or torque; the ground is rejected. */
static void load_check_body(Reader *reader, const Names *bodies, const Node *node, ProblemLoad *load)
{
  const Node *body   = node_find(node, "body");
  size_t      length = path_key(&reader->path, "body");

  if (body && load->body_name[0][0]) {
    const int index = name_find(reader, bodies, body, load->body_name[0]);
    if (index >= 0) load->body[0] = index;
  }
  path_cut(&reader->path, length);
}

/* Names of loads are unique; a load acts between two bodies or on one. */
void loads_check(Reader *reader, const Names *bodies, const Node *root, Problem *problem)
{
  const Node *list = node_find(root, "loads");
  Names       loads;

  if (problem->nloads == 0) return;
  if (names_init(&loads, problem->loads, sizeof *problem->loads, problem->nloads)) names_check(reader, &loads, list);
  else reader_fault(reader, R0001_OUT_OF_MEMORY, list->where, "loads", "out of memory");
  names_clear(&loads);
  size_t length = path_key(&reader->path, list->key);
  for (int i = 0; i < problem->nloads; i++) {
    ProblemLoad *load   = &problem->loads[i];
    size_t       before = path_item(&reader->path, &list->items[i], i);
    if (node_find(&list->items[i], "bodies"))
      sides_check(reader, bodies, &list->items[i], (const char(*)[NAME_LEN])load->body_name, load->body);
    else load_check_body(reader, bodies, &list->items[i], load);
    path_cut(&reader->path, before);
  }
  path_cut(&reader->path, length);
}
