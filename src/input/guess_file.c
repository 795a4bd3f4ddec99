/* Checks solver.guess and reads the files of the earlier run that guess: file names. */
#include "input/csv_read.h"
#include "input/record.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CSV_PATH_LEN = TEXT_LEN + 32 };

/* Rejects guesses and scalings that only global solves use. */
static void stepping_check(Reader *reader, const Node *solver, const Problem *problem)
{
  static const char *const names[] = {[GUESS_CONSTANT] = "constant", [GUESS_GROW] = "grow", [GUESS_FILE] = "file"};
  const ProblemMethod     *method  = &problem->method;
  const GuessKind          kind    = problem->solver.guess;
  const Node              *guess = node_find(solver, "guess"), *scaling = node_find(solver, "scaling");

  if (method->scheme->galerkin == GALERKIN_BUBNOV || (method->window != 1 && method->window != RIGEL_UNSET)) return;
  if (guess && (kind == GUESS_CONSTANT || kind == GUESS_GROW || kind == GUESS_FILE))
    reader_fault(reader, guess->where, "solver.guess",
                 "found %s together with time stepping, expected auto (global solves take it)", names[kind]);
  if (scaling && problem->solver.scaling == SCALING_NONE)
    reader_fault(reader, scaling->where, "solver.scaling",
                 "found none together with time stepping, expected natural (global solves take it)");
}

/* Whether the start state is unknown: boundary values, or a term of the objective at the start. */
static bool start_is_free(const Node *root, const Problem *problem)
{
  bool term = false;

  for (int i = 0; i < problem->nterms; i++) term = term || problem->terms[i].kind == TERM_START;
  return term || problem->boundary.given || node_find(root, "boundary");
}

/* Rejects guesses that need boundary values without them, and the reverse. */
void guess_check(Reader *reader, const Node *root, const Problem *problem)
{
  static const char *const names[] = {
    [GUESS_GEODESIC] = "geodesic", [GUESS_RATE] = "rate", [GUESS_CONTINUATION] = "continuation"};
  const Node     *solver   = node_find(root, "solver");
  const GuessKind kind     = problem->solver.guess;
  const bool      boundary = start_is_free(root, problem);
  const bool      shortest = kind == GUESS_AUTO || kind == GUESS_GEODESIC;

  if (!solver) return;
  const Node *guess = node_find(solver, "guess"), *turns = node_find(solver, "turns");
  if (!boundary) stepping_check(reader, solver, problem);
  if (guess && !boundary && (kind == GUESS_GEODESIC || kind == GUESS_RATE || kind == GUESS_CONTINUATION))
    reader_fault(reader, guess->where, "solver.guess",
                 "found %s, expected one of stepping, constant, grow, file without boundary", names[kind]);
  if (guess && boundary && (kind == GUESS_CONSTANT || kind == GUESS_GROW))
    reader_fault(reader, guess->where, "solver.guess",
                 "found %s, expected one of auto, stepping, geodesic, rate, continuation, file with boundary",
                 kind == GUESS_CONSTANT ? "constant" : "grow");
  if (turns && !(boundary && shortest))
    reader_fault(
      reader, turns->key_where, "solver.turns",
      "found a key that applies only with boundary and guess: auto or geodesic, expected that or no such key");
}

/* Reads one table of the earlier run. */
static bool table_read(Reader *reader, const Node *node, const Problem *problem, const char *name, int least,
                       ProblemTable *table)
{
  char path[CSV_PATH_LEN], error[CSV_ERROR_LEN];

  snprintf(path, sizeof path, "%s/%s", problem->solver.guess_file, name);
  bool good = csv_read(path, least, table, error);
  if (!good) reader_fault(reader, node->where, NULL, "%s", error);
  return good;
}

static bool file_exists(const char *dir, const char *name)
{
  char path[CSV_PATH_LEN];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return access(path, F_OK) == 0;
}

/* Reads the states and, where they exist, multipliers and controls of the earlier run. */
static void tables_read(Reader *reader, const Node *node, Problem *problem)
{
  const char *dir = problem->solver.guess_file;
  struct stat status;

  if (stat(dir, &status) != 0 || !S_ISDIR(status.st_mode)) {
    reader_expect(reader, node, "the directory of an earlier run");
    return;
  }
  if (!table_read(reader, node, problem, "state.csv", 2, &problem->guess_state)) return;
  if (file_exists(dir, "multipliers.csv")) /* one row for each element */
    table_read(reader, node, problem, "multipliers.csv", 1, &problem->guess_multipliers);
  if (problem->ncontrols && file_exists(dir, "controls.csv"))
    table_read(reader, node, problem, "controls.csv", 1, &problem->guess_controls);
}

/* Called only for problems without faults: the tables belong to the Problem from then on. */
void guess_read(Reader *reader, const Node *root, Problem *problem)
{
  if (problem->solver.guess != GUESS_FILE) return;
  const Node *solver = node_find(root, "solver");
  const Node *inside = node_find(node_find(solver, "guess"), "file"); /* NULL where guess is a word */
  const Node *node   = inside ? inside : node_find(solver, "guess_file");
  size_t      length = path_key(&reader->path, inside ? "solver.guess.file" : "solver.guess_file");
  tables_read(reader, node, problem);
  path_cut(&reader->path, length);
}
