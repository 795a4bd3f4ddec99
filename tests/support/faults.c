/* Failing system calls for tests: an object for LD_PRELOAD that counts calls of chosen functions and makes one of them fail.
 *
 *   FAULT_CALL  names, separated by commas: malloc, open, write, fsync, close, rename, unlink, flock (each with its relatives: calloc, pwrite, ...)
 *   FAULT_AT    number of the call that fails, from 1; `3+`: the third and all later ones; 0 or nothing: calls are only counted
 *   FAULT_KIND  ENOMEM, ENOSPC, EIO, EACCES or ENOLCK; `kill`: the process is killed before the call; `after`: killed when the call is done
 *   FAULT_PATH  only calls on files whose path contains this text
 *   FAULT_FROM  malloc: only calls from these objects, names separated by commas: rigel,libpetsc,libyaml
 *   FAULT_LOG   file to which the process that started writes, at its end, the number of calls
 *
 * A stream that fopen or fdopen opens for writing writes through write() of this file, since glibc's own calls cannot be
 * replaced. Children after fork count on their own; programs that they execute are left alone. Compile it with
 * cc -shared -fPIC, and with -DFAULTS_MALLOC if allocations are to fail, which address sanitizers do not allow. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { RANGES_MOST = 32, STREAMS_MOST = 256 };

typedef enum {
  CALL_MALLOC,
  CALL_OPEN,
  CALL_WRITE,
  CALL_FSYNC,
  CALL_CLOSE,
  CALL_RENAME,
  CALL_UNLINK,
  CALL_FLOCK,
  CALLS
} Call;

typedef enum { KIND_ERROR, KIND_KILL, KIND_AFTER } Kind;

static const char *const call_names[CALLS] = {"malloc", "open", "write", "fsync", "close", "rename", "unlink", "flock"};

static struct {
  bool        chosen[CALLS], onwards;
  long        at;
  Kind        kind;
  int         error;
  const char *path, *from, *log;
  pid_t       started;
  int         nranges; /* objects whose allocations fail */
  uintptr_t   range[RANGES_MOST][2];
  atomic_long count;
} plan;

/* --- the plan, from the environment */

/* True: the list of words separated by commas has this one, or, with `part`, one that occurs in the text. */
static bool list_has(const char *list, const char *text, bool part)
{
  for (const char *at = list; at && *at;) {
    size_t length = strcspn(at, ",");
    char   word[256];
    if (length < sizeof word) {
      memcpy(word, at, length);
      word[length] = '\0';
      if (length && (part ? strstr(text, word) != NULL : strcmp(text, word) == 0)) return true;
    }
    at += length + (at[length] == ',');
  }
  return false;
}

/* Stores the addresses of an object that FAULT_FROM names; the program itself is called rigel. */
static int object_store(struct dl_phdr_info *object, size_t size, void *unused)
{
  const char *name = object->dlpi_name[0] ? strrchr(object->dlpi_name, '/') : "rigel";
  (void)size;
  (void)unused;
  if (!name || !list_has(plan.from, name, true)) return 0;
  for (int i = 0; i < object->dlpi_phnum && plan.nranges < RANGES_MOST; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    plan.range[plan.nranges][0]   = object->dlpi_addr + part->p_vaddr;
    plan.range[plan.nranges++][1] = object->dlpi_addr + part->p_vaddr + part->p_memsz;
  }
  return 0;
}

static int error_of(const char *kind)
{
  static const struct {
    const char *name;
    int         code;
  } errors[] = {{"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EACCES", EACCES}, {"ENOLCK", ENOLCK}};
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
    if (strcmp(kind, errors[i].name) == 0) return errors[i].code;
  fprintf(stderr, "faults: FAULT_KIND is '%s', expected ENOMEM, ENOSPC, EIO, EACCES, ENOLCK, kill or after\n", kind);
  _exit(125);
}

__attribute__((constructor)) static void plan_read(void)
{
  const char *call = getenv("FAULT_CALL"), *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
  unsetenv("LD_PRELOAD");
  plan.path    = getenv("FAULT_PATH");
  plan.from    = getenv("FAULT_FROM");
  plan.log     = getenv("FAULT_LOG");
  plan.started = getpid();
  if (kind && strcmp(kind, "kill") == 0) plan.kind = KIND_KILL;
  else if (kind && strcmp(kind, "after") == 0) plan.kind = KIND_AFTER;
  else plan.error = kind ? error_of(kind) : EIO;
  if (plan.from) dl_iterate_phdr(object_store, NULL);
  plan.at      = at ? atol(at) : 0;
  plan.onwards = plan.at > 0 && strchr(at, '+');
  for (int i = 0; i < CALLS; i++) plan.chosen[i] = list_has(call, call_names[i], false);
}

__attribute__((destructor)) static void plan_log(void)
{
  if (!plan.log || getpid() != plan.started) return;
  char      text[32];
  const int length = snprintf(text, sizeof text, "%ld\n", plan.count);
  memset(plan.chosen, 0, sizeof plan.chosen);
  int file = open(plan.log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || write(file, text, (size_t)length) != length) fprintf(stderr, "faults: cannot write %s\n", plan.log);
  if (file >= 0) close(file);
}

/* --- decisions */

/* Counts a call. True: it is the one that fails, with errno set. *last: kill the process when the call is done. */
static bool fails(bool *last)
{
  *last             = false;
  const long number = atomic_fetch_add(&plan.count, 1) + 1;
  if (plan.onwards ? number < plan.at : number != plan.at) return false;
  if (plan.kind == KIND_KILL) kill(getpid(), SIGKILL);
  *last = plan.kind == KIND_AFTER;
  if (plan.kind == KIND_ERROR) errno = plan.error;
  return plan.kind == KIND_ERROR;
}

static bool path_chosen(Call call, const char *path)
{
  return plan.chosen[call] && (!plan.path || (path && strstr(path, plan.path)));
}

static bool file_chosen(Call call, int file)
{
  char    link[64], path[PATH_MAX];
  ssize_t length;
  if (!plan.chosen[call] || !plan.path) return plan.chosen[call];
  int saved = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  length = readlink(link, path, sizeof path - 1);
  errno  = saved;
  if (length < 0) return false;
  path[length] = '\0';
  return path_chosen(call, path);
}

#define NEXT(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

/* Carries out `name` of the next library unless this call is the one that fails, whose value is -1. */
#define CARRY_OUT(result_type, selected, name, ...)                                                                    \
  do {                                                                                                                 \
    bool last = false;                                                                                                 \
    if ((selected) && fails(&last)) return -1;                                                                         \
    result_type result = NEXT(name)(__VA_ARGS__);                                                                      \
    if (last) kill(getpid(), SIGKILL);                                                                                 \
    return result;                                                                                                     \
  } while (0)

/* --- files */

int rename(const char *from, const char *to)
{
  CARRY_OUT(int, path_chosen(CALL_RENAME, from) || path_chosen(CALL_RENAME, to), rename, from, to);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
  CARRY_OUT(int, path_chosen(CALL_RENAME, from) || path_chosen(CALL_RENAME, to), renameat, from_dir, from, to_dir, to);
}

int unlink(const char *path)
{
  CARRY_OUT(int, path_chosen(CALL_UNLINK, path), unlink, path);
}

int unlinkat(int dir, const char *path, int flags)
{
  CARRY_OUT(int, path_chosen(CALL_UNLINK, path), unlinkat, dir, path, flags);
}

/* The mode follows the flags if a file may be created. */
#define MODE_READ(flags, mode)                                                                                         \
  do {                                                                                                                 \
    va_list rest;                                                                                                      \
    va_start(rest, flags);                                                                                             \
    if ((flags) & (O_CREAT | O_TMPFILE)) mode = va_arg(rest, mode_t);                                                  \
    va_end(rest);                                                                                                      \
  } while (0)

int open(const char *path, int flags, ...)
{
  mode_t mode = 0;
  MODE_READ(flags, mode);
  CARRY_OUT(int, path_chosen(CALL_OPEN, path), open, path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...)
{
  mode_t mode = 0;
  MODE_READ(flags, mode);
  CARRY_OUT(int, path_chosen(CALL_OPEN, path), openat, dir, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
  mode_t mode = 0;
  MODE_READ(flags, mode);
  CARRY_OUT(int, path_chosen(CALL_OPEN, path), open64, path, flags, mode);
}

int mkstemp(char *path)
{
  CARRY_OUT(int, path_chosen(CALL_OPEN, path), mkstemp, path);
}

ssize_t write(int file, const void *bytes, size_t n)
{
  CARRY_OUT(ssize_t, file_chosen(CALL_WRITE, file), write, file, bytes, n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, off_t at)
{
  CARRY_OUT(ssize_t, file_chosen(CALL_WRITE, file), pwrite, file, bytes, n, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t n, off64_t at)
{
  CARRY_OUT(ssize_t, file_chosen(CALL_WRITE, file), pwrite64, file, bytes, n, at);
}

int fsync(int file)
{
  CARRY_OUT(int, file_chosen(CALL_FSYNC, file), fsync, file);
}

int fdatasync(int file)
{
  CARRY_OUT(int, file_chosen(CALL_FSYNC, file), fdatasync, file);
}

int flock(int file, int operation)
{
  CARRY_OUT(int, file_chosen(CALL_FLOCK, file), flock, file, operation);
}

/* A close that fails has closed the file, as on Linux. */
int close(int file)
{
  bool selected = file_chosen(CALL_CLOSE, file), last = false;
  bool failed = selected && fails(&last);
  int  result = NEXT(close)(file);
  if (last) kill(getpid(), SIGKILL);
  if (failed) errno = plan.error;
  return failed ? -1 : result;
}

/* --- streams for writing */

static struct {
  FILE *stream;
  int   file;
} streams[STREAMS_MOST];

static ssize_t stream_write(void *cookie, const char *bytes, size_t n)
{
  ssize_t done = write(*(int *)cookie, bytes, n);
  return done < 0 ? 0 : done; /* 0 is an error to fopencookie */
}

static int stream_seek(void *cookie, off64_t *at, int whence)
{
  *at = lseek64(*(int *)cookie, *at, whence);
  return *at < 0 ? -1 : 0;
}

static int stream_close(void *cookie)
{
  int file       = *(int *)cookie;
  *(int *)cookie = -1;
  return close(file);
}

/* A stream that writes to the file; NULL where all places are in use. */
static FILE *stream_create(int file, const char *mode)
{
  const cookie_io_functions_t functions = {.write = stream_write, .seek = stream_seek, .close = stream_close};
  for (int i = 0; i < STREAMS_MOST; i++) {
    if (streams[i].stream && streams[i].file >= 0) continue;
    streams[i].file   = file;
    streams[i].stream = fopencookie(&streams[i].file, mode, functions);
    return streams[i].stream;
  }
  errno = EMFILE;
  return NULL;
}

/* Streams that also read, and all of them where nothing is written, stay as they are. */
static bool mode_replaced(const char *mode)
{
  return (plan.chosen[CALL_OPEN] || plan.chosen[CALL_WRITE] || plan.chosen[CALL_CLOSE]) &&
         (mode[0] == 'w' || mode[0] == 'a') && !strchr(mode, '+');
}

FILE *fopen(const char *path, const char *mode)
{
  if (!mode_replaced(mode)) return NEXT(fopen)(path, mode);
  int flags = O_WRONLY | O_CREAT | (mode[0] == 'a' ? O_APPEND : O_TRUNC) | (strchr(mode, 'x') ? O_EXCL : 0) |
              (strchr(mode, 'e') ? O_CLOEXEC : 0);
  int file = open(path, flags, 0666);
  return file < 0 ? NULL : stream_create(file, mode);
}

FILE *fdopen(int file, const char *mode)
{
  return mode_replaced(mode) ? stream_create(file, mode) : NEXT(fdopen)(file, mode);
}

int fileno(FILE *stream)
{
  for (int i = 0; i < STREAMS_MOST; i++)
    if (streams[i].stream == stream && streams[i].file >= 0) return streams[i].file;
  return NEXT(fileno)(stream);
}

/* --- memory */

#ifdef FAULTS_MALLOC
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Counts an allocation that the code at this address asks for; true: it fails. */
static bool memory_fails(const void *caller)
{
  bool inside = plan.nranges == 0, last;
  if (!plan.chosen[CALL_MALLOC]) return false;
  for (int i = 0; i < plan.nranges && !inside; i++)
    inside = (uintptr_t)caller >= plan.range[i][0] && (uintptr_t)caller < plan.range[i][1];
  return inside && fails(&last);
}

/* A new hash table of PETSc (khash), which PETSc 3.18 uses without a check: a crash there is none of Rigel. */
enum { KHASH_SIZE = 40 };

#define MEMORY_FAILS memory_fails(__builtin_return_address(0))

void *malloc(size_t size)
{
  return MEMORY_FAILS ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
  return !(n == 1 && size == KHASH_SIZE) && MEMORY_FAILS ? NULL : __libc_calloc(n, size);
}

void *realloc(void *old, size_t size)
{
  return MEMORY_FAILS ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
  return MEMORY_FAILS ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
  void *fresh = MEMORY_FAILS ? NULL : __libc_memalign(alignment, size);
  if (!fresh) return ENOMEM;
  *memory = fresh;
  return 0;
}
#endif
