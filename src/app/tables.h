/* The tables of a run (contract 3.3): names and units of their columns, and the rows. */
#ifndef RIGEL_APP_TABLES_H
#define RIGEL_APP_TABLES_H

#include "diag/invariants.h"
#include "io/writer.h"
#include "observer.h"

/* False: out of memory. condition: newton has the condition numbers. Destroy in either case. */
bool tables_create(const System *system, bool condition, TableHead tables[TABLES]);
void tables_destroy(TableHead tables[TABLES]);
/* Those that are written: reactions only with joints. */
int tables_count(const System *system);
/* Longest row of any table. */
int tables_width(const TableHead tables[TABLES]);

void state_fill(const System *system, double t, const double *z, double *row);
void invariants_fill(const System *system, double t, double dH, const Invariants *now, double *row);
void multipliers_fill(const System *system, const Sample *sample, double *row);
void newton_fill(const Sample *sample, double row[9]);
/* Of the shape of each body: the frame of its centre of mass. */
void poses_fill(const System *system, const double *z, Pose *poses);

#endif
