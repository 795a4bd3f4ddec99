/* One term of an energy along an element; private to mean gradients of energies. */
#ifndef RIGEL_GALERKIN_MEAN_TERM_H
#define RIGEL_GALERKIN_MEAN_TERM_H

#include "galerkin/mean_energy.h"

/* Its scalars at the start of the element; their rates y'_j, derivatives Y and means E_g at the Gauss points are in MeanEnergy. */
typedef struct {
  const EnergyOps *ops;
  const void      *owner;
  EnergyShape      shape;
  int              term;
  double           y1[ENERGY_SIZE];
  double           near; /* angle of a torsion spring at the start */
  const MeanRule  *rule; /* of its means */
} MeanTerm;

/* The first term of an owner. */
MeanTerm mean_term(const EnergyOps *ops, const void *owner, double near);
/* Computes y1, rates, Y and means along x and dx in `means`; x1[nx] at the start. */
void mean_term_evaluate(MeanEnergy *means, const double *x1, MeanTerm *term);
/* y = y_1 + sum_j a_j y'_j */
void mean_term_scalars(const MeanEnergy *means, const MeanTerm *term, const double *a, double *y);

/* Fills x and dx in `means` with the frames of both sides of a load, x1[24] at the start; the angle at the start of a torsion spring; x and
 * dx with the state of a body. */
void   mean_load_path(MeanEnergy *means, const MeanPath *path, const Load *load, double *x1);
double mean_load_near(const MeanPath *path, const Load *load);
void   mean_body_path(MeanEnergy *means, const MeanPath *path, int body);

#endif
