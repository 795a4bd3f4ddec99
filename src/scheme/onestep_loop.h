/* Time stepping with a one-step method: the loop over the elements, samples, checkpoints. The method supplies the increment of z
 * over one element. */
#ifndef RIGEL_SCHEME_ONESTEP_LOOP_H
#define RIGEL_SCHEME_ONESTEP_LOOP_H

#include "scheme/scheme.h"

#include <petscsystypes.h>

/* One element: what goes in, and what the method fills in. */
typedef struct {
  double        t, h, h_next; /* start and length; length of the next element */
  const double *z, *carry;    /* [nz] at t, and what rounding left out of it */
  double       *dz;           /* [nz] out: the increment */
  double       *lambda;       /* [nl] out: multipliers at mult_t */
  double        mult_t;       /* the element's middle unless changed */
  double        work[2];      /* of loads: done from outside, lost by damping */
  int           iterations;   /* each with a new factorization */
  int           corrections;  /* with the factors at hand */
  double        residual;
  bool          solved; /* there was something to solve */
} Step;

typedef struct {
  void *self;
  /* False in good: no solution, or numbers overflow. */
  PetscErrorCode (*advance)(void *self, Step *step, bool *good);
  int     nmemory; /* what the next element needs besides z, for checkpoints; at least 0 */
  double *memory;  /* [nmemory] */
  int     unknowns;
} OneStep;

/* Newton's method for a few unknowns. correct: one correction, with a new matrix or with the factors at hand; its size in natural
 * units, INFINITY: there is none. A new matrix comes after `refresh` corrections. It goes on below the tolerance until rounding
 * stops it, so that invariants are kept to rounding. */
bool onestep_newton(const Problem *problem, int refresh, double (*correct)(void *self, const Step *step, bool anew),
                    void *self, Step *step);
/* LU of M[n][n], by columns, in its place, by plain LAPACK: for a few unknowns several times faster than SNES, and runs of 1e8
 * elements need it. False: singular. */
bool dense_factor(int n, double *M, PetscBLASInt *pivot);
void dense_solve(int n, const double *M, const PetscBLASInt *pivot, double *x);

PetscErrorCode onestep_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const OneStep *method, const Observer *observer, RunStatus *status);

#endif
