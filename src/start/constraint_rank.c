/* Jacobian of the joints in the velocities of the bodies, its rank by QR, and the names of dependent rows. */
#include "start/constraint_rank.h"

#include "base/vec.h"
#include "linear/qr.h"

#include <stdio.h>
#include <stdlib.h>

enum { RATES = 7 }; /* velocities of a body at most: v, omega, rate of the scale */

const double constraint_rank_tolerance = 1e-8;

/* Coefficients of a combination below this fraction of the largest are rounding errors. */
static const double negligible = 1e-6;

/* Number of velocities of a body. */
static int rates_of(const Body *body)
{
  const int  turn  = body->nq - body->ntranslation; /* 0, 4 or 9 */
  const bool scale = turn == 4 && body->nc == 0;

  return body->ntranslation + (turn ? 3 : 0) + scale;
}

/* Derivatives of Phi along v, omega and the rate of the scale of a body with the frame f, from g = dPhi/df: dPhi/dv = g_0,
 * dPhi/domega = sum_i d_i x g_i, dPhi/dscale = sum_i d_i . g_i. */
static void row_rates(const Body *body, const double *f, const double *g, double length, double out[RATES])
{
  int    n = 0;
  double turn[3];

  for (int x = 0; x < body->ntranslation; x++) out[n++] = length * g[x];
  if (body->nq == body->ntranslation) return;
  vec_zero(3, out + n);
  for (int i = 1; i <= 3; i++) {
    vec_cross(f + 3 * i, g + 3 * i, turn);
    vec_add(3, 1.0, turn, out + n);
  }
  out[n + 3] = vec_dot(9, f + 3, g + 3);
}

/* Appends the columns of one joint, normalised to the length `favour`, or 1e-4 for rows to be spared. */
static void joint_columns(const System *sys, const ConstraintGroup *joint, double t, const double *frames,
                          const int *first, double favour, const bool *sparing, Columns *A)
{
  double     f[STACK] = {0.0}, g[STACK], value[RATES], weights[3][ROW_TERMS];
  RowWeights w        = system_weights(sys, joint, t, weights);

  for (int s = 0; s < 2; s++)
    if (joint->body[s] != GROUND) vec_copy(FRAME_F, frames + joint->body[s] * FRAME, f + s * FRAME_F);
  for (int r = 0; r < joint->m; r++) {
    const int begin = A->start[A->ncols];
    int       n     = begin;
    double    sum   = 0.0;
    frame_row_gradient(&joint->rows[r], w ? w[0] : NULL, f, g);
    for (int order = 0; order < 2; order++) { /* the body with the smaller index first */
      const int s = (joint->body[0] > joint->body[1]) ^ order, b = joint->body[s];
      if (b == GROUND) continue;
      row_rates(&sys->bodies[b], f + s * FRAME_F, g + s * FRAME_F, sys->units.length, value);
      for (int i = 0; i < rates_of(&sys->bodies[b]); i++, n++) {
        A->row[n]   = first[b] + i;
        A->value[n] = value[i];
        sum += value[i] * value[i];
      }
    }
    for (int e = begin; e < n && sum > 0.0; e++)
      A->value[e] *= (sparing && sparing[A->ncols] ? 1e-4 : favour) / sqrt(sum);
    A->start[++A->ncols] = n;
  }
}

/* The transpose of the Jacobian: a column per row of a joint, a row per velocity. */
static PetscErrorCode columns_create(const System *sys, double t, const double *z, const bool *sparing, Columns *A)
{
  int    *first, rows = 0;
  double *frames;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(A, sizeof *A));
  for (int g = sys->nbodies; g < sys->ngroups; g++) rows += sys->groups[g].m;
  const size_t most = 2 * RATES * (size_t)rows + 1;
  PetscCall(PetscCalloc3(rows + 1, &A->start, most, &A->row, most, &A->value));
  PetscCall(PetscMalloc2(sys->nbodies, &first, (size_t)sys->nbodies * FRAME, &frames));
  for (int b = 0; b < sys->nbodies; b++) {
    first[b] = A->nrows;
    A->nrows += rates_of(&sys->bodies[b]);
    sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], frames + b * FRAME, NULL);
  }
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const double favour = 1.0 - 0.1 * g / sys->ngroups; /* of equal rows that of the first joint stays */
    joint_columns(sys, &sys->groups[g], t, frames, first, favour, sparing, A);
  }
  PetscCall(PetscFree2(first, frames));
  PetscFunctionReturn(0);
}

static int dependence_compare(const void *a, const void *b)
{
  const Dependence *p = a, *q = b;
  return p->group != q->group ? p->group - q->group : p->row - q->row;
}

/* The groups that contribute to the dependent column i of the QR; label[column] = (group, row). */
static PetscErrorCode dependence_fill(const QR *qr, int i, int n, const int (*label)[2], double *c, Dependence *d)
{
  int    count = 0, last = -1;
  double least = 0.0;

  PetscFunctionBeginUser;
  d->group = label[qr_column(qr, i)][0];
  d->row   = label[qr_column(qr, i)][1];
  PetscCall(qr_dependence(qr, i, c));
  least = negligible * vec_max(n, c);
  for (int j = 0; j < n; j++)
    if (fabs(c[j]) > least) count++;
  PetscCall(PetscMalloc1(count + 1, &d->others));
  for (int j = 0; j < n; j++) {
    if (fabs(c[j]) <= least || label[j][0] == last) continue;
    last                    = label[j][0];
    d->others[d->nothers++] = last;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode constraint_rank_find(const System *sys, double t, const double *z, double tolerance, Redundancy *found)
{
  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find_sparing(sys, t, z, tolerance, NULL, found));
  PetscFunctionReturn(0);
}

/* Column-pivoted QR of the transposed Jacobian: columns beyond the rank are the dependent rows. */
PetscErrorCode constraint_rank_find_sparing(const System *sys, double t, const double *z, double tolerance,
                                            const bool *sparing, Redundancy *found)
{
  Columns A;
  QR     *qr = NULL;
  int(*label)[2], n = 0;
  double *c;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(found, sizeof *found));
  PetscCall(columns_create(sys, t, z, sparing, &A));
  found->nrows  = A.ncols;
  found->nrates = A.nrows;
  PetscCall(PetscMalloc2(A.ncols + 1, &label, A.ncols + 1, &c));
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m; r++, n++) {
      label[n][0] = g;
      label[n][1] = r;
    }
  if (A.ncols) {
    PetscCall(qr_create(&A, tolerance, &qr));
    found->nindependent = qr_independent(qr);
    found->ndependent   = found->nrows - found->nindependent;
    PetscCall(PetscCalloc1(found->ndependent + 1, &found->list));
    for (int i = 0; i < found->ndependent; i++)
      PetscCall(dependence_fill(qr, found->nindependent + i, A.ncols, (const int(*)[2])label, c, &found->list[i]));
    qsort(found->list, (size_t)found->ndependent, sizeof *found->list, dependence_compare);
    PetscCall(qr_destroy(&qr));
  }
  PetscCall(PetscFree2(label, c));
  PetscCall(PetscFree3(A.start, A.row, A.value));
  PetscFunctionReturn(0);
}

bool constraint_rank_moves(const System *sys, const Dependence *d)
{
  bool moves = sys->groups[d->group].driver >= 0;

  for (int i = 0; i < d->nothers; i++) moves = moves || sys->groups[d->others[i]].driver >= 0;
  return moves;
}

PetscErrorCode constraint_rank_clear(Redundancy *found)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < found->ndependent; i++) PetscCall(PetscFree(found->list[i].others));
  PetscCall(PetscFree(found->list));
  PetscCall(PetscMemzero(found, sizeof *found));
  PetscFunctionReturn(0);
}

PetscErrorCode constraint_rank_drop(const Redundancy *found, System *sys)
{
  bool(*drop)[JOINT_ROWS];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(sys->ngroups, &drop));
  for (int i = 0; i < found->ndependent; i++) drop[found->list[i].group - sys->nbodies][found->list[i].row] = true;
  PetscCheck(system_drop(sys, drop), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscFree(drop));
  PetscFunctionReturn(0);
}

/* Each dependent column equals a combination c of the independent ones: N_i = (c, -1). */
PetscErrorCode constraint_rank_combinations(const System *sys, double t, const double *z, double tolerance, int *n,
                                            double **N)
{
  Columns A;
  QR     *qr;

  PetscFunctionBeginUser;
  PetscCall(columns_create(sys, t, z, NULL, &A));
  PetscCall(qr_create(&A, tolerance, &qr));
  *n = A.ncols - qr_independent(qr);
  PetscCall(PetscCalloc1((size_t)*n * (size_t)A.ncols + 1, N));
  for (int i = 0; i < *n; i++) {
    double *row = *N + i * A.ncols;
    PetscCall(qr_dependence(qr, A.ncols - *n + i, row));
    row[qr_column(qr, A.ncols - *n + i)] = -1.0;
  }
  PetscCall(qr_destroy(&qr));
  PetscCall(PetscFree3(A.start, A.row, A.value));
  PetscFunctionReturn(0);
}

static void text_add(char *text, size_t size, const char *more)
{
  const size_t length = strlen(text);
  snprintf(text + length, size - length, "%s", more);
}

void constraint_rank_text(const System *sys, const Redundancy *found, int most, char *text, size_t size)
{
  char part[2 * NAME_LEN];

  text[0] = '\0';
  for (int i = 0; i < found->ndependent && i < most; i++) {
    const Dependence *d = &found->list[i];
    snprintf(part, sizeof part, "%srow %d of %s", i ? "; " : "", sys->groups[d->group].number[d->row] + 1,
             sys->groups[d->group].name);
    text_add(text, size, part);
    for (int j = 0; j < d->nothers && j < most; j++) {
      text_add(text, size, j ? ", " : " (from ");
      text_add(text, size, sys->groups[d->others[j]].name);
    }
    if (d->nothers) text_add(text, size, d->nothers > most ? ", ...)" : ")");
  }
  if (found->ndependent > most) text_add(text, size, "; ...");
}

/* Compares the numbers of dependent rows at both states with the tolerance 1e-3. */
PetscErrorCode constraint_rank_near(const System *sys, double t, const double *before, const double *z, bool *near,
                                    char *text, size_t size)
{
  const double close = 1e-3; /* of rows of length 1 */
  Redundancy   found;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find(sys, t, before, close, &found));
  const int usual = found.ndependent;
  PetscCall(constraint_rank_clear(&found));
  PetscCall(constraint_rank_find(sys, t, z, close, &found));
  *near   = found.ndependent > usual;
  text[0] = '\0';
  if (*near) constraint_rank_text(sys, &found, 3, text, size);
  PetscCall(constraint_rank_clear(&found));
  PetscFunctionReturn(0);
}
