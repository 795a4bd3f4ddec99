/* Keys of loads and of functions of time. */
#include "input/schema/schema_table.h"

static const char *const axes_words[] = {"spatial", "body", NULL};

/* --- conditions: whether the type of a load uses a key */

static const Condition on_body     = {"type: force or torque", USES(ProblemLoad, LOAD_USES_BODY)};
static const Condition between     = {"a type other than force and torque", USES(ProblemLoad, LOAD_USES_BODIES)};
static const Condition with_points = {"type: force, spring or bushing", USES(ProblemLoad, LOAD_USES_AT)};
static const Condition stiff  = {"type: spring, harmonic, torsion or bushing", USES(ProblemLoad, LOAD_USES_STIFFNESS)};
static const Condition damped = {"type: spring, torsion or bushing", USES(ProblemLoad, LOAD_USES_DAMPING)};
static const Condition with_length   = {"type: spring, harmonic or morse", USES(ProblemLoad, LOAD_USES_LENGTH)};
static const Condition for_torsion   = {"type: torsion", USES(ProblemLoad, LOAD_USES_AXIS)};
static const Condition lennard_jones = {"type: lennard_jones", USES(ProblemLoad, LOAD_USES_EPSILON)};
static const Condition for_morse     = {"type: morse", USES(ProblemLoad, LOAD_USES_DEPTH)};
static const Condition charged       = {"type: coulomb or logarithmic", USES(ProblemLoad, LOAD_USES_STRENGTH)};

/* clang-format off */

/* --- functions of time */

static const Field sine_fields[] = {
  {.key = "amplitude", .kind = FIELD_REAL, IN(ProblemTimeFunction, amplitude), .expected = "a number", .fallback = "1",
   .meaning = "factor of the sine"},
  {.key = "omega", .kind = FIELD_REAL, IN(ProblemTimeFunction, omega), .required = true, .expected = "a number",
   .meaning = "angular frequency"},
  {.key = "phase", .kind = FIELD_REAL, IN(ProblemTimeFunction, phase), .expected = "a number", .fallback = "0",
   .meaning = "angle at t = 0"},
  {.key = "offset", .kind = FIELD_REAL, IN(ProblemTimeFunction, offset), .expected = "a number", .fallback = "0",
   .meaning = "value added to the sine"},
};

/* Keys that ramp, step and smooth share. */
#define VALUES_FROM_TO                                                                                                 \
  {.key = "from", .kind = FIELD_REAL, IN(ProblemTimeFunction, before), .expected = "a number", .fallback = "0",        \
   .meaning = "value before"},                                                                                         \
  {.key = "to", .kind = FIELD_REAL, IN(ProblemTimeFunction, after), .expected = "a number", .fallback = "1",           \
   .meaning = "value after"}

static const Field ramp_fields[] = {
  {.key = "start", .kind = FIELD_REAL, IN(ProblemTimeFunction, start), .required = true, .expected = "a number",
   .meaning = "time at which the ramp begins"},
  {.key = "end", .kind = FIELD_REAL, IN(ProblemTimeFunction, end), .required = true, .expected = "a number",
   .meaning = "time at which it ends, later than its start"},
  VALUES_FROM_TO,
};

static const Field step_fields[] = {
  {.key = "at", .kind = FIELD_REAL, IN(ProblemTimeFunction, start), .required = true, .expected = "a number",
   .meaning = "time of the step"},
  VALUES_FROM_TO,
};

static const Field smooth_fields[] = {
  {.key = "start", .kind = FIELD_REAL, IN(ProblemTimeFunction, start), .required = true, .expected = "a number",
   .meaning = "time at which it begins"},
  {.key = "end", .kind = FIELD_REAL, IN(ProblemTimeFunction, end), .required = true, .expected = "a number",
   .meaning = "time at which it ends, later than its start"},
  VALUES_FROM_TO,
  {.key = "derivatives", .kind = FIELD_INTEGER, IN(ProblemTimeFunction, derivatives), .least = 1, .most = 20,
   .expected = "an integer from 1 to 20", .fallback = "3", .meaning = "number of derivatives that vanish at both ends"},
};

static const Table schema_smooth = {.noun = "{start: t, end: t}", FIELDS(smooth_fields), .size = sizeof(ProblemTimeFunction)};
static const Table schema_sine = {.noun = "{omega: w}", FIELDS(sine_fields), .size = sizeof(ProblemTimeFunction)};
static const Table schema_ramp = {.noun = "{start: t, end: t}", FIELDS(ramp_fields), .size = sizeof(ProblemTimeFunction)};
static const Table schema_step = {.noun = "{at: t}", FIELDS(step_fields), .size = sizeof(ProblemTimeFunction)};

/* In the order of TimeFunctionKind. */
static const Field scale_fields[] = {
  {.key = "polynomial", .kind = FIELD_ROWS, IN(ProblemTimeFunction, rows), .count_offset = offsetof(ProblemTimeFunction, nrows),
   .columns = 1, .expected = "a list of numbers", .fallback = "none", .meaning = "factors of 1, t, t^2, ..."},
  {.key = "cubic", .kind = FIELD_ROWS, IN(ProblemTimeFunction, rows), .count_offset = offsetof(ProblemTimeFunction, nrows),
   .columns = 2, .expected = "a list of [t, value], at least two, t ascending", .fallback = "none",
   .meaning = "natural cubic spline through points; constant before the first and after the last; for motion the points must cover the run"},
  {.key = "sine", .kind = FIELD_MAP, .table = &schema_sine, .expected = "{omega: w}",
   .meaning = "amplitude sin(omega t + phase) + offset"},
  {.key = "smooth", .kind = FIELD_MAP, .table = &schema_smooth, .expected = "{start: t, end: t}",
   .meaning = "from rest to rest: the polynomial of least degree between two constants"},
  {.key = "table", .kind = FIELD_ROWS, IN(ProblemTimeFunction, rows), .count_offset = offsetof(ProblemTimeFunction, nrows),
   .columns = 2, .expected = "a list of [t, value], at least two, t ascending", .fallback = "none",
   .meaning = "straight lines between points; constant before the first and after the last; not for motion"},
  {.key = "ramp", .kind = FIELD_MAP, .table = &schema_ramp, .expected = "{start: t, end: t}",
   .meaning = "a straight line between two constants; not for motion"},
  {.key = "step", .kind = FIELD_MAP, .table = &schema_step, .expected = "{at: t}", .meaning = "a jump between two constants; not for motion"},
};

/* --- loads */

static const Field load_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(ProblemLoad, name), .required = true,
   .expected = "a name of letters, digits, _ and -", .meaning = "unique"},
  {.key = "type", .kind = FIELD_WORD, IN(ProblemLoad, type), TRAITS(ProblemLoad), .required = true,
   .vocabulary = VOCABULARY_LOAD,
   .expected = "the name of a load", .meaning = "kind of load; `rigel list` names them"},
  {.key = "body", .kind = FIELD_NAME, IN(ProblemLoad, body_name), .required = true, .only = &on_body,
   .expected = "the name of a body", .meaning = "the body on which the force or torque acts"},
  {.key = "bodies", .kind = FIELD_PAIR, IN(ProblemLoad, body_name), .required = true, .only = &between,
   .expected = "a list of two bodies, one of them may be ground", .meaning = "the two bodies, or ground and a body"},
  {.key = "at", .kind = FIELD_POINTS, IN(ProblemLoad, at), .only = &with_points,
   .expected = "3 numbers (force) or 2 rows of 3 numbers", .fallback = "the reference points",
   .meaning = "the point in the body's axes, or one in the axes of each of the two bodies"},
  {.key = "value", .kind = FIELD_VECTOR, IN(ProblemLoad, value), .required = true, .only = &on_body, .columns = 3,
   .expected = "3 numbers", .meaning = "the force or torque"},
  {.key = "frame", .kind = FIELD_CHOICE, IN(ProblemLoad, frame), .words = axes_words, .only = &on_body,
   .meaning = "axes of value; body: it turns with the body"},
  {.key = "scale", .kind = FIELD_VARIANT, IN(ProblemLoad, scale), .only = &on_body, .table = &schema_scale,
   .expected = "exactly one of polynomial, cubic, sine, smooth, table, ramp, step", .fallback = "1",
   .meaning = "function of time that multiplies value; its corners become element ends"},
  {.key = "stiffness", .kind = FIELD_EACH, .columns = 6, IN(ProblemLoad, stiffness), .required = true, .only = &stiff,
   .range = RANGE_NON_NEGATIVE, .expected = "a number >= 0 (bushing: or 6 of them)",
   .meaning = "of the spring; bushing: of 3 displacements, then 3 rotations, in the axes of the first body"},
  {.key = "damping", .kind = FIELD_EACH, .columns = 6, IN(ProblemLoad, damping), .only = &damped, .range = RANGE_NON_NEGATIVE,
   .expected = "a number >= 0 (bushing: or 6 of them)", .fallback = "0", .meaning = "of the damper parallel to the spring"},
  {.key = "length", .kind = FIELD_REAL, IN(ProblemLoad, length), .only = &with_length, .range = RANGE_NON_NEGATIVE,
   .expected = "a number >= 0", .fallback = "0; required for morse", .meaning = "distance without force"},
  {.key = "angle", .kind = FIELD_REAL, IN(ProblemLoad, angle), .only = &for_torsion, .expected = "a number",
   .meaning = "angle without torque, from the start; may be more than a turn"},
  {.key = "axis_body", .kind = FIELD_MATRIX, IN(ProblemLoad, axis_body), .required = true, .only = &for_torsion,
   .rows = 2, .columns = 3, .expected = "2 rows of 3 numbers", .meaning = "the axis in the axes of each of the two bodies"},
  {.key = "epsilon", .kind = FIELD_REAL, IN(ProblemLoad, epsilon), .required = true, .only = &lennard_jones,
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "depth of the well"},
  {.key = "sigma", .kind = FIELD_REAL, IN(ProblemLoad, sigma), .required = true, .only = &lennard_jones,
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "distance at which V = 0"},
  {.key = "depth", .kind = FIELD_REAL, IN(ProblemLoad, depth), .required = true, .only = &for_morse,
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "of the well"},
  {.key = "width", .kind = FIELD_REAL, IN(ProblemLoad, width), .required = true, .only = &for_morse,
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "factor in the exponent, one over a length"},
  {.key = "strength", .kind = FIELD_REAL, IN(ProblemLoad, strength), .required = true, .only = &charged,
   .expected = "a number", .meaning = "V = strength / r, or -strength log r; negative: attraction"},
};

/* clang-format on */

static void load_init(void *record)
{
  problem_load_init(record);
}

static void scale_init(void *record)
{
  problem_function_init(record);
}

const Table schema_scale = {.noun = "a mapping, as {sine: {omega: 1}}",
                            FIELDS(scale_fields),
                            .size    = sizeof(ProblemTimeFunction),
                            .init    = scale_init,
                            .variant = true};
/* check_motion.c rejects the others, since a jump of the velocity requires an impulse. */
const Table schema_path = {.noun = "a mapping, as {sine: {omega: 1}}",
                           FIELDS(scale_fields),
                           .offered = FUNCTIONS_SMOOTH,
                           .size    = sizeof(ProblemTimeFunction),
                           .init    = scale_init,
                           .variant = true};
const Table schema_load = {.noun = "a load: a mapping that begins with - name:",
                           FIELDS(load_fields),
                           .size         = sizeof(ProblemLoad),
                           .init         = load_init,
                           .has_where    = true,
                           .where_offset = offsetof(ProblemLoad, where)};
