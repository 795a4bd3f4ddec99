/* LU of a block lower bidiagonal matrix: sorted entries, factors of diagonal blocks, substitution over ranks (element_chain.h). */
#include "linear/lu/element_chain.h"

enum { TAG_SOLUTION = 12, TAG_TRANSPOSE = 13 }; /* MPI tags of this file */

/* Element of unknown i, both counted from the first of this rank; -1: the last element of the rank before. */
static int element_of(const ElementChain *s, int i)
{
  return (i + s->source.chain.size) / s->source.chain.size - 1;
}

/* Position of unknown i in the order of elimination. */
static int position_of(const ElementChain *s, int i)
{
  const int start = element_of(s, i) * s->source.chain.size;

  return start + s->source.chain.position[i - start];
}

/* Compresses the entries whose column is `back` elements before their row: 0 gives all D_i, 1 gives all B_i. */
static PetscErrorCode rows_create(const ElementChain *s, int back, ChainRows *rows)
{
  const int  size = s->source.chain.size, n = s->source.nentries;
  const int *row = s->source.row, *col = s->source.col;
  int       *at;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)s->n + 2, &at));
  for (int fill = 0; fill < 2; fill++) {
    for (int e = 0; e < n; e++) {
      const int i = row[e] - s->first, j = col[e] - s->first;
      if (row[e] < 0 || col[e] < 0 || element_of(s, i) - element_of(s, j) != back) continue;
      const int r = position_of(s, i);
      if (!fill) {
        at[r + 2]++;
        continue;
      }
      const int to    = at[r + 1]++;
      rows->entry[to] = e;
      rows->col[to]   = back ? size + position_of(s, j) : position_of(s, j) - element_of(s, j) * size;
    }
    if (fill) break;
    for (int i = 0; i < s->n; i++) at[i + 2] += at[i + 1];
    const size_t most = (size_t)at[s->n + 1] + 1;
    PetscCall(PetscMalloc3(most, &rows->col, most, &rows->entry, most, &rows->value));
  }
  rows->row = at;
  PetscFunctionReturn(0);
}

static PetscErrorCode rows_destroy(ChainRows *rows)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(rows->row));
  PetscCall(PetscFree3(rows->col, rows->entry, rows->value));
  PetscFunctionReturn(0);
}

/* all: logical and of `mine` over the ranks. */
static PetscErrorCode agree(const ElementChain *s, bool mine, bool *all)
{
  int ok = mine;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, s->comm));
  *all = ok != 0;
  PetscFunctionReturn(0);
}

/* D_e; its rows index the entries of all diagonal blocks of the rank. */
static FrontPattern pattern_of(const ElementChain *s, int e)
{
  const int size = s->source.chain.size;

  return (FrontPattern){.n = size, .row = s->diagonal.row + (size_t)e * (size_t)size, .col = s->diagonal.col};
}

/* Sorts the entries into diagonal blocks D_e and subdiagonal blocks B_e, and analyses each D_e. An entry outside of both is an
 * error. */
PetscErrorCode element_chain_create(MPI_Comm comm, int first, int n, const FactorSource *source, ElementChain *s)
{
  const int   size = source->chain.size;
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
  PetscCall(PetscCalloc2((size_t)size + (size_t)n, &s->x, size, &s->received));
  for (int e = 0; ok && e < s->count; e++) {
    const FrontPattern pattern = pattern_of(s, e);
    ok                         = front_create(&pattern, &source->chain.plan, &s->front[e]);
  }
  PetscCall(agree(s, ok, &ok));
  PetscCheck(ok, comm, PETSC_ERR_MEM, "no memory for the factors of %d elements", s->count);
  PetscFunctionReturn(0);
}

PetscErrorCode element_chain_destroy(ElementChain *s)
{
  PetscFunctionBeginUser;
  PetscCall(rows_destroy(&s->diagonal));
  PetscCall(rows_destroy(&s->back));
  for (int e = 0; s->front && e < s->count; e++) front_destroy(&s->front[e]);
  PetscCall(PetscFree(s->front));
  PetscCall(PetscFree2(s->x, s->received));
  PetscFunctionReturn(0);
}

/* Copies the values of the source. */
static void rows_fill(const ElementChain *s, ChainRows *rows)
{
  for (int i = 0; i < rows->row[s->n]; i++) rows->value[i] = s->source.value[rows->entry[i]];
}

/* P_e D_e = L_e U_e for each element; no fill outside of the diagonal blocks. */
PetscErrorCode element_chain_factor(ElementChain *s, bool *regular)
{
  bool good = true;

  PetscFunctionBeginUser;
  rows_fill(s, &s->diagonal);
  rows_fill(s, &s->back);
  for (int e = 0; good && e < s->count; e++) {
    const FrontPattern pattern = pattern_of(s, e);
    good                       = front_factor(&s->front[e], &pattern, s->diagonal.value);
  }
  PetscCall(agree(s, good, regular));
  PetscFunctionReturn(0);
}

/* x_i = D_i^{-1} (b_i - B_i x_{i-1}), from the first element to the last. */
static PetscErrorCode solve_forward(const ElementChain *s)
{
  const ChainRows *back = &s->back;
  const int        size = s->source.chain.size;
  double          *x    = s->x + size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Recv(s->x, size, MPI_DOUBLE, s->before, TAG_SOLUTION, s->comm, MPI_STATUS_IGNORE));
  for (int e = 0; e < s->count; e++) {
    for (int i = e * size; i < (e + 1) * size; i++)
      for (int j = back->row[i]; j < back->row[i + 1]; j++) x[i] -= back->value[j] * s->x[back->col[j]];
    front_solve(&s->front[e], false, x + (size_t)e * (size_t)size);
  }
  PetscCallMPI(MPI_Send(s->x + s->n, size, MPI_DOUBLE, s->after, TAG_SOLUTION, s->comm));
  PetscFunctionReturn(0);
}

/* x_i = D_i^{-T} (b_i - B_{i+1}^T x_{i+1}), from the last element to the first. The summand of the rank before is accumulated in
 * front of x. */
static PetscErrorCode solve_backward(const ElementChain *s)
{
  const ChainRows *back = &s->back;
  const int        size = s->source.chain.size;
  double          *x = s->x + size, *last = s->x + s->n;

  PetscFunctionBeginUser;
  for (int i = 0; i < size; i++) s->x[i] = 0.0;
  PetscCallMPI(MPI_Recv(s->received, size, MPI_DOUBLE, s->after, TAG_TRANSPOSE, s->comm, MPI_STATUS_IGNORE));
  for (int i = 0; i < size; i++) last[i] += s->received[i];
  for (int e = s->count - 1; e >= 0; e--) {
    front_solve(&s->front[e], true, x + (size_t)e * (size_t)size);
    for (int i = e * size; i < (e + 1) * size; i++)
      for (int j = back->row[i]; j < back->row[i + 1]; j++) s->x[back->col[j]] -= back->value[j] * x[i];
  }
  PetscCallMPI(MPI_Send(s->x, size, MPI_DOUBLE, s->before, TAG_TRANSPOSE, s->comm));
  PetscFunctionReturn(0);
}

PetscErrorCode element_chain_solve(const ElementChain *s, bool transpose, const double *b, double *x)
{
  double *own = s->x + s->source.chain.size;

  PetscFunctionBeginUser;
  for (int i = 0; i < s->n; i++) own[position_of(s, i)] = b[i];
  if (transpose) PetscCall(solve_backward(s));
  else PetscCall(solve_forward(s));
  for (int i = 0; i < s->n; i++) x[i] = own[position_of(s, i)];
  PetscFunctionReturn(0);
}

/* --- as one of the factorizations */

/* FactorOps.create: rows first .. last - 1 of A are those of this rank. */
static PetscErrorCode chain_create(const FactorSource *source, Mat A, void **factor)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(PetscNew((ElementChain **)factor));
  PetscCall(element_chain_create(PetscObjectComm((PetscObject)A), (int)first, (int)(last - first), source, *factor));
  PetscFunctionReturn(0);
}

/* FactorOps.factor: reads the values of the source, not A. */
static PetscErrorCode chain_factor(void *factor, Mat A, bool *regular)
{
  PetscFunctionBeginUser;
  (void)A;
  PetscCall(element_chain_factor(factor, regular));
  PetscFunctionReturn(0);
}

/* FactorOps.solve */
static PetscErrorCode chain_solve(const void *factor, bool transpose, const double *b, double *x)
{
  PetscFunctionBeginUser;
  PetscCall(element_chain_solve(factor, transpose, b, x));
  PetscFunctionReturn(0);
}

/* FactorOps.destroy */
static PetscErrorCode chain_destroy(void *factor)
{
  PetscFunctionBeginUser;
  PetscCall(element_chain_destroy(factor));
  PetscCall(PetscFree(factor));
  PetscFunctionReturn(0);
}

const FactorOps factor_element_chain = {"block LU, element by element", chain_create, chain_factor, chain_solve,
                                        chain_destroy};
