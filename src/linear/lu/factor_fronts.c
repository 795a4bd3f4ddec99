/* LU of a matrix on one rank in fronts, one component after the other (front.h, components.h). */
#include "linear/lu/components.h"
#include "linear/lu/factor.h"
#include "linear/lu/front.h"

typedef struct {
  Components components; /* empty if the matrix is one component */
  Front      front;
} Fronts;

/* Compressed rows of A, borrowed until rows_restore. */
typedef struct {
  const PetscInt    *row, *col;
  const PetscScalar *value;
  PetscInt           n;
} MatrixRows;

/* Compressed rows without a copy. */
static PetscErrorCode rows_get(Mat A, MatrixRows *rows)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &rows->n, &rows->row, &rows->col, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "found a matrix without compressed rows, expected an AIJ matrix");
  PetscCall(MatSeqAIJGetArrayRead(A, &rows->value));
  PetscFunctionReturn(0);
}

/* Returns the arrays of rows_get. */
static PetscErrorCode rows_restore(Mat A, MatrixRows *rows)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(MatSeqAIJRestoreArrayRead(A, &rows->value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &rows->n, &rows->row, &rows->col, &done));
  PetscFunctionReturn(0);
}

/* Columns by component if there are several; a row belongs to the column of the same number. */
static FrontPattern pattern_of(const Fronts *f, const MatrixRows *rows)
{
  const int *position = f->components.position;

  return (FrontPattern){
    .n = (int)rows->n, .row = rows->row, .col = rows->col, .position = position, .owner_column = position};
}

/* Components from all entries; with a single one the plan of the source is used as it is. */
static PetscErrorCode fronts_create(const FactorSource *source, Mat A, void **factor)
{
  Fronts     *f;
  MatrixRows  rows;
  Components *components;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&f));
  *factor    = f;
  components = &f->components;
  PetscCall(rows_get(A, &rows));
  PetscCall(components_create(&source->plan, (int)rows.n, components));
  for (PetscInt i = 0; i < rows.n; i++)
    for (PetscInt e = rows.row[i]; e < rows.row[i + 1]; e++) components_join(components, (int)i, (int)rows.col[e]);
  components_number(components);
  const bool several = components->n > 1;
  if (several) PetscCall(components_plan(NULL, false, components));
  else PetscCall(components_destroy(components));
  const FrontPattern pattern = pattern_of(f, &rows);
  const bool         ok      = front_create(&pattern, several ? &components->ordered : &source->plan, &f->front);
  PetscCall(rows_restore(A, &rows));
  PetscCheck(ok, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the factors of %d unknowns", f->front.n);
  PetscFunctionReturn(0);
}

/* P A = L U of all components, one front after the other. */
static PetscErrorCode fronts_factor(void *factor, Mat A, bool *regular)
{
  Fronts    *f = factor;
  MatrixRows rows;

  PetscFunctionBeginUser;
  PetscCall(rows_get(A, &rows));
  const FrontPattern pattern = pattern_of(f, &rows);
  *regular                   = front_factor(&f->front, &pattern, rows.value);
  PetscCall(rows_restore(A, &rows));
  PetscFunctionReturn(0);
}

/* x = A^{-1} b or A^{-T} b in place. */
static PetscErrorCode fronts_solve(const void *factor, bool transpose, const double *b, double *x)
{
  const Fronts *f = factor;

  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(x, b, f->front.n));
  front_solve(&f->front, transpose, x);
  PetscFunctionReturn(0);
}

static PetscErrorCode fronts_destroy(void *factor)
{
  Fronts *f = factor;

  PetscFunctionBeginUser;
  front_destroy(&f->front);
  PetscCall(components_destroy(&f->components));
  PetscCall(PetscFree(f));
  PetscFunctionReturn(0);
}

const FactorOps factor_fronts = {"block LU in time order", fronts_create, fronts_factor, fronts_solve, fronts_destroy};
