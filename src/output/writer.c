/* The table of writers, and the writer of CSV files. */
#include "output/writer.h"

#include "output/csv.h"

#include <stdlib.h>
#include <string.h>

const WriterOps *const writer_list[] = {&csv_writer, &hdf5_writer, &vtk_writer, NULL};

uint64_t earlier_path(const Earlier *earlier, const char *name, char path[PATH_LEN + 256])
{
  for (int i = 0; i < earlier->nfiles; i++)
    if (strcmp(earlier->files[i].name, name) == 0) {
      snprintf(path, PATH_LEN + 256, "%s/%s", earlier->dir, earlier->files[i].stored);
      return earlier->files[i].size;
    }
  snprintf(path, PATH_LEN + 256, "%s/%s", earlier->dir, name);
  return 0;
}

/* --- csv: one file per table */

typedef struct {
  CsvFile table[TABLES];
} CsvWriter;

static const char *const csv_names[] = {"state.csv",     "invariants.csv", "multipliers.csv", "newton.csv",
                                        "reactions.csv", "controls.csv",   "error.csv",       NULL};

/* Adds a table with the rows of the earlier run. */
static bool table_open(const WriterSetup *setup, int table, FileSet *files, CsvFile *csv)
{
  const TableHead *head = &setup->tables[table];
  char             path[PATH_LEN + 256];

  if (!csv_create(files, csv_names[table], head->ncols, (const char *const *)head->columns, csv)) return false;
  if (!setup->earlier) return true;
  earlier_path(setup->earlier, csv_names[table], path);
  return csv_copy_rows(csv, path, setup->earlier->rows[table]);
}

/* One file for each table that the run has; a resumed run copies the earlier rows first. */
static void *csv_writer_open(const WriterSetup *setup, FileSet *files)
{
  CsvWriter *writer = calloc(1, sizeof *writer);

  if (!writer) fileset_fail(files, R0703_FILE_WRITE, "cannot write to", files->dir);
  for (int i = 0; writer && i < TABLES; i++) {
    if (!setup->tables[i].ncols || table_open(setup, i, files, &writer->table[i])) continue;
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
  .summary = "state, invariants, multipliers, newton, reactions, controls, error as comma-separated values",
  .names   = csv_names,
  .open    = csv_writer_open,
  .row     = csv_writer_row,
  .destroy = free,
};
