#include "solve/band.h"

#include <limits.h>
#include <math.h>
#include <petscblaslapack.h>
#include <petscmat.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

extern void dgbtrf_(const PetscBLASInt *m, const PetscBLASInt *n, const PetscBLASInt *kl, const PetscBLASInt *ku,
                    double *ab, const PetscBLASInt *ldab, PetscBLASInt *pivot, PetscBLASInt *info);
extern void dgbtrs_(const char *trans, const PetscBLASInt *n, const PetscBLASInt *kl, const PetscBLASInt *ku,
                    const PetscBLASInt *nrhs, const double *ab, const PetscBLASInt *ldab, const PetscBLASInt *pivot,
                    double *b, const PetscBLASInt *ldb, PetscBLASInt *info);

typedef struct {
  PetscBLASInt  n, kl, ku, ldab;
  double       *ab; /* [ldab * n] */
  BandSource    source;
  PetscBool     failed;
  PetscBLASInt *pivot; /* [n] */
  /* coupling, more than one rank only */
  PetscInt      first;        /* first row of this rank */
  PetscInt      nown, noff;   /* columns of C on this rank, those of other ranks first; the rest are the tail */
  PetscInt      ntail;        /* 0 on the last rank */
  double       *delta;        /* [ntail][ntail] what the next rank adds to the tail */
  Mat           C;            /* off-diagonal block, [n][nown] */
  PetscInt      nall;         /* |I| */
  PetscInt     *all;          /* [nall] global columns, ascending */
  PetscInt     *own;          /* [nown] place of each column of C in `all` */
  PetscInt      nhere, *here; /* places in `all` whose row is on this rank */
  double       *R;            /* [nall][nall] factored */
  PetscBLASInt *R_pivot;
  double       *work, *small; /* [n], [2 nall] */
} Band;

/* Row of the factored matrix that row i of the operator becomes. */
static PetscInt band_row(const Band *band, PetscInt i)
{
  if (i < band->source.late_first || band->source.late_count == 0) return i;
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
  PetscCall(PetscFree(band));
  PetscFunctionReturn(0);
}

/* A clear message before the memory runs out. */
static PetscErrorCode memory_check(MPI_Comm comm, double bytes, double entries)
{
  const double free_bytes = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  const double all        = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);

  PetscFunctionBeginUser;
  /* caches count as used, so compare with most of the machine as well as with what is free now */
  PetscCheck(bytes < 0.9 * all || bytes < free_bytes, comm, PETSC_ERR_MEM,
             "the banded factors need %.1f GiB, the machine has %.1f GiB: use fewer elements per window or more ranks",
             bytes / 1073741824.0, all / 1073741824.0);
  PetscCheck(entries < (double)INT_MAX, comm, PETSC_ERR_ARG_OUTOFRANGE,
             "the band has %.3g entries, more than LAPACK can index: use linear: mumps or more ranks", entries);
  PetscFunctionReturn(0);
}

/* Whether an own entry lies in this rank's diagonal block; i, j: its place there. */
static bool own_place(const Band *band, int e, PetscInt *i, PetscInt *j)
{
  *i = band->source.row[e] - band->first;
  *j = band->source.col[e] - band->first;
  return band->source.row[e] >= 0 && band->source.col[e] >= 0 && *i >= 0 && *i < band->n && *j >= 0 && *j < band->n;
}

static void own_width(Band *band)
{
  PetscInt i, j;

  band->kl = band->ku = 0;
  for (int e = 0; e < band->source.nentries; e++)
    if (own_place(band, e, &i, &j)) {
      band->kl = PetscMax(band->kl, (PetscBLASInt)(i - j));
      band->ku = PetscMax(band->ku, (PetscBLASInt)(j - i));
    }
}

/* D from this rank's own entries; the tail's part of it is taken off delta. */
static void own_fill(Band *band)
{
  const size_t   ldab = (size_t)band->ldab, shift = (size_t)(band->kl + band->ku);
  const PetscInt from = band->n - band->ntail;
  PetscInt       i, j;

  for (int e = 0; e < band->source.nentries; e++) {
    if (!own_place(band, e, &i, &j)) continue;
    band->ab[shift + (size_t)i + (size_t)j * (ldab - 1)] += band->source.value[e];
    if (i >= from && j >= from) band->delta[(i - from) * band->ntail + j - from] -= band->source.value[e];
  }
}

static PetscErrorCode band_allocate(PC pc, Mat A, Band *band)
{
  const PetscInt *row, *col;
  PetscInt        n;
  PetscBool       done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_SUP, "band needs an AIJ matrix");
  PetscCall(PetscBLASIntCast(n, &band->n));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt e = row[i]; e < row[i + 1]; e++) {
      band->kl = PetscMax(band->kl, (PetscBLASInt)(band_row(band, i) - col[e]));
      band->ku = PetscMax(band->ku, (PetscBLASInt)(col[e] - band_row(band, i)));
    }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  if (band->all) own_width(band);
  band->ldab = 2 * band->kl + band->ku + 1;
  PetscCall(memory_check(PetscObjectComm((PetscObject)pc), band_bytes(band->n, band->kl, band->ku),
                         (double)band->ldab * band->n));
  PetscCall(PetscMalloc1((size_t)band->ldab * (size_t)band->n, &band->ab));
  PetscCall(PetscMalloc1(band->n, &band->pivot));
  PetscCall(PetscMalloc1(band->n, &band->work));
  PetscFunctionReturn(0);
}

/* LAPACK band storage: A(i, j) at ab[kl + ku + i - j + j ldab]; failed: a zero pivot */
static PetscErrorCode band_factor(Mat A, Band *band, PetscBool *failed)
{
  const PetscInt    *row, *col;
  const PetscScalar *value;
  PetscInt           n;
  PetscBool          done;
  PetscBLASInt       info;
  const size_t       ldab = (size_t)band->ldab, shift = (size_t)(band->kl + band->ku);

  PetscFunctionBeginUser;
  memset(band->ab, 0, ldab * (size_t)band->n * sizeof *band->ab);
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(A, &value));
  for (PetscInt i = 0; !band->all && i < n; i++)
    for (PetscInt e = row[i]; e < row[i + 1]; e++)
      band->ab[shift + (size_t)band_row(band, i) + (size_t)col[e] * (ldab - 1)] = value[e];
  PetscCall(MatSeqAIJRestoreArrayRead(A, &value));
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &row, &col, &done));
  if (band->all) own_fill(band);
  dgbtrf_(&band->n, &band->n, &band->kl, &band->ku, band->ab, &band->ldab, band->pivot, &info);
  PetscCheck(info >= 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrf: argument %d", (int)-info);
  *failed = info > 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscFunctionReturn(0);
}

/* b <- D^{-1} b or D^{-T} b for nrhs columns of this rank's block */
static PetscErrorCode band_solve(const Band *band, bool transpose, PetscBLASInt nrhs, double *b)
{
  PetscBLASInt info;

  PetscFunctionBeginUser;
  if (band->n == 0 || nrhs == 0) PetscFunctionReturn(0);
  dgbtrs_(transpose ? "T" : "N", &band->n, &band->kl, &band->ku, &nrhs, band->ab, &band->ldab, band->pivot, b, &band->n,
          &info);
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "dgbtrs: argument %d", (int)-info);
  PetscFunctionReturn(0);
}

/* The coupling columns of all ranks, which of them C has here, and which of them are rows here. */
static PetscErrorCode coupling_create(PC pc, Mat P, Band *band)
{
  MPI_Comm        comm = PetscObjectComm((PetscObject)pc);
  const PetscInt *garray;
  PetscMPIInt     size, rank, mine, *count, *start;
  PetscInt        total = 0, last, found, *columns;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(MatMPIAIJGetSeqAIJ(P, NULL, &band->C, &garray));
  PetscCall(MatGetSize(band->C, NULL, &band->noff));
  PetscCall(MatGetOwnershipRange(P, &band->first, &last));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  band->ntail = rank < size - 1 ? band->source.tail : 0;
  band->nown  = band->noff + band->ntail;
  PetscCall(PetscMalloc1(band->nown + 1, &columns));
  for (PetscInt c = 0; c < band->nown; c++)
    columns[c] = c < band->noff ? garray[c] : last - band->ntail + c - band->noff;
  PetscCall(PetscCalloc1((size_t)band->ntail * (size_t)band->ntail + 1, &band->delta));
  PetscCall(PetscMPIIntCast(band->nown, &mine));
  PetscCall(PetscMalloc2(size, &count, size + 1, &start));
  PetscCallMPI(MPI_Allgather(&mine, 1, MPI_INT, count, 1, MPI_INT, comm));
  for (int r = 0; r < size; r++) {
    start[r] = (PetscMPIInt)total;
    total += count[r];
  }
  PetscCall(PetscMalloc1(total + 1, &band->all));
  PetscCallMPI(MPI_Allgatherv(columns, mine, MPIU_INT, band->all, count, start, MPIU_INT, comm));
  PetscCall(PetscFree2(count, start));
  band->nall = total;
  PetscCall(PetscSortRemoveDupsInt(&band->nall, band->all));
  PetscCall(PetscMalloc1(band->nown + 1, &band->own));
  for (PetscInt c = 0; c < band->nown; c++) {
    PetscCall(PetscFindInt(columns[c], band->nall, band->all, &found));
    band->own[c] = found;
  }
  PetscCall(PetscFree(columns));
  PetscCall(PetscMalloc1(band->nall + 1, &band->here));
  for (PetscInt i = 0; i < band->nall; i++)
    if (band->all[i] >= band->first && band->all[i] < last) band->here[band->nhere++] = i;
  PetscCall(PetscMalloc1((size_t)band->nall * (size_t)band->nall + 1, &band->R));
  PetscCall(PetscMalloc1(band->nall + 1, &band->R_pivot));
  PetscCall(PetscMalloc1(2 * (size_t)band->nall + 1, &band->small));
  PetscFunctionReturn(0);
}

/* R = I + (D^{-1} C)_I, a few columns at a time; every rank gets all of it and factors it. */
static PetscErrorCode coupling_factor(PC pc, Band *band, PetscBool *failed)
{
  enum { CHUNK = 16 };
  const size_t       n = (size_t)band->n;
  const PetscInt    *row, *col;
  const PetscScalar *value;
  PetscInt           rows;
  PetscBool          done;
  PetscBLASInt       nall, info;
  double            *columns;

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(band->nall, &nall));
  PetscCall(PetscArrayzero(band->R, (size_t)band->nall * (size_t)band->nall));
  PetscCall(PetscMalloc1(n * CHUNK + 1, &columns));
  PetscCall(MatGetRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(band->C, &value));
  for (PetscInt from = 0; from < band->nown; from += CHUNK) {
    const PetscInt to = PetscMin(from + CHUNK, band->nown);
    memset(columns, 0, n * (size_t)(to - from) * sizeof *columns);
    for (PetscInt i = 0; i < rows; i++)
      for (PetscInt e = row[i]; e < row[i + 1]; e++)
        if (col[e] >= from && col[e] < to) columns[(size_t)i + (size_t)(col[e] - from) * n] = value[e];
    for (PetscInt c = PetscMax(from, band->noff); c < to; c++)
      for (PetscInt i = 0; i < band->ntail; i++)
        columns[n - (size_t)(band->ntail - i) + (size_t)(c - from) * n] = band->delta[i * band->ntail + c - band->noff];
    PetscCall(band_solve(band, false, (PetscBLASInt)(to - from), columns));
    for (PetscInt c = from; c < to; c++)
      for (PetscInt h = 0; h < band->nhere; h++) {
        const PetscInt i                       = band->here[h];
        band->R[i + band->own[c] * band->nall] = columns[(size_t)(band->all[i] - band->first) + (size_t)(c - from) * n];
      }
  }
  PetscCall(MatSeqAIJRestoreArrayRead(band->C, &value));
  PetscCall(MatRestoreRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscCall(PetscFree(columns));
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, band->R, nall * nall, MPI_DOUBLE, MPI_SUM, PetscObjectComm((PetscObject)pc)));
  for (PetscInt i = 0; i < band->nall; i++) band->R[i + i * band->nall] += 1.0;
  if (nall) LAPACKgetrf_(&nall, &nall, band->R, &nall, band->R_pivot, &info);
  if (nall && info > 0) *failed = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* The tail of the assembled matrix, into delta; own entries are taken off later. */
static PetscErrorCode tail_read(Mat P, Band *band)
{
  PetscInt *index;

  PetscFunctionBeginUser;
  if (!band->ntail) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(band->ntail, &index));
  for (PetscInt i = 0; i < band->ntail; i++) index[i] = band->first + band->n - band->ntail + i;
  PetscCall(MatGetValues(P, band->ntail, index, band->ntail, index, band->delta));
  PetscCall(PetscFree(index));
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
  if (!band->ab) {
    if (size > 1) PetscCall(coupling_create(pc, P, band));
    PetscCall(band_allocate(pc, A, band));
  }
  PetscCall(tail_read(P, band));
  PetscCall(band_factor(A, band, &failed));
  PetscCallMPI(MPI_Allreduce(&failed, &any, 1, MPIU_BOOL, MPI_LOR, PetscObjectComm((PetscObject)pc)));
  if (!any && size > 1) PetscCall(coupling_factor(pc, band, &any));
  band->failed = any;
  PetscCall(PCSetFailedReason(pc, any ? PC_FACTOR_NUMERIC_ZEROPIVOT : PC_NOERROR));
  PetscFunctionReturn(0);
}

static PetscErrorCode small_solve(const Band *band, const char *trans, double *x)
{
  PetscBLASInt n = (PetscBLASInt)band->nall, one = 1, info;

  PetscFunctionBeginUser;
  if (n) LAPACKgetrs_(trans, &n, &one, band->R, &n, band->R_pivot, x, &n, &info);
  PetscFunctionReturn(0);
}

/* y -= C x_I, or w = C^T t scattered into all of I */
static PetscErrorCode coupling_apply(const Band *band, bool transpose, const double *x, double *y)
{
  const PetscInt    *row, *col;
  const PetscScalar *value;
  PetscInt           rows;
  PetscBool          done;

  PetscFunctionBeginUser;
  PetscCall(MatGetRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(band->C, &value));
  for (PetscInt i = 0; i < rows; i++)
    for (PetscInt e = row[i]; e < row[i + 1]; e++) {
      const PetscInt place = band->own[col[e]];
      if (transpose) y[place] += value[e] * x[i];
      else y[i] -= value[e] * x[place];
    }
  for (PetscInt i = 0; i < band->ntail; i++)
    for (PetscInt j = 0; j < band->ntail; j++) {
      const PetscInt place = band->own[band->noff + j], at = band->n - band->ntail + i;
      if (transpose) y[place] += band->delta[i * band->ntail + j] * x[at];
      else y[at] -= band->delta[i * band->ntail + j] * x[place];
    }
  PetscCall(MatSeqAIJRestoreArrayRead(band->C, &value));
  PetscCall(MatRestoreRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply(PC pc, Vec b, Vec x)
{
  Band        *band;
  PetscScalar *xa;
  MPI_Comm     comm = PetscObjectComm((PetscObject)pc);

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  if (band->failed) { /* no factors: what a zero pivot gives */
    PetscCall(VecSet(x, NAN));
    PetscFunctionReturn(0);
  }
  PetscCall(VecCopy(b, x));
  PetscCall(VecGetArray(x, &xa));
  if (!band->R) {
    const PetscScalar *from;
    PetscCall(VecGetArrayRead(b, &from));
    for (PetscInt i = 0; band->source.late_count && i < band->n; i++) xa[band_row(band, i)] = from[i];
    PetscCall(VecRestoreArrayRead(b, &from));
    PetscCall(band_solve(band, false, 1, xa));
  } else {
    const PetscScalar *ba;
    double            *g = band->small;
    PetscCall(band_solve(band, false, 1, xa));
    PetscCall(PetscArrayzero(g, band->nall));
    for (PetscInt h = 0; h < band->nhere; h++) g[band->here[h]] = xa[band->all[band->here[h]] - band->first];
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, g, (PetscMPIInt)band->nall, MPI_DOUBLE, MPI_SUM, comm));
    PetscCall(small_solve(band, "N", g));
    /* x = D^{-1} (b - C x_I): a second solve instead of keeping D^{-1} C */
    PetscCall(VecGetArrayRead(b, &ba));
    PetscCall(PetscArraycpy(xa, ba, band->n));
    PetscCall(VecRestoreArrayRead(b, &ba));
    PetscCall(coupling_apply(band, false, g, xa));
    PetscCall(band_solve(band, false, 1, xa));
  }
  PetscCall(VecRestoreArray(x, &xa));
  PetscFunctionReturn(0);
}

static PetscErrorCode band_apply_transpose(PC pc, Vec b, Vec y)
{
  Band        *band;
  PetscScalar *ya;
  MPI_Comm     comm = PetscObjectComm((PetscObject)pc);

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, &band));
  PetscCall(VecCopy(b, y));
  PetscCall(VecGetArray(y, &ya));
  if (band->R) {
    double *w = band->small;
    PetscCall(PetscArraycpy(band->work, ya, band->n));
    PetscCall(band_solve(band, true, 1, band->work));
    PetscCall(PetscArrayzero(w, band->nall));
    PetscCall(coupling_apply(band, true, band->work, w));
    PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, w, (PetscMPIInt)band->nall, MPI_DOUBLE, MPI_SUM, comm));
    PetscCall(small_solve(band, "T", w));
    for (PetscInt h = 0; h < band->nhere; h++) ya[band->all[band->here[h]] - band->first] -= w[band->here[h]];
  }
  PetscCall(band_solve(band, true, 1, ya));
  if (band->source.late_count) {
    PetscCall(PetscArraycpy(band->work, ya, band->n));
    for (PetscInt i = 0; i < band->n; i++) ya[i] = band->work[band_row(band, i)];
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
  PetscCall(PCShellSetName(pc, "banded LU"));
  PetscCall(PCShellSetContext(pc, band));
  PetscCall(PCShellSetSetUp(pc, band_setup));
  PetscCall(PCShellSetApply(pc, band_apply));
  PetscCall(PCShellSetApplyTranspose(pc, band_apply_transpose));
  PetscCall(PCShellSetDestroy(pc, band_destroy));
  PetscFunctionReturn(0);
}
