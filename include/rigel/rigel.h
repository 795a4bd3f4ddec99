/* Rigel: constrained rigid-body dynamics with finite elements in time.
 *
 *   RigelModel *model;
 *   char        message[4096];
 *   rigel_initialize();
 *   if (rigel_model_read("box.yaml", 0, NULL, &model, message, sizeof message)) fputs(message, stderr);
 *   else rigel_run(model, observer, context, &result);
 *   rigel_model_destroy(&model);
 *   rigel_finalize();
 *
 * Functions that can fail return a RigelCode; nothing exits the process. Models are independent of each other. */
#ifndef RIGEL_RIGEL_H
#define RIGEL_RIGEL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIGEL_API __attribute__((visibility("default")))

typedef enum {
  RIGEL_OK       = 0,
  RIGEL_INTERNAL = 1,  /* an error inside Rigel or PETSc */
  RIGEL_INPUT    = 2,  /* the problem has faults; the message lists them */
  RIGEL_DIVERGED = 3,  /* Newton's method did not converge; the observer has seen everything before */
  RIGEL_STOPPED  = 130 /* the observer ended the run */
} RigelCode;

/* A problem, ready to run. */
typedef struct RigelModel RigelModel;

/* Called at the start and after every element. z[states] and lambda[multipliers] are valid during the call only; lambda holds
 * the values at the element's midpoint. Return false to stop. */
typedef bool (*RigelObserver)(void *context, double t, const double *z, const double *lambda);

typedef struct {
  int    elements;          /* completed */
  double time;              /* reached */
  long   newton_iterations; /* in all */
  char   message[512];      /* why it did not converge */
} RigelResult;

RIGEL_API const char *rigel_version(void);

/* Starts PETSc and MPI unless the caller has done so; rigel_finalize ends what rigel_initialize started. */
RIGEL_API RigelCode rigel_initialize(void);
RIGEL_API RigelCode rigel_finalize(void);

/* Reads a problem file (-: the standard input), with nset assignments "key.path=value" on top of it. After RIGEL_INPUT, message holds all faults, one
 * per line, and *model is NULL. */
RIGEL_API RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model,
                                     char *message, size_t size);
RIGEL_API void      rigel_model_destroy(RigelModel **model);

/* Sizes of z (coordinates and momenta, body by body) and lambda, and the state at the start. */
RIGEL_API int           rigel_model_states(const RigelModel *model);
RIGEL_API int           rigel_model_multipliers(const RigelModel *model);
RIGEL_API const double *rigel_model_start(const RigelModel *model);
/* First entry of a body's part of z; -1: there is no such body. */
RIGEL_API int rigel_model_body(const RigelModel *model, const char *name);

/* Total energy, linear momentum and angular momentum about the origin. */
RIGEL_API double rigel_energy(const RigelModel *model, const double *z);
RIGEL_API void   rigel_momenta(const RigelModel *model, const double *z, double P[3], double L[3]);

/* Solves the problem from its start. observer and result may be NULL. */
RIGEL_API RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result);

#ifdef __cplusplus
}
#endif

#endif
