/* Fuzz target: restart.dat of an earlier run, through `rigel run --restart`. */
#include "harness.h"

/* A particle alone: a file of few numbers. */
static const char problem[] = "time: {end: 0.4, step: 0.1}\n"
                              "gravity: [0, 0, -9.81]\n"
                              "bodies: [{name: ball, mass: 1, formulation: particle, velocity: [1, 0, 0]}]\n";

void fuzz_prepare(void)
{
  fuzz_save("problem.yaml", problem, sizeof problem - 1);
  fuzz_command(&run_command, (const char *const[]){"run", fuzz_path("problem.yaml"), "-o", fuzz_path("before"), "--set",
                                                   "time.end=0.2", NULL});
  fuzz_seed("before/restart.dat");
}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  fuzz_save_restart("before/restart.dat", bytes, n);
  fuzz_run((const char *const[]){fuzz_path("problem.yaml"), "--restart", fuzz_path("before"), NULL});
}
