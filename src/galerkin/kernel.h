/* The element kernel: residual and Jacobian of one time element, for every Galerkin scheme.
 *
 *   z rows:       int N~_a (z' - h J (grad H + grad Theta^T lambda)) dxi
 *   lambda rows:  int M_b (grad Theta z' + h dTheta/dt) dxi  (rate, eq. 14)   or   h int M_b Theta dxi  (value, eq. 24)
 *
 * Equation numbers are those of May and Betsch (2025). xi is the reference coordinate of eq. (19), N~ are the test functions of z,
 * M the multiplier functions. For servo constraints, whose multipliers are inputs, L replaces grad Theta in the z rows. The
 * state enters through its start z_1 and the increments z_I - z_1: with nodal values rounding errors grow with the number of elements
 * (docs/explanation/theory.md, Increments and rounding). The multipliers enter through their nodal values. */
#ifndef RIGEL_GALERKIN_KERNEL_H
#define RIGEL_GALERKIN_KERNEL_H

#include "galerkin/collocation.h"
#include "system/system.h"
#include "time/element.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  SystemWork         work;
  double            *z, *v, *lambda;         /* at one Gauss point: [nz], [nz], [nl] */
  double            *rate, *theta, *theta_v; /* [nz], [nl], [nl] */
  double            *A, *T, *C;              /* [s][nnz] at all Gauss points */
  double            *L;           /* [s][nnz] servo: directions of the forces; otherwise NULL, and T is used */
  int               *partner;     /* [nz] J as a signed permutation: symplectic_pairs */
  double            *sign;        /* [nz] */
  int               *diagonal;    /* [nz] position of (i, i) in A */
  Collocation        collocation; /* with TimeElement.integral */
  StagePoint         stage;       /* of it at one Gauss point */
} Kernel;

/* First rows and columns of an element in the system of equations; -1: not part of it. */
typedef struct {
  int *row_z; /* [ntest] first row of test function a */
  int *col_z; /* [ntrial] first column of node I */
  int *row_l; /* [nmult] first row of multiplier b */
  int *col_l; /* [nmult] first column of multiplier b */
} Layout;

bool kernel_create(const System *system, const TimeElement *element, Kernel *kernel);
void kernel_destroy(Kernel *kernel);

/* The state of one element. Its start is z1 + carry, where carry is the rounding error of the sum of increments. */
typedef struct {
  double        t, h;       /* start and length */
  const double *z1, *carry; /* [nz] */
  const double *dz;         /* [ntrial - 1][nz] increments z_I - z_1 */
  const double *mult;       /* [nmult][nl] */
  const double *u;          /* [s][ninputs] values of controls at the Gauss points; NULL: zero */
  const double *twist;      /* [ntwists] angles of torsion springs at the start; NULL: zero */
} ElementState;

void kernel_residual(Kernel *kernel, const ElementState *state, double *r_z /*[ntest][nz]*/,
                     double *r_l /*[nmult][nl]*/);

/* Collocated values at Gauss point g, valid until the next call. */
const StagePoint *kernel_stage(Kernel *kernel, const ElementState *state, int g);

/* Work of prescribed motions and of loads without potential over the element, by the quadrature of the scheme: int -F . df. It equals
 * the change of H where H is integrated exactly. work[0]: done from outside, work[1]: lost by damping. */
void kernel_work(Kernel *kernel, const ElementState *state, double work[2]);

/* Follows the angles of torsion springs from the start of the element, from Gauss point to Gauss point, to its end: twist[ntwists]. */
void kernel_twist(Kernel *kernel, const ElementState *state, double *twist);

/* Entries of the Jacobian of an element with a layout: their number, their rows and columns, and their values in that order. */
int  kernel_entries(const Kernel *kernel, const Layout *layout);
void kernel_pattern(const Kernel *kernel, const Layout *layout, int *row, int *col);
void kernel_jacobian(Kernel *kernel, const Layout *layout, const ElementState *state, double *value);

#endif
