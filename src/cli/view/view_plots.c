/* The plots beside the animation; thinned curves keep the smallest and largest value of each gap. */
#include "base/vec.h"
#include "cli/view/view.h"
#include "diag/invariants.h"
#include "output/json.h"

#include <stdlib.h>

enum { JOINTS_MOST = 8 }; /* curves of one plot */

/* The columns of invariants.csv that every run has. */
enum { INVARIANT_T = 1, INVARIANT_H = 3, INVARIANT_L = 5, INVARIANT_P = 8, INVARIANT_PHI = 11 };

typedef enum { FROM_INVARIANTS, FROM_MULTIPLIERS, FROM_REACTIONS, SOURCES } Source;

typedef struct {
  const ProblemTable *tables[SOURCES], *table; /* the one that curves are taken from now */
  Thinning            thinning;                /* of it */
  Source              source;
  int                 most;
  double             *curve; /* [rows] */
  double             *shown; /* [count] */
  FILE               *stream;
  const char         *before_plot, *before_curve; /* commas between them */
} Plotter;

/* Chooses the table that the next curves come from. */
static void plotter_take(Plotter *plotter, Source source)
{
  plotter->source   = source;
  plotter->table    = plotter->tables[source];
  plotter->thinning = thinning_create(plotter->table->rows, plotter->most);
}

static bool plotter_create(const ViewRun *run, int most, FILE *stream, Plotter *plotter)
{
  int rows = run->invariants.rows;

  if (run->multipliers.rows > rows) rows = run->multipliers.rows;
  if (run->reactions.rows > rows) rows = run->reactions.rows;
  *plotter =
    (Plotter){.tables = {&run->invariants, &run->multipliers, &run->reactions}, .most = most, .stream = stream};
  plotter->curve       = calloc((size_t)rows + 1, sizeof(double));
  plotter->shown       = calloc((size_t)rows + 1, sizeof(double));
  plotter->before_plot = "";
  return plotter->curve && plotter->shown;
}

static const double *row_at(const Plotter *plotter, int row)
{
  return plotter->table->values + (size_t)row * (size_t)plotter->table->columns;
}

/* --- one curve */

static void shown_write(const Plotter *plotter, const char *key)
{
  fprintf(plotter->stream, "\"%s\": ", key);
  json_base64((size_t)plotter->thinning.count, plotter->shown, plotter->stream);
}

/* The smallest (sign = -1) or largest (sign = 1) value of each gap between shown rows. */
static void extremes_find(Plotter *plotter, double sign)
{
  const Thinning *thinning = &plotter->thinning;

  for (int i = 0; i < thinning->count; i++) {
    const int last = thinning_row(thinning, i), first = i ? thinning_row(thinning, i - 1) + 1 : last;
    double    most = plotter->curve[first];
    for (int r = first; r <= last; r++)
      if (sign * plotter->curve[r] > sign * most) most = plotter->curve[r];
    plotter->shown[i] = most;
  }
}

static void values_find(Plotter *plotter)
{
  for (int i = 0; i < plotter->thinning.count; i++)
    plotter->shown[i] = plotter->curve[thinning_row(&plotter->thinning, i)];
}

/* One curve: its shown values and, where rows are left out, the extremes of the gaps. */
static void curve_write(Plotter *plotter, const char *name)
{
  fprintf(plotter->stream, "%s\n    {\"name\": ", plotter->before_curve);
  plotter->before_curve = ",";
  json_text(name, plotter->stream);
  fprintf(plotter->stream, ", \"table\": %d, ", plotter->source);
  values_find(plotter);
  shown_write(plotter, "value");
  if (plotter->thinning.stride > 1) {
    fputs(", ", plotter->stream);
    extremes_find(plotter, -1.0);
    shown_write(plotter, "low");
    fputs(", ", plotter->stream);
    extremes_find(plotter, 1.0);
    shown_write(plotter, "high");
  }
  fputs("}", plotter->stream);
}

static void column_copy(Plotter *plotter, int column)
{
  for (int r = 0; r < plotter->table->rows; r++) plotter->curve[r] = row_at(plotter, r)[column];
}

/* --- plots */

/* Title, note and scale of a plot; its curves follow. */
static void plot_begin(Plotter *plotter, const char *title, const char *note, const char *scale)
{
  fprintf(plotter->stream, "%s\n  {\"title\": ", plotter->before_plot);
  plotter->before_plot  = ",";
  plotter->before_curve = "";
  json_text(title, plotter->stream);
  fputs(", \"note\": ", plotter->stream);
  json_text(note, plotter->stream);
  fprintf(plotter->stream, ", \"scale\": \"%s\", \"curves\": [", scale);
}

static void plot_end(const Plotter *plotter)
{
  fputs("]}", plotter->stream);
}

/* A plot of consecutive columns of invariants.csv. */
static void columns_plot(Plotter *plotter, const char *title, const char *note, int first, int count)
{
  plotter_take(plotter, FROM_INVARIANTS);
  plot_begin(plotter, title, note, "linear");
  for (int c = first; c < first + count; c++) {
    column_copy(plotter, c);
    curve_write(plotter, plotter->table->names[c]);
  }
  plot_end(plotter);
}

/* --- drifts, relative to the largest value met, as the report of a run has them */

typedef enum { DRIFT_H, DRIFT_L, DRIFT_P } DriftKind;

/* Distance of a conserved quantity from its start; of L along the symmetry axis where there is one. */
static double change_of(DriftKind kind, const Symmetry *symmetry, const double *row, const double *start)
{
  double dL[3], most = 0.0;

  if (kind == DRIFT_H) return fabs(row[INVARIANT_H] - start[INVARIANT_H]);
  for (int i = 0; i < 3; i++) {
    dL[i] = row[INVARIANT_L + i] - start[INVARIANT_L + i];
    if (symmetry->linear[i]) most = fmax(most, fabs(row[INVARIANT_P + i] - start[INVARIANT_P + i]));
  }
  if (kind == DRIFT_P) return most;
  return symmetry->angular_axes == 1 ? fabs(vec_dot(3, dL, symmetry->angular_axis)) : vec_max(3, dL);
}

/* The value that a drift is relative to: max(|H|, T), |L| or |P|. */
static double size_of(DriftKind kind, const double *row)
{
  if (kind == DRIFT_H) return fmax(fabs(row[INVARIANT_H]), row[INVARIANT_T]);
  return vec_norm(3, row + (kind == DRIFT_L ? INVARIANT_L : INVARIANT_P));
}

/* The drift relative to the largest value of the run, as in the report. */
static void drift_write(Plotter *plotter, DriftKind kind, const Symmetry *symmetry, const char *name)
{
  double scale = 0.0;

  for (int r = 0; r < plotter->table->rows; r++) scale = fmax(scale, size_of(kind, row_at(plotter, r)));
  for (int r = 0; r < plotter->table->rows; r++)
    plotter->curve[r] = drift_relative(change_of(kind, symmetry, row_at(plotter, r), row_at(plotter, 0)), scale);
  curve_write(plotter, name);
}

/* Relative drifts of H and of the conserved parts of L and P. */
static void drifts_plot(Plotter *plotter, const System *sys)
{
  Symmetry symmetry;

  system_symmetry(sys, &symmetry);
  plotter_take(plotter, FROM_INVARIANTS);
  plot_begin(plotter, "Drift", "relative change of what the exact motion conserves", "log");
  drift_write(plotter, DRIFT_H, &symmetry, "H");
  if (symmetry.angular_axes == 3) drift_write(plotter, DRIFT_L, &symmetry, "L");
  if (symmetry.angular_axes == 1) drift_write(plotter, DRIFT_L, &symmetry, "L along its axis");
  if (symmetry_linear(&symmetry)) drift_write(plotter, DRIFT_P, &symmetry, "P");
  plot_end(plotter);
}

/* --- constraints and joints */

/* Largest |mu| of each row; mu vanishes in the exact solution. */
static void mu_write(Plotter *plotter, const System *sys)
{
  for (int r = 0; r < plotter->table->rows; r++) {
    plotter->curve[r] = 0.0;
    for (int g = 0; g < sys->ngroups; g++) {
      const ConstraintGroup *group = &sys->groups[g];
      plotter->curve[r] = fmax(plotter->curve[r], vec_max(group->m, row_at(plotter, r) + 1 + group->start + group->m));
    }
  }
  curve_write(plotter, "\u03bc");
}

/* Largest violations of both levels, and the largest multiplier mu. */
static void constraints_plot(Plotter *plotter, const System *sys)
{
  static const char *const names[] = {"\u03a6", "\u03a8"};

  plot_begin(
    plotter, "Constraints",
    "largest violation of positions and velocities; largest multiplier of the velocities, 0 in the exact motion",
    "log");
  plotter_take(plotter, FROM_INVARIANTS);
  for (int i = 0; sys->nl && i < 2; i++) {
    column_copy(plotter, INVARIANT_PHI + i);
    curve_write(plotter, names[i]);
  }
  plotter_take(plotter, FROM_MULTIPLIERS);
  if (sys->nl) mu_write(plotter, sys);
  plot_end(plotter);
}

/* Sizes of the joint forces; reactions.csv has a force and a torque for each joint. */
static void joints_plot(Plotter *plotter, const System *sys)
{
  const int joints = sys->ngroups - sys->nbodies;

  plotter_take(plotter, FROM_REACTIONS);
  plot_begin(plotter, joints > JOINTS_MOST ? "Forces of 8 joints" : "Joint forces", "size of the force", "linear");
  for (int j = 0; j < joints && j < JOINTS_MOST; j++) {
    for (int r = 0; r < plotter->table->rows; r++) plotter->curve[r] = vec_norm(3, row_at(plotter, r) + 1 + 6 * j);
    curve_write(plotter, sys->groups[sys->nbodies + j].name);
  }
  plot_end(plotter);
}

/* The times of each table. */
static void times_write(Plotter *plotter)
{
  fputs("\"times\": [", plotter->stream);
  for (Source source = 0; source < SOURCES; source++) {
    plotter_take(plotter, source);
    column_copy(plotter, 0);
    values_find(plotter);
    fputs(source ? ",\n  " : "\n  ", plotter->stream);
    json_base64((size_t)plotter->thinning.count, plotter->shown, plotter->stream);
  }
  fputs("],\n", plotter->stream);
}

bool view_write_plots(const ViewRun *run, int most, FILE *stream)
{
  const System *sys = &run->model.system;
  Plotter       plotter;
  const bool    memory = plotter_create(run, most, stream, &plotter);

  if (memory) {
    times_write(&plotter);
    fputs("\"plots\": [", stream);
    columns_plot(&plotter, "Energy", "kinetic T, potential V, total H", INVARIANT_T, 3);
    columns_plot(&plotter, "Angular momentum", "about the origin", INVARIANT_L, 3);
    columns_plot(&plotter, "Linear momentum", "of all bodies", INVARIANT_P, 3);
    drifts_plot(&plotter, sys);
    constraints_plot(&plotter, sys);
    joints_plot(&plotter, sys);
    fputs("]", stream);
  }
  free(plotter.curve);
  free(plotter.shown);
  return memory;
}
