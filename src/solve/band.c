#include "solve/band_impl.h"

#include <math.h>
#include <string.h>

extern void dgbtrf_(const PetscBLASInt *m, const PetscBLASInt *n, const PetscBLASInt *kl, const PetscBLASInt *ku,
                    double *ab, const PetscBLASInt *ldab, PetscBLASInt *pivot, PetscBLASInt *info);
extern void dgbtrs_(const char *trans, const PetscBLASInt *n, const PetscBLASInt *kl, const PetscBLASInt *ku,
                    const PetscBLASInt *nrhs, const double *ab, const PetscBLASInt *ldab, const PetscBLASInt *pivot,
                    double *b, const PetscBLASInt *ldb, PetscBLASInt *info);

/* Row of the factored matrix that row i of the operator becomes. */
static PetscInt band_row(const Band *band, PetscInt i)
{
  if (i < band->source.late_first || band->source.late_count == 0 || band->source.blocks) return i;
  if (i < band->source.late_first + band->source.late_count)
    return i - band->source.late_first + band->n - band->source.late_count;
  return i - band->source.late_count;
}

double band_bytes(double n, double kl, double ku)
{
  return 8.0 * n * (2.0 * kl + ku + 1.0) + 4.0 * n;
}

static PetscErrorCode band_destroy(PC pc)
{
  Band *band;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  PetscCall(PetscFree(band->ab));
  PetscCall(PetscFree(band->pivot));
  PetscCall(PetscFree(band->all));
  PetscCall(PetscFree(band->own));
  PetscCall(PetscFree(band->here));
  PetscCall(PetscFree(band->R));
  PetscCall(PetscFree(band->R_pivot));
  PetscCall(PetscFree(band->work));
  PetscCall(PetscFree(band->small));
  PetscCall(PetscFree(band->delta));
  PetscCall(PetscFree(band->columns));
  PetscCall(PetscFree(band->entry));
  PetscCall(PetscFree(band->own_value));
  PetscCall(PetscFree(band->pattern_row));
  PetscCall(PetscFree(band->pattern_col));
  front_destroy(&band->front);
  PetscCall(PetscFree(band));
  PetscFunctionReturn(0);
}

/* Widths of the band, or the fronts; the pattern is that of A, or of this rank's own entries. */
static PetscErrorCode band_allocate(Mat A, Band *band)
{
  const PetscInt *row, *col;
  PetscInt        n;
  PetscBool       done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "band needs an AIJ matrix");
  PetscCall(PetscBLASIntCast(n, &band->n));
  if (band->source.blocks) {
    if (band->all) PetscCall(slabs_pattern(band));
    const FrontPattern pattern = band->all ? band->pattern : (FrontPattern){band->n, row, col};
    band->fronts               = front_create(&pattern, &band->source.plan, &band->front);
  } else {
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt e = row[i]; e < row[i + 1]; e++) {
        band->kl = PetscMax(band->kl, (PetscBLASInt)(band_row(band, i) - col[e]));
        band->ku = PetscMax(band->ku, (PetscBLASInt)(col[e] - band_row(band, i)));
      }
    if (band->all) slabs_width(band);
    band->ldab = 2 * band->kl + band->ku + 1;
    PetscCall(PetscMalloc1((size_t)band->ldab * (size_t)band->n, &band->ab));
    PetscCall(PetscMalloc1(band->n, &band->pivot));
  }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCall(PetscMalloc1(band->n, &band->work));
  band->ready = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* dgbtrf; LAPACK band storage: A(i, j) at ab[kl + ku + i - j + j ldab]. failed: a zero pivot */
static PetscErrorCode band_factor(const PetscInt *row, const PetscInt *col, const double *value, Band *band,
                                  PetscBool *failed)
{
  PetscBLASInt info;
  const size_t ldab = (size_t)band->ldab, shift = (size_t)(band->kl + band->ku);

  PetscFunctionBeginUser;
  memset(band->ab, 0, ldab * (size_t)band->n * sizeof *band->ab);
  if (band->all) slabs_fill(band);
  else
    for (PetscInt i = 0; i < band->n; i++)
      for (PetscInt e = row[i]; e < row[i + 1]; e++)
        band->ab[shift + (size_t)band_row(band, i) + (size_t)col[e] * (ldab - 1)] = value[e];
  dgbtrf_(&band->n, &band->n, &band->kl, &band->ku, band->ab, &band->ldab, band->pivot, &info);
  PetscCheck(info >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrf: argument %d", (int)-info);
  *failed = info > 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(0);
}

static PetscErrorCode blocks_factor(const PetscInt *row, const PetscInt *col, const double *value, Band *band,
                                    PetscBool *failed)
{
  const FrontPattern pattern = band->all ? band->pattern : (FrontPattern){band->n, row, col};

  PetscFunctionBeginUser;
  *failed = PETSC_TRUE;
  if (!band->fronts) PetscFunctionReturn(0); /* too few rows for some columns: singular whatever the values */
  if (band->all) slabs_fill(band);
  *failed = front_factor(&band->front, &pattern, band->all ? band->own_value : value) ? PETSC_FALSE : PETSC_TRUE;
  PetscFunctionReturn(0);
}

static PetscErrorCode factor(Mat A, Band *band, PetscBool *failed)
{
  const PetscInt    *row, *col;
  const PetscScalar *value;
  PetscInt           n;
  PetscBool          done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(A, &value));
  if (band->source.blocks) PetscCall(blocks_factor(row, col, value, band, failed));
  else PetscCall(band_factor(row, col, value, band, failed));
  PetscCall(MatSeqAIJRestoreArrayRead(A, &value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  if (band->all) slabs_delta(band);
  PetscFunctionReturn(0);
}

PetscErrorCode band_solve(const Band *band, bool transpose, PetscInt first, PetscBLASInt nrhs, double *b)
{
  PetscBLASInt info;

  PetscFunctionBeginUser;
  if (band->n == 0 || nrhs == 0) PetscFunctionReturn(0);
  if (band->source.blocks) {
    front_solve(&band->front, transpose, (int)first, nrhs, b);
    PetscFunctionReturn(0);
  }
  dgbtrs_(transpose ? "T" : "N", &band->n, &band->kl, &band->ku, &nrhs, band->ab, &band->ldab, band->pivot, b, &band->n,
          &info);
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrs: argument %d", (int)-info);
  PetscFunctionReturn(0);
}

static PetscErrorCode band_setup(PC pc)
{
  Band       *band;
  Mat         P, A;
  PetscMPIInt size;
  PetscBool   failed, any;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  PetscCall(PCGetOperators(pc, NULL, &P));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)pc), &size));
  PetscCall(MatGetDiagonalBlock(P, &A));
  if (!band->ready) {
    if (size > 1) PetscCall(slabs_create(pc, P, band));
    PetscCall(band_allocate(A, band));
  }
  PetscCall(slabs_tail(P, band));
  PetscCall(factor(A, band, &failed));
  PetscCallMPI(MPI_Allreduce(&failed, &any, 1, MPIU_BOOL, MPI_LOR, PetscObjectComm((PetscObject)pc)));
  if (!any && size > 1) PetscCall(slabs_factor(pc, band, &any));
  band->failed = any;
  PetscCall(PCSetFailedReason(pc, any ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply(PC pc, Vec b, Vec x)
{
  Band              *band;
  const PetscScalar *ba;
  PetscScalar       *xa;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  if (band->failed) { /* no factors: what a zero pivot gives */
    PetscCall(VecSet(x, NAN));
    PetscFunctionReturn(0);
  }
  PetscCall(VecGetArrayRead(b, &ba));
  PetscCall(VecGetArrayWrite(x, &xa));
  if (band->R) PetscCall(slabs_solve(pc, band, ba, xa));
  else {
    for (PetscInt i = 0; i < band->n; i++) xa[band_row(band, i)] = ba[i];
    PetscCall(band_solve(band, false, 0, 1, xa));
  }
  PetscCall(VecRestoreArrayWrite(x, &xa));
  PetscCall(VecRestoreArrayRead(b, &ba));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply_transpose(PC pc, Vec b, Vec y)
{
  Band        *band;
  PetscScalar *ya;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  PetscCall(VecCopy(b, y));
  PetscCall(VecGetArray(y, &ya));
  if (band->R) PetscCall(slabs_solve_transpose(pc, band, ya));
  else {
    PetscCall(band_solve(band, true, 0, 1, ya));
    PetscCall(PetscArraycpy(band->work, ya, band->n));
    for (PetscInt i = 0; band->source.late_count && i < band->n; i++) ya[i] = band->work[band_row(band, i)];
  }
  PetscCall(VecRestoreArray(y, &ya));
  PetscFunctionReturn(0);
}

PetscErrorCode band_attach(PC pc, const BandSource *source)
{
  Band *band;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&band));
  band->source = *source;
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetName(pc, source->blocks ? "block LU in time order" : "banded LU"));
  PetscCall(PCShellSetContext(pc, band));
  PetscCall(PCShellSetSetUp(pc, band_setup));
  PetscCall(PCShellSetApply(pc, band_apply));
  PetscCall(PCShellSetApplyTranspose(pc, band_apply_transpose));
  PetscCall(PCShellSetDestroy(pc, band_destroy));
  PetscFunctionReturn(0);
}
