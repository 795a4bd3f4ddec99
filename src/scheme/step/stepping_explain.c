/* The most likely cause of an element that Newton's method did not solve. */
#include "scheme/step/stepping_explain.h"

#include "base/words.h"
#include "start/constraint_rank.h"
#include "start/position/follow.h"

enum {
  DEGREE_SAFE  = 20, /* beyond it extrapolation over an element may lose all digits */
  FOLLOW_PARTS = 32  /* of two elements, in which prescribed motions are followed after a failure */
};

/* The most likely cause of a failed element from the result of Newton's method. */
static void newton_cause(const Stepping *m, const NewtonStatus *newton, Notice *cause)
{
  const double turn = element_turn(m->system, m->z, m->h);

  if (newton->reason == NEWTON_MEMORY)
    notice_write(cause, R0508_SOLVER_MEMORY, "use a lower degree, or a larger machine");
  else if (newton->reason == NEWTON_SINGULAR)
    notice_write(cause, R0504_MATRIX_SINGULAR,
                 "constraints depend on each other, or the system passes a singular configuration");
  else if (turn > turn_large)
    notice_write(cause, R0501_STEP_LARGE,
                 "a body turns by %.2g rad in one element: use a smaller step, here (time.parts) or everywhere", turn);
  else if (newton->residual < 1e-8)
    notice_write(cause, R0502_TOLERANCE_SMALL, "the tolerance %g may be below what rounding allows",
                 m->problem->solver.tolerance);
  else if (m->k > DEGREE_SAFE)
    notice_write(cause, R0503_DEGREE_HIGH, "degree %d amplifies rounding: use a lower one%s", m->k,
                 m->problem->method.nodes == NODES_LOBATTO ? "" : ", or nodes: lobatto");
  else
    notice_write(cause, R0501_STEP_LARGE,
                 "the step may be too large for this motion: use a smaller one, here (time.parts) or everywhere");
}

/* The cause of a failed element in the positions of the mechanism; empty: none was found. The velocities of a loop grow without bound
 * before a motion leaves its reach, so Newton's method may fail one element earlier. */
static PetscErrorCode position_cause(const Stepping *m, int n, const RunStatus *status, Notice *cause)
{
  char joints[sizeof status->singular];
  bool singular = false;

  PetscFunctionBeginUser;
  PetscCall(follow_check(m->system, m->t, m->t + 2.0 * m->h, FOLLOW_PARTS, m->z, cause));
  if (cause->code) PetscFunctionReturn(0);
  if (status->singular[0] && status->singular_time == mesh_time(&m->mesh, n + 1))
    notice_write(cause, R0505_SINGULAR_END, "it ends on a singular position, t = %.9g (%s): use another step",
                 status->singular_time, status->singular);
  else if (n == 0) PetscCall(constraint_rank_near(m->system, m->t, NULL, m->z, &singular, joints, sizeof joints));
  if (singular)
    notice_write(cause, R0506_SINGULAR_START,
                 "the start is a singular position (%s): start in another position, or with velocities", joints);
  PetscFunctionReturn(0);
}

PetscErrorCode stepping_explain(const Stepping *m, int n, const NewtonStatus *newton, RunStatus *status)
{
  Notice cause;

  PetscFunctionBeginUser;
  PetscCall(position_cause(m, n, status, &cause));
  if (!cause.code) newton_cause(m, newton, &cause);
  run_fail(
    status, RUN_NOT_CONVERGED, cause.code,
    "%s in element %d of %d, from t = %.9g (step %.6g, residual %.2e after %d iteration%s in %d attempt%s of at most %d): %s",
    newton_reason_text(newton->reason), n + 1, m->mesh.n, mesh_time(&m->mesh, n), m->h, newton->residual,
    newton->iterations, word_plural(newton->iterations), m->attempts, word_plural(m->attempts),
    m->problem->solver.max_iterations, cause.text);
  PetscFunctionReturn(0);
}
