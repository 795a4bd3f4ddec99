/* Fuzz target: a problem file through `rigel run`, a few elements at most. */
#include "harness.h"

void fuzz_prepare(void) {}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  fuzz_save("problem.yaml", bytes, n);
  if (fuzz_small(fuzz_path("problem.yaml"))) fuzz_run((const char *const[]){fuzz_path("problem.yaml"), NULL});
}
