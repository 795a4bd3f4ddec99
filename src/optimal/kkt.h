/* The first-order conditions of an optimal control problem over all elements of mG(k) at once: the Lagrangian
 *   L = cost + sum over elements of w . R(z, lambda, u) + nu . (conditions at the ends)
 * is stationary. R are the rows of the element kernel, w = (y, m) their adjoints.
 *
 * Controls are polynomials on cells of one or more elements, by their values at the Gauss points of the cell, where the effort is
 * integrated exactly and bounds hold. A free end time scales all elements by tau, which is carried from element to element as a
 * state with tau_e - tau_{e-1} = 0, so that the matrix stays banded.
 *
 * Unknowns by time: [z_0, tau_0, nu_0], then per element [tau, its adjoint, values of cells that begin here, per node (z, lambda, y,
 * m)], then [nu_end]. Unknowns are measured in natural units s_j and rows in unit/s_j: the matrix is symmetric.
 * Every rank keeps the whole vector; elements are dealt to the ranks in contiguous ranges. */
#ifndef RIGEL_OPTIMAL_KKT_H
#define RIGEL_OPTIMAL_KKT_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "optimal/lagrangian_point.h"
#include "problem/observer.h"
#include "time/mesh.h"

enum { CELL_MOST = 32 };

/* One input in time. */
typedef struct {
  int    n;     /* values in a cell */
  int    every; /* elements of a cell */
  double lower, upper;
  double node[CELL_MOST], weight[CELL_MOST]; /* Gauss points of a cell */
} Input;

typedef struct {
  const Problem   *problem;
  const System    *system;
  const Objective *objective;
  const Boundary  *boundary; /* rows at the ends; NULL: none */
  const double    *z0;       /* the given start; NULL: by boundary */
  const Observer  *observer;
  MPI_Comm         comm;
  PetscMPIInt      rank, size;
  Mesh             mesh;
  TimeElement      element;
  Kernel           kernel;
  Layout           layout;
  Point            point;
  int              k, nz, nl, nu, s;
  int              ne, e0, e1; /* elements, those of this rank */
  int              ntau;       /* 1: free end time */
  int              nstart, nend;
  Input           *input;         /* [nu] */
  int             *offset;        /* [ne + 2] block of each element, of the end, all */
  int              n;             /* unknowns */
  int              first, mine;   /* those of this rank */
  double          *unit;          /* [n] */
  double          *x, *g;         /* [n] values, gradient of L */
  bool            *is_row;        /* [n] an adjoint: its row is an equation */
  double           shift;         /* added to the diagonal of everything else */
  double          *centre;        /* [n] control values that the effort counts from */
  signed char     *active;        /* [n] control values at a bound: -1 lower, +1 upper */
  int              npairs, *pair; /* [npairs][2] entries of z that may interact */
  int              nentries, *row, *col, nrows, *row_R, *col_R;
  double          *value_R;
  double          *z, *dz, *lambda, *y, *m, *r_z, *r_l, *u, *U, *local, *zero; /* of one element */
  int             *counts, *displs;                                            /* [size] */
  bool            *local_pivots;
  int             *columns;
  double           cost, *shares; /* [nterms] of the last kkt_cost; infinite where the end is not after the start */
  int              tried[3];      /* of the last kkt_solve: iterations of Newton, towards a minimum, of Newton again */
  Newton           newton;
} Kkt;

PetscErrorCode kkt_create(const Problem *problem, const System *system, const Objective *objective,
                          const Boundary *boundary, const double *z0, MPI_Comm comm, Kkt *kkt);
PetscErrorCode kkt_destroy(Kkt *kkt);
/* Part of kkt_create: the Newton system, whose elimination takes one step per element. */
PetscErrorCode kkt_create_newton(Kkt *kkt);

/* Newton from kkt->x, the same on all ranks. */
PetscErrorCode kkt_solve(Kkt *kkt, NewtonStatus *status);
/* The same with bounds of controls: the number of active sets solved, and of values at a bound in the last one. */
PetscErrorCode kkt_bounded(Kkt *kkt, NewtonStatus *status, int *sets, int *active);
/* The solution of J step = -gradient at kkt->x, scaled, on all ranks; mine[own unknowns] is scratch. solved = false: singular. */
PetscErrorCode kkt_step(Kkt *kkt, double *mine, double *step, bool *solved);
/* In sqp.c: steps that lead towards a minimum, until the conditions hold to `close` in natural units. */
PetscErrorCode kkt_sqp(Kkt *kkt, int most, double close, int *iterations);
/* The objective at kkt->x and the share of each term, on all ranks. */
PetscErrorCode kkt_cost(Kkt *kkt);
/* The gradient of L at kkt->x into kkt->g, on all ranks. */
PetscErrorCode kkt_gradient(Kkt *kkt);

/* Places in x. */
int kkt_z(const Kkt *kkt, int node);
int kkt_lambda(const Kkt *kkt, int e, int b);
int kkt_y(const Kkt *kkt, int e, int a);
int kkt_m(const Kkt *kkt, int e, int b);
int kkt_u(const Kkt *kkt, int input, int e, int c); /* value c of the cell that holds element e */
int kkt_tau(const Kkt *kkt, int e);                 /* e = -1: at the start */

/* Number of equations among the unknowns' partners: adjoints in all. */
int kkt_adjoints(const Kkt *kkt);

/* The end time, and the mesh of the motion: the given one, with a free end time stretched by tau. */
double kkt_end_time(const Kkt *kkt);
Mesh   kkt_mesh(const Kkt *kkt);
/* This rank's unknowns in natural units, scaled[mine]. */
void kkt_scaled(const Kkt *kkt, double *scaled);

/* U[c] of an input at xi of element e: its value is sum_c U[c] x[kkt_u(input, e, c)]. */
void kkt_cell(const Kkt *kkt, int input, int e, double xi, double *U);

/* In gradient.c: adds the gradient of L of this rank's elements to g[n]. In hessian.c: entries of the Hessian of L, their number. */
void kkt_add_gradient(Kkt *kkt, double *g);
int  kkt_entries(Kkt *kkt, int *row, int *col, double *value);

/* Parts of both: the unknowns of one element; L at its Gauss point g; Theta(z_0) with multipliers lambda; place of row r of the
 * start; tau of an element; cells of an input. */
void   kkt_fetch(Kkt *kkt, int e, ElementState *state);
void   kkt_point(Kkt *kkt, const ElementState *state, int g, bool second);
void   kkt_start_theta(Kkt *kkt, const double *lambda);
int    kkt_start(const Kkt *kkt, int r);
double kkt_tau_of(const Kkt *kkt, int e);
bool   kkt_cell_begins(const Kkt *kkt, int i, int e);
double kkt_cell_length(const Kkt *kkt, int i, int e);

#endif
