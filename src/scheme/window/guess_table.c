/* First guess from the tables of an earlier run, which may have another mesh, degree or scheme. */
#include "base/vec.h"
#include "scheme/window/window_run.h"

#include <stdio.h>

/* Number of columns of state.csv: t, then the coordinates and the momenta of each body, constant columns of fixed points included. */
static int state_columns(const System *sys)
{
  int n = 1;
  for (int b = 0; b < sys->nbodies; b++) n += 2 * (sys->bodies[b].nq + sys->bodies[b].nheld);
  return n;
}

/* The first column whose name is not that of this system; -1: none. */
static int state_misfit(const ProblemTable *table, const System *sys)
{
  int column = 1;

  for (int b = 0; b < sys->nbodies; b++)
    for (int half = 0; half < 2; half++)
      for (int i = 0; sys->bodies[b].ops->columns[i]; i++, column++) {
        char name[3 * NAME_LEN];
        snprintf(name, sizeof name, "%s.%s%s", sys->bodies[b].name, half ? "p" : "", sys->bodies[b].ops->columns[i]);
        if (column >= table->columns || strcmp(name, table->names[column]) != 0) return column;
      }
  return column == table->columns ? -1 : column;
}

bool guess_table_fits(const Problem *problem, const System *sys, FaultList *faults)
{
  const Where nowhere = {0, 0};
  const int   column  = state_misfit(&problem->guess_state, sys);
  const int   before  = faults->count;

  if (column >= 0)
    fault_add(faults, nowhere, "solver.guess_file",
              "found %s in column %d of %s/state.csv, expected the columns of this system",
              column < problem->guess_state.columns ? problem->guess_state.names[column] : "nothing", column + 1,
              problem->solver.guess_file);
  if (problem->guess_multipliers.rows && problem->guess_multipliers.columns != sys->nl + 1)
    fault_add(faults, nowhere, "solver.guess_file", "found %d multipliers in %s/multipliers.csv, expected %d",
              problem->guess_multipliers.columns - 1, problem->solver.guess_file, sys->nl);
  if (problem->guess_controls.rows && problem->guess_controls.columns != sys->ninputs + 1)
    fault_add(faults, nowhere, "solver.guess_file", "found %d controls in %s/controls.csv, expected %d",
              problem->guess_controls.columns - 1, problem->solver.guess_file, sys->ninputs);
  return faults->count == before;
}

/* Weights of up to four rows around t, from *first on: cubic Lagrange interpolation, constant outside the table. Returns their
 * number. */
static int table_weights(const ProblemTable *table, double t, double weight[4], int *first)
{
  const int n   = table->rows < 4 ? table->rows : 4;
  int       low = 0, high = table->rows - 1;

  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (table->values[(size_t)middle * (size_t)table->columns] <= t) low = middle;
    else high = middle;
  }
  *first = low - (n - 2) / 2;
  if (*first < 0) *first = 0;
  if (*first > table->rows - n) *first = table->rows - n;
  t = fmax(t, table->values[0]);
  t = fmin(t, table->values[(size_t)(table->rows - 1) * (size_t)table->columns]);
  for (int i = 0; i < n; i++) {
    const double ti = table->values[(size_t)(*first + i) * (size_t)table->columns];
    weight[i]       = 1.0;
    for (int j = 0; j < n; j++) {
      const double tj = table->values[(size_t)(*first + j) * (size_t)table->columns];
      if (j != i) weight[i] *= (t - tj) / (ti - tj);
    }
  }
  return n;
}

void guess_table_at(const ProblemTable *table, double t, double *row)
{
  double    weight[4];
  int       first;
  const int n = table_weights(table, t, weight, &first);

  vec_zero(table->columns, row);
  for (int i = 0; i < n; i++)
    vec_add(table->columns, weight[i], table->values + (size_t)(first + i) * (size_t)table->columns, row);
}

/* z from a row of state.csv; skips the constant columns of fixed points. */
static void row_unpack(const System *sys, const double *row, double *z)
{
  int column = 1;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    for (int half = 0; half < 2; half++) {
      column += body->nheld;
      vec_copy(body->nq, row + column, z + sys->start[b] + half * body->nq);
      column += body->nq;
    }
  }
}

/* States at nodes and multipliers at their own nodes; without a table of multipliers those of the start. */
PetscErrorCode guess_table(const WindowRun *g, Window *w)
{
  const Problem *problem = g->problem;
  double        *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(PetscMax(state_columns(g->system), problem->guess_multipliers.columns) + 1, &row));
  for (int i = 0; i < w->nodes; i++) {
    guess_table_at(&problem->guess_state, window_node_time(w, i), row);
    row_unpack(g->system, row, w->z + i * w->nz);
  }
  for (int e = 0; e < w->e1 - w->e0; e++)
    for (int b = 0; b < w->element.nmult; b++) {
      const int    n      = w->first + w->e0 + e;
      double      *lambda = window_lambda(w, e, b);
      const double t      = mesh_time(&w->mesh, n) + mesh_step(&w->mesh, n) * w->element.mult_node[b];
      if (!problem->guess_multipliers.rows) vec_copy(w->nl, g->lambda, lambda);
      else {
        guess_table_at(&problem->guess_multipliers, t, row);
        vec_copy(w->nl, row + 1, lambda);
      }
    }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(0);
}
