/* Problems alone, without a system: reading them, and bit-wise equality but for the file and the positions they came from. */
#ifndef RIGEL_TESTS_PROBLEM_SAME_H
#define RIGEL_TESTS_PROBLEM_SAME_H

#include "input/reader.h"

bool problem_same(const Problem *a, const Problem *b);
/* The words of all tables, with three schemes that do not depend on them. */
const Vocabulary *test_words(void);
/* Parses and fills: the problem as given. True: no fault. Clear the problem in either case. */
bool source_read(const ProblemSource *source, const Vocabulary *words, Problem *problem, FaultList *faults);
/* The complete problem of a file with assignments. */
bool problem_read(const char *file, int nset, const char *const set[], const Vocabulary *words, Problem *problem,
                  FaultList *faults);
/* Writes a text file; false: it cannot be written. */
bool text_write(const char *path, const char *text);

#endif
