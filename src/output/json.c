/* Pieces of JSON for the page of `rigel view`: text, numbers, arrays in base64, a YAML tree. */
#include "output/json.h"

#include "output/base64.h"

#include <math.h>
#include <string.h>

void json_reals(int n, const double *values, FILE *stream)
{
  for (int i = 0; i < n; i++) {
    fputs(i ? ", " : "[", stream);
    if (isfinite(values[i])) fprintf(stream, "%.17g", values[i]);
    else fputs("null", stream);
  }
  fputs(n ? "]" : "[]", stream);
}

/* The bytes of a double are little-endian on any machine. */
void json_base64(size_t n, const double *values, FILE *stream)
{
  Base64 coder = {.stream = stream};

  fputc('"', stream);
  for (size_t i = 0; i < n; i++) {
    unsigned char byte[8];
    uint64_t      word;
    memcpy(&word, &values[i], sizeof word);
    for (int b = 0; b < 8; b++) byte[b] = (unsigned char)(word >> (8 * b) & 255u); /* little-endian on any machine */
    base64_write(&coder, byte, sizeof byte);
  }
  base64_end(&coder);
  fputc('"', stream);
}

/* Scalars stay text; the page converts those that it uses as numbers. */
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
