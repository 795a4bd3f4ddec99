#include "scheme/initial.h"

#include "base/vec.h"

#include <petscblaslapack.h>
#include <petscksp.h>
#include <stdio.h>

/* Largest accepted violation in natural units; less is rounding of the numbers in a case file. */
static const double consistent = 1e-10;

/* QR with column pivoting; not among the LAPACK routines that PETSc declares. */
extern void dgeqp3_(const PetscBLASInt *m, const PetscBLASInt *n, double *a, const PetscBLASInt *lda,
                    PetscBLASInt *pivot, double *tau, double *work, const PetscBLASInt *lwork, PetscBLASInt *info);

enum { RANK_MOST = 800, PROJECTION_STEPS = 50 };

typedef struct {
  const System *system;
  SystemWork    work;
  SystemPoint   point;
  double       *zero; /* [nz + nl] */
  double       *buffer;
  int          *partner; /* [nz] J, and its sign */
  double       *sign;
} Start;

static PetscErrorCode start_create(const System *sys, Start *s)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->system = sys;
  PetscCheck(system_work_create(sys, &s->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc4(nz + nl, &s->zero, nz + 2 * nl + na + 2 * nt, &s->buffer, nz, &s->partner, nz, &s->sign));
  s->point.t       = sys->t0;
  s->point.rate    = s->buffer;
  s->point.theta   = s->point.rate + nz;
  s->point.theta_v = s->point.theta + nl;
  s->point.A       = s->point.theta_v + nl;
  s->point.T       = s->point.A + na;
  s->point.C       = s->point.T + nt;
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++) {
      const int q = sys->start[b] + i, p = q + sys->bodies[b].nq;
      s->partner[q] = p;
      s->partner[p] = q;
      s->sign[q]    = 1.0;
      s->sign[p]    = -1.0;
    }
  PetscFunctionReturn(0);
}

static PetscErrorCode start_destroy(Start *s)
{
  PetscFunctionBeginUser;
  system_work_destroy(&s->work);
  PetscCall(PetscFree4(s->zero, s->buffer, s->partner, s->sign));
  PetscFunctionReturn(0);
}

/* Theta, grad Theta and grad Theta v at z, without multipliers. */
static void start_evaluate(Start *s, const double *z, const double *v)
{
  system_evaluate(s->system, z, v ? v : s->zero, s->zero + s->system->nz, &s->work, &s->point);
}

/* grad Theta in natural units as a sparse matrix; with symplectic: grad Theta J, whose entry (r, c) comes from column
 * partner(c). */
static PetscErrorCode gradient_create(const Start *s, bool symplectic, Mat *B)
{
  const Pattern *T = &s->system->T;
  PetscInt      *row, *col;
  PetscScalar   *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(T->nnz, &row, T->nnz, &col, T->nnz, &value));
  for (int r = 0; r < T->nrows; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++) {
      const int c = T->col[e];
      row[e]      = r;
      col[e]      = symplectic ? s->partner[c] : c;
      value[e]    = s->point.T[e] * s->system->scale_z[c] / s->system->scale_theta[r];
      if (symplectic) value[e] *= s->sign[c];
    }
  PetscCall(MatCreate(PETSC_COMM_SELF, B));
  PetscCall(MatSetSizes(*B, T->nrows, s->system->nz, T->nrows, s->system->nz));
  PetscCall(MatSetType(*B, MATSEQAIJ));
  PetscCall(MatSetPreallocationCOO(*B, T->nnz, row, col));
  PetscCall(MatSetValuesCOO(*B, value, INSERT_VALUES));
  PetscCall(PetscFree3(row, col, value));
  PetscFunctionReturn(0);
}

/* (grad Theta J grad Theta^T) lambda = rhs at the state last evaluated; solved = false: singular. In natural units: the matrix
 * is D G D / (m v l) with D = scale_theta, since scale_z of a coordinate and its momentum have the product m v l. rhs is lost. */
static PetscErrorCode multipliers_solve(const Start *s, double *rhs, double *lambda, bool *solved)
{
  const PetscInt     n      = s->system->nl;
  const Units       *units  = &s->system->units;
  const double      *scale  = s->system->scale_theta;
  const double       action = units->mass * units->velocity * units->length;
  Mat                B, BJ, G;
  KSP                ksp;
  PC                 pc;
  Vec                b, x;
  PetscErrorCode     ierr;
  KSPConvergedReason reason;

  PetscFunctionBeginUser;
  PetscCall(gradient_create(s, false, &B));
  PetscCall(gradient_create(s, true, &BJ));
  PetscCall(MatMatTransposeMult(BJ, B, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &G));
  for (int i = 0; i < n; i++) rhs[i] /= scale[i];
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, rhs, &b));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, n, lambda, &x));
  PetscCall(KSPCreate(PETSC_COMM_SELF, &ksp));
  PetscCall(KSPSetOperators(ksp, G, G));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERUMFPACK));
  /* a singular matrix is an answer here, not an error */
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  ierr = KSPSolve(ksp, b, x);
  PetscCall(PetscPopErrorHandler());
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  *solved = ierr == 0 && reason >= 0;
  for (int i = 0; i < n; i++) {
    lambda[i] *= action / scale[i];
    if (!isfinite(lambda[i])) *solved = false;
  }
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(MatDestroy(&B));
  PetscCall(MatDestroy(&BJ));
  PetscCall(MatDestroy(&G));
  PetscFunctionReturn(0);
}

/* max |Theta| in natural units over one level of one group */
static double group_violation(const System *sys, const Group *group, bool psi, const double *theta)
{
  double most = 0.0;

  for (int r = 0; r < group->m; r++) {
    const int i = group->start + (psi ? group->m : 0) + r;
    most        = fmax(most, fabs(theta[i]) / sys->scale_theta[i]);
  }
  return most;
}

/* Newton along the constraints' own directions: z += J grad Theta^T lambda with (grad Theta J grad Theta^T) lambda = -Theta.
 * Positions then move by M^{-1} grad Phi^T mu, so heavy bodies move least. */
static PetscErrorCode start_project(Start *s, double *z, bool *solved)
{
  const System *sys = s->system;
  double       *rhs, *lambda;

  PetscFunctionBeginUser;
  *solved = true;
  PetscCall(PetscMalloc2(sys->nl + 1, &rhs, sys->nl + 1, &lambda));
  for (int step = 0; *solved && step < PROJECTION_STEPS; step++) {
    double most = 0.0;
    start_evaluate(s, z, NULL);
    for (int i = 0; i < sys->nl; i++) {
      most   = fmax(most, fabs(s->point.theta[i]) / sys->scale_theta[i]);
      rhs[i] = -s->point.theta[i];
    }
    if (most < 1e-15) break;
    PetscCall(multipliers_solve(s, rhs, lambda, solved));
    for (int r = 0; *solved && r < sys->nl; r++)
      for (int e = sys->T.row[r]; e < sys->T.row[r + 1]; e++) {
        const int c = sys->T.col[e];
        z[s->partner[c]] -= s->sign[c] * s->point.T[e] * lambda[r];
      }
  }
  PetscCall(PetscFree2(rhs, lambda));
  PetscFunctionReturn(0);
}

/* Every group that is off by more than rounding, on either level. */
static void start_check(const Start *s, FaultList *faults)
{
  const System *sys = s->system;

  for (int g = 0; g < sys->ngroups; g++) {
    const Group *group = &sys->groups[g];
    const double phi   = group_violation(sys, group, false, s->point.theta);
    const double psi   = group_violation(sys, group, true, s->point.theta);
    if (phi <= consistent && psi <= consistent) continue;
    fault_add(
      faults, group->where, group->name,
      "found inconsistent initial values of this %s, position level %.3g, velocity level %.3g (in units of length "
      "%.3g and velocity %.3g), expected zero: correct them, or set initial: project",
      group->joint ? "joint" : "body", phi, psi, sys->units.length, sys->units.velocity);
  }
}

/* Names of the groups whose rows depend on others; solved: the multipliers could be found, but rounding may have hidden it. */
static PetscErrorCode start_name_dependent(const System *sys, const double *z, bool solved, FaultList *faults)
{
  const Where nowhere = {0, 0};
  bool       *dependent;
  int         rank;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(sys->nl / 2 + 1, &dependent));
  PetscCall(initial_rank(sys, z, &rank, dependent));
  int row = 0, named = 0;
  for (int g = 0; rank >= 0 && g < sys->ngroups; g++) {
    int count = 0;
    for (int r = 0; r < sys->groups[g].m; r++) count += dependent[row++];
    if (!count) continue;
    named++;
    fault_add(faults, sys->groups[g].where, sys->groups[g].name,
              "found %d redundant constraint row%s that depend%s on the other joints, expected independent ones", count,
              count > 1 ? "s" : "", count > 1 ? "" : "s");
  }
  if (!named && !solved)
    fault_add(faults, nowhere, "", "found a singular set of constraints at the start, expected independent ones");
  PetscCall(PetscFree(dependent));
  PetscFunctionReturn(0);
}

/* grad Theta J grad Theta^T lambda = -grad Theta (J grad H); v = J grad H is the rate without multipliers */
static PetscErrorCode start_multipliers(Start *s, const double *z, double *lambda, bool *solved)
{
  const System *sys = s->system;
  double       *v, *rhs;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(sys->nz, &v, sys->nl + 1, &rhs));
  start_evaluate(s, z, NULL);
  vec_copy(sys->nz, s->point.rate, v);
  start_evaluate(s, z, v);
  for (int i = 0; i < sys->nl; i++) rhs[i] = -s->point.theta_v[i];
  PetscCall(multipliers_solve(s, rhs, lambda, solved));
  PetscCall(PetscFree2(v, rhs));
  PetscFunctionReturn(0);
}

PetscErrorCode initial_multipliers(const System *sys, const double *z, double *lambda, bool *solved)
{
  Start s;

  PetscFunctionBeginUser;
  *solved = true;
  if (!sys->nl) PetscFunctionReturn(0);
  PetscCall(start_create(sys, &s));
  PetscCall(start_multipliers(&s, z, lambda, solved));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}

/* Whether rates, constraints and their gradients came out finite. */
static bool start_finite(const Start *s)
{
  double sum = 0.0;

  for (int i = 0; i < s->system->nz; i++) sum += fabs(s->point.rate[i]);
  for (int i = 0; i < s->system->nl; i++) sum += fabs(s->point.theta[i]);
  for (int e = 0; e < s->system->T.nnz; e++) sum += fabs(s->point.T[e]);
  for (int e = 0; e < s->system->A.nnz; e++) sum += fabs(s->point.A[e]);
  return isfinite(sum);
}

PetscErrorCode initial_create(const Problem *problem, const System *sys, FaultList *faults, double *z, double *lambda)
{
  const Where nowhere = {0, 0};
  Start       s;
  bool        solved = true;

  PetscFunctionBeginUser;
  PetscCall(start_create(sys, &s));
  system_initial(sys, problem, z);
  if (problem->initial == INITIAL_PROJECT && sys->nl) PetscCall(start_project(&s, z, &solved));
  start_evaluate(&s, z, NULL);
  if (!start_finite(&s)) {
    fault_add(faults, nowhere, "",
              "found numbers too large for double precision in the start values or forces, expected finite ones");
    PetscCall(start_destroy(&s));
    PetscFunctionReturn(0);
  }
  if (solved) start_check(&s, faults);

  if (solved && sys->nl) PetscCall(start_multipliers(&s, z, lambda, &solved));
  PetscCall(start_name_dependent(sys, z, solved, faults));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}

PetscErrorCode initial_project(const System *sys, double *z, bool *solved)
{
  Start s;

  PetscFunctionBeginUser;
  *solved = true;
  if (!sys->nl) PetscFunctionReturn(0);
  PetscCall(start_create(sys, &s));
  PetscCall(start_project(&s, z, solved));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}

/* a[n][m], column-major: grad Phi^T in natural units, one column per position-level row; at[nz] numbers the coordinates */
static void rank_matrix(const Start *s, int n, const int *at, double *a)
{
  const System *sys    = s->system;
  int           column = 0;

  for (int g = 0; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m; r++, column++) {
      const int row = sys->groups[g].start + r;
      for (int e = sys->T.row[row]; e < sys->T.row[row + 1]; e++) {
        const int c = sys->T.col[e];
        if (at[c] >= 0)
          a[(size_t)column * (size_t)n + (size_t)at[c]] = s->point.T[e] * sys->scale_z[c] / sys->scale_theta[row];
      }
    }
}

/* Numbers the coordinates, skips the momenta. */
static int coordinates_number(const System *sys, int *at)
{
  int n = 0;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++) at[sys->start[b] + i] = i < sys->bodies[b].nq ? n++ : -1;
  return n;
}

PetscErrorCode initial_rank(const System *sys, const double *z, int *rank, bool *dependent)
{
  const int    m = sys->nl / 2;
  Start        s;
  PetscBLASInt bn, bm = m, info, lwork = 64 * (m + 4), *pivot;
  double      *a, *tau, *work;
  int         *at;

  PetscFunctionBeginUser;
  *rank = m > RANK_MOST ? -1 : 0;
  if (m == 0 || m > RANK_MOST) PetscFunctionReturn(0);
  PetscCall(start_create(sys, &s));
  PetscCall(PetscMalloc1(sys->nz, &at));
  const int n = coordinates_number(sys, at);
  bn          = n;
  PetscCall(PetscCalloc4((size_t)n * (size_t)m, &a, m, &tau, lwork, &work, m, &pivot));
  start_evaluate(&s, z, NULL);
  rank_matrix(&s, n, at, a);
  for (int i = 0, row = 0; i < sys->nbodies; i++) /* a body's own rows first: the joints are what can be left out */
    for (int r = 0; r < sys->groups[i].m; r++) pivot[row++] = 1;
  dgeqp3_(&bn, &bm, a, &bn, pivot, tau, work, &lwork, &info);
  for (int i = 0; i < m; i++) {
    const bool zero         = i >= n || !(fabs(a[(size_t)i * (size_t)n + (size_t)i]) > 1e-8 * fabs(a[0]));
    dependent[pivot[i] - 1] = zero;
    *rank += !zero;
  }
  PetscCall(PetscFree4(a, tau, work, pivot));
  PetscCall(PetscFree(at));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}
