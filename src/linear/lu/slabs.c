#include "linear/lu/slabs.h"

PetscErrorCode slabs_factor(Slabs *s, PetscBool *failed)
{
  PetscBool mine, any;

  PetscFunctionBeginUser;
  mine = front_factor(&s->front, &s->pattern, s->source.value) ? PETSC_FALSE : PETSC_TRUE;
  PetscCallMPI(MPI_Allreduce(&mine, &any, 1, MPIU_BOOL, MPI_LOR, s->comm));
  *failed = any;
  if (any) PetscFunctionReturn(0);
  double *S = s->rest_value + s->values_start[s->rank];
  front_rest(&s->front, S);
  PetscCallMPI(
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s->rest_value, s->values, s->values_start, MPI_DOUBLE, s->comm));
  if (s->nall && !front_factor(&s->small, &s->rest, s->rest_value)) *failed = PETSC_TRUE;
  PetscFunctionReturn(0);
}

static PetscErrorCode solve_plain(const Slabs *s, const double *b, double *x)
{
  double *rest = s->all + s->rows_start[s->rank];

  PetscFunctionBeginUser;
  for (int i = 0; i < s->n; i++) s->work[slabs_row(s, i)] = b[i];
  PetscCall(PetscArrayzero(s->work + s->n, s->nghost));
  front_reduce(&s->front, false, s->work, rest);
  PetscCallMPI(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, s->all, s->rows, s->rows_start, MPI_DOUBLE, s->comm));
  front_solve(&s->small, false, s->all);
  for (int c = 0; c < s->nborder; c++) s->edge[c] = s->all[s->border[c]];
  front_expand(&s->front, false, s->edge, s->work);
  for (int j = 0; j < s->n; j++) x[j] = s->inner[j] >= 0 ? s->work[s->inner[j]] : s->all[-1 - s->inner[j]];
  PetscFunctionReturn(0);
}

static PetscErrorCode solve_transpose(const Slabs *s, const double *b, double *y)
{
  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(s->all, s->nall));
  for (int j = 0; j < s->n; j++)
    if (s->inner[j] >= 0) s->work[s->inner[j]] = b[j];
    else s->all[-1 - s->inner[j]] = b[j];
  front_reduce(&s->front, true, s->work, s->edge);
  for (int c = 0; c < s->nborder; c++) s->all[s->border[c]] += s->edge[c];
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, s->all, s->nall, MPI_DOUBLE, MPI_SUM, s->comm));
  front_solve(&s->small, true, s->all);
  front_expand(&s->front, true, s->all + s->rows_start[s->rank], s->work);
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
