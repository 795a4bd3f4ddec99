/* Plots of a study by gnuplot: plot.gp has data and commands, and makes one PNG and one SVG per measure. */
#include "cli/study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const colors[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                     "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};
static const int         points[] = {7, 5, 9, 13, 11, 6, 4, 8, 12, 10};

enum { NCOLORS = sizeof colors / sizeof colors[0], NPOINTS = sizeof points / sizeof points[0] };

/* Zero and rounding below it are drawn here. */
static const double least = 1e-17;

static bool value_shown(const StudyRun *run, Column column)
{
  return study_row_counts(run) && isfinite(run->row.value[column]);
}

/* Zero and values below rounding are drawn at `least`, since the axis is logarithmic. */
static double value_drawn(const StudyRun *run, Column column)
{
  return fmax(fabs(run->row.value[column]), least);
}

/* Text in gnuplot's single quotes. */
static void quote(const char *text, FILE *stream)
{
  fputc('\'', stream);
  for (; *text; text++) fputs(*text == '\'' ? "''" : (const char[]){*text, '\0'}, stream);
  fputc('\'', stream);
}

/* Data blocks $d0, $d1, ... with x, measures and processor time of each series. */
static void data_write(const Study *study, FILE *stream)
{
  for (int s = 0; s < study->nseries; s++) {
    fprintf(stream, "$d%d << EOD\n", s);
    for (const StudyRun *run = series_first(study, s); run; run = run_next(study, run)) {
      fprintf(stream, "%.9g", run_x(study, run));
      for (int p = 0; p < study->kind->nplots; p++) {
        const Column column = (Column)((int)study->kind->first + p);
        if (value_shown(run, column)) fprintf(stream, " %.9g", value_drawn(run, column));
        else fputs(" NaN", stream);
      }
      fprintf(stream, " %.6g\n", study_row_counts(run) ? run->row.value[COLUMN_CPU] : NAN);
    }
    fputs("EOD\n", stream);
  }
}

static bool series_shown(const Study *study, int series, Column column)
{
  for (const StudyRun *run = series_first(study, series); run; run = run_next(study, run))
    if (value_shown(run, column)) return true;
  return false;
}

/* --- slope triangles */

/* Whether no triangle with this slope was drawn yet. */
static bool slope_is_new(double slope, double *seen, int *nseen)
{
  for (int i = 0; i < *nseen; i++)
    if (fabs(seen[i] - slope) < 0.5) return false;
  seen[(*nseen)++] = slope;
  return true;
}

/* Whether a slope is near a whole number and agrees with that of the two finest points. */
static bool slope_is_steady(const Study *study, const Fit *fit, Column column)
{
  return fabs(fit->slope - round(fit->slope)) <= 0.35 && fabs(run_order(study, fit->last, column) - fit->slope) <= 0.35;
}

/* A slope triangle below the middle of a fitted line, at most a factor 1.6 wide, labelled 1 and the slope. */
static void triangle_write(const Study *study, const Fit *fit, Column column, int color, FILE *stream)
{
  const StudyRun *from = fit->first, *run = fit->first;
  char            text[32];

  for (int i = 0; i + 1 < (fit->points + 1) / 2; i++) from = run, run = run_next(study, run);
  if (run == fit->first) run = run_next(study, run);
  const double slope = round(fit->slope);
  const double xa = run->row.value[COLUMN_H], xb = fmin(from->row.value[COLUMN_H], 1.6 * xa);
  if (!(xb > xa)) return;
  const double down = pow(1.6, -fabs(slope)) * 0.7;
  const double ya = down * value_drawn(run, column), yb = ya * pow(xb / xa, slope);
  const char  *line = "nohead lw 1.2 lc rgb";
  fprintf(stream, "set arrow from %.6g,%.6g to %.6g,%.6g %s '%s'\n", xa, ya, xb, yb, line, colors[color]);
  fprintf(stream, "set arrow from %.6g,%.6g to %.6g,%.6g %s '%s'\n", xa, ya, xb, ya, line, colors[color]);
  fprintf(stream, "set arrow from %.6g,%.6g to %.6g,%.6g %s '%s'\n", xb, ya, xb, yb, line, colors[color]);
  snprintf(text, sizeof text, "%.0f", slope);
  fprintf(stream, "set label '1' at %.6g,%.6g center offset 0,%s tc rgb '%s'\n", sqrt(xa * xb), ya,
          slope > 0.0 ? "-0.6" : "0.6", colors[color]);
  fprintf(stream, "set label '%s' at %.6g,%.6g left offset 0.4,0 tc rgb '%s'\n", text, xb, sqrt(ya * yb),
          colors[color]);
}

/* One slope triangle for each slope that occurs. */
static void triangles_write(const Study *study, Column column, FILE *stream)
{
  double seen[SWEEP_MOST * 4];
  int    nseen = 0;
  Fit    fit;

  for (int s = 0; s < study->nseries && nseen < SWEEP_MOST * 4; s++)
    if (series_fit(study, s, column, &fit) && fabs(fit.slope) > 0.35 && slope_is_steady(study, &fit, column) &&
        slope_is_new(round(fit.slope), seen, &nseen))
      triangle_write(study, &fit, column, s % NCOLORS, stream);
}

/* --- figures */

/* The plot command with one curve per series. */
static void curves_write(const Study *study, Column column, const char *using, FILE *stream)
{
  char label[LABEL_LEN];
  int  n = 0;

  for (int s = 0; s < study->nseries; s++) {
    if (!series_shown(study, s, column)) continue;
    series_label(study, s, false, label);
    fprintf(stream, "%s$d%d using %s with linespoints lw 1.8 ps 1.1 pt %d dt %d lc rgb '%s' title ",
            n++ ? ", \\\n     " : "plot ", s, using, points[s % NPOINTS], 1 + s / NCOLORS % 4, colors[s % NCOLORS]);
    quote(label, stream);
  }
  fputc('\n', stream);
}

static const char *axis_title(const Study *study)
{
  const char *name = study->sweep[study->along].name;

  if (study->steps) return "time step h";
  return strcmp(name, "gauss") == 0 ? "Gauss points s" : strcmp(name, "degree") == 0 ? "degree k" : name;
}

/* The axis of x, with its own values as marks while they are few. */
static void axis_write(const Study *study, FILE *stream)
{
  enum { MARKS = 9 };
  double seen[MARKS + 1], low = INFINITY, high = 0.0;
  int    n = 0;

  for (int i = 0; i < study->nruns; i++) {
    const double x     = run_x(study, &study->runs[i]);
    bool         again = n > MARKS;
    for (int k = 0; k < n && !again; k++) again = seen[k] == x;
    if (!again && !isnan(x)) seen[n++] = x;
    low  = fmin(low, x);
    high = fmax(high, x);
  }
  if (study->steps) fprintf(stream, "set logscale x; set xrange [%.6g:%.6g]\n", low / 1.3, high * 1.5);
  else fprintf(stream, "set xrange [%.6g:%.6g]\n", low - 0.06 * (high - low), high + 0.06 * (high - low));
  for (int k = 0; k < n && n <= MARKS; k++)
    fprintf(stream, "%s'%.3g' %.9g", k ? ", " : "set xtics (", seen[k], seen[k]);
  if (n <= MARKS) fputs(")\n", stream);
}

/* The range of y: a margin around all values, at least a decade. */
static void range_write(const Study *study, Column column, FILE *stream)
{
  double low = INFINITY, high = 0.0;

  for (int i = 0; i < study->nruns; i++)
    if (value_shown(&study->runs[i], column)) {
      low  = fmin(low, value_drawn(&study->runs[i], column));
      high = fmax(high, value_drawn(&study->runs[i], column));
    }
  fprintf(stream, "set yrange [%.3g:%.3g]\n", low / 4.0, fmax(3.0 * high, 10.0 * low));
}

/* One figure: a measure over the parameter of the axis, or over processor time (work-precision). */
static void figure_write(const Study *study, Column column, bool work, const char *using, FILE *stream)
{
  const char *name   = work ? "work" : study_columns[column].name;
  const Node *title  = node_find(&study->root, "title");
  const int   height = 680 + 24 * ((study->nseries + 2) / 3);

  fputs("unset arrow; unset label; set xrange [*:*]; unset logscale; set xtics autofreq; set format x '%g'\n", stream);
  fputs("set logscale y; set format y '10^{%L}'\nset title ", stream);
  quote(title && title->kind == NODE_SCALAR ? title->text : study->name, stream);
  fputs(" noenhanced\nset ylabel ", stream);
  quote(study_columns[column].title, stream);
  fputs(" noenhanced\nset xlabel ", stream);
  quote(work ? study_columns[COLUMN_CPU].title : axis_title(study), stream);
  fputs(" noenhanced\n", stream);
  range_write(study, column, stream);
  if (work) fputs("set logscale x; set format x '10^{%L}'\n", stream);
  else axis_write(study, stream);
  if (study->steps && !work) triangles_write(study, column, stream);
  fprintf(stream, "set terminal pngcairo size 1000,%d enhanced font 'Sans,13'\nset output '%s.png'\n", height, name);
  curves_write(study, column, using, stream);
  fprintf(stream, "set terminal svg size 1000,%d enhanced font 'Sans,14' background rgb 'white'\n", height);
  fprintf(stream, "set output '%s.svg'\nreplot\nset output\n", name);
}

/* All figures of the study; a work-precision figure for the first error. */
static void plot_write(const Study *study, FILE *stream)
{
  char using[32];

  fputs("# gnuplot plot.gp\nset encoding utf8\nset grid lt 1 lw 0.5 lc rgb '#cccccc'\n", stream);
  fputs("set key below maxcols 3 height 1 Left reverse noenhanced\n", stream);
  data_write(study, stream);
  for (int p = 0; p < study->kind->nplots; p++) {
    const Column column = (Column)((int)study->kind->first + p);
    if (!study_measured(study, column)) continue;
    snprintf(using, sizeof using, "1:%d", 2 + p);
    figure_write(study, column, false, using, stream);
    if (p > 0 || !study->kind->errors || !study->steps) continue;
    snprintf(using, sizeof using, "%d:2", 2 + study->kind->nplots);
    figure_write(study, column, true, using, stream);
  }
}

/* Runs gnuplot in the folder; its messages appear on our standard error. */
static bool gnuplot_run(const char *dir)
{
  int         status;
  const pid_t pid = fork();

  if (pid == 0) {
    if (chdir(dir) == 0) execlp("gnuplot", "gnuplot", "plot.gp", (char *)NULL);
    _exit(127);
  }
  return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool study_plot(const Study *study)
{
  FileSet files;
  FILE   *stream;

  if (study->along < 0) return true;
  if (!fileset_open(study->dir, &files) || !(stream = fileset_text(&files, "plot.gp"))) {
    fileset_abort(&files);
    return false;
  }
  plot_write(study, stream);
  return fileset_commit(&files) && gnuplot_run(study->dir);
}
