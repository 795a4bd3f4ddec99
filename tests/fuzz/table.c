/* Fuzz target: a table of an earlier run, through `rigel run --restart`, which copies its rows, and through `rigel view`. */
#include "harness.h"

#include "base/file.h"
#include "cli/view/view.h"
#include "output/folder/checksum.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESTART_MOST = 1 << 18 };

static char  *restart; /* restart.dat of the earlier run */
static size_t length;

void fuzz_prepare(void)
{
  fuzz_command(&run_command,
               (const char *const[]){"run", FUZZ_BASE, "-o", fuzz_path("before"), "--set", "time.end=0.2", NULL});
  fuzz_seed("before/state.csv");
  restart = file_read(fuzz_path("before/restart.dat"), RESTART_MOST, &length);
  fuzz_require(restart != NULL, "cannot read restart.dat");
}

/* Writes restart.dat with size and checksum of this table in the line `file SIZE CHECKSUM state.csv ...`. */
static void restart_fit(const uint8_t *bytes, size_t n)
{
  static char fitted[RESTART_MOST + 64];
  Checksum    sum  = {0};
  char       *name = strstr(restart, " state.csv"), *line = name;

  fuzz_require(name != NULL, "no state.csv in restart.dat");
  while (line > restart && line[-1] != '\n') line--;
  checksum_add(bytes, n, &sum);
  const int used = snprintf(fitted, sizeof fitted, "%.*sfile %zu %" PRIu32 "%s", (int)(line - restart), restart, n,
                            checksum_value(&sum), name);
  fuzz_save_restart("before/restart.dat", (const uint8_t *)fitted, (size_t)used);
}

void fuzz_input(const uint8_t *bytes, size_t n)
{
  fuzz_save("before/state.csv", bytes, n);
  restart_fit(bytes, n);
  fuzz_run((const char *const[]){FUZZ_BASE, "--restart", fuzz_path("before"), NULL});
  fuzz_command(&view_command, (const char *const[]){"view", fuzz_path("before"), "-o", fuzz_path("view.html"), NULL});
}
