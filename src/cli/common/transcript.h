/* The standard streams on their way out: colours for people, and a copy of all messages for --json. */
#ifndef RIGEL_CLI_COMMON_TRANSCRIPT_H
#define RIGEL_CLI_COMMON_TRANSCRIPT_H

#include <stdbool.h>

/* From now on lines on the standard error are stored. False: not on this system. */
bool transcript_start(void);
int  transcript_lines(void);
/* Line i = 0, 1, .. without its end. */
const char *transcript_line(int i);

/* From now on both streams, or one of them, are coloured: labels, file names, WARNING, errors. */
void colors_start(bool output, bool error);
/* Gives the program its own streams back, before they are opened anew. */
void streams_restore(void);
/* Whether a person reads the descriptor: a terminal, but not the one through which a launcher of MPI collects the output of its ranks. */
bool stream_terminal(int fd);
/* Whether colours belong on the descriptor: a terminal that can show them, and NO_COLOR is not set. */
bool colors_wanted(int fd);

#endif
