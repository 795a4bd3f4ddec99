/* All columns of the tables, from which a user of the page chooses plots; fewer rows where there are many columns. */
#include "cli/view/view.h"
#include "output/json.h"

enum { TABLE_NUMBERS = 1200000, ROWS_LEAST = 60 }; /* of all tables together; of one table */

/* Rows of every table at which the page remains small: values, smallest and largest of each. */
static int rows_most(const ViewRun *run, int most)
{
  int columns = 1;

  for (Source source = 0; source < SOURCES; source++) columns += 3 * run->tables[source].columns;
  const int fit = TABLE_NUMBERS / columns;
  return fit > most ? most : fit < ROWS_LEAST ? ROWS_LEAST : fit;
}

static void table_write(Plotter *plotter)
{
  const TableHead *head = view_head(plotter->run, plotter->source);

  fprintf(plotter->stream, "{\"name\": \"%s\", \"t\": ", head->name);
  times_write(plotter);
  fputs(", \"columns\": [", plotter->stream);
  plotter->before = "";
  for (int c = 1; c < plotter->table->columns; c++) {
    plotter_column(plotter, c);
    curve_write(plotter, head->columns[c], head->units[c]);
  }
  fputs("]}", plotter->stream);
}

/* The key "tables": of every source, in order; a table without rows has no columns. */
bool view_write_tables(const ViewRun *run, int most, FILE *stream)
{
  const int  rows = rows_most(run, most);
  Plotter    plotter;
  const bool memory = plotter_create(run, most, stream, &plotter);

  fputs(",\n\"tables\": [", stream);
  for (Source source = 0; memory && source < SOURCES; source++) {
    fputs(source ? ",\n  " : "\n  ", stream);
    plotter_take(&plotter, source, rows);
    table_write(&plotter);
  }
  fputs("]", stream);
  plotter_destroy(&plotter);
  return memory;
}
