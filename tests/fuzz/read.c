/* Fuzz target: a problem file through the reader, and what is written for it through the reader again. */
#include "harness.h"

void fuzz_prepare(void) {}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  fuzz_save("problem.yaml", bytes, n);
  fuzz_read(fuzz_path("problem.yaml"), 0, NULL);
}
