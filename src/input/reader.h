/* From a case file to a Problem. */
#ifndef RIGEL_INPUT_READER_H
#define RIGEL_INPUT_READER_H

#include "input/schema/schema.h"
#include "problem/fault.h"

/* Where a problem comes from: a file (-: the standard input, <stdin> in messages) or text, then assignments "key.path=value" on
 * top of it. All is borrowed. */
typedef struct {
  const char        *file; /* of text: its name in messages */
  const char        *text; /* NULL: read the file */
  int                nset;
  const char *const *set; /* [nset] */
  int                nloads;
  const ProblemLoad *loads; /* [nloads] by functions of a C caller, after those of the file */
  int                nterms;
  const ProblemTerm *terms; /* [nterms] of the objective, the same */
} ProblemSource;

/* Reads and checks; every value as given, problem_complete derives the rest. Reports every fault, in the order of the file;
 * true: none. Initialises the problem; clear it in either case. `set` must live as long as `faults`. */
bool source_read(const ProblemSource *source, const Vocabulary *words, Problem *problem, FaultList *faults);
/* The complete problem of a file. */
bool problem_read(const char *file, int nset, const char *const set[], const Vocabulary *words, Problem *problem,
                  FaultList *faults);
/* The number at a path like that of an assignment; false after a fault. */
bool source_number(const ProblemSource *source, const char *path, double *value, FaultList *faults);

#endif
