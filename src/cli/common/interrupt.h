/* Interrupts (SIGINT, SIGTERM, SIGHUP): a run stops after the element at hand and writes its results. */
#ifndef RIGEL_CLI_COMMON_INTERRUPT_H
#define RIGEL_CLI_COMMON_INTERRUPT_H

#include <stdbool.h>

/* Installs the handlers; a second interrupt ends the program at once. */
void interrupts_catch(void);
/* Whether an interrupt arrived; an Observer.stop, which needs no context. */
bool interrupted(void *unused);

#endif
