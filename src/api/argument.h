/* Checks of the arguments of public functions: false after a message that names the function and the argument. */
#ifndef RIGEL_API_ARGUMENT_H
#define RIGEL_API_ARGUMENT_H

#include "api/failure.h"

bool argument_problem(const char *function, const RigelProblem *problem);
bool argument_model(const char *function, const RigelModel *model);
bool argument_trajectory(const char *function, const RigelTrajectory *trajectory);
/* Both alive, and the trajectory made by this model. */
bool argument_run_of(const char *function, const RigelModel *model, const RigelTrajectory *trajectory);

bool               argument_given(const char *function, const char *name, const void *pointer);
static inline bool argument_callback(const char *function, const char *name, bool given)
{
  if (!given) failure_report(R0904_ARGUMENT_NULL, function, "found NULL for %s, expected a function", name);
  return given;
}

/* NULL and "" are no names; most: size of the array to copy it to, with the final 0; 0: any. */
bool argument_name(const char *function, const char *name, const char *text, size_t most);
bool argument_count(const char *function, const char *name, int n, int least);
bool argument_texts(const char *function, const char *name, int n, const char *const texts[]);
bool argument_numbers(const char *function, const char *name, int n, const double *values);
bool argument_functional(const char *function, const RigelFunctional *functional);

#endif
