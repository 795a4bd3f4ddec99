/* Completion of a problem: derived values that follow from the given ones. */
#ifndef RIGEL_PROBLEM_PROBLEM_COMPLETE_H
#define RIGEL_PROBLEM_PROBLEM_COMPLETE_H

#include "problem/problem.h"

/* Given -> complete. The given values of a checked problem may change in between, so a parameter can be perturbed without
 * reading again. Completing
 *   sets the window that is not given to that of the scheme;
 *   copies the constants of a Hamiltonian system to its body;
 *   mirrors the upper triangle of each inertia, sets rates and lengths that are not given to zero;
 *   with initial: project, scales quaternions to unit length;
 *   frees the start when the objective has a term there;
 *   collects the corners of functions of time, which become element ends;
 *   with inverse: track, turns prescribed motions into terms of the objective.
 * False: out of memory. */
bool problem_complete(Problem *problem);

/* Creates or updates the one body of a Hamiltonian system; without such a system does nothing. False: out of memory. */
bool problem_hamiltonian_body(Problem *problem);

#endif
