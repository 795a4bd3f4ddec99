/* The table of joint types, and the rows of each.
 *
 * Every row is a component of the gap between two points or a dot product of two vectors fixed in the sides, so it is at most
 * quadratic in frames. Its solutions near the start are isolated from others: an axis cannot flip continuously.
 *   A, B: the sides; x: the joint's point, e: its axis, t and n: two more axes, all fixed in the side they are named after. */
#include "system/joint/joint.h"

#include "base/vec.h"

#include <string.h>

FrameVector joint_axis(const JointPlace *place, int side, int which)
{
  return frame_direction(side, place->axes[side][which]);
}

FrameVector joint_gap(const JointPlace *place)
{
  FrameVector v = frame_gap(place->point[0], place->point[1]);

  for (int a = 0; a < STACK_VECTORS; a++) v.part[a] = -v.part[a];
  return v;
}

/* The points coincide, x_A - x_B = 0, May and Betsch (2025, eq. 67): 3 rows. */
static bool points_coincide(const JointPlace *place, FrameRow *rows)
{
  for (int x = 0; x < 3; x++) {
    rows[x].length = true;
    if (!frame_row_add_component(&rows[x], joint_gap(place), x)) return false;
  }
  return true;
}

/* The gap has no part along one axis of the carrier. */
static bool gap_across(const JointPlace *place, int which, FrameRow *row)
{
  row->length = true;
  return frame_row_add_dot(row, joint_axis(place, place->carrier, which), joint_gap(place), 1.0);
}

/* The gap lies along the carrier's axis: 2 rows. */
static bool gap_along(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 1, &rows[0]) && gap_across(place, 2, &rows[1]);
}

/* Two vectors fixed in the sides stay perpendicular. */
static bool perpendicular(const JointPlace *place, int of_first, int of_second, FrameRow *row)
{
  return frame_row_add_dot(row, joint_axis(place, 0, of_first), joint_axis(place, 1, of_second), 1.0);
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
  return points_coincide(place, rows) && axes_parallel(place, rows + 3);
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
  return points_coincide(place, rows) && perpendicular(place, 0, 0, rows + 3);
}

static bool planar_build(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 0, rows) && axes_parallel(place, rows + 1);
}

static bool fixed_build(const JointPlace *place, FrameRow *rows)
{
  return points_coincide(place, rows) && axes_locked(place, rows + 3);
}

/* A massless rod, Phi = (|x_A - x_B|^2 / l - l) / 2: a length, with a gradient of length 1. */
static bool distance_build(const JointPlace *place, FrameRow *rows)
{
  rows->length = true;
  rows->c      = -0.5 * place->length;
  return frame_row_add_dot(rows, joint_gap(place), joint_gap(place), 0.5 / place->length);
}

/* A rope from side A to side B whose length across e is ratio e . x_A, e fixed in space:
 * Phi = (|g|^2 - (g . e)^2 - (ratio e . x_A)^2) / (2 l) with the gap g, a length, with a gradient of length 1 across e. */
static bool winch_build(const JointPlace *place, FrameRow *rows)
{
  const double *e = place->space, ratio = place->ratio;
  FrameVector   own   = joint_gap(place);
  const double  scale = 0.5 / place->length;

  rows->length = true;
  vec_zero(4, own.part + 4); /* x_A */
  return frame_row_add_dot(rows, joint_gap(place), joint_gap(place), scale) &&
         frame_row_add_along(rows, joint_gap(place), e, -scale) &&
         frame_row_add_along(rows, own, e, -scale * ratio * ratio);
}

static bool point_in_plane_build(const JointPlace *place, FrameRow *rows)
{
  return gap_across(place, 0, rows);
}

/* clang-format off */
static const JointOps
  spherical      = {.name = "spherical", .summary = "two points coincide: 3 rows",
                    .nrows = 3, .force = PUSH_ANY, .turn = TURN_FREE, .carrier = CARRIER_FIRST,
                    .build = points_coincide},
  revolute       = {.name = "revolute", .summary = "rotation about an axis: 5 rows",
                    .nrows = 5, .force = PUSH_ANY, .turn = TURN_AXIS, .carrier = CARRIER_FIRST, .turns = true,
                    .build = revolute_build},
  prismatic      = {.name = "prismatic", .summary = "displacement along an axis: 5 rows",
                    .nrows = 5, .force = PUSH_ACROSS, .turn = TURN_NONE, .carrier = CARRIER_FIXED, .slides = true,
                    .build = prismatic_build},
  cylindrical    = {.name = "cylindrical", .summary = "rotation about and displacement along an axis: 4 rows",
                    .nrows = 4, .force = PUSH_ACROSS, .turn = TURN_AXIS, .carrier = CARRIER_FIXED, .turns = true, .slides = true,
                    .build = cylindrical_build},
  universal      = {.name = "universal", .summary = "rotation about an axis of each side, perpendicular to each other: 4 rows",
                    .nrows = 4, .force = PUSH_ANY, .turn = TURN_AXIS, .carrier = CARRIER_FIRST,
                    .build = universal_build},
  planar         = {.name = "planar", .summary = "displacement in a plane and rotation about its normal, the axis: 3 rows",
                    .nrows = 3, .force = PUSH_ALONG, .turn = TURN_AXIS, .carrier = CARRIER_FIXED,
                    .build = planar_build},
  fixed          = {.name = "fixed", .summary = "a weld: no relative motion, 6 rows",
                    .nrows = 6, .force = PUSH_ANY, .turn = TURN_NONE, .carrier = CARRIER_FIRST,
                    .build = fixed_build},
  distance       = {.name = "distance", .summary = "a massless rod between two points: 1 row",
                    .nrows = 1, .force = PUSH_ANY, .turn = TURN_FREE, .carrier = CARRIER_FIRST, .apart = true,
                    .build = distance_build},
  winch          = {.name = "winch", .summary = "a rope to a point of the second body, let out as the first one moves along the axis: 1 row",
                    .nrows = 1, .force = PUSH_GROUND, .turn = TURN_FREE, .carrier = CARRIER_FIRST, .apart = true,
                    .build = winch_build},
  point_on_line  = {.name = "point_on_line", .summary = "a point of the second body on an axis of the first: 2 rows",
                    .nrows = 2, .force = PUSH_ACROSS, .turn = TURN_FREE, .carrier = CARRIER_FIRST,
                    .build = gap_along},
  point_in_plane = {.name = "point_in_plane", .summary = "a point of the second body in a plane of the first, normal to the axis: 1 row",
                    .nrows = 1, .force = PUSH_ALONG, .turn = TURN_FREE, .carrier = CARRIER_FIRST,
                    .build = point_in_plane_build};
/* clang-format on */

const JointOps *const joint_list[] = {&spherical, &revolute, &prismatic, &cylindrical,   &universal,      &planar,
                                      &fixed,     &distance, &winch,     &point_on_line, &point_in_plane, NULL};

const JointOps *joint_find(const char *name)
{
  for (int i = 0; joint_list[i]; i++)
    if (strcmp(joint_list[i]->name, name) == 0) return joint_list[i];
  return NULL;
}
