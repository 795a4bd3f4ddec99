/* The text of rigel_error_message: the value that a call found and the expected one. */
#ifndef RIGEL_API_FAILURE_H
#define RIGEL_API_FAILURE_H

#include "rigel/rigel.h"

#include "message/message.h"

/* Sets code and text, after "function: " unless that is NULL, and appends the code. Returns RIGEL_INPUT. */
RigelCode failure_report(MessageCode code, const char *function, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
/* Sets code and text; its lines have their codes already. */
void failure_keep(MessageCode code, const char *text);
/* Copies the text to an array of the caller, which may be NULL. Returns RIGEL_INPUT. */
RigelCode failure_copy(char *message, size_t size);

#endif
