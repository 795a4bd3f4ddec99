/* Reads lists of numbers into a record: vectors, matrices, points, tables, inertias, point masses. */
#include "input/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool list_check(Reader *reader, const char *expected, const Node *node, int count)
{
  bool good = node->kind == NODE_SEQUENCE && (count ? node->count == count : node->count > 0);
  if (!good && node->kind != NODE_VOID) reader_expect(reader, R0216_VALUE_LIST, node, expected);
  return good;
}

static const char *number_expected(Range range)
{
  if (range == RANGE_FRACTION) return "a number from 0 to 1";
  return range == RANGE_POSITIVE ? "a positive number" : range == RANGE_NON_NEGATIVE ? "a number >= 0" : "a number";
}

/* Reads `count` numbers; faults name the item. */
static bool row_read(Reader *reader, const char *expected, Range range, const Node *node, int count, double *row)
{
  bool good = list_check(reader, expected, node, count);

  for (int i = 0; node->kind == NODE_SEQUENCE && i < node->count && i < count; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    if (!number_read(reader, range, number_expected(range), &node->items[i], &row[i])) good = false;
    path_cut(&reader->path, length);
  }
  return good;
}

bool vector_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double row[4];
  bool   good = row_read(reader, field->expected, field->range, node, field->columns, row);
  if (good) memcpy(value, row, (size_t)field->columns * sizeof *row);
  return good;
}

/* Reads `rows` lists of `columns` numbers each. */
static bool table_read(Reader *reader, const char *expected, const Node *node, int rows, int columns, double *values)
{
  char row_expected[FOUND_LEN];
  bool good = list_check(reader, expected, node, rows);

  snprintf(row_expected, sizeof row_expected, "%d numbers", columns);
  for (int i = 0; good && i < rows; i++) {
    size_t length = path_item(&reader->path, &node->items[i], i);
    good          = row_read(reader, row_expected, RANGE_FINITE, &node->items[i], columns, values + i * columns);
    path_cut(&reader->path, length);
  }
  return good;
}

bool matrix_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double values[2 * 3] = {0.0};
  bool   good          = table_read(reader, field->expected, node, field->rows, field->columns, values);
  if (good) memcpy(value, values, sizeof values);
  return good;
}

/* A tensor of inertia as 3 rows of 3 numbers, or as its diagonal. */
bool inertia_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double full[3][3] = {{0.0}}, diagonal[3];
  bool   good       = false;

  if (node->kind == NODE_SEQUENCE && node->count > 0 && node->items[0].kind == NODE_SEQUENCE) {
    good = table_read(reader, field->expected, node, 3, 3, &full[0][0]);
  } else {
    good = row_read(reader, field->expected, RANGE_FINITE, node, 3, diagonal);
    for (int i = 0; good && i < 3; i++) full[i][i] = diagonal[i];
  }
  if (good) memcpy(value, full, sizeof full);
  return good;
}

/* Point masses as rows of mass, x, y, z; every mass is positive. */
bool sites_read(Reader *reader, const Field *field, Node *node, void *value)
{
  Shape *shape = value;

  if (!list_check(reader, field->expected, node, 0)) return false;
  double *sites = calloc((size_t)node->count, 4 * sizeof *sites);
  bool    good  = sites && table_read(reader, field->expected, node, node->count, 4, sites);
  for (int i = 0; good && i < node->count; i++) {
    if (sites[4 * i] > 0.0) continue;
    size_t length = path_item(&reader->path, &node->items[i], i);
    reader_expect(reader, R0210_VALUE_NUMBER, &node->items[i].items[0], "a positive mass");
    path_cut(&reader->path, length);
    good = false;
  }
  if (!sites) reader_fault(reader, R0001_OUT_OF_MEMORY, node->where, NULL, "out of memory");
  if (!good) {
    free(sites);
    return false;
  }
  shape->sites  = sites;
  shape->nsites = node->count;
  return true;
}

/* Rows of numbers, or plain numbers with one column, in an array that the record owns. */
bool rows_read(Reader *reader, const Field *field, Node *node, void *record)
{
  const int columns = field->columns;

  if (!list_check(reader, field->expected, node, 0)) return false;
  double *rows = calloc((size_t)node->count, (size_t)columns * sizeof *rows);
  if (!rows) reader_fault(reader, R0001_OUT_OF_MEMORY, node->where, NULL, "out of memory");
  bool good = rows && (columns == 1 ? row_read(reader, field->expected, field->range, node, node->count, rows)
                                    : table_read(reader, field->expected, node, node->count, columns, rows));
  if (!good) {
    free(rows);
    return false;
  }
  double *before; /* of another key that fills the same place */
  memcpy(&before, (char *)record + field->offset, sizeof before);
  free(before);
  memcpy((char *)record + field->offset, &rows, sizeof rows);
  memcpy((char *)record + field->count_offset, &node->count, sizeof node->count);
  return true;
}

static bool is_rows(const Node *node)
{
  return node->kind == NODE_SEQUENCE && node->count > 0 && node->items[0].kind == NODE_SEQUENCE;
}

/* One point, or two; the second is NAN where only one is given. */
bool points_read(Reader *reader, const Field *field, Node *node, void *value)
{
  double points[6] = {0.0, 0.0, 0.0, NAN};
  bool   good      = is_rows(node) ? table_read(reader, field->expected, node, 2, 3, points)
                                   : row_read(reader, field->expected, RANGE_FINITE, node, 3, points);
  if (good) memcpy(value, points, sizeof points);
  return good;
}

/* One number for all components, or one for each; the rest is NAN (see problem_each). */
bool each_read(Reader *reader, const Field *field, Node *node, void *value)
{
  const int least = field->least ? field->least : field->columns, most = field->columns;
  double    each[6] = {0.0, NAN, NAN, NAN, NAN, NAN};
  const int count   = node->count < least ? least : node->count > most ? most : node->count;
  bool      good    = node->kind == NODE_SEQUENCE ? row_read(reader, field->expected, field->range, node, count, each)
                                                  : number_read(reader, field->range, field->expected, node, each);
  if (good) memcpy(value, each, (size_t)most * sizeof *each);
  return good;
}
