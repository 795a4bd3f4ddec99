/* Hamiltonian systems with their own coordinates, which replace bodies: H(q, p) and its derivatives.
 *
 * Chaurasia (2012, chapter 2). To other rooms such a system is one body without constraints whose kinetic energy is all of H. */
#ifndef RIGEL_BODY_HAMILTONIAN_H
#define RIGEL_BODY_HAMILTONIAN_H

#include "body/formulation.h"

enum { HAMILTONIAN_NQ = 3, HAMILTONIAN_NZ = 6, KEPT_MOST = 2 };

struct HamiltonianOps {
  const char        *name, *summary;
  TypeTraits         traits;  /* HAMILTONIAN_USES_, SUPPORTS_ */
  const char *const *columns; /* names of the coordinates, NULL-terminated */
  const char *const *kept;    /* names of invariants besides H and L, NULL-terminated, at most KEPT_MOST */
  int                nq;
  int                degree;        /* of H in z; NOT_POLYNOMIAL */
  bool               turns;         /* the moment L3 about e3 is conserved */
  bool               linear_moment; /* L3 is one of the momenta: every Runge-Kutta method conserves it */
  /* H, its gradient g[nz] and Hessian K[nz][nz], zero on entry; K may be NULL. */
  double (*energy)(const ProblemHamiltonian *data, const double *z, double *g, double *K);
  /* H of scalars that are quadratic in z and invariant under the rotations that conserve L3; NULL: H of z itself. */
  const EnergyOps *scalars;
  /* L[3], zero if the system has none; values[] of the invariants named in `kept`. */
  void (*momenta)(const double *z, double L[3]);
  void (*conserved)(const double *z, double *values);
  /* Start values from the constants alone, where no coordinates are given; NULL: zero. */
  void (*start)(const ProblemHamiltonian *data, double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ]);
};

/* NULL-terminated */
extern const HamiltonianOps *const hamiltonian_list[];
const HamiltonianOps              *hamiltonian_find(const char *name);

/* q and p at the start: as given, from rates qdot = dH/dp, or from the constants of the system. */
void hamiltonian_start(const ProblemHamiltonian *data, double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ]);

#endif
