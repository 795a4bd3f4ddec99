/* Slots that formulations share: bodies without constraints, without a frame, and momenta of every body. */
#include "body/formulation.h"

#include "base/vec.h"

const double ground_frame[FRAME] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

void body_no_theta(const Body *body, const double *z, double *theta, double *theta_z)
{
  (void)body, (void)z, (void)theta, (void)theta_z;
}

void body_no_curvature(const Body *body, const double *z, const double *lambda, const double *v, double *K, double *C)
{
  (void)body, (void)z, (void)lambda, (void)v, (void)K, (void)C;
}

void body_no_load(const Body *body, const double *z, const double *w, double *G)
{
  (void)body, (void)z, (void)w, (void)G;
}

/* P = p_phi of a free body; about a fixed point P = m sum_i c_i ddot_i with the centre of mass c. */
void body_momenta(const Body *body, const double *z, const double *rate, double *P, double *L)
{
  if (body->ntranslation) {
    vec_copy(3, z + body->nq, P);
    vec_cross(z, P, L);
  } else {
    vec_zero(3, P);
    for (int i = 0; i < 3; i++) vec_add(3, body->mass * body->center[i], rate + 3 * i, P);
    vec_cross(body->anchor, P, L);
  }
}
