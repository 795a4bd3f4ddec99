/* Fuzz target: assignments of the command line (--set), one per line of the input. */
#include "harness.h"

#include <string.h>

enum { SETS_MOST = 4, SET_LEN = 1024 };

void fuzz_prepare(void) {}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  static char set[SETS_MOST][SET_LEN];
  const char *list[SETS_MOST];
  int         nset = 0;

  for (size_t at = 0, length; at < n && nset < SETS_MOST; at += length + 1) {
    const uint8_t *end = memchr(bytes + at, '\n', n - at);
    length             = end ? (size_t)(end - bytes) - at : n - at;
    if (length >= SET_LEN) return;
    memcpy(set[nset], bytes + at, length);
    set[nset][length] = '\0';
    list[nset]        = set[nset];
    nset++;
  }
  fuzz_read(FUZZ_BASE, nset, list);
}
