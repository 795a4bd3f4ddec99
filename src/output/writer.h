/* Writers: the formats of results, one entry of writer_list each. A run passes the same rows to all of them. */
#ifndef RIGEL_OUTPUT_WRITER_H
#define RIGEL_OUTPUT_WRITER_H

#include "output/folder/fileset.h"
#include "problem/problem.h"

typedef enum {
  TABLE_STATE,
  TABLE_INVARIANTS,
  TABLE_MULTIPLIERS,
  TABLE_NEWTON,
  TABLE_REACTIONS,
  TABLE_CONTROLS,
  TABLE_ERROR,
  TABLES
} TableKind;

/* One table of a run (docs/reference/output.md); the column t is the time. A table without columns is not written. */
typedef struct {
  const char *name; /* "state" */
  int         ncols;
  char      **columns; /* [ncols] */
  char      **units;   /* [ncols] in words: any consistent units may be used */
} TableHead;

/* Position and velocity of a body: x = position + scale R X for its point X. */
typedef struct {
  double position[3], R[3][3], scale;
  double velocity[3], omega[3], scale_rate; /* omega in body axes */
  double kinetic;
} Pose;

/* A file of the run to resume, as its restart file lists it. */
typedef struct {
  char     name[RESULT_NAME_LEN];
  char     stored[RESULT_NAME_LEN + 48]; /* name in the folder: a temporary one at a checkpoint */
  uint64_t size;                         /* bytes that count */
  uint32_t checksum;                     /* of them */
} StoredFile;

/* The run to resume: its files and rows up to an element. */
typedef struct {
  const char       *dir;
  int               element;
  double            rows[TABLES]; /* of each table */
  int               nfiles;
  const StoredFile *files;
} Earlier;

/* The path of a file of the run to resume, and the bytes of it that count. */
uint64_t earlier_path(const Earlier *earlier, const char *name, char path[PATH_LEN + 256]);

typedef struct {
  const Problem   *problem;
  const char      *text;     /* the effective problem as YAML */
  int              elements; /* of the whole run */
  const TableHead *tables;   /* [TABLES] */
  const Earlier   *earlier;  /* NULL: none */
} WriterSetup;

typedef struct {
  const char        *name, *summary;
  const char *const *names; /* of its files in the folder, NULL-terminated */
  /* Writes into files of the set only, and stores the reason of a failure there. NULL: failed. */
  void *(*open)(const WriterSetup *setup, FileSet *files);
  /* One row of a table; NULL: the format has no tables */
  bool (*row)(void *writer, TableKind table, const double *values);
  /* poses[nbodies] at the end of an element; NULL: the format has no poses */
  bool (*poses)(void *writer, int element, double t, const Pose *poses);
  /* Passes everything to the system, for a checkpoint; NULL: the set of files does */
  bool (*flush)(void *writer);
  /* Completes the files; verdict: how the run ended, in a word. NULL: nothing to do */
  bool (*close)(void *writer, const char *verdict);
  void (*destroy)(void *writer); /* also without close */
} WriterOps;

/* In the order of the bits FORMAT_; NULL-terminated. */
extern const WriterOps *const writer_list[];
extern const WriterOps        csv_writer, hdf5_writer, vtk_writer;

void hdf5_start(void); /* before MPI starts */

#endif
