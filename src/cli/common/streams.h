/* The standard streams of the program: descriptors that are closed at the start, and output that cannot be written. */
#ifndef RIGEL_CLI_COMMON_STREAMS_H
#define RIGEL_CLI_COMMON_STREAMS_H

#include <stdbool.h>

/* Occupies closed descriptors 0 to 2: a result file must not get the number of the standard output. */
bool streams_open(void);
/* Flushes the standard output; returns the exit code. Output that is lost is EXIT_INTERNAL after a message; quietly if its reader has
 * left, which costs nothing where the results are in files. */
int streams_flush(int code, bool files);

#endif
