/* Bodies from their description: choice of the formulation, inertia, kinematics at the start. */
#include "body/body.h"

#include "base/quat.h"
#include "body/formulations.h"
#include "body/hamiltonian.h"
#include "body/inertia.h"

const FormulationOps *const formulation_list[] = {&quaternion_ops, &free_quaternion_ops, &director_ops, &particle_ops,
                                                  NULL};

const FormulationOps *formulation_find(const char *name)
{
  for (int i = 0; formulation_list[i]; i++)
    if (strcmp(formulation_list[i]->name, name) == 0) return formulation_list[i];
  return NULL;
}

/* Angular velocities in space become Omega = R^T omega; a Hamiltonian system uses position and velocity for q and p. */
void body_initial_kinematics(const ProblemBody *given, Kinematics *state)
{
  const double norm = vec_norm(4, given->orientation);

  memset(state, 0, sizeof *state);
  for (int i = 0; i < 4; i++) state->q[i] = given->orientation[i] / norm;
  quat_to_matrix(state->q, state->R);
  vec_copy(3, given->position, state->position);
  if (!isnan(given->velocity[0])) vec_copy(3, given->velocity, state->velocity);
  if (!isnan(given->angular_velocity_spatial[0]))
    mat3_apply_transpose(state->R, given->angular_velocity_spatial, state->omega);
  else if (!isnan(given->angular_velocity[0])) vec_copy(3, given->angular_velocity, state->omega);
  state->scale      = given->scale;
  state->scale_rate = given->scale_rate;
  if (given->hamiltonian.system[0]) hamiltonian_start(&given->hamiltonian, state->position, state->velocity);
}

/* Chooses the formulation, computes mass and inertia about the reference point, then calls the set-up of the formulation. */
bool body_create(const ProblemBody *given, PsiKind psi, FaultList *faults, Body *body)
{
  double ignored[3];

  memset(body, 0, sizeof *body);
  memcpy(body->name, given->name, sizeof body->name);
  body->ops = given->mobility == BODY_CLAMPED        ? &clamped_ops
              : given->hamiltonian.system[0] != '\0' ? &hamiltonian_ops
                                                     : formulation_find(given->formulation);
  if (!body->ops) {
    fault_add(faults, R0214_VALUE_WORD, given->where, given->name, "unknown formulation %s", given->formulation);
    return false;
  }
  body->columns      = body->ops->columns;
  body->ntranslation = given->translation == TRANSLATION_FREE ? 3 : 0;
  body->scalable     = given->kinetic == KINETIC_SCALABLE;
  body->psi_full     = psi == PSI_FULL;
  inertia_of(given, &body->mass, body->J, ignored);
  if (body->ntranslation == 0) {
    body->nheld = 3;
    vec_copy(3, given->position, body->anchor);
    vec_copy(3, given->center_of_mass, body->center);
    if (given->shape.kind != SHAPE_NONE) inertia_shift(body->mass, body->center, body->J);
  }
  return body->ops->setup(body, given, faults);
}
