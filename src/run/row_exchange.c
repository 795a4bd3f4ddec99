/* Replaces the rows of a system between two elements (row_exchange.h; docs/explanation/theory.md, Constraint redundancy).
 *
 * This is the one place that changes a system after it was built. Bodies, loads, units, sizes and the order of groups stay, so those
 * who hold the system see other rows of joints and nothing else. */
#include "run/row_exchange.h"

#include "scheme/row_choice.h"
#include "scheme/step/stepping_run.h"
#include "start/redundant.h"

#include <stdio.h>

enum { CHANGES_MOST = 1000 }; /* of one run; each is followed by at least one element */

bool row_exchange_possible(const Problem *problem, const System *system)
{
  return row_choice_exists(system) && !problem->nterms && !problem->boundary.given &&
         problem->method.scheme->galerkin == GALERKIN_PETROV &&
         scheme_window(problem, mesh_elements(&problem->time)) == 1;
}

/* Builds the system again without the rows drop[joint][row]; the natural units stay those of the start. */
static PetscErrorCode rows_replace(const Problem *problem, bool (*drop)[JOINT_ROWS], System *system)
{
  System    fresh;
  FaultList faults;

  PetscFunctionBeginUser;
  fault_init(&faults, problem->file);
  PetscCheck(system_create(problem, &faults, &fresh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  fresh.units = system->units;
  PetscCheck(system_drop(&fresh, drop), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCheck(fresh.nl == system->nl, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED,
             "the restart file is not of this problem");
  system_destroy(system);
  *system = fresh;
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

PetscErrorCode row_exchange_resume(const Problem *problem, const Checkpoint *checkpoint, System *system)
{
  bool(*drop)[JOINT_ROWS];
  int at = 0;

  PetscFunctionBeginUser;
  if (checkpoint->element == 0) PetscFunctionReturn(0);
  PetscCall(PetscCalloc1(system->ngroups + 1, &drop));
  PetscCall(row_choice_read(checkpoint, &at, system, drop));
  PetscCall(rows_replace(problem, drop, system));
  PetscCall(PetscFree(drop));
  PetscFunctionReturn(0);
}

PetscErrorCode row_exchange_improve(const Problem *problem, const Checkpoint *checkpoint, System *system,
                                    RunStatus *status, bool *changed)
{
  bool(*drop)[JOINT_ROWS];
  double *z;

  PetscFunctionBeginUser;
  *changed = false;
  if (status->row_changes >= CHANGES_MOST) {
    run_fail(status, status->verdict, R0515_ROWS_EXCHANGED,
             "rows of joints were exchanged %d times up to t = %.9g, the last time %s, expected at most %d changes: "
             "remove joints that repeat what others do, or use a smaller step",
             status->row_changes, status->time, status->changed, CHANGES_MOST);
    PetscFunctionReturn(0);
  }
  PetscCall(PetscCalloc1(system->ngroups + 1, &drop));
  PetscCall(PetscMalloc1(system->nz, &z));
  PetscCall(stepping_state_read(checkpoint, system, z));
  PetscCall(redundant_improve(problem, system, z, changed, drop));
  if (*changed) PetscCall(rows_replace(problem, drop, system));
  PetscCall(PetscFree(z));
  PetscCall(PetscFree(drop));
  PetscFunctionReturn(0);
}
