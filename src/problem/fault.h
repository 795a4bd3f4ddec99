/* Faults of an input: collected in one pass and printed together.
 *
 * A line reads `file:line:column: key.path: found X, expected Y`. */
#ifndef RIGEL_PROBLEM_FAULT_H
#define RIGEL_PROBLEM_FAULT_H

#include "problem/problem.h"

#include <stdio.h>

enum { FAULT_MOST = 100 }; /* texts that are stored; further faults are counted */

typedef struct {
  char               file[TEXT_LEN];
  int                count;    /* faults added, stored or not */
  int                capacity; /* of text */
  int                kept;
  char             **text;  /* [kept], owned */
  Where             *where; /* [kept], owned */
  int                nset;  /* assignments of the command line that faults may point to */
  const char *const *set;   /* [nset], borrowed */
} FaultList;

void fault_init(FaultList *faults, const char *file);
/* where.line = 0 omits line and column, -n names the n-th --set instead; path may be "" */
void fault_add(FaultList *faults, Where where, const char *path, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
/* Sorts by place: the whole file, its lines, the command line. */
void fault_sort(FaultList *faults);
/* One line each, then the number of faults that were not stored. */
void fault_print(const FaultList *faults, FILE *stream);
void fault_clear(FaultList *faults);

#endif
