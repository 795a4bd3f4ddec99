/* A text as a JSON string, safe inside a <script> element. */
#include "base/json_text.h"

/* Control characters and '<' become \u escapes. */
void json_text(const char *text, FILE *stream)
{
  fputc('"', stream);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++)
    if (*c == '"' || *c == '\\') fprintf(stream, "\\%c", *c);
    else if (*c < 0x20 || *c == '<') fprintf(stream, "\\u%04x", *c);
    else fputc(*c, stream);
  fputc('"', stream);
}
