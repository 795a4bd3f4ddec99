/* Consistent start values: check or projection of the state, multipliers, dependent constraint rows. */
#include "start/initial.h"

#include "base/vec.h"
#include "base/words.h"
#include "linear/least_norm.h"
#include "linear/sparse_lu.h"
#include "start/constraint_gradient.h"
#include "start/constraint_rank.h"
#include "start/servo_start.h"
#include "system/symplectic.h"

#include <stdio.h>

const double initial_tolerance = 1e-10;

/* Largest accepted residual of the accelerations at a singular position, in natural units. */
static const double branching = 1e-6;

enum { PROJECTION_STEPS = 50, NAMED_MOST = 6 };

/* One evaluation of the system at the start, and the memory for its results. */
typedef struct {
  const System *system;
  SystemWork    work;
  SystemPoint   point;
  double       *zero;     /* [nz + nl] */
  double       *buffer;   /* arrays of the point */
  int          *partner;  /* [nz] of J, symplectic_pairs */
  double       *sign;     /* [nz] */
  bool          singular; /* a singular position is accepted: multipliers of smallest norm */
  double       *left;     /* [nl] residuals of the equations of the multipliers there, in natural units */
} Start;

/* Work arrays of one evaluation of the system at the start. */
static PetscErrorCode start_create(const System *sys, double t, Start *s)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl + 1, na = (size_t)sys->A.nnz, nt = (size_t)sys->T.nnz + 1;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->system = sys;
  PetscCheck(system_work_create(sys, &s->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc5(nz + nl, &s->zero, nz + 2 * nl + na + 2 * nt, &s->buffer, nz, &s->partner, nz, &s->sign, nl,
                         &s->left));
  s->point.t       = t;
  s->point.rate    = s->buffer;
  s->point.theta   = s->point.rate + nz;
  s->point.theta_v = s->point.theta + nl;
  s->point.A       = s->point.theta_v + nl;
  s->point.T       = s->point.A + na;
  s->point.C       = s->point.T + nt;
  symplectic_pairs(sys, s->partner, s->sign);
  PetscFunctionReturn(0);
}

static PetscErrorCode start_destroy(Start *s)
{
  PetscFunctionBeginUser;
  system_work_destroy(&s->work);
  PetscCall(PetscFree5(s->zero, s->buffer, s->partner, s->sign, s->left));
  PetscFunctionReturn(0);
}

/* Evaluates rate, Theta, grad Theta and the rate of Theta along v and time (v = NULL: none) at z, without multipliers. */
static void start_evaluate(Start *s, const double *z, const double *v)
{
  s->point.dt = v ? 1.0 : 0.0;
  system_evaluate(s->system, z, v ? v : s->zero, s->zero + s->system->nz, &s->work, &s->point);
}

/* Solves (grad Theta J grad Theta^T) lambda = rhs at the state last evaluated; solved = false: singular. Overwrites rhs. In natural
 * units the matrix is D^-1 G D^-1 (m v l) with D = scale_theta, since scale_z of a coordinate and of its momentum have the
 * product m v l. */
static PetscErrorCode multipliers_solve(const Start *s, double *rhs, double *lambda, bool *solved)
{
  const Units  *units  = &s->system->units;
  const double *scale  = s->system->scale_theta;
  const double  action = units->mass * units->velocity * units->length;
  Mat           B, BJ, G;

  PetscFunctionBeginUser;
  PetscCall(constraint_gradient_create(s->system, s->point.T, NULL, NULL, &B));
  PetscCall(constraint_gradient_create(s->system, s->point.T, s->partner, s->sign, &BJ));
  PetscCall(MatMatTransposeMult(BJ, B, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &G));
  for (int i = 0; i < s->system->nl; i++) rhs[i] /= scale[i];
  *solved = true;
  if (s->singular) PetscCall(least_norm_solve(G, rhs, constraint_rank_tolerance, lambda, s->left));
  else PetscCall(sparse_lu_once(G, s->system->nl, rhs, lambda, solved));
  for (int i = 0; i < s->system->nl; i++) lambda[i] *= action / scale[i];
  PetscCall(MatDestroy(&B));
  PetscCall(MatDestroy(&BJ));
  PetscCall(MatDestroy(&G));
  PetscFunctionReturn(0);
}

/* max |Theta| in natural units over one level of one group */
static double group_violation(const System *sys, const ConstraintGroup *group, bool psi, const double *theta)
{
  double most = 0.0;

  for (int r = 0; r < group->m; r++) {
    const int i = group->start + (psi ? group->m : 0) + r;
    most        = fmax(most, fabs(theta[i]) / sys->scale_theta[i]);
  }
  return most;
}

/* Projects z onto the constraints by Newton's method along J grad Theta^T: z += J grad Theta^T lambda with
 * (grad Theta J grad Theta^T) lambda = -Theta. Positions move by M^{-1} grad Phi^T mu, so heavy bodies move least. */
static PetscErrorCode start_project(Start *s, double *z, bool *solved)
{
  const System *sys = s->system;
  double       *rhs, *lambda;

  PetscFunctionBeginUser;
  *solved = true;
  PetscCall(PetscMalloc2(sys->nl + 1, &rhs, sys->nl + 1, &lambda));
  for (int step = 0; *solved && step < PROJECTION_STEPS; step++) {
    start_evaluate(s, z, NULL);
    for (int i = 0; i < sys->nl; i++) rhs[i] = -s->point.theta[i];
    if (system_violation(sys, s->point.theta) < 1e-15) break;
    PetscCall(multipliers_solve(s, rhs, lambda, solved));
    for (int r = 0; *solved && r < sys->nl; r++)
      for (int e = sys->T.row[r]; e < sys->T.row[r + 1]; e++) {
        const int c = sys->T.col[e];
        z[s->partner[c]] += s->sign[c] * s->point.T[e] * lambda[r];
      }
  }
  PetscCall(PetscFree2(rhs, lambda));
  PetscFunctionReturn(0);
}

/* Largest residuals of a joint, dropped rows included: gap of lengths and tilt of directions in the units of the problem, and both
 * levels in natural units. */
static void joint_residual(const System *sys, const ConstraintGroup *joint, const double *z, double scaled[2],
                           double *gap, double *tilt)
{
  *gap = *tilt = 0.0;
  for (int r = 0; r < joint->m + joint->ndropped; r++) {
    const bool   length = joint->rows[r].length;
    const double unit   = length ? sys->units.length : 1.0;
    double       phi, psi;
    system_row(sys, joint, r, sys->t0, z, &phi, &psi);
    *(length ? gap : tilt) = fmax(*(length ? gap : tilt), fabs(phi));
    scaled[0]              = fmax(scaled[0], fabs(phi) / unit);
    scaled[1]              = fmax(scaled[1], fabs(psi) / unit * sys->units.length / sys->units.velocity);
  }
}

/* Residuals of one group on both levels in natural units, and a clause for messages. */
static void group_residual(const Start *s, const ConstraintGroup *group, const double *z, double scaled[2],
                           char text[80])
{
  const System *sys = s->system;
  double        gap = 0.0, tilt = 0.0;

  text[0]   = '\0';
  scaled[0] = group_violation(sys, group, false, s->point.theta);
  scaled[1] = group_violation(sys, group, true, s->point.theta);
  if (!group->joint) return;
  joint_residual(sys, group, z, scaled, &gap, &tilt);
  if (gap > initial_tolerance * sys->units.length) snprintf(text, 80, ", a gap of %.6g", gap);
  else if (tilt > initial_tolerance) snprintf(text, 80, ", a tilt of %.6g", tilt);
}

/* Adds a fault for each group with a residual above rounding on either level. After a projection one fault is added, at the joint with
 * the largest residual: a loop cannot be closed. */
static void start_check(const Start *s, bool projected, const double *z, FaultList *faults)
{
  const System *sys   = s->system;
  int           worst = -1;
  double        scaled[2], most = 0.0;
  char          text[80];

  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    group_residual(s, group, z, scaled, text);
    if (scaled[0] <= initial_tolerance && scaled[1] <= initial_tolerance) continue;
    if (!projected)
      fault_add(
        faults, R0401_START_INCONSISTENT, group->where, group->name,
        "found inconsistent initial values of this %s%s, position level %.3g, velocity level %.3g (in units of length "
        "%.3g and velocity %.3g), expected zero: correct them; or set initial: assemble, which closes joints near the given "
        "positions and computes the velocities that the file does not give; or initial: project, an impact that keeps "
        "momenta and changes velocities",
        group->driver >= 0 ? "motion"
        : group->joint     ? "joint"
                           : "body",
        text, scaled[0], scaled[1], sys->units.length, sys->units.velocity);
    if (worst >= 0 && (!group->joint || scaled[0] + scaled[1] <= most)) continue;
    worst = g;
    most  = group->joint ? scaled[0] + scaled[1] : 0.0;
  }
  if (!projected || worst < 0) return;
  group_residual(s, &sys->groups[worst], z, scaled, text);
  fault_add(
    faults, R0402_START_OPEN, sys->groups[worst].where, sys->groups[worst].name,
    "found joints that cannot be closed: projection leaves%s here, position level %.3g, velocity level %.3g (in units of "
    "length %.3g and velocity %.3g), expected zero",
    text[0] ? text + 1 : " this", scaled[0], scaled[1], sys->units.length, sys->units.velocity);
}

/* redundant: drop. Accepts rows that depend on others at this position only, unless a motion is among them. */
static PetscErrorCode start_classify(const Problem *problem, const double *z, Start *s)
{
  Redundancy found;

  PetscFunctionBeginUser;
  s->singular = false;
  if (problem->redundant != REDUNDANT_DROP) PetscFunctionReturn(0);
  PetscCall(constraint_rank_find(s->system, s->system->t0, z, constraint_rank_tolerance, &found));
  s->singular = found.ndependent > 0;
  for (int i = 0; i < found.ndependent; i++)
    if (constraint_rank_moves(s->system, &found.list[i])) s->singular = false;
  PetscCall(constraint_rank_clear(&found));
  PetscFunctionReturn(0);
}

/* Adds a fault if no accelerations continue the velocities at a singular position: their combination of its branches is none. */
static void start_check_branch(const Start *s, FaultList *faults)
{
  const System *sys   = s->system;
  const double  speed = sys->units.velocity / sys->units.length;
  int           worst = -1;
  double        most  = branching * speed;

  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int r = 0; r < 2 * sys->groups[g].m; r++) {
      if (!(fabs(s->left[sys->groups[g].start + r]) > most)) continue;
      most  = fabs(s->left[sys->groups[g].start + r]);
      worst = g;
    }
  if (worst < 0) return;
  fault_add(faults, R0403_START_BRANCH, sys->groups[worst].where, sys->groups[worst].name,
            "found velocities at a singular position that no motion of the mechanism has: this joint would open, its "
            "velocity at a rate of %.3g (scaled); expected velocities along one branch of the motion, or another start "
            "position",
            most / speed);
}

/* Adds a fault for each joint with rows that depend on others. */
static PetscErrorCode start_name_dependent(const System *sys, const double *z, bool solved, FaultList *faults)
{
  const Where nowhere = {0, 0};
  Redundancy  found;

  PetscFunctionBeginUser;
  PetscCall(constraint_rank_find(sys, sys->t0, z, constraint_rank_tolerance, &found));
  for (int i = 0, n; i < found.ndependent; i += n) {
    const ConstraintGroup *group = &sys->groups[found.list[i].group];
    Redundancy             own   = {.list = found.list + i};
    char                   text[1000];
    const int              freedoms = found.nrates - found.nindependent;
    for (n = 0; i + n < found.ndependent && found.list[i + n].group == found.list[i].group; n++) own.ndependent++;
    constraint_rank_text(sys, &own, NAMED_MOST, text, sizeof text);
    if (constraint_rank_moves(sys, found.list + i)) {
      fault_add(faults, R0404_MOTION_FIXED, group->where, group->name,
                "found a prescribed motion of what joints or other motions fix already: %s; expected one of what is "
                "free (%d of %d rows are independent)",
                text, found.nindependent, found.nrows);
      continue;
    }
    fault_add(
      faults, R0405_REDUNDANT, group->where, group->name,
      "found %d redundant constraint row%s that depend%s on other joints: %s; expected independent ones, or redundant: "
      "drop (%d of %d rows are independent, %d degree%s of freedom)",
      n, n > 1 ? "s" : "", n > 1 ? "" : "s", text, found.nindependent, found.nrows, freedoms, word_plural(freedoms));
  }
  if (!found.ndependent && !solved)
    fault_add(faults, R0406_START_SINGULAR, nowhere, "",
              "found a singular set of constraints at the start, expected independent ones");
  PetscCall(constraint_rank_clear(&found));
  PetscFunctionReturn(0);
}

/* Solves grad Theta J grad Theta^T lambda = -grad Theta v - dTheta/dt, where v = J grad H + (0, Q) is the rate without multipliers:
 * Theta = 0 for all times differentiated (docs/explanation/theory.md, Bubnov-Galerkin elements). */
static PetscErrorCode start_multipliers(Start *s, const double *z, double *lambda, bool *solved)
{
  const System *sys = s->system;
  double       *v, *rhs;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(sys->nz, &v, sys->nl + 1, &rhs));
  start_evaluate(s, z, NULL);
  vec_copy(sys->nz, s->point.rate, v);
  start_evaluate(s, z, v);
  for (int i = 0; i < sys->nl; i++) rhs[i] = -s->point.theta_v[i];
  PetscCall(multipliers_solve(s, rhs, lambda, solved));
  PetscCall(PetscFree2(v, rhs));
  PetscFunctionReturn(0);
}

PetscErrorCode initial_multipliers(const System *sys, double t, const double *z, double *lambda, bool *solved)
{
  Start s;

  PetscFunctionBeginUser;
  *solved = true;
  if (!sys->nl) PetscFunctionReturn(0);
  PetscCall(start_create(sys, t, &s));
  PetscCall(start_multipliers(&s, z, lambda, solved));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}

/* Whether rates, constraints and their gradients are finite. */
static bool start_finite(const Start *s)
{
  double sum = 0.0;

  for (int i = 0; i < s->system->nz; i++) sum += fabs(s->point.rate[i]);
  for (int i = 0; i < s->system->nl; i++) sum += fabs(s->point.theta[i]);
  for (int e = 0; e < s->system->T.nnz; e++) sum += fabs(s->point.T[e]);
  for (int e = 0; e < s->system->A.nnz; e++) sum += fabs(s->point.A[e]);
  return isfinite(sum);
}

/* Projects the given state onto the constraints; restores it if they cannot be satisfied. */
static PetscErrorCode start_close(const Problem *problem, Start *s, double *z, bool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(start_project(s, z, solved));
  start_evaluate(s, z, NULL);
  if (system_violation(s->system, s->point.theta) > initial_tolerance) system_initial(s->system, problem, z);
  PetscFunctionReturn(0);
}

/* Order: state, projection, checks of finite numbers and of the constraints, multipliers, dependent rows. */
PetscErrorCode initial_create(const Problem *problem, const System *sys, FaultList *faults, double *z, double *lambda)
{
  const Where nowhere = {0, 0};
  Start       s;
  bool        solved = true;

  PetscFunctionBeginUser;
  PetscCall(start_create(sys, sys->t0, &s));
  if (problem->initial != INITIAL_ASSEMBLE) system_initial(sys, problem, z);
  PetscCall(start_classify(problem, z, &s));
  if (problem->initial == INITIAL_PROJECT && sys->nl) {
    PetscCall(start_close(problem, &s, z, &solved));
    PetscCall(start_classify(problem, z, &s));
  }
  start_evaluate(&s, z, NULL);
  if (!start_finite(&s)) {
    fault_add(faults, R0407_START_OVERFLOW, nowhere, "",
              "found numbers too large for double precision in the start values or forces, expected finite ones");
    PetscCall(start_destroy(&s));
    PetscFunctionReturn(0);
  }
  if (solved) start_check(&s, problem->initial == INITIAL_PROJECT, z, faults);

  if (sys->servo) PetscCall(servo_start(problem, sys, z, faults, lambda));
  else if (solved && sys->nl) PetscCall(start_multipliers(&s, z, lambda, &solved));
  if (s.singular) start_check_branch(&s, faults);
  else PetscCall(start_name_dependent(sys, z, solved, faults));
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}

/* The projection onto Phi = 0 and Psi = 0; solved = false also if the result is not consistent. */
PetscErrorCode initial_project(const System *sys, double t, double *z, bool *solved)
{
  Start s;

  PetscFunctionBeginUser;
  *solved = true;
  if (!sys->nl) PetscFunctionReturn(0);
  PetscCall(start_create(sys, t, &s));
  PetscCall(start_project(&s, z, solved));
  start_evaluate(&s, z, NULL);
  *solved = *solved && system_violation(sys, s.point.theta) < initial_tolerance;
  PetscCall(start_destroy(&s));
  PetscFunctionReturn(0);
}
