/* Faults of an input: collected in one pass, printed together as `file:line:column: key.path: found X, expected Y`. */
#ifndef RIGEL_PROBLEM_FAULT_H
#define RIGEL_PROBLEM_FAULT_H

#include "problem/problem.h"

#include <stdio.h>

enum { FAULT_MOST = 100 }; /* texts kept */

typedef struct {
  char               file[TEXT_LEN];
  int                count;    /* faults added, also those beyond what is kept */
  int                capacity; /* of text */
  int                kept;
  char             **text;  /* [kept], owned */
  Where             *where; /* [kept], owned */
  int                nset;  /* assignments of the command line that faults may point to */
  const char *const *set;   /* [nset], borrowed */
} FaultList;

void fault_init(FaultList *faults, const char *file);
/* where.line = 0 leaves line and column out, -n names the n-th --set instead; path may be "" */
void fault_add(FaultList *faults, Where where, const char *path, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
/* By place: the file as a whole, its lines, the command line; in one place as they were added. */
void fault_sort(FaultList *faults);
void fault_print(const FaultList *faults, FILE *stream);
void fault_clear(FaultList *faults);

#endif
