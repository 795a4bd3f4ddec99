/* Errors of a run that steps: of one element, and of the state since the start of the run.
 *
 * The local error is that of one element from its own start. The global error E is carried by a companion, the solution of degree k + 1
 * that begins with the run: on each element it starts from z_1 + E. Neither changes the solution of degree k, so what that conserves is
 * conserved (docs/explanation/accuracy.md). */
#ifndef RIGEL_SCHEME_ADAPTIVE_COMPANION_H
#define RIGEL_SCHEME_ADAPTIVE_COMPANION_H

#include "scheme/adaptive/enriched.h"

typedef struct {
  Enriched enriched;
  double  *local; /* [nz] error of the last element */
  double  *E;     /* [nz] error of the state */
  double  *step;  /* [nz] scratch */
  double   sum;   /* of the sizes of local errors, in natural units */
  double   doubt; /* what the iterations of the companion left, summed */
} Companion;

PetscErrorCode companion_create(Stepping *stepping, Companion *companion);
PetscErrorCode companion_destroy(Companion *companion);
/* E = 0 at the start of a run. */
void companion_restart(Companion *companion);
/* The size of the error of the element that stepping has solved, in natural units; NAN: there is none. */
PetscErrorCode companion_local(Companion *companion, double *size);
/* Follows E over that element; size: its local error. */
PetscErrorCode companion_follow(Companion *companion, double size);

#endif
