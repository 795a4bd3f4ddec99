#include "linear/lu/element_chain.h"

/* Element of unknown i, counted from this rank's first; -1: the last one of the rank before. */
static int element_of(const Sequence *s, int i)
{
  return (i + s->source.element.size) / s->source.element.size - 1;
}

/* Place of unknown i in the order of elimination. */
static int place_of(const Sequence *s, int i)
{
  const int start = element_of(s, i) * s->source.element.size;

  return start + s->source.element.place[i - start];
}

/* Own rows whose columns are `back` elements before; those of the same element count columns from its beginning. */
static PetscErrorCode rows_create(const Sequence *s, int back, SequenceRows *rows)
{
  const int  size = s->source.element.size, n = s->source.nentries;
  const int *row = s->source.row, *col = s->source.col;
  int       *at;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)s->n + 2, &at));
  for (int fill = 0; fill < 2; fill++) {
    for (int e = 0; e < n; e++) {
      const int i = row[e] - s->first, j = col[e] - s->first;
      if (row[e] < 0 || col[e] < 0 || element_of(s, i) - element_of(s, j) != back) continue;
      const int r = place_of(s, i);
      if (!fill) {
        at[r + 2]++;
        continue;
      }
      const int to    = at[r + 1]++;
      rows->entry[to] = e;
      rows->col[to]   = back ? size + place_of(s, j) : place_of(s, j) - element_of(s, j) * size;
    }
    if (fill) break;
    for (int i = 0; i < s->n; i++) at[i + 2] += at[i + 1];
    const size_t most = (size_t)at[s->n + 1] + 1;
    PetscCall(PetscMalloc3(most, &rows->col, most, &rows->entry, most, &rows->value));
  }
  rows->row = at;
  PetscFunctionReturn(0);
}

static PetscErrorCode rows_destroy(SequenceRows *rows)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(rows->row));
  PetscCall(PetscFree3(rows->col, rows->entry, rows->value));
  PetscFunctionReturn(0);
}

/* False on any rank is false on all. */
static PetscErrorCode agree(const Sequence *s, bool mine, bool *all)
{
  int ok = mine;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, s->comm));
  *all = ok != 0;
  PetscFunctionReturn(0);
}

/* Diagonal block of element e; its rows count their entries from the rank's first. */
static FrontPattern pattern_of(const Sequence *s, int e)
{
  const int size = s->source.element.size;

  return (FrontPattern){.n = size, .row = s->diagonal.row + (size_t)e * (size_t)size, .col = s->diagonal.col};
}

PetscErrorCode sequence_create(MPI_Comm comm, int first, int n, const BandSource *source, Sequence *s)
{
  const int   size = source->element.size;
  PetscMPIInt rank, ranks;
  bool        ok      = true;
  int         dropped = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  s->source = *source;
  s->comm   = comm;
  s->before = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  s->after  = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
  s->first  = first;
  s->n      = n;
  s->count  = n / size;
  PetscCall(rows_create(s, 0, &s->diagonal));
  PetscCall(rows_create(s, 1, &s->back));
  for (int e = 0; e < source->nentries; e++) dropped += source->row[e] < 0 || source->col[e] < 0;
  PetscCheck(s->diagonal.row[n] + s->back.row[n] + dropped == source->nentries, comm, PETSC_ERR_ARG_INCOMP,
             "the matrix is not block lower bidiagonal");
  PetscCall(PetscCalloc1(s->count, &s->front));
  PetscCall(PetscCalloc2((size_t)size + (size_t)n, &s->x, size, &s->shared));
  for (int e = 0; ok && e < s->count; e++) {
    const FrontPattern pattern = pattern_of(s, e);
    ok                         = front_create(&pattern, &source->element.plan, &s->front[e]);
  }
  PetscCall(agree(s, ok, &ok));
  PetscCheck(ok, comm, PETSC_ERR_MEM, "no memory for the factors of %d elements", s->count);
  PetscFunctionReturn(0);
}

PetscErrorCode sequence_destroy(Sequence *s)
{
  PetscFunctionBeginUser;
  PetscCall(rows_destroy(&s->diagonal));
  PetscCall(rows_destroy(&s->back));
  for (int e = 0; s->front && e < s->count; e++) front_destroy(&s->front[e]);
  PetscCall(PetscFree(s->front));
  PetscCall(PetscFree2(s->x, s->shared));
  PetscFunctionReturn(0);
}

static void rows_fill(const Sequence *s, SequenceRows *rows)
{
  for (int i = 0; i < rows->row[s->n]; i++) rows->value[i] = s->source.value[rows->entry[i]];
}

PetscErrorCode sequence_factor(Sequence *s, PetscBool *failed)
{
  bool good = true;

  PetscFunctionBeginUser;
  rows_fill(s, &s->diagonal);
  rows_fill(s, &s->back);
  for (int e = 0; good && e < s->count; e++) {
    const FrontPattern pattern = pattern_of(s, e);
    good                       = front_factor(&s->front[e], &pattern, s->diagonal.value);
  }
  PetscCall(agree(s, good, &good));
  *failed = good ? PETSC_FALSE : PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* Forwards: what the element before is known to be goes to the right-hand side. */
static PetscErrorCode solve_forward(const Sequence *s)
{
  const SequenceRows *back = &s->back;
  const int           size = s->source.element.size;
  double             *x    = s->x + size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Recv(s->x, size, MPI_DOUBLE, s->before, 12, s->comm, MPI_STATUS_IGNORE));
  for (int e = 0; e < s->count; e++) {
    for (int i = e * size; i < (e + 1) * size; i++)
      for (int j = back->row[i]; j < back->row[i + 1]; j++) x[i] -= back->value[j] * s->x[back->col[j]];
    front_solve(&s->front[e], false, x + (size_t)e * (size_t)size);
  }
  PetscCallMPI(MPI_Send(s->x + s->n, size, MPI_DOUBLE, s->after, 12, s->comm));
  PetscFunctionReturn(0);
}

/* The transpose backwards; what belongs to the element before adds up in front of x. */
static PetscErrorCode solve_backward(const Sequence *s)
{
  const SequenceRows *back = &s->back;
  const int           size = s->source.element.size;
  double             *x = s->x + size, *last = s->x + s->n;

  PetscFunctionBeginUser;
  for (int i = 0; i < size; i++) s->x[i] = 0.0;
  PetscCallMPI(MPI_Recv(s->shared, size, MPI_DOUBLE, s->after, 13, s->comm, MPI_STATUS_IGNORE));
  for (int i = 0; i < size; i++) last[i] += s->shared[i];
  for (int e = s->count - 1; e >= 0; e--) {
    front_solve(&s->front[e], true, x + (size_t)e * (size_t)size);
    for (int i = e * size; i < (e + 1) * size; i++)
      for (int j = back->row[i]; j < back->row[i + 1]; j++) s->x[back->col[j]] -= back->value[j] * x[i];
  }
  PetscCallMPI(MPI_Send(s->x, size, MPI_DOUBLE, s->before, 13, s->comm));
  PetscFunctionReturn(0);
}

PetscErrorCode sequence_solve(const Sequence *s, bool transpose, const double *b, double *x)
{
  double *own = s->x + s->source.element.size;

  PetscFunctionBeginUser;
  for (int i = 0; i < s->n; i++) own[place_of(s, i)] = b[i];
  if (transpose) PetscCall(solve_backward(s));
  else PetscCall(solve_forward(s));
  for (int i = 0; i < s->n; i++) x[i] = own[place_of(s, i)];
  PetscFunctionReturn(0);
}
