/* LU in slabs of time: factors of a slab and of the interface, and solves over all ranks (slabs.h). */
#include "linear/lu/slabs.h"

/* Factors the slab of this rank, gathers S of all ranks and factors it. */
PetscErrorCode slabs_factor(Slabs *s, bool *regular)
{
  int good;

  PetscFunctionBeginUser;
  good = front_factor(&s->front, &s->pattern, s->source.value);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, s->comm));
  *regular = good != 0;
  if (!good) PetscFunctionReturn(0);
  front_schur(&s->front, s->schur_value + s->values_start[s->rank]);
  PetscCallMPI(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s->schur_value, s->values, s->values_start,
                              MPI_DOUBLE, s->comm));
  if (s->ninterface) *regular = front_factor(&s->schur_front, &s->schur, s->schur_value);
  PetscFunctionReturn(0);
}

/* g_p from the first half of each slab, x_I = S^{-1} g, then the second halves. Ghost rows have no right-hand side. */
static PetscErrorCode solve_plain(const Slabs *s, const double *b, double *x)
{
  double *x_I = s->interface_value;

  PetscFunctionBeginUser;
  for (int i = 0; i < s->n; i++) s->work[slabs_row(s, i)] = b[i];
  PetscCall(PetscArrayzero(s->work + s->n, s->nghost));
  front_reduce(&s->front, false, s->work, x_I + s->rows_start[s->rank]);
  PetscCallMPI(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, x_I, s->rows, s->rows_start, MPI_DOUBLE, s->comm));
  front_solve(&s->schur_front, false, x_I);
  for (int c = 0; c < s->nborder; c++) s->border_value[c] = x_I[s->border[c]];
  front_expand(&s->front, false, s->border_value, s->work);
  for (int j = 0; j < s->n; j++) x[j] = s->inner[j] >= 0 ? s->work[s->inner[j]] : x_I[-1 - s->inner[j]];
  PetscFunctionReturn(0);
}

/* The same with U^T before L^T: the right-hand side of S^T is the sum over all ranks. */
static PetscErrorCode solve_transpose(const Slabs *s, const double *b, double *y)
{
  double *y_I = s->interface_value;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(y_I, s->ninterface));
  for (int j = 0; j < s->n; j++)
    if (s->inner[j] >= 0) s->work[s->inner[j]] = b[j];
    else y_I[-1 - s->inner[j]] = b[j];
  front_reduce(&s->front, true, s->work, s->border_value);
  for (int c = 0; c < s->nborder; c++) y_I[s->border[c]] += s->border_value[c];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, y_I, s->ninterface, MPI_DOUBLE, MPI_SUM, s->comm));
  front_solve(&s->schur_front, true, y_I);
  front_expand(&s->front, true, y_I + s->rows_start[s->rank], s->work);
  for (int i = 0; i < s->n; i++) y[i] = s->work[slabs_row(s, i)];
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_solve(const Slabs *s, bool transpose, const double *b, double *x)
{
  PetscFunctionBeginUser;
  if (transpose) PetscCall(solve_transpose(s, b, x));
  else PetscCall(solve_plain(s, b, x));
  PetscFunctionReturn(0);
}

/* --- as one of the factorizations */

/* FactorOps.create: rows first .. last - 1 of A are those of this rank. */
static PetscErrorCode ops_create(const FactorSource *source, Mat A, void **factor)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(PetscNew((Slabs **)factor));
  PetscCall(slabs_create(PetscObjectComm((PetscObject)A), (int)first, (int)(last - first), source, *factor));
  PetscFunctionReturn(0);
}

/* FactorOps.factor: reads the values of the source, not A. */
static PetscErrorCode ops_factor(void *factor, Mat A, bool *regular)
{
  PetscFunctionBeginUser;
  (void)A;
  PetscCall(slabs_factor(factor, regular));
  PetscFunctionReturn(0);
}

/* FactorOps.solve */
static PetscErrorCode ops_solve(const void *factor, bool transpose, const double *b, double *x)
{
  PetscFunctionBeginUser;
  PetscCall(slabs_solve(factor, transpose, b, x));
  PetscFunctionReturn(0);
}

/* FactorOps.destroy */
static PetscErrorCode ops_destroy(void *factor)
{
  PetscFunctionBeginUser;
  PetscCall(slabs_destroy(factor));
  PetscCall(PetscFree(factor));
  PetscFunctionReturn(0);
}

const FactorOps factor_slabs = {"block LU in slabs of time", ops_create, ops_factor, ops_solve, ops_destroy};
