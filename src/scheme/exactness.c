#include "scheme/exactness.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void exactness_note(Exactness *exact, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  vsnprintf(exact->note[exact->nnotes++], sizeof exact->note[0], format, args);
  va_end(args);
}

void exactness_notes(const System *sys, Exactness *exact)
{
  Symmetry symmetry;

  system_symmetry(sys, &symmetry);
  if (!exact->energy) exactness_note(exact, "energy: improves with the step");
  if (!exact->angular && symmetry.angular_axes > 0) exactness_note(exact, "angular momentum: improves with the step");
  if (!exact->phi && sys->nl > 0) exactness_note(exact, "position constraints: improve with the step");
  if (!exact->psi && sys->nl > 0) exactness_note(exact, "velocity constraints: improve with the step");
}

static bool integrates(int degree, int k, int s)
{
  return degree != NOT_POLYNOMIAL && 2 * s >= degree * k;
}

/* Smallest s that integrates a rate of degree d k - 1 exactly: 2 s - 1 >= d k - 1. */
static int points_for(int degree, int k)
{
  return (degree * k + 1) / 2;
}

/* Joint forces have no moment about their common point only if the points meet at the Gauss points too. They do when frames
 * are linear in z (directors, particles); with quaternions they meet at element ends only, and L drifts with order 2k. */
static bool joints_meet(const System *sys)
{
  for (int g = sys->nbodies; g < sys->ngroups; g++)
    for (int side = 0; side < 2; side++) {
      BodyDegrees degrees;
      if (sys->groups[g].body[side] == GROUND) continue;
      const Body *body = &sys->bodies[sys->groups[g].body[side]];
      body->ops->degrees(body, &degrees);
      if (degrees.f != 1) return false;
    }
  return true;
}

/* Angular momentum is a quadratic invariant of the collocation method s = k; with k = 1 and a quadratic system every s will
 * do. */
static void mg_angular(const System *sys, int k, int s, const SystemDegrees *degrees, const Symmetry *symmetry,
                       Exactness *exact)
{
  const bool quadratic = degrees->energy != NOT_POLYNOMIAL && degrees->energy <= 2 && degrees->phi <= 2 &&
                         degrees->psi != NOT_POLYNOMIAL && degrees->psi <= 2;

  if (symmetry->angular_axes == 0) return;
  exact->angular = joints_meet(sys) && (s == k || (k == 1 && quadratic));
  if (!joints_meet(sys))
    exactness_note(exact, "angular momentum: joints on quaternion bodies let it drift, with order 2k");
  else if (!exact->angular)
    exactness_note(exact, "angular momentum: needs s = k = %d Gauss point%s", k, k == 1 ? "" : "s");
}

/* A rate of degree d k - 1 is integrated exactly iff 2 s >= d k. */
void mg_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  const int     k = problem->method.degree;
  SystemDegrees degrees;
  Symmetry      symmetry;

  memset(exact, 0, sizeof *exact);
  system_degrees(sys, &degrees);
  system_symmetry(sys, &symmetry);
  exact->energy = integrates(degrees.energy, k, s);
  exact->phi    = integrates(degrees.phi, k, s);
  exact->psi    = integrates(degrees.psi, k, s);
  exact->linear = symmetry_linear(&symmetry);
  if (degrees.energy == NOT_POLYNOMIAL)
    exactness_note(exact, "energy: not a polynomial; the error falls fast with more Gauss points");
  else if (!exact->energy) exactness_note(exact, "energy: needs %d Gauss points", points_for(degrees.energy, k));
  mg_angular(sys, k, s, &degrees, &symmetry, exact);
  if (sys->ndrivers)
    exactness_note(
      exact, "prescribed motion: holds at nodes up to quadrature in time; the error falls fast with more Gauss points");
  if (!exact->phi && degrees.phi != NOT_POLYNOMIAL)
    exactness_note(exact, "position constraints: need %d Gauss points", points_for(degrees.phi, k));
  if (!exact->psi && degrees.psi != NOT_POLYNOMIAL)
    exactness_note(exact, "velocity constraints: need %d Gauss points", points_for(degrees.psi, k));
}

/* As mG, and angular momentum by its own rows: without a note of it. */
void em_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  Symmetry symmetry;
  int      kept = 0;

  mg_exactness(problem, sys, s, exact);
  system_symmetry(sys, &symmetry);
  if (symmetry.angular_axes == 0) return;
  exact->angular = true;
  for (int i = 0; i < exact->nnotes; i++)
    if (strncmp(exact->note[i], "angular", strlen("angular")) != 0)
      memmove(exact->note[kept++], exact->note[i], sizeof exact->note[i]);
  exact->nnotes = kept;
}

/* Constraints hold in the mean over each element (P^{k-1}) or against hat functions (P^k), not at nodes. */
void bg_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  Symmetry symmetry;

  memset(exact, 0, sizeof *exact);
  system_symmetry(sys, &symmetry);
  exact->linear = symmetry_linear(&symmetry);
  exactness_note(exact, "energy: BG does not keep it; it improves with the step");
  if (symmetry.angular_axes > 0)
    exactness_note(exact, "angular momentum: BG does not keep it; it improves with the step");
  if (sys->nl)
    exactness_note(exact, "constraints: hold %s, not at nodes",
                   problem->method.multipliers == MULTIPLIERS_CONTINUOUS ? "against the multiplier functions"
                                                                         : "in the mean of each element");
  if (sys->servo)
    exactness_note(exact,
                   "inputs of servo constraints: order 2, 2, 4, 4 for k = 1..4 at best, in the middle of elements");
  if (s == problem->method.degree)
    exactness_note(exact, "s = k makes this Gauss collocation of the DAE, another method than BG");
}

/* Energy and every nodal constraint exact (DESIGN 1.4); what is not a polynomial gets two points more than a quartic. */
int mg_gauss(const Problem *problem, const System *system)
{
  const int     k = problem->method.degree;
  SystemDegrees degrees;
  int           s = k;

  system_degrees(system, &degrees);
  const int all[] = {degrees.energy, degrees.phi, degrees.psi};
  for (int i = 0; i < 3; i++) {
    const int need = all[i] == NOT_POLYNOMIAL ? 2 * k + 2 : points_for(all[i], k);
    if (need > s) s = need;
  }
  return s;
}

/* Smallest s that integrates every term exactly (2 s - 1 >= degree of the integrand), at least k + 1: s = k would be
 * collocation (DESIGN 1.5.6). The z rows have degree (d - 1) k + k in xi, constraint rows d k + k. */
int bg_gauss(const Problem *problem, const System *system)
{
  const int     k = problem->method.degree;
  SystemDegrees degrees;
  int           s = k + 1;

  system_degrees(system, &degrees);
  const int all[] = {degrees.energy - 1, degrees.phi, degrees.psi};
  for (int i = 0; i < 3; i++) {
    const bool other = all[i] <= 0 && (i > 0 || degrees.energy == NOT_POLYNOMIAL);
    const int  need  = other ? 2 * k + 3 : ((all[i] + 1) * k + 2) / 2;
    if (need > s) s = need;
  }
  return s;
}

int one_gauss(const Problem *problem, const System *system)
{
  (void)problem, (void)system;
  return 1;
}
