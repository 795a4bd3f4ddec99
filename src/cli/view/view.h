/* `rigel view`: a run as one page for the browser. */
#ifndef RIGEL_CLI_VIEW_VIEW_H
#define RIGEL_CLI_VIEW_VIEW_H

#include "input/yaml/node.h"
#include "run/model.h"

/* The page, joined from src/cli/view/page/ at build time, ends with 0; the data replace the line VIEW_MARK. */
extern const unsigned char view_page[];
#define VIEW_MARK "@data\n"

/* The results in the folder of a run. */
typedef struct {
  Model        model;
  Node         tree;                                      /* of run.yaml */
  ProblemTable state, invariants, multipliers, reactions; /* reactions: rows only with joints */
} ViewRun;

/* Which rows of a table are shown: every stride-th, and the last. */
typedef struct {
  int rows, stride, count;
} Thinning;

Thinning thinning_create(int rows, int most);
int      thinning_row(const Thinning *thinning, int i);

/* Numbers of one body in a frame: its point, and its quaternion or directors. */
int view_body_width(const Body *body);

/* Keys of one JSON object. False: out of memory. */
bool view_write_bodies(const ViewRun *run, FILE *stream);
void view_write_joints(const ViewRun *run, FILE *stream);
bool view_write_frames(const ViewRun *run, int most, FILE *stream);
bool view_write_plots(const ViewRun *run, int most, FILE *stream);

#endif
