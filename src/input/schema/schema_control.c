/* Keys of controls and of the objective. */
#include "input/schema/schema_table.h"

static const char *const axes_words[]       = {"spatial", "body", NULL};
static const char *const type_words[]       = {"force", "torque", "joint", NULL};
static const char *const coordinate_words[] = {"auto", "angle", "shift", NULL};
static const char *const track_words[]      = {"point", "orientation", "joint", NULL};

/* --- conditions: whether a key applies to a record that is read as far as it has values */

static bool control_is_joint(const void *record)
{
  return ((const ProblemControl *)record)->type == CONTROL_JOINT;
}

static bool control_is_on_body(const void *record)
{
  return !control_is_joint(record);
}

static bool control_is_force(const void *record)
{
  return ((const ProblemControl *)record)->type == CONTROL_FORCE;
}

static bool track_is_joint(const void *record)
{
  return ((const ProblemTerm *)record)->of == TRACK_JOINT;
}

static bool track_is_on_body(const void *record)
{
  return !track_is_joint(record);
}

static bool track_is_point(const void *record)
{
  return ((const ProblemTerm *)record)->of == TRACK_POINT;
}

static bool track_is_orientation(const void *record)
{
  return ((const ProblemTerm *)record)->of == TRACK_ORIENTATION;
}

static const Condition on_joint = {"type: joint", .holds = control_is_joint};
static const Condition on_body  = {"type: force or torque", .holds = control_is_on_body};
static const Condition on_point = {"type: force", .holds = control_is_force};
static const Condition of_joint = {"of: joint", .holds = track_is_joint};
static const Condition of_body  = {"of: point or orientation", .holds = track_is_on_body};
static const Condition of_point = {"of: point", .holds = track_is_point};
static const Condition of_turn  = {"of: orientation", .holds = track_is_orientation};

/* clang-format off */

#define EACH "a number, or a list of one for each component"

static const Field control_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemControl, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique"},
  {.key = "type", .kind = FIELD_CHOICE, IN(ProblemControl, type), .required = true, .words = type_words,
   .meaning = "a force at a point of a body, a torque on it, or the drive of a joint"},
  {.key = "body", .kind = FIELD_NAME, IN(ProblemControl, body_name), .required = true, .only = &on_body,
   .expected = "the name of a body", .meaning = "the body on which the force or torque acts"},
  {.key = "at", .kind = FIELD_VECTOR, IN(ProblemControl, at), .only = &on_point, .columns = 3, .expected = "3 numbers",
   .fallback = "the reference point", .meaning = "the point in the body's axes"},
  {.key = "frame", .kind = FIELD_CHOICE, IN(ProblemControl, frame), .words = axes_words, .only = &on_body,
   .meaning = "axes of the components; body: they turn with the body"},
  {.key = "axis", .kind = FIELD_VECTOR, IN(ProblemControl, axis), .only = &on_body, .columns = 3, .expected = "3 numbers",
   .fallback = "all three axes", .meaning = "one component along this direction, in the axes of frame"},
  {.key = "joint", .kind = FIELD_NAME, IN(ProblemControl, joint_name), .required = true, .only = &on_joint,
   .expected = "the name of a joint", .meaning = "revolute, cylindrical or prismatic; acts on its second body and back on its first"},
  {.key = "coordinate", .kind = FIELD_CHOICE, IN(ProblemControl, coordinate), .words = coordinate_words, .only = &on_joint,
   .meaning = "torque about the axis or force along it; auto: the angle where there is one"},
  {.key = "degree", .kind = FIELD_INTEGER, IN(ProblemControl, degree), .least = 0, .most = 29,
   .expected = "an integer from 0 to k - 1", .fallback = "k - 1", .meaning = "degree of the polynomial in time"},
  {.key = "every", .kind = FIELD_INTEGER, IN(ProblemControl, every), .least = 1, .most = 1000000,
   .expected = "an integer from 1 to 1000000", .meaning = "number of elements that share one polynomial"},
  {.key = "lower", .kind = FIELD_EACH, IN(ProblemControl, lower), .least = 1, .columns = 3, .expected = EACH,
   .fallback = "none", .meaning = "lower bound of the components at the Gauss points of the control"},
  {.key = "upper", .kind = FIELD_EACH, IN(ProblemControl, upper), .least = 1, .columns = 3, .expected = EACH,
   .fallback = "none", .meaning = "upper bound, as lower"},
  {.key = "initial", .kind = FIELD_EACH, IN(ProblemControl, initial), .least = 1, .columns = 3, .expected = EACH,
   .fallback = "0", .meaning = "first guess of the components"},
};

/* --- terms of the objective, all in the same record */

#define WEIGHT                                                                                                         \
  {.key = "weight", .kind = FIELD_REAL, IN(ProblemTerm, weight), .range = RANGE_POSITIVE,                              \
   .expected = "a positive number", .fallback = "1", .meaning = "factor of the term"}

static const Field effort_fields[] = {
  {.key = "controls", .kind = FIELD_NAMES, IN(ProblemTerm, controls), .most = TERM_CONTROLS,
   .expected = "a list of names of controls, at most 16", .fallback = "all", .meaning = "the controls that count"},
  {.key = "sweeps", .kind = FIELD_INTEGER, IN(ProblemTerm, sweeps), .least = 0, .most = 10, .quiet = true,
   .expected = "an integer from 0 to 10", .fallback = "0; 2 with inverse: track",
   .meaning = "further solves, in which the effort is measured from the inputs of the previous solve"},
  {.key = "weight", .kind = FIELD_EACH, IN(ProblemTerm, weights), .least = 1, .columns = 3, .range = RANGE_POSITIVE,
   .expected = "a positive number, or a list of one for each component", .fallback = "1",
   .meaning = "R of 1/2 int u.R u dt, or its diagonal"},
};

static const Field track_fields[] = {
  {.key = "of", .kind = FIELD_CHOICE, IN(ProblemTerm, of), .words = track_words, .fallback = "point",
   .meaning = "the quantity that follows the path: a point of a body, its orientation, the coordinate of a joint"},
  {.key = "body", .kind = FIELD_NAME, IN(ProblemTerm, body_name), .required = true, .only = &of_body,
   .expected = "the name of a body", .meaning = "the body"},
  {.key = "at", .kind = FIELD_VECTOR, IN(ProblemTerm, at), .only = &of_point, .columns = 3, .expected = "3 numbers",
   .fallback = "the reference point", .meaning = "the point in the body's axes"},
  {.key = "along", .kind = FIELD_VECTOR, IN(ProblemTerm, along), .only = &of_point, .columns = 3,
   .range = RANGE_NON_NEGATIVE, .expected = "3 numbers >= 0", .fallback = "[1, 1, 1]",
   .meaning = "factors of the three components of the distance, squared; 0: free"},
  {.key = "from", ORIENTATION(ProblemTerm, from), .only = &of_turn,
   .fallback = "[1, 0, 0, 0]", .meaning = "orientation that the path turns, unit quaternion"},
  {.key = "joint", .kind = FIELD_NAME, IN(ProblemTerm, joint_name), .required = true, .only = &of_joint,
   .expected = "the name of a joint", .meaning = "revolute, cylindrical or prismatic"},
  {.key = "coordinate", .kind = FIELD_CHOICE, IN(ProblemTerm, coordinate), .words = coordinate_words, .only = &of_joint,
   .meaning = "its angle from the start, or its displacement from the first point to the second; auto: the angle where there is one"},
  {.key = "path", .kind = FIELD_LIST, IN(ProblemTerm, path), .count_offset = offsetof(ProblemTerm, npath), .required = true,
   .least = 1, .table = &schema_scale, .expected = "a list of functions of time, as {polynomial: [0, 1]}",
   .meaning = "x, y, z of the point, the rotation vector of the orientation in space, or the coordinate of the joint"},
  WEIGHT,
};

static const Field energy_fields[] = {WEIGHT};
static const Field time_fields[]   = {WEIGHT};

/* terms at the end and at the start */
static const Field end_fields[] = {
  {.key = "body", .kind = FIELD_NAME, IN(ProblemTerm, body_name), .required = true, .expected = "the name of a body",
   .meaning = "the body"},
  {.key = "position", .kind = FIELD_VECTOR, IN(ProblemTerm, end.position), .columns = 3, .expected = "3 numbers",
   .fallback = "none", .meaning = "of the centre of mass there"},
  {.key = "orientation", ORIENTATION(ProblemTerm, end.orientation),
   .fallback = "none", .meaning = "unit quaternion, scalar part first; the term is 1 - cos of the angle between"},
  {.key = "velocity", .kind = FIELD_VECTOR, IN(ProblemTerm, end.velocity), .columns = 3, .expected = "3 numbers",
   .fallback = "none", .meaning = "of the centre of mass"},
  {.key = "angular_velocity", .kind = FIELD_VECTOR, IN(ProblemTerm, end.angular_velocity), .columns = 3,
   .expected = "3 numbers", .fallback = "none", .meaning = "in body axes"},
  WEIGHT,
};

static const Table schema_effort = {.noun = "{controls: [u], weight: 1}", FIELDS(effort_fields), .size = sizeof(ProblemTerm)};
static const Table schema_track  = {.noun = "{body: b, path: [..]}", FIELDS(track_fields), .size = sizeof(ProblemTerm)};
static const Table schema_energy = {.noun = "{weight: 1}", FIELDS(energy_fields), .size = sizeof(ProblemTerm)};
static const Table schema_time_term = {.noun = "{weight: 1}", FIELDS(time_fields), .size = sizeof(ProblemTerm)};
const Table schema_term_end = {.noun = "{body: b, position: [..]}", FIELDS(end_fields), .size = sizeof(ProblemTerm)};

static const Field term_fields[] = {
  {.key = "effort", .kind = FIELD_MAP, .table = &schema_effort, .expected = "a mapping", .fallback = "none",
   .meaning = "1/2 int u.R u dt, R = weight"},
  {.key = "track", .kind = FIELD_MAP, .table = &schema_track, .expected = "a mapping", .fallback = "none",
   .meaning = "weight/2 int (distance to the path)^2 dt; of angles x weight int (1 - cos x) dt"},
  {.key = "energy", .kind = FIELD_MAP, .table = &schema_energy, .expected = "a mapping", .fallback = "none",
   .meaning = "weight int (T + V) dt"},
  {.key = "end", .kind = FIELD_MAP, .table = &schema_term_end, .expected = "a mapping", .fallback = "none",
   .meaning = "weight/2 (difference)^2 at the end"},
  {.key = "start", .kind = FIELD_MAP, .table = &schema_term_end, .expected = "a mapping", .fallback = "none",
   .meaning = "the same at the start, which is then free except for the values in `boundary`"},
  {.key = "time", .kind = FIELD_MAP, .table = &schema_time_term, .expected = "a mapping", .fallback = "none",
   .meaning = "weight (end - start)"},
};

/* clang-format on */

static void control_init(void *record)
{
  problem_control_init(record);
}

static void term_init(void *record)
{
  problem_term_init(record);
}

const Table schema_control = {.noun = "a control: a mapping that begins with - name:",
                              FIELDS(control_fields),
                              .size         = sizeof(ProblemControl),
                              .init         = control_init,
                              .has_where    = true,
                              .where_offset = offsetof(ProblemControl, where)};
const Table schema_term    = {.noun = "one of effort, track, energy, end, start, time, as {effort: {weight: 1}}",
                              FIELDS(term_fields),
                              .size         = sizeof(ProblemTerm),
                              .init         = term_init,
                              .variant      = true,
                              .has_where    = true,
                              .where_offset = offsetof(ProblemTerm, where)};
