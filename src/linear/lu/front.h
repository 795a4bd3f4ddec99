/* LU of a matrix whose rows extend over few columns, in dense fronts that move along the diagonal.
 *
 * The method is multifrontal elimination (Duff and Reid 1983) on a chain. Columns are eliminated in steps. A row enters with the
 * first step that has an entry of it. In step j the rows that have entered and are not yet pivot rows form the front, a dense
 * matrix F. Of these, w_j rows become pivot rows for the w_j columns of the step,
 *     P F = [L11; L21] [U11, U12],
 * and the Schur complement F22 - L21 U12 of the others begins the next front. Pivots are the largest entries of their columns in
 * all rows of the front (Golub and Van Loan 2013, algorithm 3.4.1), or in the own rows of the step (plan.h, local pivots).
 *
 * A matrix may have more rows than columns to eliminate, and a border of columns that are never eliminated. Every front carries
 * the border from the first row on that has an entry there. The remaining rows are equations in the border alone,
 *     P A = [L, 0; K, 1] [U, B; 0, S],
 * and a solve has two halves, between which the caller solves with S.
 *
 * No arithmetic is done on zeros beside the blocks. On the matrices of global solves with a million unknowns KLU takes 1.4 to 5.8
 * times as long, and UMFPACK more (docs/howto/global.md, Linear solvers; `scripts/bench_global.sh`). */
#ifndef RIGEL_LINEAR_LU_FRONT_H
#define RIGEL_LINEAR_LU_FRONT_H

#include "linear/lu/plan.h"

#include <stddef.h>

/* Compressed rows; entries with the same row and column add up. */
typedef struct {
  int        n;             /* columns to eliminate */
  const int *row, *col;     /* [n + extra + 1], [row[n + extra]] */
  int        extra, border; /* rows more than columns; columns n .. n + border - 1 are never eliminated */
  const int *entry;         /* [row[n + extra]] index of the value, or a constant below; NULL: 0, 1, 2, ... */
  const int *position;      /* [n] of a column in the order of elimination; NULL: 0, 1, 2, ... */
  const int
    *owner_column; /* [n + extra] position of the column to which a row belongs, or -1; NULL: the row's number */
} FrontPattern;

enum { FRONT_PLUS = -1, FRONT_MINUS = -2 }; /* entries that are 1 and -1 */

/* One step: w columns, and the front in which they are eliminated. Columns of a front: those of the step, the border, the rest. */
typedef struct {
  int    component;     /* to which the step belongs */
  bool   local_pivots;  /* planned; `pivots` states whether it is possible */
  bool   is_schur;      /* no columns, at the end of a component: its front is a block of S */
  int    column, w;     /* first column, number of columns */
  int    carried;       /* rows of the front that come from the step before */
  int    entering;      /* rows that enter, after them */
  int    pivots;        /* the first rows of the front, among which pivots are chosen */
  int    border_column; /* first column of the component's border */
  int    nborder;       /* columns of the border that have occurred so far */
  int    reach;         /* columns of U12 after these */
  int    width;         /* columns of the front */
  int    skip;          /* leading columns of the step that are zero in the rows beyond `pivots` */
  size_t panel, u;      /* offsets of L11, U11, L21 [w][rows], and of U12 [nborder + reach][w] in Front.factor */
} FrontStep;

typedef struct {
  int        n, extra, border; /* of the pattern */
  const int *position;         /* of the pattern */
  int        nsteps;           /* with extra rows one more than planned in each component, without columns */
  FrontStep *steps;
  int       *order;    /* [n + extra] rows in the order in which they enter */
  int       *pivot;    /* [n] row interchanges as those of dgetrf, step after step */
  double    *factor;   /* panels and U12 */
  double    *front[2]; /* the front of a step and of the next one */
  double    *schur;    /* S[extra][border] */
  int        rows;     /* of the largest front */
  double    *active;   /* [rows] entries of a right-hand side that are in the front */
  double    *half;     /* [n] L^{-1} b or U^{-T} b between the halves of a solve */
  bool       regular;  /* every step has enough rows for its columns; false: singular for any values */
} Front;

/* Position of column c in the order of elimination. */
static inline int front_position(const FrontPattern *pattern, int c)
{
  return pattern->position && c < pattern->n ? pattern->position[c] : c;
}

/* Rows of the front of a step. */
static inline int front_rows(const FrontStep *step)
{
  return step->carried + step->entering;
}

/* Entries of U12 of a step. */
static inline size_t front_u_size(const FrontStep *step)
{
  return (size_t)step->w * (size_t)(step->nborder + step->reach);
}

/* Orders the rows, sizes every front and allocates. False: out of memory. */
bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *front);
void front_destroy(Front *front);
/* Bytes that front_create would allocate. False: out of memory. */
bool front_estimate(const FrontPattern *pattern, const FrontPlan *plan, double *bytes);
/* Sizes all fronts anew without local pivots. False: no step has local pivots, or out of memory. */
bool front_unrestrict(const FrontPattern *pattern, Front *front);
/* P A = [L, 0; K, 1] [U, B; 0, S]. Local pivots are switched off for good when one of them is zero or far too small, which closed
 * loops of bodies can cause. False: A is singular. */
bool front_factor(Front *front, const FrontPattern *pattern, const double *value);
/* S[extra][border] by rows. */
void front_schur(const Front *front, double *S);
/* First half of A x = b: b[n + extra] -> g[extra], the right-hand side of S x_border = g.
 * Transposed: b[n] -> g[border], a summand of the right-hand side of S^T y_extra = g. */
void front_reduce(const Front *front, bool transpose, const double *b, double *g);
/* Second half: x_border[border] -> x[n]. Transposed: y_extra[extra] -> y[n + extra]. */
void front_expand(const Front *front, bool transpose, const double *border, double *x);
/* b[n] <- A^{-1} b or A^{-T} b of a square matrix. */
void front_solve(const Front *front, bool transpose, double *b);

#endif
