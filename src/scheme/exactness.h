/* What a scheme keeps to rounding for a system, by construction (DESIGN 1.4). */
#ifndef RIGEL_SCHEME_EXACTNESS_H
#define RIGEL_SCHEME_EXACTNESS_H

#include "problem/problem.h"
#include "system/system.h"

typedef struct {
  bool energy, angular, linear, phi, psi; /* at element ends */
  int  nnotes;
  char note[6][120]; /* what is not kept, and why */
} Exactness;

/* A line for the report. It starts with what it is about: energy, angular momentum, position, velocity constraints. */
void exactness_note(Exactness *exact, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A line for each of them that is not kept, of schemes for which it then improves with the step. */
void exactness_notes(const System *system, Exactness *exact);

void mg_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);
void em_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);
void bg_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);

/* Gauss points of `gauss: auto`. */
int mg_gauss(const Problem *problem, const System *system);
int bg_gauss(const Problem *problem, const System *system);
int one_gauss(const Problem *problem, const System *system); /* 1 */

#endif
