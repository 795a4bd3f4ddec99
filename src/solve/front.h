/* LU of a matrix whose rows reach over few columns, in dense fronts that move along the diagonal.
 *
 * Columns are taken in steps. A row enters with the first step that has an entry of it. In step j the rows that have entered
 * and are not used up form the front, a dense matrix; w_j of them become pivot rows for the w_j columns of the step,
 *     P F = [L11; L21] [U11, U12],
 * and what is left of the others, F22 - L21 U12, is the beginning of the next front. Pivots are chosen among all rows of the front,
 * or (`sealed`) without those that enter only now and belong to a later step: where the block that the others leave is known to
 * be regular, as in a block bidiagonal matrix of time stepping, or the columns of one body after its joint to the bodies before.
 * Compared with a band (dgbtrf) no zeros beside the blocks are computed with. */
#ifndef RIGEL_SOLVE_FRONT_H
#define RIGEL_SOLVE_FRONT_H

#include <stdbool.h>
#include <stddef.h>

/* Compressed rows; doubles of a place add up. */
typedef struct {
  int        n;
  const int *row, *col; /* [n + 1], [row[n]] */
} FrontPattern;

/* The steps: head columns, then `block` each, all of them sealed or none; or one by one. */
typedef struct {
  int         head, block;
  bool        seal;
  int         nsteps; /* > 0: one by one */
  const int  *column; /* [nsteps + 1] first columns */
  const bool *sealed; /* [nsteps] */
} FrontPlan;

typedef struct {
  int    column, w; /* first column, number of columns */
  int    carried;   /* rows of the front that come from the step before */
  int    entering;  /* rows that enter, after them */
  int    pivots;    /* rows among which pivots are chosen, the first ones of the front */
  int    reach;     /* columns of U12 */
  int    width;     /* columns of the front */
  int    skip;      /* leading columns of the step that are zero in the rows beyond `pivots` */
  size_t panel, u;  /* offsets of L11, U11, L21 [rows][w], and of U12 [w][reach] */
} FrontStep;

enum { FRONT_RHS = 16 }; /* right-hand sides at a time */

typedef struct {
  int        n, nsteps;
  FrontStep *steps;
  int       *order;    /* [n] rows in the order in which they enter */
  int       *pivot;    /* [n] of dgetrf, step after step */
  double    *factor;   /* panels and U12 */
  double    *front[2]; /* two fronts in turn */
  int        rows;     /* of the largest front */
  double    *active;   /* [FRONT_RHS][rows] of a solve */
  double    *solution; /* [FRONT_RHS][n] */
} Front;

/* False: out of memory, or structurally singular. */
bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *front);
void front_destroy(Front *front);
/* Bytes of the factors. */
double front_bytes(const Front *front);
/* False: a pivot is zero. */
bool front_factor(Front *front, const FrontPattern *pattern, const double *value);
/* b[nrhs][n] <- A^{-1} b or A^{-T} b; of A^{-1} b only the entries from `first` on are wanted, the others may be anything */
void front_solve(const Front *front, bool transpose, int first, int nrhs, double *b);

#endif
