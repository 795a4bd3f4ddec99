/* Base64 (RFC 4648): three bytes become four digits; '=' fills the last group. */
#include "output/base64.h"

void base64_end(Base64 *coder)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  if (coder->count == 0) return;
  const uint32_t bits = coder->bits << (8 * (3 - coder->count));
  char           out[4];
  for (int i = 0; i < 4; i++) out[i] = i <= coder->count ? digits[bits >> (18 - 6 * i) & 63u] : '=';
  fwrite(out, 1, sizeof out, coder->stream);
  coder->bits  = 0;
  coder->count = 0;
}

/* 24 bits at a time; base64_end pads what is left. */
void base64_write(Base64 *coder, const void *data, size_t size)
{
  const unsigned char *byte = data;

  for (size_t i = 0; i < size; i++) {
    coder->bits = coder->bits << 8 | byte[i];
    if (++coder->count == 3) base64_end(coder);
  }
}
