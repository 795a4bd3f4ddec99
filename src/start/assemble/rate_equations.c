/* Sparse matrices of the equations, their regularised solution, rank, and the blocks that they leave free. */
#include "start/assemble/rate_equations.h"

#include "base/random.h"
#include "base/vec.h"
#include "linear/qr.h"
#include "linear/sparse_lu.h"

enum { REFINEMENTS = 6 };

/* Part of the identity that is added to the normalised matrix: above its rounding errors, below the squares of all but
 * dependent rows. */
static const double regular = 1e-13;

/* The same for rows that contradict each other, and the relative residual that shows it. */
static const double regular_contradiction = 1e-7, contradictory = 1e-8;

static const double rank_tolerance = 1e-8; /* of normalised rows, as constraint_rank_tolerance */

PetscErrorCode rate_equations_create(int nblocks, int most, RateEquations *eq)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(eq, sizeof *eq));
  eq->nblocks = nblocks;
  eq->most    = most;
  PetscCall(PetscCalloc2(most + 1, &eq->rows, nblocks + 1, &eq->inverse));
  PetscFunctionReturn(0);
}

PetscErrorCode rate_equations_destroy(RateEquations *eq)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(eq->rows, eq->inverse));
  PetscFunctionReturn(0);
}

void rate_equations_norms(RateEquations *eq)
{
  for (int r = 0; r < eq->nrows; r++) {
    RateRow *row = &eq->rows[r];
    double   sum = 0.0, y[3];
    for (int k = 0; k < ROW_BLOCKS; k++) {
      if (row->block[k] < 0) continue;
      mat3_apply(eq->inverse[row->block[k]], row->value[k], y);
      sum += vec_dot(3, row->value[k], y);
    }
    row->norm = sqrt(fmax(sum, 0.0));
  }
}

double rate_row_residual(const RateRow *row, const double *x)
{
  double sum = row->b;

  for (int k = 0; k < ROW_BLOCKS; k++)
    if (row->block[k] >= 0) sum -= vec_dot(3, row->value[k], x + 3 * row->block[k]);
  return sum;
}

/* C, or C W^-1, with normalised rows. */
static PetscErrorCode matrix_create(const RateEquations *eq, bool weighted, Mat *A)
{
  const size_t room = 3 * ROW_BLOCKS * (size_t)eq->nrows + 1;
  PetscInt    *row, *col, n = 0;
  PetscScalar *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(room, &row, room, &col, room, &value));
  for (int r = 0; r < eq->nrows; r++)
    for (int k = 0; k < ROW_BLOCKS; k++) {
      const RateRow *c = &eq->rows[r];
      double         y[3];
      if (c->block[k] < 0 || c->norm == 0.0) continue;
      vec_copy(3, c->value[k], y);
      if (weighted) mat3_apply(eq->inverse[c->block[k]], c->value[k], y);
      for (int i = 0; i < 3; i++, n++) {
        row[n]   = r;
        col[n]   = 3 * c->block[k] + i;
        value[n] = y[i] / c->norm;
      }
    }
  PetscCall(MatCreate(PETSC_COMM_SELF, A));
  PetscCall(MatSetSizes(*A, eq->nrows, 3 * eq->nblocks, eq->nrows, 3 * eq->nblocks));
  PetscCall(MatSetType(*A, MATSEQAIJ));
  PetscCall(MatSetPreallocationCOO(*A, n, row, col));
  PetscCall(MatSetValuesCOO(*A, value, ADD_VALUES));
  PetscCall(PetscFree3(row, col, value));
  PetscFunctionReturn(0);
}

/* x += W^-1 C^T y, y of the normalised rows. */
static void solution_add(const RateEquations *eq, const double *y, double *x)
{
  for (int r = 0; r < eq->nrows; r++)
    for (int k = 0; k < ROW_BLOCKS; k++) {
      const RateRow *row = &eq->rows[r];
      double         step[3];
      if (row->block[k] < 0 || row->norm == 0.0) continue;
      mat3_apply(eq->inverse[row->block[k]], row->value[k], step);
      vec_add(3, y[r] / row->norm, step, x + 3 * row->block[k]);
    }
}

/* Largest normalised residual of C x = b; x = NULL: of x = 0. */
static double residual_most(const RateEquations *eq, const double *x)
{
  double most = 0.0;

  for (int r = 0; r < eq->nrows; r++)
    if (eq->rows[r].norm > 0.0)
      most = fmax(most, fabs(x ? rate_row_residual(&eq->rows[r], x) : eq->rows[r].b) / eq->rows[r].norm);
  return most;
}

/* x from zero by a number of steps (C W^-1 C^T + shift) y = b - C x, x += W^-1 C^T y. */
static PetscErrorCode solution_refine(const RateEquations *eq, double shift, int steps, double *x)
{
  const int n = eq->nrows;
  Mat       C, CW, N;
  KSP       lu;
  double   *b, *y;
  bool      solved = true;

  PetscFunctionBeginUser;
  vec_zero(3 * eq->nblocks, x);
  PetscCall(PetscMalloc2(n, &b, n, &y));
  PetscCall(matrix_create(eq, false, &C));
  PetscCall(matrix_create(eq, true, &CW));
  PetscCall(MatMatTransposeMult(CW, C, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &N));
  PetscCall(MatShift(N, shift));
  PetscCall(sparse_lu_create(N, &lu));
  for (int step = 0; solved && step < steps; step++) {
    for (int r = 0; r < n; r++)
      b[r] = eq->rows[r].norm > 0.0 ? rate_row_residual(&eq->rows[r], x) / eq->rows[r].norm : 0.0;
    PetscCall(sparse_lu_solve(lu, n, b, y, &solved));
    if (solved) solution_add(eq, y, x);
  }
  PetscCall(KSPDestroy(&lu));
  PetscCall(MatDestroy(&C));
  PetscCall(MatDestroy(&CW));
  PetscCall(MatDestroy(&N));
  PetscCall(PetscFree2(b, y));
  PetscFunctionReturn(0);
}

/* Contradictory rows make y as large as their residual divided by the shift, and its rounding errors with it: they are solved again
 * with a larger shift. */
PetscErrorCode rate_equations_solve(const RateEquations *eq, double damping, double *x)
{
  PetscFunctionBeginUser;
  vec_zero(3 * eq->nblocks, x);
  if (eq->nrows == 0) PetscFunctionReturn(0);
  PetscCall(solution_refine(eq, regular + damping, damping > 0.0 ? 1 : REFINEMENTS, x));
  if (damping == 0.0 && residual_most(eq, x) > contradictory * residual_most(eq, NULL))
    PetscCall(solution_refine(eq, regular_contradiction, REFINEMENTS, x));
  PetscFunctionReturn(0);
}

/* Entry i of a block in the units of the metric. */
static double entry_scale(const RateEquations *eq, int block, int i)
{
  return sqrt(fmax(eq->inverse[block][i][i], 0.0));
}

/* Appends the row as a column, its blocks in ascending order, entries in the units of the metric. */
static void column_append(const RateEquations *eq, const RateRow *row, Columns *A)
{
  int n = A->start[A->ncols];

  for (int last = -1, k; row->norm > 0.0; last = row->block[k]) {
    k = -1;
    for (int j = 0; j < ROW_BLOCKS; j++)
      if (row->block[j] > last && (k < 0 || row->block[j] < row->block[k])) k = j;
    if (k < 0) break;
    for (int i = 0; i < 3; i++, n++) {
      A->row[n]   = 3 * row->block[k] + i;
      A->value[n] = row->value[k][i] * entry_scale(eq, row->block[k], i) / row->norm;
    }
  }
  A->start[++A->ncols] = n;
}

PetscErrorCode rate_equations_independent(const RateEquations *eq, int *nindependent)
{
  const size_t most = 3 * ROW_BLOCKS * (size_t)eq->nrows + 1;
  Columns      A    = {.nrows = 3 * eq->nblocks};
  QR          *qr;

  PetscFunctionBeginUser;
  *nindependent = 0;
  if (eq->nrows == 0 || eq->nblocks == 0) PetscFunctionReturn(0);
  PetscCall(PetscCalloc3(eq->nrows + 1, &A.start, most, &A.row, most, &A.value));
  for (int r = 0; r < eq->nrows; r++) column_append(eq, &eq->rows[r], &A);
  PetscCall(qr_create(&A, rank_tolerance, &qr));
  *nindependent = qr_independent(qr);
  PetscCall(qr_destroy(&qr));
  PetscCall(PetscFree3(A.start, A.row, A.value));
  PetscFunctionReturn(0);
}

/* Projects a random vector y onto the solutions of C x = 0: y - x with C x = C y has entries wherever such solutions have. */
PetscErrorCode rate_equations_free(RateEquations *eq, const bool *known, bool *moves)
{
  const int     n    = 3 * eq->nblocks;
  unsigned long seed = 1;
  double       *x, *y;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(n + 1, &x, n + 1, &y));
  for (int i = 0; i < n; i++) y[i] = known[i / 3] ? 0.0 : (0.5 + random_next(&seed)) * entry_scale(eq, i / 3, i % 3);
  for (int r = 0; r < eq->nrows; r++) {
    eq->rows[r].b = 0.0;
    eq->rows[r].b = -rate_row_residual(&eq->rows[r], y);
  }
  PetscCall(rate_equations_solve(eq, 0.0, x));
  for (int k = 0; k < eq->nblocks; k++) {
    moves[k] = false;
    for (int i = 3 * k; i < 3 * k + 3; i++) moves[k] = moves[k] || fabs(y[i] - x[i]) > 1e-6 * entry_scale(eq, k, i % 3);
  }
  PetscCall(PetscFree2(x, y));
  PetscFunctionReturn(0);
}
