/* Quaternion algebra in R^4, scalar part first. No quaternion is assumed to have unit length.
 *
 * Equation numbers are those of May and Betsch (2025, sect. 4.2). */
#ifndef RIGEL_BASE_QUAT_H
#define RIGEL_BASE_QUAT_H

#include "base/vec.h"

/* r = a o b, eq. (37) */
static inline void quat_multiply(const double a[4], const double b[4], double r[4])
{
  const double r0 = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  const double r1 = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  const double r2 = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  const double r3 = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  r[0]            = r0;
  r[1]            = r1;
  r[2]            = r2;
  r[3]            = r3;
}

/* r = conj(a) o b = Q_l(a)^T b, eq. (42), (47) */
static inline void quat_multiply_conjugate(const double a[4], const double b[4], double r[4])
{
  const double c[4] = {a[0], -a[1], -a[2], -a[3]};
  quat_multiply(c, b, r);
}

/* Q_l(a) b = a o b, eq. (43) */
static inline void quat_left(const double a[4], double Q[4][4])
{
  const double M[4][4] = {
    {a[0], -a[1], -a[2], -a[3]}, {a[1], a[0], -a[3], a[2]}, {a[2], a[3], a[0], -a[1]}, {a[3], -a[2], a[1], a[0]}};
  memcpy(Q, M, sizeof M);
}

/* Q_r(a) b = b o a, eq. (43) */
static inline void quat_right(const double a[4], double Q[4][4])
{
  const double M[4][4] = {
    {a[0], -a[1], -a[2], -a[3]}, {a[1], a[0], a[3], -a[2]}, {a[2], -a[3], a[0], a[1]}, {a[3], a[2], -a[1], a[0]}};
  memcpy(Q, M, sizeof M);
}

/* R(q) = E(q) G(q)^T: a rotation for |q| = 1, scaled by |q|^2 otherwise, Moeller and Glocker (2012, eq. 24) */
void quat_to_matrix(const double q[4], double R[3][3]);
/* The unit quaternion of a rotation matrix, scalar part >= 0. */
void quat_from_matrix(const double R[3][3], double q[4]);
/* exp of the rotation vector theta: (cos |theta|/2, sin(|theta|/2) theta/|theta|) */
void quat_exp(const double theta[3], double q[4]);
/* dq = d/ds exp(theta + s dtheta) at s = 0. */
void quat_exp_rate(const double theta[3], const double dtheta[3], double dq[4]);
/* Rotation vector of the unit quaternion q with |theta| <= pi. */
void quat_log(const double q[4], double theta[3]);

#endif
