/* Keys of bodies, shapes and joints. */
#include "input/schema/schema_table.h"

#include <math.h>

static const char *const kinetic_words[]     = {"unit", "scalable", NULL};
static const char *const translation_words[] = {"free", "fixed", NULL};
static const char *const mobility_words[]    = {"free", "clamped", NULL};
static const char *const style_words[]       = {"solid", "none", NULL};           /* in the order of STYLE_ */
static const char *const known_words[]       = {"position", "orientation", NULL}; /* in the order of KNOWN_ */

/* --- conditions: whether the formulation or the type of joint uses a key, and whether other keys of the record allow it */

static bool is_fixed(const void *record)
{
  return ((const ProblemBody *)record)->translation == TRANSLATION_FIXED;
}

static bool is_scaling(const void *record)
{
  return !((const ProblemBody *)record)->rigid;
}

/* `axis2` goes with `axis`; `axis_body` gives both axes already. The same with points. */
static bool has_axis(const void *record)
{
  return !isnan(((const ProblemJoint *)record)->axis[0]);
}

static bool has_point(const void *record)
{
  return !isnan(((const ProblemJoint *)record)->at[0]);
}

static const Condition for_quaternion = {"formulation: quaternion", USES(ProblemBody, BODY_USES_KINETIC)};
static const Condition for_extended   = {"a formulation other than particle", USES(ProblemBody, BODY_USES_ROTATION)};
static const Condition for_fixed      = {"translation: fixed", is_fixed, USES(ProblemBody, BODY_USES_ROTATION)};
static const Condition for_scaling    = {"rigid: false", is_scaling, USES(ProblemBody, BODY_USES_KINETIC)};
static const Condition for_axis       = {
        "type: revolute, prismatic, cylindrical, universal, planar, winch, point_on_line or point_in_plane",
        USES(ProblemJoint, JOINT_USES_AXIS)};
static const Condition for_two_axes   = {"type: universal and axis", has_axis, USES(ProblemJoint, JOINT_USES_AXIS2)};
static const Condition for_two_points = {
  "at and type: distance, winch, prismatic, cylindrical, planar, point_on_line or point_in_plane", has_point,
  USES(ProblemJoint, JOINT_USES_AT2)};
static const Condition for_rod      = {"type: distance", USES(ProblemJoint, JOINT_USES_LENGTH)};
static const Condition for_rope     = {"type: winch", USES(ProblemJoint, JOINT_USES_RATIO)};
static const Condition for_rate     = {"type: revolute, prismatic or cylindrical", USES(ProblemJoint, JOINT_USES_RATE)};
static const Condition for_cylinder = {"type: cylindrical", USES(ProblemJoint, JOINT_USES_RATE_ALONG)};

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

static const Field capsule_fields[] = {
  {.key = "radius", .kind = FIELD_REAL, IN(VisualShape, size[0]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "radius"},
  {.key = "height", .kind = FIELD_REAL, IN(VisualShape, size[1]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "height along the third axis; of a capsule without its half spheres"},
};

static const Field ball_fields[] = {
  {.key = "radius", .kind = FIELD_REAL, IN(VisualShape, size[0]), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "radius"},
};

static const Table schema_capsule = {.noun = "{radius: r, height: h}", FIELDS(capsule_fields), .size = sizeof(VisualShape)};
static const Table schema_ball    = {.noun = "{radius: r}", FIELDS(ball_fields), .size = sizeof(VisualShape)};

static const Field mesh_fields[] = {
  {.key = "file", .kind = FIELD_TEXT, IN(VisualShape, file), .required = true, .expected = "the name of a file",
   .meaning = "STL or OBJ file, from the folder of the problem file; at most 64 MiB and 200000 triangles"},
  {.key = "scale", .kind = FIELD_REAL, IN(VisualShape, size[0]), .range = RANGE_POSITIVE, .expected = "a positive number",
   .fallback = "1", .meaning = "factor of its lengths: 0.001 for millimetres among metres"},
};

static const Table schema_mesh = {.noun = "{file: part.stl}", FIELDS(mesh_fields), .size = sizeof(VisualShape)};

static const Field visual_shape_fields[] = {
  {.key = "box", .kind = FIELD_VECTOR, IN(VisualShape, size), .columns = 3, .range = RANGE_POSITIVE,
   .expected = "3 positive numbers", .fallback = "none", .meaning = "edges"},
  {.key = "sphere", .kind = FIELD_MAP, .table = &schema_ball, .expected = "{radius: r}", .meaning = "a sphere"},
  {.key = "cylinder", .kind = FIELD_MAP, .table = &schema_capsule, .expected = "{radius: r, height: h}",
   .meaning = "along the third axis"},
  {.key = "capsule", .kind = FIELD_MAP, .table = &schema_capsule, .expected = "{radius: r, height: h}",
   .meaning = "a cylinder along the third axis, with half spheres at its ends"},
  {.key = "ellipsoid", .kind = FIELD_VECTOR, IN(VisualShape, size), .columns = 3, .range = RANGE_POSITIVE,
   .expected = "3 positive numbers", .fallback = "none", .meaning = "semi-axes"},
  {.key = "mesh", .kind = FIELD_MAP, .table = &schema_mesh, .expected = "{file: part.stl}",
   .meaning = "the triangles of a file"},
};

static const Table schema_visual_shape = {.noun = "a mapping, as {box: [a, b, c]}", FIELDS(visual_shape_fields),
                                          .size = sizeof(VisualShape)};

static const Field visual_fields[] = {
  {.key = "shape", .kind = FIELD_VARIANT, IN(ProblemVisual, shape), .table = &schema_visual_shape,
   .expected = "exactly one of box, sphere, cylinder, capsule, ellipsoid, mesh",
   .fallback = "the shape of the body, or the ellipsoid of its inertia", .meaning = "what is drawn"},
  {.key = "position", .kind = FIELD_VECTOR, IN(ProblemVisual, position), .columns = 3, .expected = "3 numbers",
   .fallback = "the centre of mass", .meaning = "centre of the drawn shape, or origin of its mesh, in body coordinates"},
  {.key = "orientation", ORIENTATION(ProblemVisual, orientation),
   .fallback = "[1, 0, 0, 0]",
   .meaning = "quaternion of any length that rotates body axes into those of the drawn shape, scalar part first"},
  {.key = "color", .kind = FIELD_VECTOR, IN(ProblemVisual, color), .columns = 3, .range = RANGE_FRACTION,
   .expected = "3 numbers from 0 to 1", .fallback = "one of eight, in turn", .meaning = "red, green, blue"},
  {.key = "style", .kind = FIELD_KIND, IN(ProblemVisual, style), .words = style_words, .expected = "solid or none",
   .fallback = "solid", .meaning = "none: the body is not drawn"},
};

static const Field body_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemBody, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique; not ground"},
  {.key = "formulation", .kind = FIELD_WORD, IN(ProblemBody, formulation), TRAITS(ProblemBody),
   .vocabulary = VOCABULARY_FORMULATION, .expected = "the name of a formulation", .meaning = "coordinates; `rigel list` names them"},
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
  {.key = "orientation", ORIENTATION(ProblemBody, orientation), .only = &for_extended, .meaning = "unit quaternion, scalar part first"},
  {.key = "known", .kind = FIELD_BITS, IN(ProblemBody, known), .words = known_words,
   .expected = "a list of position, orientation", .fallback = "none",
   .meaning = "initial: assemble keeps these values of the body; others may move until joints are closed"},
  {.key = "velocity", .kind = FIELD_VECTOR, IN(ProblemBody, velocity), .columns = 3, .expected = "3 numbers",
   .fallback = "[0, 0, 0]; free with initial: assemble", .meaning = "of the centre of mass"},
  {.key = "angular_velocity", .kind = FIELD_VECTOR, IN(ProblemBody, angular_velocity),
   .instead = "angular_velocity_spatial", .only = &for_extended, .columns = 3, .expected = "3 numbers",
   .fallback = "[0, 0, 0]; free with initial: assemble", .meaning = "in body axes"},
  {.key = "angular_velocity_spatial", .kind = FIELD_VECTOR, IN(ProblemBody, angular_velocity_spatial),
   .instead = "angular_velocity", .only = &for_extended, .columns = 3, .expected = "3 numbers",
   .meaning = "in spatial axes"},
  {.key = "scale", .kind = FIELD_REAL, IN(ProblemBody, scale), .only = &for_scaling, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "size of a scalable body at the start"},
  {.key = "scale_rate", .kind = FIELD_REAL, IN(ProblemBody, scale_rate), .only = &for_scaling, .expected = "a number",
   .meaning = "rate of the scale at the start"},
  {.key = "visual", .kind = FIELD_MAP, IN(ProblemBody, visual), .table = &schema_visual,
   .expected = "a mapping, as {color: [0.8, 0.3, 0.1]}",
   .meaning = "how `rigel view` and VTK files draw the body; without influence on the motion"},
};

/* --- joints */

static const Field joint_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemJoint, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique"},
  {.key = "type", .kind = FIELD_WORD, IN(ProblemJoint, type), TRAITS(ProblemJoint), .required = true,
   .vocabulary = VOCABULARY_JOINT,
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
  {.key = "rate", .kind = FIELD_REAL, IN(ProblemJoint, rate), .only = &for_rate, .expected = "a number",
   .fallback = "free; only with initial: assemble",
   .meaning = "rate of its coordinate at the start: of the second body about the axis (revolute, cylindrical) or along it (prismatic), compared with the first"},
  {.key = "rate_along", .kind = FIELD_REAL, IN(ProblemJoint, rate_along), .only = &for_cylinder, .expected = "a number",
   .fallback = "free; only with initial: assemble", .meaning = "rate of its displacement along the axis at the start"},
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

const Table schema_shape  = {.noun = "a mapping, as {cuboid: [a, b, c]}", FIELDS(shape_fields), .size = sizeof(Shape)};
const Table schema_visual = {
  .noun = "a mapping, as {color: [0.8, 0.3, 0.1]}", FIELDS(visual_fields), .size = sizeof(ProblemVisual)};
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
