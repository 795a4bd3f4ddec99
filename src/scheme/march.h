/* One element of time stepping as a Newton system (paper 003, sect. 3.1). Unknowns are the increments z_I - z_1 and the multipliers in
 * natural units: z by its scale, lambda so that h lambda has the size of a momentum, constraint rows by theirs. All blocks of the
 * iteration matrix are then of order one in h (DESIGN 1.5.9). */
#ifndef RIGEL_SCHEME_MARCH_H
#define RIGEL_SCHEME_MARCH_H

#include "galerkin/kernel.h"
#include "problem.h"
#include "scheme/mesh.h"
#include "scheme/momentum.h"
#include "scheme/order.h"
#include "scheme/predictor.h"
#include "solve/newton.h"

typedef struct {
  const Problem *problem;
  const System  *system;
  Mesh           mesh;
  TimeElement    element;
  Kernel         kernel;
  Momentum       momentum; /* em: its unknowns and rows follow those of all nodes */
  bool           quat_em;  /* the kinetic energy's gradient is that of quat_em.h */
  bool           dir_em;   /* mu = 0 instead of rows of Psi: dir_em.h */
  Layout         layout;
  Predictor      predictor;
  Newton         newton;
  int            k, nz, nl, block; /* block = nz + nl unknowns per node */
  double         t, h;             /* start and length of the element */
  double         shift;            /* of the start of the element from its place in the mesh */
  double        *z, *carry;        /* [nz] state at the start of the element: z + carry */
  double        *dz, *mult;        /* [k][nz], [k][nl] */
  double        *last_dz, *last_mult;
  Order          order;               /* where every unknown and its row stand */
  double        *x, *unit, *row_unit; /* [n] unknowns, their scales, scales of the rows */
  double        *r_z, *r_l;           /* [k][nz], [k][nl] */
  int           *row, *col;           /* [nentries] */
  double        *entry_scale;         /* [nentries] */
  double        *left, *right;        /* [n] from the scaling as solved to that of paper 003 */
  double        *mid, *node_t, *node_z, *lambda;
  bool           rotate;   /* predictor in use */
  int            attempts; /* of the last element */
} March;

PetscErrorCode march_create(const Problem *problem, const System *system, March *march);
PetscErrorCode march_destroy(March *march);
int            march_unknowns(const March *march);
/* The element as the kernel sees it. */
const ElementState *march_state(const March *march, ElementState *state);
/* Scales for elements of length h. */
void march_scale(March *march, double h);
/* dz and mult from and to the unknowns x[n]. */
void march_unpack(March *march, const double *x);
void march_pack(const March *march, double *x);

#endif
