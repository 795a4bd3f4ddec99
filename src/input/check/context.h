/* State that reading and checking share: words of the tables, faults found so far, the path of the value at hand. */
#ifndef RIGEL_INPUT_CHECK_CONTEXT_H
#define RIGEL_INPUT_CHECK_CONTEXT_H

#include "input/schema/schema.h"
#include "input/yaml/path.h"

typedef struct {
  const Vocabulary *words;
  FaultList        *faults;
  Path              path; /* of the value that is read */
} Reader;

/* A fault at the path, or at `key` below it when that is not NULL. */
void reader_fault(Reader *reader, MessageCode code, Where where, const char *key, const char *format, ...)
  __attribute__((format(printf, 5, 6)));
/* "found X, expected Y" */
void reader_expect(Reader *reader, MessageCode code, const Node *found, const char *expected);

#endif
