/* Servo constraints: prescribed motions that the controls produce (docs/explanation/theory.md, Servo constraints).
 *
 * The multipliers gamma of their rows are the values of the inputs:
 *   zdot = J (grad H + L^T lambda),   L = grad Theta except for these rows, which contain the forces of the inputs. */
#include "base/vec.h"
#include "system/assembly.h"

#include <stdlib.h>

/* Requires as many inputs as rows; input i is the multiplier of row servo[i]. */
bool servo_create(const Problem *problem, FaultList *faults, System *sys)
{
  const Where where = problem->nmotions ? problem->motions[0].where : (Where){0, 0};
  int         rows = 0, n = 0;

  if (problem->inverse != INVERSE_SERVO) return true;
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    if (sys->groups[g].driver >= 0) rows += sys->groups[g].m;
  if (rows == 0 || rows != sys->ninputs) {
    fault_add(
      faults, R0334_SERVO_INPUTS, where, "motion",
      "found %d row%s of motions and %d input%s of controls, expected as many inputs as rows with inverse: servo", rows,
      rows == 1 ? "" : "s", sys->ninputs, sys->ninputs == 1 ? "" : "s");
    return false;
  }
  sys->servo = calloc((size_t)sys->ninputs, sizeof *sys->servo);
  if (!sys->servo) {
    fault_add(faults, R0001_OUT_OF_MEMORY, where, "", "out of memory");
    return false;
  }
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    ConstraintGroup *group = &sys->groups[g];
    group->servo           = group->driver >= 0;
    for (int r = 0; group->servo && r < group->m; r++) sys->servo[n++] = group->start + r;
  }
  return true;
}

/* u_i = lambda of row servo[i]. */
void servo_inputs(const System *sys, const double *lambda, SystemWork *work)
{
  for (int i = 0; i < sys->ninputs; i++) work->u[i] = lambda[sys->servo[i]];
}

/* L = T with the rows of servo constraints replaced by f_z^T w of a unit input. */
void servo_forces(const System *sys, const double *z, SystemWork *work, SystemPoint *point)
{
  const Load *inputs = sys->loads + sys->nloads - sys->ninputs;

  vec_copy(sys->T.nnz, point->T, point->L);
  for (int i = 0; i < sys->ninputs; i++) {
    const int r = sys->servo[i];
    double    w[STACK];
    vec_zero(sys->T.row[r + 1] - sys->T.row[r], point->L + sys->T.row[r]);
    load_direction(&inputs[i], work, w);
    for (int side = 0; side < 2; side++) {
      const int b             = inputs[i].body[side];
      double    weight[FRAME] = {0.0}, G[BODY_NZ] = {0.0};
      if (b == GROUND) continue;
      vec_copy(FRAME_F, w + side * FRAME_F, weight);
      sys->bodies[b].ops->frame_load(&sys->bodies[b], z + sys->start[b], weight, G);
      scatter_add(&sys->push[i][side], G, point->L);
    }
  }
}
