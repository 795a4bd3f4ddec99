/* Joints: data, not behaviour. A joint is a set of rows in the stacked frames f = (f_A, f_B) in R^24 of its two sides,
 *     Phi = 1/2 f . A f + b . f + c ,      Psi = (A f + b) . fdot ,
 * so a joint type only has to fill in A, b, c at the start (DESIGN 1.3, 1.5.14). Rows of a prescribed motion have coefficients
 * that depend on time, A(t) = A_0 + sum_j w_j(t) A_j, and so on: terms with weights; then Psi = (A f + b) . fdot + dPhi/dt. */
#ifndef RIGEL_SYSTEM_JOINT_JOINT_H
#define RIGEL_SYSTEM_JOINT_JOINT_H

#include "body/formulation.h"

enum { STACK = 2 * FRAME_F, JOINT_ROWS = 6, ROW_TERMS = 10 };

typedef struct {
  int    i, j;
  double value;
} RowEntry;

typedef struct FrameRow FrameRow;
struct FrameRow {
  double    c;
  int       nlinear, nquadratic, nterms;
  RowEntry *linear;    /* [nlinear] b_i; j unused */
  RowEntry *quadratic; /* [nquadratic] A_ij, both triangles stored */
  FrameRow *terms;     /* [nterms] with weights of time; they have no terms themselves */
  bool      length;    /* Phi is a length (otherwise a pure number) */
};

/* Weights of time of a row and their first two derivatives: [0] stands for the part without time, so w = (1, w_1, ..),
 * w' = (0, w_1', ..). A row without terms takes NULL. */
typedef const double (*RowWeights)[ROW_TERMS];

/* Where a joint sits on each of its sides, in the side's own coordinates. */
typedef struct {
  double point[2][3];
  double axes[2][3][3]; /* rows e, t, n: right-handed and orthonormal, e the axis */
  double length;        /* of a rod, of a rope at the start */
  double space[3];      /* e of the first side in space at the start */
  double ratio;         /* winch: rope let out per length of travel */
  int    carrier;       /* the side whose axes measure the gap between the points */
} JointPlace;

/* What a joint leaves free: it tells which momenta survive a joint to the ground. */
typedef enum {
  PUSH_ANY,
  PUSH_ACROSS,
  PUSH_ALONG,
  PUSH_GROUND
} JointForce; /* the force: any, across the axis, along it, also on the ground */
typedef enum { TURN_FREE, TURN_AXIS, TURN_NONE } JointTurn; /* no moment, none about the axis, any */
typedef enum { CARRIER_FIRST, CARRIER_FIXED } JointCarrier; /* the first side; the side at rest, if there is one */

typedef struct {
  const char  *name, *summary;
  int          nrows;
  JointForce   force;
  JointTurn    turn;
  JointCarrier carrier;
  bool         turns, slides; /* has a single angle about its axis; a single displacement along it */
  /* Rows through frame_row_add_*; false when out of memory. */
  bool (*build)(const JointPlace *place, FrameRow *rows);
} JointOps;

extern const JointOps *const joint_list[]; /* NULL-terminated */
const JointOps              *joint_find(const char *name);

/* Index of a component in the stacked frames: side 0 or 1, vector 0 (phi), 1..3 (d_i), component x. */
static inline int stack_index(int side, int vector, int x)
{
  return FRAME_F * side + 3 * vector + x;
}

bool frame_row_add_linear(FrameRow *row, int i, double value);
bool frame_row_add_quadratic(FrameRow *row, int i, int j, double value); /* adds A_ij = A_ji = value */
/* Puts the constant frame f of one side into b and c; false when out of memory. */
bool frame_row_fold(FrameRow *row, int side, const double *f /*[12]*/);
void frame_row_clear(FrameRow *row);

/* y = A x, y = A x + b, and Phi; w[1 + nterms] may be weights or their derivatives, NULL: of a row without terms */
void   frame_row_multiply(const FrameRow *row, const double *w, const double *x /*[24]*/, double *y /*[24]*/);
void   frame_row_gradient(const FrameRow *row, const double *w, const double *f /*[24]*/, double *g /*[24]*/);
double frame_row_value(const FrameRow *row, const double *w, const double *f /*[24]*/);

/* Phi, Psi and their rates along (df, dfdot, dt); slopes dPhi/df = dPsi/dfdot and dPsi/df. */
typedef struct {
  double phi, psi;
  double gradient[STACK], turn[STACK];
  double phi_t, psi_t; /* partial derivatives in time */
} RowPoint;
void frame_row_evaluate(const FrameRow *row, RowWeights w, const double *f, const double *fdot, RowPoint *point);
/* How the slopes change along (df, dfdot, dt). */
void frame_row_bend(const FrameRow *row, RowWeights w, const double *f, const double *fdot, const double *df,
                    const double *dfdot, double dt, double *dgradient /*[24]*/, double *dturn /*[24]*/);

#endif
