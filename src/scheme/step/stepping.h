/* One element of time stepping as a Newton system (May and Betsch 2025, sect. 3.1).
 *
 * Unknowns are the increments z_I - z_1 and the multipliers in natural units: z in units of its scale, lambda so that h lambda has
 * the size of a momentum, constraint rows in units of theirs. All blocks of the iteration matrix are then of order one in h
 * (docs/explanation/numerics.md, Scaling). A scheme other than mG adds its own terms through an ElementTerms. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_H
#define RIGEL_SCHEME_STEP_STEPPING_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "problem/problem.h"
#include "scheme/elimination_order.h"
#include "scheme/predictor.h"
#include "scheme/scheme.h"
#include "scheme/step/momentum_correction.h"
#include "time/mesh.h"

typedef struct {
  const Problem       *problem;
  const ProblemSolver *solver; /* settings of the Newton system: those of the problem, or others */
  const System        *system;
  const ElementTerms  *terms; /* NULL: mG */
  Mesh                 mesh;
  TimeElement          element;
  Kernel               kernel;
  MomentumCorrection   momentum; /* em: its n unknowns and rows follow those of all nodes; otherwise n = 0 */
  Layout               layout;
  Predictor            predictor;
  Newton               newton;
  int                  k, nz, nl, block; /* block = nz + nl unknowns per node */
  double               t, h;             /* start and length of the element */
  double               shift;            /* of the start of the element from its time in the mesh */
  double              *z, *carry;        /* [nz] state at the start of the element: z + carry */
  double              *dz, *mult;        /* [k][nz], [k][nl] */
  double          *twist, *turned; /* [ntwists] angles of torsion springs at the start and at the end of the element */
  double          *last_dz, *last_mult;
  EliminationOrder order;               /* positions of the unknowns and of their rows */
  double          *x, *unit, *row_unit; /* [n] unknowns, their scales, scales of the rows */
  double          *r_z, *r_l;           /* [k][nz], [k][nl] */
  double           added[3];            /* residual of the rows of terms */
  int              nadded;              /* entries of the terms, the last of the Jacobian */
  int             *row, *col;           /* [nentries] */
  double          *entry_scale;         /* [nentries] */
  double          *left, *right;        /* [n] from the scaling as solved to that of May and Betsch (2025) */
  double          *mid;                 /* [k] multiplier functions in the middle of the element */
  double          *node_t, *node_z;     /* [k], [k][nz] interior nodes of the sample */
  double          *lambda;              /* [nl] in the middle of the element */
  double          *end;                 /* [nz] a guessed or solved end of the element */
  bool             rotate;              /* bodies are extrapolated by rotation, not by polynomials */
  int              attempts;            /* of the last element */
  double           rows_limit; /* size of dropped rows, in natural units, above which another choice of rows is tried */
} Stepping;

/* Terms that a scheme adds to the equations of an mG element. Members may be NULL, except residual and jacobian. */
struct ElementTerms {
  /* Fills the state of the terms in the stepping; may reset stepping->terms. False: out of memory. */
  bool (*create)(const Problem *problem, Stepping *stepping);
  /* Entries added to the Jacobian: number, and their rows and columns. */
  int (*entries)(const Stepping *stepping);
  void (*pattern)(const Stepping *stepping, int *row, int *col);
  /* Changes stepping->r_z and r_l, the kernel's residual, and computes the added rows r. */
  void (*residual)(Stepping *stepping, const ElementState *state, double *r);
  /* Changes value, the kernel's Jacobian, and computes the added entries. */
  void (*jacobian)(Stepping *stepping, const ElementState *state, double *value, double *added);
  /* Solves the element again from mG's solution stepping->x. */
  PetscErrorCode (*resolve)(Stepping *stepping, NewtonStatus *status);
};

/* `solver` sets up the Newton systems; borrowed, usually &problem->solver. */
PetscErrorCode stepping_create(const Problem *problem, const System *system, const ProblemSolver *solver,
                               Stepping *stepping);
PetscErrorCode stepping_destroy(Stepping *stepping);
int            stepping_unknowns(const Stepping *stepping);
/* The element as the kernel sees it. */
const ElementState *stepping_state(const Stepping *stepping, ElementState *state);
/* Sets the scales of unknowns and rows for elements of length h. */
void stepping_scale(Stepping *stepping, double h);
/* dz and mult from the unknowns x[n], and x from dz and mult. */
void stepping_unpack(Stepping *stepping, const double *x);
void stepping_pack(const Stepping *stepping, double *x);
/* r[n] from the rows r_z[k][nz] and r_l[k][nl] of an element, in their units; zero in the rows of terms. */
void stepping_pack_rows(const Stepping *stepping, const double *r_z, const double *r_l, double *r);

#endif
