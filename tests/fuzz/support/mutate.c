/* Mutations of text for libFuzzer: lines moved, repeated or removed, and numbers replaced, besides its own changes of bytes and words of
 * the dictionary. Valid files stay valid more often that way. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed);

enum { PIECE_MOST = 256 };

/* xorshift: a number below the limit */
static size_t random_below(unsigned *state, size_t limit)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return limit ? *state % limit : 0;
}

/* Puts `count` bytes in the place of `length` ones; returns the new size, or the old one where there is no room. */
static size_t replace(uint8_t *bytes, size_t n, size_t most, size_t at, size_t length, const void *piece, size_t count)
{
  if (n - length + count > most) return n;
  memmove(bytes + at + count, bytes + at + length, n - at - length);
  memcpy(bytes + at, piece, count);
  return n - length + count;
}

static size_t line_start(const uint8_t *bytes, size_t at)
{
  while (at > 0 && bytes[at - 1] != '\n') at--;
  return at;
}

/* Repeats, moves or removes a line. */
static size_t line_mutate(uint8_t *bytes, size_t n, size_t most, unsigned *state)
{
  uint8_t line[PIECE_MOST];
  size_t  from = line_start(bytes, random_below(state, n)), end = from;

  while (end < n && bytes[end] != '\n') end++;
  if (end < n) end++;
  const size_t length = end - from, way = random_below(state, 3);
  if (length > sizeof line) return n;
  memcpy(line, bytes + from, length);
  if (way > 0) n = replace(bytes, n, most, from, length, "", 0);
  if (way == 1) return n;
  return replace(bytes, n, most, line_start(bytes, random_below(state, n + 1)), 0, line, length);
}

static int is_digit(uint8_t byte)
{
  return (byte >= '0' && byte <= '9') || byte == '.';
}

/* Replaces a number. */
static size_t number_mutate(uint8_t *bytes, size_t n, size_t most, unsigned *state)
{
  static const char *const numbers[] = {"0",     "1",          "2",     "3",      "0.5",    "1e-3", "1e3",  "1e9",
                                        "1e300", "1e308",      "1e999", "1e-300", "1e-320", "-1",   "1e-9", ".nan",
                                        "-.inf", "2147483648", "[]",    "~",      "auto",   "0x10", "1e16", "0.1"};
  const char              *number    = numbers[random_below(state, sizeof numbers / sizeof numbers[0])];
  size_t                   at        = random_below(state, n), end;

  while (at < n && !is_digit(bytes[at])) at++;
  for (end = at; end < n && is_digit(bytes[end]);) end++;
  return replace(bytes, n, most, at, end - at, number, strlen(number));
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t n, size_t most, unsigned seed)
{
  unsigned     state = seed ? seed : 1;
  const size_t way   = random_below(&state, 6);

  if (n > 0 && way == 0) return line_mutate(bytes, n, most, &state);
  if (n > 0 && way <= 2) return number_mutate(bytes, n, most, &state);
  return LLVMFuzzerMutate(bytes, n, most);
}
