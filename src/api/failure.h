/* The text of rigel_error_message: what a call found and what it expected. */
#ifndef RIGEL_API_FAILURE_H
#define RIGEL_API_FAILURE_H

#include "rigel/rigel.h"

/* Sets the text, after "function: " unless that is NULL. Returns RIGEL_INPUT. */
RigelCode failure_report(const char *function, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Copies the text to an array of the caller, which may be NULL. Returns RIGEL_INPUT. */
RigelCode failure_copy(char *message, size_t size);

#endif
