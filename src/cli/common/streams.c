/* Closed descriptors, full disks and readers that leave, for the standard streams of the program. */
#include "cli/common/streams.h"

#include "cli/common/exit_code.h"
#include "cli/common/transcript.h"
#include "message/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* open() returns the lowest free descriptor. Read-only for the outputs, so that writing fails as on a closed descriptor. */
bool streams_open(void)
{
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", O_RDONLY) != fd) return false;
  return true;
}

/* A stream in error may have lost errno: it is written to once more. */
static bool output_fails(void)
{
  const bool before = ferror(stdout) != 0;

  errno = 0;
  if (before) clearerr(stdout), fputc('\n', stdout);
  return fflush(stdout) != 0 || before;
}

int streams_flush(int code, bool files)
{
  if (!output_fails()) return code;
  const int reason = errno;
  streams_restore();
  if (!freopen("/dev/null", "w", stdout)) return EXIT_INTERNAL; /* nobody flushes it again */
  if (reason == EPIPE && files) return code;
  if (reason != EPIPE)
    message_say(R0003_STANDARD_OUTPUT, "rigel: cannot write to the standard output: %s",
                reason ? strerror(reason) : "an earlier error");
  return code == EXIT_DONE ? EXIT_INTERNAL : code;
}
