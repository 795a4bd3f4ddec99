/* Elimination plans: which columns of a matrix LU eliminates together, and in which order.
 *
 * Whoever assembles a matrix knows its blocks and states them here; the factorizations of this room read no other property of it.
 * The arrays of a plan must outlive the factors. */
#ifndef RIGEL_LINEAR_LU_PLAN_H
#define RIGEL_LINEAR_LU_PLAN_H

#include <stdbool.h>

/* Steps of equal width (`head` columns, then `block` columns each), or step by step if `column` is given.
 *
 * Local pivots: the pivots of a step come from its own rows, without those that enter with it but belong to a later step. This
 * is stable where the block that the own rows leave is regular, as in the block bidiagonal matrix of time stepping. */
typedef struct {
  int         head, block;   /* head = block = nsteps = 0: unknown */
  int         period;        /* columns after which the pattern repeats; 0: block */
  bool        local_pivots;  /* of all steps */
  int         nsteps;        /* only with `column` */
  const int  *column;        /* [nsteps + 1] first columns of the steps, in the order of elimination */
  const bool *local;         /* [nsteps] local pivots of each step */
  int         ncomponents;   /* 0: one component (components.h); several follow one another */
  const int  *first_step;    /* [ncomponents + 1] */
  const int  *border_column; /* [ncomponents] first column of the border that belongs to each */
} FrontPlan;

/* A block lower bidiagonal matrix (element_chain.h): every `size` rows have entries in their own columns and in those of the
 * `size` rows before. */
typedef struct {
  int        size;     /* 0: the matrix has another structure */
  const int *position; /* [size] of an unknown in the order of elimination */
  FrontPlan  plan;     /* of one diagonal block, in that order */
} ChainPlan;

static inline bool plan_is_known(const FrontPlan *plan)
{
  return plan->head > 0 || plan->block > 0 || plan->nsteps > 0;
}

#endif
