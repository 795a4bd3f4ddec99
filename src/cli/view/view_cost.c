/* The effort of an optimal-control run over time, from its table of controls. */
#include "cli/view/view.h"
#include "time/gauss.h"

#include <stdlib.h>
#include <string.h>

enum { GAUSS_MOST = 64 };

/* Weight of each input in an effort. */
static double input_weight(const ViewRun *run, const ProblemTerm *term, int control, int component)
{
  if (!problem_effort_names(term, run->model.problem.controls[control].name)) return 0.0;
  return term->weight * problem_each(term->weights, component);
}

/* 1/2 u.R u of one row. */
static double integrand(const ViewRun *run, const ProblemTerm *term, const double *u)
{
  const System *sys = &run->model.system;
  double        sum = 0.0;

  for (int c = 0; c < run->model.problem.ncontrols; c++)
    for (int i = sys->input[c]; i < sys->input[c + 1]; i++)
      sum += 0.5 * input_weight(run, term, c, i - sys->input[c]) * u[i] * u[i];
  return sum;
}

/* A number of the block results of run.yaml, or of totals; NAN: not there. */
static double number_of(const ViewRun *run, const char *block, const char *key)
{
  const Node *node = node_find(&run->tree, block), *item = node ? node_find(node, key) : NULL;

  return item && item->kind == NODE_SCALAR ? strtod(item->text, NULL) : NAN;
}

/* The value of the last row is the effort that run.yaml has. */
static bool is_complete(const ViewRun *run, int term, double sum)
{
  char key[NAME_LEN];

  snprintf(key, sizeof key, "cost_%d_effort", term + 1);
  const double effort = number_of(run, "results", key);
  return fabs(sum - effort) <= 1e-9 * fabs(effort);
}

/* Length of the element with Gauss points at x in [0, 1] whose first row is `first`; of a single point from the element's begin. */
static double element_length(const Plotter *plotter, int first, int s, const double *x, double begin)
{
  const double t = plotter_row(plotter, first)[0];

  if (s == 1) return (t - begin) / x[0];
  return (plotter_row(plotter, first + s - 1)[0] - t) / (x[s - 1] - x[0]);
}

/* The rows are the s Gauss points of every element. The curve has the effort up to the middle of each point's share, and all of it in
 * the last row. */
bool view_effort(const ViewRun *run, int term, Plotter *plotter)
{
  const ProblemTerm *given = &run->model.problem.terms[term];
  const double       gauss = number_of(run, "totals", "gauss");
  const int          s = gauss >= 1.0 && gauss <= GAUSS_MOST ? (int)gauss : 0, rows = plotter->table->rows;
  double             x[GAUSS_MOST], w[GAUSS_MOST], begin = run->tables[FROM_STATE].values[0], sum = 0.0;

  if (s == 0 || rows == 0 || rows % s != 0) return false;
  gauss_legendre(s, x, w);
  for (int first = 0; first < rows; first += s) {
    const double h = element_length(plotter, first, s, x, begin);
    for (int g = 0; g < s; g++) {
      const double *row = plotter_row(plotter, first + g), part = h * w[g] * integrand(run, given, row + 1);
      plotter->curve[first + g] = sum + 0.5 * part;
      sum += part;
    }
    begin += h;
  }
  plotter->curve[rows - 1] = sum;
  return is_complete(run, term, sum);
}
