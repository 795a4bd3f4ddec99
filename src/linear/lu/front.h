/* LU of a matrix whose rows reach over few columns, in dense fronts that move along the diagonal.
 *
 * Columns are taken in steps. A row enters with the first step that has an entry of it. In step j the rows that have entered
 * and are not used up form the front, a dense matrix; w_j of them become pivot rows for the w_j columns of the step,
 *     P F = [L11; L21] [U11, U12],
 * and what is left of the others, F22 - L21 U12, is the beginning of the next front. Pivots are chosen among all rows of the front,
 * or (`sealed`) without those that enter only now and belong to a later step: where the block that the others leave is known to
 * be regular, as in a block bidiagonal matrix of time stepping, or the columns of one body after its joint to the bodies before.
 * Compared with a band (dgbtrf) no zeros beside the blocks are computed with.
 *
 * A matrix may have more rows than columns to eliminate, and a border of columns that are never eliminated but carried along in
 * every front from the first row on that has an entry there. The rows left over then are equations in the border alone,
 *     P A = [L, 0; K, 1] [U, B; 0, S],
 * and a solve has two halves: what the caller does with S lies between them. */
#ifndef RIGEL_LINEAR_LU_FRONT_H
#define RIGEL_LINEAR_LU_FRONT_H

#include <stdbool.h>
#include <stddef.h>

/* Compressed rows; doubles of a place add up. */
typedef struct {
  int        n;             /* columns to eliminate */
  const int *row, *col;     /* [n + extra + 1], [row[n + extra]] */
  int        extra, border; /* rows left over; columns n .. n + border - 1 are carried along */
  const int *entry;         /* [row[n + extra]] which value is meant, or a constant; NULL: value by value */
  const int *place;         /* [n] where a column stands in the order of elimination; NULL: where it is */
  const int *home;          /* [n + extra] place of the column to which a row belongs, or -1; NULL: its own number */
} FrontPattern;

enum { FRONT_PLUS = -1, FRONT_MINUS = -2 }; /* entries that are 1 and -1 */

/* The steps: head columns, then `block` each, all of them sealed or none; or one by one. Parts that have no row or column in common
 * (parts.h) follow one another, each with columns and border of its own. */
typedef struct {
  int         head, block;
  int         period; /* columns after which the pattern of the matrix repeats itself; 0: block */
  bool        seal;
  int         nsteps; /* one by one, if `column` is given */
  const int  *column; /* [nsteps + 1] first columns, in the order of elimination */
  const bool *sealed; /* [nsteps] */
  int         nparts; /* 0: one part */
  const int  *step;   /* [nparts + 1] first step of each, */
  const int  *border; /* and its first column of the border */
} FrontPlan;

/* A block lower bidiagonal matrix (sequence.h): every `size` rows reach back to the columns of those before and no further. */
typedef struct {
  int        size;  /* 0: not of this kind */
  const int *place; /* [size] where an unknown stands in the order of elimination */
  FrontPlan  plan;  /* of one diagonal block, in that order */
} FrontElement;

typedef struct {
  int    part;      /* to which it belongs */
  bool   sealed;    /* wanted */
  bool   last;      /* without columns, at the end of a part: its front is S */
  int    column, w; /* first column, number of columns */
  int    carried;   /* rows of the front that come from the step before */
  int    entering;  /* rows that enter, after them */
  int    pivots;    /* rows among which pivots are chosen, the first ones of the front */
  int    border;    /* first column of the part's border */
  int    edge;      /* columns of the border so far: those after the step's own */
  int    reach;     /* columns of U12 after these */
  int    width;     /* columns of the front */
  int    skip;      /* leading columns of the step that are zero in the rows beyond `pivots` */
  size_t panel, u;  /* offsets of L11, U11, L21 [rows][w], and of U12 [w][edge + reach] */
} FrontStep;

typedef struct {
  int        n, extra, border;
  int        nsteps; /* with rows left over one more than planned in each part, without columns */
  const int *place;  /* of the pattern */
  FrontStep *steps;
  int       *order;    /* [n + extra] rows in the order in which they enter */
  int       *pivot;    /* [n] of dgetrf, step after step */
  double    *factor;   /* panels and U12 */
  double    *front[2]; /* two fronts in turn */
  double    *rest;     /* S[extra][border] */
  int        rows;     /* of the largest front */
  double    *active;   /* [rows] of a solve */
  double    *half;     /* [n] between the halves of a solve */
  bool       regular;  /* enough rows for the columns of every step, as far as the pattern tells */
} Front;

/* Place of a column in the order of elimination. */
static inline int front_place(const FrontPattern *pattern, int c)
{
  return pattern->place && c < pattern->n ? pattern->place[c] : c;
}

static inline int front_rows(const FrontStep *step)
{
  return step->carried + step->entering;
}

static inline size_t front_u_size(const FrontStep *step)
{
  return (size_t)step->w * (size_t)(step->edge + step->reach);
}

/* False: out of memory. */
bool front_create(const FrontPattern *pattern, const FrontPlan *plan, Front *front);
void front_destroy(Front *front);
/* Bytes that a front takes, without taking them. False: not even so many to tell it. */
bool front_estimate(const FrontPattern *pattern, const FrontPlan *plan, double *bytes);
/* Bytes of the factors. */
double front_bytes(const Front *front);
/* Steps without seals, after a pivot that is zero or far too small. False: there were none, or out of memory. */
bool front_open(const FrontPattern *pattern, Front *front);
/* False: a pivot is zero, whatever the values if the front is not regular. Where it is one of a sealed step, or next to nothing beside what
 * stands in the rows that may not give pivots, which closed loops can bring about, all seals are broken, and stay so. */
bool front_factor(Front *front, const FrontPattern *pattern, const double *value);
/* The rows left over, S[extra][border] by rows. */
void front_rest(const Front *front, double *S);
/* First half of A x = b: L and K. b[n + extra] -> rest[extra], the right-hand side of S.
 * Of A^T y = b: U^T and B^T. b[n] -> rest[border], to be added to the right-hand side of S^T. */
void front_reduce(const Front *front, bool transpose, const double *b, double *rest);
/* Second half, with the solution of S x = ..., rest[border]: the others, x[n].
 * With that of S^T, rest[extra]: all rows y[n + extra]. */
void front_expand(const Front *front, bool transpose, const double *rest, double *x);
/* Both halves, of a square matrix: b[n] <- A^{-1} b or A^{-T} b */
void front_solve(const Front *front, bool transpose, double *b);

#endif
