/* Linear equations C x = b in velocities (or small displacements) of bodies, and their solution of least weighted norm.
 *
 * Unknowns come in blocks of three numbers, v and omega of each body. A row has at most four blocks, those of two bodies. With the
 * metric W, block diagonal, the solution of least x . W x is
 *
 *     x = W^-1 C^T y,     (C W^-1 C^T) y = b .
 *
 * Rows may depend on each other: they are normalised so that the matrix has the diagonal 1, a small multiple of the identity is
 * added to it, and the solution is refined with the residual of C x = b (iterated Tikhonov regularisation, Golub and Van Loan
 * 2013, section 6.1.4). Equations that contradict each other leave a residual, by least squares. */
#ifndef RIGEL_START_ASSEMBLE_RATE_EQUATIONS_H
#define RIGEL_START_ASSEMBLE_RATE_EQUATIONS_H

#include <petscsys.h>
#include <stdbool.h>

enum { ROW_BLOCKS = 4 };

typedef struct {
  int    block[ROW_BLOCKS]; /* -1: none */
  double value[ROW_BLOCKS][3];
  double b;     /* right-hand side */
  double norm;  /* sqrt(c . W^-1 c) of the coefficients c; set by rate_equations_norms */
  double unit;  /* for the owner: of the residual */
  int    group; /* for the owner: the origin of the row */
} RateRow;

typedef struct {
  int      nblocks, nrows, most; /* most: room for rows */
  RateRow *rows;                 /* [most] */
  double (*inverse)[3][3];       /* [nblocks] of W */
} RateEquations;

PetscErrorCode rate_equations_create(int nblocks, int most, RateEquations *eq);
PetscErrorCode rate_equations_destroy(RateEquations *eq);
/* Sets the norm of every row; 0: nothing in it is unknown. */
void rate_equations_norms(RateEquations *eq);
/* b - C x of one row. */
double rate_row_residual(const RateRow *row, const double *x);
/* x[3 nblocks] of least norm. damping > 0: added to the matrix, one step without refinement (Levenberg and Marquardt). Norms must be
 * set. */
PetscErrorCode rate_equations_solve(const RateEquations *eq, double damping, double *x);
/* Rank of C. */
PetscErrorCode rate_equations_independent(const RateEquations *eq, int *nindependent);
/* moves[nblocks]: whether C x = 0 has solutions with entries in a block. known[nblocks]: blocks that no row contains because they are
 * given. */
PetscErrorCode rate_equations_free(RateEquations *eq, const bool *known, bool *moves);

#endif
