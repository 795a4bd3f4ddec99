/* Systems of problems that the test has built. */
#ifndef RIGEL_TESTS_BUILT_H
#define RIGEL_TESTS_BUILT_H

#include "system/system.h"

/* Fails the test, with these words, when the problem has faults. */
void built_system(const Problem *problem, const char *words, System *system);
void built_clear(System *system, Problem *problem);

#endif
