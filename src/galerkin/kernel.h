/* The element kernel: residual and Jacobian of one time element, for every Galerkin scheme (DESIGN 1.2).
 *
 *   z rows:       int N~_a (z' - h J (grad H + grad Theta^T lambda)) dxi
 *   lambda rows:  int M_b (grad Theta z' + h dTheta/dt) dxi  (rate, eq. 14)   or   h int M_b Theta dxi  (value, eq. 24)
 *
 * (with L in the place of grad Theta where servo constraints have inputs for multipliers),
 * in the reference coordinate xi of eq. (19); N~ are the test functions of z, M the multiplier functions. The state enters
 * through its start z_1 and the increments z_I - z_1 (DESIGN 1.5.1: with nodal values rounding grows with the number of
 * elements), the multipliers through their nodal values. */
#ifndef RIGEL_GALERKIN_KERNEL_H
#define RIGEL_GALERKIN_KERNEL_H

#include "system/system.h"
#include "time/element.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  SystemWork         work;
  double            *z, *v, *lambda;         /* at one Gauss point: [nz], [nz], [nl] */
  double            *rate, *theta, *theta_v; /* [nz], [nl], [nl] */
  double            *A, *T, *C;              /* [s][nnz] at all Gauss points */
  double            *L;                      /* [s][nnz] servo: of the forces; otherwise NULL, and T has them */
  int               *partner;                /* [nz] J x: entry i of x arrives at partner[i] with sign[i] */
  double            *sign;                   /* [nz] */
  int               *diagonal;               /* [nz] position of (i, i) in A */
} Kernel;

/* Where an element's rows and columns stand in the system of equations; -1: not there. */
typedef struct {
  int *row_z; /* [ntest] first row of test function a */
  int *col_z; /* [ntrial] first column of node I */
  int *row_l; /* [nmult] first row of multiplier b */
  int *col_l; /* [nmult] and its first column */
} Layout;

bool kernel_create(const System *system, const TimeElement *element, Kernel *kernel);
void kernel_destroy(Kernel *kernel);

/* What an element is evaluated at. The start is z1 + carry: carry holds the bits that summing increments loses. */
typedef struct {
  double        t, h;       /* start and length */
  const double *z1, *carry; /* [nz] */
  const double *dz;         /* [ntrial - 1][nz] increments z_I - z_1 */
  const double *mult;       /* [nmult][nl] */
  const double *u;          /* [s][ninputs] values of controls at the Gauss points; NULL: zero */
} ElementState;

void kernel_residual(Kernel *kernel, const ElementState *state, double *r_z /*[ntest][nz]*/,
                     double *r_l /*[nmult][nl]*/);

/* Work of motions and of loads that are no potentials over the element, by the scheme's own quadrature: int -F . df, so that it equals what H
 * gains where H is integrated exactly. work[0]: done from outside, work[1]: lost by damping. */
void kernel_work(Kernel *kernel, const ElementState *state, double work[2]);

/* Number of entries of the element's Jacobian under a layout, their rows and columns, and their values in that order. */
int  kernel_entries(const Kernel *kernel, const Layout *layout);
void kernel_places(const Kernel *kernel, const Layout *layout, int *row, int *col);
void kernel_jacobian(Kernel *kernel, const Layout *layout, const ElementState *state, double *value);

#endif
