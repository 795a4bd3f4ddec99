/* A Hamiltonian system as a formulation: z = (q, p), T = H, no constraints, no frame.
 *
 * Its Kinematics store q as position and p as velocity. */
#include "body/hamiltonian.h"

#include "base/vec.h"
#include "body/formulations.h"

static const char *const columns[] = {NULL}; /* each system has its own */

/* Rejects a list whose length is neither 0 nor the number of coordinates. */
static bool count_check(const ProblemHamiltonian *given, const char *key, int count, FaultList *faults)
{
  const int nq = hamiltonian_find(given->system)->nq;
  char      path[NAME_LEN];

  if (count == 0 || count == nq) return true;
  snprintf(path, sizeof path, "hamiltonian.%s", key);
  fault_add(faults, R0216_VALUE_LIST, given->where, path, "found %d number%s, expected %d: %s has %d coordinate%s",
            count, count == 1 ? "" : "s", nq, given->system, nq, nq == 1 ? "" : "s");
  return false;
}

/* Checks the lengths of the lists, and that the gradient of H is finite at the start. */
static bool start_check(const ProblemHamiltonian *given, FaultList *faults)
{
  const HamiltonianOps *ops               = hamiltonian_find(given->system);
  double                z[HAMILTONIAN_NZ] = {0}, g[HAMILTONIAN_NZ], q[HAMILTONIAN_NQ], p[HAMILTONIAN_NQ];

  if (!(count_check(given, "coordinates", given->ncoordinates, faults) &
        count_check(given, "momenta", given->nmomenta, faults) & count_check(given, "rates", given->nrates, faults)))
    return false;
  hamiltonian_start(given, q, p);
  vec_copy(ops->nq, q, z);
  vec_copy(ops->nq, p, z + ops->nq);
  ops->energy(given, z, g, NULL);
  if (vec_norm(2 * ops->nq, g) < 1e100) return true; /* also no NAN */
  fault_add(faults, R0372_HAMILTONIAN_SINGULAR, given->where, "hamiltonian.coordinates",
            "found a singular place, expected one where H is smooth");
  return false;
}

/* All coordinates count as translations; the unit mass sets the natural units. */
static bool hamiltonian_setup(Body *body, const ProblemBody *given, FaultList *faults)
{
  body->hamiltonian  = hamiltonian_find(given->hamiltonian.system);
  body->data         = given->hamiltonian;
  body->columns      = body->hamiltonian->columns;
  body->nq           = body->hamiltonian->nq;
  body->nz           = 2 * body->nq;
  body->ntranslation = body->nq;
  body->mass         = 1.0; /* for natural units */
  return start_check(&given->hamiltonian, faults);
}

static void hamiltonian_degrees(const Body *body, BodyDegrees *degrees)
{
  *degrees = (BodyDegrees){.kinetic = body->hamiltonian->degree, .phi = 1, .psi = 1, .f = 1, .fdot = 1};
}

/* The whole Hamiltonian replaces the kinetic energy. */
static void hamiltonian_kinetic(const Body *body, const double *z, double *T, double *g, double *K)
{
  double gradient[HAMILTONIAN_NZ];

  if (K) vec_zero(body->nz * body->nz, K);
  *T = body->hamiltonian->energy(&body->data, z, g ? g : gradient, K);
}

/* H as a function of the state itself. */
static void state_shape(const void *owner, EnergyShape *shape)
{
  const Body *body = owner;

  *shape = (EnergyShape){.terms = 1, .size = body->nz, .nx = body->nz, .degree = body->hamiltonian->degree};
}

static void state_gradient(const void *owner, int term, const double *z, double *Y)
{
  const int n = ((const Body *)owner)->nz;

  (void)term, (void)z;
  vec_zero(n * n, Y);
  for (int i = 0; i < n; i++) Y[i * n + i] = 1.0;
}

static double state_value(const void *owner, int term, const double *z, double *near, double *H_z, double *H_zz)
{
  double H;

  (void)term, (void)near;
  hamiltonian_kinetic(owner, z, &H, H_z, H_zz);
  return H;
}

static const EnergyOps state_energy = {true, state_shape, state_gradient, state_value};

static const EnergyOps *hamiltonian_energy(const Body *body)
{
  return body->hamiltonian->scalars ? body->hamiltonian->scalars : &state_energy;
}

/* No frame: joints and loads do not apply. */
static void hamiltonian_frame(const Body *body, const double *z, double *F, double *F_z)
{
  (void)z;
  vec_zero(FRAME, F);
  if (F_z) vec_zero(FRAME * body->nz, F_z);
}

/* The frame is constant: no joint and no load acts on it. */
static void hamiltonian_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF)
{
  (void)v;
  hamiltonian_frame(body, z, F, NULL);
  vec_zero(FRAME, dF);
}

static void hamiltonian_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                        double *D)
{
  (void)z, (void)w, (void)v, (void)K;
  vec_zero(FRAME * body->nz, D);
}

/* z = (q, p) from position and velocity. */
static void hamiltonian_from_kinematics(const Body *body, const Kinematics *state, double *z)
{
  vec_copy(body->nq, state->position, z);
  vec_copy(body->nq, state->velocity, z + body->nq);
}

/* (q, p) appear as position and velocity in output. */
static void hamiltonian_kinematics(const Body *body, const double *z, Kinematics *state)
{
  memset(state, 0, sizeof *state);
  state->scale = state->q[0] = 1.0;
  for (int i = 0; i < 3; i++) state->R[i][i] = 1.0;
  vec_copy(body->nq, z, state->position);
  vec_copy(body->nq, z + body->nq, state->velocity);
}

static void hamiltonian_momenta(const Body *body, const double *z, double *P, double *L)
{
  vec_zero(3, P);
  body->hamiltonian->momenta(z, L);
}

/* Solves qdot = H_p(q, p) for p. H is quadratic in p: H_pp p = qdot - H_p(q, 0). */
static void momenta_from_rates(const ProblemHamiltonian *data, const double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ])
{
  const HamiltonianOps *ops = hamiltonian_find(data->system);
  const int             n = ops->nq, nz = 2 * n;
  double z[HAMILTONIAN_NZ] = {0}, g[HAMILTONIAN_NZ], K[HAMILTONIAN_NZ * HAMILTONIAN_NZ] = {0}, rest[3] = {0};
  double mass[3][3], inverse[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  vec_copy(n, q, z);
  ops->energy(data, z, g, K);
  for (int i = 0; i < n; i++) {
    rest[i] = data->rates[i] - g[n + i];
    for (int j = 0; j < n; j++) inverse[i][j] = K[(n + i) * nz + n + j];
  }
  mat3_invert_symmetric(inverse, mass);
  mat3_apply(mass, rest, p);
}

void hamiltonian_start(const ProblemHamiltonian *data, double q[HAMILTONIAN_NQ], double p[HAMILTONIAN_NQ])
{
  const HamiltonianOps *ops = hamiltonian_find(data->system);

  vec_zero(HAMILTONIAN_NQ, q);
  vec_zero(HAMILTONIAN_NQ, p);
  if (data->ncoordinates > 0) vec_copy(data->ncoordinates, data->coordinates, q);
  if (data->nmomenta > 0) vec_copy(data->nmomenta, data->momenta, p);
  if (data->nrates > 0) momenta_from_rates(data, q, p);
  if (data->ncoordinates == 0 && ops->start) ops->start(data, q, p);
}

const FormulationOps hamiltonian_ops = {
  .name            = "hamiltonian",
  .summary         = "a Hamiltonian system",
  .columns         = columns,
  .setup           = hamiltonian_setup,
  .degrees         = hamiltonian_degrees,
  .kinetic         = hamiltonian_kinetic,
  .theta           = body_no_theta,
  .curvature       = body_no_curvature,
  .frame           = hamiltonian_frame,
  .frame_rate      = hamiltonian_frame_rate,
  .frame_load      = body_no_load,
  .frame_curvature = hamiltonian_frame_curvature,
  .energy          = hamiltonian_energy,
  .from_kinematics = hamiltonian_from_kinematics,
  .kinematics      = hamiltonian_kinematics,
  .momenta         = hamiltonian_momenta,
};
