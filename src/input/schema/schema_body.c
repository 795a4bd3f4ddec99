/* Keys of bodies, shapes and joints. */
#include "input/schema/schema_table.h"

#include <math.h>
#include <string.h>

static const char *const kinetic_words[]     = {"unit", "scalable", NULL};
static const char *const translation_words[] = {"free", "fixed", NULL};
static const char *const mobility_words[]    = {"free", "clamped", NULL};

/* --- conditions */

static bool body_is(const void *record, const char *formulation)
{
  const ProblemBody *body = record;
  return strcmp(body->formulation, formulation) == 0;
}

static bool is_quaternion(const void *record)
{
  return body_is(record, "quaternion");
}

static bool is_extended(const void *record)
{
  return !body_is(record, "particle");
}

static bool is_fixed(const void *record)
{
  const ProblemBody *body = record;
  return is_extended(record) && body->translation == TRANSLATION_FIXED;
}

static bool is_scaling(const void *record)
{
  const ProblemBody *body = record;
  return is_quaternion(record) && !body->rigid;
}

static bool joint_is_one_of(const void *record, const char *const *types)
{
  for (; *types; types++)
    if (strcmp(((const ProblemJoint *)record)->type, *types) == 0) return true;
  return false;
}

static bool joint_has_axis(const void *record)
{
  static const char *const types[] = {"revolute", "prismatic",     "cylindrical",    "universal", "planar",
                                      "winch",    "point_on_line", "point_in_plane", NULL};
  return joint_is_one_of(record, types);
}

static bool joint_has_two_axes(const void *record)
{
  static const char *const types[] = {"universal", NULL};
  return joint_is_one_of(record, types) && !isnan(((const ProblemJoint *)record)->axis[0]);
}

static bool joint_has_two_points(const void *record)
{
  static const char *const types[] = {"distance", "winch",         "prismatic",      "cylindrical",
                                      "planar",   "point_on_line", "point_in_plane", NULL};
  return joint_is_one_of(record, types) && !isnan(((const ProblemJoint *)record)->at[0]);
}

static bool joint_is_rod(const void *record)
{
  static const char *const types[] = {"distance", NULL};
  return joint_is_one_of(record, types);
}

static bool joint_is_winch(const void *record)
{
  static const char *const types[] = {"winch", NULL};
  return joint_is_one_of(record, types);
}

static const Condition for_quaternion = {"formulation: quaternion", is_quaternion};
static const Condition for_extended   = {"a formulation other than particle", is_extended};
static const Condition for_fixed      = {"translation: fixed", is_fixed};
static const Condition for_scaling    = {"rigid: false", is_scaling};
static const Condition for_axis       = {
        "type: revolute, prismatic, cylindrical, universal, planar, winch, point_on_line or point_in_plane", joint_has_axis};
static const Condition for_two_axes   = {"type: universal and axis", joint_has_two_axes};
static const Condition for_two_points = {
  "at and type: distance, winch, prismatic, cylindrical, planar, point_on_line or point_in_plane",
  joint_has_two_points};
static const Condition for_rod  = {"type: distance", joint_is_rod};
static const Condition for_rope = {"type: winch", joint_is_winch};

/* clang-format off */

/* --- bodies */

static const Field round_fields[] = {
  {.key = "radius", .kind = FIELD_REAL, IN(Shape, size[0]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "radius, at the base of a cone"},
  {.key = "height", .kind = FIELD_REAL, IN(Shape, size[1]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "height along e3"},
};

static const Field sphere_fields[] = {
  {.key = "radius", .kind = FIELD_REAL, IN(Shape, size[0]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "radius"},
};

static const Table schema_round  = {.noun = "{radius: r, height: h}", FIELDS(round_fields), .size = sizeof(Shape)};
static const Table schema_sphere = {.noun = "{radius: r}", FIELDS(sphere_fields), .size = sizeof(Shape)};

static const Field shape_fields[] = {
  {.key = "cuboid", .kind = FIELD_VECTOR, IN(Shape, size), .columns = 3, .range = RANGE_POSITIVE,
   .expected = "3 positive numbers", .fallback = "none", .meaning = "edges along e1, e2, e3"},
  {.key = "cylinder", .kind = FIELD_MAP, .table = &schema_round, .expected = "{radius: r, height: h}",
   .meaning = "axis along e3"},
  {.key = "cone", .kind = FIELD_MAP, .table = &schema_round, .expected = "{radius: r, height: h}",
   .meaning = "axis along e3, tip on the negative side"},
  {.key = "sphere", .kind = FIELD_MAP, .table = &schema_sphere, .expected = "{radius: r}",
   .meaning = "a solid sphere"},
  {.key = "sites", .kind = FIELD_SITES, .expected = "a list of [mass, x, y, z]", .fallback = "none",
   .meaning = "point masses in body axes, from any origin: they are moved, not turned, until their centre of mass is that of "
              "the body; `rigel check` prints principal moments and axes"},
};

static const Field body_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemBody, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique; not ground"},
  {.key = "formulation", .kind = FIELD_WORD, IN(ProblemBody, formulation), .vocabulary = VOCABULARY_FORMULATION,
   .expected = "the name of a formulation", .meaning = "coordinates; `rigel list` names them"},
  {.key = "kinetic", .kind = FIELD_CHOICE, IN(ProblemBody, kinetic), .only = &for_quaternion, .words = kinetic_words,
   .meaning = "kinetic energy away from unit length: a polynomial, or the exact one of a scalable body"},
  {.key = "rigid", .kind = FIELD_FLAG, IN(ProblemBody, rigid), .only = &for_quaternion, .expected = "true or false",
   .meaning = "false: a body that may scale, without unit-length constraint; needs kinetic: scalable"},
  {.key = "any_inertia", .kind = FIELD_FLAG, IN(ProblemBody, any_inertia), .only = &for_quaternion,
   .expected = "true or false",
   .meaning = "true: accept moments of inertia that no body has, one larger than the sum of the others; published examples do"},
  {.key = "translation", .kind = FIELD_CHOICE, IN(ProblemBody, translation), .only = &for_extended,
   .words = translation_words, .meaning = "fixed: rotation about the reference point only"},
  {.key = "motion", .kind = FIELD_CHOICE, IN(ProblemBody, mobility), .words = mobility_words,
   .meaning = "clamped: no motion and no unknowns, as if part of the ground"},
  {.key = "shape", .kind = FIELD_VARIANT, IN(ProblemBody, shape), .required = true, .instead = "inertia",
   .only = &for_extended, .table = &schema_shape, .expected = "exactly one of cuboid, cylinder, cone, sphere, sites",
   .meaning = "a homogeneous solid or point masses: gives the inertia"},
  {.key = "inertia", .kind = FIELD_INERTIA, IN(ProblemBody, inertia), .required = true, .instead = "shape",
   .only = &for_extended, .expected = "3 numbers or 3 rows of 3 numbers",
   .meaning = "about the reference point (the centre of mass of a free body), body axes: principal values or symmetric matrix"},
  {.key = "mass", .kind = FIELD_REAL, IN(ProblemBody, mass), .instead = "density", .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "required, unless density or sites are given", .meaning = "mass"},
  {.key = "density", .kind = FIELD_REAL, IN(ProblemBody, density), .instead = "mass", .only = &for_extended,
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "mass per volume of the shape"},
  {.key = "center_of_mass", .kind = FIELD_VECTOR, IN(ProblemBody, center_of_mass), .only = &for_fixed, .columns = 3,
   .expected = "3 numbers", .meaning = "from the reference point, in body axes"},
  {.key = "position", .kind = FIELD_VECTOR, IN(ProblemBody, position), .columns = 3, .expected = "3 numbers",
   .meaning = "of the centre of mass, or of the reference point with translation: fixed"},
  {.key = "orientation", .kind = FIELD_VECTOR, IN(ProblemBody, orientation), .only = &for_extended, .columns = 4,
   .expected = "4 numbers", .meaning = "unit quaternion, scalar part first"},
  {.key = "velocity", .kind = FIELD_VECTOR, IN(ProblemBody, velocity), .columns = 3, .expected = "3 numbers",
   .meaning = "of the centre of mass"},
  {.key = "angular_velocity", .kind = FIELD_VECTOR, IN(ProblemBody, angular_velocity),
   .instead = "angular_velocity_spatial", .only = &for_extended, .columns = 3, .expected = "3 numbers",
   .fallback = "[0, 0, 0]", .meaning = "in body axes"},
  {.key = "angular_velocity_spatial", .kind = FIELD_VECTOR, IN(ProblemBody, angular_velocity_spatial),
   .instead = "angular_velocity", .only = &for_extended, .columns = 3, .expected = "3 numbers",
   .meaning = "in spatial axes"},
  {.key = "scale", .kind = FIELD_REAL, IN(ProblemBody, scale), .only = &for_scaling, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "size of a scalable body at the start"},
  {.key = "scale_rate", .kind = FIELD_REAL, IN(ProblemBody, scale_rate), .only = &for_scaling, .expected = "a number",
   .meaning = "rate of the scale at the start"},
};

/* --- joints */

static const Field joint_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemJoint, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique"},
  {.key = "type", .kind = FIELD_WORD, IN(ProblemJoint, type), .required = true, .vocabulary = VOCABULARY_JOINT,
   .expected = "the name of a joint", .meaning = "kind of joint; `rigel list` names them"},
  {.key = "bodies", .kind = FIELD_PAIR, IN(ProblemJoint, body_name), .required = true,
   .expected = "a list of two bodies, one of them may be ground", .meaning = "the two bodies, or ground and a body"},
  {.key = "at", .kind = FIELD_VECTOR, IN(ProblemJoint, at), .required = true, .instead = "at_body", .columns = 3,
   .expected = "3 numbers", .meaning = "the point in space at the start"},
  {.key = "at2", .kind = FIELD_VECTOR, IN(ProblemJoint, at2), .only = &for_two_points, .columns = 3,
   .expected = "3 numbers", .fallback = "at; required for distance",
   .meaning = "the point of the second body in space at the start, where it is another one"},
  {.key = "at_body", .kind = FIELD_MATRIX, IN(ProblemJoint, at_body), .required = true, .instead = "at", .rows = 2,
   .columns = 3, .expected = "2 rows of 3 numbers", .meaning = "the point in the axes of each of the two bodies"},
  {.key = "axis", .kind = FIELD_VECTOR, IN(ProblemJoint, axis), .required = true, .instead = "axis_body",
   .only = &for_axis, .columns = 3, .expected = "3 numbers",
   .meaning = "direction of the axis in space at the start, of any length; normal of a plane"},
  {.key = "axis2", .kind = FIELD_VECTOR, IN(ProblemJoint, axis2), .required = true, .only = &for_two_axes, .columns = 3,
   .expected = "3 numbers", .meaning = "direction of the axis of the second body in space at the start, perpendicular to axis"},
  {.key = "axis_body", .kind = FIELD_MATRIX, IN(ProblemJoint, axis_body), .required = true, .instead = "axis",
   .only = &for_axis, .rows = 2, .columns = 3, .expected = "2 rows of 3 numbers",
   .meaning = "the axis in the axes of each of the two bodies"},
  {.key = "length", .kind = FIELD_REAL, IN(ProblemJoint, length), .only = &for_rod, .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "as at the start", .meaning = "length of the rod"},
  {.key = "ratio", .kind = FIELD_REAL, IN(ProblemJoint, ratio), .only = &for_rope, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "length of rope let out per travel of the first body along the axis, which counts from the origin"},
};

/* clang-format on */

static void body_init(void *record)
{
  problem_body_init(record);
}

static void joint_init(void *record)
{
  problem_joint_init(record);
}

const Table schema_shape = {.noun = "a mapping, as {cuboid: [a, b, c]}", FIELDS(shape_fields), .size = sizeof(Shape)};
const Table schema_body  = {.noun = "a body: a mapping that begins with - name:",
                            FIELDS(body_fields),
                            .size         = sizeof(ProblemBody),
                            .init         = body_init,
                            .has_where    = true,
                            .where_offset = offsetof(ProblemBody, where)};
const Table schema_joint = {.noun = "a joint: a mapping that begins with - name:",
                            FIELDS(joint_fields),
                            .size         = sizeof(ProblemJoint),
                            .init         = joint_init,
                            .has_where    = true,
                            .where_offset = offsetof(ProblemJoint, where)};

_Static_assert(sizeof body_fields / sizeof body_fields[0] <= FIELD_MOST, "raise FIELD_MOST");
