/* Energy, momenta and constraint violations at a state, and their largest changes over a run. */
#include "diag/invariants.h"

#include "base/vec.h"

#include <stdlib.h>

/* buffer: z and rate [nz], lambda, Theta, Theta_v [nl] of an evaluation. */
bool invariant_meter_create(const System *sys, InvariantMeter *meter)
{
  const size_t nz = (size_t)sys->nz, nl = (size_t)sys->nl;

  memset(meter, 0, sizeof *meter);
  meter->system    = sys;
  meter->buffer    = calloc(2 * nz + 3 * nl + 1, sizeof(double));
  meter->now.group = calloc(2 * (size_t)sys->ngroups, sizeof(double));
  if (meter->buffer && meter->now.group && system_work_create(sys, &meter->work)) return true;
  invariant_meter_destroy(meter);
  return false;
}

void invariant_meter_destroy(InvariantMeter *meter)
{
  free(meter->buffer);
  free(meter->now.group);
  system_work_destroy(&meter->work);
  memset(meter, 0, sizeof *meter);
}

/* Violations of dropped rows, which the scheme does not impose but which the motion must satisfy. */
static void dropped_measure(const System *sys, int g, double t, const double *z, Invariants *now)
{
  const ConstraintGroup *joint = &sys->groups[g];

  for (int r = joint->m; r < joint->m + joint->ndropped; r++) {
    const double unit = joint->rows[r].length ? sys->units.length : 1.0;
    double       phi, psi;
    system_row(sys, joint, r, t, z, &phi, &psi);
    now->group[2 * g]     = fmax(now->group[2 * g], fabs(phi));
    now->group[2 * g + 1] = fmax(now->group[2 * g + 1], fabs(psi));
    now->dropped[0]       = fmax(now->dropped[0], fabs(phi) / unit);
    now->dropped[1]       = fmax(now->dropped[1], fabs(psi) / unit * sys->units.length / sys->units.velocity);
  }
}

/* Largest |Phi| and |Psi|, of all rows and of each group, with and without units. */
static void constraints_measure(const System *sys, double t, const double *z, const double *theta, Invariants *now)
{
  now->dropped[0] = now->dropped[1] = now->imposed[0] = now->imposed[1] = 0.0;
  now->phi_max = now->psi_max = 0.0;
  for (int g = 0; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    now->group[2 * g] = now->group[2 * g + 1] = 0.0;
    for (int r = 0; r < group->m; r++) {
      const int    phi = group->start + r, psi = phi + group->m;
      const double a = fabs(theta[phi]), b = fabs(theta[psi]);
      now->group[2 * g]     = fmax(now->group[2 * g], a);
      now->group[2 * g + 1] = fmax(now->group[2 * g + 1], b);
      now->imposed[0]       = fmax(now->imposed[0], a / sys->scale_theta[phi]);
      now->imposed[1]       = fmax(now->imposed[1], b / sys->scale_theta[psi]);
    }
    dropped_measure(sys, g, t, z, now);
    now->phi_max = fmax(now->phi_max, now->group[2 * g]);
    now->psi_max = fmax(now->psi_max, now->group[2 * g + 1]);
  }
  now->phi_max_scaled = fmax(now->imposed[0], now->dropped[0]);
  now->psi_max_scaled = fmax(now->imposed[1], now->dropped[1]);
}

/* H = T + V, P, L, and Theta from an evaluation with v = 0, lambda = 0. */
const Invariants *invariant_measure(InvariantMeter *meter, double t, const double *z)
{
  const System *sys  = meter->system;
  Invariants   *now  = &meter->now;
  double       *zero = meter->buffer, *lambda = zero + sys->nz, *rate = lambda + sys->nl, *theta = rate + sys->nz;
  SystemPoint   point = {.t = t, .rate = rate, .theta = theta, .theta_v = theta + sys->nl};

  system_energy(sys, z, meter->work.twist, &now->T, &now->V);
  now->H = now->T + now->V;
  system_momenta(sys, z, now->P, now->L);
  system_evaluate(sys, z, zero, lambda, &meter->work, &point);
  constraints_measure(sys, t, z, theta, now);
  if (sys->bodies[0].hamiltonian) sys->bodies[0].hamiltonian->conserved(z, now->kept);
  return now;
}

/* W_ext and W_diss since the start. */
const Invariants *invariant_follow(InvariantMeter *meter, const Sample *sample)
{
  meter->now.W_ext += sample->work[0];
  meter->now.W_diss += sample->work[1];
  system_work_twist(meter->system, sample->twist, &meter->work);
  return invariant_measure(meter, sample->t, sample->z);
}

/* Determines which momenta should be conserved; quantities that vanish at the start are measured in natural units. */
void drift_init(const System *sys, Drift *drift)
{
  const Units *units = &sys->units;

  memset(drift, 0, sizeof *drift);
  system_symmetry(sys, &drift->symmetry);
  drift->scale_P = units->mass * units->velocity;
  drift->scale_H = drift->scale_P * units->velocity;
  drift->scale_L = drift->scale_P * units->length;
}

/* The start value, unless it is less than a thousandth of the unit: what vanishes is measured in natural units. */
static double divisor(double start, double unit)
{
  return start >= 1e-3 * unit ? start : unit;
}

/* Largest |H - W_ext + W_diss - H_0|, |P - P_0|, |L - L_0|, |Phi|, |Psi| so far. */
void drift_add(Drift *drift, const Invariants *now)
{
  double along = 0.0;

  if (!drift->started) {
    drift->started = true;
    drift->H0      = now->H;
    vec_copy(3, now->P, drift->P0);
    vec_copy(3, now->L, drift->L0);
    drift->phi_start = now->phi_max_scaled;
    drift->psi_start = now->psi_max_scaled;
    drift->scale_H   = divisor(fmax(fabs(now->H), now->T), drift->scale_H);
    drift->scale_P   = divisor(vec_norm(3, now->P), drift->scale_P);
    drift->scale_L   = divisor(vec_norm(3, now->L), drift->scale_L);
  }
  drift->most_H = fmax(drift->most_H, fmax(fmax(fabs(now->H), now->T), fabs(now->V)));
  drift->most_H = fmax(drift->most_H, fmax(fabs(now->W_ext), fabs(now->W_diss)));
  drift->most_P = fmax(drift->most_P, vec_norm(3, now->P));
  drift->most_L = fmax(drift->most_L, vec_norm(3, now->L));
  drift->H      = fmax(drift->H, fabs(now->H - now->W_ext + now->W_diss - drift->H0));
  drift->W_ext  = now->W_ext;
  drift->W_diss = now->W_diss;
  for (int i = 0; i < 3; i++) {
    const double dL = now->L[i] - drift->L0[i];
    drift->P[i]     = fmax(drift->P[i], fabs(now->P[i] - drift->P0[i]));
    drift->L[i]     = fmax(drift->L[i], fabs(dL));
    along += dL * drift->symmetry.angular_axis[i];
  }
  drift->L_axis     = fmax(drift->L_axis, fabs(along));
  drift->phi        = fmax(drift->phi, now->phi_max);
  drift->psi        = fmax(drift->psi, now->psi_max);
  drift->phi_scaled = fmax(drift->phi_scaled, now->phi_max_scaled);
  drift->psi_scaled = fmax(drift->psi_scaled, now->psi_max_scaled);
  for (int i = 0; i < 2; i++) {
    drift->imposed[i] = fmax(drift->imposed[i], now->imposed[i]);
    drift->dropped[i] = fmax(drift->dropped[i], now->dropped[i]);
  }
}

double drift_relative(double change, double scale)
{
  return scale > 0.0 ? change / scale : change;
}

/* max |dP_i| over conserved components. */
double drift_linear(const Drift *drift)
{
  double most = NAN;

  for (int i = 0; i < 3; i++)
    if (drift->symmetry.linear[i]) most = fmax(isnan(most) ? 0.0 : most, drift->P[i]);
  return isnan(most) ? NAN : drift_relative(most, drift->scale_P);
}

/* max |dL_i|, or |dL . axis| with one conserved axis. */
double drift_angular(const Drift *drift)
{
  if (drift->symmetry.angular_axes == 0) return NAN;
  if (drift->symmetry.angular_axes == 1) return drift_relative(drift->L_axis, drift->scale_L);
  return drift_relative(vec_max(3, drift->L), drift->scale_L);
}
