/* Conversions between quaternions, rotation matrices and rotation vectors. */
#include "base/quat.h"

/* R = E G^T written out, May and Betsch (2025, sect. 4.2): homogeneous of degree two in q. */
void quat_to_matrix(const double q[4], double R[3][3])
{
  const double a = q[0], b = q[1], c = q[2], d = q[3];

  R[0][0] = a * a + b * b - c * c - d * d;
  R[1][1] = a * a - b * b + c * c - d * d;
  R[2][2] = a * a - b * b - c * c + d * d;
  R[0][1] = 2.0 * (b * c - a * d);
  R[1][0] = 2.0 * (b * c + a * d);
  R[0][2] = 2.0 * (b * d + a * c);
  R[2][0] = 2.0 * (b * d - a * c);
  R[1][2] = 2.0 * (c * d - a * b);
  R[2][1] = 2.0 * (c * d + a * b);
}

/* Row i of the matrix 4 q q^T follows from R; the row of the largest q_i is normalised, which avoids cancellation. */
void quat_from_matrix(const double R[3][3], double q[4])
{
  /* 4 q_i^2 of each component; the largest one is the safe divisor */
  const double square[4]     = {1.0 + R[0][0] + R[1][1] + R[2][2], 1.0 + R[0][0] - R[1][1] - R[2][2],
                                1.0 - R[0][0] + R[1][1] - R[2][2], 1.0 - R[0][0] - R[1][1] + R[2][2]};
  const double product[4][4] = {{square[0], R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]},
                                {R[2][1] - R[1][2], square[1], R[0][1] + R[1][0], R[0][2] + R[2][0]},
                                {R[0][2] - R[2][0], R[0][1] + R[1][0], square[2], R[1][2] + R[2][1]},
                                {R[1][0] - R[0][1], R[0][2] + R[2][0], R[1][2] + R[2][1], square[3]}};
  int          best          = 0;

  for (int i = 1; i < 4; i++)
    if (square[i] > square[best]) best = i;
  const double norm = vec_norm(4, product[best]);
  const double sign = product[best][0] < 0.0 ? -1.0 : 1.0;
  for (int i = 0; i < 4; i++) q[i] = sign * product[best][i] / norm;
}

/* q = (cos(a/2), sin(a/2) theta / a) with a = |theta|; sin(a/2) / a tends to 1/2. */
void quat_exp(const double theta[3], double q[4])
{
  const double angle = vec_norm(3, theta);
  const double sinc  = angle > 1e-8 ? sin(0.5 * angle) / angle : 0.5;

  q[0] = cos(0.5 * angle);
  for (int i = 0; i < 3; i++) q[i + 1] = sinc * theta[i];
}

/* With s(a) = sin(a/2) / a: dq = (-s/2 theta . dtheta, s dtheta + s'(a)/a (theta . dtheta) theta). The series s'/a = -1/24 replaces
 * the quotient below a = 1e-4, where it cancels. */
void quat_exp_rate(const double theta[3], const double dtheta[3], double dq[4])
{
  const double angle = vec_norm(3, theta), along = vec_dot(3, theta, dtheta);
  const double sinc = angle > 1e-8 ? sin(0.5 * angle) / angle : 0.5;
  const double slope =
    angle > 1e-4 ? (0.5 * cos(0.5 * angle) - sinc) / (angle * angle) : -1.0 / 24.0; /* sinc' / angle */

  dq[0] = -0.5 * sinc * along;
  for (int i = 0; i < 3; i++) dq[i + 1] = sinc * dtheta[i] + slope * along * theta[i];
}

/* theta = 2 atan2(|v|, |q_0|) v / |v| with the vector part v, for q or -q, whichever has q_0 >= 0. */
void quat_log(const double q[4], double theta[3])
{
  const double sign = q[0] < 0.0 ? -1.0 : 1.0, s = vec_norm(3, q + 1), angle = 2.0 * atan2(s, fabs(q[0]));

  for (int i = 0; i < 3; i++) theta[i] = s > 0.0 ? sign * angle * q[1 + i] / s : 0.0;
}
