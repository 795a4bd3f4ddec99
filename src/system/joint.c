#include "system/joint.h"

#include "base/vec.h"

#include <stdlib.h>

static bool entry_append(RowEntry **list, int *n, RowEntry entry)
{
  RowEntry *grown = realloc(*list, (size_t)(*n + 1) * sizeof *grown);

  if (!grown) return false;
  *list         = grown;
  grown[(*n)++] = entry;
  return true;
}

bool frame_row_add_linear(FrameRow *row, int i, double value)
{
  return entry_append(&row->linear, &row->nlinear, (RowEntry){i, i, value});
}

bool frame_row_add_quadratic(FrameRow *row, int i, int j, double value)
{
  if (!entry_append(&row->quadratic, &row->nquadratic, (RowEntry){i, j, value})) return false;
  return i == j || entry_append(&row->quadratic, &row->nquadratic, (RowEntry){j, i, value});
}

void frame_row_clear(FrameRow *row)
{
  free(row->linear);
  free(row->quadratic);
  memset(row, 0, sizeof *row);
}

void frame_row_multiply(const FrameRow *row, const double *x, double *y)
{
  vec_zero(STACK, y);
  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry *a = &row->quadratic[e];
    y[a->i] += a->value * x[a->j];
  }
}

void frame_row_gradient(const FrameRow *row, const double *f, double *g)
{
  frame_row_multiply(row, f, g);
  for (int e = 0; e < row->nlinear; e++) g[row->linear[e].i] += row->linear[e].value;
}

double frame_row_value(const FrameRow *row, const double *f)
{
  double sum = row->c;

  for (int e = 0; e < row->nlinear; e++) sum += row->linear[e].value * f[row->linear[e].i];
  for (int e = 0; e < row->nquadratic; e++)
    sum += 0.5 * row->quadratic[e].value * f[row->quadratic[e].i] * f[row->quadratic[e].j];
  return sum;
}

/* Spherical joint: the points coincide, phi_A + R_A X_A = phi_B + R_B X_B (paper 003, eq. 67). */
static bool spherical_build(const JointPlace *place, FrameRow *rows)
{
  for (int x = 0; x < 3; x++) {
    rows[x].length = true;
    for (int side = 0; side < 2; side++) {
      const double sign = side == 0 ? 1.0 : -1.0;
      if (!frame_row_add_linear(&rows[x], stack_index(side, 0, x), sign)) return false;
      for (int i = 0; i < 3; i++)
        if (place->point[side][i] != 0.0 &&
            !frame_row_add_linear(&rows[x], stack_index(side, 1 + i, x), sign * place->point[side][i]))
          return false;
    }
  }
  return true;
}

static const JointOps spherical = {
  .name    = "spherical",
  .summary = "two points coincide: 3 rows",
  .nrows   = 3,
  .build   = spherical_build,
};

const JointOps *const joint_list[] = {&spherical, NULL};

const JointOps *joint_find(const char *name)
{
  for (int i = 0; joint_list[i]; i++)
    if (strcmp(joint_list[i]->name, name) == 0) return joint_list[i];
  return NULL;
}
