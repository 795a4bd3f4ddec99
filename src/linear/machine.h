/* Memory that is free on the machine. */
#ifndef RIGEL_LINEAR_MACHINE_H
#define RIGEL_LINEAR_MACHINE_H

#include <petscsys.h>

/* Bytes that each rank of comm can still allocate: those free on its machine, or within its limits (control group, ulimit -v), divided
 * by the ranks of comm there; the least over all ranks. Infinite if the system does not report it. Collective. */
PetscErrorCode machine_free_memory(MPI_Comm comm, double *bytes);

#endif
