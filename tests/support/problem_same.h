/* Bit-wise equality of problems, but for the file and the positions they came from. */
#ifndef RIGEL_TESTS_PROBLEM_SAME_H
#define RIGEL_TESTS_PROBLEM_SAME_H

#include "input/schema/schema.h"

bool problem_same(const Problem *a, const Problem *b);
/* Every name that problem files of the tests use. */
extern const Vocabulary test_words;

#endif
