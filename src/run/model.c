/* Builds a model: reads the problem, creates the system, drops redundant rows, computes start values, checks the rest, warns. */
#include "run/model.h"

#include "body/hamiltonian.h"
#include "diag/reference.h"
#include "optimal/optimal.h"
#include "run/vocabulary.h"
#include "run/warning.h"
#include "scheme/schemes.h"
#include "scheme/window/boundary.h"
#include "scheme/window/window_run.h"
#include "start/initial.h"
#include "start/redundant.h"

#include <math.h>
#include <string.h>

enum { DROPPED_MOST = 8 }; /* rows that are named */

/* Adds a fault if the closed form of the reference does not apply to the problem. */
static void reference_check(const Model *model, FaultList *faults)
{
  const ProblemReference *reference = &model->problem.reference;
  Kinematics              motion;
  char                    text[256];

  if (!reference->given || !reference->closed_form[0]) return;
  if (model->problem.initial == INITIAL_ASSEMBLE) {
    fault_add(faults, R0381_REFERENCE_FORM, reference->where, "reference.closed_form",
              "found together with initial: assemble, expected initial: check: closed forms begin with given values");
    return;
  }
  if (!closed_form_find(reference->closed_form)
         ->kinematics(&model->problem, &model->system, reference->body, model->problem.time.start, &motion, text,
                      sizeof text))
    fault_add(faults, R0381_REFERENCE_FORM, reference->where, "reference.closed_form", "found %s, but %s",
              reference->closed_form, text);
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

/* The state to begin with, before rows are dropped: assembled, or as given. Faults: it cannot be assembled. */
static PetscErrorCode state_create(Model *model, FaultList *faults)
{
  const bool assemble = model->problem.initial == INITIAL_ASSEMBLE;

  PetscFunctionBeginUser;
  if (!assemble) system_initial(&model->system, &model->problem, model->z);
  else if (!model->problem.boundary.given)
    PetscCall(assemble_create(&model->problem, &model->system, faults, model->z, &model->assembled));
  else
    fault_add(faults, R0413_ASSEMBLE_BOUNDARY, model->problem.boundary.where, "initial",
              "found assemble together with boundary values, which decide the start; expected check");
  PetscFunctionReturn(0);
}

/* redundant: drop. Removes rows that depend on others around the state; the others are checked again with the start values. */
static PetscErrorCode redundant_drop(Model *model)
{
  System *sys = &model->system;

  PetscFunctionBeginUser;
  PetscCall(redundant_choose(&model->problem, model->z, &model->dropped));
  if (!model->dropped.ndependent) PetscFunctionReturn(0);
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

/* The complete problem of a parsed source; false: there are faults, of the source or of the problem. */
static bool problem_build(const ProblemSource *source, const Node *tree, FaultList *faults, Problem *problem)
{
  Names      names;
  Vocabulary words;

  vocabulary_fill(&names, &words);
  source_fill(source, tree, &words, problem, faults);
  if (faults->count) return false;
  if (problem_complete(problem)) return true;
  fault_add(faults, R0001_OUT_OF_MEMORY, (Where){0}, "", "out of memory");
  return false;
}

PetscErrorCode model_build(const ProblemSource *source, FaultList *faults, Model *model)
{
  Node tree;

  PetscFunctionBeginUser;
  source_parse(source, &tree, faults);
  PetscCall(model_fill(source, &tree, faults, model));
  model->tree = tree;
  PetscFunctionReturn(0);
}

/* Order: problem, system, state, dropped rows, boundary conditions or start values, then checks that need the system. */
PetscErrorCode model_fill(const ProblemSource *source, const Node *tree, FaultList *faults, Model *model)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(model, sizeof *model));
  model->source = *source;
  if (!problem_build(source, tree, faults, &model->problem)) PetscFunctionReturn(0);
  if (!system_create(&model->problem, faults, &model->system)) PetscFunctionReturn(0);
  PetscCall(PetscCalloc2(model->system.nz, &model->z, model->system.nl + 1, &model->lambda));
  PetscCall(state_create(model, faults));
  if (faults->count) PetscFunctionReturn(0);
  if (model->problem.redundant == REDUNDANT_DROP) PetscCall(redundant_drop(model));
  if (model->problem.solver.guess == GUESS_FILE) guess_table_fits(&model->problem, &model->system, faults);
  if (model->problem.boundary.given) PetscCall(boundary_check(model, faults));
  else PetscCall(initial_create(&model->problem, &model->system, faults, model->z, model->lambda));
  objective_fits(&model->problem, &model->system, faults);
  projection_measure(model);
  reference_check(model, faults);
  model->ready = faults->count == 0;
  if (model->ready) warnings_collect(&model->problem, &model->system, faults, &model->warnings);
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
  fault_clear(&model->warnings);
  PetscFunctionReturn(0);
}
