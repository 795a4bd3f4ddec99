/* Lists of integers: growing ones, bisection in ascending ones, and those of all ranks gathered on each. */
#ifndef RIGEL_LINEAR_LU_INDEX_LIST_H
#define RIGEL_LINEAR_LU_INDEX_LIST_H

#include <petscsys.h>

/* A growing list; all zero is the empty list. */
typedef struct {
  PetscInt n, capacity, *at;
} List;

PetscErrorCode list_add(PetscInt value, List *list);
/* Index of a value in an ascending list that contains it. */
int list_find(int n, const PetscInt *list, PetscInt value);

/* The lists of all ranks, one after the other. */
typedef struct {
  PetscInt    *list;
  PetscMPIInt *count, *start; /* [size], [size + 1] of each rank */
} Gathered;

/* Gathers list[n] of every rank. Collective. */
PetscErrorCode gathered_create(MPI_Comm comm, int n, const PetscInt *list, Gathered *gathered);
PetscErrorCode gathered_destroy(Gathered *gathered);

#endif
