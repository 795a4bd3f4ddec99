/* A study as members of the answer to --json. */
#include "cli/study/study.h"

#include <math.h>

/* Swept values as text, all measures, verdict and message. */
static void row_answer(const Study *study, const StudyRun *run, JsonWriter *json)
{
  json_open(json, NULL, '{');
  json_open(json, "sweep", '{');
  for (int s = 0; s < study->nsweep; s++) {
    const char *value = run_value(run, s);
    if (json_is_number(value)) json_put_number(json, study->sweep[s].name, value);
    else json_put_text(json, study->sweep[s].name, value);
  }
  json_close(json);
  json_put_text(json, "verdict", study_verdicts[run->row.verdict]);
  if (run->row.message[0]) json_put_text(json, "message", run->row.message);
  for (int c = 0; c < COLUMNS; c++)
    if (run->row.verdict == ROW_DONE && !isnan(run->row.value[c]))
      json_put_real(json, study_columns[c].name, run->row.value[c]);
  json_close(json);
}

/* The fitted slopes of one series. */
static void series_answer(const Study *study, int series, JsonWriter *json)
{
  char label[LABEL_LEN];
  Fit  fit;

  series_label(study, series, false, label);
  for (int c = (int)study->kind->first; c <= (int)study->kind->last; c++) {
    if (!study_measured(study, (Column)c) || !series_fit(study, series, (Column)c, &fit)) continue;
    json_open(json, NULL, '{');
    json_put_text(json, "series", label);
    json_put_text(json, "measure", study_columns[c].name);
    json_put_real(json, "slope", fit.slope);
    json_put_integer(json, "points", fit.points);
    json_close(json);
  }
}

void study_answer(const Study *study, JsonWriter *json)
{
  json_put_text(json, "name", study->name);
  json_put_text(json, "measure", study->kind->name);
  json_put_text(json, "folder", study->dir);
  json_open(json, "references", '[');
  for (int r = 0; study->computed && r < study->nreferences; r++)
    json_put_real(json, NULL, study->references[r].accuracy);
  json_close(json);
  json_open(json, "rows", '[');
  for (int i = 0; i < study->nruns; i++) row_answer(study, &study->runs[i], json);
  json_close(json);
  json_open(json, "orders", '[');
  for (int s = 0; study->steps && s < study->nseries; s++) series_answer(study, s, json);
  json_close(json);
}
