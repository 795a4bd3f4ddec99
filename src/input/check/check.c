/* Checks within one record that concern several of its keys. They run once its keys are read; a rejected key has its
 * default by then, so that one mistake is not reported twice. */
#include "input/check/check.h"
#include "base/vec.h"
#include "input/schema/petsc_option.h"

#include <math.h>
#include <string.h>

#define INERTIA_TOLERANCE 1e-10 /* relative, of the triangle inequality */
#define UNIT_TOLERANCE    1e-9

/* --- time and method */

/* Neighbouring element ends must be different numbers: h is at least the spacing of doubles at the larger end. */
static void step_check(Reader *reader, const Node *node, const ProblemTime *time)
{
  const Node  *end = node_find(node, "end"), *step = node_find(node, "step"), *elements = node_find(node, "elements");
  const double length = time->end - time->start, far = fmax(fabs(time->start), fabs(time->end));
  const double spacing = nextafter(far, INFINITY) - far;
  const double h       = !isnan(time->step) ? fmin(time->step, length) : length / time->elements;
  /* report at the one of them that the command line gives */
  const Node *given = step ? step : elements;
  if (end->where.line < 0 && given && given->where.line > 0) given = end;

  if (!given || (isnan(time->step) && time->elements == RIGEL_UNSET))
    return; /* missing or rejected, already reported */
  if (length / h > 1e9)
    reader_fault(reader, R0232_TIME_ELEMENTS, given->where, NULL,
                 "found %.3g elements of length %.6g from %.6g to %.6g, expected at most %d", length / h, h,
                 time->start, time->end, 1000000000);
  else if (h < spacing)
    reader_fault(reader, R0232_TIME_ELEMENTS, given->where, NULL,
                 "found elements of length %.6g at times of %.6g, expected at least %.3g, the "
                 "spacing of numbers there",
                 h, far, spacing);
}

/* Refinements: each one ends after it begins, with a step that doubles resolve and at most 1e8 elements. */
static void refinements_check(Reader *reader, const Node *list, const ProblemTime *time)
{
  const double far = fmax(fabs(time->start), fabs(time->end)), spacing = nextafter(far, INFINITY) - far;

  for (int i = 0; i < time->nrefinements; i++) {
    const ProblemRefinement *given  = &time->refinements[i];
    const size_t             length = path_key(&reader->path, list->key);
    const Node              *to = node_find(&list->items[i], "to"), *step = node_find(&list->items[i], "step");
    path_item(&reader->path, &list->items[i], i);
    if (given->to <= given->from)
      reader_fault(reader, R0231_TIME_ORDER, to->where, "to", "found %.17g, expected a time later than from: %.17g",
                   given->to, given->from);
    else if (given->step < spacing || (given->to - given->from) / given->step > 1e8)
      reader_fault(reader, R0232_TIME_ELEMENTS, step->where, "step",
                   "found %.6g, expected at least %.3g, at most 100000000 elements", given->step,
                   fmax(spacing, 1e-8 * (given->to - given->from)));
    path_cut(&reader->path, length);
  }
}

/* The end is later than the start, and elements have a valid length. */
static void time_check(Reader *reader, const Node *node, const ProblemTime *time)
{
  const Node *end    = node_find(node, "end");
  double      length = time->end - time->start;

  if (isnan(length)) return; /* end is missing or rejected, already reported */
  if (!(length > 0.0)) {
    reader_fault(reader, R0231_TIME_ORDER, end->where, "end", "found %.17g, expected an end later than the start %.17g",
                 time->end, time->start);
    return;
  }
  if (!isfinite(length))
    reader_fault(reader, R0233_TIME_INFINITE, end->where, "end", "found an infinite interval, expected a finite one");
  else step_check(reader, node, time);
  if (time->nrefinements) refinements_check(reader, node_find(node, "parts"), time);
}

/* s < k Gauss points give a singular matrix. */
static void method_check(Reader *reader, const Node *node, const ProblemMethod *method)
{
  const Node *gauss = node_find(node, "gauss");

  if (gauss && method->gauss != GAUSS_AUTO && method->gauss < method->degree)
    reader_fault(reader, R0235_GAUSS_POINTS, gauss->where, "gauss",
                 "found %d, expected auto or at least the degree %d (s < k is singular)", method->gauss,
                 method->degree);
}

/* PETSc options are names with a value each, or none, from the table of those that a file may set. */
static void petsc_check(Reader *reader, const Node *node, const ProblemSolver *solver)
{
  const Node *petsc = node_find(node, "petsc");
  int         length;
  Notice      why;
  const char *stray = word_stray(solver->petsc, &length);

  if (petsc && stray)
    reader_fault(reader, R0223_PETSC_FORM, petsc->where, "petsc",
                 "found the word %.*s, expected options as -name or -name value",
                 length < FOUND_LEN ? length : FOUND_LEN, stray);
  else if (petsc && !petsc_options_allowed(solver->petsc, &why))
    reader_fault(reader, why.code, petsc->where, "petsc", "%s", why.text);
}

/* guess: file needs one directory, in guess_file or inside of guess. */
static void solver_check(Reader *reader, const Node *node, const ProblemSolver *solver)
{
  const Node *guess = node_find(node, "guess"), *file = node_find(node, "guess_file");
  bool        inside = guess && guess->kind == NODE_MAPPING;

  petsc_check(reader, node, solver);
  if (!guess || solver->guess != GUESS_FILE) return;
  if (inside && file)
    reader_fault(reader, R0206_KEY_BOTH, file->key_where, "guess_file",
                 "found together with guess: {file: DIR}, expected only one of them");
  if (!inside && !file)
    reader_fault(reader, R0204_KEY_MISSING, guess->where, "guess_file",
                 "found nothing, expected the directory of an earlier run");
}

/* --- inertia */

/* Reports asymmetry; mirrors the upper triangle, as problem_complete does. */
static void inertia_check_symmetry(Reader *reader, Where where, double inertia[3][3])
{
  for (int i = 0; i < 3; i++) {
    for (int j = i + 1; j < 3; j++) {
      double upper = inertia[i][j], lower = inertia[j][i];
      if (fabs(upper - lower) > 1e-12 * fmax(fabs(upper), fabs(lower)))
        reader_fault(reader, R0303_INERTIA_SYMMETRY, where, "inertia",
                     "found J%d%d = %.6g and J%d%d = %.6g, expected a symmetric matrix", i + 1, j + 1, upper, j + 1,
                     i + 1, lower);
      inertia[j][i] = upper;
    }
  }
}

/* Principal moments of a body satisfy J1 + J2 >= J3 > 0; `any` waives the first inequality. Directors need the
 * strict one, since their mass matrix E = tr(J)/2 I - J must be regular. */
static void inertia_check_values(Reader *reader, Where where, const char *key, bool director, bool any,
                                 const double inertia[3][3])
{
  double v[3], axes[3][3];

  mat3_eigen_symmetric(inertia, v, axes);
  double slack = v[0] + v[1] - v[2], tolerance = INERTIA_TOLERANCE * v[2];
  if (!(v[0] > INERTIA_TOLERANCE * 1e-2 * v[2]))
    reader_fault(reader, R0304_INERTIA_POSITIVE, where, key,
                 "found principal moments of inertia %.6g, %.6g, %.6g, expected positive ones", v[0], v[1], v[2]);
  else if (!any && !(slack >= -tolerance))
    reader_fault(reader, R0305_INERTIA_TRIANGLE, where, key,
                 "found principal moments of inertia %.6g, %.6g, %.6g, expected none larger than the sum of the others",
                 v[0], v[1], v[2]);
  else if (director && !(slack > tolerance))
    reader_fault(
      reader, R0306_INERTIA_FLAT, where, key,
      "found principal moments of inertia %.6g, %.6g, %.6g (a flat body), expected each smaller than the sum "
      "of the others in the director formulation",
      v[0], v[1], v[2]);
}

/* J = sum m (x.x I - x x^T) of point masses (rows of mass, x, y, z) about their centre of mass. */
static void inertia_of_sites(int nsites, const double *sites, double inertia[3][3])
{
  double mass = 0.0, centre[3] = {0.0};

  for (int n = 0; n < nsites; n++) mass += sites[4 * n];
  for (int n = 0; n < nsites; n++) vec_add(3, sites[4 * n] / mass, sites + 4 * n + 1, centre);
  memset(inertia, 0, 9 * sizeof(double));
  for (int n = 0; n < nsites; n++) {
    double x[3];
    vec_copy(3, sites + 4 * n + 1, x);
    vec_add(3, -1.0, centre, x);
    for (int i = 0; i < 9; i++)
      inertia[i / 3][i % 3] += sites[4 * n] * ((i % 4 == 0) * vec_dot(3, x, x) - x[i / 3] * x[i % 3]);
  }
}

/* Checks the tensor that is given, or that of the sites. */
static void body_check_inertia(Reader *reader, const Node *node, const ProblemBody *body)
{
  bool        sites  = body->shape.kind == SHAPE_SITES;
  bool        euler  = body->traits.uses & BODY_USES_EULER;
  const Node *item   = node_find(node, sites ? "shape" : "inertia");
  int         before = reader->faults->count;
  double      inertia[3][3];

  if (!item || (!sites && isnan(body->inertia[0][0]))) return;
  if (sites) {
    inertia_of_sites(body->shape.nsites, body->shape.sites, inertia);
  } else {
    memcpy(inertia, body->inertia, sizeof inertia);
    inertia_check_symmetry(reader, item->where, inertia);
  }
  if (reader->faults->count == before)
    inertia_check_values(reader, item->where, sites ? "shape.sites" : "inertia", euler, body->any_inertia && !euler,
                         inertia);
}

/* --- bodies */

/* An orientation of any length but zero. */
static void visual_check(Reader *reader, const Node *node, const ProblemVisual *visual)
{
  const Node *item = node_find(node, "orientation");

  if (item && !isnan(visual->orientation[0]) && !(vec_norm(4, visual->orientation) > 0.0))
    reader_fault(reader, R0241_DIRECTION_ZERO, item->where, "orientation",
                 "found a quaternion of length 0, expected another one");
}

/* Mass comes from mass, from density and shape, or from the sites; from one of them only. */
static void body_check_mass(Reader *reader, const Node *node, const ProblemBody *body)
{
  const Node *mass = node_find(node, "mass"), *density = node_find(node, "density"), *shape = node_find(node, "shape");
  const Node *given    = mass ? mass : density;
  bool        particle = !(body->traits.uses & BODY_USES_ROTATION);

  if (body->shape.kind == SHAPE_SITES) {
    if (given)
      reader_fault(reader, R0301_MASS_TWICE, given->key_where, given->key,
                   "found a key besides shape.sites, expected none (the sites have masses)");
  } else if (!given && (particle || !shape)) {
    reader_fault(reader, R0204_KEY_MISSING, node->where, "mass", "found nothing, expected a positive number");
  } else if (!given && body->shape.kind != SHAPE_NONE) {
    reader_fault(reader, R0205_KEY_EITHER, node->where, NULL, "found neither mass nor density, expected one of them");
  } else if (density && !shape && !particle) {
    reader_fault(reader, R0302_DENSITY_ALONE, density->key_where, "density",
                 "found without a shape, expected mass instead, or a shape");
  }
}

/* Start velocities and rigidity agree with translation and kinetic. */
static void body_check_motion(Reader *reader, const Node *node, const ProblemBody *body)
{
  const Node *velocity = node_find(node, "velocity"), *rigid = node_find(node, "rigid");
  bool        moves = body->velocity[0] != 0.0 || body->velocity[1] != 0.0 || body->velocity[2] != 0.0;

  if (velocity && moves && body->translation == TRANSLATION_FIXED)
    reader_fault(reader, R0307_BODY_AT_REST, velocity->where, "velocity",
                 "found a velocity that is not zero, expected none with translation: fixed");
  if (rigid && !body->rigid && body->kinetic != KINETIC_SCALABLE)
    reader_fault(reader, R0308_BODY_RIGID, rigid->where, "rigid",
                 "found false, expected true unless kinetic: scalable is given");
}

/* A clamped body is rigid and at rest. */
static void body_check_clamped(Reader *reader, const Node *node, const ProblemBody *body)
{
  static const char *const keys[] = {"velocity", "angular_velocity", "angular_velocity_spatial"};
  const double *const      rate[] = {body->velocity, body->angular_velocity, body->angular_velocity_spatial};
  const Node              *rigid  = node_find(node, "rigid");

  if (body->mobility != BODY_CLAMPED) return;
  for (int i = 0; i < 3; i++) {
    const Node *item = node_find(node, keys[i]);
    if (item && !(rate[i][0] == 0.0 && rate[i][1] == 0.0 && rate[i][2] == 0.0))
      reader_fault(reader, R0307_BODY_AT_REST, item->where, keys[i],
                   "found a rate that is not zero, expected none with motion: clamped");
  }
  if (rigid && !body->rigid)
    reader_fault(reader, R0308_BODY_RIGID, rigid->where, "rigid", "found false, expected true with motion: clamped");
}

/* All checks of one body. */
static void body_check(Reader *reader, const Node *node, const ProblemBody *body)
{
  if (strcmp(body->name, "ground") == 0)
    reader_fault(reader, R0221_NAME_GROUND, node_find(node, "name")->where, "name",
                 "found ground, expected another name (ground is the fixed world)");
  body_check_mass(reader, node, body);
  body_check_inertia(reader, node, body);
  body_check_motion(reader, node, body);
  body_check_clamped(reader, node, body);
}

/* --- joints */

bool axis_check(Reader *reader, const Node *node, const char *key, const double axis[3])
{
  const double norm = hypot(hypot(axis[0], axis[1]), axis[2]);

  if (isnan(norm) || (norm > 1e-100 && norm < 1e100)) return true;
  reader_fault(reader, R0241_DIRECTION_ZERO, node->where, key,
               "found a direction of length %.6g, expected one that can be normalised", norm);
  return false;
}

/* Axes have a length; those of a universal joint are at right angles; a rod has two points. */
static void joint_check(Reader *reader, const Node *node, const ProblemJoint *joint)
{
  const Node *axis = node_find(node, "axis"), *axis2 = node_find(node, "axis2"), *each = node_find(node, "axis_body");
  bool        good = true;

  if (axis) good = axis_check(reader, axis, "axis", joint->axis);
  if (axis2) good = axis_check(reader, axis2, "axis2", joint->axis2) && good;
  for (int i = 0; each && !isnan(joint->axis_body[0][0]) && i < 2; i++) {
    size_t length = path_key(&reader->path, "axis_body");
    path_item(&reader->path, &each->items[i], i);
    axis_check(reader, &each->items[i], NULL, joint->axis_body[i]);
    path_cut(&reader->path, length);
  }
  if (joint->traits.uses & JOINT_USES_AXIS2 && axis && axis2 && good) {
    const double *a = joint->axis, *b = joint->axis2;
    const double  dot    = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const double  cosine = dot / hypot(hypot(a[0], a[1]), a[2]) / hypot(hypot(b[0], b[1]), b[2]);
    if (fabs(cosine) > UNIT_TOLERANCE)
      reader_fault(reader, R0312_AXES_OBLIQUE, axis2->where, "axis2",
                   "found an angle of %.6g degrees to axis, expected a right angle", acos(cosine) * 180.0 / M_PI);
  }
  if (joint->traits.uses & JOINT_USES_LENGTH && node_find(node, "at") && !node_find(node, "at2"))
    reader_fault(reader, R0204_KEY_MISSING, node->where, "at2",
                 "found nothing, expected 3 numbers: the other end of the rod");
}

/* --- orientations in angles */

/* An axis goes with one angle, Euler angles with three. */
static void orientation_check(Reader *reader, const Node *node, const OrientationInput *input)
{
  const Node *axis = node_find(node, "axis"), *angle = node_find(node, "angle"), *angles = node_find(node, "angles");

  if (axis) axis_check(reader, axis, "axis", input->axis);
  if (axis && angles)
    reader_fault(reader, R0203_KEY_IDLE, angles->key_where, "angles", "found together with axis, expected angle");
  else if (!axis && angle)
    reader_fault(reader, R0203_KEY_IDLE, angle->key_where, "angle", "found together with euler, expected angles");
}

/* --- boundary and reference */

static void end_check(Reader *reader, const Node *node)
{
  if (node->count == 0)
    reader_expect(reader, R0205_KEY_EITHER, node, "one of position, orientation, velocity, angular_velocity");
}

static void boundary_check_ends(Reader *reader, const Node *node)
{
  if (!node_find(node, "start") && !node_find(node, "end"))
    reader_fault(reader, R0205_KEY_EITHER, node->where, NULL,
                 "found neither start nor end, expected one of them or both");
}

/* A reference is a closed form, or stored digits of position, orientation or least cost. */
static void reference_check(Reader *reader, const Node *node)
{
  const Node *form = node_find(node, "closed_form"), *position = node_find(node, "position");
  const Node *orientation = node_find(node, "orientation");

  if (!form && !position && !orientation && !node_find(node, "least_cost"))
    reader_fault(reader, R0205_KEY_EITHER, node->where, NULL,
                 "found neither orientation nor position nor least_cost nor closed_form, expected one of them");
  if (form && (position || orientation))
    reader_fault(reader, R0206_KEY_BOTH, form->key_where, "closed_form",
                 "found together with %s, expected only one of them", orientation ? "orientation" : "position");
}

void record_check(Reader *reader, const Table *table, const Node *node, const void *record)
{
  if (table == &schema_time) time_check(reader, node, record);
  if (table == &schema_method) method_check(reader, node, record);
  if (table == &schema_solver) solver_check(reader, node, record);
  if (table == &schema_end) end_check(reader, node);
  if (table == &schema_boundary) boundary_check_ends(reader, node);
  if (table == &schema_body) body_check(reader, node, record);
  if (table == &schema_visual) visual_check(reader, node, record);
  if (table == &schema_orientation) orientation_check(reader, node, record);
  if (table == &schema_joint) joint_check(reader, node, record);
  if (table == &schema_scale || table == &schema_path) scale_check(reader, node, record);
  if (table == &schema_load) load_check(reader, node, record);
  if (table == &schema_motion) motion_check(reader, node, record);
  if (table == &schema_hamiltonian) hamiltonian_check(reader, node, record);
  if (table == &schema_control) control_check(reader, node, record);
  if (table == &schema_reference) reference_check(reader, node);
}
