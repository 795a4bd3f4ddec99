/* The results folder of a command: finds the problem whose results a folder holds, and rejects a folder of another problem. */
#include "cli/common/results.h"

#include "base/file.h"
#include "cli/common/command.h"
#include "input/yaml/tree.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The files that state the problem of a folder. study.yaml is a problem file itself, so its record is a comment. */
static const struct {
  const char *name, *record;
} manifests[] = {{"run.yaml", "run: "}, {"study.yaml", "# run: "}};

enum { MANIFESTS = sizeof manifests / sizeof manifests[0] };

/* Real path of a file; the path itself where it has none. */
static void path_real(const char *path, char out[ORIGIN_LEN])
{
  char *real = realpath(path, NULL);

  snprintf(out, ORIGIN_LEN, "%s", real ? real : path);
  free(real);
}

/* Reads one line of YAML and copies the text of key, or of key.item; false: there is none. */
static bool line_find(const char *line, const char *key, const char *item, char out[ORIGIN_LEN])
{
  Node      root = {0};
  FaultList faults;

  fault_init(&faults, "");
  const Node *node = tree_parse(line, strlen(line), 0, &root, &faults) ? node_find(&root, key) : NULL;
  if (node && item) node = node->kind == NODE_MAPPING ? node_find(node, item) : NULL;
  const bool found = node && node->kind == NODE_SCALAR && node->text;
  if (found) snprintf(out, ORIGIN_LEN, "%s", node->text);
  node_clear(&root);
  fault_clear(&faults);
  return found;
}

/* Reads problem file and name from a manifest; each is "" where it is not stated. False: there is no such file. */
static bool manifest_read(const char *dir, int manifest, char origin[ORIGIN_LEN], char name[ORIGIN_LEN])
{
  char        path[PATH_LEN + 32];
  char       *line   = NULL;
  size_t      size   = 0;
  const char *record = manifests[manifest].record;

  origin[0] = name[0] = '\0';
  snprintf(path, sizeof path, "%s/%s", dir, manifests[manifest].name);
  FILE *stream = fopen(path, "r");
  if (!stream) return errno != ENOENT;
  while (getline(&line, &size, stream) > 0) {
    if (strncmp(line, record, strlen(record)) == 0) line_find(line + strspn(line, "# "), "run", "problem", origin);
    if (!name[0] && strncmp(line, "name:", 5) == 0) line_find(line, "name", NULL, name);
  }
  free(line);
  fclose(stream);
  return true;
}

/* Whether the problem file is the manifest of this folder. */
static bool is_manifest(const char *file, const char *dir, int manifest)
{
  char path[PATH_LEN + 32], mine[ORIGIN_LEN], theirs[ORIGIN_LEN];

  snprintf(path, sizeof path, "%s/%s", dir, manifests[manifest].name);
  path_real(path, theirs);
  path_real(file, mine);
  return strcmp(file, "-") != 0 && strcmp(mine, theirs) == 0;
}

/* Prints whose results the folder holds; returns false. */
static bool refuse(const ResultsRequest *r, const char *mine, const char *theirs, const char *name)
{
  message_say(
    R0706_FOLDER_FOREIGN,
    "rigel %s: %s holds results of %s%s, expected those of %s: choose another folder with -o, or replace them with --force",
    r->command, r->dir,
    theirs[0] ? theirs
    : name[0] ? "a problem named "
              : "an unknown problem",
    theirs[0] ? "" : name, mine);
  return false;
}

/* Whether the folder has no results of another problem. Folders of earlier versions state a name only. */
static bool problem_fits(const ResultsRequest *r, Results *results)
{
  char theirs[ORIGIN_LEN], name[ORIGIN_LEN];
  bool own = false, fits = true;

  if (strcmp(r->file, "-") == 0) snprintf(results->origin, ORIGIN_LEN, "-");
  else path_real(r->file, results->origin);
  for (int i = 0; i < MANIFESTS; i++) own = own || is_manifest(r->file, r->dir, i);
  for (int i = 0; fits && i < MANIFESTS; i++) {
    if (!manifest_read(r->dir, i, theirs, name)) continue;
    if (is_manifest(r->file, r->dir, i) && theirs[0]) snprintf(results->origin, ORIGIN_LEN, "%s", theirs);
    if (r->force || r->resume || own) continue;
    fits = theirs[0] ? strcmp(theirs, results->origin) == 0 : strcmp(name, r->name) == 0;
    if (!fits) refuse(r, results->origin, theirs, name);
  }
  return fits;
}

bool results_open(const ResultsRequest *request, Results *results, int *code)
{
  if (!fileset_open(request->dir, &results->files)) {
    message_say(results->files.code, "rigel %s: %s", request->command, results->files.error);
    *code = fileset_machine(&results->files) ? EXIT_INTERNAL : EXIT_INPUT;
    return false;
  }
  if (problem_fits(request, results)) return true;
  *code = EXIT_INPUT;
  return false;
}
