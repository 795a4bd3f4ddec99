/* Right-hand side and Jacobian of the ordinary differential equation, with the multiplier of unit quaternions inserted. */
#include "scheme/ode/ode.h"

#include "base/vec.h"
#include "body/formulations.h"
#include "body/quaternion.h"

/* Work arrays; theta holds Theta and Theta_v, T holds grad Theta and C. */
PetscErrorCode ode_create(const System *sys, Ode *ode)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, nt = (size_t)sys->T.nnz + 1;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(ode, sizeof *ode));
  ode->system = sys;
  PetscCheck(system_work_create(sys, &ode->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc4(nl, &ode->lambda, nz, &ode->still, 2 * nl, &ode->theta, nz, &ode->rate));
  PetscCall(PetscCalloc3(nz, &ode->slope, sys->A.nnz, &ode->A, 2 * nt, &ode->T));
  PetscFunctionReturn(0);
}

PetscErrorCode ode_destroy(Ode *ode)
{
  PetscFunctionBeginUser;
  system_work_destroy(&ode->work);
  PetscCall(PetscFree4(ode->lambda, ode->still, ode->theta, ode->rate));
  PetscCall(PetscFree3(ode->slope, ode->A, ode->T));
  PetscFunctionReturn(0);
}

void ode_evaluate(Ode *ode, double t, const double *z, const double *v, bool matrices, double *rate)
{
  const System *sys   = ode->system;
  SystemPoint   point = {.t = t, .rate = rate, .theta = ode->theta, .theta_v = ode->theta + sys->nl};

  if (matrices) {
    point.A = ode->A;
    point.T = ode->T;
    point.C = ode->T + sys->T.nnz;
  }
  system_evaluate(sys, z, v, ode->lambda, &ode->work, &point);
}

/* Whether body b is described by a unit quaternion; the first entries of its q and p in z. */
static bool unit_quaternion(const System *sys, int b, int *q, int *p)
{
  const Body *body = &sys->bodies[b];

  if (body->ops != &quaternion_ops || body->nc == 0) return false;
  *q = sys->start[b] + at_q(body);
  *p = sys->start[b] + at_p(body);
  return true;
}

/* gamma = (q.pdot + p.qdot) / q.q with the rates without multiplier: -q.dV/dq / q.q for the kinetic energy `unit`, since
 * q.dT/dq = p.dT/dp. Then (q.p)' = 0 everywhere. Chaurasia (2012, eq. 3.32) does not divide by q.q: (q.p)' is then a multiple of
 * q.q - 1, and off the sphere phi = (q.q - 1)/2 grows as phi'' = (q.dV/dq / 2 J0) phi. */
static double multiplier(const double *z, const double *rate, int q, int p)
{
  return (vec_dot(4, z + q, rate + p) + vec_dot(4, z + p, rate + q)) / vec_dot(4, z + q, z + q);
}

/* f = J grad H + Q, minus gamma q in the rows of p. */
void ode_rate(Ode *ode, double t, const double *z, double *f, double *gamma)
{
  const System *sys = ode->system;

  ode_evaluate(ode, t, z, ode->still, false, f);
  for (int b = 0, q, p; b < sys->nbodies; b++) {
    if (!unit_quaternion(sys, b, &q, &p)) continue;
    const double force = multiplier(z, f, q, p);
    vec_add(4, -force, z + q, f + p);
    if (gamma) gamma[sys->groups[b].start] = force;
  }
}

/* q.q d gamma / dz = A_p^T q + A_q^T p, plus the rates of p and q in the entries of q and p, minus 2 gamma q in those of q. */
static void slope_fill(Ode *ode, const double *z, const double *J, int q, int p)
{
  const int    nz = ode->system->nz;
  const double n  = vec_dot(4, z + q, z + q);

  vec_zero(nz, ode->slope);
  for (int i = 0; i < 4; i++) {
    vec_add(nz, z[q + i], J + (p + i) * nz, ode->slope);
    vec_add(nz, z[p + i], J + (q + i) * nz, ode->slope);
  }
  vec_add(4, 1.0, ode->rate + p, ode->slope + q);
  vec_add(4, 1.0, ode->rate + q, ode->slope + p);
  vec_add(4, -2.0 * multiplier(z, ode->rate, q, p), z + q, ode->slope + q);
  for (int i = 0; i < nz; i++) ode->slope[i] /= n;
}

/* df/dz = A - q (d gamma / dz)^T - gamma 1 in the rows of p. */
void ode_jacobian(Ode *ode, double t, const double *z, double *J)
{
  const System  *sys = ode->system;
  const Pattern *A   = &sys->A;
  const int      nz  = sys->nz;

  ode_evaluate(ode, t, z, ode->still, true, ode->rate);
  vec_zero(nz * nz, J);
  for (int r = 0; r < nz; r++)
    for (int e = A->row[r]; e < A->row[r + 1]; e++) J[r * nz + A->col[e]] += ode->A[e];
  for (int b = 0, q, p; b < sys->nbodies; b++) {
    if (!unit_quaternion(sys, b, &q, &p)) continue;
    slope_fill(ode, z, J, q, p);
    for (int i = 0; i < 4; i++) {
      vec_add(nz, -z[q + i], ode->slope, J + (p + i) * nz);
      J[(p + i) * nz + q + i] -= multiplier(z, ode->rate, q, p);
    }
  }
}

void ode_power(Ode *ode, double t, const double *z, const double *f, double power[2])
{
  ode_evaluate(ode, t, z, f, false, ode->rate);
  power[0] = ode->work.power[0];
  power[1] = ode->work.power[1];
}
