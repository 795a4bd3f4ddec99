/* States of all bodies on R^3 x SO(3): motion, momenta, accelerations, forces. */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"

/* Momenta from velocities: P = m v, L = R J Omega. */
static void momenta_fill(const Stepper *s, RigidState *states)
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double      R[3][3], Pi[3];
    for (int j = 0; j < 3; j++) states[i].P[j] = body->mass * states[i].v[j];
    quat_to_matrix(states[i].q, R);
    mat3_apply(body->J, states[i].omega, Pi);
    mat3_apply(R, Pi, states[i].L);
  }
}

void rigid_read(const Stepper *s, const double *z, RigidState *states)
{
  for (int i = 0; i < s->n; i++) {
    Kinematics motion;
    stepper_body(s, i)->ops->kinematics(stepper_body(s, i), z + stepper_at(s, i), &motion);
    vec_copy(3, motion.position, states[i].x);
    vec_copy(4, motion.q, states[i].q);
    vec_copy(3, motion.velocity, states[i].v);
    vec_copy(3, motion.omega, states[i].omega);
  }
  momenta_fill(s, states);
}

void rigid_write(const Stepper *s, const RigidState *states, double *z)
{
  for (int i = 0; i < s->n; i++) {
    Kinematics motion = {.scale = 1.0};
    vec_copy(3, states[i].x, motion.position);
    vec_copy(4, states[i].q, motion.q);
    vec_copy(3, states[i].v, motion.velocity);
    vec_copy(3, states[i].omega, motion.omega);
    stepper_body(s, i)->ops->from_kinematics(stepper_body(s, i), &motion, z + stepper_at(s, i));
  }
}

/* `to` = `from` moved by dx and rotated by r. q is normalised, so that rounding errors of its length do not accumulate. */
static void rigid_apply(const RigidState *from, const double dx[3], const double r[4], RigidState *to)
{
  for (int j = 0; j < 3; j++) to->x[j] = from->x[j] + dx[j];
  quat_multiply(from->q, r, to->q);
  const double length = vec_norm(4, to->q);
  for (int j = 0; j < 4; j++) to->q[j] /= length;
}

void rigid_move(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to)
{
  for (int i = 0; i < s->n; i++) {
    double r[4];
    quat_exp(theta[i] + 3, r);
    rigid_apply(&from[i], theta[i], r, &to[i]);
  }
}

/* q_1 - q_0 = (q_0 + q_1)/4 o theta, that is q_1 = q_0 o (1 + theta/4)^2 / (1 + |theta/4|^2). */
void rigid_move_midpoint(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to)
{
  for (int i = 0; i < s->n; i++) {
    const double x[4] = {1.0, 0.25 * theta[i][3], 0.25 * theta[i][4], 0.25 * theta[i][5]};
    double       r[4];
    quat_multiply(x, x, r);
    rigid_apply(&from[i], theta[i], r, &to[i]);
  }
}

/* P = P + dt F, L = L + dt m, v = P / mass, Omega = J^-1 R^T L. */
void rigid_kick(const Stepper *s, const RigidState *from, double dt, const double (*force)[6], RigidState *to)
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double      R[3][3], Pi[3];
    for (int j = 0; j < 3; j++) {
      to[i].P[j] = from[i].P[j] + dt * force[i][j];
      to[i].L[j] = from[i].L[j] + dt * force[i][3 + j];
      to[i].v[j] = to[i].P[j] / body->mass;
    }
    quat_to_matrix(to[i].q, R);
    mat3_apply_transpose(R, to[i].L, Pi);
    mat3_apply(body->J_inv, Pi, to[i].omega);
  }
}

/* J dOmega/dt = R^T m - Omega x J Omega */
void rigid_accelerate(const Stepper *s, const RigidState *states, const double (*force)[6], double (*accel)[6])
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double      R[3][3], Pi[3], m[3], gyro[3];
    for (int j = 0; j < 3; j++) accel[i][j] = force[i][j] / body->mass;
    quat_to_matrix(states[i].q, R);
    mat3_apply(body->J, states[i].omega, Pi);
    vec_cross(states[i].omega, Pi, gyro);
    mat3_apply_transpose(R, force[i] + 3, m);
    vec_add(3, -1.0, gyro, m);
    mat3_apply(body->J_inv, m, accel[i] + 3);
  }
}

void moment_add(double factor, const double g[4], const double q[4], double m[3])
{
  const double q_bar[4] = {q[0], -q[1], -q[2], -q[3]};
  double       moment[4];

  quat_multiply(g, q_bar, moment);
  vec_add(3, 0.5 * factor, moment + 1, m);
}

/* The moment of the generalised force on q about the reference point. */
void rigid_force(Stepper *s, double t, const RigidState *states, double (*force)[6])
{
  rigid_write(s, states, s->state);
  stepper_load(s, t);
  for (int i = 0; i < s->n; i++) {
    const Body   *body = stepper_body(s, i);
    const double *g    = s->load + stepper_at(s, i);
    for (int j = 0; j < 3; j++) force[i][j] = body->ntranslation ? g[j] : 0.0;
    vec_zero(3, force[i] + 3);
    moment_add(1.0, g + at_q(body), states[i].q, force[i] + 3);
  }
}

void rigid_trapezoid(Stepper *s, double t0, const RigidState *at0, double t1, const RigidState *at1)
{
  rigid_force(s, t0, at0, s->old);
  rigid_force(s, t1, at1, s->force);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 6; j++) s->force[i][j] = 0.5 * (s->force[i][j] + s->old[i][j]);
}
