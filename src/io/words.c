#include "io/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MOST = 63 };

static size_t length_cut(const char *word)
{
  size_t length = strlen(word);
  return length < WORD_MOST ? length : WORD_MOST;
}

static int least(int a, int b)
{
  return a < b ? a : b;
}

int word_distance(const char *a, const char *b)
{
  int    row[WORD_MOST + 1];
  size_t na = length_cut(a), nb = length_cut(b);

  for (size_t j = 0; j <= nb; j++) row[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    int diagonal = row[0];
    row[0]       = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int replace = diagonal + (a[i - 1] != b[j - 1]);
      diagonal    = row[j];
      row[j]      = least(replace, least(row[j], row[j - 1]) + 1);
    }
  }
  return row[nb];
}

const char *word_nearest(const char *word, const char *const list[])
{
  const char *nearest = NULL;
  int         best    = 0;
  size_t      length  = strlen(word);

  if (length > WORD_MOST) return NULL;
  for (; *list; list++) {
    size_t longer   = strlen(*list) > length ? strlen(*list) : length;
    int    distance = word_distance(word, *list);
    if (2 * (size_t)distance > longer) continue; /* more than half of the letters differ */
    if (!nearest || distance < best) {
      nearest = *list;
      best    = distance;
    }
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
  const char *nearest = word_nearest(word, list);

  word_join(list, joined, sizeof joined);
  if (nearest) snprintf(out, LIST_LEN, "%s%s (did you mean %.63s?)", list[1] ? "one of " : "", joined, nearest);
  else snprintf(out, LIST_LEN, "%s%s", list[0] && list[1] ? "one of " : "", joined);
}

void word_clip(const char *text, char *out, size_t size)
{
  size_t length = strlen(text), keep = length;

  if (length >= size) {
    keep = size - sizeof "...";
    while (keep > 0 && ((unsigned char)text[keep] & 0xC0) == 0x80) keep--; /* not inside a UTF-8 sequence */
  }
  for (size_t i = 0; i < keep; i++) out[i] = iscntrl((unsigned char)text[i]) ? '?' : text[i];
  snprintf(out + keep, size - keep, "%s", keep < length ? "..." : "");
}

bool word_is_name(const char *text)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  return text[0] && text[strspn(text, letters)] == '\0';
}
