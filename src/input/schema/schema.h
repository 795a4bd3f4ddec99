/* Every key of a problem file, once: its kind, its place in the Problem, its condition, its meaning.
 * The tables drive the reader, the writer of run.yaml and the printed reference. Defaults are those that problem_init,
 * problem_body_init and their like set; the tables do not repeat them. */
#ifndef RIGEL_INPUT_SCHEMA_SCHEMA_H
#define RIGEL_INPUT_SCHEMA_SCHEMA_H

#include "problem/problem.h"

#include <stdio.h>

/* Names that belong to tables elsewhere; NULL-terminated lists, a NULL list of names accepts every name. */
typedef struct {
  const char *const *formulations, *const *joints, *const *closed_forms, *const *loads, *const *hamiltonians;
  const SchemeTraits *const *schemes; /* at least one; the first is the default */
} Vocabulary;

typedef enum {
  FIELD_NAME,    /* char[NAME_LEN]: letters, digits, _ and - */
  FIELD_TEXT,    /* char[TEXT_LEN] */
  FIELD_REAL,    /* double */
  FIELD_INTEGER, /* int */
  FIELD_FLAG,    /* bool */
  FIELD_VECTOR,  /* double[columns] */
  FIELD_MATRIX,  /* double[rows][columns] */
  FIELD_INERTIA, /* double[3][3], also written as its diagonal */
  FIELD_SITES,   /* Shape: nsites rows of mass, x, y, z */
  FIELD_ROWS,   /* rows of `columns` numbers, or a plain list of them with one column: an array that the problem owns */
  FIELD_POINTS, /* double[2][3]: 3 numbers, or 2 rows of 3 */
  FIELD_EACH, /* double[columns]: a number for all, or a list of them; `least` allows a shorter one. See problem_each */
  FIELD_CHOICE, /* enum: index into words; with a table also {word: value}, read into the same record */
  FIELD_KIND,   /* enum: 1 + index into words; 0: not given */
  FIELD_BITS,   /* unsigned: list of words, bit i for words[i] */
  FIELD_WORD,   /* char[NAME_LEN] from the vocabulary */
  FIELD_SCHEME, /* const SchemeTraits *: entry of the vocabulary, written as its name */
  FIELD_PAIR,   /* char[2][NAME_LEN] */
  FIELD_NAMES,  /* char[most][NAME_LEN]: a list of names; "" ends */
  FIELD_VARIANT, /* a record that begins with an enum, its kind: a mapping with one key of the table, in the order of kinds */
  FIELD_MAP,     /* a record in place */
  FIELD_LIST,    /* a list of records, or of variants: an array that the problem owns */
  FIELD_NAMED,   /* a mapping from names to records: an array that the problem owns */
  FIELD_SKIPPED, /* read and ignored: what run.yaml adds */
  FIELD_KINDS
} FieldKind;

typedef enum { RANGE_FINITE, RANGE_NON_NEGATIVE, RANGE_POSITIVE } Range;
typedef enum {
  VOCABULARY_FORMULATION,
  VOCABULARY_JOINT,
  VOCABULARY_LOAD,
  VOCABULARY_HAMILTONIAN,
  VOCABULARY_CLOSED_FORM
} VocabularyList;

/* When a key applies: a condition on its record. */
typedef struct {
  const char *text; /* "formulation: quaternion" */
  bool (*holds)(const void *record);
} Condition;

typedef struct Table Table;

typedef struct {
  const char        *key;
  FieldKind          kind;
  size_t             offset; /* in the record */
  bool               required;
  const char        *instead; /* the other key of a pair of which one is given */
  const Condition   *only;    /* NULL: always applies */
  Range              range;   /* of reals, also inside vectors */
  int                rows, columns;
  int                least, most; /* of integers; of list items */
  const char        *automatic;   /* integer: a word that means 0 */
  bool               quiet;       /* integer: 0 is as good as nothing, and not written */
  const char *const *words;       /* NULL-terminated */
  VocabularyList     vocabulary;
  const Table       *table;        /* of the record inside */
  size_t             count_offset; /* list, named, rows: where the length goes */
  const char        *expected;     /* in messages and in the reference */
  const char        *fallback;     /* default in words, where no number expresses it */
  const char        *meaning;      /* one line */
} Field;

struct Table {
  const char  *noun; /* "a body" */
  const Field *fields;
  int          nfields;
  size_t       size;          /* of the record */
  void (*init)(void *record); /* list, named: sets the defaults */
  bool   variant;             /* list: a record begins with its kind, as with FIELD_VARIANT */
  bool   has_where;
  size_t where_offset;
  bool   has_given; /* given_offset: a bool, set when the file has the record */
  size_t given_offset;
  size_t name_offset; /* named: where the key goes, char[NAME_LEN] */
};

enum { FIELD_MOST = 32 }; /* in one table */

extern const Table schema_problem, schema_time, schema_method, schema_solver, schema_body, schema_shape, schema_joint;
extern const Table schema_load, schema_motion, schema_scale, schema_end, schema_boundary, schema_reference,
  schema_hamiltonian;
extern const Table schema_control, schema_term, schema_term_end;

const Field *table_find(const Table *table, const char *key);
/* The words that a FIELD_WORD accepts; NULL: any. */
const char *const *vocabulary_list(const Vocabulary *words, VocabularyList list);
/* Whether the record has a value for the field; whether it also applies (condition `only`). */
bool field_has_value(const Field *field, const void *record);
bool field_given(const Field *field, const void *record);
/* The value of a field as YAML on one line; not for maps and lists of records. */
void field_write(const Field *field, const void *record, FILE *stream);
/* Prints the reference of all keys as Markdown. */
void schema_print(FILE *stream);

#endif
