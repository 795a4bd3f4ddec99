/* Hamiltonian systems with their own coordinates, instead of bodies (paper 004, chapter 2): H(q, p) and its derivatives. To the
 * rest of the program such a system is one body without constraints whose kinetic energy is all of H. */
#ifndef RIGEL_BODY_HAMILTONIAN_H
#define RIGEL_BODY_HAMILTONIAN_H

#include "body/formulation.h"

enum { HAMILTONIAN_NQ = 3, HAMILTONIAN_NZ = 6, KEPT_MOST = 2 };

struct HamiltonianOps {
  const char        *name, *summary;
  const char *const *columns; /* names of the coordinates, NULL-terminated */
  const char *const *kept;    /* names of what it conserves besides H and L, NULL-terminated, at most KEPT_MOST */
  int                nq;
  int                degree;          /* of H in z; NOT_POLYNOMIAL */
  bool               turns;           /* the moment L3 about e3 is conserved */
  bool               linear_momentum; /* L3 is linear in z: the momentum of an angle */
  /* H, its gradient g[nz] and Hessian K[nz][nz], which come as zeros; K may be NULL. */
  double (*energy)(const ProblemHamiltonian *data, const double *z, double *g, double *K);
  /* L[3], zero where the system has none, and values[] of what is kept. */
  void (*momenta)(const double *z, double L[3]);
  void (*conserved)(const double *z, double *values);
};

/* NULL-terminated */
extern const HamiltonianOps *const hamiltonian_list[];
const HamiltonianOps              *hamiltonian_find(const char *name);

/* q and p at the start: as given, from rates qdot = dH/dp, or of an orbit with this eccentricity. */
void hamiltonian_start(const ProblemHamiltonian *data, double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ]);

#endif
