/* Systems of problems that the test has built, and models of problem files, without faults. */
#ifndef RIGEL_TESTS_BUILT_H
#define RIGEL_TESTS_BUILT_H

#include "run/model.h"

/* Fails the test, with these words, when the problem has faults. */
void built_system(const Problem *problem, const char *words, System *system);
void built_clear(System *system, Problem *problem);
/* Fails the test, with the first fault, when the file or an assignment has faults. Clear it with model_clear. */
void built_model(const char *file, int nset, const char *const set[], Model *model);
/* The same with assignments separated by spaces: "method.degree=2 time.step=0.1". The source of the model is valid until the next
 * call. */
void built_words(const char *file, const char *assignments, Model *model);

#endif
