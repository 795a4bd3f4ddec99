/* Measures of a run by its samples, limits of energy errors and of claims, and the judgement (watch.h). */
#include "run/watch.h"

/* Error of the energy, relative to the largest energy met, above which a result means nothing: of mG and its variants, which conserve
 * energy up to quadrature, and of BG; and growth of the energy of other schemes, in units of the energy at the start. */
static const double energy_wrong[] = {[GALERKIN_PETROV] = 0.1, [GALERKIN_BUBNOV] = 0.5}, energy_grown = 1e6;

/* Rise of a potential between two states, in units of their kinetic energies, above which no motion leads from one to the other. */
static const double barrier_most = 10.0;

/* Drift of a claim that rounding explains: at all, and per element; and times the tolerance, per element. */
static const double claim_least = 1e-9, claim_rounding = 1e-13, claim_tolerance = 100.0;

bool run_watch_create(const Problem *problem, const System *system, RunWatch *watch)
{
  *watch = (RunWatch){.problem = problem, .system = system};
  drift_init(system, &watch->drift);
  return invariant_meter_create(system, &watch->meter) && resolution_meter_create(problem, system, &watch->resolution);
}

void run_watch_destroy(RunWatch *watch)
{
  invariant_meter_destroy(&watch->meter);
  resolution_meter_destroy(&watch->resolution);
  *watch = (RunWatch){0};
}

bool run_watch_again(RunWatch *watch)
{
  const Problem *problem = watch->problem;
  const System  *system  = watch->system;

  run_watch_destroy(watch);
  return run_watch_create(problem, system, watch);
}

/* Writes the failure, if energy is not finite, far from its balance, or grown beyond all bounds. */
static void energy_check(RunWatch *watch, double t)
{
  const Drift       *d        = &watch->drift;
  const GalerkinKind galerkin = watch->problem->method.scheme->galerkin;
  const double       most     = fmax(d->most_H, d->scale_H);
  const char        *name     = watch->system->worked ? "H - W" : "H";

  if (!isfinite(watch->meter.now.H) || !isfinite(d->H))
    notice_write(&watch->failure, R0605_BLOW_UP, "the energy is not finite at t = %.9g: use a smaller step", t);
  else if (galerkin && d->H > energy_wrong[galerkin] * most)
    notice_write(&watch->failure, R0603_ENERGY_ERROR,
                 "energy error: %s changed by %.3g of %.3g up to t = %.9g, expected at most a part %g of it: "
                 "use a smaller step, here (time.parts) or everywhere, or more Gauss points",
                 name, d->H, most, t, energy_wrong[galerkin]);
  else if (!galerkin && d->H > energy_grown * d->scale_H)
    notice_write(&watch->failure, R0605_BLOW_UP,
                 "the motion blows up: %s changed by %.3g, %.1e times its size at the start, up to t = %.9g: "
                 "use a smaller step or another scheme",
                 name, d->H, d->H / d->scale_H, t);
}

/* Writes the failure, if an element jumps over a wall of a potential that its kinetic energy T cannot climb. Energies at its ends do
 * not show that. */
static void barrier_check(RunWatch *watch, double T, const Sample *sample)
{
  const char  *name = "";
  const double rise = system_barrier(watch->system, resolution_start(&watch->resolution), sample->z, &name);

  if (rise > 0.0 && rise > barrier_most * T)
    notice_write(&watch->failure, R0604_WALL_JUMPED,
                 "an element jumps over a wall of %s: V rises by %.3g up to t = %.9g, with a kinetic energy of %.3g: "
                 "use a smaller step, here (time.parts) or everywhere",
                 name, rise, sample->t, T);
}

bool run_watch_sample(RunWatch *watch, const Sample *sample)
{
  const double      before = watch->meter.now.H, T = watch->meter.now.T;
  const Invariants *now = invariant_follow(&watch->meter, sample);

  watch->dH = sample->element == 0 ? 0.0 : now->H - before;
  drift_add(&watch->drift, now);
  multipliers_measure(watch->system, sample, &watch->largest);
  if (sample->element > 0) barrier_check(watch, fmax(T, now->T), sample);
  resolution_follow(&watch->resolution, sample);
  energy_check(watch, sample->t);
  return watch->failure.code == R0000_NONE;
}

/* Relative to the largest value met: rounding grows with it. */
static double drift_measured(double relative, double scale, double most)
{
  return isnan(relative) ? 0.0 : relative * scale / fmax(scale, most);
}

void claims_fill(const RunWatch *watch, const RunStatus *status, Claim claims[CLAIMS])
{
  const Drift *d = &watch->drift;
  const double n = status->element, floors = status->floors;
  const double limit = claim_least + n * (claim_rounding + claim_tolerance * watch->problem->solver.tolerance) +
                       floors * claim_tolerance * newton_floor_most;
  Exactness exact;

  scheme_of(watch->problem)
    ->exactness(watch->problem, watch->system, scheme_gauss(watch->problem, watch->system), &exact);
  const bool  constrained = watch->system->nl > 0;
  const Claim all[CLAIMS] = {{"energy", "energy", watch->system->worked ? "H - W" : "H", exact.energy,
                              drift_measured(d->H / d->scale_H, d->scale_H, d->most_H), limit},
                             {"angular_momentum", "angular momentum", "L", exact.angular,
                              drift_measured(drift_angular(d), d->scale_L, d->most_L), limit},
                             {"linear_momentum", "linear momentum", "P", exact.linear,
                              drift_measured(drift_linear(d), d->scale_P, d->most_P), limit},
                             {"phi", "position constraints", "Phi", exact.phi && constrained,
                              fmax(0.0, d->imposed[0] - 2.0 * d->phi_start), limit},
                             {"psi", "velocity constraints", "Psi", exact.psi && constrained,
                              fmax(0.0, d->imposed[1] - 2.0 * d->psi_start), limit}};
  for (int i = 0; i < CLAIMS; i++) claims[i] = all[i];
}

/* Contradictions between the claims of the scheme and the measured drifts. */
static void claims_judge(const RunWatch *watch, RunStatus *status)
{
  Claim claims[CLAIMS];

  claims_fill(watch, status, claims);
  for (int i = 0; i < CLAIMS; i++) {
    if (claim_agrees(&claims[i])) continue;
    run_fail(status, RUN_CONTRADICTED, R0602_CONTRADICTION,
             "contradiction: the scheme conserves %s by construction, but %s drifted by %.3g, expected at most %.3g: "
             "check PETSc options, solver.tolerance %g, and gradients of your own potentials",
             claims[i].name, claims[i].symbol, claims[i].drift, claims[i].limit, watch->problem->solver.tolerance);
    return;
  }
}

void run_watch_judge(const RunWatch *watch, RunStatus *status, RunJudgement *judgement)
{
  judgement->mu      = watch->largest.mu_scaled;
  judgement->drift_H = drift_relative(watch->drift.H, watch->drift.scale_H);
  resolution_judge(&watch->resolution, watch->problem, scheme_order(watch->problem), &judgement->resolution);
  if (watch->failure.code && !run_failed(status))
    run_fail(status, RUN_CONTRADICTED, watch->failure.code, "%s", watch->failure.text);
  else if (status->verdict == RUN_DONE) claims_judge(watch, status);
}

PetscErrorCode run_judgement_share(RunStatus *status, RunJudgement *judgement)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  if (size == 1) PetscFunctionReturn(0);
  PetscCallMPI(MPI_Bcast(&status->verdict, (int)sizeof status->verdict, MPI_BYTE, 0, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(&status->code, (int)sizeof status->code, MPI_BYTE, 0, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(status->message, (int)sizeof status->message, MPI_BYTE, 0, PETSC_COMM_WORLD));
  PetscCallMPI(MPI_Bcast(judgement, (int)sizeof *judgement, MPI_BYTE, 0, PETSC_COMM_WORLD));
  PetscFunctionReturn(0);
}
