/* A window: several time elements in one Newton system, on one or many ranks.
 *
 * mG and BG differ in the record of their time element and in the positions of its rows (docs/explanation/theory.md, Time elements).
 *
 * Unknowns, ordered by time: z_0 unless it is given, then one block (z_i, lambda_i) per node i >= 1. With multipliers in P^{k-1} the
 * block of node e k + 1 + b contains multiplier b of element e. With continuous multipliers it contains that of its node, and the
 * multiplier of node 0 is given with z_0, or follows z_0 in the unknowns (docs/explanation/theory.md, Bubnov-Galerkin elements).
 * Rows have the positions of their unknowns: a block contains the equations tested by the function of its node (BG) or by test
 * function b of its element (mG), then constraint rows.
 *
 * Ranks own contiguous ranges of elements. A rank owns the blocks of the nodes of its elements except the first, which belongs to
 * the rank before; rank 0 also owns z_0. */
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
  const ProblemSolver *solver; /* settings of the Newton system: those of the problem, or others */
  const System        *system;
  const Boundary      *boundary; /* NULL: z_0 is given */
  const Observer      *observer; /* its `stop` ends a solve; may be NULL */
  MPI_Comm             comm;
  PetscMPIInt          rank, size;
  Mesh                 mesh;
  bool                 bubnov, continuous; /* BG; continuous multipliers */
  bool                 weak;               /* BG: the start enters the equations of node 0 (window_trace.c) */
  bool                 cyclic; /* weak, one of several windows: its end equations contain its start (window_trace.c) */
  TimeElement          element;
  Kernel               kernel;
  Layout               layout;
  EliminationOrder     order; /* of the unknowns of an element, with window_in_sequence */
  Newton               newton;
  int                  k, nz, nl, block;
  int                  first, count; /* mesh elements of the window */
  int                  e0, e1;       /* those of this rank, counted from the window's first */
  int                  front; /* unknowns before those of node 0: the start z^_0 of boundary values with a weak start */
  int                  head;  /* unknowns of node 0: none when z_0 is given */
  int                  tail;  /* unknowns after those of the last node: end state and kappa (window_trace.c) */
  int                  n;     /* unknowns of this rank */
  int                  nodes; /* (e1 - e0) k + 1: nodes here, the first one shared with the rank before */
  double              *z;     /* [nodes][nz] */
  double              *given; /* [nz] weak start: the start z^_0 of the window */
  double              *end, *kappa; /* [nz], [nl] the tail; kappa on all ranks */
  double              *first_node;  /* [nz] with a tail: z_0 on all ranks */
  double              *defect;      /* [nz] weak start: z_0 - z^_0 */
  double              *lambda;      /* [nodes - 1][nl], or [nodes][nl] when continuous */
  double              *twist; /* [elements + 1][ntwists] angles of torsion springs at the ends of the rank's elements;
                                         * the first of rank 0 is given with the start of the window */
  double              *twist_ends;      /* [size][2][ntwists] of the starts and ends of all ranks */
  double              *x;               /* [n] unknowns */
  double              *dz;              /* [k][nz] increments of one element */
  double              *zero;            /* [nz + nl] */
  double              *r_z, *r_l;       /* residual of one element */
  double              *ghost;           /* [block] residual rows of the first node, for the rank before */
  double              *received;        /* [block] residual rows of the last node, from the next rank */
  double              *condition;       /* [nconditions] residuals of the boundary conditions */
  SystemPoint          start;           /* Theta and grad Theta at the start: boundary conditions in frames, cyclic */
  SystemPoint          finish;          /* the same at the end state of the tail */
  double              *unit, *row_unit; /* [block] scales of a block's unknowns and rows */
  int                 *row, *col;       /* [nentries] */
  double              *entry_scale;     /* [nentries of one element] */
  int                  nelement;        /* entries of one element */
  int                  nextra;          /* entries of boundary conditions on this rank, after those of the elements */
} Window;

/* Creates the window of the elements first .. first + count - 1 of the mesh, shared by the ranks of comm. boundary = NULL: z_0 is
 * given. */
PetscErrorCode window_create(const Problem *problem, const System *system, const Boundary *boundary, MPI_Comm comm,
                             int first, int count, Window *window);
/* The same with the settings of another solver and scaling; borrowed. */
PetscErrorCode window_create_with(const ProblemSolver *solver, const Problem *problem, const System *system,
                                  const Boundary *boundary, MPI_Comm comm, int first, int count, Window *window);
/* The same without a Newton system: a store for a trajectory. */
PetscErrorCode window_prepare(const ProblemSolver *solver, const Problem *problem, const System *system,
                              const Boundary *boundary, MPI_Comm comm, int first, int count, Window *window);
PetscErrorCode window_destroy(Window *window);

/* Whether the linear solver eliminates element after element, and body after body within an element: mG with given initial values,
 * without servo constraints, and more unknowns per element than `auto` solves with dense LU. */
bool window_in_sequence(const Problem *problem, const System *system);

/* Bytes of the factors of one element with window_in_sequence. */
PetscErrorCode window_element_bytes(const Problem *problem, const System *system, double *bytes);

/* Newton's method from the guess in window->z and window->lambda; the first node is received from the rank before. */
PetscErrorCode window_solve(Window *window, NewtonStatus *status);

/* The same for servo constraints, by continuation in the fraction of their paths; in window_servo.c. */
PetscErrorCode window_solve_servo(Window *window, NewtonStatus *status);

/* The scaled unknowns x[n] from window->z and window->lambda, and back. */
void window_pack(const Window *window, double *x);
void window_unpack(Window *window, const double *x);
/* State of the local element e. */
const ElementState *window_element(Window *window, int e, ElementState *state);

/* Time of local node i. */
double window_node_time(const Window *window, int i);
/* First entry of the block of a node among the unknowns of all ranks. */
int window_block(const Window *window, int node);
/* First entry of the block of local node i among the unknowns of this rank; node 0 only on rank 0, and only if it is unknown. */
int window_local_block(const Window *window, int i);
/* Node of test function a of element e, and node whose block contains its multiplier row b. */
int window_test_node(const Window *window, int e, int a);
int window_mult_node(const Window *window, int e, int b);
/* Residual r[n] of the window at the scaled unknowns x[n], which window->z and window->lambda then contain. */
void window_residual(Window *window, const double *x, double *r);
/* The residual and the values of the matrix entries, in the order of window->row and window->col, as Newton's method calls them. */
NewtonEquations window_equations(Window *window);
/* Follows the angles of torsion springs through the nodes of the window, from the given ones at its start; in window_twist.c. Called by
 * all ranks. */
void window_twist(Window *window);
/* Multiplier b of the local element e. */
double *window_lambda(const Window *window, int e, int b);
/* Whether this rank owns the end of the window. */
bool window_is_last(const Window *window);

/* BG with a weak start, in window_trace.c. shown[nodes][nz]: projected traces at element ends, interior nodes moved with them; failed: the first time at which a trace could not be
 * projected onto the constraints, or INFINITY. Called by all ranks. */
PetscErrorCode window_traces(Window *window, double *shown, double *failed);
/* The trace at the end of the local element e, not projected. */
void window_trace(Window *window, int e, double *trace);
/* g[nz] += R_given^T y: derivatives of the rows in the given start, y[n] of scaled rows. On one process. */
void window_given_transpose(Window *window, const double *y, double *g);

/* The tail, in window_trace.c: an end state on the constraints, on the last rank. Its first guess; its unknowns to x[n] and back; what ranks
 * exchange of it; rows of the residual; entries of this rank, of which unused pointers are NULL; units of its rows and unknowns. */
void window_tail_guess(Window *window);
void window_tail_pack(const Window *window, double *x);
void window_tail_unpack(Window *window, const double *x);
void window_tail_residual(Window *window, double *r);
int  window_tail_entries(Window *window, int *row, int *col, double *value);
void window_tail_units(const Window *window, double *unit, double *row_unit);

/* Boundary values (window->boundary is given), in window_boundary.c: rows of the residual; number, rows and columns, and values of
 * the entries of this rank; row = -1 for those of n entries whose equations are replaced by fixed values. */
void window_boundary_residual(Window *window, double *r);
int  window_boundary_count(const Window *window);
void window_boundary_pattern(Window *window, int *row, int *col);
void window_boundary_values(Window *window, double *value);
void window_boundary_replace(const Window *window, int n, int *row);
/* Writes the units of the boundary rows of this rank into unit[n]; changes no others. */
void window_boundary_units(const Window *window, double *unit);

#endif
