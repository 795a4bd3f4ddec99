/* Closes joints by the method of Levenberg and Marquardt in the velocities of the bodies (Nocedal and Wright 2006, section 10.3).
 *
 * A step solves (J J^T + nu I) y = -Phi and moves the bodies by J^T y. With nu > 0 the matrix is regular for redundant rows and at
 * singular positions; nu is proportional to |Phi|^2, so that it does not slow down the last steps. */
#include "start/position/closure.h"

#include "base/vec.h"
#include "linear/sparse_lu.h"
#include "start/position/joint_jacobian.h"

const double closure_tolerance = 1e-12;

enum { STEPS_MOST = 100 };

/* Smallest nu, above the rounding of J J^T; largest one, of steps that do not move; largest move of a step in natural units. */
static const double nu_least = 1e-13, nu_most = 1e8, move_most = 0.3;

/* The Jacobian at a position, and its residuals. */
typedef struct {
  Columns A;
  double *phi, *y; /* [rows] */
  double  norm;    /* |Phi|_2 */
} Point;

/* Phi and its Jacobian at z. */
static PetscErrorCode point_create(const System *sys, double t, const double *z, Point *p)
{
  const int rows = joint_jacobian_rows(sys);

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(rows + 1, &p->phi, rows + 1, &p->y));
  PetscCall(joint_jacobian_create(sys, t, z, &p->A, p->phi));
  p->norm = vec_norm(rows, p->phi);
  PetscFunctionReturn(0);
}

static PetscErrorCode point_destroy(Point *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(p->phi, p->y));
  PetscCall(joint_jacobian_destroy(&p->A));
  PetscFunctionReturn(0);
}

/* Solves (J J^T + nu I) y = right. */
static PetscErrorCode point_solve(Point *p, double nu, double *right)
{
  Mat  J, G;
  bool solved;

  PetscFunctionBeginUser;
  PetscCall(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, p->A.ncols, p->A.nrows, p->A.start, p->A.row, p->A.value, &J));
  PetscCall(MatMatTransposeMult(J, J, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &G));
  PetscCall(MatShift(G, nu));
  PetscCall(sparse_lu_once(G, p->A.ncols, right, p->y, &solved));
  if (!solved) vec_zero(p->A.ncols, p->y);
  PetscCall(MatDestroy(&G));
  PetscCall(MatDestroy(&J));
  PetscFunctionReturn(0);
}

/* rate += factor J^T y */
static void point_pull(const Point *p, double factor, double *rate)
{
  for (int c = 0; c < p->A.ncols; c++)
    for (int e = p->A.start[c]; e < p->A.start[c + 1]; e++) rate[p->A.row[e]] += factor * p->A.value[e] * p->y[c];
}

/* One step with the damping *nu, which follows its success: z and p move to the new position where |Phi| is smaller. */
static PetscErrorCode closure_step(const System *sys, double t, double *nu, Point *p, double *move, double *trial,
                                   double *z, bool *better)
{
  Point next;

  PetscFunctionBeginUser;
  for (int i = 0; i < p->A.ncols; i++) p->phi[i] = -p->phi[i];
  PetscCall(point_solve(p, *nu * p->norm * p->norm + nu_least, p->phi));
  for (int i = 0; i < p->A.ncols; i++) p->phi[i] = -p->phi[i];
  vec_zero(p->A.nrows, move);
  point_pull(p, 1.0, move);
  const double size = vec_max(p->A.nrows, move);
  if (size > move_most)
    for (int i = 0; i < p->A.nrows; i++) move[i] *= move_most / size;
  vec_copy(sys->nz, z, trial);
  joint_move(sys, 1.0, move, trial);
  PetscCall(point_create(sys, t, trial, &next));
  *better = next.norm < p->norm;
  *nu     = *better ? fmax(0.25 * *nu, 1e-2) : 8.0 * *nu;
  if (*better) {
    const Point old = *p;
    vec_copy(sys->nz, trial, z);
    *p   = next;
    next = old;
  }
  PetscCall(point_destroy(&next));
  PetscFunctionReturn(0);
}

/* Ends with closed joints, or where no step reduces |Phi| any more. */
PetscErrorCode closure_find(const System *sys, double t, double *z, double *moved, double *gap)
{
  const int rates = joint_jacobian_rates(sys);
  double   *move, *trial, nu = 1.0;
  Point     p;
  bool      better = false;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(rates + 1, &move, sys->nz, &trial));
  PetscCall(point_create(sys, t, z, &p));
  for (int step = 0; p.norm > 0.1 * closure_tolerance && nu < nu_most && step < STEPS_MOST; step++) {
    PetscCall(closure_step(sys, t, &nu, &p, move, trial, z, &better));
    if (moved && better) vec_add(rates, 1.0, move, moved);
  }
  *gap = isfinite(p.norm) ? vec_max(p.A.ncols, p.phi) : INFINITY;
  PetscCall(point_destroy(&p));
  PetscCall(PetscFree2(move, trial));
  PetscFunctionReturn(0);
}

/* rate -= J^T (J J^T + nu I)^-1 J rate, once more to remove what the damping leaves. */
PetscErrorCode closure_tangent(const System *sys, double t, const double *z, double *rate)
{
  Point p;

  PetscFunctionBeginUser;
  PetscCall(point_create(sys, t, z, &p));
  for (int pass = 0; p.A.ncols && pass < 2; pass++) {
    for (int c = 0; c < p.A.ncols; c++) {
      p.phi[c] = 0.0;
      for (int e = p.A.start[c]; e < p.A.start[c + 1]; e++) p.phi[c] += p.A.value[e] * rate[p.A.row[e]];
    }
    PetscCall(point_solve(&p, nu_least, p.phi));
    point_pull(&p, -1.0, rate);
  }
  PetscCall(point_destroy(&p));
  PetscFunctionReturn(0);
}
