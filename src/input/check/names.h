/* The names of the bodies or joints of a problem, to find a record by its name. */
#ifndef RIGEL_INPUT_CHECK_NAMES_H
#define RIGEL_INPUT_CHECK_NAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const char *name;
  int         index;
} NameEntry;

typedef struct {
  NameEntry   *sorted; /* [count], by name, then by index */
  const char **sides;  /* "ground" and names */
  const char **names;  /* in the order of the file, each once, NULL at the end */
  int          count;
} Names;

/* Records of `size` bytes that begin with their name. False: out of memory; clear it in either case. */
bool names_init(Names *names, const void *records, size_t size, int count);
void names_clear(Names *names);
/* Index of the record with this name, or -1. */
int names_find(const Names *names, const char *name);

#endif
