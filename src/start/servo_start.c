/* Start of servo constraints: checks of rest at both ends, and the inputs in equilibrium by least squares. */
#include "start/servo_start.h"

#include "base/vec.h"
#include "start/constraint_gradient.h"

#include <petscksp.h>

/* Largest rate at rest in natural units; the rounding of numbers in a problem file is smaller. */
static const double resting = 1e-9;

/* Adds a fault unless the first and second derivatives of the path vanish at time t. */
static void rest_check(const System *sys, const ConstraintGroup *group, double t, const char *when, FaultList *faults)
{
  const double speed = sys->units.velocity / sys->units.length;
  double       w[3][ROW_TERMS];

  (void)system_weights(sys, group, t, w);
  const double rate = vec_max(ROW_TERMS, w[1]), bend = vec_max(ROW_TERMS, w[2]);
  if (rate <= resting * speed && bend <= resting * speed * speed) return;
  fault_add(faults, R0335_SERVO_REST, group->where, group->name,
            "found a path that moves at the %s (speed %.3g, acceleration %.3g), expected one from rest to rest "
            "with inverse: servo: inputs would be lost there",
            when, rate, bend);
}

/* x = argmin |B x - b|, B[nz][nl], by LSQR. */
static PetscErrorCode least_squares(Mat B, int nz, double *b, int nl, double *x)
{
  KSP ksp;
  PC  pc;
  Vec right, left;

  PetscFunctionBeginUser;
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, nz, b, &right));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, nl, x, &left));
  PetscCall(KSPCreate(PETSC_COMM_SELF, &ksp));
  PetscCall(KSPSetOperators(ksp, B, B));
  PetscCall(KSPSetType(ksp, KSPLSQR));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCNONE));
  PetscCall(KSPSetTolerances(ksp, 1e-15, 1e-300, PETSC_DEFAULT, 20 * nl + 100));
  PetscCall(KSPSolve(ksp, right, left));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&right));
  PetscCall(VecDestroy(&left));
  PetscFunctionReturn(0);
}

/* Solves grad H + L^T lambda = 0 in the least-squares sense and checks the rate that remains. */
PetscErrorCode servo_start(const Problem *problem, const System *sys, const double *z, FaultList *faults,
                           double *lambda)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz;
  const Units *units  = &sys->units;
  const double action = units->mass * units->velocity * units->length, speed = units->velocity / units->length;
  SystemWork   work;
  Mat          B;
  double      *buffer, most = 0.0;

  PetscFunctionBeginUser;
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    if (!sys->groups[g].servo) continue;
    rest_check(sys, &sys->groups[g], problem->time.start, "start", faults);
    rest_check(sys, &sys->groups[g], problem->time.end, "end", faults);
  }
  PetscCheck(system_work_create(sys, &work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc1(3 * nz + 3 * nl + na + 3 * nt, &buffer));
  double     *zero = buffer, *b = zero + nz, *rate = b + nz, *theta = rate + nz, *theta_v = theta + nl;
  double     *unit = theta_v + nl, *A = unit + nl, *T = A + na, *C = T + nt, *L = C + nt;
  SystemPoint point = {
    .t = problem->time.start, .rate = rate, .theta = theta, .theta_v = theta_v, .A = A, .T = T, .C = C, .L = L};
  vec_zero(sys->nl, lambda);
  system_evaluate(sys, z, zero, lambda, &work, &point);
  /* grad H = (-pdot, qdot) without multipliers */
  for (int body = 0; body < sys->nbodies; body++)
    for (int i = 0, q = sys->start[body], nq = sys->bodies[body].nq; i < nq; i++) {
      b[q + i]      = rate[q + nq + i] * sys->scale_z[q + i] / (action * speed);
      b[q + nq + i] = -rate[q + i] * sys->scale_z[q + nq + i] / (action * speed);
    }
  PetscCall(constraint_gradient_create(sys, L, NULL, NULL, &B));
  PetscCall(MatTranspose(B, MAT_INPLACE_MATRIX, &B));
  PetscCall(least_squares(B, sys->nz, b, sys->nl, lambda));
  for (int r = 0; r < sys->nl; r++) lambda[r] *= action * speed / sys->scale_theta[r];
  system_evaluate(sys, z, zero, lambda, &work, &point);
  for (int i = 0; i < sys->nz; i++) most = fmax(most, fabs(rate[i]) / (sys->scale_z[i] * speed));
  if (most > resting)
    fault_add(
      faults, R0335_SERVO_REST, problem->motions[0].where, "motion",
      "found a start that is not in equilibrium: no inputs hold it (rate %.3g left, scaled), expected rest with "
      "inverse: servo",
      most);
  PetscCall(MatDestroy(&B));
  PetscCall(PetscFree(buffer));
  system_work_destroy(&work);
  PetscFunctionReturn(0);
}
