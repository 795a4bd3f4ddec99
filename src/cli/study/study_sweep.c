/* The names of the columns of sweeps, and the sweep along the axis of plots. */
#include "cli/study/study.h"

#include <stdlib.h>
#include <string.h>

/* The last element of each key: "degree+gauss" for method.degree+method.gauss. */
static void sweep_name(Sweep *sweep)
{
  size_t used = 0;

  for (const char *key = sweep->key; *key;) {
    const size_t length = strcspn(key, "+");
    const char  *part   = key;
    for (size_t i = 0; i < length; i++)
      if (key[i] == '.') part = key + i + 1;
    used += (size_t)snprintf(sweep->name + used, NAME_LEN - used, "%s%.*s", used ? "+" : "", (int)(key + length - part),
                             part);
    key += length + (key[length] == '+');
  }
  for (char *c = sweep->name; *c; c++)
    if (*c == ',' || *c == '"') *c = '_';
}

void sweeps_name(Study *study)
{
  for (int s = 0; s < study->nsweep; s++) sweep_name(&study->sweep[s]);
  for (int s = 0; s < study->nsweep; s++) {
    bool taken = false;
    for (int r = 0; r < study->nsweep; r++)
      taken = taken || (r != s && strcmp(study->sweep[s].name, study->sweep[r].name) == 0);
    for (int c = 0; c < COLUMNS; c++) taken = taken || strcmp(study->sweep[s].name, study_columns[c].name) == 0;
    if (taken) snprintf(study->sweep[s].name, NAME_LEN, "%s", study->sweep[s].key);
  }
}

/* Whether all values are numbers, so that the sweep can be an axis of plots. */
static bool sweep_is_number(const Sweep *sweep)
{
  for (int i = 0; i < sweep->n; i++) {
    char *end;
    (void)strtod(sweep->value[i], &end);
    if (end == sweep->value[i] || (*end && *end != '+')) return false;
  }
  return sweep->n > 1;
}

void sweeps_order(Study *study)
{
  study->along = -1;
  for (int s = 0; s < study->nsweep; s++)
    if (sweep_is_number(&study->sweep[s])) study->along = s;
  for (int s = 0; s < study->nsweep; s++)
    if (key_is_step(study->sweep[s].key)) {
      study->along = s;
      study->steps = true;
    }
  if (study->along < 0) return;
  const Sweep along = study->sweep[study->along];
  for (int s = study->along; s + 1 < study->nsweep; s++) study->sweep[s] = study->sweep[s + 1];
  study->along               = study->nsweep - 1;
  study->sweep[study->along] = along;
}
