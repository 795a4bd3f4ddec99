/* From a problem file to a Problem: parsing, filling, and single numbers of the tree. */
#ifndef RIGEL_INPUT_READER_H
#define RIGEL_INPUT_READER_H

#include "input/schema/schema.h"
#include "input/yaml/tree.h"
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

/* Parses the file or text and applies all assignments; false: there is no tree, and it is empty. Clear it in either case. `set` must
 * live as long as `faults`. */
bool source_parse(const ProblemSource *source, Node *tree, FaultList *faults);
/* Fills and checks the problem from the tree of its source, which is not changed, so that it can be filled repeatedly. Values are as
 * given; problem_complete derives the rest. Reports every fault, in the order of the file; true: none. Initialises the problem; clear
 * it in either case. */
bool source_fill(const ProblemSource *source, const Node *tree, const Vocabulary *words, Problem *problem,
                 FaultList *faults);
/* The scalar at a path like that of an assignment, and its number; NULL after a fault. */
Node *number_find(Node *tree, const char *path, double *value, FaultList *faults);

#endif
