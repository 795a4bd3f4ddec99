/* One line after the summary of a command. */
#include "cli/line/hint.h"

#include "cli/common/transcript.h"

#include <stdarg.h>
#include <unistd.h>

void hint_print(const CommandLine *line, const char *format, ...)
{
  va_list args;

  if (line->quiet || line->answer || !(line->verbose || stream_terminal(STDOUT_FILENO))) return;
  va_start(args, format);
  printf("  next     ");
  vprintf(format, args);
  printf("\n");
  va_end(args);
}
