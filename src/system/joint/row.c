/* Rows Phi = 1/2 f . A f + b . f + c in the stacked frames of two sides, their coefficients constant or known in time. */
#include "base/vec.h"
#include "system/joint/joint.h"

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
  for (int j = 0; j < row->nterms; j++)
    if (!frame_row_fold(&row->terms[j], side, f)) return false;
  return true;
}

void frame_row_clear(FrameRow *row)
{
  for (int j = 0; j < row->nterms; j++) frame_row_clear(&row->terms[j]);
  free(row->terms);
  free(row->linear);
  free(row->quadratic);
  memset(row, 0, sizeof *row);
}

static void multiply_add(const FrameRow *row, double weight, const double *x, double *y)
{
  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry *a = &row->quadratic[e];
    y[a->i] += weight * a->value * x[a->j];
  }
}

static void linear_add(const FrameRow *row, double weight, double *y)
{
  for (int e = 0; e < row->nlinear; e++) y[row->linear[e].i] += weight * row->linear[e].value;
}

void frame_row_multiply(const FrameRow *row, const double *w, const double *x, double *y)
{
  vec_zero(STACK, y);
  multiply_add(row, w ? w[0] : 1.0, x, y);
  for (int j = 0; w && j < row->nterms; j++) multiply_add(&row->terms[j], w[1 + j], x, y);
}

void frame_row_gradient(const FrameRow *row, const double *w, const double *f, double *g)
{
  frame_row_multiply(row, w, f, g);
  linear_add(row, w ? w[0] : 1.0, g);
  for (int j = 0; w && j < row->nterms; j++) linear_add(&row->terms[j], w[1 + j], g);
}

/* Without the terms. */
static double own_value(const FrameRow *row, const double *f)
{
  double sum = row->c;

  for (int e = 0; e < row->nlinear; e++) sum += row->linear[e].value * f[row->linear[e].i];
  for (int e = 0; e < row->nquadratic; e++)
    sum += 0.5 * row->quadratic[e].value * f[row->quadratic[e].i] * f[row->quadratic[e].j];
  return sum;
}

double frame_row_value(const FrameRow *row, const double *w, const double *f)
{
  double sum = own_value(row, f);

  if (!w) return sum;
  sum *= w[0];
  for (int j = 0; j < row->nterms; j++) sum += w[1 + j] * own_value(&row->terms[j], f);
  return sum;
}

/* Psi = (A f + b) . fdot + Phi_t, Phi_t = 1/2 f . A' f + b' . f + c' */
void frame_row_evaluate(const FrameRow *row, RowWeights w, const double *f, const double *fdot, RowPoint *point)
{
  double change[STACK];

  frame_row_gradient(row, w ? w[0] : NULL, f, point->gradient);
  frame_row_multiply(row, w ? w[0] : NULL, fdot, point->turn);
  point->phi   = frame_row_value(row, w ? w[0] : NULL, f);
  point->psi   = vec_dot(STACK, point->gradient, fdot);
  point->phi_t = point->psi_t = 0.0;
  if (!w) return;
  frame_row_gradient(row, w[1], f, change);
  vec_add(STACK, 1.0, change, point->turn);
  point->phi_t = frame_row_value(row, w[1], f);
  point->psi_t = vec_dot(STACK, change, fdot) + frame_row_value(row, w[2], f);
  point->psi += point->phi_t;
}

void frame_row_bend(const FrameRow *row, RowWeights w, const double *f, const double *fdot, const double *df,
                    const double *dfdot, double dt, double *dgradient, double *dturn)
{
  double change[STACK];

  frame_row_multiply(row, w ? w[0] : NULL, df, dgradient);
  frame_row_multiply(row, w ? w[0] : NULL, dfdot, dturn);
  if (!w) return;
  frame_row_gradient(row, w[1], f, change); /* A' f + b' */
  vec_add(STACK, dt, change, dgradient);
  frame_row_multiply(row, w[1], fdot, change);
  vec_add(STACK, dt, change, dturn);
  frame_row_multiply(row, w[1], df, change);
  vec_add(STACK, 1.0, change, dturn);
  frame_row_gradient(row, w[2], f, change);
  vec_add(STACK, dt, change, dturn);
}
