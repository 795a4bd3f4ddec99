#include "linear/lu/band.h"

#include "linear/lu/components.h"
#include "linear/lu/element_chain.h"
#include "linear/lu/slabs.h"

#include <math.h>
#include <petscblaslapack.h>
#include <string.h>

typedef struct {
  BandSource    source;
  PetscBool     ready, failed;
  bool          split; /* over several ranks: only slabs is used */
  Slabs         slabs;
  Sequence      sequence; /* alone, for a source with elements */
  PetscBLASInt  n, kl, ku, ldab;
  double       *ab;    /* [ldab * n] */
  Front         front; /* instead of ab */
  Components    parts; /* of it */
  PetscBLASInt *pivot; /* [n] */
  double       *work;  /* [n] */
} Band;

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
  PetscCall(PetscFree(band->work));
  front_destroy(&band->front);
  PetscCall(components_destroy(&band->parts));
  PetscCall(slabs_destroy(&band->slabs));
  PetscCall(sequence_destroy(&band->sequence));
  PetscCall(PetscFree(band));
  PetscFunctionReturn(0);
}

/* The fronts, one part of the matrix after the other. */
static PetscErrorCode fronts_create(const PetscInt *row, const PetscInt *col, Band *band)
{
  Components  *parts   = &band->parts;
  FrontPattern pattern = {.n = band->n, .row = row, .col = col};

  PetscFunctionBeginUser;
  PetscCall(components_create(&band->source.plan, band->n, parts));
  for (PetscInt i = 0; i < band->n; i++)
    for (PetscInt e = row[i]; e < row[i + 1]; e++) components_join(parts, (int)i, (int)col[e]);
  components_count(parts);
  if (parts->n > 1) {
    PetscCall(components_plan(NULL, false, parts));
    pattern.place = pattern.home = parts->place;
  } else PetscCall(components_destroy(parts));
  PetscCheck(front_create(&pattern, parts->n > 1 ? &parts->own : &band->source.plan, &band->front), PETSC_COMM_SELF,
             PETSC_ERR_MEM, "no memory for the factors of %d unknowns", (int)band->n);
  PetscFunctionReturn(0);
}

/* Widths of the band, or the fronts. */
static PetscErrorCode band_allocate(Mat A, Band *band)
{
  const PetscInt *row, *col;
  PetscInt        n;
  PetscBool       done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "band needs an AIJ matrix");
  PetscCall(PetscBLASIntCast(n, &band->n));
  if (band->source.blocks) PetscCall(fronts_create(row, col, band));
  else {
    for (PetscInt i = 0; i < n; i++)
      for (PetscInt e = row[i]; e < row[i + 1]; e++) {
        band->kl = PetscMax(band->kl, (PetscBLASInt)(band_row(band, i) - col[e]));
        band->ku = PetscMax(band->ku, (PetscBLASInt)(col[e] - band_row(band, i)));
      }
    band->ldab = 2 * band->kl + band->ku + 1;
    PetscCall(PetscMalloc1((size_t)band->ldab * (size_t)band->n, &band->ab));
    PetscCall(PetscMalloc1(band->n, &band->pivot));
  }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCall(PetscMalloc1(band->n, &band->work));
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
  for (PetscInt i = 0; i < band->n; i++)
    for (PetscInt e = row[i]; e < row[i + 1]; e++)
      band->ab[shift + (size_t)band_row(band, i) + (size_t)col[e] * (ldab - 1)] = value[e];
  dgbtrf_(&band->n, &band->n, &band->kl, &band->ku, band->ab, &band->ldab, band->pivot, &info);
  PetscCheck(info >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrf: argument %d", (int)-info);
  *failed = info > 0 ? PETSC_TRUE : PETSC_FALSE;
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
  if (band->source.blocks) {
    const int         *place   = band->front.place;
    const FrontPattern pattern = {.n = band->n, .row = row, .col = col, .place = place, .home = place};
    *failed                    = front_factor(&band->front, &pattern, value) ? PETSC_FALSE : PETSC_TRUE;
  } else PetscCall(band_factor(row, col, value, band, failed));
  PetscCall(MatSeqAIJRestoreArrayRead(A, &value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscFunctionReturn(0);
}

/* b <- A^{-1} b or A^{-T} b, rows in the order of the factors */
static PetscErrorCode band_solve(const Band *band, bool transpose, double *b)
{
  PetscBLASInt info, one = 1;

  PetscFunctionBeginUser;
  if (band->n == 0) PetscFunctionReturn(0);
  if (band->source.blocks) {
    front_solve(&band->front, transpose, b);
    PetscFunctionReturn(0);
  }
  dgbtrs_(transpose ? "T" : "N", &band->n, &band->kl, &band->ku, &one, band->ab, &band->ldab, band->pivot, b, &band->n,
          &info);
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrs: argument %d", (int)-info);
  PetscFunctionReturn(0);
}

static PetscErrorCode band_create(PC pc, Mat A, Band *band)
{
  MPI_Comm    comm = PetscObjectComm((PetscObject)pc);
  PetscMPIInt size;
  PetscInt    first, last;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  band->split = size > 1;
  if (band->source.element.size)
    PetscCall(sequence_create(comm, (int)first, (int)(last - first), &band->source, &band->sequence));
  else if (band->split) PetscCall(slabs_create(comm, (int)first, (int)(last - first), &band->source, &band->slabs));
  else PetscCall(band_allocate(A, band));
  band->ready = PETSC_TRUE;
  PetscFunctionReturn(0);
}

static PetscErrorCode band_setup(PC pc)
{
  Band *band;
  Mat   A;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  PetscCall(PCGetOperators(pc, NULL, &A));
  if (!band->ready) PetscCall(band_create(pc, A, band));
  if (band->source.element.size) PetscCall(sequence_factor(&band->sequence, &band->failed));
  else if (band->split) PetscCall(slabs_factor(&band->slabs, &band->failed));
  else PetscCall(factor(A, band, &band->failed));
  PetscCall(PCSetFailedReason(pc, band->failed ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR));
  PetscFunctionReturn(0);
}

/* A x = b, or A^T x = b, on one rank */
static PetscErrorCode band_apply_one(const Band *band, bool transpose, const double *b, double *x)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < band->n; i++) x[transpose ? i : band_row(band, i)] = b[i];
  PetscCall(band_solve(band, transpose, x));
  if (!transpose || !band->source.late_count) PetscFunctionReturn(0);
  PetscCall(PetscArraycpy(band->work, x, band->n));
  for (PetscInt i = 0; i < band->n; i++) x[i] = band->work[band_row(band, i)];
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply_either(PC pc, bool transpose, Vec b, Vec x)
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
  if (band->source.element.size) PetscCall(sequence_solve(&band->sequence, transpose, ba, xa));
  else if (band->split) PetscCall(slabs_solve(&band->slabs, transpose, ba, xa));
  else PetscCall(band_apply_one(band, transpose, ba, xa));
  PetscCall(VecRestoreArrayWrite(x, &xa));
  PetscCall(VecRestoreArrayRead(b, &ba));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(band_apply_either(pc, false, b, x));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply_transpose(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(band_apply_either(pc, true, b, x));
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
