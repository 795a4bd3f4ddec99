/* Numbers and flags from text, checked character by character before the C library converts them. */
#include "base/scalar.h"

#include "base/plain_locale.h"
#include "base/words.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "0123456789";

/* [sign] digits [. digits] [e [sign] digits], with a digit before or after the point */
static bool text_is_decimal(const char *text)
{
  size_t whole, fraction = 0, power;

  if (*text == '+' || *text == '-') text++;
  whole = strspn(text, digits);
  text += whole;
  if (*text == '.') {
    fraction = strspn(++text, digits);
    text += fraction;
  }
  if (whole + fraction == 0) return false;
  if (*text == 'e' || *text == 'E') {
    text++;
    if (*text == '+' || *text == '-') text++;
    power = strspn(text, digits);
    if (power == 0) return false;
    text += power;
  }
  return *text == '\0';
}

/* Rejects what strtod would also accept: hexadecimal numbers, infinities, text after the number. */
ScalarStatus scalar_real(const char *text, double *value)
{
  static const char *const special[]     = {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN", "inf", "nan", "NaN", NULL};
  const char              *unsigned_text = text + (*text == '+' || *text == '-');

  if (word_index(unsigned_text, special) >= 0) return SCALAR_NOT_FINITE;
  if (!text_is_decimal(text)) return SCALAR_BAD;
  const locale_t before = plain_locale_enter();
  const double   number = strtod(text, NULL);
  plain_locale_leave(before);
  if (!isfinite(number)) return SCALAR_NOT_FINITE;
  *value = number;
  return SCALAR_GOOD;
}

/* strtod would also accept infinities, hexadecimal digits, and the next line behind blanks. */
bool scalar_take(const char **at, double *value)
{
  char *rest;

  *at += strspn(*at, " \t");
  const char *begin = *at + (**at == '+' || **at == '-');
  if ((begin[0] == '0' && (begin[1] == 'x' || begin[1] == 'X')) || !(strchr(digits, *begin) || *begin == '.') ||
      !*begin)
    return false;
  const locale_t before = plain_locale_enter();
  *value                = strtod(*at, &rest);
  plain_locale_leave(before);
  if (rest == *at) return false;
  *at = rest;
  return true;
}

/* Base 10 only, within +-INT_MAX. */
bool scalar_integer(const char *text, int *value)
{
  const char *unsigned_text = text + (*text == '+' || *text == '-');

  if (!*unsigned_text || unsigned_text[strspn(unsigned_text, digits)] != '\0') return false;
  errno       = 0;
  long number = strtol(text, NULL, 10);
  if (errno || number < -INT_MAX || number > INT_MAX) return false;
  *value = (int)number;
  return true;
}

bool scalar_flag(const char *text, bool *value)
{
  static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", NULL};
  static const char *const no[]  = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", NULL};

  *value = word_index(text, yes) >= 0;
  return *value || word_index(text, no) >= 0;
}

/* %.17g restores every double; "1e20" becomes "1.0e20", because YAML 1.1 reads the former as text. */
void real_print(double value, char out[REAL_LEN])
{
  char  text[REAL_LEN - 4];
  char *power;

  const locale_t before = plain_locale_enter();
  snprintf(text, sizeof text, "%.17g", value);
  plain_locale_leave(before);
  power = strchr(text, 'e');
  if (power && !strchr(text, '.')) snprintf(out, REAL_LEN, "%.*s.0%s", (int)(power - text), text, power);
  else snprintf(out, REAL_LEN, "%s", text);
}
