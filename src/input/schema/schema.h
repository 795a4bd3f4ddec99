/* Every key of a problem file, once: its kind, its place in the Problem, its condition, its meaning.
 * The tables drive the reader, the writer of run.yaml and the printed reference. Defaults are those that problem_init,
 * problem_body_init and their like set; the tables do not repeat them. */
#ifndef RIGEL_INPUT_SCHEMA_SCHEMA_H
#define RIGEL_INPUT_SCHEMA_SCHEMA_H

#include "problem/problem.h"

#include <stdio.h>

typedef enum {
  VOCABULARY_FORMULATION,
  VOCABULARY_JOINT,
  VOCABULARY_LOAD,
  VOCABULARY_HAMILTONIAN,
  VOCABULARY_CLOSED_FORM,
  VOCABULARY_LISTS
} VocabularyList;

/* Names that belong to one table elsewhere. */
typedef struct {
  const char *const *names;  /* NULL-terminated; NULL: every name is accepted */
  const TypeTraits  *traits; /* of each name; NULL: every key applies */
} VocabularyWords;

typedef struct {
  VocabularyWords            list[VOCABULARY_LISTS];
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
  FIELD_CHOICE,      /* enum: index into words; with a table also {word: value}, read into the same record */
  FIELD_KIND,        /* enum: 1 + index into words; 0: not given */
  FIELD_BITS,        /* unsigned: list of words, bit i for words[i] */
  FIELD_WORD,        /* char[NAME_LEN] from the vocabulary */
  FIELD_ORIENTATION, /* double[4]: a quaternion, or a mapping of schema_orientation, which is turned into one */
  FIELD_SCHEME,      /* const SchemeTraits *: entry of the vocabulary, written as its name */
  FIELD_PAIR,        /* char[2][NAME_LEN] */
  FIELD_NAMES,       /* char[most][NAME_LEN]: a list of names; "" ends */
  FIELD_VARIANT, /* a record that begins with an enum, its kind: a mapping with one key of the table, in the order of kinds */
  FIELD_MAP,     /* a record in place */
  FIELD_LIST,    /* a list of records, or of variants: an array that the problem owns */
  FIELD_NAMED,   /* a mapping from names to records: an array that the problem owns */
  FIELD_SKIPPED, /* read and ignored: keys that run.yaml adds */
  FIELD_KINDS
} FieldKind;

/* RANGE_TOLERANCE: positive, at most a thousandth. RANGE_FRACTION: 0 to 1. RANGE_ACCURACY: 1e-13 to 0.01. */
typedef enum {
  RANGE_FINITE,
  RANGE_NON_NEGATIVE,
  RANGE_POSITIVE,
  RANGE_TOLERANCE,
  RANGE_FRACTION,
  RANGE_ACCURACY
} Range;

/* When a key applies: if the type of the record uses it, and if its other values allow it. */
typedef struct {
  const char *text; /* "formulation: quaternion"; tests/unit/input/schema/conditions.c compares it with the tables */
  bool (*holds)(const void *record); /* NULL: the type decides */
  unsigned uses;                     /* a bit of the TypeTraits of the record; 0: any type */
  size_t   traits_offset;            /* of the TypeTraits in the record */
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
  bool               quiet;       /* integer: 0 means none, and is not written */
  const char *const *words;       /* NULL-terminated */
  VocabularyList     vocabulary;
  bool               has_traits; /* word: the traits of its entry go to traits_offset */
  size_t             traits_offset;
  const Table       *table;        /* of the record inside */
  size_t             count_offset; /* list, named, rows: offset of the length */
  const char        *expected;     /* in messages and in the reference */
  const char        *fallback;     /* default in words, where no number expresses it */
  const char        *meaning;      /* one line */
} Field;

struct Table {
  const char  *noun; /* "a body" */
  const Field *fields;
  int          nfields;
  int          offered;       /* the first ones, which the reference and the JSON Schema contain; 0: all */
  size_t       size;          /* of the record */
  void (*init)(void *record); /* list, named: sets the defaults */
  bool   variant;             /* list: a record begins with its kind, as with FIELD_VARIANT */
  bool   has_where;
  size_t where_offset;
  bool   has_given; /* given_offset: a bool, set when the file has the record */
  size_t given_offset;
  size_t name_offset; /* named: offset of the key, char[NAME_LEN] */
};

/* An orientation given by angles. */
typedef enum { UNIT_RADIANS, UNIT_DEGREES } AngleUnit;
typedef struct {
  double    axis[3]; /* NAN: not given, as angle and angles */
  double    angle;
  int       euler; /* 1 + index of its word; 0: not given */
  double    angles[3];
  AngleUnit unit;
} OrientationInput;

enum { FIELD_MOST = 32 }; /* in one table */

extern const Table schema_problem, schema_time, schema_method, schema_solver, schema_body, schema_shape, schema_visual,
  schema_joint, schema_orientation;
extern const Table schema_load, schema_motion, schema_scale, schema_path, schema_end, schema_boundary, schema_reference,
  schema_hamiltonian;
extern const Table schema_control, schema_term, schema_term_end;

const Field *table_find(const Table *table, const char *key);

/* Number of keys that the reference, explanations and the JSON Schema contain. */
int table_offered(const Table *table);
/* The words that a FIELD_WORD accepts; NULL: any. The traits of one of them. */
const char *const *vocabulary_list(const Vocabulary *words, VocabularyList list);
TypeTraits         vocabulary_traits(const Vocabulary *words, VocabularyList list, const char *word);
/* Whether a condition allows its key in the record; NULL: always. */
bool condition_holds(const Condition *condition, const void *record);
/* Whether the record has a value for the field; whether it also applies (condition `only`). */
bool field_has_value(const Field *field, const void *record);
bool field_given(const Field *field, const void *record);
/* The value of a field as YAML on one line; not for maps and lists of records. */
void field_write(const Field *field, const void *record, FILE *stream);
/* Calls `visit` for every key of a problem file with its path, as bodies[].mass; record: with defaults, NULL: none. */
typedef void (*SchemaVisit)(void *context, const char *path, const Field *field, const void *record);
void schema_visit(SchemaVisit visit, void *context);
/* Between the path of a field and the keys inside it: ".", "[]." or ".BODY.". */
const char *field_separator(const Field *field);
/* The default of a field in words or numbers, and the values that it accepts. */
void field_default_print(const Field *field, const void *record, FILE *stream);
void field_expected_print(const Field *field, FILE *stream);
/* Explains one key: meaning, value, default, condition, example. Items of lists may be named: bodies.box.mass, bodies[0].mass,
 * bodies.mass. False: there is no such key. */
bool schema_explain(const char *path, const Vocabulary *words, FILE *stream);
/* The paths that an unknown one is most likely meant to be, at most `most`, one per line of the list; returns their number. */
enum { SUGGESTIONS_MOST = 8, KEY_PATH_LEN = 128 };
int schema_suggest(const char *path, char out[SUGGESTIONS_MOST][KEY_PATH_LEN]);
/* Prints the functions of time, one per line. */
void schema_functions(FILE *stream);
/* Prints the reference of all keys as Markdown. */
void schema_print(FILE *stream);
/* Prints a JSON Schema of problem files, with the names of `words`. */
void schema_json(const Vocabulary *words, FILE *stream);

#endif
