/* Time stepping with a one-step method: the loop over the elements, samples, checkpoints.
 *
 * The method computes the increment of z over one element. */
#ifndef RIGEL_SCHEME_ONESTEP_LOOP_H
#define RIGEL_SCHEME_ONESTEP_LOOP_H

#include "scheme/scheme.h"

#include <petscsystypes.h>

/* One element: its start, and the results that the method fills in. */
typedef struct {
  double        t, h, h_next; /* start and length; length of the next element */
  const double *z, *carry;    /* [nz] at t, and its rounding error: the state is z + carry */
  const double *twist;        /* [ntwists] angles of torsion springs at t */
  double       *dz;           /* [nz] out: the increment */
  double       *lambda;       /* [nl] out: multipliers at mult_node */
  double        mult_node;    /* in [0, 1]: the middle of the element unless the method changes it */
  double        work[2];      /* of loads: done from outside, lost by damping */
  int           iterations;   /* each with a new factorization */
  int           corrections;  /* with factors of an earlier iteration */
  double        residual;
  bool          solved; /* the method solved equations */
  bool          floor;  /* their corrections ended at the rounding floor */
} Step;

typedef struct {
  void *self;
  /* Computes the increment of one element; good = false: no solution. */
  PetscErrorCode (*advance)(void *self, Step *step, bool *good);
  int     nsaved; /* numbers that the next element needs besides z, for checkpoints */
  double *saved;  /* [nsaved] */
  int     unknowns;
  double  reach; /* turn of a body in one element up to which its equations have a real solution, about; 0: any */
} OneStep;

/* Newton's method for a few unknowns. `correct` applies one correction, with a new matrix or with the factors of an earlier one, and
 * returns its size in natural units, or INFINITY if the matrix is singular. Every `refresh` corrections the matrix is computed
 * again. The iteration continues below the tolerance until rounding stops it, so that invariants are conserved to rounding; above it, it
 * ends where corrections stagnate at the rounding floor (newton_floor_most). */
bool onestep_newton(const Problem *problem, int refresh, double (*correct)(void *self, const Step *step, bool anew),
                    void *self, Step *step);
/* LU of M[n][n], stored by columns, in place, by LAPACK. For a few unknowns it is several times faster than SNES
 * (docs/explanation/numerics.md, Linear solvers). False: singular. */
bool dense_factor(int n, double *M, PetscBLASInt *pivot);
void dense_solve(int n, const double *M, const PetscBLASInt *pivot, double *x);

/* Runs a method over all elements: SchemeOps.run. */
PetscErrorCode onestep_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const OneStep *method, const Observer *observer, RunStatus *status);

#endif
