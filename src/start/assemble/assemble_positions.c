/* Positions of `initial: assemble`: the solution of Phi = 0 that is nearest to the given positions. Levenberg and Marquardt's method
 * closes the joints (Nocedal and Wright 2006, section 10.3), then projected gradient steps find the nearest solution. */
#include "base/quat.h"
#include "start/assemble/assemble_rows.h"
#include "start/initial.h"

enum { CLOSE_STEPS = 200, NEAREST_STEPS = 200 };

/* Of Phi and of a displacement, in natural units: as small as rounding errors, and displacements that may be. */
static const double rounding = 1e-14, small = 1e-10;

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
 * C y = -Phi + C shift. At closed joints x is minus the gradient of the distance along the positions that close them. */
static PetscErrorCode nearest_step(AssembleRows *rows)
{
  RateEquations *eq = &rows->eq;

  PetscFunctionBeginUser;
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
  PetscFunctionReturn(0);
}

/* sum_b 1/m_b int |x - x_given|^2 dm = |v|^2 + 1/m sum_ac E_ac (d_a - D_a) . (d_c - D_c). */
static double distance_square(const AssembleRows *rows)
{
  double sum = 0.0;

  for (int b = 0; b < rows->system->nbodies; b++) {
    const Body       *body  = &rows->system->bodies[b];
    const Kinematics *state = &rows->state[b], *given = &rows->given[b];
    double            D[3][3];
    for (int x = 0; x < 3; x++) sum += pow(state->position[x] - given->position[x], 2);
    if (rows->block[b][1] < 0) continue;
    for (int a = 0; a < 3; a++)
      for (int x = 0; x < 3; x++) D[a][x] = state->R[x][a] - given->R[x][a];
    for (int a = 0; a < 3; a++)
      for (int c = 0; c < 3; c++)
        sum += ((a == c ? 0.5 * mat3_trace(body->J) : 0.0) - body->J[a][c]) / body->mass * vec_dot(3, D[a], D[c]);
  }
  return sum;
}

/* x . W y */
static double steps_dot(const AssembleRows *rows, const double *x, const double *y)
{
  double sum = 0.0;

  for (int b = 0; b < rows->system->nbodies; b++) {
    const Body *body = &rows->system->bodies[b];
    const int   v = rows->block[b][0], turn = rows->block[b][1];
    double      own[2][3], Jy[3];
    if (v >= 0) sum += vec_dot(3, x + 3 * v, y + 3 * v);
    if (turn < 0) continue;
    mat3_apply_transpose(rows->state[b].R, x + 3 * turn, own[0]);
    mat3_apply_transpose(rows->state[b].R, y + 3 * turn, own[1]);
    mat3_apply(body->J, own[1], Jy);
    sum += vec_dot(3, own[0], Jy) / body->mass;
  }
  return sum;
}

/* Goes a part of the step and closes the joints again, half as far until the distance does not grow; part 0: it always grows. */
static PetscErrorCode nearest_search(AssembleRows *rows, const double *step, Kinematics *before, double *part)
{
  const double distance = distance_square(rows);
  double       left;

  PetscFunctionBeginUser;
  state_copy(rows, rows->state, before);
  for (; *part > 1e-6; *part *= 0.5) {
    for (int i = 0; i < 3 * rows->eq.nblocks; i++) rows->x[i] = *part * step[i];
    state_move(rows);
    PetscCall(positions_close(rows, &left));
    if (left <= initial_tolerance && distance_square(rows) <= distance * (1.0 + 1e-14)) PetscFunctionReturn(0);
    state_copy(rows, before, rows->state);
  }
  *part = 0.0;
  PetscFunctionReturn(0);
}

/* Part of the step x after `last`, of which `part` was taken: the length of Barzilai and Borwein (1988), s . s / s . y with the way s
 * and the change y of the gradient. */
static double nearest_part(const AssembleRows *rows, const double *last, double part)
{
  const double whole = steps_dot(rows, last, last), change = whole - steps_dot(rows, last, rows->x);

  return change > 0.0 ? fmin(part * whole / change, 2.0) : 1.0;
}

/* Projected gradient steps, from closed joints to closed joints, until they are as small as rounding errors or no longer decrease. */
static PetscErrorCode positions_nearest(AssembleRows *rows)
{
  const size_t n     = 3 * (size_t)rows->eq.nblocks;
  double       least = INFINITY, part = 1.0, *last;
  Kinematics  *before;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n + 1, &last, rows->system->nbodies, &before));
  for (int step = 0; step < NEAREST_STEPS && part > 0.0; step++) {
    PetscCall(nearest_step(rows));
    const double size = step_size(rows);
    if (size < rounding || (size < small && size >= least)) break;
    if (step) part = nearest_part(rows, last, part);
    least = fmin(least, size);
    vec_copy((int)n, rows->x, last);
    PetscCall(nearest_search(rows, last, before, &part));
  }
  PetscCall(PetscFree2(last, before));
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
