/* Reference values from the rows of a study: the finest run, how far all others agree with it, and the verdict on the file. */
#include "cli/study/references.h"

#include "base/vec.h"
#include "diag/reference.h"
#include "run/model.h"

#include <math.h>
#include <string.h>

enum { POSITION = 0, ORIENTATION = COLUMN_Q0 - COLUMN_X, COST = COLUMN_COST - COLUMN_X };

/* Largest relative distance of the parts that both have; NAN: none. A quaternion and its negative are the same orientation. */
static double values_distance(const double *a, const double *b)
{
  double most = NAN, gap[3], plus = 0.0, minus = 0.0;

  if (!isnan(a[POSITION]) && !isnan(b[POSITION])) {
    for (int i = 0; i < 3; i++) gap[i] = a[i] - b[i];
    const double size = vec_norm(3, b);
    most              = fmax(most, vec_norm(3, gap) / (size > 0.0 ? size : 1.0));
  }
  if (!isnan(a[ORIENTATION]) && !isnan(b[ORIENTATION])) {
    for (int i = ORIENTATION; i < ORIENTATION + 4; i++) {
      plus += (a[i] - b[i]) * (a[i] - b[i]);
      minus += (a[i] + b[i]) * (a[i] + b[i]);
    }
    most = fmax(most, sqrt(fmin(plus, minus)));
  }
  if (!isnan(a[COST]) && !isnan(b[COST])) most = fmax(most, fabs(a[COST] - b[COST]) / fabs(b[COST]));
  return most;
}

/* The values of a closed form at the time of the reference. */
static bool closed_form_take(const Model *model, ReferenceRow *row)
{
  const ProblemReference *given = &model->problem.reference;
  Kinematics              state;

  row->closed = true;
  if (!closed_form_find(given->closed_form)
         ->kinematics(&model->problem, &model->system, given->body, row->time, &state, row->message, ROW_TEXT))
    return false;
  vec_copy(3, state.position, row->committed + POSITION);
  vec_copy(4, state.q, row->committed + ORIENTATION);
  return true;
}

PetscErrorCode reference_read(const Study *study, ReferenceRow *row)
{
  FaultList faults;
  Model     model;

  PetscFunctionBeginUser;
  fault_init(&faults, study->file);
  PetscCall(model_read(study->file, 0, NULL, &faults, &model));
  for (int i = 0; i < REFERENCE_VALUES; i++) row->committed[i] = row->computed[i] = NAN;
  row->agreement = row->difference = NAN;
  row->verdict                     = REFERENCE_UNCONFIRMED;
  if (model.ready) {
    row->given = model.problem.reference;
    row->time  = reference_time(&model.problem);
    if (row->given.closed_form[0]) closed_form_take(&model, row);
    else {
      if (!isnan(row->given.position[0])) vec_copy(3, row->given.position, row->committed + POSITION);
      if (!isnan(row->given.orientation[0])) vec_copy(4, row->given.orientation, row->committed + ORIENTATION);
      row->committed[COST] = row->given.cost;
    }
  } else snprintf(row->message, ROW_TEXT, "%s", faults.kept ? faults.text[0] : "not valid");
  PetscCall(model_clear(&model));
  fault_clear(&faults);
  PetscFunctionReturn(0);
}

/* The parts that a run must have: those of the reference, or all. */
static void values_restrict(const ReferenceRow *row, double *values)
{
  if (!row->given.given) return;
  for (int i = 0; i < REFERENCE_VALUES; i++)
    if (isnan(row->committed[i])) values[i] = NAN;
}

/* "quaternion, director; degree 4, 6": the sweeps of the method. */
static void methods_write(const Study *study, ReferenceRow *row)
{
  size_t used = 0;

  for (int s = 0; s < study->nsweep && used < sizeof row->methods; s++) {
    if (strncmp(study->sweep[s].key, "time.", 5) == 0) continue;
    used += (size_t)snprintf(row->methods + used, sizeof row->methods - used, "%s%s", used ? "; " : "",
                             strcmp(study->sweep[s].key, "method.degree") == 0 ? "degree " : "");
    for (int v = 0; v < study->sweep[s].n && used < sizeof row->methods; v++)
      used += (size_t)snprintf(row->methods + used, sizeof row->methods - used, "%s%s", v ? ", " : "",
                               study->sweep[s].value[v]);
  }
}

/* The last run that was completed has the highest degree and the finest mesh: its values count. */
static const StudyRun *run_finest(const Study *study)
{
  for (int i = study->nruns - 1; i >= 0; i--)
    if (study->runs[i].row.verdict == ROW_DONE) return &study->runs[i];
  return NULL;
}

/* Contradicted: the difference is larger than the accuracy of the file and the spread of the runs together. Digits that two runs
 * alone do not agree on to 1e-4, or runs of one value of a sweep only, confirm nothing. */
static void verdict_find(const Study *study, ReferenceRow *row)
{
  const double rounding = 1e-14, accuracy = fmax(row->given.accuracy, rounding);

  if (row->runs < study->nruns || isnan(row->agreement) || row->agreement > 1e-4) row->verdict = REFERENCE_UNCONFIRMED;
  else if (!row->given.given) row->verdict = REFERENCE_MISSING;
  else if (row->difference <= accuracy + row->agreement) row->verdict = REFERENCE_CONFIRMED;
  else row->verdict = REFERENCE_CONTRADICTED;
}

void reference_judge(const Study *study, ReferenceRow *row)
{
  const StudyRun *finest = run_finest(study);

  methods_write(study, row);
  for (int i = 0; i < study->nruns; i++) {
    const StudyRow *run = &study->runs[i].row;
    if (run->verdict != ROW_DONE) {
      if (!row->message[0]) snprintf(row->message, ROW_TEXT, "%.*s", ROW_TEXT - 1, run->message);
      continue;
    }
    row->runs++;
    double values[REFERENCE_VALUES], best[REFERENCE_VALUES];
    memcpy(values, run->value + COLUMN_X, sizeof values);
    memcpy(best, finest->row.value + COLUMN_X, sizeof best);
    values_restrict(row, values);
    row->agreement = fmax(row->agreement, values_distance(values, best));
  }
  if (finest) {
    memcpy(row->computed, finest->row.value + COLUMN_X, sizeof row->computed);
    values_restrict(row, row->computed);
    row->difference = values_distance(row->committed, row->computed);
  }
  verdict_find(study, row);
}
