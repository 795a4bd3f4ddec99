/* Keys of prescribed motions. */
#include "input/schema/schema_table.h"

/* In the order of MotionKind. */
static const char *const motion_words[] = {"position", "orientation", "rotation", "angle", "displacement", NULL};

static MotionKind motion_type(const void *record)
{
  return ((const ProblemMotion *)record)->type;
}

static bool motion_is_of_joint(const void *record)
{
  return motion_type(record) == MOTION_ANGLE || motion_type(record) == MOTION_DISPLACEMENT;
}

static bool motion_is_of_body(const void *record)
{
  return !motion_is_of_joint(record);
}

static bool motion_is_of_point(const void *record)
{
  return motion_type(record) == MOTION_POSITION;
}

static bool motion_is_about_axis(const void *record)
{
  return motion_type(record) == MOTION_ROTATION;
}

static bool motion_has_components(const void *record)
{
  return motion_type(record) == MOTION_POSITION || motion_type(record) == MOTION_ORIENTATION;
}

static bool motion_has_value(const void *record)
{
  return !motion_has_components(record);
}

static const Condition of_body    = {"type: position, orientation or rotation", .holds = motion_is_of_body};
static const Condition of_joint   = {"type: angle or displacement", .holds = motion_is_of_joint};
static const Condition of_point   = {"type: position", .holds = motion_is_of_point};
static const Condition about_axis = {"type: rotation", .holds = motion_is_about_axis};
static const Condition components = {"type: position or orientation", .holds = motion_has_components};
static const Condition one_value  = {"type: rotation, angle or displacement", .holds = motion_has_value};

static const char function[] = "exactly one of polynomial, cubic, sine, smooth";

/* clang-format off */

static const Field motion_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemMotion, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique, also among bodies and joints"},
  {.key = "type", .kind = FIELD_KIND, IN(ProblemMotion, type), .required = true, .words = motion_words,
   .expected = "the name of a motion", .meaning = "type of the motion; `rigel list` names them"},
  {.key = "body", .kind = FIELD_NAME, IN(ProblemMotion, body_name), .required = true, .only = &of_body,
   .expected = "the name of a body", .meaning = "the body that moves"},
  {.key = "joint", .kind = FIELD_NAME, IN(ProblemMotion, joint_name), .required = true, .only = &of_joint,
   .expected = "the name of a joint", .meaning = "the joint whose coordinate is prescribed"},
  {.key = "at", .kind = FIELD_VECTOR, IN(ProblemMotion, at), .only = &of_point, .columns = 3, .expected = "3 numbers",
   .fallback = "the reference point", .meaning = "the point in the body's axes"},
  {.key = "axis", .kind = FIELD_VECTOR, IN(ProblemMotion, axis), .required = true, .only = &about_axis, .columns = 3,
   .expected = "3 numbers", .meaning = "direction of the axis in space, of any length"},
  {.key = "value", .kind = FIELD_VARIANT, IN(ProblemMotion, value), .required = true, .only = &one_value,
   .table = &schema_path, .expected = function,
   .meaning = "angle or displacement as a function of time; angles count from the configuration in the file"},
  {.key = "x", .kind = FIELD_VARIANT, IN(ProblemMotion, path[0]), .only = &components, .table = &schema_path,
   .expected = function, .fallback = "free; 0 for orientation",
   .meaning = "position in space, or component of the rotation vector in space, as a function of time"},
  {.key = "y", .kind = FIELD_VARIANT, IN(ProblemMotion, path[1]), .only = &components, .table = &schema_path,
   .expected = function, .fallback = "free; 0 for orientation", .meaning = "as x"},
  {.key = "z", .kind = FIELD_VARIANT, IN(ProblemMotion, path[2]), .only = &components, .table = &schema_path,
   .expected = function, .fallback = "free; 0 for orientation", .meaning = "as x"},
};

/* clang-format on */

static void motion_init(void *record)
{
  problem_motion_init(record);
}

const Table schema_motion = {.noun = "a motion: a mapping that begins with - name:",
                             FIELDS(motion_fields),
                             .size         = sizeof(ProblemMotion),
                             .init         = motion_init,
                             .has_where    = true,
                             .where_offset = offsetof(ProblemMotion, where)};
