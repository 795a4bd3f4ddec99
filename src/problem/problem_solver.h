/* How the equations of a problem are solved: Newton, linear solver, start values, continuation. */
#ifndef RIGEL_PROBLEM_PROBLEM_SOLVER_H
#define RIGEL_PROBLEM_PROBLEM_SOLVER_H

#include "problem/problem_value.h"

typedef enum {
  LINEAR_AUTO,  /* chosen from the structure of the matrix */
  LINEAR_DENSE, /* LAPACK */
  LINEAR_BLOCK, /* own LU along the time axis */
  LINEAR_UMFPACK,
  LINEAR_KLU,
  LINEAR_MUMPS,
  LINEAR_COUNT
} LinearKind;

/* Words of `solver.linear`, in the order of LinearKind; NULL ends the list. */
extern const char *const linear_names[LINEAR_COUNT + 1];

typedef enum { SCALING_NATURAL, SCALING_NONE } ScalingKind;
typedef enum {
  GUESS_AUTO,     /* initial values: stepping; boundary values: geodesic */
  GUESS_STEPPING, /* mG stepping on the same mesh, from the start values of `bodies` */
  GUESS_CONSTANT,
  GUESS_GROW,
  GUESS_GEODESIC,     /* boundary values: shortest rotation (and line) from start to end, plus turns */
  GUESS_RATE,         /* boundary values: the rates of `bodies` from the start on */
  GUESS_CONTINUATION, /* boundary values: the end time grows from a short interval */
  GUESS_FILE
} GuessKind;

typedef enum {
  HOMOTOPY_NONE,
  HOMOTOPY_INERTIA,
  HOMOTOPY_GRAVITY,
  HOMOTOPY_TIME,
  HOMOTOPY_WEIGHTS,
  HOMOTOPY_END
} HomotopyKind;

/* A sequence of problems from an easier one to the given one; optimal control. */
typedef struct {
  HomotopyKind kind;
  int          steps;
} ProblemHomotopy;

typedef struct {
  double          tolerance; /* of the non-dimensional residual */
  int             max_iterations;
  LinearKind      linear;
  ScalingKind     scaling;              /* of global systems */
  GuessKind       guess;                /* start values of global systems */
  char            guess_file[TEXT_LEN]; /* directory of an earlier run; guess: file */
  ProblemHomotopy homotopy;
  int             refine;          /* coarser meshes before the given one, each with half the elements of the next */
  int             refine_degree;   /* degree on the coarser meshes; RIGEL_UNSET: the same */
  int             turns;           /* extra full turns of a geodesic guess */
  bool            condition;       /* report condition numbers */
  char            petsc[TEXT_LEN]; /* PETSc options that a file may set */
  char            petsc_private[TEXT_LEN]; /* other options of the command line: recorded, never read from a file */
} ProblemSolver;

/* Units in which Newton's method solves the problem, Chaurasia (2012, sect. 3.3.9); NAN: computed from the data. */
typedef struct {
  double length, mass, time;
} ProblemUnits;

/* A table of an earlier run: the numbers of a CSV file and its column names. */
typedef struct {
  int     rows, columns;
  char  **names;  /* [columns], owned */
  double *values; /* [rows][columns], owned; the first column is t, ascending */
  bool    memory; /* reading exhausted the memory */
} ProblemTable;

void problem_table_clear(ProblemTable *table);

#endif
