/* Series of runs along one parameter, and the slopes of their measures. */
#include "cli/study/study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double run_x(const Study *study, const StudyRun *run)
{
  if (study->along < 0) return 0.0;
  return study->steps ? run->row.value[COLUMN_H] : strtod(run_value(run, study->along), NULL);
}

/* Whether two runs differ only along the axis of plots. */
static bool same_series(const Study *study, const StudyRun *a, const StudyRun *b)
{
  for (int s = 0; s < study->nsweep; s++)
    if (s != study->along && strcmp(run_value(a, s), run_value(b, s)) != 0) return false;
  return true;
}

/* Groups the runs into series and links each run to the next finer one of its series. */
void study_series(Study *study)
{
  study->nseries = 0;
  for (int i = 0; i < study->nruns; i++) {
    StudyRun *run = &study->runs[i];
    run->series   = study->nseries;
    run->next     = -1;
    for (int j = 0; j < i; j++)
      if (same_series(study, run, &study->runs[j])) {
        run->series = study->runs[j].series;
        break;
      }
    if (run->series == study->nseries) study->nseries++;
  }
  /* the next run: the nearest one that is finer */
  for (int i = 0; i < study->nruns; i++)
    for (int j = 0; j < study->nruns; j++) {
      StudyRun    *run  = &study->runs[i];
      const double sign = study->steps ? -1.0 : 1.0, x = sign * run_x(study, run),
                   y = sign * run_x(study, &study->runs[j]);
      if (study->runs[j].series != run->series || !(y > x)) continue;
      if (run->next < 0 || y < sign * run_x(study, &study->runs[run->next])) run->next = j;
    }
}

const StudyRun *run_next(const Study *study, const StudyRun *run)
{
  return run->next >= 0 ? &study->runs[run->next] : NULL;
}

/* The coarsest run of a series: the largest h, or the smallest x of another parameter. */
const StudyRun *series_first(const Study *study, int series)
{
  const StudyRun *first = NULL;

  for (int i = 0; i < study->nruns; i++) {
    const StudyRun *run  = &study->runs[i];
    const double    sign = study->steps ? -1.0 : 1.0;
    if (run->series == series && !isnan(run_x(study, run)) &&
        (!first || sign * run_x(study, run) < sign * run_x(study, first)))
      first = run;
  }
  return first;
}

bool study_row_counts(const StudyRun *run)
{
  return run->row.verdict == ROW_DONE;
}

bool study_measured(const Study *study, Column column)
{
  for (int i = 0; i < study->nruns; i++)
    if (study_row_counts(&study->runs[i]) && !isnan(study->runs[i].row.value[column])) return true;
  return false;
}

/* Whether a value has a logarithm. */
static bool has_value(const StudyRun *run, Column column)
{
  return study_row_counts(run) && run->row.value[column] > 0.0 && isfinite(run->row.value[column]);
}

/* log(e_i / e_j) / log(h_i / h_j) with the run before it that has a value */
double run_order(const Study *study, const StudyRun *run, Column column)
{
  const StudyRun *before = NULL;

  if (!study->steps || !has_value(run, column)) return NAN;
  for (const StudyRun *r = series_first(study, run->series); r && r != run; r = run_next(study, r))
    if (has_value(r, column)) before = r;
  if (!before) return NAN;
  return log(run->row.value[column] / before->row.value[column]) /
         log(run->row.value[COLUMN_H] / before->row.value[COLUMN_H]);
}

double error_floor(const Study *study, const StudyRun *run)
{
  return run->reference < 0 ? 1e-13 : fmax(1e-13, 10.0 * study->references[run->reference].accuracy);
}

/* Least-squares slope of log(value) over log(h): (n sum xy - sum x sum y) / (n sum xx - (sum x)^2). */
static double slope_fit(const StudyRun *const *run, int n, Column column)
{
  double sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;

  for (int i = 0; i < n; i++) {
    const double x = log(run[i]->row.value[COLUMN_H]), y = log(run[i]->row.value[column]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

/* Errors are used only while they decrease and exceed the floor; the finest three to five of them enter the fit. */
bool series_fit(const Study *study, int series, Column column, Fit *fit)
{
  enum { POINTS = 5, ENOUGH = 3 };
  const bool      errors = study->kind->errors || study->kind->first == COLUMN_H_RELATIVE;
  const StudyRun *use[POINTS];
  int             n = 0;

  memset(fit, 0, sizeof *fit);
  fit->slope = NAN;
  if (!study->steps) return false;
  for (const StudyRun *run = series_first(study, series); run; run = run_next(study, run)) {
    if (!has_value(run, column)) continue;
    const double value = run->row.value[column];
    if (errors && value <= error_floor(study, run)) break; /* rounding from here on */
    if (errors && n > 0 && value >= use[n - 1]->row.value[column]) n = 0;
    if (n == POINTS || (!errors && n == ENOUGH)) memmove(use, use + 1, (size_t)--n * sizeof use[0]);
    use[n++] = run;
  }
  if (n < ENOUGH) return false;
  *fit = (Fit){.slope = slope_fit(use, n, column), .points = n, .first = use[0], .last = use[n - 1]};
  return true;
}

/* --- names */

static bool name_is(const Sweep *sweep, const char *name)
{
  return strcmp(sweep->name, name) == 0;
}

/* Appends a word behind a comma, or a dash in plain labels. */
static void label_add(char out[LABEL_LEN], bool plain, const char *before, const char *word)
{
  const size_t used = strlen(out);
  snprintf(out + used, LABEL_LEN - used, "%s%s%s", used ? (plain ? "-" : ", ") : "", before, word);
}

/* Scheme and degree first, as mG(2), then the other swept values; plain labels are column names. */
void series_label(const Study *study, int series, bool plain, char out[LABEL_LEN])
{
  const StudyRun *run    = series_first(study, series);
  const char     *scheme = NULL, *degree = NULL;
  char            text[LABEL_LEN];

  out[0] = '\0';
  for (int s = 0; run && s < study->nsweep; s++) {
    if (s == study->along) continue;
    if (name_is(&study->sweep[s], "scheme")) scheme = run_value(run, s);
    if (name_is(&study->sweep[s], "degree")) degree = run_value(run, s);
  }
  if (scheme && degree) snprintf(out, LABEL_LEN, plain ? "%s%s" : "%s(%s)", scheme, degree);
  else if (scheme) snprintf(out, LABEL_LEN, "%s", scheme);
  else if (degree) snprintf(out, LABEL_LEN, plain ? "k%s" : "k = %s", degree);
  for (int s = 0; run && s < study->nsweep; s++) {
    const Sweep *sweep = &study->sweep[s];
    char        *end;
    if (s == study->along || sweep->n == 1 || !run->value[s] || name_is(sweep, "scheme") || name_is(sweep, "degree"))
      continue;
    (void)strtod(run->value[s], &end);
    snprintf(text, sizeof text, plain ? "%s" : "%s = ", name_is(sweep, "gauss") ? "s" : sweep->name);
    label_add(out, plain, *end ? "" : text, run->value[s]);
  }
  if (!out[0]) snprintf(out, LABEL_LEN, "%s", study->name);
  for (char *c = out; plain && *c; c++)
    if (strchr(",\" []{}", *c)) *c = '_';
}
