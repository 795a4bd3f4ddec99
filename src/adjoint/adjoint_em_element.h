/* One element of em for its adjoint: solves it again and applies the transposes of its matrices; private to adjoint_em.c. */
#ifndef RIGEL_ADJOINT_ADJOINT_EM_ELEMENT_H
#define RIGEL_ADJOINT_ADJOINT_EM_ELEMENT_H

#include "adjoint/adjoint.h"
#include "scheme/step/stepping.h"

/* The adjoint of em. x_1: the solution of mG; x_2: the corrected one, the trajectory (adjoint_em.c). */
typedef struct {
  Adjoint base;
  double *moved;                     /* [elements + 1] Mesh.moved */
  int     n;                         /* unknowns beta of the correction; 0: em is mG */
  double *dz, *mult;                 /* [elements][k][nz], [elements][k][nl] x_1 */
  double *y1_z, *y1_l, *y2_z, *y2_l; /* adjoints of the rows of x_1 and x_2 in the same shape, in plain units */
  double *beta, *y2_b;               /* [elements][n] and the adjoints of the momentum rows */
} EmAdjoint;

typedef struct {
  EmAdjoint    *a;
  ProblemSolver solver; /* the problem's settings, but a linear solver with transposes and at most 1e-14 as tolerance */
  Stepping      stepping;
  Layout        layout; /* columns of the start of an element */
  int           nentries, *row, *col;
  double       *value;
  int           npairs, *pair; /* [npairs][2] entries of J S that the matrix of the run leaves out */
  double       *x1, *x2;       /* [unknowns] scaled */
  double       *b, *extra;     /* [unknowns] right-hand side or adjoint, correction of it */
  double       *dz, *d, *z1;   /* [k][nz], [nz], [nz] arguments of a and b */
  double       *phi_d, *phi_z; /* [nz] derivatives of y_2 . R_2 through a and b */
  double        momentum[3];   /* dL/d(angular momentum at the start of the run) */
} EmElement;

PetscErrorCode em_element_create(const Problem *problem, const System *system, EmAdjoint *adjoint, EmElement *element);
PetscErrorCode em_element_destroy(EmElement *element);

/* Sets time, start, increments and multipliers of a stepping to element e of the trajectory. */
void em_element_set(const EmAdjoint *adjoint, int e, Stepping *stepping);
/* Finds x_1 and beta of element e again, starting from the trajectory; solved = false: Newton's method failed. */
PetscErrorCode em_element_solve(EmElement *element, int e, bool *solved);
/* Solves (R_2)_x2^T y = b with the complete matrix; element->b becomes y, scaled. */
PetscErrorCode em_element_transpose(EmElement *element, bool *solved);
/* Finishes a transposed solve at the unknowns x[unknowns]: y_z[k][nz], y_l[k][nl] = element->b in plain units, `state` the element at x,
 * and g[nz] += R_z1^T y of the kernel with all later nodes fixed. */
void em_element_finish(EmElement *element, const double *x, ElementState *state, double *y_z, double *y_l, double *g);
/* g[nz] -= (sum_i M_ai J S)^T y_a: the start in the correction terms M_ai J S (z_i - z_1). */
void em_element_correction_start(const EmElement *element, const double *y_z, double *g);

#endif
