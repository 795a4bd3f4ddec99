/* First-order (KKT) conditions of an optimal control problem over all elements of mG(k) at once.
 *
 * The Lagrangian of the discrete problem (docs/explanation/theory.md, Optimal control; Betts 2010, chapter 4; Nocedal and Wright
 * 2006, sect. 12.3)
 *   L = cost + sum over elements of w . R(z, lambda, u) + nu . (conditions at the ends)
 * is stationary. R are the rows of the element kernel, w = (y, m) their adjoints.
 *
 * Controls are polynomials on cells of one or more elements, given by their values at the Gauss points of the cell, where the effort is
 * integrated exactly and bounds are imposed. A free end time scales all elements by tau, which each element has as an own
 * unknown with tau_e - tau_{e-1} = 0, so that the matrix stays banded.
 *
 * Unknowns by time: [z_0, tau_0, nu_0], then per element [tau, its adjoint, values of cells that begin here, per node (z, lambda, y,
 * m)], then [nu_end]. Unknowns are measured in natural units s_j and rows in unit/s_j: the matrix is symmetric.
 * Every rank stores the whole vector and owns a contiguous range of elements. */
#ifndef RIGEL_OPTIMAL_KKT_H
#define RIGEL_OPTIMAL_KKT_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "optimal/ends.h"
#include "optimal/lagrangian_point.h"
#include "problem/observer.h"
#include "time/mesh.h"

enum { CELL_MOST = 32 };

/* The polynomials of one input. */
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
  const Boundary  *boundary; /* conditions at the ends; NULL: none */
  const double    *z0;       /* the given start; NULL: by boundary */
  const Observer  *observer;
  int              stage, stages; /* for its progress, from 1 */
  MPI_Comm         comm;
  PetscMPIInt      rank, size;
  Mesh             mesh;
  TimeElement      element;
  Kernel           kernel;
  Layout           layout;
  Point            point;
  int              k, nz, nl, nu, s;
  int              ne, e0, e1; /* elements; this rank owns e0 .. e1 - 1 */
  int              ntau;       /* 1: free end time */
  int              nstart, nend;
  Input           *input;         /* [nu] */
  int             *offset;        /* [ne + 2] first unknown of each element, of the end; their number */
  int              n;             /* unknowns */
  int              first, mine;   /* first unknown of this rank, and how many it owns */
  double          *unit;          /* [n] natural units s_j */
  double          *x, *g;         /* [n] values, gradient of L */
  bool            *is_row;        /* [n] the unknown is an adjoint: its row of grad L is an equation */
  double           shift;         /* added to the diagonal of all other unknowns, in natural units */
  double          *centre;        /* [n] control values c from which the effort is measured */
  signed char     *active;        /* [n] control values at a bound: -1 lower, +1 upper */
  int              npairs, *pair; /* [npairs][2] entries of z that may interact */
  int              nentries, *row, *col, nrows, *row_R, *col_R;
  double          *value_R;
  double          *z, *dz, *lambda, *y, *m, *r_z, *r_l, *u, *U, *zero; /* of one element */
  double          *twist;                 /* [ne + 1][ntwists] angles of torsion springs at the ends of the elements */
  double          *hessian;               /* [k + 1][k + 1][nz][nz] L_zz of one element; [nz][nz] of one end */
  double          *condition_z, *discard; /* [nz] gradient of one end condition; a gradient that is not used */
  int             *counts, *displs;       /* [size] */
  bool            *local_pivots;          /* [steps] all false: pivots are searched in the whole front */
  int             *columns;
  double           cost,
    *shares;       /* of the last kkt_cost, and [nterms] of each term; infinite if the end is not after the start */
  int    tried[3]; /* of the last kkt_solve: iterations of Newton, towards a minimum, of Newton again */
  Newton newton;
} Kkt;

PetscErrorCode kkt_create(const Problem *problem, const System *system, const Objective *objective,
                          const Boundary *boundary, const double *z0, MPI_Comm comm, Kkt *kkt);
PetscErrorCode kkt_destroy(Kkt *kkt);
/* Second half of kkt_create, in kkt_solve.c: the Newton system, eliminated in one step per element. */
PetscErrorCode kkt_create_newton(Kkt *kkt);

/* Solves grad L = 0 with bounds of controls from kkt->x, which is the same on all ranks; returns the number of active sets solved,
 * and of values at a bound in the last one. */
PetscErrorCode kkt_bounded(Kkt *kkt, NewtonStatus *status, int *sets, int *active);
/* The Newton step K_x step = -K at kkt->x, scaled, on all ranks; mine[own unknowns] is scratch. solved = false: singular. */
PetscErrorCode kkt_step(Kkt *kkt, double *mine, double *step, bool *solved);
/* In sqp.c: at most `most` steps towards a minimum, until the conditions are satisfied to `close` in natural units. */
PetscErrorCode kkt_sqp(Kkt *kkt, int most, double close, int *iterations);
/* The objective at kkt->x and the share of each term, on all ranks. */
PetscErrorCode kkt_cost(Kkt *kkt);
/* The gradient of L at kkt->x into kkt->g, on all ranks. */
PetscErrorCode kkt_gradient(Kkt *kkt);

/* Indices in x of the first entry of z, lambda, y, m; of a control value; of tau (its adjoint follows it). */
int kkt_z(const Kkt *kkt, int node);
int kkt_lambda(const Kkt *kkt, int e, int b);
int kkt_y(const Kkt *kkt, int e, int a);
int kkt_m(const Kkt *kkt, int e, int b);
int kkt_u(const Kkt *kkt, int input, int e, int c); /* value c of the cell that contains element e */
int kkt_tau(const Kkt *kkt, int e);                 /* e = -1: at the start */

/* Number of equations, which is that of all adjoints. */
int kkt_adjoints(const Kkt *kkt);

/* The end time, and the mesh of the motion: the given one, with a free end time stretched by tau. */
double kkt_end_time(const Kkt *kkt);
Mesh   kkt_mesh(const Kkt *kkt);
/* This rank's unknowns in natural units, scaled[mine]. */
void kkt_scaled(const Kkt *kkt, double *scaled);

/* Lagrange functions U[c] of the cell at xi of element e: the input is sum_c U[c] x[kkt_u(input, e, c)]. */
void kkt_cell(const Kkt *kkt, int input, int e, double xi, double *U);

/* In lagrangian_gradient.c: adds grad L of this rank's elements to g[n]. In lagrangian_hessian.c: pattern (row, col) and values of the
 * entries of its Hessian, any of them NULL; returns their number. */
void kkt_add_gradient(Kkt *kkt, double *g);
int  kkt_entries(Kkt *kkt, int *row, int *col, double *value);

/* Shared by both: unknowns of element e and its inputs at the Gauss points; L at its Gauss point g, into kkt->point; Theta, grad Theta and
 * A at z_0 with multipliers lambda, into kkt->point; index of the adjoint of row r of the start; tau of an element, -1: of the start;
 * whether a cell of input i begins with element e, and its length without tau. */
void   kkt_twist(Kkt *kkt);
void   kkt_fetch(Kkt *kkt, int e, ElementState *state);
void   kkt_point(Kkt *kkt, const ElementState *state, int g, bool second);
void   kkt_start_theta(Kkt *kkt, const double *lambda);
int    kkt_start(const Kkt *kkt, int r);
double kkt_tau_of(const Kkt *kkt, int e);
bool   kkt_cell_begins(const Kkt *kkt, int i, int e);
double kkt_cell_length(const Kkt *kkt, int i, int e);

/* The transcription of an optimal control problem: its objective, the conditions at its ends, its first-order conditions. Not to be moved:
 * the conditions point to the objective and the ends. */
typedef struct {
  Objective objective;
  Ends      ends;
  Kkt       kkt;
} Transcription;

/* start[nz], end[nz]: states near which the end conditions are linearised. z0[nz]: the given start, used without `boundary`.
 * good = false after faults were added; destroy it in either case. */
PetscErrorCode transcription_create(const Problem *problem, const System *system, const double *start,
                                    const double *end, const double *z0, MPI_Comm comm, FaultList *faults,
                                    Transcription *transcription, bool *good);
PetscErrorCode transcription_destroy(Transcription *transcription);

#endif
