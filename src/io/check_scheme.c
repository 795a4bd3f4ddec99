/* What a scheme cannot take. */
#include "io/record.h"

#include <string.h>

typedef struct {
  Reader        *reader;
  const Node    *root;
  const Problem *problem;
  const char    *scheme;
} Refusal;

/* A key of the file, or of one of its mappings. */
static void key_refuse(const Refusal *r, const char *in, const char *key, const char *expected)
{
  const Node *mapping = in ? node_find(r->root, in) : r->root, *node = mapping ? node_find(mapping, key) : NULL;

  if (!node) return;
  size_t length = r->reader->path.length;
  if (in) path_key(&r->reader->path, in);
  reader_fault(r->reader, in ? node->where : node->key_where, key, "found together with scheme: %s, expected %s",
               r->scheme, expected);
  path_cut(&r->reader->path, length);
}

/* A key of an item of a list of the file. */
static void item_refuse(const Refusal *r, const char *in, int i, const char *key, const char *expected)
{
  const Node *list = node_find(r->root, in), *item = &list->items[i], *node = node_find(item, key);
  const Where where = node ? node->where : item->where; /* the default is refused too */

  size_t length = path_key(&r->reader->path, list->key);
  path_item(&r->reader->path, item, i);
  reader_fault(r->reader, where, key, "found together with scheme: %s, expected %s", r->scheme, expected);
  path_cut(&r->reader->path, length);
}

/* Schemes of one step and one formulation. */
static void step_check(const Refusal *r, const char *formulation, bool particles)
{
  const ProblemMethod *method = &r->problem->method;

  if (method->degree != 1) key_refuse(r, "method", "degree", "1");
  if (method->gauss != GAUSS_AUTO && method->gauss != 1) key_refuse(r, "method", "gauss", "auto or 1");
  if (method->psi != PSI_PLAIN) key_refuse(r, "method", "psi", "plain");
  for (int i = 0; i < r->problem->nbodies; i++) {
    const char *given = r->problem->bodies[i].formulation;
    if (strcmp(given, formulation) == 0 || (particles && strcmp(given, "particle") == 0)) continue;
    item_refuse(r, "bodies", i, "formulation", formulation);
  }
}

static void quat_em_check(const Refusal *r)
{
  step_check(r, "quaternion", true);
  if (r->problem->njoints > 0) key_refuse(r, NULL, "joints", "none (em takes them)");
  if (r->problem->nloads > 0) key_refuse(r, NULL, "loads", "none but gravity");
}

/* Schemes of stepper_run: forces are functions of place and time. */
static void stepper_check(const Refusal *r)
{
  step_check(r, "quaternion", false);
  if (r->problem->njoints > 0) key_refuse(r, NULL, "joints", "none (mG and em take them)");
  for (int i = 0; i < r->problem->nloads; i++)
    for (int j = 0; j < 6; j++)
      if (r->problem->loads[i].damping[j] > 0.0) {
        item_refuse(r, "loads", i, "damping", "none (mG and em take it)");
        break;
      }
}

/* em, quat_em and dir_em step, and need a polynomial energy. */
void scheme_check(Reader *reader, const Node *root, const Problem *problem)
{
  const Refusal refusal = {reader, root, problem, problem->method.scheme};

  if (strcmp(refusal.scheme, "mG") == 0 || strcmp(refusal.scheme, "BG") == 0) return;
  if (problem->method.window != 1 && problem->method.window != RIGEL_UNSET)
    key_refuse(&refusal, "method", "window", "1 (it steps)");
  if (problem->nmotions > 0) key_refuse(&refusal, NULL, "motion", "none (mG and BG take it)");
  key_refuse(&refusal, NULL, "boundary", "none (it steps; mG and BG take it)");
  const bool scalable = strcmp(refusal.scheme, "velocity_dae") == 0;
  for (int i = 0; i < problem->nbodies; i++)
    if ((problem->bodies[i].kinetic == KINETIC_SCALABLE) != scalable)
      item_refuse(&refusal, "bodies", i, "kinetic", scalable ? "scalable" : "unit (a polynomial)");
  if (strcmp(refusal.scheme, "quat_em") == 0) quat_em_check(&refusal);
  else if (strcmp(refusal.scheme, "dir_em") == 0) step_check(&refusal, "director", true);
  else if (strcmp(refusal.scheme, "em") != 0) stepper_check(&refusal);
}
