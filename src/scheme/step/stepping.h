/* One element of time stepping as a Newton system (paper 003, sect. 3.1). Unknowns are the increments z_I - z_1 and the multipliers in
 * natural units: z by its scale, lambda so that h lambda has the size of a momentum, constraint rows by theirs. All blocks of the
 * iteration matrix are then of order one in h (DESIGN 1.5.9). */
#ifndef RIGEL_SCHEME_STEP_STEPPING_H
#define RIGEL_SCHEME_STEP_STEPPING_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "problem/problem.h"
#include "scheme/elimination_order.h"
#include "scheme/predictor.h"
#include "scheme/step/momentum_correction.h"
#include "time/mesh.h"

typedef struct {
  const Problem       *problem;
  const ProblemSolver *solver; /* of the Newton system: that of the problem, or other settings */
  const System        *system;
  Mesh                 mesh;
  TimeElement          element;
  Kernel               kernel;
  MomentumCorrection   momentum; /* em: its unknowns and rows follow those of all nodes */
  bool                 quat_em;  /* the kinetic energy's gradient is that of quat_em.h */
  bool                 dir_em;   /* mu = 0 instead of rows of Psi: dir_em.h */
  Layout               layout;
  Predictor            predictor;
  Newton               newton;
  int                  k, nz, nl, block; /* block = nz + nl unknowns per node */
  double               t, h;             /* start and length of the element */
  double               shift;            /* of the start of the element from its place in the mesh */
  double              *z, *carry;        /* [nz] state at the start of the element: z + carry */
  double              *dz, *mult;        /* [k][nz], [k][nl] */
  double              *last_dz, *last_mult;
  EliminationOrder     order;               /* where every unknown and its row stand */
  double              *x, *unit, *row_unit; /* [n] unknowns, their scales, scales of the rows */
  double              *r_z, *r_l;           /* [k][nz], [k][nl] */
  int                 *row, *col;           /* [nentries] */
  double              *entry_scale;         /* [nentries] */
  double              *left, *right;        /* [n] from the scaling as solved to that of paper 003 */
  double              *mid, *node_t, *node_z, *lambda;
  bool                 rotate;   /* predictor in use */
  int                  attempts; /* of the last element */
} Stepping;

PetscErrorCode stepping_create(const Problem *problem, const System *system, Stepping *stepping);
/* The same with other settings of the Newton solver; borrowed. */
PetscErrorCode stepping_create_with(const ProblemSolver *solver, const Problem *problem, const System *system,
                                    Stepping *stepping);
PetscErrorCode stepping_destroy(Stepping *stepping);
int            stepping_unknowns(const Stepping *stepping);
/* The element as the kernel sees it. */
const ElementState *stepping_state(const Stepping *stepping, ElementState *state);
/* Scales for elements of length h. */
void stepping_scale(Stepping *stepping, double h);
/* dz and mult from and to the unknowns x[n]. */
void stepping_unpack(Stepping *stepping, const double *x);
void stepping_pack(const Stepping *stepping, double *x);

#endif
