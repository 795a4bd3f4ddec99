/* Positions of `initial: assemble`: the solution of Phi = 0 that is nearest to the given positions. Levenberg and Marquardt's method
 * closes the joints, then sequential quadratic programming finds the nearest solution (Nocedal and Wright 2006, sections 10.3 and
 * 18.1). */
#include "base/quat.h"
#include "start/assemble/assemble_rows.h"
#include "start/initial.h"

enum { CLOSE_STEPS = 200, NEAREST_STEPS = 200 };

static const double rounding = 1e-14; /* of Phi and of a displacement, in natural units */

/* Moves every body by its displacement and rotation vector in x. */
static void state_move(AssembleRows *rows)
{
  for (int b = 0; b < rows->system->nbodies; b++) {
    Kinematics *state = &rows->state[b];
    const int   v = rows->block[b][0], turn = rows->block[b][1];
    double      q[4], norm;
    if (v >= 0 && !rows->known[v]) vec_add(3, 1.0, rows->x + 3 * v, state->position);
    if (turn < 0 || rows->known[turn]) continue;
    quat_exp(rows->x + 3 * turn, q);
    quat_multiply(q, state->q, state->q);
    norm = vec_norm(4, state->q);
    for (int i = 0; i < 4; i++) state->q[i] /= norm;
    quat_to_matrix(state->q, state->R);
  }
}

static void state_copy(const AssembleRows *rows, const Kinematics *from, Kinematics *to)
{
  memcpy(to, from, (size_t)rows->system->nbodies * sizeof *to);
}

/* |Phi| with each row divided by its norm: a displacement. */
static double rows_merit(const RateEquations *eq)
{
  double sum = 0.0;

  for (int r = 0; r < eq->nrows; r++) {
    const double phi = eq->rows[r].norm > 0.0 ? eq->rows[r].b / eq->rows[r].norm : 0.0;
    sum += phi * phi;
  }
  return sqrt(sum);
}

/* Steps x = -W^-1 C^T (C W^-1 C^T + damping)^-1 Phi from the state at hand. The damping is proportional to |Phi|^2, so that rows
 * that become dependent at the solution do no harm (Yamashita and Fukushima 2001), and grows while |Phi| does not decrease. */
static PetscErrorCode positions_close(AssembleRows *rows, double *left)
{
  const double length = rows->system->units.length;
  double       factor = 1.0;

  PetscFunctionBeginUser;
  *left = assemble_position_rows(rows);
  for (int step = 0; *left > rounding && factor < 1e12 && step < CLOSE_STEPS; step++) {
    assemble_metric(rows, true);
    rate_equations_norms(&rows->eq);
    const double merit = rows_merit(&rows->eq);
    PetscCall(rate_equations_solve(&rows->eq, factor * merit * merit / (length * length), rows->x));
    state_copy(rows, rows->state, rows->saved);
    state_move(rows);
    const double found = assemble_position_rows(rows);
    if (rows_merit(&rows->eq) < merit && isfinite(found)) {
      *left  = found;
      factor = fmax(0.1 * factor, 1e-6);
      continue;
    }
    state_copy(rows, rows->saved, rows->state);
    *left = assemble_position_rows(rows);
    if (*left < initial_tolerance && factor > 1e3) break; /* the level of rounding errors */
    factor *= 10.0;
  }
  PetscFunctionReturn(0);
}

/* shift = W^-1 g with the gradient g of 1/2 sum_b 1/m_b int |x - x_given|^2 dm. Of a body with directors d_a, given ones D_a and the
 * Euler tensor E = tr J / 2 - J: g_v = x - x_given, g_omega = -1/m sum_ab E_ab d_a x D_b. */
static void shift_evaluate(AssembleRows *rows)
{
  for (int b = 0; b < rows->system->nbodies; b++) {
    const Body       *body  = &rows->system->bodies[b];
    const Kinematics *state = &rows->state[b], *given = &rows->given[b];
    const int         v = rows->block[b][0], turn = rows->block[b][1];
    double            g[3] = {0.0};
    for (int x = 0; v >= 0 && x < 3; x++)
      rows->shift[3 * v + x] = rows->known[v] ? 0.0 : state->position[x] - given->position[x];
    if (turn < 0) continue;
    for (int a = 0; a < 3; a++)
      for (int c = 0; c < 3; c++) {
        const double E    = (a == c ? 0.5 * mat3_trace(body->J) : 0.0) - body->J[a][c];
        const double d[3] = {state->R[0][a], state->R[1][a], state->R[2][a]};
        const double D[3] = {given->R[0][c], given->R[1][c], given->R[2][c]};
        double       moment[3];
        vec_cross(d, D, moment);
        vec_add(3, -E / body->mass, moment, g);
      }
    mat3_apply(rows->eq.inverse[turn], g, rows->shift + 3 * turn);
    if (rows->known[turn]) vec_zero(3, rows->shift + 3 * turn);
  }
}

/* Largest displacement in x: lengths in natural units, angles. */
static double step_size(const AssembleRows *rows)
{
  double most = 0.0;

  for (int b = 0; b < rows->system->nbodies; b++)
    for (int k = 0; k < 2; k++) {
      const int block = rows->block[b][k];
      if (block < 0 || rows->known[block]) continue;
      most = fmax(most, vec_max(3, rows->x + 3 * block) / (k ? 1.0 : rows->system->units.length));
    }
  return most;
}

/* Steps that minimise 1/2 (x + shift) . W (x + shift) with Phi + Phi_x x = 0: x = y - shift, y of least norm with
 * C y = -Phi + C shift. Ends when steps are as small as rounding errors or no longer decrease. */
static PetscErrorCode positions_nearest(AssembleRows *rows)
{
  RateEquations *eq   = &rows->eq;
  double         last = INFINITY;

  PetscFunctionBeginUser;
  for (int step = 0; step < NEAREST_STEPS; step++) {
    (void)assemble_position_rows(rows);
    assemble_metric(rows, true);
    rate_equations_norms(eq);
    shift_evaluate(rows);
    for (int r = 0; r < eq->nrows; r++) {
      const double phi = eq->rows[r].b;
      eq->rows[r].b    = 2.0 * phi - rate_row_residual(&eq->rows[r], rows->shift); /* phi + C shift */
    }
    PetscCall(rate_equations_solve(eq, 0.0, rows->x));
    vec_add(3 * eq->nblocks, -1.0, rows->shift, rows->x);
    const double size = step_size(rows);
    if (!(size < last) || size > 1.0) break;
    state_move(rows);
    if (size < rounding) break;
    last = size;
  }
  PetscFunctionReturn(0);
}

/* Given positions that satisfy Phi up to rounding are kept bit for bit. */
PetscErrorCode assemble_positions(AssembleRows *rows, double *left)
{
  Kinematics *closed;

  PetscFunctionBeginUser;
  *left = assemble_position_rows(rows);
  if (*left <= rounding) PetscFunctionReturn(0);
  PetscCall(positions_close(rows, left));
  if (!(*left <= initial_tolerance)) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(rows->system->nbodies, &closed));
  state_copy(rows, rows->state, closed);
  PetscCall(positions_nearest(rows));
  PetscCall(positions_close(rows, left));
  if (!(*left <= initial_tolerance)) {
    state_copy(rows, closed, rows->state);
    *left = assemble_position_rows(rows);
  }
  PetscCall(PetscFree(closed));
  PetscFunctionReturn(0);
}
