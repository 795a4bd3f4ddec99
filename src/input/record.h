/* Reading one mapping by its table; shared by the parts of the reader. A rejected value leaves the default. */
#ifndef RIGEL_INPUT_RECORD_H
#define RIGEL_INPUT_RECORD_H

#include "input/check/context.h"

/* Reads a mapping: unknown, missing, alternative and inapplicable keys, then the checks of this kind of record. */
bool record_read(Reader *reader, const Table *table, Node *node, void *record);
/* Reads a mapping with one key of the table into a record that begins with its kind. */
bool kind_read(Reader *reader, const Table *table, const char *expected, Node *node, void *record);
/* Reads one value into the record; false: rejected, or something inside was. */
bool field_read(Reader *reader, const Field *field, Node *node, void *record);
/* Arrays of records: a list of them; a mapping from their names. */
bool records_read(Reader *reader, const Field *field, Node *node, void *record);
bool named_read(Reader *reader, const Field *field, Node *node, void *record);

/* guess_file.c: the files of guess: file, read once the problem has no fault. */
void guess_read(Reader *reader, const Node *root, Problem *problem);

#endif
