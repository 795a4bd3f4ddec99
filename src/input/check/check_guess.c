/* Checks solver.guess, solver.scaling and solver.turns against the kind of solve: stepping, windows or boundary values. */
#include "input/check/check.h"

/* Rejects guesses and scalings that only global solves use. */
static void stepping_check(Reader *reader, const Node *solver, const Problem *problem)
{
  static const char *const names[] = {[GUESS_CONSTANT] = "constant", [GUESS_GROW] = "grow", [GUESS_FILE] = "file"};
  const ProblemMethod     *method  = &problem->method;
  const GuessKind          kind    = problem->solver.guess;
  const Node              *guess = node_find(solver, "guess"), *scaling = node_find(solver, "scaling");

  if (method->scheme->galerkin == GALERKIN_BUBNOV || (method->window != 1 && method->window != RIGEL_UNSET)) return;
  if (guess && (kind == GUESS_CONSTANT || kind == GUESS_GROW || kind == GUESS_FILE))
    reader_fault(reader, R0237_GUESS_CONFLICT, guess->where, "solver.guess",
                 "found %s together with time stepping, expected auto (global solves support it)", names[kind]);
  if (scaling && problem->solver.scaling == SCALING_NONE)
    reader_fault(reader, R0237_GUESS_CONFLICT, scaling->where, "solver.scaling",
                 "found none together with time stepping, expected natural (global solves support it)");
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
    reader_fault(reader, R0237_GUESS_CONFLICT, guess->where, "solver.guess",
                 "found %s, expected one of stepping, constant, grow, file without boundary", names[kind]);
  if (guess && boundary && (kind == GUESS_CONSTANT || kind == GUESS_GROW))
    reader_fault(reader, R0237_GUESS_CONFLICT, guess->where, "solver.guess",
                 "found %s, expected one of auto, stepping, geodesic, rate, continuation, file with boundary",
                 kind == GUESS_CONSTANT ? "constant" : "grow");
  if (turns && !(boundary && shortest))
    reader_fault(
      reader, R0203_KEY_IDLE, turns->key_where, "solver.turns",
      "found a key that applies only with boundary and guess: auto or geodesic, expected that or no such key");
}
