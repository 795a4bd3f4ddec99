/* Base64 (RFC 4648) of a stream of bytes. */
#ifndef RIGEL_OUTPUT_BASE64_H
#define RIGEL_OUTPUT_BASE64_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that wait for a group of three; begin with {.stream = ...}. */
typedef struct {
  FILE    *stream;
  uint32_t bits;
  int      count; /* 0 .. 2 */
} Base64;

void base64_write(Base64 *coder, const void *data, size_t size);
/* Writes an incomplete group with its padding. */
void base64_end(Base64 *coder);

#endif
