/* One call of the interface: its turn among threads, the errors of PETSc, the message of a failure. */
#ifndef RIGEL_API_CALL_H
#define RIGEL_API_CALL_H

#include "api/handle.h"

#include "rigel/rigel.h"

#include <petscsys.h>

enum { CALL_TEXT = 256 };

/* What a call needs: PETSc running, handles alive; RUN: a trajectory that its model has made. */
enum {
  NEEDS_PETSC      = 1,
  NEEDS_PROBLEM    = 2,
  NEEDS_MODEL      = 4 | NEEDS_PETSC,
  NEEDS_TRAJECTORY = 8 | NEEDS_MODEL,
  NEEDS_RUN        = 16 | NEEDS_TRAJECTORY
};

typedef struct Call {
  const char  *function;
  const void  *used[2];             /* handles that must not be destroyed meanwhile; NULL: none */
  bool         catches;             /* errors of PETSc */
  char         error[CALL_TEXT];    /* the first error of PETSc */
  char         callback[CALL_TEXT]; /* the first number of a callback that is not finite */
  struct Call *outer;               /* the call whose callback makes this one */
} Call;

/* Waits until no other thread is inside the library, then checks what the call needs: first is a problem or a model, second a
 * trajectory. False after a message; then the call has ended. With NEEDS_PETSC errors of PETSc are kept in the call and not printed. */
bool call_begin(Call *call, const char *function, unsigned needs, const void *first, const void *second);
/* Returns the code, with a message for RIGEL_INTERNAL. */
RigelCode call_end(Call *call, RigelCode code);

/* Destroys what a handle stands for, unless it is gone or in use by a call. True: the caller's handle becomes NULL. */
bool call_destroy(const char *function, HandleKind kind, void *handle, void (*destroy)(void *handle));

/* The call of this thread that is under way; NULL: none. */
Call *call_current(void);

#endif
