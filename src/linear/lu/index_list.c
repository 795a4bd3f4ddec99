/* Lists of integers for the symbolic analysis of distributed matrices (index_list.h). */
#include "linear/lu/index_list.h"

/* Doubles the capacity where it is exhausted, so that n appends cost O(n). */
PetscErrorCode list_add(PetscInt value, List *list)
{
  PetscFunctionBeginUser;
  if (list->n == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    PetscCall(PetscRealloc((size_t)list->capacity * sizeof *list->at, &list->at));
  }
  list->at[list->n++] = value;
  PetscFunctionReturn(0);
}

int list_find(int n, const PetscInt *list, PetscInt value)
{
  int first = 0;

  while (n > 1) {
    const int half = n / 2;
    if (list[first + half] <= value) first += half;
    n -= half;
  }
  return first;
}

PetscErrorCode gathered_create(MPI_Comm comm, int n, const PetscInt *list, Gathered *g)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscCalloc2(size, &g->count, size + 1, &g->start));
  PetscCallMPI(MPI_Allgather(&n, 1, MPI_INT, g->count, 1, MPI_INT, comm));
  for (int r = 0; r < size; r++) g->start[r + 1] = g->start[r] + g->count[r];
  PetscCall(PetscMalloc1(g->start[size] + 1, &g->list));
  PetscCallMPI(MPI_Allgatherv(list, n, MPIU_INT, g->list, g->count, g->start, MPIU_INT, comm));
  PetscFunctionReturn(0);
}

PetscErrorCode gathered_destroy(Gathered *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(g->count, g->start));
  PetscCall(PetscFree(g->list));
  PetscFunctionReturn(0);
}
