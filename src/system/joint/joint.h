/* Joint types: data, not behaviour. A joint type fills in the rows (frame_row.h) that hold between two sides, a body or the ground.
 *
 * Rows are written in frames, so every joint works with every formulation (docs/explanation/theory.md, Rigid bodies in frames). */
#ifndef RIGEL_SYSTEM_JOINT_JOINT_H
#define RIGEL_SYSTEM_JOINT_JOINT_H

#include "system/joint/frame_row.h"

enum { JOINT_ROWS = 6 }; /* most rows of a joint on one level */

/* Point and axes of a joint on each of its sides, in the side's own coordinates. */
typedef struct {
  double point[2][3];
  double axes[2][3][3]; /* rows e, t, n: right-handed and orthonormal, e the axis */
  double length;        /* of a rod, of a rope at the start */
  double space[3];      /* e of the first side in space at the start */
  double ratio;         /* winch: rope let out per length of travel */
  int    carrier;       /* the side whose axes measure the gap between the points */
} JointGeometry;

/* Forces and moments that a joint transmits; they decide which momenta are conserved with a joint to the ground (symmetry.c). */
typedef enum {
  PUSH_ANY,    /* a force in any direction */
  PUSH_ACROSS, /* across the axis */
  PUSH_ALONG,  /* along the axis */
  PUSH_GROUND  /* also on the ground: rows contain positions in space */
} JointForce;
typedef enum { MOMENT_NONE, MOMENT_ACROSS, MOMENT_ANY } JointMoment; /* none; across the axis; any */
typedef enum { CARRIER_FIRST, CARRIER_FIXED } JointCarrier; /* the first side; the side at rest, if there is one */

typedef struct {
  const char  *name, *summary;
  TypeTraits   traits; /* JOINT_USES_, SUPPORTS_ */
  int          nrows;
  JointForce   force;
  JointMoment  moment;
  JointCarrier carrier;
  bool         turns, slides; /* has a single angle about its axis; a single displacement along it */
  bool         apart;         /* rows contain 1 / length: the two points may not coincide */
  /* Fills in the rows through frame_row_add_*; false when out of memory. */
  bool (*build)(const JointGeometry *geometry, FrameRow *rows);
} JointOps;

extern const JointOps *const joint_list[]; /* all joint types, NULL-terminated */
const JointOps              *joint_find(const char *name);

/* Axis 0 (e), 1 (t) or 2 (n) of one side; x_A - x_B of the joint's points, the sign of all its rows. */
FrameVector joint_axis(const JointGeometry *geometry, int side, int which);
FrameVector joint_gap(const JointGeometry *geometry);

#endif
