/* Choice of the rows to drop: samples of admissible configurations, and the rows that are redundant in all regular ones. */
#include "start/redundant.h"

#include "base/vec.h"
#include "start/position/closure.h"
#include "start/position/joint_jacobian.h"
#include "start/position/walk.h"

#include <stdlib.h>

enum { ROWS_MOST = 400, STEPS = 12, NEAR_STEPS = 3, WALKS = 8, SAMPLES = 1 + WALKS * STEPS };

/* Pivots between this and constraint_rank_tolerance leave the rank of a sample in doubt. */
static const double clear_tolerance = 1e-4;

/* Largest residual of a dropped row, in natural units, in positions where the others are closed. */
static const double implied = 1e-6;

/* Another choice is better if its smallest contribution is larger by this factor. */
static const double improved = 10.0;

/* N[d][m]: an orthonormal basis of the vanishing combinations of rows, in each of n configurations with the largest rank found. */
typedef struct {
  int     d, m, n;
  double *N[SAMPLES];
  double *regular; /* [nz] the first of these configurations */
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

static PetscErrorCode samples_clear(Samples *s)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < s->n; k++) PetscCall(PetscFree(s->N[k]));
  s->n = 0;
  PetscFunctionReturn(0);
}

/* Adds the configuration z unless its rank is smaller than that of others; a larger rank replaces them. */
static PetscErrorCode samples_add(const System *sys, const double *z, Samples *s)
{
  double *N;
  int     d;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_combinations(sys, sys->t0, z, constraint_rank_tolerance, &d, &N));
  if (d < s->d || s->n == 0) {
    PetscCall(samples_clear(s));
    vec_copy(sys->nz, z, s->regular);
    s->d = d;
  }
  if (d == s->d && s->n < SAMPLES) {
    orthonormalise(d, s->m, N);
    s->N[s->n++] = N;
  } else {
    PetscCall(PetscFree(N));
  }
  PetscFunctionReturn(0);
}

/* Whether the rank at z does not depend on the tolerance: closure next to a singular position ends close to it. */
static PetscErrorCode constraint_rank_is_clear(const System *sys, const double *z, bool *clear)
{
  Redundancy fine, coarse;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find(sys, sys->t0, z, constraint_rank_tolerance, &fine));
  PetscCall(constraint_rank_find(sys, sys->t0, z, clear_tolerance, &coarse));
  *clear = fine.ndependent == coarse.ndependent;
  PetscCall(constraint_rank_clear(&fine));
  PetscCall(constraint_rank_clear(&coarse));
  PetscFunctionReturn(0);
}

/* Samples configurations along walks over the positions in which all rows are closed. */
static PetscErrorCode samples_walk(const System *sys, const double *start, int steps, Samples *s)
{
  Walk walk;
  bool ok, clear = false;

  PetscFunctionBeginUser;
  PetscCall(walk_create(sys, start, &walk));
  for (int n = 0; n < WALKS; n++) {
    PetscCall(walk_begin(n, &walk));
    ok = true;
    for (int step = 0; ok && step < steps; step++) {
      PetscCall(walk_step(&walk, &ok));
      if (!ok) break;
      PetscCall(constraint_rank_is_clear(sys, walk.z, &clear));
      if (clear) PetscCall(samples_add(sys, walk.z, s));
    }
  }
  PetscCall(walk_destroy(&walk));
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

/* Chooses d rows one by one, among those marked in `among` (NULL: all): that with the largest contribution, of equal ones the last.
 * Returns the smallest contribution of a chosen row: 0 where the others are dependent in one of the samples. */
static double rows_choose(Samples *s, const bool *among, bool *chosen)
{
  double least = 1.0;

  for (int pick = 0; pick < s->d; pick++) {
    int    best = -1;
    double most = -1.0;
    for (int r = 0; r < s->m; r++) {
      const double contribution = chosen[r] || (among && !among[r]) ? -1.0 : row_contribution(s, r);
      if (contribution < most * (1.0 - 1e-6)) continue;
      best = r;
      most = contribution;
    }
    chosen[best] = true;
    least        = fmin(least, most);
    row_remove(s, best);
  }
  return least;
}

/* Largest residual of the dropped rows in natural units. */
static double dropped_residual(const System *kept, const double *z)
{
  double most = 0.0;

  for (int g = kept->nbodies; g < kept->ngroups; g++)
    for (int r = kept->groups[g].m; r < kept->groups[g].m + kept->groups[g].ndropped; r++) {
      double phi, psi;
      system_row(kept, &kept->groups[g], r, kept->t0, z, &phi, &psi);
      most = fmax(most, fabs(phi) / (kept->groups[g].rows[r].length ? kept->units.length : 1.0));
    }
  return most;
}

/* Whether the kept rows imply the dropped ones near z, judged after one step of each walk over the positions of the kept rows alone. */
static PetscErrorCode dropped_check(const Problem *problem, const double *z, Redundancy *found)
{
  System    kept;
  FaultList faults;
  Walk      walk;

  PetscFunctionBeginUser;
  fault_init(&faults, problem->file);
  PetscCheck(system_create_joints(problem, &faults, &kept), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(constraint_rank_drop(found, &kept));
  PetscCall(walk_create(&kept, z, &walk));
  for (int n = 0; n < WALKS; n++) {
    bool ok;
    PetscCall(walk_begin(n, &walk));
    PetscCall(walk_step(&walk, &ok));
    if (ok && dropped_residual(&kept, walk.z) > implied) found->needed = true;
  }
  PetscCall(walk_destroy(&walk));
  system_destroy(&kept);
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

/* Samples, chooses and names the rows. The position of the names is one with the largest rank. */
static PetscErrorCode rows_find(const Problem *problem, const System *sys, const double *z, Redundancy *found)
{
  Samples   s                 = {.m = found->nrows};
  const int at_start          = found->nindependent;
  bool      chosen[ROWS_MOST] = {false};

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(sys->nz, &s.regular));
  PetscCall(samples_add(sys, z, &s));
  PetscCall(samples_walk(sys, z, STEPS, &s));
  (void)rows_choose(&s, NULL, chosen);
  PetscCall(constraint_rank_clear(found));
  PetscCall(constraint_rank_find_sparing(sys, sys->t0, s.regular, constraint_rank_tolerance, chosen, found));
  found->nstart = at_start;
  if (found->ndependent) PetscCall(dropped_check(problem, z, found));
  PetscCall(samples_clear(&s));
  PetscCall(PetscFree(s.regular));
  PetscFunctionReturn(0);
}

/* The system of the joints and the position next to z that closes them. Motions are left out: they fix positions that joints leave
 * free, and depend on time. */
static PetscErrorCode joints_create(const Problem *problem, const double *z, System *joints, double **closed)
{
  FaultList faults;
  double    gap;

  PetscFunctionBeginUser;
  fault_init(&faults, problem->file);
  PetscCheck(system_create_joints(problem, &faults, joints), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  fault_clear(&faults);
  PetscCall(PetscMalloc1(joints->nz, closed));
  vec_copy(joints->nz, z, *closed);
  PetscCall(closure_find(joints, joints->t0, *closed, NULL, &gap));
  PetscFunctionReturn(0);
}

PetscErrorCode redundant_choose(const Problem *problem, const double *z, Redundancy *found)
{
  System  joints;
  double *closed;

  PetscFunctionBeginUser;
  PetscCall(joints_create(problem, z, &joints, &closed));
  PetscCall(constraint_rank_find(&joints, joints.t0, closed, constraint_rank_tolerance, found));
  found->nstart = found->nindependent;
  if (found->ndependent && found->nrows <= ROWS_MOST) PetscCall(rows_find(problem, &joints, closed, found));
  PetscCall(PetscFree(closed));
  system_destroy(&joints);
  PetscFunctionReturn(0);
}

/* The smallest contribution of the d rows chosen among those marked, in samples close to z; 0: not d rows are redundant there. */
static PetscErrorCode rows_judge(const System *sys, const double *z, int d, const bool *among, bool *chosen,
                                 double *least)
{
  Samples s = {.m = joint_jacobian_rows(sys)};

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(sys->nz, &s.regular));
  PetscCall(samples_add(sys, z, &s));
  PetscCall(samples_walk(sys, z, NEAR_STEPS, &s));
  *least = s.d == d ? rows_choose(&s, among, chosen) : 0.0;
  PetscCall(samples_clear(&s));
  PetscCall(PetscFree(s.regular));
  PetscFunctionReturn(0);
}

/* marked[rows of all joints]: those that are dropped; their number. */
static int dropped_mark(const System *now, const System *all, bool *marked)
{
  int first = 0, n = 0;

  for (int g = all->nbodies; g < all->ngroups; first += all->groups[g++].m)
    for (int r = 0; r < now->groups[g].ndropped; r++, n++)
      marked[first + now->groups[g].number[now->groups[g].m + r]] = true;
  return n;
}

PetscErrorCode redundant_improve(const Problem *problem, const System *now, const double *z, bool *better,
                                 bool (*drop)[JOINT_ROWS])
{
  bool    marked[ROWS_MOST] = {false}, same[ROWS_MOST] = {false}, chosen[ROWS_MOST] = {false};
  double *closed, before = 0.0, after = 0.0;
  int     row = 0;
  System  all;

  PetscFunctionBeginUser;
  *better = false;
  PetscCall(joints_create(problem, z, &all, &closed));
  if (joint_jacobian_rows(&all) <= ROWS_MOST) {
    const int d = dropped_mark(now, &all, marked);
    PetscCall(rows_judge(&all, closed, d, marked, same, &before));
    PetscCall(rows_judge(&all, closed, d, NULL, chosen, &after));
    *better = d > 0 && after > improved * before;
  }
  for (int g = all.nbodies; *better && drop && g < all.ngroups; g++)
    for (int r = 0; r < all.groups[g].m; r++) drop[g - all.nbodies][r] = chosen[row++];
  PetscCall(PetscFree(closed));
  system_destroy(&all);
  PetscFunctionReturn(0);
}
