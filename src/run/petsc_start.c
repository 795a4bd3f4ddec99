/* Start of PETSc without the files of options that it reads by default, and of BLAS while its memory is there. */
#include "run/petsc_start.h"

#include <petscblaslapack.h>
#include <stdbool.h>
#include <stdlib.h>

#define START_BYTES ((size_t)160 << 20)
#define BLAS_BYTES  ((size_t)144 << 20)

/* Whether a block of memory can be had. Pages that are not written to cost nothing. */
static bool memory_has(size_t bytes)
{
  void *volatile space = malloc(bytes); /* volatile: the compiler must not leave out the test */
  const bool has       = space != NULL;

  free(space);
  return has;
}

/* OpenBLAS allocates a buffer of 128 MiB in its first call, uses it in all later ones, and waits for ever without it. So the
 * first call is made here, after a test that memory suffices. */
static PetscErrorCode blas_start(void)
{
  PetscBLASInt one = 1, pivot, info;
  PetscScalar  A   = 1.0;

  if (!memory_has(BLAS_BYTES)) return PETSC_ERR_MEM;
  LAPACKgetrf_(&one, &one, &A, &one, &pivot, &info);
  return 0;
}

/* PETSc would read ~/.petscrc, and .petscrc and petscrc of the current folder. The option against it goes in front of the others, with
 * its value, so that no word of the user becomes that value. PETSc 3.18 reads freed memory if the option is set before the start. MPI
 * ends the process where it finds no memory. */
PetscErrorCode petsc_start(int argc, char **argv)
{
  static char   name[] = "rigel", skip[] = "-skip_petscrc", yes[] = "true";
  static char **words; /* PETSc refers to them until the process ends */
  int           n = 3;

  words = memory_has(START_BYTES) ? calloc((size_t)argc + 4, sizeof *words) : NULL;

  if (!words) return PETSC_ERR_MEM;
  words[0] = name;
  words[1] = skip;
  words[2] = yes;
  for (int i = 1; i < argc; i++) words[n++] = argv[i];
  char               **list = words;
  const PetscErrorCode ierr = PetscInitialize(&n, &list, NULL, NULL);
  return ierr ? ierr : blas_start();
}
