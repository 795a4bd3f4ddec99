/* The tables of a run: names and units of their columns, and one row of each from a sample. */
#include "cli/record/tables.h"

#include "base/vec.h"
#include "time/mesh.h"

#include <stdlib.h>

static const char *const time_unit = "time", *const none = "1", *const momentum = "mass length / time",
                         *const action = "mass length^2 / time", *const energy = "mass length^2 / time^2",
                         *const push = "mass length / time^2";

/* --- columns */

/* Appends the column prefix + dot + name; the arrays double at 1, 2, 4, ... columns. False: out of memory. */
static bool column_add(TableHead *head, const char *prefix, const char *dot, const char *name, const char *unit)
{
  char text[3 * NAME_LEN];

  if ((head->ncols & (head->ncols - 1)) == 0) { /* full: 1, 2, 4, ... */
    const size_t capacity = head->ncols ? 2 * (size_t)head->ncols : 1;
    char       **columns  = realloc(head->columns, capacity * sizeof *columns);
    if (columns) head->columns = columns;
    char **units = realloc(head->units, capacity * sizeof *units);
    if (units) head->units = units;
    if (!columns || !units) return false;
  }
  snprintf(text, sizeof text, "%s%s%s", prefix, dot, name);
  head->columns[head->ncols] = strdup(text);
  head->units[head->ncols]   = strdup(unit);
  head->ncols++;
  return head->columns[head->ncols - 1] && head->units[head->ncols - 1];
}

/* Per body x, y, z, orientation, then their momenta; coordinates that the body does not have are constant columns. */
static bool state_columns(const System *sys, TableHead *head)
{
  bool good = column_add(head, "t", "", "", time_unit);

  for (int b = 0; b < sys->nbodies; b++) {
    const Body        *body  = &sys->bodies[b];
    const char *const *names = body->columns;
    for (int i = 0; good && names[i]; i++) good = column_add(head, body->name, ".", names[i], i < 3 ? "length" : none);
    for (int i = 0; good && names[i]; i++)
      good = column_add(head, body->name, ".p", names[i], i < 3 ? momentum : action);
  }
  return good;
}

/* Quantities that a Hamiltonian system conserves besides H and L. */
static const char *const *kept_names(const System *sys)
{
  static const char *const none_kept[] = {NULL};
  return sys->bodies[0].hamiltonian ? sys->bodies[0].hamiltonian->kept : none_kept;
}

/* Energies, momenta, the largest violations in all and per group of constraints, and the work of loads. */
static bool invariants_columns(const System *sys, TableHead *head)
{
  const char *const fixed[][2] = {{"t", time_unit},
                                  {"T", energy},
                                  {"V", energy},
                                  {"H", energy},
                                  {"dH", energy},
                                  {"L1", action},
                                  {"L2", action},
                                  {"L3", action},
                                  {"P1", momentum},
                                  {"P2", momentum},
                                  {"P3", momentum},
                                  {"phi_max", "of the constraint"},
                                  {"psi_max", "of the constraint"}};
  bool              good       = true;

  for (size_t i = 0; good && i < sizeof fixed / sizeof fixed[0]; i++)
    good = column_add(head, fixed[i][0], "", "", fixed[i][1]);
  for (int g = 0; good && g < sys->ngroups; g++)
    if (sys->groups[g].m + sys->groups[g].ndropped)
      good = column_add(head, sys->groups[g].name, ".", "phi", "of the constraint") &&
             column_add(head, sys->groups[g].name, ".", "psi", "of the constraint");
  for (const char *const *name = kept_names(sys); good && *name; name++)
    good = column_add(head, sys->bodies[0].name, ".", *name, "of the system");
  if (sys->nloads || sys->ndrivers)
    good = good && column_add(head, "W_ext", "", "", energy) && column_add(head, "W_diss", "", "", energy);
  return good;
}

/* gamma and mu of every row; rows of joints keep their numbers when others are dropped. */
static bool multipliers_columns(const System *sys, TableHead *head)
{
  bool good = column_add(head, "t", "", "", time_unit);

  for (int g = 0; g < sys->ngroups; g++)
    for (int r = 0; good && r < 2 * sys->groups[g].m; r++) {
      const int m = sys->groups[g].m;
      char      name[NAME_LEN];
      const int number = sys->groups[g].joint ? sys->groups[g].number[r % m] : r % m;
      snprintf(name, sizeof name, "%s%d", r < m ? "gamma" : "mu", number + 1);
      good = column_add(head, sys->groups[g].name, ".", name, "energy / constraint");
    }
  return good;
}

/* Newton's method per solve; condition numbers on request. */
static bool newton_columns(bool condition, TableHead *head)
{
  static const char *const names[] = {"element",        "t",           "iterations",     "residual",
                                      "floor",          "corrections", "condition",      "condition_paper",
                                      "condition_weak", "condition_1", "condition_bound"};
  bool                     good    = true;

  for (int i = 0; good && i < (condition ? NEWTON_COLUMNS : 6); i++)
    good = column_add(head, names[i], "", "", i == 1 ? time_unit : none);
  return good;
}

/* Force and torque of every joint on its second body, at the joint's point, in spatial axes. */
static bool reactions_columns(const System *sys, TableHead *head)
{
  static const char *const names[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  bool                     good    = column_add(head, "t", "", "", time_unit);

  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int i = 0; good && !sys->groups[g].servo && i < 6; i++)
      good = column_add(head, sys->groups[g].name, ".", names[i], i < 3 ? push : energy);
  return good;
}

/* Components of every control, numbered from 1. */
static bool controls_columns(const Problem *problem, const System *sys, TableHead *head)
{
  bool good = column_add(head, "t", "", "", time_unit);

  for (int c = 0; c < problem->ncontrols; c++)
    for (int i = sys->input[c]; good && i < sys->input[c + 1]; i++) {
      char name[12];
      snprintf(name, sizeof name, "%d", i - sys->input[c] + 1);
      const bool turns = sys->loads[sys->nloads - sys->ninputs + i].ops->turns;
      good             = column_add(head, problem->controls[c].name, ".", name, turns ? energy : push);
    }
  return good;
}

bool table_is_written(const Problem *problem, const System *sys, TableKind table)
{
  if (table == TABLE_REACTIONS) return sys->ngroups > sys->nbodies;
  if (table == TABLE_ERROR) return mesh_is_adaptive(&problem->time);
  return table != TABLE_CONTROLS || sys->ninputs > 0;
}

/* Reactions and controls have no columns in systems without joints or inputs. */
bool tables_create(const Problem *problem, const System *system, bool condition, TableHead tables[TABLES])
{
  static const char *const names[TABLES] = {"state",     "invariants", "multipliers", "newton",
                                            "reactions", "controls",   "error"};

  memset(tables, 0, TABLES * sizeof *tables);
  for (int i = 0; i < TABLES; i++) tables[i].name = names[i];
  return state_columns(system, &tables[TABLE_STATE]) && invariants_columns(system, &tables[TABLE_INVARIANTS]) &&
         multipliers_columns(system, &tables[TABLE_MULTIPLIERS]) && newton_columns(condition, &tables[TABLE_NEWTON]) &&
         (!table_is_written(problem, system, TABLE_REACTIONS) || reactions_columns(system, &tables[TABLE_REACTIONS])) &&
         (!table_is_written(problem, system, TABLE_CONTROLS) ||
          controls_columns(problem, system, &tables[TABLE_CONTROLS])) &&
         (!table_is_written(problem, system, TABLE_ERROR) || state_columns(system, &tables[TABLE_ERROR]));
}

void tables_destroy(TableHead tables[TABLES])
{
  for (int i = 0; i < TABLES; i++) {
    for (int c = 0; c < tables[i].ncols; c++) {
      free(tables[i].columns[c]);
      free(tables[i].units[c]);
    }
    free(tables[i].columns);
    free(tables[i].units);
  }
  memset(tables, 0, TABLES * sizeof *tables);
}

int tables_width(const TableHead tables[TABLES])
{
  int most = 0;

  for (int i = 0; i < TABLES; i++)
    if (tables[i].ncols > most) most = tables[i].ncols;
  return most;
}

/* --- rows */

/* Coordinates of each body, then its momenta; a coordinate that the body does not have keeps its anchor. */
void state_fill(const System *sys, double t, const double *z, double *row)
{
  int n = 0;

  row[n++] = t;
  for (int b = 0; b < sys->nbodies; b++) {
    const Body   *body = &sys->bodies[b];
    const double *zb   = z + sys->start[b];
    vec_copy(body->nheld, body->anchor, row + n);
    n += body->nheld;
    vec_copy(body->nq, zb, row + n);
    n += body->nq;
    vec_zero(body->nheld, row + n);
    n += body->nheld;
    vec_copy(body->nq, zb + body->nq, row + n);
    n += body->nq;
  }
}

/* A coordinate that the body does not have has no error. */
void error_fill(const System *sys, double t, const double *error, double *row)
{
  int n = 1;

  state_fill(sys, t, error, row);
  for (int b = 0; b < sys->nbodies; b++) {
    vec_zero(sys->bodies[b].nheld, row + n);
    n += 2 * (sys->bodies[b].nheld + sys->bodies[b].nq);
  }
}

/* One row of invariants.csv, in the order of the columns. */
void invariants_fill(const System *sys, double t, double dH, const Invariants *now, double *row)
{
  const double fixed[] = {t,         now->T,    now->V,    now->H,    dH,           now->L[0],   now->L[1],
                          now->L[2], now->P[0], now->P[1], now->P[2], now->phi_max, now->psi_max};
  int          n       = (int)(sizeof fixed / sizeof fixed[0]);

  vec_copy(n, fixed, row);
  for (int g = 0; g < sys->ngroups; g++) {
    if (!(sys->groups[g].m + sys->groups[g].ndropped)) continue;
    row[n++] = now->group[2 * g];
    row[n++] = now->group[2 * g + 1];
  }
  for (int i = 0; kept_names(sys)[i]; i++) row[n++] = now->kept[i];
  if (!sys->nloads && !sys->ndrivers) return;
  row[n++] = now->W_ext;
  row[n++] = now->W_diss;
}

/* Values of a group on both levels into the columns of the rows that are not among `dropped`, a list by rows; returns their number. */
static int group_fill(const ConstraintGroup *group, int ndropped, const Dependence *dropped, const double *value,
                      double *row)
{
  const int kept = group->m + group->ndropped - ndropped;
  int       n = 0, next = 0;

  for (int number = 0; number < group->m + group->ndropped; number++) {
    if (next < ndropped && dropped[next].row == number) {
      next++;
      continue;
    }
    row[n] = row[kept + n] = 0.0;
    for (int r = 0; r < group->m; r++)
      if (!group->joint || group->number[r] == number) {
        const int from = group->joint ? r : number;
        row[n]         = value[from];
        row[kept + n]  = value[group->m + from];
      }
    n++;
  }
  return 2 * kept;
}

/* Nodes at the ends have exactly the times of the ends: two rows of the same time are the two sides of a jump. */
void multipliers_fill(const System *sys, const Redundancy *dropped, const Sample *sample, int b, double *row)
{
  const double  node  = sample->mult_node[b];
  const double *value = sample->mult + b * sys->nl;
  int           n = 1, first = 0;

  row[0] = node == 1.0 ? sample->t : sample->start + sample->h * node;
  for (int g = 0; g < sys->ngroups; g++) {
    int count = 0;
    while (first + count < dropped->ndependent && dropped->list[first + count].group == g) count++;
    n +=
      group_fill(&sys->groups[g], count, count ? &dropped->list[first] : NULL, value + sys->groups[g].start, row + n);
    first += count;
  }
}

void controls_fill(const System *sys, const Sample *sample, int g, double *row)
{
  row[0] = sample->t - sample->h * (1.0 - sample->point[g]);
  vec_copy(sys->ninputs, sample->u + g * sys->ninputs, row + 1);
}

void newton_fill(const Sample *sample, double row[NEWTON_COLUMNS])
{
  const SolveRecord *r        = &sample->record;
  const double       values[] = {sample->element,   sample->t,      r->iterations,     r->residual,
                                 r->floor,          r->corrections, r->condition,      r->condition_paper,
                                 r->condition_weak, r->condition_1, r->condition_bound};
  memcpy(row, values, sizeof values);
}

/* x = position + s R X, so the centre of mass c moves with v + s R (Omega x c) + sdot R c. */
void poses_fill(const System *sys, const double *z, Pose *poses)
{
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    Kinematics  motion;
    double      turn[3], local[3], moved[3], rate[3];
    body->ops->kinematics(body, z + sys->start[b], &motion);
    vec_cross(motion.omega, body->center, turn);
    for (int i = 0; i < 3; i++) local[i] = motion.scale * turn[i] + motion.scale_rate * body->center[i];
    mat3_apply(motion.R, body->center, moved);
    mat3_apply(motion.R, local, rate);
    Pose *pose = &poses[b];
    memcpy(pose->R, motion.R, sizeof pose->R);
    for (int i = 0; i < 3; i++) {
      pose->position[i] = motion.position[i] + motion.scale * moved[i];
      pose->velocity[i] = motion.velocity[i] + rate[i];
      pose->omega[i]    = motion.omega[i];
    }
    pose->scale      = motion.scale;
    pose->scale_rate = motion.scale_rate;
    body->ops->kinetic(body, z + sys->start[b], &pose->kinetic, NULL, NULL);
  }
}
