/* Products with J, which pairs coordinate i of a body with its momentum i, with opposite signs. */
#include "system/symplectic.h"

int symplectic_partner(const System *sys, int b, int i, double *sign)
{
  const int nq = sys->bodies[b].nq, start = sys->start[b];

  *sign = i < nq ? -1.0 : 1.0;
  return start + (i < nq ? nq + i : i - nq);
}

/* qdot = x_p, pdot = -x_q, body by body. */
void symplectic_pairs(const System *sys, int *partner, double *sign)
{
  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int at = sys->start[b] + i;
      partner[at]  = symplectic_partner(sys, b, i, &sign[at]);
    }
}

void symplectic_apply(const System *sys, const double *x, double *y)
{
  double sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner    = symplectic_partner(sys, b, i, &sign);
      y[sys->start[b] + i] = -sign * x[partner];
    }
}

void symplectic_add_transpose(const System *sys, double factor, const double *x, double *y)
{
  double sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner = symplectic_partner(sys, b, i, &sign);
      y[sys->start[b] + i] += sign * factor * x[partner];
    }
}

/* Rows of A sorted back to the rows of the Hessian that they come from. */
void symplectic_add_hessian(const System *sys, double factor, const double *A, double *M)
{
  const Pattern *P = &sys->A;
  double         sign;

  for (int b = 0; b < sys->nbodies; b++)
    for (int i = 0; i < 2 * sys->bodies[b].nq; i++) {
      const int partner = symplectic_partner(sys, b, i, &sign);
      double   *row     = M + (sys->start[b] + i) * sys->nz;
      for (int e = P->row[partner]; e < P->row[partner + 1]; e++) row[P->col[e]] += sign * factor * A[e];
    }
}
