/* The table of joint types, and the rows of each.
 *
 * Every row is a component of the gap between two points or a dot product of two vectors fixed in the sides, so it is at most
 * quadratic in frames. Its solutions near the start are isolated from others: an axis cannot flip continuously.
 *   A, B: the sides; x: the joint's point, e: its axis, t and n: two more axes, all fixed in the side they are named after. */
#include "system/joint/joint.h"

#include "base/vec.h"

#include <string.h>

FrameVector joint_axis(const JointGeometry *geometry, int side, int which)
{
  return frame_direction(side, geometry->axes[side][which]);
}

FrameVector joint_gap(const JointGeometry *geometry)
{
  FrameVector v = frame_gap(geometry->point[0], geometry->point[1]);

  for (int a = 0; a < STACK_VECTORS; a++) v.coefficient[a] = -v.coefficient[a];
  return v;
}

/* The points coincide, x_A - x_B = 0, May and Betsch (2025, eq. 67): 3 rows. */
static bool points_coincide(const JointGeometry *geometry, FrameRow *rows)
{
  for (int x = 0; x < 3; x++) {
    rows[x].length = true;
    if (!frame_row_add_component(&rows[x], joint_gap(geometry), x)) return false;
  }
  return true;
}

/* The gap has no component along one axis of the carrier. */
static bool gap_across(const JointGeometry *geometry, int which, FrameRow *row)
{
  row->length = true;
  return frame_row_add_dot(row, joint_axis(geometry, geometry->carrier, which), joint_gap(geometry), 1.0);
}

/* The gap lies along the carrier's axis: 2 rows. */
static bool gap_along(const JointGeometry *geometry, FrameRow *rows)
{
  return gap_across(geometry, 1, &rows[0]) && gap_across(geometry, 2, &rows[1]);
}

/* Two vectors fixed in the sides stay perpendicular. */
static bool perpendicular(const JointGeometry *geometry, int of_first, int of_second, FrameRow *row)
{
  return frame_row_add_dot(row, joint_axis(geometry, 0, of_first), joint_axis(geometry, 1, of_second), 1.0);
}

/* The axes stay parallel, t_A . e_B = n_A . e_B = 0: 2 rows. */
static bool axes_parallel(const JointGeometry *geometry, FrameRow *rows)
{
  return perpendicular(geometry, 1, 0, &rows[0]) && perpendicular(geometry, 2, 0, &rows[1]);
}

/* No relative rotation, e_A . t_B = t_A . n_B = n_A . e_B = 0: 3 rows, with isolated solutions only. */
static bool axes_locked(const JointGeometry *geometry, FrameRow *rows)
{
  return perpendicular(geometry, 0, 1, &rows[0]) && perpendicular(geometry, 1, 2, &rows[1]) &&
         perpendicular(geometry, 2, 0, &rows[2]);
}

/* x_B - x_A = 0, and e_A parallel to e_B by two products with the axes across. */
static bool revolute_build(const JointGeometry *geometry, FrameRow *rows)
{
  return points_coincide(geometry, rows) && axes_parallel(geometry, rows + 3);
}

/* The gap has no component across e_A, and the axes of both sides keep their angles. */
static bool prismatic_build(const JointGeometry *geometry, FrameRow *rows)
{
  return gap_along(geometry, rows) && axes_locked(geometry, rows + 2);
}

/* The gap has no component across e_A, e_A parallel to e_B. */
static bool cylindrical_build(const JointGeometry *geometry, FrameRow *rows)
{
  return gap_along(geometry, rows) && axes_parallel(geometry, rows + 2);
}

/* x_B - x_A = 0, e_A . e_B = 0. */
static bool universal_build(const JointGeometry *geometry, FrameRow *rows)
{
  return points_coincide(geometry, rows) && perpendicular(geometry, 0, 0, rows + 3);
}

/* (x_B - x_A) . e_A = 0, e_A parallel to e_B. */
static bool planar_build(const JointGeometry *geometry, FrameRow *rows)
{
  return gap_across(geometry, 0, rows) && axes_parallel(geometry, rows + 1);
}

/* x_B - x_A = 0, all axes locked. */
static bool fixed_build(const JointGeometry *geometry, FrameRow *rows)
{
  return points_coincide(geometry, rows) && axes_locked(geometry, rows + 3);
}

/* A massless rod, Phi = (|x_A - x_B|^2 / l - l) / 2: a length, with a gradient of length 1. */
static bool distance_build(const JointGeometry *geometry, FrameRow *rows)
{
  rows->length = true;
  rows->c      = -0.5 * geometry->length;
  return frame_row_add_dot(rows, joint_gap(geometry), joint_gap(geometry), 0.5 / geometry->length);
}

/* A rope from side A to side B whose length across e is ratio e . x_A, e fixed in space:
 * Phi = (|g|^2 - (g . e)^2 - (ratio e . x_A)^2) / (2 l) with the gap g, a length, with a gradient of length 1 across e. */
static bool winch_build(const JointGeometry *geometry, FrameRow *rows)
{
  const double *e = geometry->space, ratio = geometry->ratio;
  FrameVector   own   = joint_gap(geometry);
  const double  scale = 0.5 / geometry->length;

  rows->length = true;
  vec_zero(4, own.coefficient + 4); /* x_A */
  return frame_row_add_dot(rows, joint_gap(geometry), joint_gap(geometry), scale) &&
         frame_row_add_along(rows, joint_gap(geometry), e, -scale) &&
         frame_row_add_along(rows, own, e, -scale * ratio * ratio);
}

/* (x_B - x_A) . e_A = 0. */
static bool point_in_plane_build(const JointGeometry *geometry, FrameRow *rows)
{
  return gap_across(geometry, 0, rows);
}

/* clang-format off */
static const JointOps
  spherical      = {.name = "spherical", .summary = "two points coincide: 3 rows",
                    .traits = {0, SUPPORTS_JOINTS},
                    .nrows = 3, .force = PUSH_ANY, .moment = MOMENT_NONE, .carrier = CARRIER_FIRST,
                    .build = points_coincide},
  revolute       = {.name = "revolute", .summary = "rotation about an axis: 5 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_RATE, SUPPORTS_JOINTS},
                    .nrows = 5, .force = PUSH_ANY, .moment = MOMENT_ACROSS, .carrier = CARRIER_FIRST, .turns = true,
                    .build = revolute_build},
  prismatic      = {.name = "prismatic", .summary = "displacement along an axis: 5 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2 | JOINT_USES_RATE, SUPPORTS_JOINTS},
                    .nrows = 5, .force = PUSH_ACROSS, .moment = MOMENT_ANY, .carrier = CARRIER_FIXED, .slides = true,
                    .build = prismatic_build},
  cylindrical    = {.name = "cylindrical", .summary = "rotation about and displacement along an axis: 4 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2 | JOINT_USES_RATE | JOINT_USES_RATE_ALONG, SUPPORTS_JOINTS},
                    .nrows = 4, .force = PUSH_ACROSS, .moment = MOMENT_ACROSS, .carrier = CARRIER_FIXED, .turns = true, .slides = true,
                    .build = cylindrical_build},
  universal      = {.name = "universal", .summary = "rotation about an axis of each side, perpendicular to each other: 4 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AXIS2, SUPPORTS_JOINTS},
                    .nrows = 4, .force = PUSH_ANY, .moment = MOMENT_ACROSS, .carrier = CARRIER_FIRST,
                    .build = universal_build},
  planar         = {.name = "planar", .summary = "displacement in a plane and rotation about its normal, the axis: 3 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2, SUPPORTS_JOINTS},
                    .nrows = 3, .force = PUSH_ALONG, .moment = MOMENT_ACROSS, .carrier = CARRIER_FIXED,
                    .build = planar_build},
  fixed          = {.name = "fixed", .summary = "a weld: no relative motion, 6 rows",
                    .traits = {0, SUPPORTS_JOINTS},
                    .nrows = 6, .force = PUSH_ANY, .moment = MOMENT_ANY, .carrier = CARRIER_FIRST,
                    .build = fixed_build},
  distance       = {.name = "distance", .summary = "a massless rod between two points: 1 row",
                    .traits = {JOINT_USES_AT2 | JOINT_USES_LENGTH, SUPPORTS_JOINTS},
                    .nrows = 1, .force = PUSH_ANY, .moment = MOMENT_NONE, .carrier = CARRIER_FIRST, .apart = true,
                    .build = distance_build},
  winch          = {.name = "winch", .summary = "a rope to a point of the second body, let out as the first one moves along the axis: 1 row",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2 | JOINT_USES_RATIO, SUPPORTS_JOINTS},
                    .nrows = 1, .force = PUSH_GROUND, .moment = MOMENT_NONE, .carrier = CARRIER_FIRST, .apart = true,
                    .build = winch_build},
  point_on_line  = {.name = "point_on_line", .summary = "a point of the second body on an axis of the first: 2 rows",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2, SUPPORTS_JOINTS},
                    .nrows = 2, .force = PUSH_ACROSS, .moment = MOMENT_NONE, .carrier = CARRIER_FIRST,
                    .build = gap_along},
  point_in_plane = {.name = "point_in_plane", .summary = "a point of the second body in a plane of the first, normal to the axis: 1 row",
                    .traits = {JOINT_USES_AXIS | JOINT_USES_AT2, SUPPORTS_JOINTS},
                    .nrows = 1, .force = PUSH_ALONG, .moment = MOMENT_NONE, .carrier = CARRIER_FIRST,
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
