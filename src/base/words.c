/* Distances between words, suggestions for misspelt ones, lists of words in messages, lines of limited width. */
#include "base/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MOST = 63, LIST_SHORT = 12 };

/* Length of a word, at most the size of the table of word_distance. */
static size_t length_cut(const char *word)
{
  size_t length = strlen(word);
  return length < WORD_MOST ? length : WORD_MOST;
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* Dynamic programming over prefixes, with transpositions of neighbours (optimal string alignment). */
int word_distance(const char *a, const char *b)
{
  int    d[WORD_MOST + 1][WORD_MOST + 1]; /* d[i][j]: from the first i letters of a to the first j of b */
  size_t na = length_cut(a), nb = length_cut(b);

  for (size_t i = 0; i <= na; i++) {
    for (size_t j = 0; j <= nb; j++) {
      if (i == 0 || j == 0) {
        d[i][j] = (int)(i + j);
        continue;
      }
      d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]), least(d[i - 1][j], d[i][j - 1]) + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[na][nb];
}

/* Number of letters at the beginning that agree. */
static int prefix_length(const char *a, const char *b)
{
  int n = 0;

  while (a[n] && a[n] == b[n]) n++;
  return n;
}

const char *word_nearest(const char *word, const char *const list[])
{
  const char *nearest = NULL;
  double      best    = 0.5; /* more than half of the letters differ: not near */
  int         begin   = -1;

  if (strlen(word) > WORD_MOST) return NULL;
  for (; *list; list++) {
    const size_t longer = strlen(*list) > strlen(word) ? strlen(*list) : strlen(word);
    const double share  = word_distance(word, *list) / (double)(longer ? longer : 1);
    const int    prefix = prefix_length(word, *list);
    if (share > best || (share == best && prefix <= begin)) continue;
    nearest = *list;
    best    = share;
    begin   = prefix;
  }
  return nearest;
}

int word_index(const char *word, const char *const list[])
{
  for (int i = 0; list[i]; i++)
    if (strcmp(word, list[i]) == 0) return i;
  return -1;
}

void word_join(const char *const list[], char *out, size_t size)
{
  size_t used = 0;

  out[0] = '\0';
  for (int i = 0; list[i]; i++) {
    size_t need = strlen(list[i]) + 2;
    if (used + need + sizeof ", ..." > size) {
      snprintf(out + used, size - used, "%s...", i ? ", " : "");
      return;
    }
    used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", list[i]);
  }
}

void word_expect(const char *word, const char *const list[], char out[LIST_LEN])
{
  char        joined[LIST_LEN - 100];
  const char *nearest = list[0] && list[1] ? word_nearest(word, list) : NULL;
  int         count   = 0;

  while (list[count]) count++;
  word_join(list, joined, sizeof joined);
  if (nearest && count > LIST_SHORT) snprintf(out, LIST_LEN, "a valid one (did you mean %.63s?)", nearest);
  else if (nearest) snprintf(out, LIST_LEN, "one of %s (did you mean %.63s?)", joined, nearest);
  else snprintf(out, LIST_LEN, "%s%s", list[0] && list[1] ? "one of " : "", joined);
}

/* Bytes below 0x20, 0x7F, and U+0080 to U+009F, which terminals also interpret. */
static bool is_control(const char *c)
{
  const unsigned char byte = (unsigned char)c[0];
  return byte < 0x20 || byte == 0x7F || (byte == 0xC2 && (unsigned char)c[1] < 0xA0);
}

const char *word_control(const char *text)
{
  while (*text && !is_control(text)) text++;
  return *text ? text : NULL;
}

void word_clean(char *text)
{
  for (char *c = text; *c; c++) {
    if (!is_control(c)) continue;
    if (*c == '\xC2' && c[1]) *c++ = '?'; /* both bytes */
    *c = '?';
  }
}

void word_clip(const char *text, char *out, size_t size)
{
  size_t length = strlen(text), keep = length;

  if (length >= size) {
    keep = size - sizeof "...";
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) keep--; /* not inside a UTF-8 sequence */
  }
  snprintf(out, size, "%.*s%s", (int)keep, text, keep < length ? "..." : "");
  word_clean(out);
}

/* As PetscOptionsValidKey: one or two dashes and a letter; -1 and -.5 are values. */
bool word_is_option(const char *word)
{
  if (*word++ != '-') return false;
  if (*word == '-') word++;
  return isalpha((unsigned char)*word) != 0;
}

const char *word_stray(const char *options, int *length)
{
  static const char blank[] = " \t\n";
  bool              open    = false; /* the last word was a name and may have a value */

  for (const char *word = options + strspn(options, blank); *word; word += strspn(word, blank)) {
    *length = (int)strcspn(word, blank);
    if (!word_is_option(word) && !open) return word;
    open = word_is_option(word);
    word += *length;
  }
  return NULL;
}

bool word_is_name(const char *text)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return text[0] && text[0] != '-' && text[strspn(text, letters)] == '\0';
}

void word_wrap(const char *text, int used, int indent, int width, FILE *stream)
{
  for (const char *word = text; *word; word += strspn(word, " ")) {
    const int length = (int)strcspn(word, " ");
    if (word > text && used + 1 + length > width) used = fprintf(stream, "\n%*s", indent, "") - 1;
    else if (word > text) used += fprintf(stream, " ");
    used += fprintf(stream, "%.*s", length, word);
    word += length;
  }
  fputc('\n', stream);
}

const char *word_plural(long count)
{
  return count == 1 ? "" : "s";
}
