/* Gustafsson's controller (controller.h). */
#include "scheme/adaptive/controller.h"

#include <math.h>

const double controller_aim = 0.2;

/* Smallest and largest factors of the length. */
static const double factor_least = 0.2, factor_most = 2.0, predicted_most = 1.5, safety = 0.9, failed = 0.4;

Controller controller_create(int degree)
{
  return (Controller){.q = 2.0 * degree, .rejected_size = INFINITY};
}

void controller_reset(Controller *c)
{
  c->eps_last = 0.0;
}

double controller_accept(Controller *c, double h, double given, bool hard)
{
  const double eps    = fmax(given, 1e-30);
  const double plain  = pow(controller_aim / eps, 1.0 / c->q);
  double       factor = plain;

  if (c->eps_last > 0.0)
    factor = fmin(plain * (h / c->h_last) * pow(c->eps_last / eps, 1.0 / c->q), predicted_most * plain);
  factor = fmin(fmax(1.0 + atan(factor - 1.0), factor_least), factor_most);
  if (c->rejected || hard) factor = fmin(factor, 1.0);
  c->eps_last      = eps;
  c->h_last        = h;
  c->rejected      = false;
  c->rejected_size = INFINITY;
  return factor * h;
}

double controller_reject(Controller *c, double h, double eps, double size)
{
  c->rejected      = true;
  c->rejected_size = size;
  if (isnan(eps)) return failed * h;
  return h * fmin(fmax(safety * pow(controller_aim / eps, 1.0 / c->q), factor_least), safety);
}
