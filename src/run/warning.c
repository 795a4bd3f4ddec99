/* The table of warnings: each entry looks for one kind of likely mistake in a valid model. */
#include "run/warning.h"

#include "base/triangles/triangles.h"
#include "base/vec.h"
#include "start/position/joint_jacobian.h"

#include <stdlib.h>

/* Ratios above which sizes are likely to be mistakes: distance of a joint to the radius of gyration of its body, masses, radii of
 * gyration. Millimetres among metres differ by 1000. */
static const double far = 50.0, masses_apart = 1e6, lengths_apart = 1e3;

/* --- bodies that nothing connects */

/* Marks the sides that are bodies. */
static void sides_mark(const int body[2], bool *connected)
{
  for (int side = 0; side < 2; side++)
    if (body[side] != GROUND) connected[body[side]] = true;
}

/* Marks the bodies with a joint, a prescribed motion or a load between two sides. */
static void connected_mark(const Problem *problem, const System *sys, bool *connected)
{
  for (int j = 0; j < problem->njoints; j++) sides_mark(problem->joints[j].body, connected);
  for (int g = sys->ngroups - sys->ndrivers; g < sys->ngroups; g++) sides_mark(sys->groups[g].body, connected);
  for (int l = 0; l < sys->nloads; l++)
    if (sys->loads[l].ops->traits.uses & LOAD_USES_BODIES) sides_mark(sys->loads[l].body, connected);
}

/* A moving body that nothing connects, in a problem with joints. A body with a fixed point is connected to the ground. */
static void warn_alone(const Problem *problem, const System *sys, FaultList *warnings)
{
  bool *connected = calloc((size_t)sys->nbodies, sizeof *connected);

  if (!connected || !problem->njoints) {
    free(connected);
    return;
  }
  connected_mark(problem, sys, connected);
  for (int b = 0; b < sys->nbodies; b++)
    if (!connected[b] && sys->bodies[b].ntranslation && sys->bodies[b].nq)
      fault_add(warnings, R0651_BODY_ALONE, problem->bodies[b].where, sys->bodies[b].name,
                "found a body without a joint, a spring or a prescribed motion, while other bodies are connected; "
                "expected a joint of this body, if it is not meant to move alone");
  free(connected);
}

/* --- sizes that do not fit together */

/* Radius of gyration of a body, sqrt(tr J / 2 m); 0 of a particle and of a body at rest. */
static double body_size(const Body *body)
{
  return body->nz && body->nq > body->ntranslation ? sqrt(0.5 * mat3_trace(body->J) / body->mass) : 0.0;
}

/* A point of a joint far outside its body. Joints that leave a displacement free may have their point anywhere along it. */
static void warn_far(const Problem *problem, const System *sys, FaultList *warnings)
{
  (void)problem;
  for (int g = sys->nbodies; g < sys->ngroups - sys->ndrivers; g++)
    for (int s = 0; s < 2; s++) {
      const ConstraintGroup *joint = &sys->groups[g];
      const int              b     = joint->body[s];
      if (b == GROUND || joint->joint->force != PUSH_ANY) continue;
      double point[3];
      for (int x = 0; x < 3; x++) point[x] = joint->geometry.point[s][x] - sys->bodies[b].center[x];
      const double size = body_size(&sys->bodies[b]), distance = vec_norm(3, point);
      if (size > 0.0 && distance > far * size)
        fault_add(
          warnings, R0652_JOINT_FAR, joint->where, joint->name,
          "found the joint %.3g away from the centre of mass of %s, %.3g times its radius of gyration %.3g; expected "
          "a point near the body: compare the units of lengths, and `at` (in space) with `at_body`",
          distance, sys->bodies[b].name, distance / size, size);
    }
}

/* The smallest and the largest positive value of a body. */
typedef struct {
  int    least, most; /* bodies; -1: none */
  double value[2];
} Extremes;

/* Updates the smallest and the largest positive value with their bodies. */
static void extremes_add(Extremes *e, int b, double value)
{
  if (!(value > 0.0)) return;
  if (e->least < 0 || value < e->value[0]) e->least = b, e->value[0] = value;
  if (e->most < 0 || value > e->value[1]) e->most = b, e->value[1] = value;
}

/* Masses or radii of gyration of bodies that differ by many orders of magnitude. */
static void warn_sizes(const Problem *problem, const System *sys, FaultList *warnings)
{
  const struct {
    const char *noun;
    double      most; /* accepted ratio */
  } kinds[]     = {{"masses", masses_apart}, {"radii of gyration", lengths_apart}};
  Extremes e[2] = {{-1, -1, {0.0, 0.0}}, {-1, -1, {0.0, 0.0}}};

  for (int b = 0; b < sys->nbodies; b++) {
    if (!sys->bodies[b].nz || sys->bodies[b].hamiltonian) continue;
    extremes_add(&e[0], b, sys->bodies[b].mass);
    extremes_add(&e[1], b, body_size(&sys->bodies[b]));
  }
  for (int k = 0; k < 2; k++)
    if (e[k].least >= 0 && e[k].value[1] > kinds[k].most * e[k].value[0])
      fault_add(
        warnings, R0653_UNITS_MIXED, problem->bodies[e[k].least].where, sys->bodies[e[k].least].name,
        "found %s that differ by a factor of %.3g, %.3g of %s and %.3g of %s; expected one system of units: equations "
        "of such bodies lose digits",
        kinds[k].noun, e[k].value[1] / e[k].value[0], e[k].value[0], sys->bodies[e[k].least].name, e[k].value[1],
        sys->bodies[e[k].most].name);
}

/* --- joints that leave no motion */

/* Joints alone leave no degree of freedom. Motions that prescribe all degrees of freedom are inverse dynamics, no mistake. */
static void warn_rigid(const Problem *problem, const System *sys, FaultList *warnings)
{
  int rows = 0;

  for (int g = sys->nbodies; g < sys->ngroups - sys->ndrivers; g++) rows += sys->groups[g].m;
  if (rows && joint_jacobian_rates(sys) <= rows)
    fault_add(
      warnings, R0654_NO_FREEDOM, problem->joints[0].where, "joints",
      "found 0 degrees of freedom: the joints leave no motion, expected at least one degree of freedom; remove a "
      "joint, or use one that leaves more free, if the bodies are meant to move");
}

/* --- pictures */

/* A mesh that cannot be read changes no result: the body is not drawn. */
static void warn_mesh(const Problem *problem, const System *sys, FaultList *warnings)
{
  (void)sys;
  for (int b = 0; b < problem->nbodies; b++) {
    const ProblemBody *body = &problem->bodies[b];
    Triangles          triangles;
    char               error[TRIANGLES_ERROR_LEN], path[NAME_LEN + 32];
    if (body->visual.shape.kind != VISUAL_MESH) continue;
    if (!triangles_read(body->visual.shape.file, &triangles, error)) {
      snprintf(path, sizeof path, "bodies.%s.visual.shape.mesh", body->name);
      fault_add(warnings, R0655_MESH, body->where, path, "%s: %s; the body is not drawn", body->visual.shape.file,
                error);
    }
    triangles_clear(&triangles);
  }
}

/* --- the table */

typedef void (*Warn)(const Problem *problem, const System *sys, FaultList *warnings);

static const Warn warning_list[] = {warn_alone, warn_far, warn_sizes, warn_rigid, warn_mesh};

void warnings_collect(const Problem *problem, const System *sys, const FaultList *faults, FaultList *warnings)
{
  fault_init(warnings, faults->file);
  warnings->warns = true;
  warnings->nset  = faults->nset;
  warnings->set   = faults->set;
  for (size_t i = 0; i < sizeof warning_list / sizeof warning_list[0]; i++) warning_list[i](problem, sys, warnings);
  fault_sort(warnings);
}
