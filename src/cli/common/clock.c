/* Clocks of the system as seconds. */
#include "cli/common/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
  struct timespec now;

  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void)
{
  return seconds_of(CLOCK_MONOTONIC);
}

double cpu_seconds(void)
{
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}
