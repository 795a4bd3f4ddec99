/* Fuzz target: a problem file through `rigel check`: start values, rank, derivatives. */
#include "harness.h"

void fuzz_prepare(void) {}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  fuzz_save("problem.yaml", bytes, n);
  if (!fuzz_small(fuzz_path("problem.yaml"))) return;
  fuzz_command(&check_command, (const char *const[]){"check", fuzz_path("problem.yaml"), NULL});
}
