/* Force and torque that a joint exerts, from the multipliers of its rows. */
#include "diag/reaction.h"

#include "base/vec.h"

/* Frame f[12] of one side. */
static void side_frame(const System *sys, int body, const double *z, double *f)
{
  double F[FRAME];

  if (body == GROUND) {
    vec_copy(FRAME_F, ground_frame, f);
    return;
  }
  sys->bodies[body].ops->frame(&sys->bodies[body], z + sys->start[body], F, NULL);
  vec_copy(FRAME_F, F, f);
}

/* The weights w = -gamma dPhi/df on the frame of a moving side do the work w . df = w_phi . dphi + (sum_i d_i x w_i) . dtheta, so
 * force = w_phi and torque = sum_i d_i x w_i about phi. A joint has no mass: it exerts the opposite on its other side. */
void reaction_find(const System *sys, const ConstraintGroup *joint, double t, const double *z, const double *lambda,
                   double force[3], double torque[3])
{
  const int    last = joint->body[1];
  const bool   own  = last != GROUND && sys->bodies[last].nz > 0;
  const int    side = own ? 1 : 0;
  const double sign = own ? 1.0 : -1.0;
  double       f[STACK], gradient[STACK], w[STACK] = {0.0}, arm[3], turn[3], *phi = f + side * FRAME_F;

  double     of_time[3][ROW_TERMS];
  RowWeights weights = system_weights(sys, joint, t, of_time);

  for (int s = 0; s < 2; s++) side_frame(sys, joint->body[s], z, f + s * FRAME_F);
  for (int r = 0; r < joint->m; r++) {
    frame_row_gradient(&joint->rows[r], weights ? weights[0] : NULL, f, gradient);
    vec_add(STACK, -lambda[joint->start + r], gradient, w);
  }
  /* about the reference point of the side, then about the point x_B */
  for (int x = 0; x < 3; x++) {
    const double *B = f + FRAME_F;
    force[x]        = sign * w[side * FRAME_F + x];
    arm[x]          = phi[x] - B[x];
    for (int i = 0; i < 3; i++) arm[x] -= joint->geometry.point[1][i] * B[3 + 3 * i + x];
  }
  vec_cross(arm, force, torque);
  for (int i = 1; i <= 3; i++) {
    vec_cross(phi + 3 * i, w + side * FRAME_F + 3 * i, turn);
    vec_add(3, sign, turn, torque);
  }
}
