/* Derivatives of functionals of projected traces in the unknowns of a window: BG with a weak start.
 *
 * Functionals see s, not the nodes z: s_0 = z^_0 is given, s_n = P(z^_n) at the end of element n with z^_n = z_n - r_n, where r_n is the
 * row of the last test function of that element alone, and interior nodes move linearly with their ends (docs/explanation/theory.md,
 * Weak start and traces). */
#ifndef RIGEL_ADJOINT_TRACE_GRADIENT_H
#define RIGEL_ADJOINT_TRACE_GRADIENT_H

#include "scheme/window/window.h"

/* In: g[nodes][nz] = F_s. Out: y[n] = -F_x at the scaled unknowns; g[0] = F in the given start at fixed x; rows[count][nz]:
 * F depends on r_n by -rows[n]. solved = false: a trace cannot be projected. On one process. */
PetscErrorCode trace_gradient(Window *window, double *g, double *y, double *rows, bool *solved);

#endif
