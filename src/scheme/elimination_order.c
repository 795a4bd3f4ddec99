/* Elimination order of one element from the sparsity of A and grad Theta. */
#include "scheme/elimination_order.h"

#include <petscmat.h>

/* group[nz + nl]: the constraint group of each entry of (z, Theta); group b < nbodies is body b. */
static void groups_fill(const System *sys, int *group)
{
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < sys->bodies[b].nz; i++) group[sys->start[b] + i] = b;
  for (int g = 0; g < sys->ngroups; g++)
    for (int r = 0; r < 2 * sys->groups[g].m; r++) group[sys->nz + sys->groups[g].start + r] = g;
}

/* Adds an edge for each two groups that share a row of A or T. */
static PetscErrorCode graph_add(const Pattern *pattern, int first_row, const int *group, Mat graph)
{
  PetscFunctionBeginUser;
  for (int r = 0; r < pattern->nrows; r++)
    for (int e = pattern->row[r]; e < pattern->row[r + 1]; e++) {
      const int a = group[first_row + r], b = group[pattern->col[e]];
      if (a == b) continue;
      PetscCall(MatSetValue(graph, a, b, 1.0, INSERT_VALUES));
      PetscCall(MatSetValue(graph, b, a, 1.0, INSERT_VALUES));
    }
  PetscFunctionReturn(0);
}

/* position[ngroups]: reverse Cuthill-McKee order of the groups. */
static PetscErrorCode groups_order(const System *sys, const int *group, int ngroups, int *position)
{
  const PetscInt *order;
  Mat             preallocator, graph;
  IS              rows, columns;

  PetscFunctionBeginUser;
  PetscCall(MatCreate(PETSC_COMM_SELF, &preallocator));
  PetscCall(MatSetSizes(preallocator, ngroups, ngroups, ngroups, ngroups));
  PetscCall(MatSetType(preallocator, MATPREALLOCATOR));
  PetscCall(MatSetUp(preallocator));
  PetscCall(MatCreate(PETSC_COMM_SELF, &graph));
  PetscCall(MatSetSizes(graph, ngroups, ngroups, ngroups, ngroups));
  PetscCall(MatSetType(graph, MATSEQAIJ));
  for (int round = 0; round < 2; round++) {
    Mat into = round == 0 ? preallocator : graph;
    for (int a = 0; a < ngroups; a++) PetscCall(MatSetValue(into, a, a, 1.0, INSERT_VALUES));
    PetscCall(graph_add(&sys->A, 0, group, into));
    PetscCall(graph_add(&sys->T, sys->nz, group, into));
    PetscCall(MatAssemblyBegin(into, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(into, MAT_FINAL_ASSEMBLY));
    if (round == 0) PetscCall(MatPreallocatorPreallocate(preallocator, PETSC_TRUE, graph));
  }
  PetscCall(MatGetOrdering(graph, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISGetIndices(rows, &order));
  for (int i = 0; i < ngroups; i++) position[order[i]] = i;
  PetscCall(ISRestoreIndices(rows, &order));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscCall(MatDestroy(&graph));
  PetscCall(MatDestroy(&preallocator));
  PetscFunctionReturn(0);
}

/* Moves a joint that precedes all of its bodies behind the first of them: before it, the columns of the joint have no pivots. */
static PetscErrorCode joints_after(const System *sys, int ngroups, int *position)
{
  PetscReal *key;
  PetscInt  *group;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(ngroups, &key, ngroups, &group));
  for (int a = 0; a < ngroups; a++) {
    const int *body  = sys->groups[a].body;
    int        first = ngroups;
    for (int side = 0; a >= sys->nbodies && side < 2; side++)
      if (body[side] != GROUND && position[body[side]] < first) first = position[body[side]];
    key[a]   = a >= sys->nbodies && position[a] < first ? first + 0.5 : position[a];
    group[a] = a;
  }
  PetscCall(PetscSortRealWithArrayInt(ngroups, key, group));
  for (int i = 0; i < ngroups; i++) position[group[i]] = i;
  PetscCall(PetscFree2(key, group));
  PetscFunctionReturn(0);
}

/* Orders the groups, then the entries: group by group, within a group node by node. */
PetscErrorCode elimination_order_create(const System *sys, int k, EliminationOrder *order)
{
  const int block = sys->nz + sys->nl, ngroups = sys->ngroups;
  int      *group, *position, *size, *next;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(order, sizeof *order));
  PetscCall(PetscMalloc1((size_t)(k * block), &order->position));
  for (int i = 0; i < k * block; i++) order->position[i] = i;
  order->plan.block = k * block;
  if (ngroups < 3) PetscFunctionReturn(0);
  PetscCall(PetscMalloc2(ngroups + 1, &order->column, ngroups, &order->local_pivots));
  PetscCall(PetscMalloc4(block, &group, ngroups, &position, ngroups, &size, ngroups + 1, &next));
  groups_fill(sys, group);
  PetscCall(groups_order(sys, group, ngroups, position));
  PetscCall(joints_after(sys, ngroups, position));
  PetscCall(PetscArrayzero(size, ngroups));
  for (int i = 0; i < block; i++) size[position[group[i]]]++;
  order->column[0] = 0;
  for (int a = 0; a < ngroups; a++) {
    order->column[a + 1]             = order->column[a] + k * size[a];
    next[a]                          = order->column[a];
    order->local_pivots[position[a]] = a < sys->nbodies;
  }
  for (int node = 0; node < k; node++)
    for (int i = 0; i < block; i++) order->position[node * block + i] = next[position[group[i]]]++;
  order->plan = (FrontPlan){.nsteps = ngroups, .column = order->column, .local = order->local_pivots};
  PetscCall(PetscFree4(group, position, size, next));
  PetscFunctionReturn(0);
}

PetscErrorCode elimination_order_destroy(EliminationOrder *order)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(order->position));
  PetscCall(PetscFree2(order->column, order->local_pivots));
  PetscFunctionReturn(0);
}
