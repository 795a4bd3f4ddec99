/* Handles in a list sorted by address, behind a mutex: a handle is checked without reading the memory that it points to. */
#include "api/handle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const void   *handle;
  HandleKind    kind;
  int           uses;      /* calls that work with it */
  unsigned long id, model; /* numbers are never given twice, addresses are; model = 0: belongs to none */
} Entry;

static struct {
  pthread_mutex_t mutex;
  Entry          *entry; /* [n] */
  int             n, capacity;
  unsigned long   last; /* id */
} list = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Index of the first entry that is not below this address. */
static int entry_position(const void *handle)
{
  int low = 0, high = list.n;

  while (low < high) {
    const int middle = low + (high - low) / 2;
    if ((const char *)list.entry[middle].handle < (const char *)handle) low = middle + 1;
    else high = middle;
  }
  return low;
}

static Entry *entry_find(const void *handle)
{
  const int i = entry_position(handle);

  return i < list.n && list.entry[i].handle == handle ? &list.entry[i] : NULL;
}

/* Room for one more entry; false: out of memory. */
static bool list_reserve(void)
{
  if (list.n < list.capacity) return true;
  const int capacity = list.capacity ? 2 * list.capacity : 64;
  Entry    *entry    = realloc(list.entry, (size_t)capacity * sizeof *entry);
  if (!entry) return false;
  list.entry    = entry;
  list.capacity = capacity;
  return true;
}

bool handle_add(HandleKind kind, const void *handle, const void *model)
{
  pthread_mutex_lock(&list.mutex);
  const bool good = list_reserve();
  if (good) {
    const Entry *owner = model ? entry_find(model) : NULL;
    const Entry  fresh = {.handle = handle, .kind = kind, .id = ++list.last, .model = owner ? owner->id : 0};
    const int    i     = entry_position(handle);
    memmove(list.entry + i + 1, list.entry + i, (size_t)(list.n - i) * sizeof *list.entry);
    list.entry[i] = fresh;
    list.n++;
  }
  pthread_mutex_unlock(&list.mutex);
  return good;
}

HandleEnd handle_remove(HandleKind kind, const void *handle)
{
  HandleEnd end = HANDLE_GONE;

  pthread_mutex_lock(&list.mutex);
  Entry *entry = entry_find(handle);
  if (entry && entry->kind == kind) end = entry->uses ? HANDLE_IN_USE : HANDLE_REMOVED;
  if (end == HANDLE_REMOVED) {
    const int i = (int)(entry - list.entry);
    list.n--;
    memmove(entry, entry + 1, (size_t)(list.n - i) * sizeof *entry);
  }
  if (list.n == 0) { /* nothing stays allocated at the end of a process */
    free(list.entry);
    list.entry    = NULL;
    list.capacity = 0;
  }
  pthread_mutex_unlock(&list.mutex);
  return end;
}

bool handle_alive(HandleKind kind, const void *handle)
{
  pthread_mutex_lock(&list.mutex);
  const Entry *entry = entry_find(handle);
  const bool   alive = entry && entry->kind == kind;
  pthread_mutex_unlock(&list.mutex);
  return alive;
}

bool handle_belongs(const void *trajectory, const void *model)
{
  pthread_mutex_lock(&list.mutex);
  const Entry *child = entry_find(trajectory), *parent = entry_find(model);
  const bool   belongs = child && parent && child->model == parent->id;
  pthread_mutex_unlock(&list.mutex);
  return belongs;
}

void handle_use(const void *handle, int by)
{
  if (!handle) return;
  pthread_mutex_lock(&list.mutex);
  Entry *entry = entry_find(handle);
  if (entry) entry->uses += by;
  pthread_mutex_unlock(&list.mutex);
}
