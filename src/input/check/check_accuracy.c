/* Checks runs whose elements follow from an accuracy: no mesh beside it, and a scheme and a kind of run that have estimates. */
#include "input/check/check.h"

/* Why a run needs a given mesh; NULL: it does not. */
static const char *mesh_needed(const Problem *problem)
{
  const ProblemMethod *method = &problem->method;

  if (!(method->scheme->supports & SUPPORTS_ACCURACY)) return "this scheme (mG and em estimate errors)";
  if (method->window != 1 && method->window != RIGEL_UNSET)
    return "method.window, which solves several elements at once";
  if (problem->boundary.given) return "boundary values";
  if (problem->nterms > 0) return "an objective";
  if (problem->inverse == INVERSE_SERVO || problem->inverse == INVERSE_TRACK) return "inverse: servo or track";
  return NULL;
}

/* The mesh of a file that gives none follows from method.accuracy, also by default. */
static void adaptive_check(Reader *reader, const Node *root, const Node *accuracy, const Problem *problem)
{
  const Node *time = node_find(root, "time"), *method = node_find(root, "method");
  const Node *gauss = method ? node_find(method, "gauss") : NULL;
  const char *why   = mesh_needed(problem);

  if (why && accuracy)
    reader_fault(reader, R0242_ACCURACY_CONFLICT, accuracy->where, "method.accuracy",
                 "found together with %s, expected time.step or time.elements instead", why);
  else if (why)
    reader_fault(reader, R0205_KEY_EITHER, time->where, "time",
                 "found neither step nor elements, expected one of them together with %s", why);
  else if (gauss && problem->method.gauss != GAUSS_AUTO && problem->method.gauss < problem->method.degree)
    reader_fault(reader, R0235_GAUSS_POINTS, gauss->where, "method.gauss",
                 "found %d, expected auto or at least the degree %d that the accuracy %.3g leads to",
                 problem->method.gauss, problem->method.degree, problem->method.accuracy);
}

void accuracy_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Node *time = node_find(root, "time"), *method = node_find(root, "method");
  const Node *accuracy = method ? node_find(method, "accuracy") : NULL;

  if (!time || time->kind != NODE_MAPPING) return; /* already reported */
  const Node *step = node_find(time, "step"), *elements = node_find(time, "elements");
  if (!step && !elements) adaptive_check(reader, root, accuracy, problem);
  else if (accuracy)
    reader_fault(reader, R0206_KEY_BOTH, accuracy->key_where, "method.accuracy",
                 "found together with time.%s, expected only one of them", step ? "step" : "elements");
}
