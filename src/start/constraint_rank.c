/* Rank of the Jacobian of the joints by QR, and the names of dependent rows. */
#include "start/constraint_rank.h"

#include "base/vec.h"
#include "start/position/joint_jacobian.h"

#include <stdio.h>
#include <stdlib.h>

const double constraint_rank_tolerance = 1e-8;

/* Coefficients of a combination below this fraction of the largest are rounding errors. */
static const double negligible = 1e-6;

static const double last_resort = 1e-4; /* relative length of columns that are tried last */

/* Length of the column of a row, by which pivoting prefers some of them: rows to be spared and prescribed motions are tried last, so
 * that they are the dependent ones; of equal rows that of the first joint is independent. */
static double row_favour(const System *sys, int g, bool spared)
{
  const double first = 1.0 - 0.1 * g / sys->ngroups;

  return spared || sys->groups[g].driver >= 0 ? last_resort * first : first;
}

/* The transpose of the Jacobian with columns of the lengths row_favour. */
static PetscErrorCode columns_create(const System *sys, double t, const double *z, const bool *sparing, Columns *A)
{
  int column = 0;

  PetscFunctionBeginUser;
  PetscCall(joint_jacobian_create(sys, t, z, A, NULL));
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < sys->groups[g].m; r++, column++) {
      const double favour = row_favour(sys, g, sparing && sparing[column]);
      for (int e = A->start[column]; e < A->start[column + 1]; e++) A->value[e] *= favour;
    }
  PetscFunctionReturn(0);
}

/* In the order of joints and rows in the file. */
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
  PetscCall(joint_jacobian_destroy(&A));
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
  PetscCall(joint_jacobian_destroy(&A));
  PetscFunctionReturn(0);
}

/* Appends text, cut to the size. */
static void text_add(char *text, size_t size, const char *more)
{
  const size_t length = strlen(text);
  snprintf(text + length, size - length, "%s", more);
}

/* "row 3 of JOINT (from A, B)" for at most `most` rows and joints. */
void constraint_rank_text(const System *sys, const Redundancy *found, int most, char *text, size_t size)
{
  char item[2 * NAME_LEN];

  text[0] = '\0';
  for (int i = 0; i < found->ndependent && i < most; i++) {
    const Dependence *d = &found->list[i];
    snprintf(item, sizeof item, "%srow %d of %s", i ? "; " : "", sys->groups[d->group].number[d->row] + 1,
             sys->groups[d->group].name);
    text_add(text, size, item);
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
  int          usual = 0;

  PetscFunctionBeginUser;
  if (before) {
    PetscCall(constraint_rank_find(sys, t, before, close, &found));
    usual = found.ndependent;
    PetscCall(constraint_rank_clear(&found));
  }
  PetscCall(constraint_rank_find(sys, t, z, close, &found));
  *near   = found.ndependent > usual;
  text[0] = '\0';
  if (*near) constraint_rank_text(sys, &found, 3, text, size);
  PetscCall(constraint_rank_clear(&found));
  PetscFunctionReturn(0);
}
