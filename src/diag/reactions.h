/* Reactions of all joints inside a time element, from the samples of a running scheme. */
#ifndef RIGEL_DIAG_REACTIONS_H
#define RIGEL_DIAG_REACTIONS_H

#include "problem/observer.h"
#include "system/system.h"

typedef struct {
  const System *system;
  double       *z_last;     /* [nz] at the start of the element */
  double       *z, *lambda; /* [nz], [nl] at one time of it */
} Reactions;

/* False: out of memory; destroy in either case. */
bool reactions_create(const System *system, Reactions *reactions);
void reactions_destroy(Reactions *reactions);
/* Time, then forces and torques (fx, fy, fz, mx, my, mz) of each joint and motion at Gauss point i of k, where multipliers in
 * P^{k-1} are most accurate (docs/explanation/theory.md, Prescribed motion). */
void reactions_at(const Reactions *reactions, const Sample *sample, int i, double *row /*[1 + 6 njoints]*/);
/* Stores the end of an element as the start of the next one: call it after each sample. */
void reactions_keep(Reactions *reactions, const Sample *sample);

#endif
