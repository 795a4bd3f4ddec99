/* Selection of independent end conditions by Gram-Schmidt orthogonalization. */
#include "optimal/ends.h"

#include "base/vec.h"

#include <stdlib.h>

/* A row whose component orthogonal to the others is shorter than this, relative to the row, depends on them. */
static const double dependent = 1e-6;

/* Modified Gram-Schmidt, twice for orthogonality to rounding: row -= (b_i . row) b_i for the n orthonormal rows b_i of `base`. True: the
 * row is independent, and its direction joins the base. */
static bool base_extend(int nz, double *base, int *n, double *row)
{
  const double before = vec_norm(nz, row);

  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < *n; i++) vec_add(nz, -vec_dot(nz, base + i * nz, row), base + i * nz, row);
  const double after = vec_norm(nz, row);
  if (!(after > dependent * before)) return false;
  for (int j = 0; j < nz; j++) base[*n * nz + j] = row[j] / after;
  (*n)++;
  return true;
}

/* Orthogonalizes the rows of grad Theta at z, then those of the conditions at this end, all in natural units; sorts the latter. */
static bool end_select(const System *sys, int at, double t, const double *z, Ends *ends)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1;
  double      *base = calloc((2 * nz + nl) * nz, sizeof *base), *row = calloc(nz, sizeof *row);
  double      *rest = calloc(2 * nz + 4 * nl, sizeof *rest),
         *matrix    = calloc((size_t)sys->A.nnz + 2 * (size_t)sys->T.nnz + 1, sizeof *matrix);
  SystemWork work   = {0};
  int        n      = 0;
  const bool ok     = base && row && rest && matrix && system_work_create(sys, &work);

  if (ok) {
    SystemPoint point = {.t       = t,
                         .rate    = rest + nz + nl,
                         .theta   = rest + 2 * nz + nl,
                         .theta_v = rest + 2 * nz + 2 * nl,
                         .A       = matrix,
                         .T       = matrix + sys->A.nnz,
                         .C       = matrix + sys->A.nnz + sys->T.nnz};
    system_evaluate(sys, z, rest, rest + nz, &work, &point);
    for (int r = 0; r < sys->nl; r++) {
      vec_zero(sys->nz, row);
      for (int e = sys->T.row[r]; e < sys->T.row[r + 1]; e++)
        row[sys->T.col[e]] = point.T[e] * sys->scale_z[sys->T.col[e]];
      base_extend(sys->nz, base, &n, row);
    }
  }
  for (int i = 0; ok && i < ends->all.nconditions; i++) {
    const EndCondition *c = &ends->all.conditions[i];
    if (c->at != at) continue;
    vec_zero(sys->nz, row);
    condition_value(sys, c, z, row + sys->start[c->body]);
    for (int j = 0; j < sys->nz; j++) row[j] *= sys->scale_z[j];
    Boundary *to                      = base_extend(sys->nz, base, &n, row) ? &ends->kept : &ends->dropped;
    to->conditions[to->nconditions++] = *c;
  }
  system_work_destroy(&work);
  free(base);
  free(row);
  free(rest);
  free(matrix);
  return ok;
}

/* All conditions of the problem at both ends, then those that are independent of joints and of each other. */
bool ends_create(const Problem *problem, const System *sys, const double *start, const double *end, FaultList *faults,
                 Ends *ends)
{
  memset(ends, 0, sizeof *ends);
  if (!problem->boundary.given) return true;
  if (!boundary_create(problem, sys, faults, &ends->all)) return false;
  const size_t n           = (size_t)ends->all.nconditions + 1;
  ends->kept.conditions    = calloc(n, sizeof(EndCondition));
  ends->dropped.conditions = calloc(n, sizeof(EndCondition));
  if (ends->kept.conditions && ends->dropped.conditions &&
      end_select(sys, AT_START, problem->time.start, start, ends) &&
      end_select(sys, AT_END, problem->time.end, end, ends))
    return true;
  fault_add(faults, R0001_OUT_OF_MEMORY, problem->boundary.where, "boundary", "out of memory");
  ends_destroy(ends);
  return false;
}

/* kept and dropped share their rows with all. */
void ends_destroy(Ends *ends)
{
  free(ends->kept.conditions);
  free(ends->dropped.conditions);
  boundary_destroy(&ends->all);
  memset(ends, 0, sizeof *ends);
}

/* max |c_i(z)| / unit_i over the dropped conditions: they must hold at the solution without being equations. */
double ends_missed(const Ends *ends, const System *sys, const double *start, const double *end,
                   const EndCondition **worst)
{
  double most = 0.0, gradient[BODY_NZ];

  *worst = NULL;
  for (int i = 0; i < ends->dropped.nconditions; i++) {
    const EndCondition *c     = &ends->dropped.conditions[i];
    const double        value = fabs(condition_value(sys, c, c->at == AT_START ? start : end, gradient)) / c->unit;
    if (value <= most) continue;
    most   = value;
    *worst = c;
  }
  return most;
}
