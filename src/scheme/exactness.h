/* The quantities that a scheme conserves to rounding by construction (docs/explanation/conservation.md, Orders and conservation). */
#ifndef RIGEL_SCHEME_EXACTNESS_H
#define RIGEL_SCHEME_EXACTNESS_H

#include "problem/problem.h"
#include "system/system.h"

typedef struct {
  bool energy, angular, linear, phi, psi; /* at element ends */
  int  nnotes;
  char note[6][120]; /* quantities that are not exact, and why */
} Exactness;

/* Adds a line for the report. It starts with the quantity: energy, angular momentum, position, velocity constraints. */
void exactness_note(Exactness *exact, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a line for each quantity that is not exact but improves with the step. */
void exactness_notes(const System *system, Exactness *exact);

/* Exactness of mG, em and BG with `gauss` points. */
void mg_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);
void em_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);
void bg_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);

/* Gauss points of `gauss: auto` for mG, for BG, and one point. */
int mg_gauss(const Problem *problem, const System *system);
int bg_gauss(const Problem *problem, const System *system);
int one_gauss(const Problem *problem, const System *system);

#endif
