/* Values and derivatives of rows Phi = 1/2 f . A f + b . f + c, whose coefficients are constant or known functions of time. */
#include "system/joint/frame_row.h"

#include "base/vec.h"

#include <stdlib.h>

/* Appends an entry to a list; false: out of memory. */
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

bool frame_row_add_component(FrameRow *row, FrameVector u, int x)
{
  bool ok = true;

  for (int a = 0; ok && a < STACK_VECTORS; a++)
    if (u.coefficient[a] != 0.0) ok = frame_row_add_linear(row, stack_index(a / 4, a % 4, x), u.coefficient[a]);
  return ok;
}

/* 1/2 f . A f = factor u . v: entries of A from both orders of each product. */
bool frame_row_add_dot(FrameRow *row, FrameVector u, FrameVector v, double factor)
{
  bool ok = true;

  for (int a = 0; a < STACK_VECTORS; a++)
    for (int b = a; b < STACK_VECTORS; b++) {
      const double value = factor * (u.coefficient[a] * v.coefficient[b] + u.coefficient[b] * v.coefficient[a]);
      for (int x = 0; ok && value != 0.0 && x < 3; x++)
        ok = frame_row_add_quadratic(row, stack_index(a / 4, a % 4, x), stack_index(b / 4, b % 4, x), value);
    }
  return ok;
}

/* A = 2 factor (coefficient e) (coefficient e)^T, with index 3 a + x = stack_index(side, vector, x) in the stacked frames. */
bool frame_row_add_along(FrameRow *row, FrameVector u, const double e[3], double factor)
{
  bool ok = true;

  for (int i = 0; i < STACK; i++)
    for (int j = i; ok && j < STACK; j++) {
      const double value = 2.0 * factor * u.coefficient[i / 3] * e[i % 3] * u.coefficient[j / 3] * e[j % 3];
      if (value != 0.0) ok = frame_row_add_quadratic(row, i, j, value);
    }
  return ok;
}

/* Whether component i of the stacked frames belongs to this side. */
static bool on_side(int i, int side)
{
  return (i >= FRAME_F) == (side == 1);
}

/* With f = (f_A, f_B) and one of them constant: b += A_ab f_b, c += 1/2 f_b . A_bb f_b + b_b . f_b. */
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
    if (i && !j) b[q.j] += q.value * f[q.i % FRAME_F]; /* A_ji is counted with it */
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

/* y += weight A x of one term. */
static void multiply_add(const FrameRow *row, double weight, const double *x, double *y)
{
  for (int e = 0; e < row->nquadratic; e++) {
    const RowEntry *a = &row->quadratic[e];
    y[a->i] += weight * a->value * x[a->j];
  }
}

/* y += weight b of one term. */
static void linear_add(const FrameRow *row, double weight, double *y)
{
  for (int e = 0; e < row->nlinear; e++) y[row->linear[e].i] += weight * row->linear[e].value;
}

/* y = A x with the weights w of frame_row_gradient. */
static void multiply(const FrameRow *row, const double *w, const double *x, double *y)
{
  vec_zero(STACK, y);
  multiply_add(row, w ? w[0] : 1.0, x, y);
  for (int j = 0; w && j < row->nterms; j++) multiply_add(&row->terms[j], w[1 + j], x, y);
}

void frame_row_gradient(const FrameRow *row, const double *w, const double *f, double *g)
{
  multiply(row, w, f, g);
  linear_add(row, w ? w[0] : 1.0, g);
  for (int j = 0; w && j < row->nterms; j++) linear_add(&row->terms[j], w[1 + j], g);
}

/* Phi of the coefficients of one term. */
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

/* Psi = (A f + b) . fdot + Phi_t with Phi_t = 1/2 f . A' f + b' . f + c', and Psi_t = (A' f + b') . fdot + Phi_tt. */
void frame_row_evaluate(const FrameRow *row, RowWeights w, const double *f, const double *fdot, RowPoint *point)
{
  double change[STACK];

  frame_row_gradient(row, w ? w[0] : NULL, f, point->gradient);
  multiply(row, w ? w[0] : NULL, fdot, point->psi_gradient);
  point->phi   = frame_row_value(row, w ? w[0] : NULL, f);
  point->psi   = vec_dot(STACK, point->gradient, fdot);
  point->phi_t = point->psi_t = 0.0;
  if (!w) return;
  frame_row_gradient(row, w[1], f, change);
  vec_add(STACK, 1.0, change, point->psi_gradient);
  point->phi_t = frame_row_value(row, w[1], f);
  point->psi_t = vec_dot(STACK, change, fdot) + frame_row_value(row, w[2], f);
  point->psi += point->phi_t;
}

/* d(A f + b) = A df + (A' f + b') dt, and d(A fdot + A' f + b') = A dfdot + A' df + (A' fdot + A'' f + b'') dt. */
void frame_row_gradient_rates(const FrameRow *row, RowWeights w, const double *f, const double *fdot, const double *df,
                              const double *dfdot, double dt, double *dgradient, double *dpsi_gradient)
{
  double change[STACK];

  multiply(row, w ? w[0] : NULL, df, dgradient);
  multiply(row, w ? w[0] : NULL, dfdot, dpsi_gradient);
  if (!w) return;
  frame_row_gradient(row, w[1], f, change); /* A' f + b' */
  vec_add(STACK, dt, change, dgradient);
  multiply(row, w[1], fdot, change);
  vec_add(STACK, dt, change, dpsi_gradient);
  multiply(row, w[1], df, change);
  vec_add(STACK, 1.0, change, dpsi_gradient);
  frame_row_gradient(row, w[2], f, change);
  vec_add(STACK, dt, change, dpsi_gradient);
}
