/* Products with J: row i of a body's coordinates meets row i of its momenta, with opposite signs. */
#include "system/symplectic.h"

/* The entry that J pairs with entry i = 0 .. 2 nq - 1 of body b, and the sign in J^T. */
static int partner_of(const System *sys, int b, int i, double *sign)
{
  const int nq = sys->bodies[b].nq, start = sys->start[b];

  *sign = i < nq ? -1.0 : 1.0;
  return start + (i < nq ? nq + i : i - nq);
}

void symplectic_pairs(const System *sys, int *partner, double *sign)
{
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int at = sys->start[b] + i;
      partner[at]  = partner_of(sys, b, i, &sign[at]);
    }
}

void symplectic_apply(const System *sys, const double *x, double *y)
{
  double sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner    = partner_of(sys, b, i, &sign);
      y[sys->start[b] + i] = -sign * x[partner];
    }
}

void symplectic_add_transpose(const System *sys, double factor, const double *x, double *y)
{
  double sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner = partner_of(sys, b, i, &sign);
      y[sys->start[b] + i] += sign * factor * x[partner];
    }
}

void symplectic_add_hessian(const System *sys, double factor, const double *A, double *M)
{
  const Pattern *P = &sys->A;
  double         sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner = partner_of(sys, b, i, &sign);
      double   *row     = M + (sys->start[b] + i) * sys->nz;
      for (int e = P->row[partner]; e < P->row[partner + 1]; e++) row[P->col[e]] += sign * factor * A[e];
    }
}
