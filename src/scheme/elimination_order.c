#include "scheme/elimination_order.h"

#include <petscmat.h>

/* The atom of every entry of (z, Theta): its body, or nbodies + joint. */
static void atoms_fill(const System *sys, int *atom)
{
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++) atom[sys->start[b] + i] = b;
  for (int g = 0; g < sys->ngroups; g++)
    for (int r = 0; r < 2 * sys->groups[g].m; r++) atom[sys->nz + sys->groups[g].start + r] = g;
}

/* Atoms that share a row of A or T. */
static PetscErrorCode graph_add(const Pattern *pattern, int first_row, const int *atom, Mat graph)
{
  PetscFunctionBeginUser;
  for (int r = 0; r < pattern->nrows; r++)
    for (int e = pattern->row[r]; e < pattern->row[r + 1]; e++) {
      const int a = atom[first_row + r], b = atom[pattern->col[e]];
      if (a == b) continue;
      PetscCall(MatSetValue(graph, a, b, 1.0, INSERT_VALUES));
      PetscCall(MatSetValue(graph, b, a, 1.0, INSERT_VALUES));
    }
  PetscFunctionReturn(0);
}

/* rank[natoms]: place of each atom in the order. */
static PetscErrorCode atoms_order(const System *sys, const int *atom, int natoms, int *rank)
{
  const PetscInt *order;
  Mat             preallocator, graph;
  IS              rows, columns;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(PETSC_COMM_SELF, &preallocator));
  PetscCall(MatSetSizes(preallocator, natoms, natoms, natoms, natoms));
  PetscCall(MatSetType(preallocator, MATPREALLOCATOR));
  PetscCall(MatSetUp(preallocator));
  PetscCall(MatCreate(PETSC_COMM_SELF, &graph));
  PetscCall(MatSetSizes(graph, natoms, natoms, natoms, natoms));
  PetscCall(MatSetType(graph, MATSEQAIJ));
  for (int round = 0; round < 2; round++) {
    Mat into = round == 0 ? preallocator : graph;
    for (int a = 0; a < natoms; a++) PetscCall(MatSetValue(into, a, a, 1.0, INSERT_VALUES));
    PetscCall(graph_add(&sys->A, 0, atom, into));
    PetscCall(graph_add(&sys->T, sys->nz, atom, into));
    PetscCall(MatAssemblyBegin(into, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(into, MAT_FINAL_ASSEMBLY));
    if (round == 0) PetscCall(MatPreallocatorPreallocate(preallocator, PETSC_TRUE, graph));
  }
  PetscCall(MatGetOrdering(graph, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISGetIndices(rows, &order));
  for (int i = 0; i < natoms; i++) rank[order[i]] = i;
  PetscCall(ISRestoreIndices(rows, &order));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscCall(MatDestroy(&graph));
  PetscCall(MatDestroy(&preallocator));
  PetscFunctionReturn(0);
}

/* No joint before all of its bodies: without one of them its columns have no rows of their own. */
static PetscErrorCode joints_after(const System *sys, int natoms, int *rank)
{
  PetscReal *key;
  PetscInt  *atom;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(natoms, &key, natoms, &atom));
  for (int a = 0; a < natoms; a++) {
    const int *body  = sys->groups[a].body;
    int        first = natoms;
    for (int side = 0; a >= sys->nbodies && side < 2; side++)
      if (body[side] != GROUND && rank[body[side]] < first) first = rank[body[side]];
    key[a]  = a >= sys->nbodies && rank[a] < first ? first + 0.5 : rank[a];
    atom[a] = a;
  }
  PetscCall(PetscSortRealWithArrayInt(natoms, key, atom));
  for (int i = 0; i < natoms; i++) rank[atom[i]] = i;
  PetscCall(PetscFree2(key, atom));
  PetscFunctionReturn(0);
}

PetscErrorCode elimination_order_create(const System *sys, int k, EliminationOrder *order)
{
  const int block = sys->nz + sys->nl, natoms = sys->ngroups;
  int      *atom, *rank, *size, *next;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(order, sizeof *order));
  PetscCall(PetscMalloc1((size_t)(k * block), &order->place));
  for (int i = 0; i < k * block; i++) order->place[i] = i;
  order->plan.block = k * block;
  if (natoms < 3) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(natoms + 1, &order->column, natoms, &order->local_pivots));
  PetscCall(PetscMalloc4(block, &atom, natoms, &rank, natoms, &size, natoms + 1, &next));
  atoms_fill(sys, atom);
  PetscCall(atoms_order(sys, atom, natoms, rank));
  PetscCall(joints_after(sys, natoms, rank));
  PetscCall(PetscArrayzero(size, natoms));
  for (int i = 0; i < block; i++) size[rank[atom[i]]]++;
  order->column[0] = 0;
  for (int a = 0; a < natoms; a++) {
    order->column[a + 1]         = order->column[a] + k * size[a];
    next[a]                      = order->column[a];
    order->local_pivots[rank[a]] = a < sys->nbodies;
  }
  for (int node = 0; node < k; node++)
    for (int i = 0; i < block; i++) order->place[node * block + i] = next[rank[atom[i]]]++;
  order->plan = (FrontPlan){.nsteps = natoms, .column = order->column, .local = order->local_pivots};
  PetscCall(PetscFree4(atom, rank, size, next));
  PetscFunctionReturn(0);
}

PetscErrorCode elimination_order_destroy(EliminationOrder *order)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(order->place));
  PetscCall(PetscFree2(order->column, order->local_pivots));
  PetscFunctionReturn(0);
}
