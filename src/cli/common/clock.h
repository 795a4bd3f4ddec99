/* Clocks: seconds that passed, and seconds of processor time. */
#ifndef RIGEL_CLI_COMMON_CLOCK_H
#define RIGEL_CLI_COMMON_CLOCK_H

/* A monotonic clock; only differences have a meaning. */
double clock_seconds(void);
/* Processor time of this process. */
double cpu_seconds(void);

#endif
