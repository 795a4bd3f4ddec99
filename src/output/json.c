#include "output/json.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

void json_text(const char *text, FILE *stream)
{
  fputc('"', stream);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\') fprintf(stream, "\\%c", *c);
    else if (*c < 0x20 || *c == '<') fprintf(stream, "\\u%04x", *c);
    else fputc(*c, stream);
  fputc('"', stream);
}

void json_reals(int n, const double *values, FILE *stream)
{
  for (int i = 0; i < n; i++) {
    fputs(i ? ", " : "[", stream);
    if (isfinite(values[i])) fprintf(stream, "%.17g", values[i]);
    else fputs("null", stream);
  }
  fputs(n ? "]" : "[]", stream);
}

/* --- base64 (RFC 4648) of a stream of bytes */

typedef struct {
  FILE    *stream;
  uint32_t bits;  /* of the bytes that wait */
  int      count; /* 0 .. 2 */
} Base64;

static void base64_flush(Base64 *coder)
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

static void base64_put(Base64 *coder, double value)
{
  uint64_t word;

  memcpy(&word, &value, sizeof word);
  for (int i = 0; i < 8; i++) {
    coder->bits = coder->bits << 8 | (uint32_t)(word >> (8 * i) & 255u);
    if (++coder->count == 3) base64_flush(coder);
  }
}

void json_base64(size_t n, const double *values, FILE *stream)
{
  Base64 coder = {.stream = stream};

  fputc('"', stream);
  for (size_t i = 0; i < n; i++) base64_put(&coder, values[i]);
  base64_flush(&coder);
  fputc('"', stream);
}

void json_node(const Node *node, FILE *stream)
{
  if (node->kind == NODE_SCALAR || node->kind == NODE_VOID) {
    json_text(node->text ? node->text : "", stream);
    return;
  }
  const bool mapping = node->kind == NODE_MAPPING;
  fputc(mapping ? '{' : '[', stream);
  for (int i = 0; i < node->count; i++) {
    if (i) fputs(", ", stream);
    if (mapping) {
      json_text(node->items[i].key, stream);
      fputs(": ", stream);
    }
    json_node(&node->items[i], stream);
  }
  fputc(mapping ? '}' : ']', stream);
}
