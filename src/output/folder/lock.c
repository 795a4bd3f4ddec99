/* The lock of a results folder: flock on a file that names its holder. Where the file system has no locks, the file itself is the lock,
 * and the record in it tells whether its holder is alive. */
#include "output/folder/lock.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FIELD_LEN = 80, RECORD_MOST = 1024, TRIES = 8 };

/* The process that holds a lock. A process number is used again after a restart of the machine or by a later process, so the
 * boot and the start of the process belong to it. */
typedef struct {
  char host[FIELD_LEN], boot[FIELD_LEN], ticks[FIELD_LEN], since[FIELD_LEN], run[FIELD_LEN];
  long pid;
} Holder;

/* --- records */

/* The first line of a file, without its end; "" if there is none. */
static void line_read(const char *path, char out[FIELD_LEN])
{
  FILE *stream = fopen(path, "r");

  out[0] = '\0';
  if (!stream) return;
  if (!fgets(out, FIELD_LEN, stream)) out[0] = '\0';
  out[strcspn(out, "\n")] = '\0';
  fclose(stream);
}

/* When a process started, in ticks since the boot: field 22 of /proc/PID/stat; "" if there is no such process. */
static void ticks_read(long pid, char out[FIELD_LEN])
{
  char   path[FIELD_LEN], *at;
  size_t length;

  out[0] = '\0';
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  char *text = file_read(path, RECORD_MOST, &length);
  if (text && (at = strrchr(text, ')'))) { /* fields 3 to 22 follow the name, which may contain blanks */
    for (int field = 2; field < 22 && at; field++) at = strchr(at + 1, ' ');
    if (at) snprintf(out, FIELD_LEN, "%.*s", (int)strcspn(at + 1, " \n"), at + 1);
  }
  free(text);
}

static void holder_self(const char *id, Holder *self)
{
  const time_t now = time(NULL);
  struct tm    utc;

  memset(self, 0, sizeof *self);
  self->pid = (long)getpid();
  if (gethostname(self->host, sizeof self->host - 1) != 0 || !self->host[0]) snprintf(self->host, FIELD_LEN, "?");
  line_read("/proc/sys/kernel/random/boot_id", self->boot);
  ticks_read(self->pid, self->ticks);
  strftime(self->since, sizeof self->since, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
  snprintf(self->run, sizeof self->run, "%s", id);
}

/* Copies the text behind "key: " on its line; "" if there is none. */
static void field_read(const char *text, const char *key, char out[FIELD_LEN])
{
  const size_t length = strlen(key);

  out[0] = '\0';
  for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
    if (strncmp(line, key, length) == 0 && line[length] == ':' && line[length + 1] == ' ')
      snprintf(out, FIELD_LEN, "%.*s", (int)strcspn(line + length + 2, "\n"), line + length + 2);
}

static void holder_read(const char *path, Holder *holder)
{
  char   pid[FIELD_LEN];
  size_t length;
  char  *text = file_read(path, RECORD_MOST, &length);

  memset(holder, 0, sizeof *holder);
  if (!text) return;
  field_read(text, "host", holder->host);
  field_read(text, "boot", holder->boot);
  field_read(text, "ticks", holder->ticks);
  field_read(text, "since", holder->since);
  field_read(text, "run", holder->run);
  field_read(text, "pid", pid);
  holder->pid = strtol(pid, NULL, 10);
  free(text);
}

/* The record informs others; a disk that is too full for it does not prevent the lock. */
static void holder_write(int fd, const Holder *h)
{
  char      text[RECORD_MOST];
  const int n = snprintf(text, sizeof text, "host: %s\npid: %ld\nsince: %s\nrun: %s\nboot: %s\nticks: %s\n", h->host,
                         h->pid, h->since, h->run, h->boot, h->ticks);

  if (ftruncate(fd, 0) != 0 || pwrite(fd, text, (size_t)n, 0) != n) (void)ftruncate(fd, 0);
}

/* Whether the holder still runs; unknown for another machine, where it counts as alive. */
static bool holder_alive(const Holder *holder, const Holder *self)
{
  char ticks[FIELD_LEN];

  if (holder->pid <= 0 || strcmp(holder->host, self->host) != 0) return true;
  if (strcmp(holder->boot, self->boot) != 0) return false;
  if (kill((pid_t)holder->pid, 0) != 0 && errno == ESRCH) return false;
  ticks_read(holder->pid, ticks);
  return strcmp(ticks, holder->ticks) == 0;
}

static void holder_describe(const Holder *holder, const char *path, bool locks, char *out, size_t size)
{
  const int n = holder->pid > 0 ? snprintf(out, size, "process %ld on %s since %s, run %s", holder->pid, holder->host,
                                           holder->since, holder->run)
                                : snprintf(out, size, "another process");

  if (!locks && n > 0 && (size_t)n < size)
    snprintf(out + n, size - (size_t)n, " (the file system has no locks; if that process has ended, remove %s)", path);
}

/* --- the lock */

/* Opens the file, or creates it; *fresh: it was created here. */
static int file_open(const char *path, bool *fresh)
{
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);

  *fresh = fd >= 0;
  if (fd < 0 && errno == EEXIST) fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  return fd;
}

/* Whether the open file still has this name: its last holder may have removed it. */
static bool file_named(int fd, const char *path)
{
  struct stat open_file, named;

  return fstat(fd, &open_file) == 0 && stat(path, &named) == 0 && open_file.st_dev == named.st_dev &&
         open_file.st_ino == named.st_ino;
}

typedef enum { TRY_TAKEN, TRY_HELD, TRY_AGAIN, TRY_FAILED } TryResult;

/* One attempt. Without locks of the file system, the process that created the file holds the lock. */
static TryResult lock_try(const Holder *self, Lock *lock, char *who, size_t size)
{
  Holder holder;
  bool   fresh;

  if ((lock->fd = file_open(lock->path, &fresh)) < 0) return errno == ENOENT ? TRY_AGAIN : TRY_FAILED;
  const bool taken = flock(lock->fd, LOCK_EX | LOCK_NB) == 0;
  const bool locks = taken || errno == EWOULDBLOCK || errno == EINTR;
  if (taken || (!locks && fresh)) {
    if (!file_named(lock->fd, lock->path)) return TRY_AGAIN;
    holder_write(lock->fd, self);
    return TRY_TAKEN;
  }
  holder_read(lock->path, &holder);
  if (!locks && !holder_alive(&holder, self))
    return unlink(lock->path) == 0 || errno == ENOENT ? TRY_AGAIN : TRY_FAILED;
  holder_describe(&holder, lock->path, locks, who, size);
  return TRY_HELD;
}

bool lock_take(const char *dir, const char id[RUN_ID_LEN], Lock *lock, char *who, size_t size)
{
  Holder    self;
  TryResult result = TRY_AGAIN;

  holder_self(id, &self);
  who[0] = '\0';
  snprintf(lock->path, sizeof lock->path, "%s/.rigel.lock", dir);
  for (int i = 0; i < TRIES && result == TRY_AGAIN; i++) {
    result = lock_try(&self, lock, who, size);
    if (result == TRY_TAKEN) return true;
    const int error = errno;
    lock_leave(lock);
    errno = error;
  }
  if (result == TRY_AGAIN) snprintf(who, size, "processes that take turns");
  return false;
}

void lock_leave(Lock *lock)
{
  if (lock->fd >= 0) close(lock->fd);
  lock->fd = -1;
}

void lock_release(Lock *lock)
{
  if (lock->fd >= 0) unlink(lock->path);
  lock_leave(lock);
}
