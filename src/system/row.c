/* Rows Phi = 1/2 f . A f + b . f + c in the stacked frames of two sides. */
#include "base/vec.h"
#include "system/joint.h"

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

static bool on_side(int i, int side)
{
  return (i >= FRAME_F) == (side == 1);
}

/* Products with a constant become linear, linear terms constant; terms in one component are summed. */
bool frame_row_fold(FrameRow *row, int side, const double *f)
{
  double b[STACK] = {0.0};
  int    kept     = 0;

  for (int e = 0; e < row->nlinear; e++) b[row->linear[e].i] += row->linear[e].value;
  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry q = row->quadratic[e];
    const bool     i = on_side(q.i, side), j = on_side(q.j, side);
    if (!i && !j) row->quadratic[kept++] = q;
    if (i && j) row->c += 0.5 * q.value * f[q.i % FRAME_F] * f[q.j % FRAME_F];
    if (i && !j) b[q.j] += q.value * f[q.i % FRAME_F]; /* stands for its transposed twin too */
  }
  row->nquadratic = kept;
  row->nlinear    = 0;
  for (int i = 0; i < STACK; i++)
    if (on_side(i, side)) row->c += b[i] * f[i % FRAME_F];
    else if (b[i] != 0.0 && !frame_row_add_linear(row, i, b[i])) return false;
  return true;
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
