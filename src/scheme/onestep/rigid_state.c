/* Bodies on R^3 x SO(3). */
#include "base/quat.h"
#include "body/quaternion.h"
#include "scheme/onestep/stepper.h"

void rigid_read(const Stepper *s, const double *z, RigidState *turns)
{
  for (int i = 0; i < s->n; i++) {
    Kinematics motion;
    stepper_body(s, i)->ops->kinematics(stepper_body(s, i), z + stepper_at(s, i), &motion);
    vec_copy(3, motion.position, turns[i].x);
    vec_copy(4, motion.q, turns[i].q);
    vec_copy(3, motion.velocity, turns[i].v);
    vec_copy(3, motion.omega, turns[i].omega);
  }
  rigid_carry(s, turns);
}

void rigid_write(const Stepper *s, const RigidState *turns, double *z)
{
  for (int i = 0; i < s->n; i++) {
    Kinematics motion = {.scale = 1.0};
    vec_copy(3, turns[i].x, motion.position);
    vec_copy(4, turns[i].q, motion.q);
    vec_copy(3, turns[i].v, motion.velocity);
    vec_copy(3, turns[i].omega, motion.omega);
    stepper_body(s, i)->ops->from_kinematics(stepper_body(s, i), &motion, z + stepper_at(s, i));
  }
}

/* to: from moved by dx and turned by r; the length of q does not gather rounding errors */
static void turn_apply(const RigidState *from, const double dx[3], const double r[4], RigidState *to)
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
    turn_apply(&from[i], theta[i], r, &to[i]);
  }
}

/* q1 - q0 = (q0 + q1)/4 o theta, that is q1 = q0 o (1 + theta/4)^2 / (1 + |theta/4|^2) */
void rigid_move_midpoint(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to)
{
  for (int i = 0; i < s->n; i++) {
    const double x[4] = {1.0, 0.25 * theta[i][3], 0.25 * theta[i][4], 0.25 * theta[i][5]};
    double       r[4];
    quat_multiply(x, x, r);
    turn_apply(&from[i], theta[i], r, &to[i]);
  }
}

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

void rigid_carry(const Stepper *s, RigidState *turns)
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double      R[3][3], Pi[3];
    for (int j = 0; j < 3; j++) turns[i].P[j] = body->mass * turns[i].v[j];
    quat_to_matrix(turns[i].q, R);
    mat3_apply(body->J, turns[i].omega, Pi);
    mat3_apply(R, Pi, turns[i].L);
  }
}

/* J dOmega/dt = R^T m - Omega x J Omega */
void rigid_accelerate(const Stepper *s, const RigidState *turns, const double (*force)[6], double (*accel)[6])
{
  for (int i = 0; i < s->n; i++) {
    const Body *body = stepper_body(s, i);
    double      R[3][3], Pi[3], m[3], gyro[3];
    for (int j = 0; j < 3; j++) accel[i][j] = force[i][j] / body->mass;
    quat_to_matrix(turns[i].q, R);
    mat3_apply(body->J, turns[i].omega, Pi);
    vec_cross(turns[i].omega, Pi, gyro);
    mat3_apply_transpose(R, force[i] + 3, m);
    vec_add(3, -1.0, gyro, m);
    mat3_apply(body->J_inv, m, accel[i] + 3);
  }
}

void turn_moment_add(double factor, const double g[4], const double q[4], double m[3])
{
  const double q_bar[4] = {q[0], -q[1], -q[2], -q[3]};
  double       moment[4];

  quat_multiply(g, q_bar, moment);
  vec_add(3, 0.5 * factor, moment + 1, m);
}

void rigid_force(Stepper *s, double t, const RigidState *turns, double (*force)[6])
{
  rigid_write(s, turns, s->place);
  stepper_load(s, t);
  for (int i = 0; i < s->n; i++) {
    const Body   *body = stepper_body(s, i);
    const double *g    = s->load + stepper_at(s, i);
    for (int j = 0; j < 3; j++) force[i][j] = body->ntranslation ? g[j] : 0.0;
    vec_zero(3, force[i] + 3);
    turn_moment_add(1.0, g + at_q(body), turns[i].q, force[i] + 3);
  }
}

void rigid_trapezoid(Stepper *s, double t0, const RigidState *at0, double t1, const RigidState *at1)
{
  rigid_force(s, t0, at0, s->old);
  rigid_force(s, t1, at1, s->force);
  for (int i = 0; i < s->n; i++)
    for (int j = 0; j < 6; j++) s->force[i][j] = 0.5 * (s->force[i][j] + s->old[i][j]);
}
