/* The answer to --json: one object with the members of the command, the exit code, faults and warnings. */
#ifndef RIGEL_CLI_COMMON_ANSWER_H
#define RIGEL_CLI_COMMON_ANSWER_H

#include "cli/common/json_writer.h"
#include "input/yaml/node.h"

typedef struct {
  JsonWriter json; /* inside the object: commands add their members */
  FILE      *out;  /* where the object goes; not the standard output, which is closed meanwhile */
  char      *text; /* what json has written so far */
  size_t     size;
} Answer;

/* Begins an answer of a command: the standard output goes nowhere from now on. False after a message. */
bool answer_begin(Answer *answer, const char *command);
/* Completes and prints the object with the exit code and the messages (transcript.h). Returns the exit code: EXIT_INTERNAL if it cannot
 * be printed. */
int answer_end(Answer *answer, int code);
/* Adds a YAML tree: numbers and flags as such. */
void answer_node(Answer *answer, const char *key, const Node *node);
/* Adds all keys of a mapping in YAML text except `without`; false: it is not YAML. */
bool answer_yaml(Answer *answer, const char *text, const char *without);
/* Adds a message as an object: severity, file, line, column, key, code, text. */
void answer_message(JsonWriter *json, const char *line);

#endif
