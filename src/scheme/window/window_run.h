/* Global solves: windows of several elements, one Newton system each, on all ranks of PETSC_COMM_WORLD. */
#ifndef RIGEL_SCHEME_WINDOW_WINDOW_RUN_H
#define RIGEL_SCHEME_WINDOW_WINDOW_RUN_H

#include "scheme/scheme.h"
#include "scheme/window/window.h"
#include "time/mesh.h"

/* The state of a run. */
typedef struct {
  const Problem  *problem;
  const System   *system;
  const Observer *observer;
  MPI_Comm        comm;
  PetscMPIInt     rank, size;
  Mesh            mesh;
  double         *z, *lambda; /* [nz], [nl] at the start of the window, on every rank */
  double         *twist;      /* [ntwists] angles of torsion springs there, on every rank */
  Window          window;     /* the last one; the next one of the same length reuses its matrix and solver */
  RunStatus      *status;
} WindowRun;

/* Records the result of Newton's method in the status; shows the elements if it converged. */
PetscErrorCode window_finish(WindowRun *run, Window *window, const NewtonStatus *newton);

/* Condition numbers of the last matrix: as solved, in the scaling of May and Betsch (2025), of the literal weak form; in
 * window_condition.c. */
PetscErrorCode window_condition(Window *window, SolveRecord *record);

/* Whether the mechanism can follow its prescribed motions through the window: *why as of follow_check; collective. */
PetscErrorCode window_follow(const Window *window, Notice *why);
/* Writes status->message of a window that Newton's method did not solve; in window_explain.c. */
PetscErrorCode window_explain(const Window *window, const NewtonStatus *newton, RunStatus *status);
/* The first element end at a singular position and the joints there; empty text: none. */
PetscErrorCode window_singular(const Window *window, double *t, char *text, size_t size);

/* First guess of a window, in window_guess.c. verdict: RUN_DONE, RUN_NOT_CONVERGED or RUN_STOPPED. */
PetscErrorCode window_guess(WindowRun *run, Window *window, GuessKind kind, RunVerdict *verdict);
/* First guess by mG stepping from run->z, rank after rank. */
PetscErrorCode guess_stepping(WindowRun *run, Window *window, RunVerdict *verdict);
/* First guess from the tables of an earlier run; in guess_table.c. */
PetscErrorCode guess_table(const WindowRun *run, Window *window);
/* row[columns] = the interpolated row of a table at time t; where the table jumps at t, on the side of the time `inside`. */
void guess_table_at(const ProblemTable *table, double t, double inside, double *row);
/* Whether the tables have the columns of this system; false after a fault was added. */
bool guess_table_fits(const Problem *problem, const System *system, FaultList *faults);

/* Two-point boundary values, in boundary_values.c: the first guess, and the run. */
PetscErrorCode boundary_values_guess(WindowRun *run, Window *window, const ProblemBoundary *ends, GuessKind kind);
PetscErrorCode boundary_values_run(WindowRun *run);

/* SchemeOps.run for mG with a window and for BG. The observer is called on rank 0 only. */
PetscErrorCode windows_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);

#endif
