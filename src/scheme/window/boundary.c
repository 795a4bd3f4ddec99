/* Boundary conditions as rows in frames (mG) or fixed entries (BG), and checks of their number. */
#include "scheme/window/boundary.h"

#include "base/quat.h"
#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* First entries of the directors, of the velocity and of the rates of the directors in F. */
enum { F_D = 3, F_RATE = FRAME_F, F_DRATE = FRAME_F + 3 };

/* The conditions of a body at one end; NULL: none. */
static const ProblemEnd *end_find(const ProblemBoundary *b, int body, int at)
{
  const ProblemEnd *ends = at == AT_START ? b->start : b->end;
  const int         n    = at == AT_START ? b->nstart : b->nend;

  for (int i = 0; i < n; i++)
    if (ends[i].body == body) return &ends[i];
  return NULL;
}

/* Overwrites what the problem prescribes at this end; returns its PRESCRIBED_ bits. */
unsigned boundary_kinematics(const ProblemBoundary *ends, int body, int at, Kinematics *motion)
{
  const ProblemEnd *end  = end_find(ends, body, at);
  unsigned          what = 0;

  if (!end) return 0;
  if (!isnan(end->position[0])) {
    vec_copy(3, end->position, motion->position);
    what |= PRESCRIBED_POSITION;
  }
  if (!isnan(end->orientation[0])) {
    const double norm = vec_norm(4, end->orientation);
    for (int i = 0; i < 4; i++) motion->q[i] = end->orientation[i] / norm;
    quat_to_matrix(motion->q, motion->R);
    what |= PRESCRIBED_ORIENTATION;
  }
  if (!isnan(end->velocity[0])) {
    vec_copy(3, end->velocity, motion->velocity);
    what |= PRESCRIBED_VELOCITY;
  }
  if (!isnan(end->angular_velocity[0])) {
    vec_copy(3, end->angular_velocity, motion->omega);
    what |= PRESCRIBED_OMEGA;
  }
  return what;
}

/* --- mG: rows in frames */

/* Appends an empty condition of one body at one end; NULL: out of memory. */
static EndCondition *condition_add(Boundary *b, int at, int body, double unit)
{
  EndCondition *grown = realloc(b->conditions, (size_t)(b->nconditions + 1) * sizeof *grown);

  if (!grown) return NULL;
  b->conditions = grown;
  grown += b->nconditions++;
  memset(grown, 0, sizeof *grown);
  grown->at   = at;
  grown->body = body;
  grown->unit = unit;
  return grown;
}

/* Three rows F_i - value_i = 0 from entry `first` on. */
static bool conditions_equal(Boundary *b, int at, int body, double unit, int first, const double value[3])
{
  for (int x = 0; x < 3; x++) {
    EndCondition *c = condition_add(b, at, body, unit);
    if (!c || !frame_row_add_linear(&c->row, first + x, 1.0)) return false;
    c->row.c = -value[x];
  }
  return true;
}

/* Three rows that make R*^T R symmetric, with the prescribed R*: 1/2 (d*_k . d_j - d*_j . d_k) = 0 for i, j, k cyclic. */
static bool conditions_orientation(Boundary *b, int at, int body, const double R[3][3])
{
  for (int i = 0; i < 3; i++) {
    const int     j = (i + 1) % 3, k = (i + 2) % 3;
    EndCondition *c = condition_add(b, at, body, 1.0);
    for (int x = 0; c && x < 3; x++)
      if (!frame_row_add_linear(&c->row, F_D + 3 * j + x, 0.5 * R[x][k]) ||
          !frame_row_add_linear(&c->row, F_D + 3 * k + x, -0.5 * R[x][j]))
        return false;
    if (!c) return false;
  }
  return true;
}

/* Three rows Omega_i - value_i = 0 with Omega_i = 1/2 (d_k . ddot_j - d_j . ddot_k). */
static bool conditions_omega(Boundary *b, int at, int body, double unit, const double omega[3])
{
  for (int i = 0; i < 3; i++) {
    const int     j = (i + 1) % 3, k = (i + 2) % 3;
    EndCondition *c = condition_add(b, at, body, unit);
    for (int x = 0; c && x < 3; x++)
      if (!frame_row_add_quadratic(&c->row, F_D + 3 * k + x, F_DRATE + 3 * j + x, 0.5) ||
          !frame_row_add_quadratic(&c->row, F_D + 3 * j + x, F_DRATE + 3 * k + x, -0.5))
        return false;
    if (!c) return false;
    c->row.c = -omega[i];
  }
  return true;
}

/* Value of a row and its gradient[nz] at the state z[nz] of its body. */
static double condition_at(const EndCondition *condition, const Body *body, const double *z, double *gradient)
{
  double F[FRAME], F_z[FRAME * BODY_NZ], slope[FRAME];

  body->ops->frame(body, z, F, F_z);
  frame_row_gradient(&condition->row, NULL, F, slope);
  vec_zero(body->nz, gradient);
  for (int c = 0; c < FRAME; c++)
    if (slope[c] != 0.0) vec_add(body->nz, slope[c], F_z + c * body->nz, gradient);
  return frame_row_value(&condition->row, NULL, F);
}

/* Finds the entries of the gradient that are not zero at two general states. */
static void condition_probe(const Body *body, EndCondition *condition)
{
  double z[BODY_NZ], gradient[BODY_NZ];

  for (int probe = 0; probe < 2; probe++) {
    for (int i = 0; i < body->nz; i++) z[i] = 0.3 + 0.5 * sin(1.7 * i + 0.9 * probe + 0.4);
    condition_at(condition, body, z, gradient);
    for (int i = 0; i < body->nz; i++)
      if (gradient[i] != 0.0) condition->touches |= 1u << i;
  }
}

/* Conditions at the start precede those at the end. */
bool boundary_conditions(const ProblemBoundary *ends, const System *sys, Boundary *b)
{
  const Units *u = &sys->units;

  for (int at = AT_START; at <= AT_END; at++)
    for (int body = 0; body < sys->nbodies; body++) {
      Kinematics     motion;
      const unsigned what = boundary_kinematics(ends, body, at, &motion);
      if ((what & PRESCRIBED_POSITION && !conditions_equal(b, at, body, u->length, 0, motion.position)) ||
          (what & PRESCRIBED_ORIENTATION && !conditions_orientation(b, at, body, motion.R)) ||
          (what & PRESCRIBED_VELOCITY && !conditions_equal(b, at, body, u->velocity, F_RATE, motion.velocity)) ||
          (what & PRESCRIBED_OMEGA && !conditions_omega(b, at, body, u->velocity / u->length, motion.omega)))
        return false;
    }
  for (int i = 0; i < b->nconditions; i++) condition_probe(&sys->bodies[b->conditions[i].body], &b->conditions[i]);
  return true;
}

/* --- BG: fixed entries */

/* Appends z_col = value, which replaces a row of BG at that end. */
static bool fixed_add(Boundary *b, int at, int col, int row, double value)
{
  Fixed *grown = realloc(b->fixed, (size_t)(b->nfixed + 1) * sizeof *grown);

  if (!grown) return false;
  b->fixed           = grown;
  grown[b->nfixed++] = (Fixed){at, col, row, value};
  return true;
}

/* Fixes the coordinates (or momenta) from .. to - 1 of a body to the values of z; each replaces the row of its conjugate entry. */
static bool fixed_range(Boundary *b, const System *sys, int at, int body, int from, int to, bool momenta,
                        const double *z)
{
  const int start = sys->start[body], nq = sys->bodies[body].nq;

  for (int i = from; i < to; i++) {
    const int q = start + i, p = q + nq;
    if (!fixed_add(b, at, momenta ? p : q, momenta ? q : p, z[momenta ? nq + i : i])) return false;
  }
  return true;
}

/* Fixed entries of all bodies at both ends. */
static bool fixed_create(const Problem *problem, const System *sys, Boundary *b)
{
  for (int at = AT_START; at <= AT_END; at++)
    for (int i = 0; i < sys->nbodies; i++) {
      const Body *body = &sys->bodies[i];
      const int   nt = body->ntranslation, nq = body->nq;
      Kinematics  motion;
      double      z[BODY_NZ];
      body_initial_kinematics(&problem->bodies[i], &motion);
      const unsigned what = boundary_kinematics(&problem->boundary, i, at, &motion);
      body->ops->from_kinematics(body, &motion, z);
      if ((what & PRESCRIBED_POSITION && !fixed_range(b, sys, at, i, 0, nt, false, z)) ||
          (what & PRESCRIBED_ORIENTATION && !fixed_range(b, sys, at, i, nt, nq, false, z)) ||
          (what & PRESCRIBED_VELOCITY && !fixed_range(b, sys, at, i, 0, nt, true, z)) ||
          (what & PRESCRIBED_OMEGA && !fixed_range(b, sys, at, i, nt, nq, true, z)))
        return false;
    }
  return true;
}

/* Whether all coordinates (or momenta) in the constraints of a group are fixed. */
static bool group_fixed(const Problem *problem, const System *sys, int g, int at, bool momenta)
{
  const unsigned turn = momenta ? PRESCRIBED_OMEGA : PRESCRIBED_ORIENTATION,
                 move = momenta ? PRESCRIBED_VELOCITY : PRESCRIBED_POSITION;

  for (int side = 0; side < (g < sys->nbodies ? 1 : 2); side++) {
    const int  body = sys->groups[g].body[side];
    Kinematics motion;
    if (body < 0) continue; /* the ground */
    const unsigned what  = boundary_kinematics(&problem->boundary, body, at, &motion);
    const bool     moves = g >= sys->nbodies && sys->bodies[body].ntranslation;
    const bool     turns = sys->bodies[body].nq > sys->bodies[body].ntranslation;
    if ((moves && !(what & move)) || (turns && !(what & turn))) return false;
  }
  return true;
}

/* Multipliers at end nodes that are extrapolated, because their constraint is satisfied by fixed entries. */
static bool follow_create(const Problem *problem, const System *sys, Boundary *b)
{
  b->follow = calloc(2 * (size_t)sys->nl + 1, sizeof *b->follow);
  if (!b->follow) return false;
  for (int at = AT_START; at <= AT_END; at++)
    for (int g = 0; g < sys->ngroups; g++)
      for (int level = 0; level < 2; level++)
        for (int i = 0; group_fixed(problem, sys, g, at, level == 1) && i < sys->groups[g].m; i++)
          b->follow[b->nfollow++] = (Follow){at, sys->groups[g].start + level * sys->groups[g].m + i};
  return true;
}

/* --- counts */

/* Appends the names of the conditions in `what`. */
static void words_add(char *text, size_t size, const char *body, int at, unsigned what)
{
  static const char *const name[] = {"position", "orientation", "velocity", "angular_velocity"};

  for (int i = 0; i < 4; i++)
    if (what & 1u << i) {
      const size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%s.%s.%s", used ? ", " : "", at == AT_START ? "start" : "end", body,
               name[i]);
    }
}

/* Lists all conditions, for messages. */
static void boundary_describe(const Problem *problem, const System *sys, char *text, size_t size)
{
  text[0] = '\0';
  for (int at = AT_START; at <= AT_END; at++)
    for (int body = 0; body < sys->nbodies; body++) {
      Kinematics motion;
      words_add(text, size, sys->bodies[body].name, at, boundary_kinematics(&problem->boundary, body, at, &motion));
    }
}

/* Number of bits of `what` in `mask`. */
static int bits(unsigned what, unsigned mask)
{
  int n = 0;
  for (unsigned bit = 1; bit <= mask; bit <<= 1) n += (what & mask & bit) != 0;
  return n;
}

/* BG: adds a fault unless each body has two conditions of translation and two of rotation, and no angular velocity without the
 * orientation at the same end. */
static void strong_check(const Problem *problem, const System *sys, FaultList *faults)
{
  for (int i = 0; i < sys->nbodies; i++) {
    const Body    *body = &sys->bodies[i];
    Kinematics     motion;
    const unsigned start = boundary_kinematics(&problem->boundary, i, AT_START, &motion),
                   end   = boundary_kinematics(&problem->boundary, i, AT_END, &motion);
    const unsigned move = PRESCRIBED_POSITION | PRESCRIBED_VELOCITY, turn = PRESCRIBED_ORIENTATION | PRESCRIBED_OMEGA;
    const int      moves = bits(start, move) + bits(end, move), turns = bits(start, turn) + bits(end, turn);
    const bool     bare = (start & PRESCRIBED_OMEGA && !(start & PRESCRIBED_ORIENTATION)) ||
                      (end & PRESCRIBED_OMEGA && !(end & PRESCRIBED_ORIENTATION));
    if (body->ntranslation && moves != 2)
      fault_add(faults, R0364_BOUNDARY_STRONG, problem->boundary.where, "boundary",
                "found %d condition%s on position and velocity of %s, expected two for BG", moves, word_plural(moves),
                body->name);
    if (body->nq > body->ntranslation && turns != 2)
      fault_add(faults, R0364_BOUNDARY_STRONG, problem->boundary.where, "boundary",
                "found %d condition%s on orientation and angular velocity of %s, expected two for BG", turns,
                word_plural(turns), body->name);
    if (bare)
      fault_add(
        faults, R0364_BOUNDARY_STRONG, problem->boundary.where, "boundary",
        "found an angular velocity of %s without its orientation at the same end, expected both for BG (mG supports it)",
        body->name);
  }
}

/* mG: adds a fault unless there are nz - nl conditions. With an objective the number is free. */
static void count_check(const Problem *problem, const System *sys, const Boundary *b, FaultList *faults)
{
  const int wanted = sys->nz - sys->nl;
  char      text[400];

  if (b->nconditions == wanted || problem->nterms) return;
  boundary_describe(problem, sys, text, sizeof text);
  fault_add(faults, R0363_BOUNDARY_COUNT, problem->boundary.where, "boundary",
            "found %d condition%s (%s), expected %d: twice the %d degree%s of freedom; the set is %s", b->nconditions,
            word_plural(b->nconditions), text, wanted, wanted / 2, word_plural(wanted / 2),
            b->nconditions > wanted ? "over-determined" : "under-determined");
}

/* Fixed entries for BG, rows for mG; then the check of their number. */
bool boundary_create(const Problem *problem, const System *sys, FaultList *faults, Boundary *b)
{
  const int before = faults->count;

  memset(b, 0, sizeof *b);
  b->strong         = problem->method.scheme->galerkin == GALERKIN_BUBNOV && problem->method.start == START_STRONG;
  const bool follow = b->strong && problem->method.multipliers == MULTIPLIERS_CONTINUOUS;
  if (b->strong ? !fixed_create(problem, sys, b) || (follow && !follow_create(problem, sys, b))
                : !boundary_conditions(&problem->boundary, sys, b))
    fault_add(faults, R0001_OUT_OF_MEMORY, problem->boundary.where, "boundary", "out of memory");
  else if (b->strong) strong_check(problem, sys, faults);
  else count_check(problem, sys, b, faults);
  if (faults->count == before) return true;
  boundary_destroy(b);
  return false;
}

void boundary_destroy(Boundary *b)
{
  for (int i = 0; i < b->nconditions; i++) frame_row_clear(&b->conditions[i].row);
  free(b->conditions);
  free(b->fixed);
  free(b->follow);
  memset(b, 0, sizeof *b);
}

int boundary_count(const Boundary *b, int at)
{
  int n = 0;
  for (int i = 0; i < b->nconditions; i++) n += b->conditions[i].at == at;
  return n;
}

double condition_value(const System *sys, const EndCondition *condition, const double *z, double *gradient)
{
  return condition_at(condition, &sys->bodies[condition->body], z + sys->start[condition->body], gradient);
}

/* Negates the fixed quaternion of a body, and its momenta, if its product with the guess is negative. */
void boundary_sign(const System *sys, const double *end, Boundary *b)
{
  for (int i = 0; i < sys->nbodies; i++) {
    const Body *body = &sys->bodies[i];
    const int   from = sys->start[i] + body->ntranslation, to = sys->start[i] + body->nq;
    double      dot = 0.0;
    if (body->nq - body->ntranslation != 4) continue;
    for (int f = 0; f < b->nfixed; f++)
      if (b->fixed[f].at == AT_END && b->fixed[f].col >= from && b->fixed[f].col < to)
        dot += b->fixed[f].value * end[b->fixed[f].col];
    for (int f = 0; dot < 0.0 && f < b->nfixed; f++) {
      const int col = b->fixed[f].col, q = col >= to ? col - body->nq : col;
      if (b->fixed[f].at == AT_END && q >= from && q < to) b->fixed[f].value = -b->fixed[f].value;
    }
  }
}
