/* One element of degree k + 1 over an element that stepping has solved with degree k: its residual, and corrections of it.
 *
 * z = z_k + c psi with psi' = L_k, lambda = lambda_k + l L_k (time_element_enrich). The rows of L_k give c and l directly, the others are
 * solved with the factors of the element of degree k. No matrix of degree k + 1 is built (docs/explanation/accuracy.md). */
#ifndef RIGEL_SCHEME_ADAPTIVE_ENRICHED_H
#define RIGEL_SCHEME_ADAPTIVE_ENRICHED_H

#include "scheme/step/stepping.h"
#include "start/constraint_matrix.h"

typedef struct {
  Stepping        *stepping;
  TimeElement      element; /* of degree k + 1 */
  Kernel           kernel;  /* its T: grad Theta in the middle of the element */
  ConstraintMatrix matrix;
  double          *middle;    /* [k + 1] trial functions there */
  double          *start;     /* [nz] carry and shift of the start of the element */
  double          *dz, *mult; /* [k + 1][nz], [k + 1][nl]; the last rows: c, l */
  double          *r_z, *r_l; /* [k + 1][nz], [k + 1][nl] */
  double          *z, *rate;  /* [nz] at the middle */
  double          *zero;      /* [nz + nl] */
  double          *theta, *l; /* [nl] */
  double          *x;         /* [n] unknowns of the element of degree k */
} Enriched;

PetscErrorCode enriched_create(Stepping *stepping, Enriched *enriched);
PetscErrorCode enriched_destroy(Enriched *enriched);

/* Begins with the solution of the element of degree k, from its start moved by shift[nz]; NULL: not moved. Clears `solved` where the
 * constraints are singular. */
PetscErrorCode enriched_begin(Enriched *enriched, const double *shift, bool *solved);
/* Residual of degree k + 1. */
void enriched_residual(Enriched *enriched);
/* c and l from the rows of L_k of the last residual. */
PetscErrorCode enriched_correct_top(Enriched *enriched, bool *solved);
/* The values of degree k from the other rows of the last residual; adds the correction of the end of the element to end[nz] and
 * computes its size in natural units. */
PetscErrorCode enriched_correct_low(Enriched *enriched, double *end, double *size, bool *solved);

/* max |z_i| / scale_i: the size of an error in natural units. */
double natural_size(const System *system, const double *z);

#endif
