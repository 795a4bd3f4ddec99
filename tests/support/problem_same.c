#include "problem_same.h"

#include "run/vocabulary.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const SchemeTraits mg = {
  .name = "mG", .supports = SUPPORTS_ALL | SUPPORTS_OBJECTIVE, .galerkin = GALERKIN_PETROV, .stepping = true};
static const SchemeTraits bg        = {.name = "BG", .supports = SUPPORTS_ALL, .galerkin = GALERKIN_BUBNOV};
static const SchemeTraits staggered = {
  .name = "staggered", .supports = SUPPORTS_ALL | SUPPORTS_IMPULSE, .stepping = true};
static const SchemeTraits *const schemes[] = {&mg, &bg, &staggered, NULL};

const Vocabulary *test_words(void)
{
  static Names      names;
  static Vocabulary words;

  vocabulary_fill(&names, &words);
  words.schemes = schemes;
  return &words;
}

bool source_read(const ProblemSource *source, const Vocabulary *words, Problem *problem, FaultList *faults)
{
  const int before = faults->count;
  Node      tree;

  source_parse(source, &tree, faults);
  source_fill(source, &tree, words, problem, faults);
  node_clear(&tree);
  return faults->count == before;
}

bool problem_read(const char *file, int nset, const char *const set[], const Vocabulary *words, Problem *problem,
                  FaultList *faults)
{
  const ProblemSource source = {.file = file, .nset = nset, .set = set};

  return source_read(&source, words, problem, faults) && problem_complete(problem);
}

bool text_write(const char *path, const char *text)
{
  FILE *stream = fopen(path, "w");
  bool  good   = stream && fputs(text, stream) >= 0;

  return stream && fclose(stream) == 0 && good;
}

/* Without what lies elsewhere; numbers in all stay. */
static void hamiltonian_blank(ProblemHamiltonian *hamiltonian)
{
  hamiltonian->where       = (Where){0};
  hamiltonian->coordinates = hamiltonian->momenta = hamiltonian->rates = NULL;
}

static bool numbers_same(int count, const double *a, const double *b)
{
  return count == 0 || memcmp(a, b, (size_t)count * sizeof(double)) == 0;
}

static bool start_same(const ProblemHamiltonian *a, const ProblemHamiltonian *b)
{
  return numbers_same(a->ncoordinates, a->coordinates, b->coordinates) &&
         numbers_same(a->nmomenta, a->momenta, b->momenta) && numbers_same(a->nrates, a->rates, b->rates);
}

static bool body_same(const ProblemBody *a, const ProblemBody *b)
{
  ProblemBody left, right;
  size_t      size = (size_t)a->shape.nsites * 4 * sizeof(double);

  memcpy(&left, a, sizeof left);
  memcpy(&right, b, sizeof right);
  left.where = right.where = (Where){0};
  left.shape.sites = right.shape.sites = NULL;
  hamiltonian_blank(&left.hamiltonian);
  hamiltonian_blank(&right.hamiltonian);
  if (memcmp(&left, &right, sizeof left) != 0) return false;
  return size == 0 || memcmp(a->shape.sites, b->shape.sites, size) == 0;
}

/* Records without memory of their own, but for the Where at this offset. */
static bool bytes_same(const void *a, const void *b, size_t size, size_t where)
{
  const char  *left = a, *right = b;
  const size_t after = where + sizeof(Where);

  return memcmp(left, right, where) == 0 && memcmp(left + after, right + after, size - after) == 0;
}

static bool joint_same(const ProblemJoint *a, const ProblemJoint *b)
{
  return bytes_same(a, b, sizeof *a, offsetof(ProblemJoint, where));
}

static bool rows_same(const ProblemTimeFunction *a, const ProblemTimeFunction *b)
{
  const size_t columns = a->kind == FUNCTION_POLYNOMIAL ? 1 : 2, size = (size_t)a->nrows * columns;

  return a->nrows == b->nrows && (size == 0 || memcmp(a->rows, b->rows, size * sizeof(double)) == 0);
}

static bool scale_same(const ProblemTimeFunction *a, const ProblemTimeFunction *b)
{
  ProblemTimeFunction left, right;

  memcpy(&left, a, sizeof left);
  memcpy(&right, b, sizeof right);
  left.rows = right.rows = NULL;
  return memcmp(&left, &right, sizeof left) == 0 && rows_same(a, b);
}

static bool motion_same(const ProblemMotion *a, const ProblemMotion *b)
{
  ProblemMotion left, right;

  memcpy(&left, a, sizeof left);
  memcpy(&right, b, sizeof right);
  left.where = right.where = (Where){0};
  left.value.rows = right.value.rows = NULL;
  for (int i = 0; i < 3; i++) {
    if (!rows_same(&a->path[i], &b->path[i])) return false;
    left.path[i].rows = right.path[i].rows = NULL;
  }
  return rows_same(&a->value, &b->value) && memcmp(&left, &right, sizeof left) == 0;
}

static bool load_same(const ProblemLoad *a, const ProblemLoad *b)
{
  ProblemLoad left, right;

  memcpy(&left, a, sizeof left);
  memcpy(&right, b, sizeof right);
  left.where = right.where = (Where){0};
  left.scale.rows = right.scale.rows = NULL;
  return memcmp(&left, &right, sizeof left) == 0 && rows_same(&a->scale, &b->scale);
}

static bool control_same(const ProblemControl *a, const ProblemControl *b)
{
  return bytes_same(a, b, sizeof *a, offsetof(ProblemControl, where));
}

static bool term_same(const ProblemTerm *a, const ProblemTerm *b)
{
  ProblemTerm left, right;

  memcpy(&left, a, sizeof left);
  memcpy(&right, b, sizeof right);
  left.where = right.where = (Where){0};
  left.path = right.path = NULL;
  if (memcmp(&left, &right, sizeof left) != 0) return false;
  for (int i = 0; i < a->npath; i++)
    if (!scale_same(&a->path[i], &b->path[i])) return false;
  return true;
}

static bool ends_same(int count, const ProblemEnd *a, const ProblemEnd *b)
{
  for (int i = 0; i < count; i++) {
    ProblemEnd left, right;
    memcpy(&left, &a[i], sizeof left);
    memcpy(&right, &b[i], sizeof right);
    left.where = right.where = (Where){0};
    if (memcmp(&left, &right, sizeof left) != 0) return false;
  }
  return true;
}

static bool table_same(const ProblemTable *a, const ProblemTable *b)
{
  size_t size = (size_t)a->rows * (size_t)a->columns * sizeof(double);

  for (int i = 0; i < a->columns; i++)
    if (strcmp(a->names[i], b->names[i]) != 0) return false;
  return size == 0 || memcmp(a->values, b->values, size) == 0;
}

static void table_blank(ProblemTable *table)
{
  table->names  = NULL;
  table->values = NULL;
}

/* The values that lie in the problem itself; the lengths of what it owns are among them. */
static void problem_blank(const Problem *problem, Problem *blank)
{
  memcpy(blank, problem, sizeof *blank);
  memset(blank->file, 0, sizeof blank->file);
  blank->reference.where = (Where){0};
  blank->boundary.where  = (Where){0};
  hamiltonian_blank(&blank->hamiltonian);
  blank->bodies           = NULL;
  blank->joints           = NULL;
  blank->loads            = NULL;
  blank->motions          = NULL;
  blank->controls         = NULL;
  blank->terms            = NULL;
  blank->time.refinements = NULL;
  blank->time.corners     = NULL;
  blank->boundary.start = blank->boundary.end = NULL;
  table_blank(&blank->guess_state);
  table_blank(&blank->guess_multipliers);
  table_blank(&blank->guess_controls);
}

bool problem_same(const Problem *a, const Problem *b)
{
  Problem left, right;

  problem_blank(a, &left);
  problem_blank(b, &right);
  if (memcmp(&left, &right, sizeof left) != 0 || !start_same(&a->hamiltonian, &b->hamiltonian)) return false;
  if (a->time.nrefinements &&
      memcmp(a->time.refinements, b->time.refinements, (size_t)a->time.nrefinements * sizeof *a->time.refinements) != 0)
    return false;
  for (int i = 0; i < a->nbodies; i++)
    if (!body_same(&a->bodies[i], &b->bodies[i])) return false;
  for (int i = 0; i < a->njoints; i++)
    if (!joint_same(&a->joints[i], &b->joints[i])) return false;
  for (int i = 0; i < a->nloads; i++)
    if (!load_same(&a->loads[i], &b->loads[i])) return false;
  for (int i = 0; i < a->nmotions; i++)
    if (!motion_same(&a->motions[i], &b->motions[i])) return false;
  for (int i = 0; i < a->ncontrols; i++)
    if (!control_same(&a->controls[i], &b->controls[i])) return false;
  for (int i = 0; i < a->nterms; i++)
    if (!term_same(&a->terms[i], &b->terms[i])) return false;
  return ends_same(a->boundary.nstart, a->boundary.start, b->boundary.start) &&
         ends_same(a->boundary.nend, a->boundary.end, b->boundary.end) &&
         table_same(&a->guess_state, &b->guess_state) && table_same(&a->guess_multipliers, &b->guess_multipliers);
}
