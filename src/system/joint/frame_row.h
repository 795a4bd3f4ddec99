/* Constraint rows in the stacked frames f = (f_A, f_B) in R^24 of two sides: data of a quadratic function.
 *
 *     Phi = 1/2 f . A f + b . f + c ,      Psi = dPhi/dt = (A f + b) . fdot
 *
 * Rows of a prescribed motion have coefficients that depend on time, A(t) = A_0 + sum_j w_j(t) A_j, b and c likewise: terms with
 * weights. Then Psi = (A f + b) . fdot + 1/2 f . A' f + b' . f + c' (docs/explanation/theory.md, Prescribed motion). */
#ifndef RIGEL_SYSTEM_JOINT_FRAME_ROW_H
#define RIGEL_SYSTEM_JOINT_FRAME_ROW_H

#include "system/joint/frame_vector.h"

enum { ROW_TERMS = 10 }; /* most weights of a row: 1, and nine entries of a rotation matrix */

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
  FrameRow *terms;     /* [nterms] coefficients of the weights of time; they have no terms themselves */
  bool      length;    /* Phi is a length (otherwise a pure number) */
};

/* Weights of time of a row and their first two derivatives: w = (1, w_1, ..), w' = (0, w_1', ..), w''. NULL for a row without
 * terms. */
typedef const double (*RowWeights)[ROW_TERMS];

/* Creation. All but clear return false when out of memory. */
bool frame_row_add_linear(FrameRow *row, int i, double value);                            /* b_i */
bool frame_row_add_quadratic(FrameRow *row, int i, int j, double value);                  /* A_ij = A_ji */
bool frame_row_add_component(FrameRow *row, FrameVector u, int x);                        /* Phi += u_x */
bool frame_row_add_dot(FrameRow *row, FrameVector u, FrameVector v, double factor);       /* Phi += factor u . v */
bool frame_row_add_along(FrameRow *row, FrameVector u, const double e[3], double factor); /* Phi += factor (u . e)^2 */
/* Inserts the constant frame f of a side at rest: products with it become linear, linear terms constant. */
bool frame_row_fold(FrameRow *row, int side, const double *f /*[12]*/);
void frame_row_clear(FrameRow *row);

/* g = A f + b, and Phi; w[1 + nterms]: weights or their derivatives, NULL for a row without terms. */
void   frame_row_gradient(const FrameRow *row, const double *w, const double *f /*[24]*/, double *g /*[24]*/);
double frame_row_value(const FrameRow *row, const double *w, const double *f /*[24]*/);

/* A row and its first derivatives at (t, f, fdot). */
typedef struct {
  double phi, psi;
  double gradient[STACK];     /* dPhi/df = dPsi/dfdot = A f + b */
  double psi_gradient[STACK]; /* dPsi/df = A fdot + A' f + b' */
  double phi_t, psi_t;        /* partial derivatives in time */
} RowPoint;
void frame_row_evaluate(const FrameRow *row, RowWeights w, const double *f, const double *fdot, RowPoint *point);
/* Rates of both gradients along (df, dfdot, dt). */
void frame_row_gradient_rates(const FrameRow *row, RowWeights w, const double *f, const double *fdot, const double *df,
                              const double *dfdot, double dt, double *dgradient /*[24]*/,
                              double *dpsi_gradient /*[24]*/);

#endif
