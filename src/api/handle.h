/* The handles of callers: which are alive, of which kind, of which model, and in use by a call. */
#ifndef RIGEL_API_HANDLE_H
#define RIGEL_API_HANDLE_H

#include <stdbool.h>

typedef enum { HANDLE_PROBLEM, HANDLE_MODEL, HANDLE_TRAJECTORY } HandleKind;
typedef enum { HANDLE_GONE, HANDLE_IN_USE, HANDLE_REMOVED } HandleEnd;

/* Enters a new handle; model: the one that a trajectory belongs to, otherwise NULL. Returns false when out of memory. */
bool handle_add(HandleKind kind, const void *handle, const void *model);
/* Removes a handle from the list, unless it is missing or in use. */
HandleEnd handle_remove(HandleKind kind, const void *handle);
bool      handle_alive(HandleKind kind, const void *handle);
/* Whether a trajectory was made by this model. */
bool handle_belongs(const void *trajectory, const void *model);
/* Marks a handle as in use (by = 1) or as no longer in use by a call (by = -1); NULL is ignored. */
void handle_use(const void *handle, int by);

#endif
