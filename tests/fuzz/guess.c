/* Fuzz target: the table of an earlier run as a first guess (solver.guess: {file: DIR}) of a global solve. */
#include "harness.h"

#include <stdio.h>

void fuzz_prepare(void)
{
  fuzz_command(&run_command, (const char *const[]){"run", FUZZ_BASE, "-o", fuzz_path("before"), NULL});
  fuzz_seed("before/state.csv");
}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  char guess[FUZZ_PATH + 32];

  snprintf(guess, sizeof guess, "solver.guess={file: %s}", fuzz_path("before"));
  fuzz_save("before/state.csv", bytes, n);
  fuzz_run((const char *const[]){FUZZ_BASE, "--set", "method.window=all", "--set", guess, NULL});
}
