/* Messages of misuse: the argument, the value found in it, and the expected one. */
#include "api/argument.h"

#include "api/failure.h"
#include "api/handle.h"

#include <math.h>
#include <string.h>

/* --- handles */

/* A handle of this kind that is alive. The list of handles decides, so a destroyed handle is never dereferenced. */
static bool handle_good(const char *function, HandleKind kind, const char *name, const void *handle)
{
  if (!handle) failure_report(R0901_HANDLE_INVALID, function, "found NULL for %s, expected a handle", name);
  else if (!handle_alive(kind, handle))
    failure_report(R0901_HANDLE_INVALID, function, "found no %s at this address, expected one that is not destroyed",
                   name);
  else return true;
  return false;
}

bool argument_problem(const char *function, const RigelProblem *problem)
{
  return handle_good(function, HANDLE_PROBLEM, "problem", problem);
}

bool argument_model(const char *function, const RigelModel *model)
{
  return handle_good(function, HANDLE_MODEL, "model", model);
}

bool argument_trajectory(const char *function, const RigelTrajectory *trajectory)
{
  return handle_good(function, HANDLE_TRAJECTORY, "trajectory", trajectory);
}

bool argument_run_of(const char *function, const RigelModel *model, const RigelTrajectory *trajectory)
{
  if (!argument_model(function, model) || !argument_trajectory(function, trajectory)) return false;
  if (handle_belongs(trajectory, model)) return true;
  failure_report(R0902_HANDLE_FOREIGN, function, "found a trajectory of another model, expected one of this model");
  return false;
}

/* --- pointers, names, sizes, numbers */

bool argument_given(const char *function, const char *name, const void *pointer)
{
  if (!pointer) failure_report(R0904_ARGUMENT_NULL, function, "found NULL for %s, expected an address", name);
  return pointer != NULL;
}

bool argument_name(const char *function, const char *name, const char *text, size_t most)
{
  if (!text) failure_report(R0904_ARGUMENT_NULL, function, "found NULL for %s, expected text", name);
  else if (!text[0])
    failure_report(R0905_ARGUMENT_TEXT, function, "found empty text for %s, expected at least one character", name);
  else if (most && strlen(text) >= most)
    failure_report(R0905_ARGUMENT_TEXT, function, "found %zu characters for %s, expected at most %zu", strlen(text),
                   name, most - 1);
  else return true;
  return false;
}

bool argument_count(const char *function, const char *name, int n, int least)
{
  if (n < least) failure_report(R0906_ARGUMENT_COUNT, function, "found %s = %d, expected %d or more", name, n, least);
  return n >= least;
}

bool argument_texts(const char *function, const char *name, int n, const char *const texts[])
{
  if (!argument_count(function, "the number of texts", n, 0)) return false;
  if (n && !argument_given(function, name, texts)) return false;
  for (int i = 0; i < n; i++)
    if (!texts[i]) {
      failure_report(R0904_ARGUMENT_NULL, function, "found NULL for %s[%d], expected text", name, i);
      return false;
    }
  return true;
}

bool argument_numbers(const char *function, const char *name, int n, const double *values)
{
  if (n && !argument_given(function, name, values)) return false;
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) {
      if (n == 1)
        failure_report(R0907_ARGUMENT_FINITE, function, "found %g for %s, expected a finite number", values[i], name);
      else
        failure_report(R0907_ARGUMENT_FINITE, function, "found %g for %s[%d], expected finite numbers", values[i], name,
                       i);
      return false;
    }
  return true;
}

bool argument_functional(const char *function, const RigelFunctional *functional)
{
  if (!argument_given(function, "functional", functional)) return false;
  if (functional->end || functional->running || functional->name) return true;
  failure_report(R0908_FUNCTIONAL_EMPTY, function,
                 "found a functional without end, running and name, expected one of them");
  return false;
}
