/* Parts of a matrix that have no row and no column in common, such as the translation of a free body along each axis and its rotation:
 * LU of one after the other takes less than of all at once.
 *
 * In time order the pattern of a matrix repeats itself. All periods are folded into one, and what an entry of any of them
 * connects belongs together: parts found so are parts of the matrix, though there may be more of them. */
#ifndef RIGEL_LINEAR_LU_COMPONENTS_H
#define RIGEL_LINEAR_LU_COMPONENTS_H

#include "linear/lu/front.h"

#include <petscsys.h>

typedef struct {
  FrontPlan plan;         /* of the matrix as a whole */
  int       columns;      /* of this rank */
  int       head, period; /* as folded */
  int      *fold;         /* [columns] */
  int      *label;        /* [2 (head + period)] columns, then rows: those with the same number belong together */
  int       n;            /* parts, after components_count: the labels count them */
  /* one part after the other */
  int      *place; /* [columns] in the order of elimination; -1: none of them */
  int      *column, *step, *border;
  bool     *sealed;
  FrontPlan own;
} Components;

PetscErrorCode components_create(const FrontPlan *plan, int columns, Components *parts);
PetscErrorCode components_destroy(Components *parts);
/* Numbers the parts, after all entries. */
void components_count(Components *parts);
/* place, and the plan in these places; keep[columns]: false for columns that are not eliminated, NULL: all are. turned: from the end
 * to the beginning. The border is up to the caller: own.nparts + 1 numbers, zero so far. */
PetscErrorCode components_plan(const bool *keep, bool turned, Components *parts);

/* Column or row i of this rank, or of others if it is not in 0..columns - 1. */
static inline int components_fold(const Components *parts, int i)
{
  if (i >= 0 && i < parts->columns) return parts->fold[i];
  const int r = (i - parts->head) % parts->period;
  return parts->head + (r < 0 ? r + parts->period : r);
}

static inline int components_of_column(const Components *parts, int c)
{
  return parts->label[components_fold(parts, c)];
}

static inline int components_of_row(const Components *parts, int r)
{
  return parts->label[parts->head + parts->period + components_fold(parts, r)];
}

void components_unite(Components *parts, int a, int b);

/* An entry. */
static inline void components_join(Components *parts, int r, int c)
{
  const int a = components_of_row(parts, r), b = components_of_column(parts, c);
  if (a != b) components_unite(parts, a, b);
}

#endif
