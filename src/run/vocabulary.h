/* The names and traits of all tables, for the reader of problem files. */
#ifndef RIGEL_RUN_VOCABULARY_H
#define RIGEL_RUN_VOCABULARY_H

#include "input/reader.h"

enum { VOCABULARY_MOST = 64 }; /* names of one table, with the NULL that ends them */

/* Storage of the names and traits. */
typedef struct {
  const char         *names[VOCABULARY_LISTS][VOCABULARY_MOST];
  TypeTraits          traits[VOCABULARY_LISTS][VOCABULARY_MOST];
  const SchemeTraits *schemes[VOCABULARY_MOST];
} Names;

/* Collects the names and traits of all tables; words points into names. */
void vocabulary_fill(Names *names, Vocabulary *words);

#endif
