/* Components of a matrix: sets of rows and columns that no entry connects, eliminated one after the other.
 *
 * The translation of a free body along each axis and its rotation are an example. LU of each component in fronts of its own needs
 * less memory and time than LU of all of them together.
 *
 * In time order the pattern of a matrix repeats. All periods are folded into one, and a disjoint-set forest (Tarjan 1975) unites
 * the rows and columns that an entry of any period connects. The result may have fewer components than the matrix, never more. */
#ifndef RIGEL_LINEAR_LU_COMPONENTS_H
#define RIGEL_LINEAR_LU_COMPONENTS_H

#include "linear/lu/plan.h"

#include <petscsys.h>

typedef struct {
  FrontPlan plan;         /* of the whole matrix */
  int       columns;      /* of this rank */
  int       head, period; /* as folded */
  int      *fold;         /* [columns] column in the folded matrix */
  int      *label; /* [2 (head + period)] columns, then rows; parents until components_number, then component numbers */
  int       n;     /* components, after components_number */
  /* after components_plan: one component after the other */
  int      *position; /* [columns] in the order of elimination; -1: not eliminated */
  int      *column, *first_step, *border_column;
  bool     *local;
  FrontPlan ordered; /* in positions */
} Components;

/* Every row and column of the folded matrix is a set of its own. */
PetscErrorCode components_create(const FrontPlan *plan, int columns, Components *components);
PetscErrorCode components_destroy(Components *components);
/* Unites row r and column c, which an entry connects; numbers outside 0..columns - 1 belong to other ranks. */
void components_join(Components *components, int r, int c);
/* Numbers the components in the order of their first columns, after all entries. An empty row is in component 0. */
void components_number(Components *components);
/* Positions, and the plan in positions. keep[columns]: false for columns that are not eliminated; NULL: all are. reversed: from the
 * last column to the first. border_column[n + 1] is zero; the caller fills it. */
PetscErrorCode components_plan(const bool *keep, bool reversed, Components *components);

/* Row or column i of the folded matrix. */
static inline int components_fold(const Components *components, int i)
{
  if (i >= 0 && i < components->columns) return components->fold[i];
  const int r = (i - components->head) % components->period;
  return components->head + (r < 0 ? r + components->period : r);
}

/* Component of column c, after components_number. */
static inline int components_of_column(const Components *components, int c)
{
  return components->label[components_fold(components, c)];
}

/* Component of row r, after components_number. */
static inline int components_of_row(const Components *components, int r)
{
  return components->label[components->head + components->period + components_fold(components, r)];
}

#endif
