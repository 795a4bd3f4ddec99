/* The table of a study on the terminal: measures, orders, cost, and fitted slopes. */
#include "cli/study/study.h"

#include <math.h>
#include <string.h>

/* Width of the column of a sweep. */
static int sweep_width(const Study *study, int s)
{
  size_t width = strlen(study->sweep[s].name);

  for (int v = 0; v < study->sweep[s].n; v++) {
    const size_t length = strlen(study->sweep[s].value[v]);
    width               = length > width ? length : width;
  }
  return (int)width;
}

/* Swept values, measures with orders, and cost; or the message of a run that failed. */
static void row_print(const Study *study, const StudyRun *run, const Column *columns, int ncolumns, FILE *stream)
{
  const StudyRow *row = &run->row;

  for (int s = 0; s < study->nsweep; s++) fprintf(stream, "%*s  ", sweep_width(study, s), run_value(run, s));
  if (row->verdict != ROW_DONE) {
    fprintf(stream, "%s%s%s\n", study_verdicts[row->verdict], row->message[0] ? ": " : "", row->message);
    return;
  }
  for (int c = 0; c < ncolumns; c++) {
    const double order = run_order(study, run, columns[c]);
    fprintf(stream, "%18.4e", row->value[columns[c]]);
    if (study->steps && isnan(order)) fprintf(stream, "%7s", "");
    else if (study->steps) fprintf(stream, "%7.2f", order);
  }
  fprintf(stream, "%10.0f%9.0f%10.3f  %s\n", row->value[COLUMN_UNKNOWNS], row->value[COLUMN_ITERATIONS],
          row->value[COLUMN_SECONDS], row->message);
}

/* Fitted slopes of every series. */
static void fits_print(const Study *study, const Column *columns, int ncolumns, FILE *stream)
{
  char label[LABEL_LEN];
  Fit  fit;

  if (!study->steps) return;
  fprintf(stream, "%s\n",
          study->kind->first == COLUMN_CONDITION
            ? "slopes fitted over the last three"
            : "fitted over the three to five finest strictly decreasing values above rounding");
  for (int s = 0; s < study->nseries; s++) {
    series_label(study, s, false, label);
    fprintf(stream, "  %-30s", label);
    for (int c = 0; c < ncolumns; c++) {
      if (series_fit(study, s, columns[c], &fit))
        fprintf(stream, "  %s %.3f (%d points)", study_columns[columns[c]].name, fit.slope, fit.points);
      else fprintf(stream, "  %s -", study_columns[columns[c]].name);
    }
    fputc('\n', stream);
  }
}

void study_print(const Study *study, FILE *stream)
{
  Column columns[COLUMNS];
  int    n = 0;

  for (int c = 0; c < study->kind->nplots; c++) {
    const Column column = (Column)((int)study->kind->first + c);
    if (study_measured(study, column)) columns[n++] = column;
  }
  for (int s = 0; s < study->nsweep; s++) fprintf(stream, "%*s  ", sweep_width(study, s), study->sweep[s].name);
  for (int c = 0; c < n; c++)
    fprintf(stream, "%18s%s", study_columns[columns[c]].name,
            study->steps ? (study->kind->errors ? "  order" : "  slope") : "");
  fprintf(stream, "%10s%9s%10s\n", "unknowns", "newton", "seconds");
  for (int i = 0; i < study->nruns; i++) row_print(study, &study->runs[i], columns, n, stream);
  fits_print(study, columns, n, stream);
}
