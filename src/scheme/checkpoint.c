/* A Checkpoint as a growing array of numbers: totals, states, and the state of Newton's method. */
#include "scheme/checkpoint.h"

#include "base/vec.h"

#include <limits.h>
#include <stdlib.h>

enum { TOTALS = 7, WORDS = sizeof((RunStatus *)0)->singular }; /* WORDS: characters of a text, stored as numbers */

/* Appends n numbers; the capacity doubles. */
PetscErrorCode checkpoint_put(int n, const double *values, Checkpoint *c)
{
  PetscFunctionBeginUser;
  if (c->n + n > c->capacity) {
    const int capacity = PetscMax(c->n + n, 2 * c->capacity);
    double   *grown    = realloc(c->value, (size_t)capacity * sizeof *grown);
    PetscCheck(grown, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
    c->value    = grown;
    c->capacity = capacity;
  }
  if (n > 0) vec_copy(n, values, c->value + c->n);
  c->n += n;
  PetscFunctionReturn(0);
}

PetscErrorCode checkpoint_take(const Checkpoint *c, int *at, int n, double *values)
{
  PetscFunctionBeginUser;
  PetscCheck(*at + n <= c->n, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "the restart file is not of this problem");
  if (n > 0) vec_copy(n, c->value + *at, values);
  *at += n;
  PetscFunctionReturn(0);
}

PetscErrorCode checkpoint_put_newton(const Newton *newton, Checkpoint *c)
{
  const int n = newton_state_size(newton);
  double   *state;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &state));
  newton_state_get(newton, state);
  PetscCall(checkpoint_put(n, state, c));
  PetscCall(PetscFree(state));
  PetscFunctionReturn(0);
}

PetscErrorCode checkpoint_take_newton(const Checkpoint *c, int *at, Newton *newton)
{
  const int n = newton_state_size(newton);
  double   *state;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &state));
  PetscCall(checkpoint_take(c, at, n, state));
  PetscCall(newton_state_set(state, newton));
  PetscCall(PetscFree(state));
  PetscFunctionReturn(0);
}

bool checkpoint_due(const Observer *observer, const RunStatus *status, bool go_on)
{
  const int done = status->element;

  if (done <= 0 || done >= status->elements) return false;
  return !go_on || done == status->elements - 1 || (observer->due && observer->due(observer->context));
}

void checkpoint_show(const Observer *observer)
{
  if (observer->keep) observer->keep(observer->context, observer->checkpoint);
}

/* Totals of the status in a fixed order, which checkpoint_totals reads back. */
PetscErrorCode checkpoint_begin(int element, const RunStatus *status, Checkpoint *c)
{
  const double totals[TOTALS] = {(double)status->iterations,
                                 (double)status->corrections,
                                 status->most_iterations,
                                 status->floors,
                                 status->windows,
                                 status->shifts,
                                 status->singular_time};
  double       words[WORDS];

  PetscFunctionBeginUser;
  for (int i = 0; i < WORDS; i++) words[i] = status->singular[i];
  c->element = element;
  c->n       = 0;
  PetscCall(checkpoint_put(TOTALS, totals, c));
  PetscCall(checkpoint_put(WORDS, words, c));
  PetscFunctionReturn(0);
}

/* A number of a file as a count; 0 where it is none. */
static int count_of(double number)
{
  return number > 0.0 && number < INT_MAX ? (int)number : 0;
}

/* The totals of the run so far, in the order of checkpoint_begin; texts as one number per character. */
PetscErrorCode checkpoint_totals(const Checkpoint *c, int *at, RunStatus *status)
{
  double totals[TOTALS], words[WORDS];

  PetscFunctionBeginUser;
  PetscCall(checkpoint_take(c, at, TOTALS, totals));
  PetscCall(checkpoint_take(c, at, WORDS, words));
  status->iterations      = count_of(totals[0]);
  status->corrections     = count_of(totals[1]);
  status->most_iterations = count_of(totals[2]);
  status->floors          = count_of(totals[3]);
  status->windows         = count_of(totals[4]);
  status->shifts          = count_of(totals[5]);
  status->singular_time   = totals[6];
  for (int i = 0; i < WORDS; i++) status->singular[i] = words[i] >= 0.0 && words[i] <= CHAR_MAX ? (char)words[i] : '?';
  PetscFunctionReturn(0);
}
