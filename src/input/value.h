/* Readers of one value, one for each kind of field. A reader reports a fault and returns false, or stores the value. */
#ifndef RIGEL_INPUT_VALUE_H
#define RIGEL_INPUT_VALUE_H

#include "input/check/context.h"

/* `value` is the place of the value in its record. */
typedef bool (*ValueReader)(Reader *reader, const Field *field, Node *node, void *value);

/* value.c: a finite number in the given range. */
bool number_read(Reader *reader, Range range, const char *expected, const Node *node, double *value);

/* value_rows.c: whether a node is a list of `count` items (0: of at least one); reports it otherwise. */
bool list_check(Reader *reader, const char *expected, const Node *node, int count);
bool vector_read(Reader *reader, const Field *field, Node *node, void *value);
bool matrix_read(Reader *reader, const Field *field, Node *node, void *value);
bool inertia_read(Reader *reader, const Field *field, Node *node, void *value);
bool sites_read(Reader *reader, const Field *field, Node *node, void *value);
bool points_read(Reader *reader, const Field *field, Node *node, void *value);
bool each_read(Reader *reader, const Field *field, Node *node, void *value);
/* value_orientation.c: a quaternion, from numbers or from angles. */
bool orientation_read(Reader *reader, const Field *field, Node *node, void *value);
/* The array belongs to the record, and its length is stored in it; so this one receives the whole record. */
bool rows_read(Reader *reader, const Field *field, Node *node, void *record);

#endif
