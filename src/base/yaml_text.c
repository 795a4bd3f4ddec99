/* YAML text of single values, with the escapes that libyaml reads back. */
#include "base/yaml_text.h"

#include "base/scalar.h"
#include "base/words.h"

#include <math.h>
#include <strings.h>

/* --- strings */

/* Decodes one character of UTF-8 and its length in bytes; a byte that begins none counts as itself. */
static unsigned character_next(const char *text, int *length)
{
  const unsigned char *c    = (const unsigned char *)text;
  int                  n    = c[0] < 0xC0 ? 1 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : 4;
  unsigned             code = n == 1 ? c[0] : c[0] & (0x7Fu >> n);

  for (int i = 1; i < n; i++) {
    if ((c[i] & 0xC0) != 0x80) n = 1, code = c[0];
    if (n > 1) code = code << 6 | (c[i] & 0x3Fu);
  }
  *length = n;
  return code;
}

/* Whether a character needs no escape between double quotes: printable for libyaml, and no line break. */
static bool character_is_literal(unsigned code, int length)
{
  if (code < 0x80) return code >= 0x20 && code != 0x7F && code != '"' && code != '\\';
  if (length == 1 || code < 0xA0 || code == 0x2028 || code == 0x2029 || code == 0xFEFF) return false;
  return code != 0xFFFE && code != 0xFFFF;
}

void yaml_text(const char *text, FILE *stream)
{
  int length;

  fputc('"', stream);
  for (; *text; text += length) {
    const unsigned code = character_next(text, &length);
    if (character_is_literal(code, length)) fprintf(stream, "%.*s", length, text);
    else if (code == '"' || code == '\\') fprintf(stream, "\\%c", (int)code);
    else if (code == '\n') fputs("\\n", stream);
    else fprintf(stream, "\\U%08X", code);
  }
  fputc('"', stream);
}

/* Whether YAML 1.1 reads the word as a truth value or as nothing. */
static bool word_is_special(const char *word)
{
  static const char *const special[] = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"};

  for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
    if (strcasecmp(word, special[i]) == 0) return true;
  return false;
}

void yaml_name(const char *name, FILE *stream)
{
  const bool letter = (name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z');

  if (letter && word_is_name(name) && !word_is_special(name)) fputs(name, stream);
  else yaml_text(name, stream);
}

/* --- numbers */

void yaml_real(double value, FILE *stream)
{
  char text[REAL_LEN];

  if (isnan(value)) fputs(".nan", stream);
  else if (isinf(value)) fputs(value > 0.0 ? ".inf" : "-.inf", stream);
  else {
    real_print(value, text);
    fputs(text, stream);
  }
}

void yaml_flag(bool value, FILE *stream)
{
  fputs(value ? "true" : "false", stream);
}

void yaml_row(const double *values, int count, int stride, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < count; i++) {
    if (i) fputs(", ", stream);
    yaml_real(values[i * stride], stream);
  }
  fputc(']', stream);
}

void yaml_rows(const double *values, int rows, int columns, FILE *stream)
{
  fputc('[', stream);
  for (int i = 0; i < rows; i++) {
    if (i) fputs(", ", stream);
    yaml_row(values + i * columns, columns, 1, stream);
  }
  fputc(']', stream);
}
