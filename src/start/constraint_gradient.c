/* Builds grad Theta, or its product with J, from the pattern of the system and scales it by natural units. */
#include "start/constraint_gradient.h"

/* J on the right moves column c to column partner[c] with -sign[c]: J is skew. */
PetscErrorCode constraint_gradient_create(const System *sys, const double *T, const int *partner, const double *sign,
                                          Mat *B)
{
  const Pattern *pattern = &sys->T;
  const int      n       = pattern->nnz;
  PetscInt      *row, *col;
  PetscScalar   *value;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(n, &row, n, &col, n, &value));
  for (int r = 0; r < pattern->nrows; r++)
    for (int e = pattern->row[r]; e < pattern->row[r + 1]; e++) {
      const int c = pattern->col[e];
      row[e]      = r;
      col[e]      = partner ? partner[c] : c;
      value[e]    = (sign ? -sign[c] : 1.0) * T[e] * sys->scale_z[c] / sys->scale_theta[r];
    }
  PetscCall(MatCreate(PETSC_COMM_SELF, B));
  PetscCall(MatSetSizes(*B, pattern->nrows, sys->nz, pattern->nrows, sys->nz));
  PetscCall(MatSetType(*B, MATSEQAIJ));
  PetscCall(MatSetPreallocationCOO(*B, n, row, col));
  PetscCall(MatSetValuesCOO(*B, value, INSERT_VALUES));
  PetscCall(PetscFree3(row, col, value));
  PetscFunctionReturn(0);
}
