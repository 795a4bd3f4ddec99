/* Writers: the formats of results, looked up by the words of `output.formats`. A run hands the same rows to all of them. */
#ifndef RIGEL_OUTPUT_WRITER_H
#define RIGEL_OUTPUT_WRITER_H

#include "output/fileset.h"
#include "problem/problem.h"

typedef enum {
  TABLE_STATE,
  TABLE_INVARIANTS,
  TABLE_MULTIPLIERS,
  TABLE_NEWTON,
  TABLE_REACTIONS,
  TABLE_CONTROLS,
  TABLES
} TableKind;

/* One table of a run (contract 3.3); a column named t holds the time. Without columns it is not written. */
typedef struct {
  const char *name; /* "state" */
  int         ncols;
  char      **columns; /* [ncols] */
  char      **units;   /* [ncols] in words: any consistent units may be used */
} TableHead;

/* Where a body is and how it moves: x = position + scale R X for its point X. */
typedef struct {
  double position[3], R[3][3], scale;
  double velocity[3], omega[3], scale_rate; /* omega in body axes */
  double kinetic;
} Pose;

/* Results to go on with: what an earlier run wrote up to an element. */
typedef struct {
  const char *dir;
  int         element;
  double      rows[TABLES]; /* of each table */
} Earlier;

typedef struct {
  const Problem   *problem;
  const char      *text;     /* the effective problem as YAML */
  int              elements; /* of the whole run */
  const TableHead *tables;   /* [TABLES] */
  const Earlier   *earlier;  /* NULL: none */
} WriterSetup;

typedef struct {
  const char        *name, *summary;
  const char *const *names; /* of what it leaves in the folder, NULL-terminated */
  bool               wants_poses;
  /* Everything is written into files of the set; every function that fails says why there. NULL: failed. */
  void *(*open)(const WriterSetup *setup, FileSet *files);
  bool (*row)(void *writer, TableKind table, const double *values);
  /* poses[nbodies] at the end of an element */
  bool (*poses)(void *writer, int element, double t, const Pose *poses);
  /* The rest goes to disk; how the run ended, in a word. */
  bool (*close)(void *writer, const char *verdict);
  void (*destroy)(void *writer); /* also of one that was not closed */
} WriterOps;

/* In the order of the bits FORMAT_; NULL-terminated. */
extern const WriterOps *const writer_list[];
extern const WriterOps        csv_writer, hdf5_writer, vtk_writer;

void hdf5_start(void); /* before MPI starts */

#endif
