/* The message of the last failed call, one for each thread. */
#include "api/failure.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_LEN = 4096 };

static _Thread_local char message[MESSAGE_LEN];

const char *rigel_error_message(void)
{
  return message;
}

RigelCode failure_report(const char *function, const char *format, ...)
{
  const int used = function ? snprintf(message, sizeof message, "%s: ", function) : 0;
  va_list   args;

  va_start(args, format);
  vsnprintf(message + used, sizeof message - (size_t)used, format, args);
  va_end(args);
  return RIGEL_INPUT;
}

RigelCode failure_copy(char *to, size_t size)
{
  if (to && size) snprintf(to, size, "%s\n", message);
  return RIGEL_INPUT;
}
