/* Sequential quadratic programming with a line search, for guesses from which Newton's method alone does not converge.
 *
 * The Newton step of the first-order conditions, with a multiple of the identity added to the Hessian of L until the step has positive
 * curvature (Nocedal and Wright 2006, sect. 18.4), is halved until the l1 merit function (sect. 15.4)
 *   merit = cost + mu sum_j |c_j|      (c: rows of the equations, mu above all adjoints)
 * decreases. It leads to minima, not to arbitrary stationary points. All quantities are in natural units. */
#include "base/vec.h"
#include "optimal/kkt.h"

enum { SHORTEN_MOST = 24, SHIFT_MOST = 24 };

typedef struct {
  Kkt    *k;
  double *step; /* [n] of all unknowns, on all ranks */
  double *from; /* [n] its start */
  double *mine; /* [own unknowns] */
  double  shift;
  double *mu; /* [n] of rows */
} Sqp;

/* c = sum_j mu_j |c_j| (mu NULL: 1), slope = max |L_x|, of the gradient in k->g. */
static void sizes_find(const Kkt *k, const double *mu, double *c, double *slope)
{
  *c = *slope = 0.0;
  for (int j = 0; j < k->n; j++) {
    const double r = fabs(k->g[j]) * k->unit[j] / k->objective->unit;
    if (k->is_row[j]) *c += mu ? mu[j] * r : r;
    else if (!k->active[j]) *slope = fmax(*slope, r);
  }
}

/* The step with the smallest shift >= s->shift of a geometric sequence for which it has positive curvature; from the Newton equations
 * dx . (H + shift) dx = dw . c - dx . L_x. */
static PetscErrorCode step_find(Sqp *s, bool *good)
{
  Kkt *k = s->k;

  PetscFunctionBeginUser;
  *good = false;
  for (int tries = 0; !*good && tries < SHIFT_MOST; tries++) {
    double curvature = 0.0, length = 0.0;
    bool   solved;
    k->shift = s->shift;
    PetscCall(kkt_step(k, s->mine, s->step, &solved));
    for (int j = 0; j < k->n; j++) {
      const double g = k->g[j] * k->unit[j] / k->objective->unit, d = s->step[j];
      curvature += k->is_row[j] ? d * g : -d * (k->active[j] ? 0.0 : g);
      if (!k->is_row[j]) length += d * d;
    }
    *good = solved && isfinite(length) && curvature >= 1e-8 * length;
    if (!*good) s->shift = s->shift > 0.0 ? 8.0 * s->shift : 1e-4;
  }
  k->shift = 0.0;
  PetscFunctionReturn(0);
}

/* Merit at from + length step; kkt->g becomes the gradient of L there. */
static PetscErrorCode merit_at(Sqp *s, double length, double *merit)
{
  Kkt   *k = s->k;
  double c, slope;

  PetscFunctionBeginUser;
  for (int j = 0; j < k->n; j++)
    if (!k->active[j]) k->x[j] = s->from[j] + length * s->step[j] * k->unit[j];
  PetscCall(kkt_cost(k));
  PetscCall(kkt_gradient(k));
  sizes_find(k, s->mu, &c, &slope);
  *merit = k->cost / k->objective->unit + c;
  if (!isfinite(*merit)) *merit = PETSC_MAX_REAL;
  PetscFunctionReturn(0);
}

/* One step with Armijo's condition (Nocedal and Wright 2006, sect. 18.4); good = false: the merit does not decrease any more. */
static PetscErrorCode sqp_step(Sqp *s, bool *good)
{
  Kkt   *k = s->k;
  double before, after, c, slope, fall = 0.0;

  PetscFunctionBeginUser;
  vec_copy(k->n, k->x, s->from);
  PetscCall(step_find(s, good));
  if (!*good) PetscFunctionReturn(0);
  double most = 0.0;
  for (int j = 0; j < k->n; j++)
    if (k->is_row[j]) most = fmax(most, 1.2 * fabs(k->x[j] / k->unit[j] + s->step[j]));
  for (int j = 0; j < k->n; j++) s->mu[j] = most;
  PetscCall(merit_at(s, 0.0, &before));
  sizes_find(k, s->mu, &c, &slope);
  /* slope of the merit: cost_x . dx = L_x . dx + w . c, since c_x dx = -c, and the l1 term falls by all of mu |c| */
  for (int j = 0; j < k->n; j++)
    if (!k->is_row[j] && !k->active[j]) fall += k->g[j] * k->unit[j] / k->objective->unit * s->step[j];
  for (int j = 0; j < k->n; j++)
    if (k->is_row[j]) fall += k->x[j] / k->unit[j] * k->g[j] * k->unit[j] / k->objective->unit;
  fall -= c;
  *good         = false;
  double length = 1.0;
  for (int i = 0; !*good && i < SHORTEN_MOST; i++, length *= 0.5) {
    PetscCall(merit_at(s, length, &after));
    *good = after <= before + 1e-4 * length * PetscMin(fall, 0.0) + 1e-14 * fabs(before);
  }
  s->shift = length < 0.1 ? PetscMax(2.0 * s->shift, 1e-4) : s->shift / 6.0;
  if (s->shift < 1e-7) s->shift = 0.0;
  if (!*good) PetscCall(merit_at(s, 0.0, &after));
  PetscFunctionReturn(0);
}

/* Steps until gradient and conditions are smaller than `close` and no shift is needed, or a step fails (Nocedal and Wright 2006,
 * sect. 18.4). */
PetscErrorCode kkt_sqp(Kkt *k, int most, double close, int *iterations)
{
  Sqp    s = {.k = k};
  double c = 1.0, slope = 1.0;
  bool   good = true;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc4(k->n, &s.step, k->n, &s.from, k->mine + 1, &s.mine, k->n, &s.mu));
  PetscCall(kkt_gradient(k));
  for (*iterations = 0; good && *iterations < most; (*iterations)++) {
    sizes_find(k, NULL, &c, &slope);
    if (slope < close && c < close && s.shift == 0.0) break;
    PetscCall(sqp_step(&s, &good));
  }
  PetscCall(PetscFree4(s.step, s.from, s.mine, s.mu));
  PetscFunctionReturn(0);
}
