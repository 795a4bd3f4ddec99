/* The plots beside the animation; quantities that are zero or mean nothing are left out. */
#include "base/vec.h"
#include "cli/view/view.h"
#include "diag/invariants.h"
#include "output/json.h"

#include <string.h>

enum { JOINTS_MOST = 8, CONTROLS_MOST = 6 }; /* curves of one plot */

/* The columns of invariants.csv that every run has. */
enum { INVARIANT_T = 1, INVARIANT_H = 3, INVARIANT_L = 5, INVARIANT_P = 8, INVARIANT_PHI = 11 };

static const char energy[] = "mass length^2 / time^2", action[] = "mass length^2 / time",
                  momentum[] = "mass length / time", push[] = "mass length / time^2";

static const double ROUNDING = 1e-13; /* of a natural unit: what is smaller is zero */

/* A plotter between plots. */
typedef struct {
  Plotter     plotter;
  const char *before; /* comma between plots */
} Panels;

/* Title, note, unit and scale of a plot; its curves follow. */
static void plot_begin(Panels *panels, const char *title, const char *note, const char *unit, const char *scale)
{
  FILE *stream = panels->plotter.stream;

  fprintf(stream, "%s\n  {\"title\": ", panels->before);
  panels->before         = ",";
  panels->plotter.before = "";
  json_text(title, stream);
  fputs(", \"note\": ", stream);
  json_text(note, stream);
  fputs(", \"unit\": ", stream);
  json_text(unit, stream);
  fprintf(stream, ", \"scale\": \"%s\", \"curves\": [", scale);
}

static void plot_end(const Panels *panels)
{
  fputs("]}", panels->plotter.stream);
}

/* Largest size of a column. */
static double column_size(const Plotter *plotter, int column)
{
  double most = 0.0;

  for (int r = 0; r < plotter->table->rows; r++) most = fmax(most, fabs(plotter_row(plotter, r)[column]));
  return most;
}

static double columns_size(const Plotter *plotter, int first, int count)
{
  double most = 0.0;

  for (int c = first; c < first + count; c++) most = fmax(most, column_size(plotter, c));
  return most;
}

/* --- energy and momenta */

/* W_ext - W_diss, the work that all loads have done since the start; zero without loads. */
static double work_at(const Plotter *plotter, int row)
{
  const ProblemTable *table = plotter->table;
  const double       *value = plotter_row(plotter, row);

  if (strcmp(table->names[table->columns - 1], "W_diss") != 0) return 0.0;
  return value[table->columns - 2] - value[table->columns - 1];
}

/* Whether loads or motions did work: H changes with it. */
static bool is_worked(const Plotter *plotter)
{
  double most = 0.0;

  for (int r = 0; r < plotter->table->rows; r++) most = fmax(most, fabs(work_at(plotter, r)));
  return most > ROUNDING * columns_size(plotter, INVARIANT_T, 3);
}

/* T, V, H, and the work W of loads where there is any. */
static void energy_plot(Panels *panels)
{
  Plotter *plotter = &panels->plotter;

  plotter_take(plotter, FROM_INVARIANTS, plotter->most);
  const bool worked = is_worked(plotter);
  plot_begin(panels, "Energy",
             worked ? "kinetic T, potential V, H = T + V, work W of loads and motions"
                    : "kinetic T, potential V, H = T + V",
             energy, "linear");
  for (int c = INVARIANT_T; c <= INVARIANT_H; c++) {
    if (c == INVARIANT_T + 1 && column_size(plotter, c) == 0.0) continue; /* V */
    plotter_column(plotter, c);
    curve_write(plotter, plotter->table->names[c], energy);
  }
  for (int r = 0; r < plotter->table->rows; r++) plotter->curve[r] = work_at(plotter, r);
  if (worked) curve_write(plotter, "W", energy);
  plot_end(panels);
}

/* Three columns of invariants.csv, without components that are zero; none if all are. unit: the natural one. */
static void vector_plot(Panels *panels, const char *title, const char *note, int first, const char *words, double unit)
{
  Plotter *plotter = &panels->plotter;

  plotter_take(plotter, FROM_INVARIANTS, plotter->most);
  const double size = columns_size(plotter, first, 3), zero = fmax(1e-10 * size, ROUNDING * unit);
  if (!(size > zero)) return;
  plot_begin(panels, title, note, words, "linear");
  for (int c = first; c < first + 3; c++) {
    if (!(column_size(plotter, c) > zero)) continue;
    plotter_column(plotter, c);
    curve_write(plotter, plotter->table->names[c], words);
  }
  plot_end(panels);
}

/* --- drifts, relative to the start, as the report of a run has them */

typedef enum { DRIFT_H, DRIFT_L, DRIFT_P } DriftKind;

/* Distance of a conserved quantity from its start: of H - W, of L along the symmetry axis where there is one, of P. */
static double change_of(DriftKind kind, const Symmetry *symmetry, const Plotter *plotter, int r)
{
  const double *row = plotter_row(plotter, r), *start = plotter_row(plotter, 0);
  double        dL[3], most                           = 0.0;

  if (kind == DRIFT_H) return fabs(row[INVARIANT_H] - work_at(plotter, r) - start[INVARIANT_H]);
  for (int i = 0; i < 3; i++) {
    dL[i] = row[INVARIANT_L + i] - start[INVARIANT_L + i];
    if (symmetry->linear[i]) most = fmax(most, fabs(row[INVARIANT_P + i] - start[INVARIANT_P + i]));
  }
  if (kind == DRIFT_P) return most;
  return symmetry->angular_axes == 1 ? fabs(vec_dot(3, dL, symmetry->angular_axis)) : vec_max(3, dL);
}

/* The value that a drift is relative to, as in the report of the run: its size at the start, or its natural unit. */
static double size_of(DriftKind kind, const System *sys, const double *start)
{
  Invariants first = {.T = start[INVARIANT_T], .H = start[INVARIANT_H]};
  Drift      drift;

  vec_copy(3, start + INVARIANT_P, first.P);
  vec_copy(3, start + INVARIANT_L, first.L);
  drift_init(sys, &drift);
  drift_add(&drift, &first);
  if (kind == DRIFT_H) return drift.scale_H;
  return kind == DRIFT_L ? drift.scale_L : drift.scale_P;
}

/* One relative drift over time. */
static void drift_write(Plotter *plotter, DriftKind kind, const System *sys, const Symmetry *symmetry, const char *name)
{
  const double scale = size_of(kind, sys, plotter_row(plotter, 0));

  for (int r = 0; r < plotter->table->rows; r++)
    plotter->curve[r] = drift_relative(change_of(kind, symmetry, plotter, r), scale);
  curve_write(plotter, name, "1");
}

/* Relative drifts of H - W and of the conserved parts of L and P. */
static void drifts_plot(Panels *panels, const System *sys)
{
  Plotter *plotter = &panels->plotter;
  Symmetry symmetry;

  system_symmetry(sys, &symmetry);
  plotter_take(plotter, FROM_INVARIANTS, plotter->most);
  const bool worked = is_worked(plotter);
  plot_begin(panels, "Drift",
             worked ? "relative change of what the exact motion conserves; W is the work of loads and motions"
                    : "relative change of what the exact motion conserves",
             "1", "log");
  drift_write(plotter, DRIFT_H, sys, &symmetry, worked ? "H \u2212 W" : "H");
  if (symmetry.angular_axes == 3) drift_write(plotter, DRIFT_L, sys, &symmetry, "L");
  if (symmetry.angular_axes == 1) drift_write(plotter, DRIFT_L, sys, &symmetry, "L along its axis");
  if (symmetry_linear(&symmetry)) drift_write(plotter, DRIFT_P, sys, &symmetry, "P");
  plot_end(panels);
}

/* --- constraints and joints */

/* Largest |mu| of each row; mu vanishes in the exact solution. */
static void mu_write(Plotter *plotter, const System *sys)
{
  for (int r = 0; r < plotter->table->rows; r++) {
    plotter->curve[r] = 0.0;
    for (int g = 0; g < sys->ngroups; g++) {
      const ConstraintGroup *group = &sys->groups[g];
      plotter->curve[r] =
        fmax(plotter->curve[r], vec_max(group->m, plotter_row(plotter, r) + 1 + group->start + group->m));
    }
  }
  curve_write(plotter, "\u03bc", "energy / constraint");
}

/* Largest violations of both levels, and the largest multiplier mu. */
static void constraints_plot(Panels *panels, const System *sys)
{
  static const char *const names[] = {"\u03a6", "\u03a8"};
  Plotter                 *plotter = &panels->plotter;

  if (!sys->nl) return;
  plot_begin(
    panels, "Constraints",
    "largest violation of positions and velocities; largest multiplier of the velocities, 0 in the exact motion",
    "of the constraint", "log");
  plotter_take(plotter, FROM_INVARIANTS, plotter->most);
  for (int i = 0; i < 2; i++) {
    plotter_column(plotter, INVARIANT_PHI + i);
    curve_write(plotter, names[i], "of the constraint");
  }
  plotter_take(plotter, FROM_MULTIPLIERS, plotter->most);
  if (columns_size(plotter, 1, plotter->table->columns - 1) > 0.0) mu_write(plotter, sys);
  plot_end(panels);
}

/* Sizes of the forces (first = 0) or torques (3) of joints; reactions.csv has both for each joint. */
static void joints_plot(Panels *panels, const char *title, const char *many, int first, const char *unit)
{
  Plotter *plotter = &panels->plotter;

  plotter_take(plotter, FROM_REACTIONS, plotter->most);
  const int    joints = plotter->run->model.problem.njoints, shown = joints > JOINTS_MOST ? JOINTS_MOST : joints;
  const double size = joints ? columns_size(plotter, 1, 6 * joints) : 0.0;
  double       most = 0.0;
  for (int j = 0; j < shown; j++) most = fmax(most, columns_size(plotter, 1 + first + 6 * j, 3));
  if (!(most > 1e-10 * size)) return;
  plot_begin(panels, joints > JOINTS_MOST ? many : title, "size of the vector", unit, "linear");
  for (int j = 0; j < shown; j++) {
    if (!(columns_size(plotter, 1 + first + 6 * j, 3) > 1e-10 * most)) continue;
    for (int r = 0; r < plotter->table->rows; r++)
      plotter->curve[r] = vec_norm(3, plotter_row(plotter, r) + 1 + first + 6 * j);
    curve_write(plotter, plotter->run->model.problem.joints[j].name, unit);
  }
  plot_end(panels);
}

/* --- optimal control */

/* Controls with this unit: forces or torques. */
static void controls_plot(Panels *panels, const char *title, const char *unit)
{
  Plotter         *plotter = &panels->plotter;
  const TableHead *head    = view_head(plotter->run, FROM_CONTROLS);
  int              count   = 0;

  plotter_take(plotter, FROM_CONTROLS, plotter->most);
  for (int c = 1; c < plotter->table->columns; c++) count += strcmp(head->units[c], unit) == 0;
  if (!count || !plotter->table->rows) return;
  plot_begin(panels, title, "values at Gauss points", unit, "linear");
  for (int c = 1, n = 0; c < plotter->table->columns && n < CONTROLS_MOST; c++) {
    if (strcmp(head->units[c], unit) != 0) continue;
    plotter_column(plotter, c);
    curve_write(plotter, head->columns[c], unit);
    n++;
  }
  plot_end(panels);
}

/* The effort of every term that has one, accumulated from the start. */
static void cost_plot(Panels *panels)
{
  const Problem *problem = &panels->plotter.run->model.problem;
  bool           begun   = false;

  plotter_take(&panels->plotter, FROM_CONTROLS, panels->plotter.most);
  for (int t = 0; t < problem->nterms; t++) {
    char name[NAME_LEN];
    if (problem->terms[t].kind != TERM_EFFORT || !view_effort(panels->plotter.run, t, &panels->plotter)) continue;
    if (!begun) plot_begin(panels, "Cost", "effort, accumulated from the start", "of the objective", "linear");
    begun = true;
    snprintf(name, sizeof name, problem->nterms > 1 ? "term %d, effort" : "effort", t + 1);
    curve_write(&panels->plotter, name, "of the objective");
  }
  if (begun) plot_end(panels);
}

/* The times of each table. */
static void all_times_write(Plotter *plotter)
{
  fputs("\"times\": [", plotter->stream);
  for (Source source = 0; source < SOURCES; source++) {
    fputs(source ? ",\n  " : "\n  ", plotter->stream);
    plotter_take(plotter, source, plotter->most);
    times_write(plotter);
  }
  fputs("],\n", plotter->stream);
}

bool view_write_plots(const ViewRun *run, int most, FILE *stream)
{
  const System *sys    = &run->model.system;
  const double  p      = sys->units.mass * sys->units.velocity;
  Panels        panels = {.before = ""};
  const bool    memory = plotter_create(run, most, stream, &panels.plotter);

  if (memory) {
    all_times_write(&panels.plotter);
    fputs("\"plots\": [", stream);
    controls_plot(&panels, "Control torques", energy);
    controls_plot(&panels, "Control forces", push);
    cost_plot(&panels);
    energy_plot(&panels);
    drifts_plot(&panels, sys);
    vector_plot(&panels, "Angular momentum", "about the origin", INVARIANT_L, action, p * sys->units.length);
    vector_plot(&panels, "Linear momentum", "of all bodies", INVARIANT_P, momentum, p);
    constraints_plot(&panels, sys);
    joints_plot(&panels, "Joint forces", "Forces of 8 joints", 0, push);
    joints_plot(&panels, "Joint torques", "Torques of 8 joints", 3, energy);
    fputs("]", stream);
  }
  plotter_destroy(&panels.plotter);
  return memory;
}
