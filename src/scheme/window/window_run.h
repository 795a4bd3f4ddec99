/* Global solves: windows of more than one element, one Newton system each, over all ranks of PETSC_COMM_WORLD. */
#ifndef RIGEL_SCHEME_WINDOW_WINDOW_RUN_H
#define RIGEL_SCHEME_WINDOW_WINDOW_RUN_H

#include "scheme/scheme.h"
#include "scheme/window/window.h"
#include "time/mesh.h"

/* A run under way. */
typedef struct {
  const Problem  *problem;
  const System   *system;
  const Observer *observer;
  MPI_Comm        comm;
  PetscMPIInt     rank, size;
  Mesh            mesh;
  double         *z, *lambda; /* [nz], [nl] at the start of the window, on every rank */
  Window          window;     /* the last one; the next one of as many elements takes its matrix and solver over */
  RunStatus      *status;
} WindowRun;

/* Elements of a solved window to the observer of rank 0, in order. */
PetscErrorCode window_show(WindowRun *run, Window *window, const SolveRecord *record);
/* After Newton: the verdict, and what the window found to the observer. */
PetscErrorCode window_finish(WindowRun *run, Window *window, const NewtonStatus *newton);

/* Condition numbers of the matrix last factored, as solved and in the scaling of paper 003; in window_condition.c. */
PetscErrorCode window_condition(Window *window, SolveRecord *record);
/* Factors left[n] and right[n] that lead from the matrix as solved to that of the paper: plain unknowns; BG rows as integrated in dt,
 * mG rows of z divided by h, boundary values as they are given. */
void window_paper_scales(const Window *window, double *left, double *right);

/* In window_explain.c: status->message of a window that Newton's method did not solve. */
PetscErrorCode window_explain(const Window *window, const NewtonStatus *newton, RunStatus *status);
/* The first element end that is on a singular position, and the joints there; an empty text: none. */
PetscErrorCode window_singular(const Window *window, double *t, char *text, size_t size);

/* First guess of a window, in guess.c: done, did not get through, or stopped by the observer. */
PetscErrorCode window_guess(WindowRun *run, Window *window, GuessKind kind, RunVerdict *verdict);
/* mG stepping from global->z, rank after rank. */
PetscErrorCode guess_stepping(WindowRun *run, Window *window, RunVerdict *verdict);
/* An earlier run's tables, interpolated; in guess_table.c. */
PetscErrorCode guess_table(const WindowRun *run, Window *window);
/* Row of a table at time t, row[columns]. */
void guess_table_at(const ProblemTable *table, double t, double *row);
/* Whether the columns of those tables are those of this system; false after a fault was added. */
bool guess_table_fits(const Problem *problem, const System *system, FaultList *faults);

/* Two-point boundary values, in bvp.c: the first guess, and the whole. */
PetscErrorCode bvp_guess(WindowRun *run, Window *window, const ProblemBoundary *ends, GuessKind kind);
PetscErrorCode bvp_run(WindowRun *run);

/* SchemeOps.run for mG with a window and for BG. The observer is called on rank 0 only. */
PetscErrorCode windows_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);

#endif
