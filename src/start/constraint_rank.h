/* Which rows of joints depend on others: rank-revealing QR of the joints' Jacobian in the velocities of the bodies, where their
 * own constraints are gone already (DESIGN 1.5.15). */
#ifndef RIGEL_START_CONSTRAINT_RANK_H
#define RIGEL_START_CONSTRAINT_RANK_H

#include "system/system.h"

#include <petscsys.h>

typedef struct {
  int  group, row; /* of the system: row 0.. of its joint */
  int  nothers;
  int *others; /* [nothers] groups whose rows it is a combination of, ascending */
} Dependence;

typedef struct {
  int         nrows;  /* of all joints, on one level */
  int         nrates; /* velocities of all bodies */
  int         rank;
  int         ndependent; /* nrows - rank */
  Dependence *list;       /* [ndependent] by group and row */
} ConstraintRank;

/* tolerance: of rows of length 1, in natural units */
PetscErrorCode constraint_rank_find(const System *system, double t, const double *z, double tolerance,
                                    ConstraintRank *rank);
/* The same, with sparing[nrows] rows taken as the dependent ones where possible; NULL: none. */
PetscErrorCode constraint_rank_find_sparing(const System *system, double t, const double *z, double tolerance,
                                            const bool *sparing, ConstraintRank *rank);
/* Whether a prescribed motion has a part in a dependence: then it is no matter of redundancy. */
bool           constraint_rank_moves(const System *system, const Dependence *dependence);
PetscErrorCode constraint_rank_clear(ConstraintRank *rank);
/* Takes the dependent rows out of the system. */
PetscErrorCode constraint_rank_drop(const ConstraintRank *rank, System *system);
/* N[n][nrows]: combinations of rows that vanish, n = nrows - rank of them; to be freed. */
PetscErrorCode constraint_rank_combinations(const System *system, double t, const double *z, double tolerance, int *n,
                                            double **N);

/* Whether rows nearly depend on others at z that do not so at `before`, and which, in words. */
PetscErrorCode constraint_rank_near(const System *system, double t, const double *before, const double *z, bool *near,
                                    char *text, size_t size);

/* "row 4 of c (a, b, d)", at most `most` of them */
void constraint_rank_text(const System *system, const ConstraintRank *rank, int most, char *text, size_t size);

#endif
