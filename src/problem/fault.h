/* Faults of an input, or warnings about it: collected in one pass and printed together.
 *
 * A line reads `file:line:column: key.path: found X, expected Y [R0123]`; that of a warning has `warning: ` before the path. */
#ifndef RIGEL_PROBLEM_FAULT_H
#define RIGEL_PROBLEM_FAULT_H

#include "message/message.h"
#include "problem/problem.h"

#include <stdio.h>

enum { FAULT_MOST = 100 }; /* texts that are stored; further faults are counted */

typedef struct {
  char               file[TEXT_LEN];
  bool               warns;    /* a list of warnings: nothing is rejected */
  bool               memory;   /* one of them is a lack of memory: not a fault of the input */
  int                count;    /* faults added, stored or not */
  int                capacity; /* of text */
  int                kept;
  char             **text;  /* [kept], owned */
  Where             *where; /* [kept], owned */
  MessageCode       *code;  /* [kept], owned */
  int                nset;  /* assignments of the command line that faults may point to */
  const char *const *set;   /* [nset], borrowed */
} FaultList;

void fault_init(FaultList *faults, const char *file);
/* where.line = 0 omits line and column, -n names the n-th --set instead; path may be "" */
void fault_add(FaultList *faults, MessageCode code, Where where, const char *path, const char *format, ...)
  __attribute__((format(printf, 5, 6)));
/* Sorts by place: the whole file, its lines, the command line. */
void fault_sort(FaultList *faults);
/* The code of the first line that fault_print prints; R0000_NONE: no fault. */
MessageCode fault_first(const FaultList *faults);
/* One line each, then the number of faults that were not stored. */
void fault_print(const FaultList *faults, FILE *stream);
void fault_clear(FaultList *faults);

#endif
