#include "solve/machine.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number after `key` in a file of the system, or its first number; infinite: there is none ("max"). */
static double number_read(const char *file, const char *key)
{
  char   line[512];
  double value  = INFINITY, found;
  FILE  *stream = fopen(file, "r");

  if (!stream) return INFINITY;
  while (isinf(value) && fgets(line, sizeof line, stream)) {
    if (strncmp(line, key, strlen(key)) != 0) continue;
    if (sscanf(line + strlen(key), "%lf", &found) == 1) value = found;
  }
  fclose(stream);
  return value;
}

/* What the control groups leave, of version 1 or 2; /proc/self/cgroup has lines "hierarchy:controllers:path". */
static double group_memory(void)
{
  char   line[512], file[640];
  double least  = INFINITY;
  FILE  *stream = fopen("/proc/self/cgroup", "r");

  while (stream && fgets(line, sizeof line, stream)) {
    const bool one = strstr(line, ":memory:") != NULL, two = strncmp(line, "0::", 3) == 0;
    line[strcspn(line, "\n")] = '\0';
    if (!one && !two) continue;
    for (char *path = strrchr(line, ':') + 1;;) { /* this group and those around it */
      const char *root = one ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
      snprintf(file, sizeof file, "%s%s/%s", root, path, one ? "memory.limit_in_bytes" : "memory.max");
      const double limit = number_read(file, "");
      snprintf(file, sizeof file, "%s%s/%s", root, path, one ? "memory.usage_in_bytes" : "memory.current");
      const double used = number_read(file, "");
      if (isfinite(limit) && isfinite(used)) least = fmin(least, fmax(0.0, limit - used));
      char *slash = strrchr(path, '/');
      if (!slash || path[0] == '\0') break;
      *slash = '\0';
    }
  }
  if (stream) fclose(stream);
  return least;
}

/* Of one rank, out of what `ranks` of them share. */
static double rank_memory(int ranks)
{
  struct rlimit space;
  const double  machine = 1024.0 * number_read("/proc/meminfo", "MemAvailable:");
  double        bytes   = fmin(machine, group_memory()) / ranks;

  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    bytes = fmin(bytes, (double)space.rlim_cur - number_read("/proc/self/statm", "") * (double)sysconf(_SC_PAGESIZE));
  return bytes;
}

PetscErrorCode machine_memory(MPI_Comm comm, double *bytes)
{
  MPI_Comm    here;
  PetscMPIInt ranks;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here));
  PetscCallMPI(MPI_Comm_size(here, &ranks));
  PetscCallMPI(MPI_Comm_free(&here));
  *bytes = rank_memory(ranks);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, bytes, 1, MPI_DOUBLE, MPI_MIN, comm));
  PetscFunctionReturn(0);
}
