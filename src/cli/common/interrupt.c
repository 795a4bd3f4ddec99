/* Interrupts: a flag that a signal handler sets and runs read. */
#include "cli/common/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t arrived; /* a global, because a signal handler has no argument for context */

/* Only an assignment to sig_atomic_t is allowed in a signal handler. */
static void on_interrupt(int signal_number)
{
  (void)signal_number;
  arrived = 1;
}

void interrupts_catch(void)
{
  struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};

  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGXFSZ, SIG_IGN); /* a file beyond the size limit becomes a write error */
  signal(SIGPIPE, SIG_IGN); /* the reader of the summary may leave; the results are still written */
}

bool interrupted(void *unused)
{
  (void)unused;
  return arrived != 0;
}
