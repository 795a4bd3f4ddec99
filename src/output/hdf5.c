/* One HDF5 file per run: a group per table with datasets t[rows] and values[rows][columns]. Attributes name columns
 * and units and store the problem. Whole chunks are written, so that memory does not grow with the run; a flush
 * about every second leaves a readable file when the program is killed. */
#include "base/file.h"
#include "output/writer.h"

#include <errno.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHUNK_BYTES = 1 << 14, CHUNK_ROWS = 1024, CACHE_BYTES = 1 << 16 };

typedef struct {
  hid_t   t, values;            /* datasets */
  int     ncols;                /* of values: all but t */
  int     time;                 /* which column of a row is t */
  int     chunk;                /* rows of a chunk */
  int     waiting;              /* rows not yet in the file */
  hsize_t rows;                 /* in the file */
  double *t_rows, *rows_values; /* [chunk], [chunk][ncols] */
} Hdf5Table;

typedef struct {
  FileSet    *files;
  const char *path;
  hid_t       file, text; /* text: type of a string of any length */
  Hdf5Table   table[TABLES];
  time_t      flushed;
  int         cause; /* errno of a failure */
} Hdf5Writer;

/* --- failures: HDF5 keeps a stack of them, the innermost holds the system's error */

/* Finds errno in the text of one entry of HDF5's stack of errors. */
static herr_t error_find(unsigned n, const H5E_error2_t *error, void *context)
{
  const char *text = error->desc ? strstr(error->desc, "errno = ") : NULL;

  (void)n;
  if (text) *(int *)context = atoi(text + 8);
  return 0;
}

/* Called at every failure instead of HDF5's own message. */
static herr_t error_note(hid_t stack, void *context)
{
  return H5Ewalk2(stack, H5E_WALK_UPWARD, error_find, context);
}

/* HDF5 returns no errno; error_note keeps the one of the failed call. */
static bool hdf5_fail(Hdf5Writer *w)
{
  errno = w->cause ? w->cause : EIO;
  return fileset_fail(w->files, R0703_FILE_WRITE, "cannot write", w->path);
}

/* --- attributes */

/* Sets an attribute to `count` texts; count = -1: to a single text. */
static bool attribute_write(const Hdf5Writer *w, hid_t object, const char *name, int count, const char *const *texts)
{
  const hsize_t size  = count < 0 ? 1 : (hsize_t)count;
  const hid_t   space = count < 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
  if (H5Aexists(object, name) > 0) H5Adelete(object, name);
  const hid_t attribute = H5Acreate2(object, name, w->text, space, H5P_DEFAULT, H5P_DEFAULT);
  const bool  good      = attribute >= 0 && (count == 0 || H5Awrite(attribute, w->text, texts) >= 0);

  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  return good;
}

static bool text_write(const Hdf5Writer *w, const char *name, const char *text)
{
  return attribute_write(w, w->file, name, -1, &text);
}

/* Sets an attribute to the names (or units) of all columns but t. */
static bool columns_write(const Hdf5Writer *w, const Hdf5Table *table, const char *name, char *const *all)
{
  const char **texts = calloc((size_t)table->ncols + 1, sizeof *texts);

  for (int c = 0; texts && c < table->ncols; c++) texts[c] = all[c + (c >= table->time)];
  const bool good = texts && attribute_write(w, table->values, name, table->ncols, texts);
  free(texts);
  return good;
}

/* --- tables */

/* Creates a dataset that grows along its rows; columns = -1: of rank one. */
static hid_t dataset_create(hid_t group, const char *name, int chunk, int columns)
{
  const int     rank     = columns < 0 ? 1 : 2;
  const hsize_t size[2]  = {0, columns < 0 ? 1 : (hsize_t)columns};
  const hsize_t most[2]  = {H5S_UNLIMITED, columns <= 0 ? 1 : (hsize_t)columns};
  const hsize_t block[2] = {(hsize_t)chunk, columns <= 0 ? 1 : (hsize_t)columns};
  const hid_t   space = H5Screate_simple(rank, size, most), layout = H5Pcreate(H5P_DATASET_CREATE);

  H5Pset_chunk(layout, rank, block);
  H5Pset_obj_track_times(layout, false);
  const hid_t dataset = H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, layout, H5P_DEFAULT);
  H5Pclose(layout);
  H5Sclose(space);
  return dataset;
}

/* Allocates one chunk of rows; finds the column t. */
static bool table_allocate(const TableHead *head, Hdf5Table *table)
{
  table->ncols = head->ncols - 1;
  while (strcmp(head->columns[table->time], "t") != 0) table->time++;
  table->chunk = CHUNK_BYTES / ((int)sizeof(double) * head->ncols);
  if (table->chunk > CHUNK_ROWS) table->chunk = CHUNK_ROWS;
  if (table->chunk < 1) table->chunk = 1;
  table->t_rows      = calloc((size_t)table->chunk, sizeof(double));
  table->rows_values = calloc((size_t)table->chunk * (size_t)table->ncols + 1, sizeof(double));
  return table->t_rows && table->rows_values;
}

/* Creates the group of a table with its two datasets and their attributes. */
static bool table_create(const Hdf5Writer *w, const TableHead *head, Hdf5Table *table)
{
  const char *unit   = head->units[table->time];
  const hid_t layout = H5Pcreate(H5P_GROUP_CREATE);

  H5Pset_obj_track_times(layout, false);
  const hid_t group = H5Gcreate2(w->file, head->name, H5P_DEFAULT, layout, H5P_DEFAULT);
  H5Pclose(layout);
  if (group < 0) return false;
  table->t      = dataset_create(group, "t", table->chunk, -1);
  table->values = dataset_create(group, "values", table->chunk, table->ncols);
  H5Gclose(group);
  return table->t >= 0 && table->values >= 0 && attribute_write(w, table->t, "units", -1, &unit) &&
         columns_write(w, table, "columns", head->columns) && columns_write(w, table, "units", head->units);
}

/* Opens the table of an earlier run and cuts it off after its first rows; false also when it is another table. */
static bool table_open(const Hdf5Writer *w, const TableHead *head, double rows, Hdf5Table *table)
{
  char    path[2 * NAME_LEN];
  hsize_t size[2] = {0, 0}, t_size = 0;

  snprintf(path, sizeof path, "%s/t", head->name);
  table->t = H5Dopen2(w->file, path, H5P_DEFAULT);
  snprintf(path, sizeof path, "%s/values", head->name);
  table->values = H5Dopen2(w->file, path, H5P_DEFAULT);
  if (table->t < 0 || table->values < 0) return false;
  const hid_t t_space = H5Dget_space(table->t), space = H5Dget_space(table->values);
  const bool  good = H5Sget_simple_extent_ndims(t_space) == 1 && H5Sget_simple_extent_ndims(space) == 2 &&
                    H5Sget_simple_extent_dims(t_space, &t_size, NULL) == 1 &&
                    H5Sget_simple_extent_dims(space, size, NULL) == 2;
  H5Sclose(t_space);
  H5Sclose(space);
  table->rows = (hsize_t)rows;
  if (!good || size[1] != (hsize_t)table->ncols || size[0] < table->rows || t_size < table->rows) return false;
  size[0] = table->rows;
  return H5Dset_extent(table->t, size) >= 0 && H5Dset_extent(table->values, size) >= 0;
}

/* Appends n rows of `columns` numbers (-1: one number each) to a dataset that has `rows`. */
static bool dataset_append(hid_t dataset, hsize_t rows, int n, int columns, const double *values)
{
  const hsize_t width    = columns < 0 ? 1 : (hsize_t)columns;
  const hsize_t size[2]  = {rows + (hsize_t)n, width};
  const hsize_t first[2] = {rows, 0}, count[2] = {(hsize_t)n, width};

  if (H5Dset_extent(dataset, size) < 0) return false;
  if (columns == 0) return true;
  const hid_t file = H5Dget_space(dataset), memory = H5Screate_simple(columns < 0 ? 1 : 2, count, NULL);
  const bool  good = H5Sselect_hyperslab(file, H5S_SELECT_SET, first, NULL, count, NULL) >= 0 &&
                    H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, values) >= 0;
  H5Sclose(memory);
  H5Sclose(file);
  return good;
}

/* Appends the rows that wait. */
static bool table_flush(Hdf5Table *table)
{
  const bool good = table->waiting == 0 ||
                    (dataset_append(table->t, table->rows, table->waiting, -1, table->t_rows) &&
                     dataset_append(table->values, table->rows, table->waiting, table->ncols, table->rows_values));

  table->rows += (hsize_t)table->waiting;
  table->waiting = 0;
  return good;
}

/* --- the writer */

/* Closes all datasets and the file; false: HDF5 could not write the rest. */
static bool hdf5_end(Hdf5Writer *w)
{
  bool good = true;

  for (int i = 0; i < TABLES; i++) {
    Hdf5Table *table = &w->table[i];
    if (table->t > 0) good = H5Dclose(table->t) >= 0 && good;
    if (table->values > 0) good = H5Dclose(table->values) >= 0 && good;
    table->t = table->values = 0;
  }
  if (w->text > 0) H5Tclose(w->text);
  if (w->file > 0) good = H5Fclose(w->file) >= 0 && good;
  w->text = w->file = 0;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL); /* w ends here */
  return good;
}

static void hdf5_destroy(void *self)
{
  Hdf5Writer *w = self;

  if (!w) return;
  hdf5_end(w);
  for (int i = 0; i < TABLES; i++) {
    free(w->table[i].t_rows);
    free(w->table[i].rows_values);
  }
  free(w);
}

/* Limits HDF5's caches, which default to 1 MiB per dataset; chunks are written once and never read. */
static void caches_limit(hid_t access)
{
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};

  H5Pset_cache(access, 0, 7, 2 * CHUNK_BYTES, 1.0);
  if (H5Pget_mdc_config(access, &cache) < 0) return;
  cache.set_initial_size = true;
  cache.initial_size = cache.min_size = cache.max_size = CACHE_BYTES;
  cache.incr_mode                                      = H5C_incr__off;
  cache.flash_incr_mode                                = H5C_flash_incr__off;
  cache.decr_mode                                      = H5C_decr__off;
  H5Pset_mdc_config(access, &cache);
}

/* Opens or creates the file in the format of HDF5 1.8, which has attributes of any size and no mark that a killed
 * program leaves. Without times of creation the same run gives the same bytes. */
static hid_t file_open(const char *path, bool fresh)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS), layout = H5Pcreate(H5P_FILE_CREATE);

  caches_limit(access);
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18);
  H5Pset_file_locking(access, true, true);
  H5Pset_obj_track_times(layout, false);
  if (fresh) path_remove(path); /* H5F_ACC_EXCL fails on what exists, also on a symbolic link */
  const hid_t file = fresh ? H5Fcreate(path, H5F_ACC_EXCL, layout, access) : H5Fopen(path, H5F_ACC_RDWR, access);
  H5Pclose(access);
  H5Pclose(layout);
  return file;
}

/* Creates the tables, or opens those of the run to resume. */
static bool tables_begin(Hdf5Writer *w, const WriterSetup *setup)
{
  bool good = true;

  for (int i = 0; good && i < TABLES; i++)
    if (!setup->tables[i].ncols) continue;
    else if (!setup->earlier) good = table_create(w, &setup->tables[i], &w->table[i]);
    else good = table_open(w, &setup->tables[i], setup->earlier->rows[i], &w->table[i]);
  return good;
}

/* Creates the file, or copies that of the run to resume, and writes its attributes. */
static bool hdf5_begin(Hdf5Writer *w, const WriterSetup *setup)
{
  char path[PATH_LEN + 256] = "";

  if (setup->earlier) {
    earlier_path(setup->earlier, "run.h5", path);
    if (!file_copy(path, w->path)) return fileset_fail(w->files, R0711_RESUME_UNREADABLE, "cannot resume from", path);
  }
  H5Eset_auto2(H5E_DEFAULT, error_note, &w->cause);
  w->file = file_open(w->path, !setup->earlier);
  if (w->file < 0 || !tables_begin(w, setup)) return setup->earlier ? fileset_misfit(w->files, path) : hdf5_fail(w);
  const bool good = text_write(w, "rigel", RIGEL_VERSION) && text_write(w, "name", setup->problem->name) &&
                    text_write(w, "problem", setup->text) && text_write(w, "verdict", "running");
  return (good && H5Fflush(w->file, H5F_SCOPE_LOCAL) >= 0) || hdf5_fail(w);
}

/* Texts are UTF-8 strings of any length. */
static void *hdf5_open(const WriterSetup *setup, FileSet *files)
{
  Hdf5Writer *w    = calloc(1, sizeof *w);
  bool        good = w != NULL;

  for (int i = 0; good && i < TABLES; i++)
    good = !setup->tables[i].ncols || table_allocate(&setup->tables[i], &w->table[i]);
  if (!good) fileset_fail(files, R0703_FILE_WRITE, "cannot write to", files->dir);
  else {
    w->text = H5Tcopy(H5T_C_S1);
    H5Tset_size(w->text, H5T_VARIABLE);
    H5Tset_cset(w->text, H5T_CSET_UTF8);
    w->files = files;
    w->path  = fileset_reserve(files, "run.h5", false);
    good     = w->path && hdf5_begin(w, setup);
  }
  if (good) return w;
  hdf5_destroy(w);
  return NULL;
}

/* Writes all rows to the disk. */
static bool hdf5_flush(Hdf5Writer *w)
{
  bool good = true;

  for (int i = 0; i < TABLES; i++) good = table_flush(&w->table[i]) && good;
  w->flushed = time(NULL);
  return good && H5Fflush(w->file, H5F_SCOPE_LOCAL) >= 0;
}

/* Stores a row; writes a chunk when it is full, and everything when a second has passed. */
static bool hdf5_row(void *self, TableKind kind, const double *values)
{
  Hdf5Writer *w     = self;
  Hdf5Table  *table = &w->table[kind];
  double     *out   = table->rows_values + table->waiting * table->ncols;

  if (w->files->failed) return false;
  table->t_rows[table->waiting++] = values[table->time];
  for (int c = 0; c < table->ncols; c++) out[c] = values[c + (c >= table->time)];
  if (time(NULL) != w->flushed) return hdf5_flush(w) || hdf5_fail(w);
  return table->waiting < table->chunk || table_flush(table) || hdf5_fail(w);
}

static bool hdf5_store(void *self)
{
  Hdf5Writer *w = self;
  return hdf5_flush(w) || hdf5_fail(w);
}

static bool hdf5_close(void *self, const char *verdict)
{
  Hdf5Writer *w = self;
  return (text_write(w, "verdict", verdict) && hdf5_flush(w) && hdf5_end(w)) || hdf5_fail(w);
}

/* HDF5 1.10 would end itself with MPI or at exit, and crash there over a file that could not be closed, as on a full disk.
 * Started before MPI it stays; files are closed one by one. */
void hdf5_start(void)
{
  H5dont_atexit();
  H5open();
}

static const char *const hdf5_names[] = {"run.h5", NULL};

const WriterOps hdf5_writer = {
  .name    = "hdf5",
  .summary = "the same tables and the problem in one file run.h5",
  .names   = hdf5_names,
  .open    = hdf5_open,
  .row     = hdf5_row,
  .flush   = hdf5_store,
  .close   = hdf5_close,
  .destroy = hdf5_destroy,
};
