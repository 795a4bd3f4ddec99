/* Draws and erases the progress line on the standard error. */
#include "cli/common/progress.h"

#include "cli/common/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static const double first_second = 1.0, pause_seconds = 0.2;
static bool         allowed_lines = true; /* a setting of the program, as the terminal is */

void progress_allow(bool allowed)
{
  allowed_lines = allowed;
}

void progress_begin(Progress *p)
{
  const double now = clock_seconds();

  *p = (Progress){.on            = allowed_lines && isatty(STDERR_FILENO),
                  .started       = now,
                  .shown         = now,
                  .wait          = first_second,
                  .stage_started = now};
}

/* Whether it is time for another line. */
static bool is_due(const Progress *p, double now)
{
  return p->on && now - p->started >= p->wait && now - p->shown >= pause_seconds;
}

/* ", 12 s left", in minutes and hours where these are many. */
static void left_print(double seconds)
{
  if (!isfinite(seconds)) return;
  if (seconds < 600.0) fprintf(stderr, ", %.0f s left", seconds);
  else if (seconds < 36000.0) fprintf(stderr, ", %.0f min left", seconds / 60.0);
  else fprintf(stderr, ", %.0f h left", seconds / 3600.0);
}

static void line_end(Progress *p, double now, double left)
{
  left_print(left);
  fprintf(stderr, " \033[K");
  fflush(stderr);
  p->drawn = true;
  p->shown = now;
}

void progress_show(Progress *p, double fraction, const char *format, ...)
{
  const double now = clock_seconds();
  va_list      args;

  if (!is_due(p, now)) return;
  fprintf(stderr, "\r  ");
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  line_end(p, now, fraction > 0.0 ? (now - p->started) * (1.0 - fraction) / fraction : NAN);
}

double progress_iterations(double residual, double tolerance, double rate)
{
  if (residual <= tolerance) return 0.0;
  return rate > 0.0 && rate < 1.0 ? log(residual / tolerance) / -log(rate) : NAN;
}

/* A new stage or a new solve of the same stage begins. */
static void solve_begin(Progress *p, const SolveProgress *solve, double now)
{
  if (solve->stage != p->stage) {
    if (p->stage > 0) p->stages_seconds += now - p->stage_started;
    p->stage         = solve->stage;
    p->stage_started = now;
  }
  p->solve_started = now;
  p->residual      = NAN;
  p->rate          = NAN;
}

/* The rest of this solve, and as long for each stage to come as the complete ones took on average. */
static double solve_left(const Progress *p, const SolveProgress *solve, double now)
{
  const double each  = (now - p->solve_started) / fmax(1.0, solve->iteration);
  const double mine  = each * progress_iterations(solve->residual, solve->tolerance, p->rate);
  const int    later = solve->stages - solve->stage;

  if (later <= 0) return mine;
  return solve->stage > 1 ? mine + later * p->stages_seconds / (solve->stage - 1) : NAN;
}

void progress_iterated(Progress *p, const SolveProgress *solve)
{
  const double now = clock_seconds();

  if (!p->on) return;
  if (solve->iteration == 0 || solve->stage != p->stage) solve_begin(p, solve, now);
  if (solve->residual < p->residual) p->rate = fmin(p->rate, solve->residual / p->residual);
  p->residual = solve->residual;
  if (!is_due(p, now)) return;
  fprintf(stderr, "\r  ");
  if (solve->stages > 1) fprintf(stderr, "stage %d of %d, ", solve->stage, solve->stages);
  fprintf(stderr, "iteration %d, residual %.1e of %.1e", solve->iteration, solve->residual, solve->tolerance);
  line_end(p, now, solve_left(p, solve, now));
}

void progress_end(Progress *p)
{
  if (p->drawn) fprintf(stderr, "\r\033[K");
  p->drawn = false;
}
