/* Exactness of mG, em and BG from polynomial degrees and symmetries, and the Gauss points of `gauss: auto`. */
#include "scheme/exactness.h"

#include "base/vec.h"
#include "body/hamiltonian.h"

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

/* Whether s Gauss points integrate the rate, of degree d k - 1, of a quantity of degree d exactly: 2 s >= d k. */
static bool integrates(int degree, int k, int s)
{
  return degree != NOT_POLYNOMIAL && 2 * s >= degree * k;
}

/* Smallest s with 2 s >= d k. */
static int points_for(int degree, int k)
{
  return (degree * k + 1) / 2;
}

/* Whether the points of all joints coincide at Gauss points, so that joint forces have no moment. They do if frames are linear in z
 * (directors, particles). With quaternions they coincide at element ends only, and L drifts with order 2k. */
static bool joints_closed(const System *sys)
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

/* Angular momentum is a quadratic invariant of collocation, s = k; with k = 1 and a quadratic system any s conserves it. */
static void mg_angular(const System *sys, int k, int s, const SystemDegrees *degrees, const Symmetry *symmetry,
                       Exactness *exact)
{
  const bool quadratic = degrees->energy != NOT_POLYNOMIAL && degrees->energy <= 2 && degrees->phi <= 2 &&
                         degrees->psi != NOT_POLYNOMIAL && degrees->psi <= 2;

  if (symmetry->angular_axes == 0) return;
  exact->angular = joints_closed(sys) && (s == k || (k == 1 && quadratic));
  if (!joints_closed(sys))
    exactness_note(exact, "angular momentum: joints on quaternion bodies let it drift, with order 2k");
  else if (!exact->angular)
    exactness_note(exact, "angular momentum: needs s = k = %d Gauss point%s", k, k == 1 ? "" : "s");
}

/* Energy, Phi and Psi are exact if their rates are integrated exactly. Linear momentum is exact wherever it is an invariant.
 * momentum_rows: angular momentum is exact by the rows of em (docs/explanation/conservation.md, em). */
static void petrov_exactness(const Problem *problem, const System *sys, int s, bool momentum_rows, Exactness *exact)
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
  if (!momentum_rows) mg_angular(sys, k, s, &degrees, &symmetry, exact);
  else exact->angular = symmetry.angular_axes > 0;
  if (sys->ndrivers)
    exactness_note(
      exact, "prescribed motion: holds at nodes up to quadrature in time; the error falls fast with more Gauss points");
  if (!exact->phi && degrees.phi != NOT_POLYNOMIAL)
    exactness_note(exact, "position constraints: need %d Gauss points", points_for(degrees.phi, k));
  if (!exact->psi && degrees.psi != NOT_POLYNOMIAL)
    exactness_note(exact, "velocity constraints: need %d Gauss points", points_for(degrees.psi, k));
}

/* Whether a load pushes a body at its reference point only. */
static bool load_central(const Load *load, int side)
{
  if (load->ops->traits.uses & LOAD_USES_BODY) return true; /* its moment about a conserved axis is zero anyway */
  if (!load->ops->radial) return false;
  for (int i = 0; i < load->nsites[side]; i++)
    if (vec_norm(3, load->sites[side][i]) > 0.0) return false;
  return true;
}

/* Whether no load has a moment at Gauss points: its scalars are invariant under rotations, and act on frames that are linear in z. */
static bool loads_closed(const System *sys)
{
  for (int l = 0; l < sys->nloads; l++) {
    const Load *load = &sys->loads[l];
    if (load->energy && load->energy->linear) return false;
    for (int side = 0; side < 2; side++) {
      BodyDegrees degrees;
      if (load->body[side] == GROUND) continue;
      const Body *body = &sys->bodies[load->body[side]];
      body->ops->degrees(body, &degrees);
      if (degrees.f != 1 && !load_central(load, side)) return false;
    }
  }
  return true;
}

/* L3 of a Hamiltonian system: one of the momenta, or kept because H is a function of invariant scalars. */
static bool hamiltonian_closed(const System *sys)
{
  const Body *body = sys->bodies;

  if (sys->nbodies == 0 || !body->hamiltonian) return true;
  return body->hamiltonian->linear_moment || !body->ops->energy(body)->linear;
}

/* Collocated invariants: the rates of energy and constraints sum up exactly, angular momentum is quadratic in z. Forces on frames that are
 * not linear in z act at collocated frames, so their moment is not zero within the element; the rows of em make up for it. */
static void collocated_exactness(const Problem *problem, const System *sys, bool momentum_rows, Exactness *exact)
{
  Symmetry symmetry;

  memset(exact, 0, sizeof *exact);
  system_symmetry(sys, &symmetry);
  exact->energy = true;
  exact->phi = exact->psi = sys->ndrivers == 0;
  exact->linear           = symmetry_linear(&symmetry);
  exact->angular          = symmetry.angular_axes > 0 &&
                   (momentum_rows || (joints_closed(sys) && loads_closed(sys) && hamiltonian_closed(sys)));
  if (symmetry.angular_axes > 0 && !exact->angular)
    exactness_note(exact, "angular momentum: joints or springs on quaternion bodies let it drift, with order %d",
                   2 * problem->method.degree);
  if (sys->ndrivers) exactness_note(exact, "prescribed motion: holds at nodes up to quadrature in time");
}

void mg_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  if (problem->method.invariants == INVARIANTS_COLLOCATED) {
    collocated_exactness(problem, sys, false, exact);
    return;
  }
  petrov_exactness(problem, sys, s, false, exact);
}

void em_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  if (problem->method.invariants == INVARIANTS_COLLOCATED) {
    collocated_exactness(problem, sys, true, exact);
    return;
  }
  petrov_exactness(problem, sys, s, true, exact);
}

/* BG conserves linear momentum only. The projected traces of a weak start satisfy the constraints; otherwise these are satisfied on average over elements (P^{k-1}) or tested with hat functions (P^k),
 * not at nodes (docs/explanation/theory.md, Bubnov-Galerkin elements). */
void bg_exactness(const Problem *problem, const System *sys, int s, Exactness *exact)
{
  Symmetry symmetry;

  memset(exact, 0, sizeof *exact);
  system_symmetry(sys, &symmetry);
  exact->linear = symmetry_linear(&symmetry);
  exactness_note(exact, "energy: BG does not keep it; it improves with the step");
  if (symmetry.angular_axes > 0)
    exactness_note(exact, "angular momentum: BG does not keep it; it improves with the step");
  exact->phi = exact->psi = problem->method.start == START_WEAK && sys->nl > 0;
  if (sys->nl && !exact->phi)
    exactness_note(exact, "constraints: hold %s, not at nodes",
                   problem->method.multipliers == MULTIPLIERS_CONTINUOUS ? "against the multiplier functions"
                                                                         : "in the mean of each element");
  if (sys->servo)
    exactness_note(exact,
                   "inputs of servo constraints: order 2, 2, 4, 4 for k = 1..4 at best, in the middle of elements");
  if (s == problem->method.degree)
    exactness_note(exact, "s = k makes this Gauss collocation of the DAE, another method than BG");
}

/* Smallest s >= k that makes energy and constraints exact at element ends; 2k + 2 with a term that is not a polynomial. */
int mg_gauss(const Problem *problem, const System *system)
{
  const int     k = problem->method.degree;
  SystemDegrees degrees;
  int           s = k;

  if (problem->method.invariants == INVARIANTS_COLLOCATED) return s;
  system_degrees(system, &degrees);
  const int all[] = {degrees.energy, degrees.phi, degrees.psi};
  for (int i = 0; i < 3; i++) {
    const int need = all[i] == NOT_POLYNOMIAL ? 2 * k + 2 : points_for(all[i], k);
    if (need > s) s = need;
  }
  return s;
}

/* Smallest s >= k + 1 that integrates every term exactly, 2 s - 1 >= degree of the integrand; s = k would be collocation. The z rows
 * have degree (d - 1) k + k in xi, constraint rows d k + k. More than k + 1 points gain nothing with a weak start
 * (docs/explanation/theory.md, Weak start and traces). */
int bg_gauss(const Problem *problem, const System *system)
{
  const int     k = problem->method.degree;
  SystemDegrees degrees;
  int           s = k + 1;

  if (problem->method.start == START_WEAK) return s;
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
