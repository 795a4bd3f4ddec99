/* A results folder on the disk: making, syncing, names of temporary files, and removal of those that a killed run left. */
#include "output/folder/folder.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* mkdir -p */
bool folder_make(const char *dir)
{
  char path[LOCK_PATH];

  snprintf(path, sizeof path, "%s", dir);
  for (char *p = path + 1; *p; p++) {
    if (*p != '/') continue;
    *p = '\0';
    if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
    *p = '/';
  }
  return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* --- sync */

/* fsync and close; some file systems cannot sync a folder, which EINVAL states. */
static bool descriptor_sync(int fd)
{
  const bool good  = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
  const int  error = errno;

  if (fd >= 0) close(fd);
  errno = error;
  return good;
}

bool names_sync(const char *dir)
{
  return descriptor_sync(open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

bool path_sync(const char *path)
{
  DIR           *stream = opendir(path);
  struct dirent *entry;
  bool           good = true;

  if (!stream) return descriptor_sync(open(path, O_RDONLY | O_CLOEXEC));
  while (good && (entry = readdir(stream)))
    if (entry->d_name[0] != '.') good = descriptor_sync(openat(dirfd(stream), entry->d_name, O_RDONLY | O_CLOEXEC));
  closedir(stream);
  return good && names_sync(path);
}

/* --- temporary names */

bool run_id_valid(const char *text)
{
  return strlen(text) == RUN_ID_LEN - 1 && strspn(text, "0123456789abcdef") == RUN_ID_LEN - 1;
}

/* Random bits; where there are none, the clock and the process. */
void run_id_create(char id[RUN_ID_LEN])
{
  uint64_t bits = 0;

  if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != (ssize_t)sizeof bits) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    bits = (uint64_t)now.tv_sec << 34 ^ (uint64_t)now.tv_nsec << 4 ^ (uint64_t)getpid();
  }
  snprintf(id, RUN_ID_LEN, "%016" PRIx64, bits);
}

void part_path(const char *dir, const char id[RUN_ID_LEN], const char *name, char *out, size_t size)
{
  snprintf(out, size, "%s/.%s.%s.part", dir, id, name);
}

/* Copies the id of a temporary name .ID.NAME.part; false: another name. */
static bool part_owner(const char *name, char id[RUN_ID_LEN])
{
  const size_t length = strlen(name);

  if (name[0] != '.' || length < RUN_ID_LEN + 7 || strcmp(name + length - 5, ".part") != 0) return false;
  snprintf(id, RUN_ID_LEN, "%s", name + 1);
  return name[RUN_ID_LEN] == '.' && run_id_valid(id);
}

void parts_remove(const char *dir, const char keep[RUN_ID_LEN])
{
  DIR           *stream = opendir(dir);
  struct dirent *entry;
  char           id[RUN_ID_LEN], path[LOCK_PATH + 256];

  while (stream && (entry = readdir(stream))) {
    if (!part_owner(entry->d_name, id) || strcmp(id, keep) == 0) continue;
    snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
    path_remove(path);
  }
  if (stream) closedir(stream);
}

/* The second line of the checkpoint is "run ID". */
void checkpoint_owner(const char *dir, char id[RUN_ID_LEN])
{
  char  path[LOCK_PATH + 32];
  FILE *stream;

  id[0] = '\0';
  snprintf(path, sizeof path, "%s/%s", dir, CHECKPOINT_NAME);
  if (!(stream = fopen(path, "r"))) return;
  if (fscanf(stream, "%*[^\n]\nrun %16s", id) != 1 || !run_id_valid(id)) id[0] = '\0';
  fclose(stream);
}
