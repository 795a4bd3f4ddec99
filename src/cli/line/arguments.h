/* Arguments of `run`, `check` and `gradient`: FILE, -o DIR, --restart DIR, --force, --set key.path=value. */
#ifndef RIGEL_CLI_LINE_ARGUMENTS_H
#define RIGEL_CLI_LINE_ARGUMENTS_H

#include "cli/line/command_line.h"
#include "problem/problem.h"

enum { SET_MOST = 256 };

/* Options that several commands have; a command chooses from these entries. */
enum { OPTION_OUTPUT = 1, OPTION_RESTART, OPTION_FORCE, OPTION_SET, OPTION_ACCURACY, OPTION_OWN };

typedef struct {
  const char *file;
  const char *output;  /* NULL: default */
  const char *restart; /* folder of the run to resume; NULL: none */
  int         nset;
  const char *set[SET_MOST];
  char        accuracy[NAME_LEN]; /* an entry of set */
  char        petsc[TEXT_LEN];    /* the options after -- */
  bool        force;              /* replace results of another problem */
} Arguments;

/* Takes the words of the line; options from OPTION_OWN on are left to the caller. False after a message on stderr. */
bool arguments_take(const CommandLine *line, Arguments *arguments);

#endif
