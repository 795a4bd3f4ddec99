/* One term of an energy along an element: its scalars, their rates, and the means of its gradient (mean_energy.h). */
#ifndef RIGEL_GALERKIN_MEAN_TERM_H
#define RIGEL_GALERKIN_MEAN_TERM_H

#include "system/system.h"
#include "time/mean_rule.h"

typedef struct {
  const System      *system;
  const TimeElement *element;
  bool               used; /* any energy is a mean */
  MeanRule           rules[MEAN_RULES];
  double            *x, *dx; /* [s][24] */
  double            *Y;      /* [s][size][24] */
  double            *rates;  /* [s][size] y' */
  double            *mean;   /* [s][size] E_g */
  double            *bodies; /* [s][nbodies][24] gradients */
  double            *loads;  /* [s][nloads][24] weights */
  /* Derivatives of one owner in one node, columns [24][24] at each Gauss point: of x (and at the start, the last), dx, y', E_g, w */
  double *columns, *dcolumns, *drates, *dmean, *dw;
} MeanEnergy;

/* The element at its Gauss points, from which energies are evaluated. */
typedef struct {
  const double *z1, *z, *v;  /* [nz] at the start, [s][nz] */
  const double *F1, *F, *dF; /* [nbodies][24] at the start, [s][nbodies][24] */
  const double *twist;       /* [ntwists] at the start; NULL: zero */
} MeanPath;

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
