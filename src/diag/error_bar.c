/* Distance and angle between a state and the same state with its error added (error_bar.h). */
#include "diag/error_bar.h"

#include "base/quat.h"
#include "base/vec.h"

#include <math.h>

/* Angle between two unit quaternions, accurate for small ones: 2 asin |q - (+-)p| / 2 twice. */
static double angle_between(const double p[4], const double q[4])
{
  const double sign = vec_dot(4, p, q) < 0.0 ? -1.0 : 1.0;
  double       gap[4];

  for (int i = 0; i < 4; i++) gap[i] = q[i] - sign * p[i];
  return 4.0 * asin(fmin(1.0, 0.5 * vec_norm(4, gap)));
}

ErrorBar error_bar(const System *sys, int b, const double *z, const double *error, double least, double rounding)
{
  const Body  *body = &sys->bodies[b];
  const double none = NAN;
  double       moved[BODY_NZ];
  Kinematics   now, then;
  ErrorBar     bar = {none, none};

  if (body->hamiltonian) return bar;
  vec_copy(body->nz, z + sys->start[b], moved);
  vec_add(body->nz, 1.0, error + sys->start[b], moved);
  body->ops->kinematics(body, z + sys->start[b], &now);
  body->ops->kinematics(body, moved, &then);
  if (body->ntranslation > 0) {
    vec_add(3, -1.0, now.position, then.position);
    bar.position = (fmax(vec_norm(3, then.position) / sys->units.length, least) + rounding) * sys->units.length;
  }
  if (body->nq > body->ntranslation) bar.angle = fmax(angle_between(now.q, then.q), least) + rounding;
  return bar;
}
