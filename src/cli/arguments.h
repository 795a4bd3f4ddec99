/* Command line of `run` and `check`: FILE, -o DIR, --set key.path=value, -- PETSc options. */
#ifndef RIGEL_CLI_ARGUMENTS_H
#define RIGEL_CLI_ARGUMENTS_H

#include "problem/problem.h"

enum { SET_MOST = 256 };

typedef struct {
  const char *file;
  const char *output;  /* NULL: default */
  const char *restart; /* folder of the run to resume; NULL: none */
  int         nset;
  const char *set[SET_MOST];
  char        petsc[TEXT_LEN]; /* the options behind -- */
  bool        help;
} Arguments;

/* False after a message on stderr. takes_output: -o and --restart are options. */
bool arguments_parse(int argc, char **argv, bool takes_output, Arguments *arguments);

#endif
