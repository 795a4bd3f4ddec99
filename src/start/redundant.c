/* Choice of the rows to drop: samples of admissible configurations and the rows that are redundant in all of them. */
#include "start/redundant.h"

#include "base/vec.h"
#include "start/initial.h"

#include <stdlib.h>

enum { ROWS_MOST = 400, STEPS = 12, SEEDS = 3, SAMPLES = 1 + 2 * SEEDS * STEPS };

/* Length of a step between two samples, in natural units: 0.15 rad for rotations. */
static const double stride = 0.15;

/* N[d][m]: an orthonormal basis of the vanishing combinations of rows, in each of n configurations. */
typedef struct {
  int     d, m, n;
  double *N[SAMPLES];
} Samples;

/* Orthonormalises the d rows of N[d][m] by Gram-Schmidt, twice for accuracy. */
static void orthonormalise(int d, int m, double *N)
{
  for (int i = 0; i < d; i++) {
    for (int j = 0; j < 2 * i; j++) vec_add(m, -vec_dot(m, N + i * m, N + j % i * m), N + j % i * m, N + i * m);
    const double norm = vec_norm(m, N + i * m);
    for (int r = 0; r < m && norm > 0.0; r++) N[i * m + r] /= norm;
  }
}

/* Adds the configuration z unless it is singular: its rank must be that of the start. */
static PetscErrorCode samples_add(const System *sys, const double *z, Samples *s)
{
  double *N;
  int     d;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_combinations(sys, sys->t0, z, constraint_rank_tolerance, &d, &N));
  if (d == s->d && s->n < SAMPLES) {
    orthonormalise(d, s->m, N);
    s->N[s->n++] = N;
  } else {
    PetscCall(PetscFree(N));
  }
  PetscFunctionReturn(0);
}

/* Largest rate of a coordinate in natural units. */
static double rate_size(const System *sys, const double *rate)
{
  double most = 0.0;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nq; i++)
      most = fmax(most, fabs(rate[sys->start[b] + i]) / sys->scale_z[sys->start[b] + i]);
  return most;
}

/* Moves z by one stride along the velocities of its momenta and projects it onto the constraints. */
static PetscErrorCode walk_step(const System *sys, SystemWork *work, double *buffer, double *z, bool *ok)
{
  double     *zero = buffer, *rate = zero + sys->nz + sys->nl, *theta = rate + sys->nz;
  SystemPoint point = {.t = sys->t0, .rate = rate, .theta = theta, .theta_v = theta + sys->nl};

  PetscFunctionBeginUser;
  vec_zero(sys->nz + sys->nl, zero);
  system_evaluate(sys, z, zero, zero + sys->nz, work, &point);
  const double size = rate_size(sys, rate);
  *ok               = size > 0.0 && isfinite(size);
  if (!*ok) PetscFunctionReturn(0);
  for (int b = 0; b < sys->nbodies; b++)
    vec_add(sys->bodies[b].nq, stride / size, rate + sys->start[b], z + sys->start[b]);
  PetscCall(initial_project(sys, sys->t0, z, ok));
  PetscFunctionReturn(0);
}

/* Whether all rows are satisfied, dropped ones included: otherwise z is no configuration of the mechanism. */
static bool walk_admissible(const System *sys, const double *z)
{
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m + sys->groups[g].ndropped; r++) {
      double phi, psi;
      system_row(sys, &sys->groups[g], r, sys->t0, z, &phi, &psi);
      if (!(fabs(phi) < 1e-6 * fmax(1.0, sys->units.length))) return false;
    }
  return true;
}

/* Samples configurations along walks with random momenta, forwards and backwards. kept: the system without the rows of the first
 * choice. */
static PetscErrorCode samples_walk(const System *sys, const System *kept, int freedom, const double *start, Samples *s)
{
  double       *z, *momenta, *buffer;
  SystemWork    work;
  unsigned long seed = 20251;

  PetscFunctionBeginUser;
  PetscCheck(system_work_create(kept, &work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc3(sys->nz, &z, sys->nz, &momenta, 2 * (size_t)sys->nz + 3 * (size_t)sys->nl + 1, &buffer));
  for (int walk = 0; walk < 2 * PetscMin(SEEDS, freedom); walk++) {
    bool ok = true;
    vec_copy(sys->nz, start, z);
    for (int b = 0; b < sys->nbodies; b++)
      for (int i = sys->bodies[b].nq; i < sys->bodies[b].nz; i++) {
        const int j = sys->start[b] + i;
        seed        = walk % 2 ? seed : seed * 6364136223846793005UL + 1442695040888963407UL;
        if (walk % 2 == 0) momenta[j] = sys->scale_z[j] * ((double)(seed >> 11) / 9007199254740992.0 - 0.5);
        z[j] = walk % 2 ? -momenta[j] : momenta[j];
      }
    PetscCall(initial_project(kept, kept->t0, z, &ok));
    for (int step = 0; ok && step < STEPS; step++) {
      PetscCall(walk_step(kept, &work, buffer, z, &ok));
      ok = ok && walk_admissible(kept, z);
      if (ok) PetscCall(samples_add(sys, z, s));
    }
  }
  system_work_destroy(&work);
  PetscCall(PetscFree3(z, momenta, buffer));
  PetscFunctionReturn(0);
}

/* Contribution of row r to the vanishing combinations: the smallest norm of its column of N over all configurations. */
static double row_contribution(const Samples *s, int r)
{
  double least = 1.0;

  for (int k = 0; k < s->n; k++) {
    double sum = 0.0;
    for (int i = 0; i < s->d; i++) sum += s->N[k][i * s->m + r] * s->N[k][i * s->m + r];
    least = fmin(least, sqrt(sum));
  }
  return least;
}

/* Removes row r from the combinations: N <- (I - u u^T) N, where u is the normalised column of r. */
static void row_remove(Samples *s, int r)
{
  for (int k = 0; k < s->n; k++) {
    double *N = s->N[k], u[ROWS_MOST], norm = 0.0;
    for (int i = 0; i < s->d; i++) norm += N[i * s->m + r] * N[i * s->m + r];
    if (norm == 0.0) continue;
    for (int i = 0; i < s->d; i++) u[i] = N[i * s->m + r] / sqrt(norm);
    for (int c = 0; c < s->m; c++) {
      double sum = 0.0;
      for (int i = 0; i < s->d; i++) sum += u[i] * N[i * s->m + c];
      for (int i = 0; i < s->d; i++) N[i * s->m + c] -= u[i] * sum;
    }
  }
}

/* Chooses d rows one by one: that with the largest contribution, of equal ones the last. */
static void rows_choose(Samples *s, bool *chosen)
{
  for (int pick = 0; pick < s->d; pick++) {
    int    best = -1;
    double most = -1.0;
    for (int r = 0; r < s->m; r++) {
      const double contribution = chosen[r] ? -1.0 : row_contribution(s, r);
      if (contribution < most * (1.0 - 1e-6)) continue;
      best = r;
      most = contribution;
    }
    chosen[best] = true;
    row_remove(s, best);
  }
}

/* The walk uses a system without the rows of the first choice, since projection needs independent rows. */
PetscErrorCode redundant_choose(const Problem *problem, const System *sys, const double *z, Redundancy *found)
{
  Samples   s = {.d = found->ndependent, .m = found->nrows};
  System    kept;
  FaultList faults;
  bool      chosen[ROWS_MOST] = {false};

  PetscFunctionBeginUser;
  if (s.m > ROWS_MOST || s.d == 0) PetscFunctionReturn(0);
  fault_init(&faults, problem->file);
  PetscCheck(system_create(problem, &faults, &kept), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(constraint_rank_drop(found, &kept));
  PetscCall(samples_add(sys, z, &s));
  PetscCall(samples_walk(sys, &kept, found->nrates - found->nindependent, z, &s));
  rows_choose(&s, chosen);
  PetscCall(constraint_rank_clear(found));
  PetscCall(constraint_rank_find_sparing(sys, sys->t0, z, constraint_rank_tolerance, chosen, found));
  for (int k = 0; k < s.n; k++) PetscCall(PetscFree(s.N[k]));
  system_destroy(&kept);
  fault_clear(&faults);
  PetscFunctionReturn(0);
}
