/* Plots of a study: one SVG and one PNG per measure, and the error over processor time. */
#include "cli/plot/plot_module.h"
#include "cli/study/study.h"

#include <string.h>

/* The words of the module for one figure in both formats; false: the folder cannot be written. */
static bool figure_add(const Study *study, const char *name, int *n, const char *words[PLOT_WORDS + 1])
{
  static const char *const formats[] = {"svg", "png"};
  char                     file[2 * NAME_LEN];

  for (int i = 0; i < 2; i++) {
    snprintf(file, sizeof file, "%s.%s", name, formats[i]);
    const char *temporary = fileset_reserve(&study->results->files, file, false);
    if (!temporary) return false;
    words[(*n)++] = "--figure";
    words[(*n)++] = name;
    words[(*n)++] = formats[i];
    words[(*n)++] = temporary;
  }
  return true;
}

/* All figures of the study; a work-precision figure for the first error. */
static bool figures_add(const Study *study, int *n, const char *words[PLOT_WORDS + 1])
{
  for (int p = 0; p < study->kind->nplots; p++) {
    const Column column = (Column)((int)study->kind->first + p);
    if (!study_measured(study, column)) continue;
    if (!figure_add(study, study_columns[column].name, n, words)) return false;
    if (p == 0 && study->kind->errors && study->steps && !figure_add(study, "work", n, words)) return false;
  }
  return true;
}

bool study_plot(const Study *study)
{
  const char *words[PLOT_WORDS + 1];
  int         n = 0;

  if (study->along < 0 || study->no_plots) return true;
  if (!figures_add(study, &n, words)) return false;
  if (n == 0) return true;
  words[n++] = "--";
  words[n++] = study->dir;
  words[n]   = NULL;
  return plot_module_run("rigel study", words) == EXIT_DONE && fileset_commit(&study->results->files);
}
