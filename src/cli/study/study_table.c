/* The tables of a study: a row per run, slopes per series, a column per series for plots; and reading rows back. */
#include "cli/study/study.h"

#include "base/file.h"
#include "base/words.h"
#include "base/yaml_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const   study_verdicts[] = {"missing", "done",    "not converged", "wrong",
                                        "refused", "crashed", "interrupted",   NULL};
static const Column plan_columns[]   = {COLUMN_H, COLUMN_ELEMENTS, COLUMN_GAUSS, COLUMN_UNKNOWNS};
static const Column cost_columns[]   = {COLUMN_ITERATIONS, COLUMN_CORRECTIONS, COLUMN_SECONDS, COLUMN_CPU};

enum { NPLAN = sizeof plan_columns / sizeof plan_columns[0], NCOST = sizeof cost_columns / sizeof cost_columns[0] };

static const char fingerprint_mark[] = "# fingerprint ";

/* --- writing */

/* The shortest text that reads back as the same number. */
static void number_write(double value, FILE *stream)
{
  char text[40];

  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  fputs(text, stream);
}

/* A cell of CSV, quoted where it contains commas, quotes or line breaks (RFC 4180); line breaks become blanks. */
static void cell_write(const char *text, FILE *stream)
{
  if (!strpbrk(text, ",\"\n\r")) {
    fputs(text, stream);
    return;
  }
  fputc('"', stream);
  for (; *text; text++) {
    if (*text == '"') fputc('"', stream);
    fputc(*text == '\n' || *text == '\r' ? ' ' : *text, stream);
  }
  fputc('"', stream);
}

/* Column names; measures are followed by their orders where the step is swept. */
static void header_write(const Study *study, FILE *stream)
{
  for (int s = 0; s < study->nsweep; s++) fprintf(stream, "%s,", study->sweep[s].name);
  for (int c = 0; c < NPLAN; c++) fprintf(stream, "%s,", study_columns[plan_columns[c]].name);
  for (int c = (int)study->kind->first; c <= (int)study->kind->last; c++) {
    fprintf(stream, "%s,", study_columns[c].name);
    if (study->steps) fprintf(stream, "order_%s,", study_columns[c].name);
  }
  for (int c = 0; c < NCOST; c++) fprintf(stream, "%s,", study_columns[cost_columns[c]].name);
  fputs("verdict,message\n", stream);
}

/* One run: swept values, step and size, measures with their orders, cost, verdict, message. */
static void row_write(const Study *study, const StudyRun *run, FILE *stream)
{
  const double *value = run->row.value;

  for (int s = 0; s < study->nsweep; s++) cell_write(run_value(run, s), stream), fputc(',', stream);
  for (int c = 0; c < NPLAN; c++) number_write(value[plan_columns[c]], stream), fputc(',', stream);
  for (int c = (int)study->kind->first; c <= (int)study->kind->last; c++) {
    number_write(value[c], stream);
    fputc(',', stream);
    if (study->steps) fprintf(stream, "%.4g,", run_order(study, run, (Column)c));
  }
  for (int c = 0; c < NCOST; c++) fprintf(stream, "%.6g,", value[cost_columns[c]]);
  fprintf(stream, "%s,", study_verdicts[run->row.verdict]);
  cell_write(run->row.message, stream);
  fputc('\n', stream);
}

static void rows_write(const Study *study, FILE *stream)
{
  header_write(study, stream);
  for (int i = 0; i < study->nruns; i++)
    if (study->runs[i].row.verdict != ROW_MISSING) row_write(study, &study->runs[i], stream);
}

/* One line per series and measure with a fitted slope. */
static void orders_write(const Study *study, FILE *stream)
{
  for (int s = 0; s < study->nsweep; s++)
    if (s != study->along) fprintf(stream, "%s,", study->sweep[s].name);
  fputs("measure,order,points,h_first,h_last,value_last\n", stream);
  for (int series = 0; series < study->nseries; series++)
    for (int c = (int)study->kind->first; c <= (int)study->kind->last; c++) {
      const StudyRun *first = series_first(study, series);
      Fit             fit;
      if (!first || !series_fit(study, series, (Column)c, &fit)) continue;
      for (int s = 0; s < study->nsweep; s++)
        if (s != study->along) cell_write(run_value(first, s), stream), fputc(',', stream);
      fprintf(stream, "%s,%.6g,%d,%.15g,%.15g,%.6g\n", study_columns[c].name, fit.slope, fit.points,
              fit.first->row.value[COLUMN_H], fit.last->row.value[COLUMN_H], fit.last->row.value[c]);
    }
}

/* The end states of computed references, so that a resumed study need not compute them again. */
static void references_write(const Study *study, FILE *stream)
{
  fputs("reference,method,body,x,y,z,q0,q1,q2,q3,scale,accuracy\n", stream);
  for (int r = 0; r < study->nreferences; r++)
    for (int j = 0; j < 2; j++)
      for (int b = 0; b < study->nbodies; b++) {
        if (study->references[r].run[j].row.verdict != ROW_DONE) continue;
        fprintf(stream, "%d,%s,%d", r, study->reference_method[j], b);
        for (int i = 0; i < POSE; i++) fprintf(stream, ",%.17g", study->references[r].poses[j][POSE * b + i]);
        fprintf(stream, ",%.3g\n", study->references[r].accuracy);
      }
}

/* One measure: a column of x and a column per series. */
static void wide_write(const Study *study, Column column, FILE *stream)
{
  char label[LABEL_LEN];

  fputs(study->steps ? "h" : study->along >= 0 ? study->sweep[study->along].name : "x", stream);
  for (int s = 0; s < study->nseries; s++) series_label(study, s, true, label), fprintf(stream, ",%s", label);
  fputc('\n', stream);
  for (double x = -INFINITY;;) {
    double next = INFINITY;
    for (int i = 0; i < study->nruns; i++) {
      const double y = run_x(study, &study->runs[i]);
      if (y > x && y < next) next = y;
    }
    if (isinf(next)) return;
    x = next;
    number_write(x, stream);
    for (int s = 0; s < study->nseries; s++) {
      double value = NAN;
      for (const StudyRun *run = series_first(study, s); run; run = run_next(study, run))
        if (run_x(study, run) == x && study_row_counts(run)) value = run->row.value[column];
      fputc(',', stream);
      number_write(value, stream);
    }
    fputc('\n', stream);
  }
}

/* plot_*.csv, one file per plotted measure. */
static void wide_tables_write(const Study *study, FileSet *files)
{
  FILE *stream;
  char  name[NAME_LEN];

  for (int p = 0; study->along >= 0 && p < study->kind->nplots; p++) {
    const Column column = (Column)((int)study->kind->first + p);
    snprintf(name, sizeof name, "plot_%s.csv", study_columns[column].name);
    if (study_measured(study, column) && (stream = fileset_text(files, name))) wide_write(study, column, stream);
  }
}

/* study.yaml: the fingerprint, the problem file with its real path, and the problem with its study block. */
static void study_yaml_write(const Study *study, FILE *stream)
{
  fprintf(stream, "%s%016" PRIx64 "\n# run: {id: \"%s\", problem: ", fingerprint_mark, study->fingerprint,
          study->results->files.id);
  yaml_text(study->results->origin, stream);
  fputs("}\n", stream);
  study_write(study, stream);
}

/* <study>.csv, orders.csv, reference.csv, plot_*.csv and study.yaml in one transaction; prints the reason of a failure. */
bool study_tables_write(const Study *study)
{
  FileSet *files = &study->results->files;
  FILE    *stream;
  char     name[NAME_LEN];

  snprintf(name, sizeof name, "%s.csv", study->kind->name);
  if ((stream = fileset_text(files, name))) rows_write(study, stream);
  if (study->steps && (stream = fileset_text(files, "orders.csv"))) orders_write(study, stream);
  if (study->computed && (stream = fileset_text(files, "reference.csv"))) references_write(study, stream);
  wide_tables_write(study, files);
  if ((stream = fileset_text(files, "study.yaml"))) study_yaml_write(study, stream);
  if (!files->failed && fileset_commit(files)) return true;
  message_say(files->code, "rigel study: %s", files->error);
  return false;
}

/* --- reading back */

/* Cuts the next cell off *at, in place, and removes its quotes. */
static char *cell_next(char **at)
{
  char *from = *at, *to = *at, *start = *at;

  if (*from == '"') {
    for (from++; *from && !(from[0] == '"' && from[1] != '"'); from++) {
      if (*from == '"') from++;
      *to++ = *from;
    }
    if (*from) from++;
  } else {
    to = from = from + strcspn(from, ",\n");
  }
  *at = *from == ',' ? from + 1 : from;
  *to = '\0';
  return start;
}

static int column_find(const char *name)
{
  for (int c = 0; c < COLUMNS; c++)
    if (strcmp(study_columns[c].name, name) == 0) return c;
  return -1;
}

/* The verdict that a word states; ROW_MISSING: none. */
static RowVerdict verdict_find(const char *word)
{
  const int index = word_index(word, study_verdicts);
  return index < 0 ? ROW_MISSING : (RowVerdict)index;
}

/* Copies an earlier row, cells[ncells] below names, to the run with the same swept values, if it ended by itself. */
static void row_adopt(Study *study, int ncells, char *const *names, char *const *cells)
{
  StudyRow row = {.verdict = ROW_MISSING};

  for (int c = 0; c < COLUMNS; c++) row.value[c] = NAN;
  for (int i = study->nsweep; i < ncells; i++) {
    const int column = column_find(names[i]);
    if (column >= 0) row.value[column] = strtod(cells[i], NULL);
    else if (strcmp(names[i], "message") == 0) snprintf(row.message, ROW_TEXT, "%s", cells[i]);
    else if (strcmp(names[i], "verdict") == 0) row.verdict = verdict_find(cells[i]);
  }
  if (row.verdict != ROW_DONE && row.verdict != ROW_NOT_CONVERGED && row.verdict != ROW_WRONG) return;
  for (int r = 0; r < study->nruns; r++) {
    bool same = true;
    for (int s = 0; s < study->nsweep; s++) same = same && strcmp(run_value(&study->runs[r], s), cells[s]) == 0;
    if (same) study->runs[r].row = row;
  }
}

enum { CELLS = 96, FILE_MOST = 1 << 26 };

/* Calls take(names, cells) for each complete row of a table; does nothing if there is no such file. */
static void table_read(Study *study, const char *path, void (*take)(Study *, int, char *const *, char *const *))
{
  char  *names[CELLS], *cells[CELLS], *at, *text;
  size_t length;
  int    n = 0;

  if (!(text = file_read(path, FILE_MOST, &length))) return;
  at = text;
  while (*at && *at != '\n' && n < CELLS) {
    const char *before = at;
    const char  ending = before[strcspn(before, ",\n")];
    names[n++]         = cell_next(&at);
    if (ending != ',') break;
  }
  /* the header's line feed was overwritten by the end of its last cell */
  for (char *line = n ? names[n - 1] + strlen(names[n - 1]) + 1 : text + length; line < text + length;) {
    char *end = strchr(line, '\n');
    int   c   = 0;
    if (!end) break; /* a line without end is not a whole row */
    *end = '\0';
    for (at = line; c < n && at <= end; c++) cells[c] = cell_next(&at);
    if (c == n) take(study, n, names, cells);
    line = end + 1;
  }
  free(text);
}

/* Reads the state of one body of a computed reference. */
static void reference_adopt(Study *study, int ncells, char *const *names, char *const *cells)
{
  (void)names;
  if (ncells != POSE + 4) return;
  const int r = atoi(cells[0]), b = atoi(cells[2]);
  for (int j = 0; j < 2; j++) {
    if (r < 0 || r >= study->nreferences || b < 0 || b >= study->nbodies) continue;
    if (strcmp(cells[1], study->reference_method[j]) != 0) continue;
    for (int i = 0; i < POSE; i++) study->references[r].poses[j][POSE * b + i] = strtod(cells[3 + i], NULL);
    study->references[r].run[j].row.verdict = ROW_DONE;
  }
}

uint64_t study_fingerprint(const char *path)
{
  char     line[64]    = "";
  uint64_t fingerprint = 0;
  FILE    *stream      = fopen(path, "r");

  if (!stream) return 0;
  if (fgets(line, sizeof line, stream) && strncmp(line, fingerprint_mark, strlen(fingerprint_mark)) == 0)
    fingerprint = strtoull(line + strlen(fingerprint_mark), NULL, 16);
  fclose(stream);
  return fingerprint;
}

/* Removes a file of another study, unless this study replaces it. */
static void file_forget(const Study *study, const char *stem, const char *ending)
{
  char name[3 * NAME_LEN];

  snprintf(name, sizeof name, "%s%s", stem, ending);
  fileset_remove(&study->results->files, name);
}

/* Removes the tables and plots of another study, which do not belong to the new study.yaml. */
static void study_forget(const Study *study)
{
  static const char *const stems[] = {"orders.csv", "reference.csv", "plot.svg", "work.png", "work.svg"};
  char                     stem[2 * NAME_LEN];

  for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) file_forget(study, stems[i], "");
  for (int k = 0; study_kinds[k]; k++) {
    file_forget(study, study_kinds[k]->name, ".csv");
    for (int p = 0; p < study_kinds[k]->nplots; p++) {
      const char *name = study_columns[(int)study_kinds[k]->first + p].name;
      snprintf(stem, sizeof stem, "plot_%s", name);
      file_forget(study, stem, ".csv");
      file_forget(study, name, ".png");
      file_forget(study, name, ".svg");
    }
  }
}

/* Earlier rows are used only if the fingerprint in study.yaml agrees. */
void study_resume(Study *study)
{
  char path[PATH_LEN + 2 * NAME_LEN];
  int  kept = 0;

  snprintf(path, sizeof path, "%s/study.yaml", study->dir);
  const uint64_t fingerprint = study_fingerprint(path);
  if (fingerprint != 0 && (study->fresh || fingerprint != study->fingerprint)) study_forget(study);
  if (study->fresh || fingerprint == 0) return;
  if (fingerprint != study->fingerprint) {
    printf("%s holds another study: all runs anew\n", study->dir);
    return;
  }
  snprintf(path, sizeof path, "%s/%s.csv", study->dir, study->kind->name);
  table_read(study, path, row_adopt);
  snprintf(path, sizeof path, "%s/reference.csv", study->dir);
  if (study->computed) table_read(study, path, reference_adopt);
  for (int i = 0; i < study->nruns; i++) kept += study->runs[i].row.verdict == ROW_DONE;
  if (kept) printf("%d of %d rows are there already (--fresh forgets them)\n", kept, study->nruns);
}
