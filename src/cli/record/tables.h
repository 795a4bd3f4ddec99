/* The tables of a run (docs/reference/output.md): names and units of their columns, and the rows. */
#ifndef RIGEL_CLI_RECORD_TABLES_H
#define RIGEL_CLI_RECORD_TABLES_H

#include "diag/invariants.h"
#include "output/writer.h"
#include "problem/observer.h"
#include "start/constraint_rank.h"

/* False: out of memory. condition: the table newton has condition numbers. Destroy in either case. */
bool tables_create(const Problem *problem, const System *system, bool condition, TableHead tables[TABLES]);
void tables_destroy(TableHead tables[TABLES]);
/* Whether a table is written: reactions only with joints, controls only with inputs. */
bool table_is_written(const Problem *problem, const System *system, TableKind table);
/* Longest row of any table. */
int tables_width(const TableHead tables[TABLES]);

void state_fill(const System *system, double t, const double *z, double *row);
/* The estimated error of the state, in the columns of state.csv. */
void error_fill(const System *system, double t, const double *error, double *row);
void invariants_fill(const System *system, double t, double dH, const Invariants *now, double *row);
/* Multipliers at their node b. The columns are those of the rows that the run began with, without `dropped`; a row that is not imposed
 * now has the multiplier 0. */
void multipliers_fill(const System *system, const Redundancy *dropped, const Sample *sample, int b, double *row);
/* Controls at Gauss point g. */
void controls_fill(const System *system, const Sample *sample, int g, double *row);
enum { NEWTON_COLUMNS = 11 };
void newton_fill(const Sample *sample, double row[NEWTON_COLUMNS]);
/* Of the shape of each body: the frame of its centre of mass. */
void poses_fill(const System *system, const double *z, Pose *poses);

#endif
