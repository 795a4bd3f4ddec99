/* The essence of a problem: everything that a resumed run must share with the earlier one. */
#ifndef RIGEL_CLI_RECORD_ESSENCE_H
#define RIGEL_CLI_RECORD_ESSENCE_H

#include "problem/problem.h"

/* As text, a line per key; reference: with the known solution. NULL: out of memory. The caller frees it. */
char *essence(const Problem *problem, bool reference);
/* Prints the lines that differ from those of the run in dir; cuts both texts into lines. */
void essence_differences(const char *dir, char *now, char *then);

#endif
