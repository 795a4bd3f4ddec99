/* Windows with servo constraints, solved by continuation in the fraction of their paths that is covered. */
#include "base/vec.h"
#include "scheme/window/window_run.h"

/* Solves with a fraction of the paths from the solution of a smaller one in w; restores z and lambda after a failure. */
static PetscErrorCode fraction_solve(Window *w, double fraction, NewtonStatus *status)
{
  const int rows = w->nodes - (w->continuous ? 0 : 1);
  double   *z, *lambda;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)w->nodes * (size_t)w->nz, &z, (size_t)rows * (size_t)w->nl, &lambda));
  vec_copy(w->nodes * w->nz, w->z, z);
  vec_copy(rows * w->nl, w->lambda, lambda);
  w->kernel.work.path_fraction = fraction;
  PetscCall(window_solve(w, status));
  if (!newton_ok(status)) {
    vec_copy(w->nodes * w->nz, z, w->z);
    vec_copy(rows * w->nl, lambda, w->lambda);
  }
  PetscCall(PetscFree2(z, lambda));
  PetscFunctionReturn(0);
}

/* Doubles the step of the fraction after a success and halves it after a failure, from 1/4 on, down to 1/256. */
PetscErrorCode window_solve_servo(Window *w, NewtonStatus *status)
{
  const double first = 0.25, least = 1.0 / 256.0;
  double       done = 0.0, step = first;
  int          iterations = 0;

  PetscFunctionBeginUser;
  for (bool good = true; good && done < 1.0;) {
    PetscCall(fraction_solve(w, fmin(done + step, 1.0), status));
    iterations += status->iterations;
    good = newton_ok(status) || (!newton_final(status) && step > least);
    if (newton_ok(status)) done = fmin(done + step, 1.0);
    step *= newton_ok(status) ? 2.0 : 0.5;
  }
  status->iterations           = iterations;
  w->kernel.work.path_fraction = 1.0;
  PetscFunctionReturn(0);
}
