/* Rows of joints that depend on others, found by rank-revealing QR of the Jacobian of the joints.
 *
 * The columns of the Jacobian are the velocities (v, omega) of the bodies, so that the constraints of the bodies themselves do not
 * appear (docs/explanation/theory.md, Constraint redundancy). */
#ifndef RIGEL_START_CONSTRAINT_RANK_H
#define RIGEL_START_CONSTRAINT_RANK_H

#include "system/system.h"

#include <petscsys.h>

typedef struct {
  int  group, row; /* constraint group of the system, row of its joint */
  int  nothers;
  int *others; /* [nothers] groups of the rows that it depends on, ascending */
} Dependence;

typedef struct {
  int         nrows;        /* of all joints, on one level */
  int         nrates;       /* velocities of all bodies */
  int         nindependent; /* rank of the Jacobian */
  int         ndependent;   /* nrows - nindependent */
  Dependence *list;         /* [ndependent] by group and row */
  int         nstart;       /* redundant_choose: rank at the start, less than nindependent at a singular position */
  bool        needed; /* redundant_choose: positions near the start close the other rows and open the dependent ones */
} Redundancy;

/* The tolerance for consistent start values. */
extern const double constraint_rank_tolerance;

/* Finds the dependent rows at z and t. tolerance: smallest pivot of an independent row, relative to normalised rows. */
PetscErrorCode constraint_rank_find(const System *system, double t, const double *z, double tolerance,
                                    Redundancy *found);
/* The same; prefers the rows marked in sparing[nrows] as the dependent ones. NULL: no preference. */
PetscErrorCode constraint_rank_find_sparing(const System *system, double t, const double *z, double tolerance,
                                            const bool *sparing, Redundancy *found);
/* Whether a dependence contains a prescribed motion: a contradiction then, not a redundancy. */
bool           constraint_rank_moves(const System *system, const Dependence *dependence);
PetscErrorCode constraint_rank_clear(Redundancy *found);
/* Removes the dependent rows from the system. */
PetscErrorCode constraint_rank_drop(const Redundancy *found, System *system);
/* N[n][nrows]: the n = ndependent vanishing combinations of rows. The caller frees N with PetscFree. */
PetscErrorCode constraint_rank_combinations(const System *system, double t, const double *z, double tolerance, int *n,
                                            double **N);

/* Whether rows are nearly dependent at z that are not at `before` (NULL: nowhere), and their names in text[size]. */
PetscErrorCode constraint_rank_near(const System *system, double t, const double *before, const double *z, bool *near,
                                    char *text, size_t size);

/* Writes "row 4 of c (from a, b, d)" for at most `most` rows. */
void constraint_rank_text(const System *system, const Redundancy *found, int most, char *text, size_t size);

#endif
