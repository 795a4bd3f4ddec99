/* Free memory from /proc/meminfo, the control groups of Linux and the limits of the process (machine.h). */
#include "linear/machine.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The number after `key` in a file of the system; key "": the first number. Infinite if there is none ("max"). */
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

/* Limit minus usage of the control group in a folder; one: version 1. Cached pages of files count as free. */
static double folder_memory(const char *folder, bool one)
{
  static const char *const names[2][4] = {
    {"memory.max", "memory.current", "inactive_file ", "active_file "},
    {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ", "total_active_file "}};
  double value[4];

  for (int i = 0; i < 4; i++) {
    char file[700];
    snprintf(file, sizeof file, "%s/%s", folder, i < 2 ? names[one][i] : "memory.stat");
    value[i] = number_read(file, i < 2 ? "" : names[one][i]);
    if (i >= 2 && isinf(value[i])) value[i] = 0.0;
  }
  return isfinite(value[0]) && isfinite(value[1]) ? fmax(0.0, value[0] - value[1] + value[2] + value[3]) : INFINITY;
}

/* Least free memory of the control groups of this process, version 1 or 2; /proc/self/cgroup has lines
 * "hierarchy:controllers:path". */
static double group_memory(void)
{
  char   line[512], folder[600];
  double least  = INFINITY;
  FILE  *stream = fopen("/proc/self/cgroup", "r");

  while (stream && fgets(line, sizeof line, stream)) {
    const bool one = strstr(line, ":memory:") != NULL, two = strncmp(line, "0::", 3) == 0;
    line[strcspn(line, "\n")] = '\0';
    if (!one && !two) continue;
    for (char *path = strrchr(line, ':') + 1;;) { /* this group and those around it */
      snprintf(folder, sizeof folder, "%s%s", one ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", path);
      least       = fmin(least, folder_memory(folder, one));
      char *slash = strrchr(path, '/');
      if (!slash || path[0] == '\0') break;
      *slash = '\0';
    }
  }
  if (stream) fclose(stream);
  return least;
}

/* Free memory of one of `ranks` ranks that share the machine. */
static double rank_memory(int ranks)
{
  struct rlimit space;
  const double  machine = 1024.0 * number_read("/proc/meminfo", "MemAvailable:");
  double        bytes   = fmin(machine, group_memory()) / ranks;

  if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
    bytes = fmin(bytes, (double)space.rlim_cur - number_read("/proc/self/statm", "") * (double)sysconf(_SC_PAGESIZE));
  return bytes;
}

PetscErrorCode machine_free_memory(MPI_Comm comm, double *bytes)
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
