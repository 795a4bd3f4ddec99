/* Runs with all their nodes kept. PETSc must be initialised. */
#ifndef RIGEL_TESTS_NODES_H
#define RIGEL_TESTS_NODES_H

#include "run/model.h"
#include "scheme/scheme.h"

typedef struct {
  Model     model;
  RunStatus status;
  int       elements, k, nz, nl;
  int       seen;          /* elements shown */
  double   *z, *lambda;    /* [elements k + 1][nz], [elements][nl] at midpoints */
  char      messages[512]; /* on stderr */
} Run;

/* Formatted assignments, separated by spaces; the verdict is in run->status. */
void run_try(Run *run, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same; fails the test unless it is done. */
void run_open(Run *run, const char *file, const char *format, ...) __attribute__((format(printf, 3, 4)));
void run_close(Run *run);

/* All nodes, and the multipliers at midpoints: fails the test where they differ by more than 1e-10. States count relative to the
 * largest entry of their column or a thousandth of its natural unit, multipliers relative to 1 where they are smaller. */
void assert_same_run(const Run *a, const Run *b, const char *what);

#endif
