/* Banded LU over several ranks: each factors its own slab of time, and a small matrix joins them (band.h). */
#include "solve/band_impl.h"

#include <string.h>

/* Whether an own entry lies in this rank's diagonal block; i, j: its place there. */
static bool own_place(const Band *band, int e, PetscInt *i, PetscInt *j)
{
  *i = band->source.row[e] - band->first;
  *j = band->source.col[e] - band->first;
  return band->source.row[e] >= 0 && band->source.col[e] >= 0 && *i >= 0 && *i < band->n && *j >= 0 && *j < band->n;
}

void slabs_width(Band *band)
{
  PetscInt i, j;

  band->kl = band->ku = 0;
  for (int e = 0; e < band->source.nentries; e++)
    if (own_place(band, e, &i, &j)) {
      band->kl = PetscMax(band->kl, (PetscBLASInt)(i - j));
      band->ku = PetscMax(band->ku, (PetscBLASInt)(j - i));
    }
}

/* D from this rank's own entries: into the band, or in the order of the pattern. */
void slabs_fill(Band *band)
{
  const size_t ldab = (size_t)band->ldab, shift = (size_t)(band->kl + band->ku);
  PetscInt     i, j;

  if (band->entry)
    for (int e = 0; e < band->pattern.row[band->n]; e++) band->own_value[e] = band->source.value[band->entry[e]];
  else
    for (int e = 0; e < band->source.nentries; e++)
      if (own_place(band, e, &i, &j)) band->ab[shift + (size_t)i + (size_t)j * (ldab - 1)] += band->source.value[e];
}

/* Own entries are taken off the tail. */
void slabs_delta(Band *band)
{
  const PetscInt from = band->n - band->ntail;
  PetscInt       i, j;

  for (int e = 0; band->ntail && e < band->source.nentries; e++)
    if (own_place(band, e, &i, &j) && i >= from && j >= from)
      band->delta[(i - from) * band->ntail + j - from] -= band->source.value[e];
}

/* The last slab is factored from its end to its beginning: what couples it to the others comes last then, and costs little. */
static int turned(const Band *band, PetscInt i)
{
  return (int)(band->turned ? band->n - 1 - i : i);
}

static void turn(const Band *band, double *x)
{
  for (PetscInt i = 0, j = band->n - 1; band->turned && i < j; i++, j--) {
    const double t = x[i];
    x[i]           = x[j];
    x[j]           = t;
  }
}

/* x <- D^{-1} x or D^{-T} x; first: as in band_solve */
static PetscErrorCode slab_solve(const Band *band, bool transpose, PetscInt first, double *x)
{
  PetscFunctionBeginUser;
  turn(band, x);
  PetscCall(band_solve(band, transpose, first, 1, x));
  turn(band, x);
  PetscFunctionReturn(0);
}

/* Own entries by rows. */
PetscErrorCode slabs_pattern(Band *band)
{
  const size_t n = (size_t)band->n, most = (size_t)band->source.nentries;
  int         *row, *col;
  PetscInt     i, j;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(n + 2, &row));
  PetscCall(PetscMalloc1(most + 1, &col));
  PetscCall(PetscMalloc1(most + 1, &band->entry));
  for (int e = 0; e < band->source.nentries; e++)
    if (own_place(band, e, &i, &j)) row[turned(band, i) + 2]++;
  for (size_t r = 0; r < n; r++) row[r + 2] += row[r + 1];
  for (int e = 0; e < band->source.nentries; e++)
    if (own_place(band, e, &i, &j)) {
      const int at    = row[turned(band, i) + 1]++;
      col[at]         = turned(band, j);
      band->entry[at] = e;
    }
  PetscCall(PetscMalloc1((size_t)row[n] + 1, &band->own_value));
  band->pattern     = (FrontPattern){band->n, row, col};
  band->pattern_row = row;
  band->pattern_col = col;
  PetscFunctionReturn(0);
}

/* The coupling columns of all ranks, which of them C has here, and which of them are rows here. */
PetscErrorCode slabs_create(PC pc, Mat P, Band *band)
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
  PetscCall(PetscBLASIntCast(last - band->first, &band->n));
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
  const FrontPlan *plan = &band->source.plan;
  band->turned = rank == size - 1 && band->nhere && band->source.blocks && !plan->nsteps && !plan->seal && !plan->head;
  if (band->nhere) band->wanted = turned(band, band->all[band->here[band->turned ? band->nhere - 1 : 0]] - band->first);
  PetscCall(PetscMalloc1((size_t)band->nall * (size_t)band->nall + 1, &band->R));
  PetscCall(PetscMalloc1(band->nall + 1, &band->R_pivot));
  PetscCall(PetscMalloc1(2 * (size_t)band->nall + 1, &band->small));
  PetscFunctionReturn(0);
}

/* R = I + (D^{-1} C)_I, a few columns at a time; every rank gets all of it and factors it. A slab without rows in I (the last
 * one of an initial-value problem) adds nothing to it. */
PetscErrorCode slabs_factor(PC pc, Band *band, PetscBool *failed)
{
  enum { CHUNK = FRONT_RHS };
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
  if (!band->columns) PetscCall(PetscMalloc1(n * CHUNK + 1, &band->columns)); /* touched again and again: keep it */
  columns = band->columns;
  PetscCall(MatGetRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscCall(MatSeqAIJGetArrayRead(band->C, &value));
  for (PetscInt from = 0; band->nhere && from < band->nown; from += CHUNK) {
    const PetscInt to = PetscMin(from + CHUNK, band->nown);
    memset(columns, 0, n * (size_t)(to - from) * sizeof *columns);
    for (PetscInt i = 0; i < rows; i++)
      for (PetscInt e = row[i]; e < row[i + 1]; e++)
        if (col[e] >= from && col[e] < to) columns[(size_t)turned(band, i) + (size_t)(col[e] - from) * n] = value[e];
    for (PetscInt c = PetscMax(from, band->noff); c < to; c++)
      for (PetscInt i = 0; i < band->ntail; i++)
        columns[n - (size_t)(band->ntail - i) + (size_t)(c - from) * n] = band->delta[i * band->ntail + c - band->noff];
    PetscCall(band_solve(band, false, band->wanted, (PetscBLASInt)(to - from), columns));
    for (PetscInt c = from; c < to; c++)
      for (PetscInt h = 0; h < band->nhere; h++) {
        const PetscInt i                       = band->here[h];
        const size_t   at                      = (size_t)turned(band, band->all[i] - band->first);
        band->R[i + band->own[c] * band->nall] = columns[at + (size_t)(c - from) * n];
      }
  }
  PetscCall(MatSeqAIJRestoreArrayRead(band->C, &value));
  PetscCall(MatRestoreRowIJ(band->C, 0, PETSC_FALSE, PETSC_FALSE, &rows, &row, &col, &done));
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, band->R, nall * nall, MPI_DOUBLE, MPI_SUM, PetscObjectComm((PetscObject)pc)));
  for (PetscInt i = 0; i < band->nall; i++) band->R[i + i * band->nall] += 1.0;
  if (nall) LAPACKgetrf_(&nall, &nall, band->R, &nall, band->R_pivot, &info);
  if (nall && info > 0) *failed = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* The tail of the assembled matrix, into delta; own entries are taken off later. */
PetscErrorCode slabs_tail(Mat P, Band *band)
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

PetscErrorCode slabs_solve(PC pc, const Band *band, const double *b, double *x)
{
  double *g = band->small;

  PetscFunctionBeginUser;
  if (band->nhere || !band->nown) {
    PetscCall(PetscArraycpy(x, b, band->n));
    PetscCall(slab_solve(band, false, band->nown ? band->wanted : 0, x));
  }
  PetscCall(PetscArrayzero(g, band->nall));
  for (PetscInt h = 0; h < band->nhere; h++) g[band->here[h]] = x[band->all[band->here[h]] - band->first];
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, g, (PetscMPIInt)band->nall, MPI_DOUBLE, MPI_SUM, PetscObjectComm((PetscObject)pc)));
  if (!band->nown) PetscFunctionReturn(0);
  PetscCall(small_solve(band, "N", g));
  /* x = D^{-1} (b - C x_I): a second solve instead of keeping D^{-1} C */
  PetscCall(PetscArraycpy(x, b, band->n));
  PetscCall(coupling_apply(band, false, g, x));
  PetscCall(slab_solve(band, false, 0, x));
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_solve_transpose(PC pc, const Band *band, double *y)
{
  double *w = band->small;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(w, band->nall));
  if (band->nown) {
    PetscCall(PetscArraycpy(band->work, y, band->n));
    PetscCall(slab_solve(band, true, 0, band->work));
    PetscCall(coupling_apply(band, true, band->work, w));
  }
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, w, (PetscMPIInt)band->nall, MPI_DOUBLE, MPI_SUM, PetscObjectComm((PetscObject)pc)));
  PetscCall(small_solve(band, "T", w));
  for (PetscInt h = 0; h < band->nhere; h++) y[band->all[band->here[h]] - band->first] -= w[band->here[h]];
  if (band->nhere || !band->nown) PetscCall(slab_solve(band, true, 0, y));
  else PetscCall(PetscArraycpy(y, band->work, band->n));
  PetscFunctionReturn(0);
}
