/* Assembly of start values: known blocks of each level, positions, velocities of least kinetic energy, contradictions, freedoms. */
#include "start/assemble/assemble.h"

#include "base/vec.h"
#include "base/words.h"
#include "start/assemble/assemble_rows.h"
#include "start/initial.h"

enum { NAMED_MOST = 6 };

/* --- names in messages */

/* "a, b, c" of the marked bodies, at most NAMED_MOST and "..."; "" if there are none. */
static void bodies_name(const System *sys, const bool *marked, char *text, size_t size)
{
  const char *names[NAMED_MOST + 2] = {NULL};
  int         n                     = 0;

  for (int b = 0; b < sys->nbodies && n <= NAMED_MOST; b++) {
    if (!marked[b]) continue;
    names[n] = n < NAMED_MOST ? sys->bodies[b].name : "...";
    n++;
  }
  word_join(names, text, size);
}

/* Bodies of the row's joint with a value that is kept on the level at hand. */
static void row_mark_known(const AssembleRows *rows, const RateRow *row, bool *marked)
{
  for (int s = 0; s < 2; s++) {
    const int b = rows->system->groups[row->group].body[s];
    for (int k = 0; b != GROUND && k < 2; k++) {
      const int block = rows->block[b][k];
      if (block >= 0 && rows->known[block]) marked[b] = true;
    }
  }
}

/* The other joints with a residual of similar size, "" if there are none: ", as at a, b". */
static void joints_name(const AssembleRows *rows, const double *residual, int worst, char *text, size_t size)
{
  const char *names[NAMED_MOST + 1] = {NULL};
  int         n = 0, last = rows->eq.rows[worst].group;
  char        list[NAMED_MOST * NAME_LEN];

  for (int r = 0; r < rows->eq.nrows && n < NAMED_MOST; r++) {
    const int g = rows->eq.rows[r].group;
    if (g == last || g == rows->eq.rows[worst].group || residual[r] < 1e-3 * residual[worst]) continue;
    names[n++] = rows->system->groups[g].name;
    last       = g;
  }
  word_join(names, list, sizeof list);
  snprintf(text, size, "%s%s", n ? ", as at " : "", list);
}

/* Adds one fault, at the joint with the largest residual. The rows have their residuals in b. */
static PetscErrorCode contradiction_report(const AssembleRows *rows, bool velocities, FaultList *faults)
{
  const System *sys   = rows->system;
  int           worst = 0;
  double       *residual;
  bool         *marked;
  char          joints[500], bodies[500];

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(rows->eq.nrows, &residual, sys->nbodies, &marked));
  for (int r = 0; r < rows->eq.nrows; r++) {
    residual[r] = fabs(rows->eq.rows[r].b) / rows->eq.rows[r].unit;
    if (residual[r] > residual[worst]) worst = r;
  }
  for (int r = 0; r < rows->eq.nrows; r++)
    if (residual[r] >= 1e-3 * residual[worst]) row_mark_known(rows, &rows->eq.rows[r], marked);
  joints_name(rows, residual, worst, joints, sizeof joints);
  bodies_name(sys, marked, bodies, sizeof bodies);
  const RateRow         *row    = &rows->eq.rows[worst];
  const ConstraintGroup *group  = &sys->groups[row->group];
  const bool             length = row->unit != 1.0;
  if (velocities)
    fault_add(
      faults, R0411_ASSEMBLE_VELOCITIES, group->where, group->name,
      "found given velocities that contradict the joints or each other: a %s of %.6g is left here%s%s%s; expected "
      "values that fit: leave out those that follow from others, and initial: assemble computes them",
      length ? "velocity" : "rate", fabs(row->b), joints, bodies[0] ? "; given are those of " : "", bodies);
  else
    fault_add(
      faults, R0412_ASSEMBLE_POSITIONS, group->where, group->name,
      "found positions that cannot be assembled: a %s of %.6g is left here%s%s%s; expected bodies that reach each "
      "other%s",
      length ? "gap" : "tilt", fabs(row->b), joints, bodies[0] ? "; known are values of " : "", bodies,
      bodies[0] ? ", or fewer known values" : "");
  PetscCall(PetscFree2(residual, marked));
  PetscFunctionReturn(0);
}

/* --- velocities */

static bool velocity_given(const ProblemBody *body)
{
  return !isnan(body->velocity[0]);
}

static bool omega_given(const ProblemBody *body)
{
  return !isnan(body->angular_velocity[0]) || !isnan(body->angular_velocity_spatial[0]);
}

/* Marks what the problem gives on one level. An angular velocity in spatial axes keeps its direction in space, one in body axes turns
 * with the body. */
static void known_mark(AssembleRows *rows, bool velocities)
{
  for (int b = 0; b < rows->system->nbodies; b++) {
    const ProblemBody *given = &rows->problem->bodies[b];
    const int          v = rows->block[b][0], turn = rows->block[b][1];
    if (v >= 0) rows->known[v] = velocities ? velocity_given(given) : (given->known & KNOWN_POSITION) != 0;
    if (turn >= 0) rows->known[turn] = velocities ? omega_given(given) : (given->known & KNOWN_ORIENTATION) != 0;
    if (velocities && !isnan(given->angular_velocity_spatial[0]))
      mat3_apply_transpose(rows->state[b].R, given->angular_velocity_spatial, rows->state[b].omega);
  }
}

/* Writes the velocities x that were free into the state. */
static void velocities_write(AssembleRows *rows)
{
  for (int b = 0; b < rows->system->nbodies; b++) {
    const int v = rows->block[b][0], turn = rows->block[b][1];
    if (v >= 0 && !rows->known[v]) vec_copy(3, rows->x + 3 * v, rows->state[b].velocity);
    if (turn >= 0 && !rows->known[turn])
      mat3_apply_transpose(rows->state[b].R, rows->x + 3 * turn, rows->state[b].omega);
  }
}

/* Largest speed of the state, at a distance of the natural length. */
static double state_speed(const AssembleRows *rows)
{
  const Units *units = &rows->system->units;
  double       most  = units->velocity;

  for (int b = 0; b < rows->system->nbodies; b++) {
    most = fmax(most, vec_max(3, rows->state[b].velocity));
    most = fmax(most, vec_max(3, rows->state[b].omega) * units->length);
  }
  return most;
}

/* Counts the velocities that nothing determines and names their bodies. */
static PetscErrorCode freedoms_find(AssembleRows *rows, Assembled *assembled)
{
  const System *sys = rows->system;
  bool         *moves, *marked;
  int           nindependent;

  PetscFunctionBeginUser;
  PetscCall(rate_equations_independent(&rows->eq, &nindependent));
  assembled->nfree = -nindependent;
  for (int k = 0; k < rows->eq.nblocks; k++) assembled->nfree += rows->known[k] ? 0 : 3;
  if (assembled->nfree <= 0) PetscFunctionReturn(0);
  PetscCall(PetscCalloc2(rows->eq.nblocks, &moves, sys->nbodies, &marked));
  PetscCall(rate_equations_free(&rows->eq, rows->known, moves));
  for (int b = 0; b < sys->nbodies; b++)
    for (int k = 0; k < 2; k++)
      if (rows->block[b][k] >= 0 && moves[rows->block[b][k]]) marked[b] = true;
  bodies_name(sys, marked, assembled->bodies, sizeof assembled->bodies);
  PetscCall(PetscFree2(moves, marked));
  PetscFunctionReturn(0);
}

/* min 1/2 sum_b (m v . v + omega . J omega) over what is not given, with the rows of joints, motions and rates. */
static PetscErrorCode assemble_velocities(AssembleRows *rows, FaultList *faults, Assembled *assembled)
{
  RateEquations *eq   = &rows->eq;
  double         left = 0.0;

  PetscFunctionBeginUser;
  known_mark(rows, true);
  assemble_metric(rows, false);
  assemble_velocity_rows(rows);
  rate_equations_norms(eq);
  PetscCall(rate_equations_solve(eq, 0.0, rows->x));
  velocities_write(rows);
  const double spin = state_speed(rows) / rows->system->units.length;
  for (int r = 0; r < eq->nrows; r++) {
    eq->rows[r].b = rate_row_residual(&eq->rows[r], rows->x);
    left          = fmax(left, fabs(eq->rows[r].b) / (eq->rows[r].unit * spin));
  }
  if (!(left <= initial_tolerance)) PetscCall(contradiction_report(rows, true, faults));
  else PetscCall(freedoms_find(rows, assembled));
  PetscFunctionReturn(0);
}

/* --- the start */

PetscErrorCode assemble_create(const Problem *problem, const System *sys, FaultList *faults, double *z,
                               Assembled *assembled)
{
  AssembleRows rows;
  double       left;
  const int    before = faults->count;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(assembled, sizeof *assembled));
  system_initial(sys, problem, z);
  if (sys->bodies[0].hamiltonian) PetscFunctionReturn(0); /* has neither positions nor joints */
  PetscCall(assemble_rows_create(problem, sys, &rows));
  known_mark(&rows, false);
  PetscCall(assemble_positions(&rows, &left));
  if (left <= initial_tolerance) PetscCall(assemble_velocities(&rows, faults, assembled));
  else PetscCall(contradiction_report(&rows, false, faults));
  for (int b = 0; faults->count == before && b < sys->nbodies; b++)
    sys->bodies[b].ops->from_kinematics(&sys->bodies[b], &rows.state[b], z + sys->start[b]);
  PetscCall(assemble_rows_destroy(&rows));
  PetscFunctionReturn(0);
}
