/* Whether the tables in a folder are those that its run.yaml lists. */
#ifndef RIGEL_CLI_RECORD_VERIFY_H
#define RIGEL_CLI_RECORD_VERIFY_H

#include "input/yaml/tree.h"

/* Compares size and checksum of every CSV file that the block `files` of run.yaml lists; prints each difference after `command`. Runs of
 * earlier versions list none. */
bool tables_verify(const char *command, const char *dir, const Node *run);

#endif
