/* Rejects features that the chosen scheme does not support, by the SUPPORTS_ bits of its traits. */
#include "input/check/check.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  Reader        *reader;
  const Node    *root;
  const Problem *problem;
  const char    *scheme;
} Refusal;

/* Reports a key of the file, or of one of its mappings, where it is given. */
static void key_refuse(const Refusal *r, const char *in, const char *key, const char *expected)
{
  const Node *mapping = in ? node_find(r->root, in) : r->root, *node = mapping ? node_find(mapping, key) : NULL;

  if (!node) return;
  size_t length = r->reader->path.length;
  if (in) path_key(&r->reader->path, in);
  reader_fault(r->reader, R0236_SCHEME_CONFLICT, in ? node->where : node->key_where, key,
               "found together with scheme: %s, expected %s", r->scheme, expected);
  path_cut(&r->reader->path, length);
}

/* Reports a key of an item of a list; a default is rejected too. */
static void item_refuse(const Refusal *r, const char *in, int i, const char *key, const char *expected)
{
  const Node *list = node_find(r->root, in), *item = &list->items[i], *node = node_find(item, key);
  const Where where = node ? node->where : item->where; /* the default is rejected too */

  size_t length = path_key(&r->reader->path, list->key);
  path_item(&r->reader->path, item, i);
  reader_fault(r->reader, R0236_SCHEME_CONFLICT, where, key, "found together with scheme: %s, expected %s", r->scheme,
               expected);
  path_cut(&r->reader->path, length);
}

/* Keys of the method, the solver and the problem that the scheme does not support. */
static void method_refuse(const Refusal *r, unsigned supports)
{
  const ProblemMethod *method = &r->problem->method;

  if (!(supports & SUPPORTS_DEGREE)) {
    if (method->degree != 1) key_refuse(r, "method", "degree", "1");
    if (method->gauss != GAUSS_AUTO && method->gauss != 1) key_refuse(r, "method", "gauss", "auto or 1");
    if (method->psi != PSI_PLAIN) key_refuse(r, "method", "psi", "plain");
  }
  if (r->problem->solver.condition && !(supports & SUPPORTS_CONDITION))
    key_refuse(r, "solver", "condition", "false (mG, BG and em measure it)");
  if (supports & SUPPORTS_WINDOW) return;
  if (method->window != 1 && method->window != RIGEL_UNSET) key_refuse(r, "method", "window", "1 (it steps)");
  if (r->problem->nmotions > 0) key_refuse(r, NULL, "motion", "none (mG and BG support it)");
  key_refuse(r, NULL, "boundary", "none (it steps; mG and BG support it)");
}

/* Formulations and kinetic energies that the scheme does not support. */
static void body_refuse(const Refusal *r, int i, unsigned supports)
{
  const ProblemBody *body = &r->problem->bodies[i];

  if (body->traits.needs & ~supports)
    item_refuse(r, "bodies", i, "formulation", supports & SUPPORTS_QUATERNION ? "quaternion" : "director");
  if (body->kinetic == KINETIC_SCALABLE && !(supports & SUPPORTS_SCALABLE))
    item_refuse(r, "bodies", i, "kinetic", "unit (a polynomial)");
  if (body->kinetic == KINETIC_UNIT && body->traits.uses & BODY_USES_KINETIC && !(supports & SUPPORTS_UNIT))
    item_refuse(r, "bodies", i, "kinetic", "scalable");
}

/* Reports a load with damping. */
static void damping_refuse(const Refusal *r, int i)
{
  for (int j = 0; j < 6; j++)
    if (r->problem->loads[i].damping[j] > 0.0) {
      item_refuse(r, "loads", i, "damping", "none (mG and em support it)");
      return;
    }
}

/* Collocated invariants need k Gauss points and values that are bilinear in the state. */
static void collocated_check(const Refusal *given)
{
  Refusal              r      = *given;
  const ProblemMethod *method = &r.problem->method;
  char                 name[2 * NAME_LEN];

  snprintf(name, sizeof name, "%s with invariants: collocated", method->scheme->name);
  r.scheme = name;
  if (method->gauss != GAUSS_AUTO && method->gauss != method->degree)
    key_refuse(&r, "method", "gauss", "auto, which is the degree");
  if (method->psi != PSI_PLAIN) key_refuse(&r, "method", "psi", "plain");
  key_refuse(&r, NULL, "objective", "none, or invariants: plain");
  for (int i = 0; i < r.problem->nbodies; i++)
    if (r.problem->bodies[i].kinetic == KINETIC_SCALABLE && !r.problem->bodies[i].rigid)
      item_refuse(&r, "bodies", i, "kinetic", "unit, or rigid: true");
}

/* A Hamiltonian system has no bodies, joints or loads to check. */
void scheme_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Refusal  refusal  = {reader, root, problem, problem->method.scheme->name};
  const unsigned supports = problem->method.scheme->supports;

  method_refuse(&refusal, supports);
  if (problem->method.invariants == INVARIANTS_COLLOCATED) collocated_check(&refusal);
  if (problem->hamiltonian.system[0]) {
    if (!(supports & SUPPORTS_HAMILTONIAN)) key_refuse(&refusal, NULL, "hamiltonian", "bodies");
    return;
  }
  for (int i = 0; i < problem->nbodies; i++) body_refuse(&refusal, i, supports);
  if (problem->njoints > 0 && !(supports & SUPPORTS_JOINTS))
    key_refuse(&refusal, NULL, "joints", "none (mG and em support them)");
  if (problem->nloads > 0 && !(supports & SUPPORTS_LOADS)) key_refuse(&refusal, NULL, "loads", "none but gravity");
  else if (!(supports & SUPPORTS_DAMPING))
    for (int i = 0; i < problem->nloads; i++) damping_refuse(&refusal, i);
}
