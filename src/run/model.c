/* Builds a model: reads the problem, creates the system, drops redundant rows, computes start values, checks the rest. */
#include "run/model.h"

#include "body/hamiltonian.h"
#include "diag/reference.h"
#include "optimal/optimal.h"
#include "problem/problem_complete.h"
#include "scheme/schemes.h"
#include "scheme/window/boundary.h"
#include "scheme/window/window_run.h"
#include "start/initial.h"
#include "start/redundant.h"

#include <math.h>
#include <string.h>

enum { WORDS = 64, DROPPED_MOST = 8 };

/* names = the names of a NULL-terminated table, as the reader needs them. */
#define NAMES(list, names)                                                                                             \
  do {                                                                                                                 \
    int n_ = 0;                                                                                                        \
    for (; n_ < WORDS - 1 && list[n_] != NULL; n_++) names[n_] = list[n_]->name;                                       \
    names[n_] = NULL;                                                                                                  \
  } while (0)

typedef struct {
  const char         *formulations[WORDS], *joints[WORDS], *closed_forms[WORDS], *loads[WORDS], *hamiltonians[WORDS];
  const SchemeTraits *schemes[WORDS];
} Names;

/* Names of all tables, for the reader: input knows words, not the tables themselves. */
static void names_fill(Names *names, Vocabulary *words)
{
  NAMES(formulation_list, names->formulations);
  NAMES(joint_list, names->joints);
  NAMES(closed_form_list, names->closed_forms);
  NAMES(load_list, names->loads);
  NAMES(hamiltonian_list, names->hamiltonians);
  memset(names->schemes, 0, sizeof names->schemes);
  for (int i = 0; i < WORDS - 1 && scheme_list[i]; i++) names->schemes[i] = &scheme_list[i]->traits;
  *words = (Vocabulary){.formulations = names->formulations,
                        .joints       = names->joints,
                        .closed_forms = names->closed_forms,
                        .loads        = names->loads,
                        .hamiltonians = names->hamiltonians,
                        .schemes      = names->schemes};
}

/* Adds a fault if the closed form of the reference does not apply to the problem. */
static void reference_check(const Model *model, FaultList *faults)
{
  const ProblemReference *reference = &model->problem.reference;
  Kinematics              motion;
  char                    text[256];

  if (!reference->given || !reference->closed_form[0]) return;
  if (!closed_form_find(reference->closed_form)
         ->kinematics(&model->problem, &model->system, reference->body, model->problem.time.start, &motion, text,
                      sizeof text))
    fault_add(faults, reference->where, "reference.closed_form", "found %s, but %s", reference->closed_form, text);
}

/* Largest change of coordinates and of momenta by `initial: project`. */
static void projection_measure(Model *model)
{
  const System *sys = &model->system;
  double       *given;

  if (model->problem.initial != INITIAL_PROJECT || model->problem.boundary.given) return;
  if (PetscMalloc1(sys->nz, &given)) return;
  system_initial(sys, &model->problem, given);
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++) {
      const int j = sys->start[b] + i, level = i >= sys->bodies[b].nq;
      model->projected[level] = fmax(model->projected[level], fabs(model->z[j] - given[j]) / sys->scale_z[j]);
    }
  (void)PetscFree(given);
}

/* redundant: drop. Removes dependent rows from the system; the others are checked again with the start values. A dependent
 * prescribed motion is a fault, which the check of the start values reports. */
static PetscErrorCode redundant_drop(Model *model)
{
  System *sys = &model->system;

  PetscFunctionBeginUser;
  system_initial(sys, &model->problem, model->z);
  PetscCall(constraint_rank_find(sys, sys->t0, model->z, constraint_rank_tolerance, &model->dropped));
  for (int i = 0; i < model->dropped.ndependent; i++)
    if (constraint_rank_moves(sys, &model->dropped.list[i])) {
      PetscCall(constraint_rank_clear(&model->dropped));
      PetscFunctionReturn(0);
    }
  if (!model->dropped.ndependent) PetscFunctionReturn(0);
  PetscCall(redundant_choose(&model->problem, sys, model->z, &model->dropped));
  constraint_rank_text(sys, &model->dropped, DROPPED_MOST, model->dropped_text, sizeof model->dropped_text);
  PetscCall(constraint_rank_drop(&model->dropped, sys));
  PetscFunctionReturn(0);
}

/* Boundary conditions replace consistent start values: the initial values are only a guess. */
static PetscErrorCode boundary_check(Model *model, FaultList *faults)
{
  Boundary boundary;

  PetscFunctionBeginUser;
  system_initial(&model->system, &model->problem, model->z);
  if (boundary_create(&model->problem, &model->system, faults, &boundary)) boundary_destroy(&boundary);
  PetscFunctionReturn(0);
}

/* The complete problem of a parsed source; false: more than `before` faults were found. */
static bool problem_build(const ProblemSource *source, const Node *tree, int before, FaultList *faults,
                          Problem *problem)
{
  Names      names;
  Vocabulary words;

  names_fill(&names, &words);
  source_fill(source, tree, &words, problem, faults);
  if (faults->count != before) return false;
  if (problem_complete(problem)) return true;
  fault_add(faults, (Where){0}, "", "out of memory");
  return false;
}

bool model_problem(const char *file, int nset, const char *const set[], FaultList *faults, Problem *problem)
{
  const ProblemSource source = {.file = file, .nset = nset, .set = set};
  const int           before = faults->count;
  Node                tree;

  source_parse(&source, &tree, faults);
  const bool good = problem_build(&source, &tree, before, faults, problem);
  node_clear(&tree);
  return good;
}

/* Order: problem, system, dropped rows, boundary conditions or start values, then checks that need the system. */
PetscErrorCode model_build(const ProblemSource *source, FaultList *faults, Model *model)
{
  Node tree;

  PetscFunctionBeginUser;
  source_parse(source, &tree, faults);
  PetscCall(model_fill(source, &tree, faults, model));
  model->tree = tree;
  PetscFunctionReturn(0);
}

PetscErrorCode model_fill(const ProblemSource *source, const Node *tree, FaultList *faults, Model *model)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(model, sizeof *model));
  model->source = *source;
  if (!problem_build(source, tree, 0, faults, &model->problem)) PetscFunctionReturn(0);
  if (!system_create(&model->problem, faults, &model->system)) PetscFunctionReturn(0);
  PetscCall(PetscCalloc2(model->system.nz, &model->z, model->system.nl + 1, &model->lambda));
  if (model->problem.redundant == REDUNDANT_DROP) PetscCall(redundant_drop(model));
  if (model->problem.solver.guess == GUESS_FILE) guess_table_fits(&model->problem, &model->system, faults);
  if (model->problem.boundary.given) PetscCall(boundary_check(model, faults));
  else PetscCall(initial_create(&model->problem, &model->system, faults, model->z, model->lambda));
  objective_fits(&model->problem, &model->system, faults);
  projection_measure(model);
  reference_check(model, faults);
  model->ready = faults->count == 0;
  PetscFunctionReturn(0);
}

PetscErrorCode model_read(const char *file, int nset, const char *const set[], FaultList *faults, Model *model)
{
  const ProblemSource source = {.file = file, .nset = nset, .set = set};

  PetscFunctionBeginUser;
  PetscCall(model_build(&source, faults, model));
  PetscFunctionReturn(0);
}

PetscErrorCode model_clear(Model *model)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(model->z, model->lambda));
  PetscCall(constraint_rank_clear(&model->dropped));
  system_destroy(&model->system);
  problem_clear(&model->problem);
  node_clear(&model->tree);
  PetscFunctionReturn(0);
}
