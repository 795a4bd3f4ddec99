/* The results folder of a command: locked, complete, and of one problem only. */
#ifndef RIGEL_CLI_COMMON_RESULTS_H
#define RIGEL_CLI_COMMON_RESULTS_H

#include "output/folder/fileset.h"

enum { ORIGIN_LEN = 4096 };

typedef struct {
  const char *command;
  const char *dir;
  const char *file;   /* the problem file; -: the standard input */
  const char *name;   /* of the problem */
  bool        force;  /* replace results of another problem */
  bool        resume; /* the folder is that of --restart */
} ResultsRequest;

typedef struct {
  FileSet files;
  char    origin[ORIGIN_LEN]; /* the problem file with its real path, for run.yaml and study.yaml */
} Results;

/* Opens the folder (fileset_open) and finds its problem. *code: exit code after a message on stderr, unchanged if true. Close results->files
 * in either case. */
bool results_open(const ResultsRequest *request, Results *results, int *code);

#endif
