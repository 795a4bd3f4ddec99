/* A window: several time elements solved by one Newton system, over one or many ranks (DESIGN 1.2). mG and BG differ in the
 * record of their time element and in where its rows stand; everything else is shared.
 *
 * Unknowns, ordered by time: z_0 unless it is given, then one block (z_i, lambda_i) per node i >= 1. With multipliers in P^{k-1} the block of
 * node e k + 1 + b carries multiplier b of element e; with continuous ones it carries that of its node, and the multiplier of
 * node 0 is given with z_0 (DESIGN 1.5.5), or follows it. Rows stand where their unknowns do: a block has the equations tested
 * by its node's function (BG) or by test function b of its element (mG), then constraint rows.
 *
 * Elements are dealt to the ranks in contiguous ranges; a rank owns the blocks of its elements' nodes but the first, which
 * belongs to the rank before (rank 0: also z_0). */
#ifndef RIGEL_SCHEME_WINDOW_WINDOW_H
#define RIGEL_SCHEME_WINDOW_WINDOW_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "problem/observer.h"
#include "problem/problem.h"
#include "scheme/elimination_order.h"
#include "scheme/window/boundary.h"
#include "time/mesh.h"

typedef struct {
  const Problem       *problem;
  const ProblemSolver *solver; /* of the Newton system: that of the problem, or other settings */
  const System        *system;
  const Boundary      *boundary; /* NULL: z_0 is given */
  const Observer      *observer; /* asked whether to stop; may be NULL */
  MPI_Comm             comm;
  PetscMPIInt          rank, size;
  Mesh                 mesh;
  bool                 bubnov, continuous; /* BG; continuous multipliers */
  TimeElement          element;
  Kernel               kernel;
  Layout               layout;
  EliminationOrder order; /* of an element's unknowns in elimination, where elements are solved one after the other */
  Newton           newton;
  int              k, nz, nl, block;
  int              first, count; /* mesh elements of the window */
  int              e0, e1;       /* those of this rank, counted from the window's first */
  int              head;         /* unknowns of node 0: none when z_0 is given */
  int              n;            /* unknowns of this rank */
  int              nodes;        /* (e1 - e0) k + 1: nodes here, the first one shared with the rank before */
  double          *z;            /* [nodes][nz] */
  double          *lambda;       /* [nodes - 1][nl], or [nodes][nl] when continuous */
  double          *x, *dz, *zero;
  double          *r_z, *r_l;       /* of one element */
  double          *ghost;           /* [block] residual rows of the shared node, for the rank before */
  double          *unit, *row_unit; /* [block] scales of a block's unknowns and rows */
  int             *row, *col;       /* [nentries] */
  double          *entry_scale;     /* [nentries of one element] */
  int              nelement;        /* entries of one element */
  int              nextra;          /* entries of boundary conditions on this rank, after those of the elements */
} Window;

/* Elements first .. first + count - 1 of the mesh; comm decides how many ranks share them. */
/* boundary = NULL: z_0 is given. */
PetscErrorCode window_create(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                             int first, int count, Window *window);
/* The same with other settings of the Newton solver and scaling; borrowed. */
PetscErrorCode window_create_with(const ProblemSolver *solver, const Problem *problem, const System *system,
                                  const Boundary *boundary, MPI_Comm comm, int first, int count, Window *window);
/* The same without a Newton system: a place for a trajectory. */
PetscErrorCode window_prepare(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                              int first, int count, Window *window);
PetscErrorCode window_destroy(Window *window);

/* Whether windows of this problem are eliminated element after element, each with its bodies in turn, instead of in fronts that
 * hold whole elements: mG with given initial values and without servo constraints, and more unknowns per element than `auto` solves densely. */
bool window_in_sequence(const Problem *problem, const System *system);

/* Bytes of one element's factors then. */
PetscErrorCode window_element_bytes(const Problem *problem, const System *system, double *bytes);

/* Newton from the guess in window->z and window->lambda (their shared first node is taken from the rank before). */
PetscErrorCode window_solve(Window *window, NewtonStatus *status);

/* The same for servo constraints, from the start at rest: by a growing fraction of the way of their paths; in window_servo.c. */
PetscErrorCode window_solve_servo(Window *window, NewtonStatus *status);

/* The unknowns x[n] of window->z and window->lambda, scaled; and back. */
void window_pack(const Window *window, double *x);
void window_unpack(Window *window, const double *x);
/* Element e (local) as the kernel sees it. */
const ElementState *window_element(Window *window, int e, ElementState *state);

/* First entry of a node's block among the unknowns of all ranks. */
int window_block(const Window *window, int node);
/* Place of local node i's block among this rank's unknowns; node 0 is here on rank 0 only, and only if it is unknown. */
int window_local_block(const Window *window, int i);
/* Node of test function a of element e, and node in whose block its multiplier row b stands. */
int window_test_node(const Window *window, int e, int a);
int window_mult_node(const Window *window, int e, int b);
/* Residual r[n] of the window at the scaled unknowns x[n], which window->z and window->lambda then contain; the values of its matrix
 * entries there, in the order of window->row and window->col. */
void window_residual(Window *window, const double *x, double *r);
void window_jacobian(Window *window, const double *x, double *value);
/* Both as Newton's method calls them. */
NewtonEquations window_equations(Window *window);
/* lambda of element e (local), multiplier b */
double *window_lambda(const Window *window, int e, int b);
/* This rank has the end of the window. */
bool window_is_last(const Window *window);

/* Boundary values (window->boundary is given), in window_boundary.c: rows of the residual; number, places and values of this
 * rank's entries of the matrix; row = -1 for those of n entries whose equations fixed values replace. */
void window_boundary_residual(Window *window, double *r);
int  window_boundary_count(const Window *window);
void window_boundary_places(Window *window, int *row, int *col);
void window_boundary_values(Window *window, double *value);
void window_boundary_replace(const Window *window, int n, int *row);
/* What this rank's rows of boundary values were divided by, into unit[n]; the others stay as they are. */
void window_boundary_units(const Window *window, double *unit);

#endif
