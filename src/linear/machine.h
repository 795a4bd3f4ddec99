/* What the machine has to offer. */
#ifndef RIGEL_LINEAR_MACHINE_H
#define RIGEL_LINEAR_MACHINE_H

#include <petscsys.h>

/* Bytes that each rank of comm can still take: those free on its machine, or within the limits set for it (control group, ulimit -v),
 * divided by the ranks of comm there; the least over all ranks. Infinite where the system does not tell. */
PetscErrorCode machine_memory(MPI_Comm comm, double *bytes);

#endif
