/* The message of the last failed call, one for each thread. */
#include "api/failure.h"

#include "base/plain_locale.h"

#include <stdarg.h>
#include <stdio.h>

enum { MESSAGE_LEN = 4096 };

static _Thread_local char        message[MESSAGE_LEN];
static _Thread_local MessageCode last;

const char *rigel_error_message(void)
{
  return message;
}

const char *rigel_error_message_code(void)
{
  return message_id(last);
}

void failure_keep(MessageCode code, const char *text)
{
  last = code;
  snprintf(message, sizeof message, "%s", text);
}

RigelCode failure_report(MessageCode code, const char *function, const char *format, ...)
{
  const int      used   = function ? snprintf(message, sizeof message, "%s: ", function) : 0;
  const locale_t before = plain_locale_enter();
  va_list        args;

  va_start(args, format);
  vsnprintf(message + used, sizeof message - (size_t)used, format, args);
  va_end(args);
  plain_locale_leave(before);
  last = code;
  message_mark(code, message, sizeof message);
  return RIGEL_INPUT;
}

RigelCode failure_copy(char *to, size_t size)
{
  if (to && size) snprintf(to, size, "%s\n", message);
  return RIGEL_INPUT;
}
