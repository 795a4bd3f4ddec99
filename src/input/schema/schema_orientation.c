/* Keys of an orientation that is given by angles instead of a quaternion. */
#include "input/schema/schema_table.h"

#include <math.h>

/* In the order of EULER_AXES; see orientation_read. */
static const char *const euler_words[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx",
                                          "xzx", "yxy", "yzy", "zxz", "zyz", NULL};
static const char *const unit_words[]  = {"radians", "degrees", NULL}; /* in the order of AngleUnit */

/* clang-format off */

static const Field orientation_fields[] = {
  {.key = "axis", .kind = FIELD_VECTOR, IN(OrientationInput, axis), .required = true, .instead = "euler", .columns = 3,
   .expected = "3 numbers", .meaning = "direction of the axis of rotation in space, of any length"},
  {.key = "angle", .kind = FIELD_REAL, IN(OrientationInput, angle), .required = true, .instead = "angles",
   .expected = "a number", .meaning = "angle of the rotation about axis"},
  {.key = "euler", .kind = FIELD_KIND, IN(OrientationInput, euler), .required = true, .instead = "axis", .words = euler_words,
   .expected = "three axes such as xyz or zxz",
   .meaning = "axes of three successive rotations, each about an axis of the body as the ones before have turned it; written backwards: "
              "about the axes of space"},
  {.key = "angles", .kind = FIELD_VECTOR, IN(OrientationInput, angles), .required = true, .instead = "angle", .columns = 3,
   .expected = "3 numbers", .meaning = "the three angles of euler, in the same order"},
  {.key = "unit", .kind = FIELD_CHOICE, IN(OrientationInput, unit), .words = unit_words, .meaning = "unit of angle and angles"},
};

/* clang-format on */

static void orientation_init(void *record)
{
  *(OrientationInput *)record = (OrientationInput){.axis = {NAN}, .angle = NAN, .angles = {NAN}};
}

const Table schema_orientation = {.noun = "4 numbers, {axis: [x, y, z], angle: a} or {euler: xyz, angles: [a, b, c]}",
                                  FIELDS(orientation_fields),
                                  .size = sizeof(OrientationInput),
                                  .init = orientation_init};
