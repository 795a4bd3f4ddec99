/* Fuzz target: names of functionals (first line) and of parameters (second line) through `rigel gradient`. */
#include "harness.h"

#include <string.h>

enum { TEXT_MOST = 512, NAMES_MOST = 4 };

void fuzz_prepare(void) {}

static int names(const char *text)
{
  int n = 1;
  for (; *text; text++) n += *text == ',';
  return n;
}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  char  text[TEXT_MOST];
  char *parameters;

  if (n >= sizeof text) return;
  memcpy(text, bytes, n);
  text[n] = '\0';
  if (!(parameters = strchr(text, '\n'))) return;
  *parameters++ = '\0';
  if (names(text) > NAMES_MOST || names(parameters) > NAMES_MOST) return;
  fuzz_remove("out");
  if (fuzz_command(&gradient_command, (const char *const[]){"gradient", FUZZ_BASE, "--functional", text, "--parameters",
                                                            parameters, "-o", fuzz_path("out"), NULL}) == EXIT_DONE)
    fuzz_tables_check("out");
}
