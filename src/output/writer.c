/* The table of writers, and the writer of CSV files. */
#include "output/writer.h"

#include "output/csv.h"

#include <stdlib.h>

const WriterOps *const writer_list[] = {&csv_writer, &hdf5_writer, &vtk_writer, NULL};

/* --- csv: one file per table */

typedef struct {
  CsvFile table[TABLES];
} CsvWriter;

static const char *const csv_names[] = {
  "state.csv", "invariants.csv", "multipliers.csv", "newton.csv", "reactions.csv", "controls.csv", NULL};

static void *csv_writer_open(const WriterSetup *setup, FileSet *files)
{
  CsvWriter *writer = calloc(1, sizeof *writer);

  if (!writer) fileset_fail(files, "cannot write to", files->dir);
  for (int i = 0; writer && i < TABLES; i++) {
    const TableHead *head    = &setup->tables[i];
    const Earlier   *earlier = setup->earlier;
    if (!head->ncols) continue;
    if (csv_create(files, csv_names[i], head->ncols, (const char *const *)head->columns, &writer->table[i]) &&
        (!earlier || csv_copy_rows(&writer->table[i], earlier->dir, csv_names[i], earlier->rows[i])))
      continue;
    free(writer);
    writer = NULL;
  }
  return writer;
}

static bool csv_writer_row(void *self, TableKind table, const double *values)
{
  return csv_row(&((CsvWriter *)self)->table[table], values);
}

const WriterOps csv_writer = {
  .name    = "csv",
  .summary = "state, invariants, multipliers, newton, reactions, controls as comma-separated values",
  .names   = csv_names,
  .open    = csv_writer_open,
  .row     = csv_writer_row,
  .destroy = free,
};
