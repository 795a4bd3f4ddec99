/* Joint types. Every row is a component of the gap between two points or a dot product of two vectors fixed in the sides, so it
 * is at most quadratic in frames, and its solutions near the start do not touch others: an axis cannot flip without leaving them.
 *   A, B: the sides; x: the joint's point, e: its axis, t and n: two more axes, all fixed in the side they are named after. */
#include "system/joint/stack.h"

#include "base/vec.h"

#include <string.h>

/* The points coincide, x_A = x_B (paper 003, eq. 67): 3 rows. */
static bool points_meet(const JointPlace *place, FrameRow *rows)
{
  for (int x = 0; x < 3; x++) {
    rows[x].length = true;
    if (!stack_add_component(stack_gap(place), x, &rows[x])) return false;
  }
  return true;
}

/* The gap has no part along one axis of the carrier. */
static bool gap_across(const JointPlace *place, int which, FrameRow *row)
{
  row->length = true;
  return stack_add_dot(stack_axis(place, place->carrier, which), stack_gap(place), 1.0, row);
}

/* The gap lies along the carrier's axis: 2 rows. */
static bool gap_along(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 1, &rows[0]) && gap_across(place, 2, &rows[1]);
}

/* Two vectors fixed in the sides stay perpendicular. */
static bool perpendicular(const JointPlace *place, int of_first, int of_second, FrameRow *row)
{
  return stack_add_dot(stack_axis(place, 0, of_first), stack_axis(place, 1, of_second), 1.0, row);
}

/* The axes stay parallel, t_A . e_B = n_A . e_B = 0: 2 rows. */
static bool axes_parallel(const JointPlace *place, FrameRow *rows)
{
  return perpendicular(place, 1, 0, &rows[0]) && perpendicular(place, 2, 0, &rows[1]);
}

/* No relative rotation, e_A . t_B = t_A . n_B = n_A . e_B = 0: 3 rows, with isolated solutions only. */
static bool axes_locked(const JointPlace *place, FrameRow *rows)
{
  return perpendicular(place, 0, 1, &rows[0]) && perpendicular(place, 1, 2, &rows[1]) &&
         perpendicular(place, 2, 0, &rows[2]);
}

static bool revolute_build(const JointPlace *place, FrameRow *rows)
{
  return points_meet(place, rows) && axes_parallel(place, rows + 3);
}

static bool prismatic_build(const JointPlace *place, FrameRow *rows)
{
  return gap_along(place, rows) && axes_locked(place, rows + 2);
}

static bool cylindrical_build(const JointPlace *place, FrameRow *rows)
{
  return gap_along(place, rows) && axes_parallel(place, rows + 2);
}

static bool universal_build(const JointPlace *place, FrameRow *rows)
{
  return points_meet(place, rows) && perpendicular(place, 0, 0, rows + 3);
}

static bool planar_build(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 0, rows) && axes_parallel(place, rows + 1);
}

static bool fixed_build(const JointPlace *place, FrameRow *rows)
{
  return points_meet(place, rows) && axes_locked(place, rows + 3);
}

/* (|x_A - x_B|^2 / l - l) / 2: a length, with a gradient of length 1 */
static bool distance_build(const JointPlace *place, FrameRow *rows)
{
  rows->length = true;
  rows->c      = -0.5 * place->length;
  return stack_add_dot(stack_gap(place), stack_gap(place), 0.5 / place->length, rows);
}

/* A rope from side A to side B, let out by what A moves along e in space: (|g|^2 - (g . e)^2 - (ratio e . x_A)^2) / (2 l) with the
 * gap g, so a length, with a gradient of length 1 across e */
static bool winch_build(const JointPlace *place, FrameRow *rows)
{
  const double *e = place->space, ratio = place->ratio;
  FrameVector   own   = stack_gap(place);
  const double  scale = 0.5 / place->length;

  rows->length = true;
  vec_zero(4, own.part + 4); /* x_A */
  return stack_add_dot(stack_gap(place), stack_gap(place), scale, rows) &&
         stack_add_along(stack_gap(place), e, -scale, rows) && stack_add_along(own, e, -scale * ratio * ratio, rows);
}

static bool point_in_plane_build(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 0, rows);
}

/* clang-format off */
static const JointOps
  spherical      = {"spherical", "two points coincide: 3 rows",
                    3, PUSH_ANY, TURN_FREE, CARRIER_FIRST, false, false, points_meet},
  revolute       = {"revolute", "rotation about an axis: 5 rows",
                    5, PUSH_ANY, TURN_AXIS, CARRIER_FIRST, true, false, revolute_build},
  prismatic      = {"prismatic", "displacement along an axis: 5 rows",
                    5, PUSH_ACROSS, TURN_NONE, CARRIER_FIXED, false, true, prismatic_build},
  cylindrical    = {"cylindrical", "rotation about and displacement along an axis: 4 rows",
                    4, PUSH_ACROSS, TURN_AXIS, CARRIER_FIXED, true, true, cylindrical_build},
  universal      = {"universal", "rotation about an axis of each side, perpendicular to each other: 4 rows",
                    4, PUSH_ANY, TURN_AXIS, CARRIER_FIRST, false, false, universal_build},
  planar         = {"planar", "displacement in a plane and rotation about its normal, the axis: 3 rows",
                    3, PUSH_ALONG, TURN_AXIS, CARRIER_FIXED, false, false, planar_build},
  fixed          = {"fixed", "a weld: no relative motion, 6 rows",
                    6, PUSH_ANY, TURN_NONE, CARRIER_FIRST, false, false, fixed_build},
  distance       = {"distance", "a massless rod between two points: 1 row",
                    1, PUSH_ANY, TURN_FREE, CARRIER_FIRST, false, false, distance_build},
  winch          = {"winch", "a rope to a point of the second body, let out as the first one moves along the axis: 1 row",
                    1, PUSH_GROUND, TURN_FREE, CARRIER_FIRST, false, false, winch_build},
  point_on_line  = {"point_on_line", "a point of the second body on an axis of the first: 2 rows",
                    2, PUSH_ACROSS, TURN_FREE, CARRIER_FIRST, false, false, gap_along},
  point_in_plane = {"point_in_plane", "a point of the second body in a plane of the first, normal to the axis: 1 row",
                    1, PUSH_ALONG, TURN_FREE, CARRIER_FIRST, false, false, point_in_plane_build};
/* clang-format on */

const JointOps *const joint_list[] = {&spherical, &revolute, &prismatic, &cylindrical,   &universal,      &planar,
                                      &fixed,     &distance, &winch,     &point_on_line, &point_in_plane, NULL};

const JointOps *joint_find(const char *name)
{
  for (int i = 0; joint_list[i]; i++)
    if (strcmp(joint_list[i]->name, name) == 0) return joint_list[i];
  return NULL;
}
