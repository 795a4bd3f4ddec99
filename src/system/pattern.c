/* Sparsity patterns of A and T, found by probing, and scatters of local blocks into them.
 *
 * The derivatives are analytic functions, so an entry that is zero at a random state, multiplier and direction is zero everywhere
 * with probability one; two probes are made. The diagonal of A is always part of the pattern, for the mass term of elements. */
#include "base/random.h"
#include "base/vec.h"
#include "system/assembly.h"
#include "system/symplectic.h"

#include <stdlib.h>

enum { PROBES = 2 };

typedef struct {
  int row, col;
} Position;

/* Positions of nonzeros, in any order and possibly several times. */
typedef struct {
  Position *entries;
  size_t    n, capacity;
} PositionList;

/* Entries of the local blocks that were nonzero in a probe. */
typedef struct {
  unsigned char *own;     /* [nbodies][24 * 24] */
  unsigned char *cross;   /* [ngroups][24 * 24] */
  unsigned char *side;    /* [ngroups][2][12 * 24] */
  unsigned char *between; /* [nloads][2][24 * 24] */
} Masks;

/* Fixed pseudo-random numbers in (-1, 1), bounded away from 0. */
static double probe_next(unsigned long *seed)
{
  const double x = random_next(seed);

  return x < 0.5 ? -0.1 - 1.8 * x : 0.1 + 1.8 * (x - 0.5);
}

/* Marks nonzero values. */
static void mask_mark(int n, const double *values, unsigned char *mask)
{
  for (int i = 0; i < n; i++)
    if (values[i] != 0.0) mask[i] = 1;
}

/* Blocks of K between the sides of loads. */
static void loads_probe(const System *sys, const SystemPoint *point, SystemWork *work, Masks *masks)
{
  for (int l = 0; l < sys->nloads; l++)
    for (int a = 0; a < 2 && sys->loads[l].couples; a++) {
      const int *body = sys->loads[l].body;
      system_load_between(sys, &sys->loads[l], point, a, work);
      mask_mark(sys->bodies[body[0]].nz * sys->bodies[body[1]].nz, work->cross, masks->between + (2 * l + a) * BLOCK);
    }
}

/* Blocks of K, theta_z and C of bodies and joints. */
static void masks_probe(const System *sys, const double *lambda, SystemWork *work, Masks *masks)
{
  for (int b = 0; b < sys->nbodies; b++)
    mask_mark(sys->bodies[b].nz * sys->bodies[b].nz, work->K + b * BLOCK, masks->own + b * BLOCK);
  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    for (int side = 0; side < 2; side++) {
      if (group->body[side] == GROUND) continue;
      const int n = 2 * group->m * sys->bodies[group->body[side]].nz, at = (2 * g + side) * SIDE;
      mask_mark(n, work->theta_z + at, masks->side + at);
      mask_mark(n, work->C + at, masks->side + at);
    }
    if (!group->couples) continue;
    joint_cross(sys, g, lambda, work->F_z, work->F_z, work);
    mask_mark(sys->bodies[group->body[0]].nz * sys->bodies[group->body[1]].nz, work->cross, masks->cross + g * BLOCK);
  }
}

/* Evaluates at random arguments; the scatters are still empty, so nothing is written to A, T and C. */
static bool masks_create(const System *sys, Masks *masks)
{
  const size_t  nb = (size_t)sys->nbodies, ng = (size_t)sys->ngroups, nz = (size_t)sys->nz, nl = (size_t)sys->nl;
  double       *buffer = calloc(3 * nz + 3 * nl + 1, sizeof(double));
  SystemWork    work;
  unsigned long seed = 20250401UL;
  bool          ok   = system_work_create(sys, &work) && buffer;

  masks->own     = calloc(nb * BLOCK, 1);
  masks->cross   = calloc(ng * BLOCK, 1);
  masks->side    = calloc(2 * ng * SIDE, 1);
  masks->between = calloc(2 * (size_t)sys->nloads * BLOCK + 1, 1);
  ok             = ok && masks->own && masks->cross && masks->side && masks->between;
  for (int probe = 0; ok && probe < PROBES; probe++) {
    double     *z = buffer, *v = z + nz, *lambda = v + nz, *rest = lambda + nl, none;
    SystemPoint point = {
      .probe = true, .rate = rest, .theta = rest + nz, .theta_v = rest + nz + nl, .A = &none, .T = &none, .C = &none};
    for (size_t i = 0; i < 2 * nz + nl; i++) buffer[i] = probe_next(&seed);
    system_evaluate(sys, z, v, lambda, &work, &point);
    masks_probe(sys, lambda, &work, masks);
    loads_probe(sys, &point, &work, masks);
  }
  free(buffer);
  system_work_destroy(&work);
  return ok;
}

static void masks_destroy(Masks *masks)
{
  free(masks->own);
  free(masks->cross);
  free(masks->side);
  free(masks->between);
}

/* Appends a position; false: out of memory. */
static bool position_add(PositionList *list, int row, int col)
{
  if (list->n == list->capacity) {
    const size_t capacity = list->capacity ? 2 * list->capacity : 1024;
    Position    *grown    = realloc(list->entries, capacity * sizeof *grown);
    if (!grown) return false;
    list->entries  = grown;
    list->capacity = capacity;
  }
  list->entries[list->n++] = (Position){row, col};
  return true;
}

/* Order by row, then by column. */
static int position_compare(const void *a, const void *b)
{
  const Position *p = a, *q = b;
  return p->row != q->row ? (p->row > q->row) - (p->row < q->row) : (p->col > q->col) - (p->col < q->col);
}

/* Sorts the positions, removes duplicates, compresses to rows. */
static bool pattern_build(PositionList *list, int nrows, Pattern *pattern)
{
  size_t n = 0;

  if (list->n) qsort(list->entries, list->n, sizeof *list->entries, position_compare);
  for (size_t e = 0; e < list->n; e++)
    if (n == 0 || position_compare(&list->entries[e], &list->entries[n - 1])) list->entries[n++] = list->entries[e];
  pattern->nrows = nrows;
  pattern->nnz   = (int)n;
  pattern->row   = calloc((size_t)nrows + 1, sizeof(int));
  pattern->col   = calloc(n + 1, sizeof(int));
  if (!pattern->row || !pattern->col) return false;
  for (size_t e = 0; e < n; e++) {
    pattern->row[list->entries[e].row + 1]++;
    pattern->col[e] = list->entries[e].col;
  }
  for (int r = 0; r < nrows; r++) pattern->row[r + 1] += pattern->row[r];
  return true;
}

/* Index of an entry that exists, by bisection. */
static int pattern_find(const Pattern *pattern, int row, int col)
{
  int low = pattern->row[row], high = pattern->row[row + 1] - 1;

  while (low < high) {
    const int middle = (low + high) / 2;
    if (pattern->col[middle] < col) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* Appends an entry; the scatter was allocated for its whole block. */
static bool scatter_append(Scatter *scatter, int src, int dest, double sign)
{
  scatter->src[scatter->n]    = src;
  scatter->dest[scatter->n]   = dest;
  scatter->sign[scatter->n++] = sign;
  return true;
}

static bool scatter_allocate(Scatter *scatter, int n)
{
  scatter->src  = calloc((size_t)n + 1, sizeof(int));
  scatter->dest = calloc((size_t)n + 1, sizeof(int));
  scatter->sign = calloc((size_t)n + 1, sizeof(double));
  return scatter->src && scatter->dest && scatter->sign;
}

static void scatter_free(Scatter *scatter)
{
  free(scatter->src);
  free(scatter->dest);
  free(scatter->sign);
}

/* One local block of K, rows of body a and columns of body c; with list: collects positions, otherwise fills the scatter.
 * `transposed` reads K^T, for the lower of the two blocks between the sides of a joint. */
static bool block_walk(const System *sys, int a, int c, bool transposed, const unsigned char *mask, PositionList *list,
                       Scatter *scatter)
{
  const int na = sys->bodies[a].nz, nc = sys->bodies[c].nz;

  for (int r = 0; r < na; r++)
    for (int k = 0; k < nc; k++) {
      const int src = transposed ? k * na + r : r * nc + k, col = sys->start[c] + k;
      double    sign;
      const int row = symplectic_partner(sys, a, r, &sign);
      if (!mask[src]) continue;
      if (list ? !position_add(list, row, col) : !scatter_append(scatter, src, pattern_find(&sys->A, row, col), sign))
        return false;
    }
  return true;
}

/* All blocks of A: own ones, then both blocks between the sides of each coupling joint and load. */
static bool blocks_walk(System *sys, const Masks *masks, PositionList *list)
{
  for (int b = 0; b < sys->nbodies; b++)
    if (!block_walk(sys, b, b, false, masks->own + b * BLOCK, list, &sys->own[b])) return false;
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const ConstraintGroup *joint = &sys->groups[g];
    if (!joint->couples) continue;
    if (!block_walk(sys, joint->body[0], joint->body[1], false, masks->cross + g * BLOCK, list, &sys->cross[g][0]) ||
        !block_walk(sys, joint->body[1], joint->body[0], true, masks->cross + g * BLOCK, list, &sys->cross[g][1]))
      return false;
  }
  for (int l = 0; l < sys->nloads; l++)
    for (int a = 0; a < 2 && sys->loads[l].couples; a++) {
      const int *body = sys->loads[l].body;
      if (!block_walk(sys, body[a], body[1 - a], false, masks->between + (2 * l + a) * BLOCK, list,
                      &sys->between[l][a]))
        return false;
    }
  return true;
}

/* All blocks of T: theta_z and C of every side of every group. */
static bool sides_walk(System *sys, const Masks *masks, PositionList *list)
{
  for (int g = 0; g < sys->ngroups; g++)
    for (int side = 0; side < 2; side++) {
      const ConstraintGroup *group = &sys->groups[g];
      const int              b     = group->body[side];
      if (b == GROUND) continue;
      const int nz = sys->bodies[b].nz;
      for (int e = 0; e < 2 * group->m * nz; e++) {
        const int row = group->start + e / nz, col = sys->start[b] + e % nz;
        if (!masks->side[(2 * g + side) * SIDE + e]) continue;
        if (list ? !position_add(list, row, col)
                 : !scatter_append(&sys->side[g][side], e, pattern_find(&sys->T, row, col), 1.0))
          return false;
      }
    }
  return true;
}

/* Positions of L besides those of grad Theta: the coordinates on which the input of a servo constraint acts. */
static bool pushes_walk(System *sys, PositionList *list)
{
  for (int i = 0; sys->servo && i < sys->ninputs; i++)
    for (int side = 0; side < 2; side++) {
      const int b = sys->loads[sys->nloads - sys->ninputs + i].body[side], row = sys->servo[i];
      for (int j = 0; b != GROUND && j < sys->bodies[b].nq; j++) {
        const int col = sys->start[b] + j;
        if (list ? !position_add(list, row, col)
                 : !scatter_append(&sys->push[i][side], j, pattern_find(&sys->T, row, col), 1.0))
          return false;
      }
    }
  return true;
}

/* Allocates every scatter for all entries of its block. */
static bool scatters_create(System *sys)
{
  bool ok = true;

  for (int b = 0; ok && b < sys->nbodies; b++)
    ok = scatter_allocate(&sys->own[b], sys->bodies[b].nz * sys->bodies[b].nz);
  for (int g = 0; ok && g < sys->ngroups; g++) {
    for (int side = 0; ok && side < 2; side++) {
      ok          = scatter_allocate(&sys->cross[g][side], sys->groups[g].couples ? BLOCK : 0);
      const int b = sys->groups[g].body[side];
      ok = ok && scatter_allocate(&sys->side[g][side], b == GROUND ? 0 : 2 * sys->groups[g].m * sys->bodies[b].nz);
    }
  }
  for (int i = 0; ok && i < 2 * sys->ninputs; i++) ok = scatter_allocate(&sys->push[i / 2][i % 2], BODY_NZ);
  for (int l = 0; ok && l < 2 * sys->nloads; l++) {
    const Load *load = &sys->loads[l / 2];
    ok               = scatter_allocate(&sys->between[l / 2][l % 2],
                          load->couples ? sys->bodies[load->body[0]].nz * sys->bodies[load->body[1]].nz : 0);
  }
  return ok;
}

/* Two walks over all blocks: the first collects positions, the second fills the scatters. */
bool system_pattern_create(System *sys)
{
  Masks        masks = {0};
  PositionList list  = {0};
  bool         ok;

  sys->own     = calloc((size_t)sys->nbodies, sizeof *sys->own);
  sys->cross   = calloc((size_t)sys->ngroups, sizeof *sys->cross);
  sys->side    = calloc((size_t)sys->ngroups, sizeof *sys->side);
  sys->between = calloc((size_t)sys->nloads + 1, sizeof *sys->between);
  sys->push    = calloc((size_t)sys->ninputs + 1, sizeof *sys->push);
  ok           = sys->own && sys->cross && sys->side && sys->between && sys->push && masks_create(sys, &masks) &&
       blocks_walk(sys, &masks, &list);
  for (int i = 0; ok && i < sys->nz; i++) ok = position_add(&list, i, i);
  ok     = ok && pattern_build(&list, sys->nz, &sys->A);
  list.n = 0;
  ok     = ok && sides_walk(sys, &masks, &list) && pushes_walk(sys, &list) && pattern_build(&list, sys->nl, &sys->T);
  ok     = ok && scatters_create(sys) && blocks_walk(sys, &masks, NULL) && sides_walk(sys, &masks, NULL) &&
       pushes_walk(sys, NULL);
  free(list.entries);
  masks_destroy(&masks);
  return ok;
}

void system_pattern_destroy(System *sys)
{
  for (int b = 0; sys->own && b < sys->nbodies; b++) scatter_free(&sys->own[b]);
  for (int g = 0; sys->cross && sys->side && g < sys->ngroups; g++) {
    for (int side = 0; side < 2; side++) {
      scatter_free(&sys->cross[g][side]);
      scatter_free(&sys->side[g][side]);
    }
  }
  for (int l = 0; sys->between && l < 2 * sys->nloads; l++) scatter_free(&sys->between[l / 2][l % 2]);
  for (int i = 0; sys->push && i < 2 * sys->ninputs; i++) scatter_free(&sys->push[i / 2][i % 2]);
  free(sys->push);
  free(sys->own);
  free(sys->cross);
  free(sys->side);
  free(sys->between);
  free(sys->A.row);
  free(sys->A.col);
  free(sys->T.row);
  free(sys->T.col);
  sys->own   = NULL;
  sys->cross = NULL;
  sys->side  = NULL;
  sys->A = sys->T = (Pattern){0};
}
