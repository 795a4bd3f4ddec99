/* The one start of PETSc, for the program and the C interface. */
#ifndef RIGEL_RUN_PETSC_START_H
#define RIGEL_RUN_PETSC_START_H

#include <petscsys.h>

/* Starts PETSc with options; argc = 0: none. PETSc reads no .petscrc: a folder that holds a problem could set options there.
 * PETSC_ERR_MEM: no memory for the buffers of BLAS. */
PetscErrorCode petsc_start(int argc, char **argv);

#endif
