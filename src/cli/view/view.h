/* `rigel view`: a run as one page for the browser. */
#ifndef RIGEL_CLI_VIEW_VIEW_H
#define RIGEL_CLI_VIEW_VIEW_H

#include "cli/common/command.h"
#include "cli/record/tables.h"
#include "input/yaml/node.h"
#include "run/model.h"

extern const Command view_command;

/* The page, joined from src/cli/view/page/ at build time, ends with 0; the data replace the line VIEW_MARK. */
extern const unsigned char view_page[];
#define VIEW_MARK "@data\n"

/* The tables that a page shows. */
typedef enum { FROM_STATE, FROM_INVARIANTS, FROM_MULTIPLIERS, FROM_REACTIONS, FROM_CONTROLS, SOURCES } Source;

/* The results in the folder of a run. */
typedef struct {
  Model        model;
  Node         tree; /* of run.yaml */
  TableHead    heads[TABLES];
  ProblemTable tables[SOURCES]; /* reactions: rows only with joints; controls: only with inputs */
} ViewRun;

/* False after a message: DIR is no folder. */
bool view_directory(const char *dir);
/* Reads run.yaml and the tables of a folder; good: they are complete and belong together, otherwise a message says what is not.
 * code: EXIT_INTERNAL after a failure of the machine. Clear in either case. */
PetscErrorCode view_read(const char *dir, ViewRun *run, bool *good, int *code);
PetscErrorCode view_clear(ViewRun *run);

/* Names and units of the columns of a table. */
const TableHead *view_head(const ViewRun *run, Source source);

/* Which rows of a table are shown: every stride-th, and the last. */
typedef struct {
  int rows, stride, count;
} Thinning;

Thinning thinning_create(int rows, int most);
int      thinning_row(const Thinning *thinning, int i);

/* A writer of curves: the table that they come from and buffers for its longest column. */
typedef struct {
  const ViewRun      *run;
  const ProblemTable *table; /* the one that curves are taken from now */
  Source              source;
  Thinning            thinning; /* of it */
  int                 most;
  double             *curve; /* [rows] */
  double             *shown; /* [count] */
  FILE               *stream;
  const char         *before; /* comma between curves */
} Plotter;

/* False: out of memory. Destroy in either case. */
bool          plotter_create(const ViewRun *run, int most, FILE *stream, Plotter *plotter);
void          plotter_destroy(Plotter *plotter);
void          plotter_take(Plotter *plotter, Source source, int most);
const double *plotter_row(const Plotter *plotter, int row);
void          plotter_column(Plotter *plotter, int column);
/* One curve of plotter->curve; the times of the table. */
void curve_write(Plotter *plotter, const char *name, const char *unit);
void times_write(Plotter *plotter);

/* Numbers of one body in a frame: its point, and its quaternion or directors. */
int view_body_width(const Body *body);

/* Keys of one JSON object. False: out of memory. */
bool view_write_bodies(const ViewRun *run, FILE *stream);
void view_write_joints(const ViewRun *run, FILE *stream);
bool view_write_loads(const ViewRun *run, int most, FILE *stream);
bool view_write_frames(const ViewRun *run, int most, FILE *stream);
bool view_write_plots(const ViewRun *run, int most, FILE *stream);
bool view_write_tables(const ViewRun *run, int most, FILE *stream);
/* Accumulated effort of one term of the objective in plotter->curve, at the rows of the table of controls; false: the rows do not
 * give the effort that run.yaml has. */
bool view_effort(const ViewRun *run, int term, Plotter *plotter);

#endif
