/* The lock of a results folder: one command at a time writes there. The system frees the lock of a process that ends in any way. */
#ifndef RIGEL_OUTPUT_FOLDER_LOCK_H
#define RIGEL_OUTPUT_FOLDER_LOCK_H

#include <stdbool.h>
#include <stddef.h>

enum { LOCK_PATH = 1152, RUN_ID_LEN = 17 };

typedef struct {
  int  fd; /* -1: not locked */
  char path[LOCK_PATH];
} Lock;

/* Locks the folder for the run with this id. False: `who` describes the process that holds the lock, or is empty and errno states the
 * reason. Release it in either case. */
bool lock_take(const char *dir, const char id[RUN_ID_LEN], Lock *lock, char *who, size_t size);
/* Removes the lock. */
void lock_release(Lock *lock);
/* Closes the lock in a child process; the parent still holds it. */
void lock_leave(Lock *lock);

#endif
