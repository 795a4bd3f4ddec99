/* Loads of the problem as loads of the system: sides, points, constants, and the size of their accelerations. */
#include "base/vec.h"
#include "body/inertia.h"
#include "system/assembly.h"

#include <stdlib.h>

/* Adds a fault at the load. */
static bool load_refuse(const ProblemLoad *given, FaultList *faults, MessageCode code, const char *text)
{
  char path[2 * NAME_LEN];

  snprintf(path, sizeof path, "loads.%s", given->name);
  fault_add(faults, code, given->where, path, "%s", text);
  return false;
}

/* Points of one side: all point masses of the body for a pair potential, otherwise the given point or the reference point. */
static bool sites_create(const Problem *problem, const ProblemLoad *given, int side, Load *load)
{
  const int  b    = load->body[side];
  const bool pair = load->ops->force == no_force, many = pair && b != GROUND && problem->bodies[b].shape.nsites > 0;

  load->nsites[side] = many ? problem->bodies[b].shape.nsites : 1;
  load->sites[side]  = calloc((size_t)load->nsites[side], sizeof *load->sites[side]);
  if (!load->sites[side]) return false;
  if (many) inertia_sites(&problem->bodies[b], load->sites[side]);
  else if (!isnan(given->at[side][0])) vec_copy(3, given->at[side], load->sites[side][0]);
  return true;
}

/* Whether the load acts on the rotations of its bodies: a bushing that has neither stiffness nor damping there does not. */
static bool load_turns(const ProblemLoad *given, const Load *load)
{
  bool turns = false;

  if (!load->ops->turns || !(load->ops->traits.uses & LOAD_USES_SIX)) return load->ops->turns;
  for (int i = 3; i < 6; i++)
    turns = turns || (isnan(given->stiffness[1]) ? given->stiffness[0] : given->stiffness[i]) != 0.0 ||
            (isnan(given->damping[1]) ? given->damping[0] : given->damping[i]) != 0.0;
  return turns;
}

/* At least one side must move; loads on rotations need bodies that rotate. */
static bool sides_fit(const ProblemLoad *given, const System *sys, const Load *load, FaultList *faults)
{
  char text[300];

  if (side_at_rest(sys, load->body[0]) && (side_at_rest(sys, load->body[1]) || load->ops->traits.uses & LOAD_USES_BODY))
    return load_refuse(given, faults, R0309_NOTHING_MOVES, "found nothing that moves, expected a body that does");
  for (int side = 0; side < 2; side++) {
    const int b = load->body[side];
    if (!load_turns(given, load) || side_at_rest(sys, b) || sys->bodies[b].nq > 3) continue;
    snprintf(text, sizeof text, "found a %s on %s, a particle, expected a body that turns", load->ops->name,
             sys->bodies[b].name);
    return load_refuse(given, faults, R0311_PARTICLE_TURNS, text);
  }
  return true;
}

/* Sides, points and the function of time, then the constants of the type. */
bool load_create(const Problem *problem, const ProblemLoad *given, const LoadOps *ops, FaultList *faults, System *sys,
                 Load *load)
{
  Kinematics start[2];
  Notice     why = {R0001_OUT_OF_MEMORY, "out of memory"};
  bool       ok  = true;

  if (!ops) {
    fault_add(faults, R0214_VALUE_WORD, given->where, given->name, "unknown load type %s", given->type);
    return false;
  }
  load->user = given->user;
  load->ops  = ops;
  memcpy(load->name, given->name, sizeof load->name);
  load->where  = given->where;
  load->degree = 1;
  load->input  = -1;
  load->twist  = load->ops == &torsion_ops ? sys->ntwists++ : -1;
  for (int side = 0; side < 2; side++) {
    const int b = load->body[side] = side == 1 && ops->traits.uses & LOAD_USES_BODY ? GROUND : given->body[side];
    side_initial_kinematics(problem, b, &start[side]);
    if (b != GROUND) sys->framed[b] = true;
    load->grows[side] = b != GROUND && !problem->bodies[b].rigid;
    ok                = sites_create(problem, given, side, load) && ok;
  }
  load->couples = !side_at_rest(sys, load->body[0]) && !side_at_rest(sys, load->body[1]);
  if (!sides_fit(given, sys, load, faults)) return false;
  ok = ok && time_function_create(&given->scale, &load->scale);
  if (!ok || !load->ops->setup(given, start, load, &why)) return load_refuse(given, faults, why.code, why.text);
  load->energy = load_energy(load);
  for (int i = 0; i < 6; i++)
    if (load->spring[i].damping != 0.0 || load->ops->external) sys->worked = true;
  return true;
}

void load_destroy(Load *load)
{
  for (int side = 0; side < 2; side++) free(load->sites[side]);
  time_function_destroy(&load->scale);
  memset(load, 0, sizeof *load);
}

/* max over the sides of |w_phi| / m and length |w_d| / tr J with the weights w at the start and the largest factor of time. */
double load_acceleration(const Problem *problem, const System *sys, const Load *load, double length)
{
  double     f[STACK] = {0.0}, fdot[STACK] = {0.0}, w[STACK] = {0.0}, most = 0.0;
  LoadPoint  at     = {.t = sys->t0, .f = f, .fdot = fdot};
  LoadWeight weight = {.w = w};

  if (load->input >= 0) return 0.0; /* not known yet */
  at.factor = time_function_size(&load->scale, problem->time.start, problem->time.end);
  for (int side = 0; side < 2; side++) {
    Kinematics start;
    side_initial_kinematics(problem, load->body[side], &start);
    vec_copy(3, start.position, f + side * FRAME_F);
    for (int i = 0; i < 9; i++) f[side * FRAME_F + 3 + i] = start.scale * start.R[i % 3][i / 3];
  }
  load->ops->potential(load, &at, &weight);
  load->ops->force(load, &at, &weight);
  for (int side = 0; side < 2; side++) {
    if (side_at_rest(sys, load->body[side])) continue;
    const Body  *body  = &sys->bodies[load->body[side]];
    const double trace = mat3_trace(body->J), *own = w + side * FRAME_F;
    if (body->ntranslation) most = fmax(most, vec_norm(3, own) / body->mass);
    if (body->nq > 3) most = fmax(most, length * vec_norm(9, own + 3) / trace);
  }
  return isfinite(most) ? most : 0.0;
}
