/* Cases that run in a process of their own, so that a crash is a counted failure. */
#ifndef RIGEL_TESTS_CHILD_CASE_H
#define RIGEL_TESTS_CHILD_CASE_H

#include <stdbool.h>
#include <unistd.h>

/* True in the child, which ends with exit code 0 after the right answer and 1 after another one. The parent waits, counts, and
 * prints the text of a case that fails. */
bool child_begins(const char *text);
/* Asserts that no case since the last call has failed, and prints their number. */
void cases_end(const char *group);
/* The last message of the interface says what was expected. */
bool message_expects(void);

#define CASE(condition)                                                                                                \
  do {                                                                                                                 \
    if (child_begins(#condition)) _exit((condition) ? 0 : 1);                                                          \
  } while (0)
#define REFUSED(call)  CASE((call) == RIGEL_INPUT && message_expects())
#define NEGATIVE(call) CASE((call) == -1 && message_expects())
#define NOTHING(call)  CASE((call) == NULL && message_expects())

#endif
