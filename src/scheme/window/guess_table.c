/* First guess from the tables of an earlier run, which may have another mesh, degree or scheme. */
#include "base/vec.h"
#include "base/words.h"
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

/* Mesh, degree and scheme may differ; columns may not. */
bool guess_table_fits(const Problem *problem, const System *sys, FaultList *faults)
{
  const Where nowhere = {0, 0};
  const int   column  = state_misfit(&problem->guess_state, sys);
  const int   before  = faults->count;

  if (column >= 0)
    fault_add(faults, R0239_GUESS_SYSTEM, nowhere, "solver.guess_file",
              "found %s in column %d of %s/state.csv, expected the columns of this system",
              column < problem->guess_state.columns ? problem->guess_state.names[column] : "nothing", column + 1,
              problem->solver.guess_file);
  if (problem->guess_multipliers.rows && problem->guess_multipliers.columns != sys->nl + 1)
    fault_add(faults, R0239_GUESS_SYSTEM, nowhere, "solver.guess_file",
              "found %d multiplier%s in %s/multipliers.csv, expected %d", problem->guess_multipliers.columns - 1,
              word_plural(problem->guess_multipliers.columns - 1), problem->solver.guess_file, sys->nl);
  if (problem->guess_controls.rows && problem->guess_controls.columns != sys->ninputs + 1)
    fault_add(faults, R0239_GUESS_SYSTEM, nowhere, "solver.guess_file",
              "found %d control%s in %s/controls.csv, expected %d", problem->guess_controls.columns - 1,
              word_plural(problem->guess_controls.columns - 1), problem->solver.guess_file, sys->ninputs);
  return faults->count == before;
}

static double row_time(const ProblemTable *table, int row)
{
  return table->values[(size_t)row * (size_t)table->columns];
}

/* The rows *first .. *last around t that no jump, two rows of the same time, separates from it. */
static int table_piece(const ProblemTable *table, double t, int *first, int *last)
{
  int low = 0, high = table->rows - 1;

  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (row_time(table, middle) <= t) low = middle;
    else high = middle;
  }
  for (*first = low; *first > 0 && low - *first < 3 && row_time(table, *first - 1) < row_time(table, *first);) --*first;
  for (*last = low; *last + 1 < table->rows && *last - low < 3 && row_time(table, *last) < row_time(table, *last + 1);)
    ++*last;
  return low;
}

/* Weights of up to four rows around t, from *first on: cubic Lagrange interpolation, constant outside the table, on that side of a
 * jump at t on which `inside` lies. Returns their number. */
static int table_weights(const ProblemTable *table, double t, double inside, double weight[4], int *first)
{
  int       last;
  const int low = table_piece(table, t + 1e-6 * (inside - t), first, &last);
  const int n   = last - *first < 3 ? last - *first + 1 : 4;

  if (*first < low - (n - 2) / 2) *first = low - (n - 2) / 2;
  if (*first > last - n + 1) *first = last - n + 1;
  t = fmin(fmax(t, row_time(table, 0)), row_time(table, table->rows - 1));
  for (int i = 0; i < n; i++) {
    const double ti = row_time(table, *first + i);
    weight[i]       = 1.0;
    for (int j = 0; j < n; j++) {
      const double tj = row_time(table, *first + j);
      if (j != i) weight[i] *= (t - tj) / (ti - tj);
    }
  }
  return n;
}

void guess_table_at(const ProblemTable *table, double t, double inside, double *row)
{
  double    weight[4];
  int       first;
  const int n = table_weights(table, t, inside, weight, &first);

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
    const double t = window_node_time(w, i);
    guess_table_at(&problem->guess_state, t, t, row);
    row_unpack(g->system, row, w->z + i * w->nz);
  }
  for (int e = 0; e < w->e1 - w->e0; e++)
    for (int b = 0; b < w->element.nmult; b++) {
      const int    n      = w->first + w->e0 + e;
      double      *lambda = window_lambda(w, e, b);
      const double start = mesh_time(&w->mesh, n), h = mesh_step(&w->mesh, n);
      if (!problem->guess_multipliers.rows) vec_copy(w->nl, g->lambda, lambda);
      else {
        guess_table_at(&problem->guess_multipliers, start + h * w->element.mult_node[b], start + 0.5 * h, row);
        vec_copy(w->nl, row + 1, lambda);
      }
    }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(0);
}
