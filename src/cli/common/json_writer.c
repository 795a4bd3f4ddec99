/* Commas, keys and values of JSON; bytes that are not UTF-8 become U+FFFD. */
#include "cli/common/json_writer.h"

#include "base/json_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Length of the UTF-8 sequence at c; 0: the bytes are not UTF-8. */
static int sequence_length(const unsigned char *c)
{
  const int n = c[0] < 0x80                   ? 1
                : c[0] >= 0xC2 && c[0] < 0xE0 ? 2
                : c[0] >= 0xE0 && c[0] < 0xF0 ? 3
                : c[0] >= 0xF0 && c[0] < 0xF5 ? 4
                                              : 0;

  for (int i = 1; i < n; i++)
    if ((c[i] & 0xC0) != 0x80) return 0;
  if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F)) return 0; /* overlong, surrogates */
  if ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F)) return 0; /* overlong, beyond U+10FFFF */
  return n;
}

/* Prints the text, in pieces of valid UTF-8. */
static void text_print(const char *text, FILE *stream)
{
  const size_t length = strlen(text);
  char        *clean  = malloc(3 * length + 1);
  size_t       used   = 0;

  for (size_t i = 0; clean && i < length;) {
    const int n = sequence_length((const unsigned char *)text + i);
    memcpy(clean + used, n ? text + i : "\xEF\xBF\xBD", n ? (size_t)n : 3);
    used += n ? (size_t)n : 3;
    i += n ? (size_t)n : 1;
  }
  if (clean) clean[used] = '\0';
  json_text(clean ? clean : "", stream);
  free(clean);
}

/* The comma, the line and the key before a value. */
static void member_begin(JsonWriter *json, const char *key)
{
  if (json->depth && json->filled[json->depth]) fputc(',', json->stream);
  if (json->depth) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  json->filled[json->depth] = true;
  if (!key) return;
  text_print(key, json->stream);
  fputs(": ", json->stream);
}

void json_open(JsonWriter *json, const char *key, char bracket)
{
  member_begin(json, key);
  fputc(bracket, json->stream);
  if (json->depth + 1 < JSON_DEPTH) json->depth++;
  json->filled[json->depth]  = false;
  json->closing[json->depth] = bracket == '{' ? '}' : ']';
}

void json_close(JsonWriter *json)
{
  const int depth = json->depth--;

  if (json->filled[depth]) fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  fputc(json->closing[depth], json->stream);
}

void json_put_text(JsonWriter *json, const char *key, const char *text)
{
  member_begin(json, key);
  text_print(text, json->stream);
}

void json_put_real(JsonWriter *json, const char *key, double value)
{
  member_begin(json, key);
  if (isfinite(value)) fprintf(json->stream, "%.17g", value);
  else fputs("null", json->stream);
}

void json_put_reals(JsonWriter *json, const char *key, int n, const double *values)
{
  json_open(json, key, '[');
  for (int i = 0; i < n; i++) json_put_real(json, NULL, values[i]);
  json_close(json);
}

void json_put_integer(JsonWriter *json, const char *key, long value)
{
  member_begin(json, key);
  fprintf(json->stream, "%ld", value);
}

void json_put_flag(JsonWriter *json, const char *key, bool value)
{
  member_begin(json, key);
  fputs(value ? "true" : "false", json->stream);
}

void json_put_null(JsonWriter *json, const char *key)
{
  member_begin(json, key);
  fputs("null", json->stream);
}

void json_put_number(JsonWriter *json, const char *key, const char *text)
{
  member_begin(json, key);
  fputs(text, json->stream);
}

static const char *digits_skip(const char *c)
{
  while (isdigit((unsigned char)*c)) c++;
  return c;
}

bool json_is_number(const char *c)
{
  if (*c == '-') c++;
  if (!isdigit((unsigned char)*c) || (*c == '0' && isdigit((unsigned char)c[1]))) return false;
  c = digits_skip(c);
  if (*c == '.' && !isdigit((unsigned char)*++c)) return false;
  c = digits_skip(c);
  if (*c == 'e' || *c == 'E') {
    c += 1 + (c[1] == '+' || c[1] == '-');
    if (!isdigit((unsigned char)*c)) return false;
    c = digits_skip(c);
  }
  return *c == '\0';
}
