/* Single quantities of a system at a state: energy, momenta, violation of the constraints, one row of a joint. */
#include "base/vec.h"
#include "system/assembly.h"

/* Weights of the whole path, fraction 1. */
RowWeights system_weights(const System *sys, const ConstraintGroup *joint, double t, double w[3][ROW_TERMS])
{
  if (joint->driver < 0) return NULL;
  driver_weights(&sys->drivers[joint->driver], t, 1.0, false, w);
  return (RowWeights)w;
}

/* Phi = 1/2 f . A f + b . f + c and its rate, at the frames of both sides. */
void system_row(const System *sys, const ConstraintGroup *joint, int r, double t, const double *z, double *phi,
                double *psi)
{
  double   f[STACK], fdot[STACK], F[2][FRAME], w[3][ROW_TERMS];
  RowPoint point;

  for (int side = 0; side < 2; side++) {
    const int b = joint->body[side];
    if (b == GROUND) vec_copy(FRAME, ground_frame, F[side]);
    else sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], F[side], NULL);
    vec_copy(FRAME_F, F[side], f + side * FRAME_F);
    vec_copy(FRAME_F, F[side] + FRAME_F, fdot + side * FRAME_F);
  }
  frame_row_evaluate(&joint->rows[r], system_weights(sys, joint, t, w), f, fdot, &point);
  *phi = point.phi;
  *psi = point.psi;
}

double system_violation(const System *sys, const double *theta)
{
  double most = 0.0;

  for (int i = 0; i < sys->nl; i++) {
    const double scaled = fabs(theta[i]) / sys->scale_theta[i];
    if (!isfinite(scaled)) return INFINITY;
    most = fmax(most, scaled);
  }
  return most;
}

/* T = sum T_b, V = sum weight_b . f_b (gravity) + potentials of loads. */
void system_energy(const System *sys, const double *z, const double *twist, double *T, double *V)
{
  *T = *V = 0.0;
  for (int b = 0; b < sys->nbodies; b++) {
    const Body *body = &sys->bodies[b];
    double      energy, F[FRAME];
    body->ops->kinetic(body, z + sys->start[b], &energy, NULL, NULL);
    *T += energy;
    if (vec_max(FRAME_F, sys->weight + b * FRAME_F) == 0.0) continue;
    body->ops->frame(body, z + sys->start[b], F, NULL);
    *V += vec_dot(FRAME_F, sys->weight + b * FRAME_F, F);
  }
  for (int l = 0; l < sys->nloads; l++) *V += load_potential(sys, &sys->loads[l], z, twist);
}

/* P = sum P_b, L = sum L_b about the origin. */
void system_momenta(const System *sys, const double *z, double P[3], double L[3])
{
  vec_zero(3, P);
  vec_zero(3, L);
  for (int b = 0; b < sys->nbodies; b++) {
    double p[3], l[3];
    sys->bodies[b].ops->momenta(&sys->bodies[b], z + sys->start[b], p, l);
    vec_add(3, 1.0, p, P);
    vec_add(3, 1.0, l, L);
  }
}
