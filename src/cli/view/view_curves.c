/* Curves of the page: columns of tables, thinned; the smallest and largest value of each gap are kept. */
#include "cli/view/view.h"
#include "output/json.h"

#include <stdlib.h>

/* Chooses the table that the next curves come from, with at most `most` rows. */
void plotter_take(Plotter *plotter, Source source, int most)
{
  plotter->source   = source;
  plotter->table    = &plotter->run->tables[source];
  plotter->thinning = thinning_create(plotter->table->rows, most);
}

/* Buffers for the longest of the tables. */
bool plotter_create(const ViewRun *run, int most, FILE *stream, Plotter *plotter)
{
  int rows = 0;

  for (Source source = 0; source < SOURCES; source++)
    if (run->tables[source].rows > rows) rows = run->tables[source].rows;
  *plotter       = (Plotter){.run = run, .most = most, .stream = stream, .before = ""};
  plotter->curve = calloc((size_t)rows + 1, sizeof(double));
  plotter->shown = calloc((size_t)rows + 1, sizeof(double));
  return plotter->curve && plotter->shown;
}

void plotter_destroy(Plotter *plotter)
{
  free(plotter->curve);
  free(plotter->shown);
}

const double *plotter_row(const Plotter *plotter, int row)
{
  return plotter->table->values + (size_t)row * (size_t)plotter->table->columns;
}

void plotter_column(Plotter *plotter, int column)
{
  for (int r = 0; r < plotter->table->rows; r++) plotter->curve[r] = plotter_row(plotter, r)[column];
}

static void shown_write(const Plotter *plotter, const char *key)
{
  fprintf(plotter->stream, "\"%s\": ", key);
  json_base64((size_t)plotter->thinning.count, plotter->shown, plotter->stream);
}

/* The smallest (sign = -1) or largest (sign = 1) value of each gap between shown rows. */
static void extremes_find(Plotter *plotter, double sign)
{
  const Thinning *thinning = &plotter->thinning;

  for (int i = 0; i < thinning->count; i++) {
    const int last = thinning_row(thinning, i), first = i ? thinning_row(thinning, i - 1) + 1 : last;
    double    most = plotter->curve[first];
    for (int r = first; r <= last; r++)
      if (sign * plotter->curve[r] > sign * most) most = plotter->curve[r];
    plotter->shown[i] = most;
  }
}

/* The shown rows of the curve. */
static void values_find(Plotter *plotter)
{
  for (int i = 0; i < plotter->thinning.count; i++)
    plotter->shown[i] = plotter->curve[thinning_row(&plotter->thinning, i)];
}

/* Its shown values and, where rows are left out, the extremes of the gaps. */
void curve_write(Plotter *plotter, const char *name, const char *unit)
{
  fprintf(plotter->stream, "%s\n    {\"name\": ", plotter->before);
  plotter->before = ",";
  json_text(name, plotter->stream);
  fputs(", \"unit\": ", plotter->stream);
  json_text(unit, plotter->stream);
  fprintf(plotter->stream, ", \"table\": %d, ", (int)plotter->source);
  values_find(plotter);
  shown_write(plotter, "value");
  if (plotter->thinning.stride > 1) {
    fputs(", ", plotter->stream);
    extremes_find(plotter, -1.0);
    shown_write(plotter, "low");
    fputs(", ", plotter->stream);
    extremes_find(plotter, 1.0);
    shown_write(plotter, "high");
  }
  fputs("}", plotter->stream);
}

/* The shown times of the table. */
void times_write(Plotter *plotter)
{
  if (plotter->table->rows) plotter_column(plotter, 0);
  values_find(plotter);
  json_base64((size_t)plotter->thinning.count, plotter->shown, plotter->stream);
}
