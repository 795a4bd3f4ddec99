#include "io/names.h"

#include <stdlib.h>
#include <string.h>

static int entry_compare(const void *a, const void *b)
{
  const NameEntry *left = a, *right = b;
  int              order = strcmp(left->name, right->name);
  return order ? order : (left->index > right->index) - (left->index < right->index);
}

void names_clear(Names *names)
{
  free(names->sorted);
  free(names->names);
}

bool names_init(Names *names, const void *records, size_t size, int count)
{
  names->count  = count;
  names->sorted = calloc((size_t)count + 1, sizeof *names->sorted);
  names->names  = calloc((size_t)count + 1, sizeof *names->names);
  if (!names->sorted || !names->names) return false;
  for (int i = 0; i < count; i++) {
    names->names[i]  = (const char *)records + (size_t)i * size;
    names->sorted[i] = (NameEntry){names->names[i], i};
  }
  qsort(names->sorted, (size_t)count, sizeof *names->sorted, entry_compare);
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
