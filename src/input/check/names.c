/* Names of records, sorted to be found by bisection. */
#include "input/check/names.h"

#include <stdlib.h>
#include <string.h>

/* By name, then by position in the file, so that the first of equal names is found. */
static int entry_compare(const void *a, const void *b)
{
  const NameEntry *left = a, *right = b;
  int              order = strcmp(left->name, right->name);
  return order ? order : (left->index > right->index) - (left->index < right->index);
}

void names_clear(Names *names)
{
  free(names->sorted);
  free(names->sides);
}

/* Lists the names in the order of the file, each once, for messages. Rejected names are empty and left out. */
static void names_list(Names *names)
{
  int n = 0;

  names->sides[0] = "ground";
  names->names    = names->sides + 1;
  for (int i = 0; i < names->count; i++) {
    const NameEntry *entry     = &names->sorted[i];
    const bool       again     = i > 0 && strcmp(entry->name, entry[-1].name) == 0;
    names->names[entry->index] = entry->name[0] && !again ? entry->name : NULL;
  }
  for (int i = 0; i < names->count; i++)
    if (names->names[i]) names->names[n++] = names->names[i];
  names->names[n] = NULL;
}

bool names_init(Names *names, const void *records, size_t size, int count)
{
  names->count  = count;
  names->sorted = calloc((size_t)count + 1, sizeof *names->sorted);
  names->sides  = calloc((size_t)count + 2, sizeof *names->sides);
  if (!names->sorted || !names->sides) return false;
  for (int i = 0; i < count; i++) names->sorted[i] = (NameEntry){(const char *)records + (size_t)i * size, i};
  qsort(names->sorted, (size_t)count, sizeof *names->sorted, entry_compare);
  names_list(names);
  return true;
}

static int entry_compare_name(const void *name, const void *entry)
{
  return strcmp(name, ((const NameEntry *)entry)->name);
}

int names_find(const Names *names, const char *name)
{
  const NameEntry *entry = bsearch(name, names->sorted, (size_t)names->count, sizeof *entry, entry_compare_name);
  return entry ? entry->index : -1;
}
