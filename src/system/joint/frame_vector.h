/* Vectors fixed in the two sides of a joint or a load, as combinations of the stacked frames of both sides.
 *
 * The frames f = (f_A, f_B) in R^24 of the sides A and B consist of eight vectors, (phi, d1, d2, d3) of A, then of B. A point of a
 * side is x = phi + X_1 d1 + X_2 d2 + X_3 d3, May and Betsch (2025, eq. 61), so points, axes and gaps are linear in f. */
#ifndef RIGEL_SYSTEM_JOINT_FRAME_VECTOR_H
#define RIGEL_SYSTEM_JOINT_FRAME_VECTOR_H

#include "body/formulation.h"

enum { STACK = 2 * FRAME_F, STACK_VECTORS = 8 };

/* u = sum_a coefficient_a f_a with the eight vectors f_a. */
typedef struct {
  double coefficient[STACK_VECTORS];
} FrameVector;

/* Index of a component in the stacked frames: side 0 or 1, vector 0 (phi), 1..3 (d_i), component x. */
static inline int stack_index(int side, int vector, int x)
{
  return FRAME_F * side + 3 * vector + x;
}

/* The direction X_1 d1 + X_2 d2 + X_3 d3 of one side. */
FrameVector frame_direction(int side, const double X[3]);
/* x_B - x_A between the points X_A and X_B of the sides. */
FrameVector frame_gap(const double X_A[3], const double X_B[3]);
/* The value u[3] at the frames f. */
void frame_vector(const FrameVector *v, const double *f /*[24]*/, double u[3]);
/* Chain rules from u to f: w += (du/df)^T g, and M[24][24] += (du/df)^T H (dv/df) with another vector v. */
void frame_spread(const FrameVector *u, const double g[3], double *w /*[24]*/);
void frame_spread_matrix(const FrameVector *u, const FrameVector *v, const double H[3][3], double *M);

#endif
