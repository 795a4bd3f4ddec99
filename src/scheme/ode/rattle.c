/* The scheme RATTLE for directors and particles, whose mass matrix is constant, with any joints.
 *
 * Chaurasia (2012, appendix B); Leimkuhler and Reich (2004).
 *
 *   p_h = p_0 - h/2 (V_q + Phi_q^T gamma)(q_0),  q_1 = q_0 + h M^-1 p_h,  0 = Phi(q_1)
 *   p_1 = p_h - h/2 (V_q + Phi_q^T gamma')(q_1),                          0 = Psi(q_1, p_1)
 *
 * The columns of the rotation matrix in the sources are the directors; their symmetric matrices of multipliers are those of
 * orthonormality. */
#include "base/vec.h"
#include "scheme/onestep_loop.h"
#include "scheme/schemes.h"

typedef struct {
  const Problem *problem;
  const System  *system;
  SystemWork     work;
  int            nz, n, m;  /* states, coordinates, constraints on one level */
  int           *phi, *psi; /* [m] rows of Theta */
  int           *at;        /* [nz] index of the coordinate, or of the coordinate conjugate to a momentum */
  bool          *momentum;  /* [nz] */
  double *gamma, *gamma1;   /* [m] multipliers at the start, which are the guess of the next element, and at the end */
  double *z, *rate, *end;   /* [nz] */
  double *push;             /* [nz] forces on the momenta without multipliers, zero for coordinates */
  double *lambda;           /* [nl] zeros */
  double *theta;            /* [2 nl] Theta, and its rate, which is unused */
  double *A, *T;            /* sparse */
  double *Phi0, *Phi1;      /* [m][n] dPhi/dq at the start and at the end */
  double *Psi1;             /* [m][n] dPsi/dp = dPhi/dq M^-1 at the end */
  double *G, *r;            /* [m][m] Psi1 Phi^T by columns, then its LU; [m] */
  PetscBLASInt *pivot;      /* [m] */
} Rattle;

/* Indices of coordinates, momenta and rows of both levels. */
static void maps_fill(Rattle *s)
{
  const System *sys = s->system;
  int           n = 0, m = 0;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++, n++) {
      const int q = sys->start[b] + i, p = q + sys->bodies[b].nq;
      s->at[q] = s->at[p] = n;
      s->momentum[p]      = true;
    }
  for (int g = 0; g < sys->ngroups; g++)
    for (int i = 0; i < sys->groups[g].m; i++, m++) {
      s->phi[m] = sys->groups[g].start + i;
      s->psi[m] = s->phi[m] + sys->groups[g].m;
    }
}

static PetscErrorCode rattle_create(const Problem *problem, const System *sys, Rattle *s)
{
  const size_t nz = (size_t)sys->nz, n = nz / 2, nl = (size_t)sys->nl, m = nl / 2, nt = (size_t)sys->T.nnz;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->problem = problem;
  s->system  = sys;
  s->nz      = sys->nz;
  s->n       = sys->nz / 2;
  s->m       = sys->nl / 2;
  PetscCheck(system_work_create(sys, &s->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc5(m, &s->phi, m, &s->psi, nz, &s->at, nz, &s->momentum, m, &s->gamma));
  PetscCall(PetscCalloc5(nz, &s->z, nz, &s->rate, nz, &s->push, nl, &s->lambda, 2 * nl, &s->theta));
  PetscCall(PetscCalloc5((size_t)sys->A.nnz, &s->A, 2 * nt, &s->T, m * n, &s->Phi0, m * n, &s->Phi1, m * n, &s->Psi1));
  PetscCall(PetscCalloc5(m * m, &s->G, m, &s->r, m, &s->pivot, m, &s->gamma1, nz, &s->end));
  maps_fill(s);
  PetscFunctionReturn(0);
}

static PetscErrorCode rattle_destroy(Rattle *s)
{
  PetscFunctionBeginUser;
  system_work_destroy(&s->work);
  PetscCall(PetscFree5(s->phi, s->psi, s->at, s->momentum, s->gamma));
  PetscCall(PetscFree5(s->z, s->rate, s->push, s->lambda, s->theta));
  PetscCall(PetscFree5(s->A, s->T, s->Phi0, s->Phi1, s->Psi1));
  PetscCall(PetscFree5(s->G, s->r, s->pivot, s->gamma1, s->end));
  PetscFunctionReturn(0);
}

/* Rates without multipliers and Theta at s->z; unless NULL, also Phi = dPhi/dq and Psi = dPsi/dp. v: rate of z, for the power of
 * loads. */
static void evaluate(Rattle *s, double t, const double *v, double *Phi, double *Psi)
{
  const System *sys   = s->system;
  SystemPoint   point = {.t = t, .rate = s->rate, .theta = s->theta, .theta_v = s->theta + sys->nl};

  if (Phi) {
    point.A = s->A;
    point.T = s->T;
    point.C = s->T + sys->T.nnz;
  }
  system_evaluate(sys, s->z, v, s->lambda, &s->work, &point);
  if (!Phi) return;
  vec_zero(s->m * s->n, Phi);
  if (Psi) vec_zero(s->m * s->n, Psi);
  for (int i = 0; i < s->m; i++) {
    for (int e = sys->T.row[s->phi[i]]; e < sys->T.row[s->phi[i] + 1]; e++)
      if (!s->momentum[sys->T.col[e]]) Phi[i * s->n + s->at[sys->T.col[e]]] += s->T[e];
    for (int e = sys->T.row[s->psi[i]]; Psi && e < sys->T.row[s->psi[i] + 1]; e++)
      if (s->momentum[sys->T.col[e]]) Psi[i * s->n + s->at[sys->T.col[e]]] += s->T[e];
  }
}

/* p += factor (push - Phi^T gamma) in s->z */
static void kick(Rattle *s, double factor, const double *Phi, const double *gamma)
{
  for (int i = 0; i < s->nz; i++) {
    if (!s->momentum[i]) continue;
    double force = s->push[i];
    for (int j = 0; j < s->m; j++) force -= Phi[j * s->n + s->at[i]] * gamma[j];
    s->z[i] += factor * force;
  }
}

/* Stores the forces of the last evaluation. */
static void push_store(Rattle *s)
{
  for (int i = 0; i < s->nz; i++) s->push[i] = s->momentum[i] ? s->rate[i] : 0.0;
}

/* gamma += factor G^-1 r with G = Psi1 Phi^T, that is dPhi/dq M^-1 Phi^T; false: singular. */
static bool correct(Rattle *s, const double *Phi, double factor, double *gamma)
{
  for (int i = 0; i < s->m; i++)
    for (int j = 0; j < s->m; j++) s->G[j * s->m + i] = vec_dot(s->n, s->Psi1 + i * s->n, Phi + j * s->n);
  if (!dense_factor(s->m, s->G, s->pivot)) return false;
  dense_solve(s->m, s->G, s->pivot, s->r);
  vec_add(s->m, factor, s->r, gamma);
  return true;
}

/* r = rows of Theta at s->z; returns the largest in natural units. */
static double residual(Rattle *s, const int *rows)
{
  double most = 0.0;

  for (int i = 0; i < s->m; i++) {
    s->r[i]           = s->theta[rows[i]];
    const double size = fabs(s->r[i]) / s->system->scale_theta[rows[i]];
    if (!(size <= most)) most = size; /* also NAN */
  }
  return most;
}

/* s->z = (q_1, p_h) with the current multipliers. */
static void drift(Rattle *s, const Step *step)
{
  for (int i = 0; i < s->nz; i++) s->z[i] = step->z[i] + step->carry[i];
  kick(s, 0.5 * step->h, s->Phi0, s->gamma);
  evaluate(s, step->t, s->z, NULL, NULL);
  for (int i = 0; i < s->nz; i++)
    if (!s->momentum[i]) s->z[i] += step->h * s->rate[i];
}

/* One correction of Newton's method for Phi(q_1) = 0 in the multipliers; returns |Phi(q_1)| before it. */
static double positions_correct(void *self, const Step *step, bool anew)
{
  Rattle *s = self;

  (void)anew;
  drift(s, step);
  evaluate(s, step->t + step->h, s->z, s->Phi1, s->Psi1);
  const double most = residual(s, s->phi);
  return correct(s, s->Phi0, 2.0 / (step->h * step->h), s->gamma) ? most : INFINITY;
}

/* Second half kick from (q_1, p_h), with multipliers that make Psi(q_1, p_1) = 0. Psi is linear in them; a second pass removes the
 * rounding error of the first. */
static bool momenta_solve(Rattle *s, const Step *step)
{
  const double half = 0.5 * step->h;

  push_store(s);
  vec_copy(s->nz, s->z, s->end);
  vec_copy(s->m, s->gamma, s->gamma1);
  kick(s, half, s->Phi1, s->gamma1);
  for (int pass = 0; pass < 2; pass++) {
    evaluate(s, step->t + step->h, s->z, NULL, NULL);
    (void)residual(s, s->psi);
    if (!correct(s, s->Phi1, 1.0 / half, s->gamma1)) return false;
    vec_copy(s->nz, s->end, s->z);
    kick(s, half, s->Phi1, s->gamma1);
  }
  return true;
}

/* Adds h/2 times the power of loads at s->z: the trapezoidal rule. */
static void work_add(Rattle *s, double t, Step *step)
{
  evaluate(s, t, s->z, NULL, NULL);
  vec_copy(s->nz, s->rate, s->end);
  evaluate(s, t, s->end, NULL, NULL);
  for (int i = 0; i < 2; i++) step->work[i] += 0.5 * step->h * s->work.power[i];
}

/* Half kick and drift onto Phi = 0, half kick onto Psi = 0; the multipliers of the end are recorded. */
static PetscErrorCode rattle_advance(void *self, Step *step, bool *good)
{
  Rattle *s = self;

  PetscFunctionBeginUser;
  system_work_twist(s->system, step->twist, &s->work);
  vec_copy(s->nz, step->z, s->z);
  if (s->system->worked) work_add(s, step->t, step);
  evaluate(s, step->t, s->z, s->Phi0, NULL);
  push_store(s);
  *good        = onestep_newton(s->problem, 1, positions_correct, s, step) && momenta_solve(s, step);
  step->solved = s->m > 0;
  for (int i = 0; i < s->nz; i++) step->dz[i] = s->z[i] - (step->z[i] + step->carry[i]);
  for (int i = 0; i < s->m; i++) step->lambda[s->phi[i]] = s->gamma1[i];
  step->mult_node = 1.0;
  if (*good && s->system->worked) work_add(s, step->t + step->h, step);
  PetscFunctionReturn(0);
}

/* The consistent multipliers of the start are the first guess. */
static PetscErrorCode rattle_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                                 const Observer *observer, RunStatus *status)
{
  Rattle s;

  PetscFunctionBeginUser;
  PetscCall(rattle_create(problem, system, &s));
  for (int i = 0; i < s.m; i++) s.gamma[i] = lambda0[s.phi[i]];
  const OneStep method = {.self = &s, .advance = rattle_advance, .nsaved = s.m, .saved = s.gamma, .unknowns = s.m};
  PetscCall(onestep_run(problem, system, z0, lambda0, &method, observer, status));
  PetscCall(rattle_destroy(&s));
  PetscFunctionReturn(0);
}

/* Joint forces act at closed joints, and kicks do not move their points: both momenta are conserved. */
static void rattle_exactness(const Problem *problem, const System *system, int stages, Exactness *exact)
{
  const bool joined = system->ngroups > system->nbodies;
  Symmetry   symmetry;

  (void)problem, (void)stages;
  system_symmetry(system, &symmetry);
  *exact         = (Exactness){.phi = true, .psi = true};
  exact->energy  = !joined && system->nloads == 0 && !gravity_turns(system);
  exact->linear  = symmetry_linear(&symmetry);
  exact->angular = symmetry.angular_axes > 0;
  exactness_notes(system, exact);
}

const SchemeOps rattle_ops = {
  .traits =
    {
      .name     = "rattle",
      .summary  = "RATTLE on rotation matrices: directors and particles with any joints; symplectic, order 2",
      .supports = SUPPORTS_DIRECTOR | SUPPORTS_PARTICLE | SUPPORTS_UNIT | SUPPORTS_JOINTS | SUPPORTS_LOADS,
      .stepping = true,
    },
  .gauss     = one_gauss,
  .exactness = rattle_exactness,
  .run       = rattle_run,
};
