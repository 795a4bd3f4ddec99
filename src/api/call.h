/* One call of the interface: its lock against other threads, the errors of PETSc, the message of a failure. */
#ifndef RIGEL_API_CALL_H
#define RIGEL_API_CALL_H

#include "api/handle.h"

#include "base/plain_locale.h"
#include "rigel/rigel.h"

#include <petscsys.h>

enum { CALL_TEXT = 256 };

/* Requirements of a call: PETSc running, handles alive; RUN: a trajectory that its model computed. */
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
  locale_t     locale;              /* of the caller: the library itself works in the C locale */
  struct Call *outer;               /* the call whose callback makes this one */
} Call;

/* Waits until no other thread is inside the library, selects the C locale for this thread, then checks the requirements: first is a
 * problem or a model, second a trajectory. False after a message; then the call has ended. With NEEDS_PETSC errors of PETSc are stored
 * in the call and not printed. */
bool call_begin(Call *call, const char *function, unsigned needs, const void *first, const void *second);
/* Returns the code, with a message for RIGEL_INTERNAL. */
RigelCode call_end(Call *call, RigelCode code);

/* Destroys the object of a handle, unless it is gone or in use by a call. True: the caller's handle becomes NULL. */
bool call_destroy(const char *function, HandleKind kind, void *handle, void (*destroy)(void *handle));

/* Around a function of the caller: selects the caller's locale, then again that of the library. */
locale_t call_leave(void);
void     call_return(locale_t inside);

/* The call of this thread that is under way; NULL: none. */
Call *call_current(void);

#endif
