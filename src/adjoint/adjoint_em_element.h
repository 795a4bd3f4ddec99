/* One element of em at work for its adjoint: solved again, transposes of its matrices. Private to adjoint_em.c. */
#ifndef RIGEL_ADJOINT_ADJOINT_EM_ELEMENT_H
#define RIGEL_ADJOINT_ADJOINT_EM_ELEMENT_H

#include "adjoint/adjoint_em.h"
#include "scheme/step/stepping.h"

typedef struct {
  AdjointEm *a;
  Problem    problem; /* a shallow copy with a solver that knows transposes */
  Stepping   stepping;
  Layout     layout; /* columns of the start of an element */
  int        nentries, *row, *col;
  double    *value;
  int        npairs, *pair; /* [npairs][2] entries of J S that the matrix of the run leaves out */
  double    *x1, *x2;       /* [unknowns] scaled */
  double    *b, *extra;     /* [unknowns] */
  double    *dz, *d, *z1;   /* [k][nz], [nz], [nz] */
  double    *phi_d, *phi_z; /* [nz] */
  double     turn[3];       /* dL/d(momentum at the start) */
} EmElement;

PetscErrorCode em_element_create(const Problem *problem, const System *system, AdjointEm *adjoint, EmElement *element);
PetscErrorCode em_element_destroy(EmElement *element);

void           em_element_place(const AdjointEm *adjoint, int e, Stepping *stepping);
PetscErrorCode em_element_solve(EmElement *element, int e, bool *solved);
/* element->b becomes the solution with the whole transpose of R2. */
PetscErrorCode em_element_transpose(EmElement *element, bool *solved);
/* Scaled rows element->b into plain y_z[k][nz], y_l[k][nl]. */
void em_element_rows(const EmElement *element, double *y_z, double *y_l);
/* g[nz] += R_z1^T y of the kernel, all later nodes fixed; the same of J S (z_I - z_1). */
void em_element_start(EmElement *element, const ElementState *state, const double *y_z, const double *y_l, double *g);
void em_element_turn(const EmElement *element, const double *y_z, double *g);

#endif
