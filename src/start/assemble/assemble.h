/* initial: assemble. Start values from those that the problem gives: positions that close the joints, velocities that are not given. */
#ifndef RIGEL_START_ASSEMBLE_ASSEMBLE_H
#define RIGEL_START_ASSEMBLE_ASSEMBLE_H

#include "problem/fault.h"
#include "system/system.h"

#include <petscsys.h>

/* Freedoms that the given values leave open. */
typedef struct {
  int  nfree;       /* independent velocities that nothing determines */
  char bodies[300]; /* that they move */
} Assembled;

/* Computes z[nz] at the start of the run, before rows are dropped.
 *
 * Positions and orientations: of all that satisfy Phi = 0, those nearest to the given ones, min sum_b 1/m_b int |x - x_given|^2 dm,
 * the mean square displacement of the mass of each body. Values that the problem marks as known are kept.
 * Velocities: of all that satisfy Psi = 0 and have the given velocities, angular velocities and rates of joints, those of least
 * kinetic energy.
 * Adds a fault and leaves the given state where given values contradict the joints or each other. */
PetscErrorCode assemble_create(const Problem *problem, const System *system, FaultList *faults, double *z,
                               Assembled *assembled);

#endif
