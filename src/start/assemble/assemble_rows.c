/* Equations of `initial: assemble` at a state of the bodies: gradients of all rows in v and omega, rates of joints, metric. */
#include "start/assemble/assemble_rows.h"

#include "base/vec.h"
#include "start/position/joint_jacobian.h"

/* Numbers the blocks: v of bodies that translate, omega of bodies that turn. The scale of a scalable body is kept as given. */
static int blocks_number(const System *sys, int (*block)[2])
{
  int n = 0;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    block[b][0]      = body->nz && body->ntranslation ? n++ : -1;
    block[b][1]      = body->nz && body->nq > body->ntranslation ? n++ : -1;
  }
  return n;
}

PetscErrorCode assemble_rows_create(const Problem *problem, const System *sys, AssembleRows *rows)
{
  const int nb   = sys->nbodies;
  int       most = 2 * problem->njoints; /* rates */

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(rows, sizeof *rows));
  rows->problem = problem;
  rows->system  = sys;
  for (int g = nb; g < sys->ngroups; g++) most += sys->groups[g].m;
  PetscCall(PetscMalloc4(nb, &rows->given, nb, &rows->state, nb, &rows->saved, nb, &rows->block));
  const int    nblocks = blocks_number(sys, rows->block);
  const size_t size    = 3 * (size_t)nblocks + 1;
  PetscCall(PetscCalloc5(sys->nz + 1, &rows->z, (size_t)nb * FRAME, &rows->frames, nblocks + 1, &rows->known, size,
                         &rows->x, size, &rows->shift));
  PetscCall(rate_equations_create(nblocks, most, &rows->eq));
  for (int b = 0; b < nb; b++) {
    body_initial_kinematics(&problem->bodies[b], &rows->given[b]);
    rows->state[b] = rows->given[b];
  }
  PetscFunctionReturn(0);
}

PetscErrorCode assemble_rows_destroy(AssembleRows *rows)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree4(rows->given, rows->state, rows->saved, rows->block));
  PetscCall(PetscFree5(rows->z, rows->frames, rows->known, rows->x, rows->shift));
  PetscCall(rate_equations_destroy(&rows->eq));
  PetscFunctionReturn(0);
}

/* R A R^T of a symmetric A. */
static void mat3_rotate(const double R[3][3], const double A[3][3], double out[3][3])
{
  double T[3][3];

  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) T[i][j] = vec_dot(3, R[i], A[j]);
  for (int i = 0; i < 3; i++) mat3_apply(R, T[i], out[i]);
}

/* W^-1: 1/m and R J^-1 R^T, or 1 and m R J^-1 R^T. */
void assemble_metric(AssembleRows *rows, bool per_mass)
{
  for (int b = 0; b < rows->system->nbodies; b++) {
    const Body *body = &rows->system->bodies[b];
    const int   v = rows->block[b][0], turn = rows->block[b][1];
    double      inverse[3][3];
    for (int i = 0; v >= 0 && i < 9; i++)
      rows->eq.inverse[v][i / 3][i % 3] = i % 4 ? 0.0 : per_mass ? 1.0 : 1.0 / body->mass;
    if (turn < 0) continue;
    mat3_invert_symmetric(body->J, inverse);
    for (int i = 0; per_mass && i < 9; i++) inverse[i / 3][i % 3] *= body->mass;
    mat3_rotate(rows->state[b].R, inverse, rows->eq.inverse[turn]);
  }
}

/* --- rows */

/* Adds coefficients of one block to a row; a known block with the velocity `value` (NULL: at rest) goes to the right-hand side. */
static void row_add(const AssembleRows *rows, int block, const double c[3], const double *value, RateRow *row)
{
  int k = 0;

  if (block < 0) return;
  if (rows->known[block]) {
    if (value) row->b -= vec_dot(3, c, value);
    return;
  }
  while (row->block[k] >= 0) k++;
  row->block[k] = block;
  vec_copy(3, c, row->value[k]);
}

/* Adds the coefficients of v and omega of a body; `moving`: known velocities count. */
static void row_add_body(const AssembleRows *rows, int b, const double c_v[3], const double c_omega[3], bool moving,
                         RateRow *row)
{
  const Kinematics *state = &rows->state[b];
  double            omega[3];

  mat3_apply(state->R, state->omega, omega);
  row_add(rows, rows->block[b][0], c_v, moving ? state->velocity : NULL, row);
  row_add(rows, rows->block[b][1], c_omega, moving ? omega : NULL, row);
}

/* The next row, empty. Its norm is that of the evaluation before. */
static RateRow *row_next(AssembleRows *rows, int group, double unit)
{
  RateRow *row = &rows->eq.rows[rows->eq.nrows++];

  for (int k = 0; k < ROW_BLOCKS; k++) row->block[k] = -1;
  row->b     = 0.0;
  row->unit  = unit;
  row->group = group;
  return row;
}

/* Frames of all bodies at the state. */
static void frames_evaluate(AssembleRows *rows)
{
  const System *sys = rows->system;

  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    body->ops->from_kinematics(body, &rows->state[b], rows->z + sys->start[b]);
    body->ops->frame(body, rows->z + sys->start[b], rows->frames + (size_t)b * FRAME, NULL);
  }
}

/* Relative rate at which the directors of a scalable body grow; 0 of a rigid one. */
static double growth(const Kinematics *state)
{
  return state->scale_rate / state->scale;
}

/* Rows of one joint or motion: Phi_x x = -Phi, or Phi_x x = -dPhi/dt of velocities. */
static void group_rows(AssembleRows *rows, int g, bool velocities)
{
  const System          *sys          = rows->system;
  const ConstraintGroup *group        = &sys->groups[g];
  const double           still[STACK] = {0.0};
  double                 f[STACK], w[3][ROW_TERMS], rate[BODY_RATES];
  RowWeights             weights = system_weights(sys, group, sys->t0, w);
  RowPoint               point;

  for (int s = 0; s < 2; s++)
    vec_copy(FRAME_F, group->body[s] == GROUND ? ground_frame : rows->frames + (size_t)group->body[s] * FRAME,
             f + s * FRAME_F);
  for (int r = 0; r < group->m; r++) {
    RateRow *row = row_next(rows, g, group->rows[r].length ? sys->units.length : 1.0);
    frame_row_evaluate(&group->rows[r], weights, f, still, &point);
    row->b = velocities ? -point.psi : -point.phi;
    for (int s = 0; s < 2; s++) {
      const int b = group->body[s];
      if (b == GROUND || !sys->bodies[b].nz) continue;
      constraint_row_rates(&sys->bodies[b], f + s * FRAME_F, point.gradient + s * FRAME_F, 1.0, rate);
      row_add_body(rows, b, rate, rate + sys->bodies[b].ntranslation, velocities, row);
      if (velocities && rows->block[b][1] >= 0)
        row->b -= growth(&rows->state[b]) * rate[sys->bodies[b].ntranslation + 3];
    }
  }
}

/* Rows of all joints and motions, of positions or of velocities. */
static void groups_rows(AssembleRows *rows, bool velocities)
{
  frames_evaluate(rows);
  rows->eq.nrows = 0;
  for (int g = rows->system->nbodies; g < rows->system->ngroups; g++) group_rows(rows, g, velocities);
}

double assemble_position_rows(AssembleRows *rows)
{
  double most = 0.0;

  groups_rows(rows, false);
  for (int r = 0; r < rows->eq.nrows; r++) most = fmax(most, fabs(rows->eq.rows[r].b) / rows->eq.rows[r].unit);
  return most;
}

/* --- rates of joints */

/* The rate of a joint's angle, e . (omega_B - omega_A), or of its displacement, e . (xdot_B - xdot_A) with xdot = v + omega x r: the
 * gap of the points lies along e. */
static void rate_row(AssembleRows *rows, int j, bool slides, double rate)
{
  const System          *sys     = rows->system;
  const ConstraintGroup *joint   = &sys->groups[sys->nbodies + j];
  const bool             second  = joint->body[1] != GROUND && sys->bodies[joint->body[1]].nz > 0; /* side that moves */
  const double           none[3] = {0.0};
  double                 e[3];
  RateRow               *row = row_next(rows, sys->nbodies + j, slides ? sys->units.length : 1.0);

  mat3_apply(rows->state[joint->body[second]].R, joint->geometry.axes[second][0], e);
  row->b = rate;
  for (int s = 0; s < 2; s++) {
    const int b = joint->body[s];
    double    r[3], turn[3], c[3];
    if (b == GROUND || !sys->bodies[b].nz) continue;
    for (int x = 0; x < 3; x++) c[x] = s ? e[x] : -e[x];
    mat3_apply(rows->state[b].R, joint->geometry.point[s], r);
    for (int x = 0; x < 3; x++) r[x] *= rows->state[b].scale;
    vec_cross(r, c, turn);
    if (slides) row->b -= growth(&rows->state[b]) * vec_dot(3, c, r);
    row_add_body(rows, b, slides ? c : none, slides ? turn : c, true, row);
  }
}

void assemble_velocity_rows(AssembleRows *rows)
{
  const Problem *problem = rows->problem;

  groups_rows(rows, true);
  for (int j = 0; j < problem->njoints; j++) {
    const ProblemJoint *joint = &problem->joints[j];
    const bool          turns = rows->system->groups[rows->system->nbodies + j].joint->turns;
    if (!isnan(joint->rate)) rate_row(rows, j, !turns, joint->rate);
    if (!isnan(joint->rate_along)) rate_row(rows, j, true, joint->rate_along);
  }
}
