/* From a case file to a Problem. */
#ifndef RIGEL_IO_READER_H
#define RIGEL_IO_READER_H

#include "fault.h"
#include "io/schema.h"

/* Reads `file` (-: the standard input, <stdin> in messages), then applies the assignments `set` ("key.path=value") of the command line. Every fault is reported, in
 * the order of the file; true: there was none. Initialises the problem; clear it in either case. `set` must live as
 * long as `faults`. */
bool problem_read(const char *file, int nset, const char *const set[], const Vocabulary *words, Problem *problem,
                  FaultList *faults);

#endif
