/* The time element: shape functions of one Galerkin scheme, tabulated at its Gauss points.
 *
 * Data, not behaviour: mG(k) and BG(k) are two records of this struct for one kernel (docs/explanation/theory.md, Time elements).
 *
 *   trial  z       : P^k on k+1 nodes, N_I
 *   test   dz      : P^{k-1} (mG) or P^k (BG)
 *   multipliers    : P^{k-1} or P^k, tested with the same functions
 *   constraint row : rate  int dlambda . grad Theta z' (mG)  or  value  int dlambda . Theta (BG)
 */
#ifndef RIGEL_TIME_ELEMENT_H
#define RIGEL_TIME_ELEMENT_H

#include <stdbool.h>

enum {
  NODES_MOST = 64
}; /* bound of nodes and multiplier functions of an element, for local arrays; the degree is at most 30 */

typedef struct {
  int     degree;    /* k */
  int     ngauss;    /* s */
  int     ntrial;    /* k + 1 */
  int     ntest;     /* test functions of the z rows */
  int     nmult;     /* multiplier functions */
  bool    rate;      /* constraint rows are rates */
  double *node;      /* [ntrial] xi_I, the first 0, the last 1 */
  double *test_node; /* [ntest] */
  double *mult_node; /* [nmult] */
  double *point;     /* [s] */
  double *weight;    /* [s] */
  double *trial;     /* [s][ntrial] N_I */
  double *slope;     /* [s][ntrial] N'_I */
  double *test;      /* [s][ntest] */
  double *mult;      /* [s][nmult] */
  double *
    integral; /* [s][s] collocated invariants: int_0^{xi_g} of the function that is 1 at Gauss point j; otherwise NULL */
} TimeElement;

typedef struct {
  int  degree, ngauss;
  bool lobatto;    /* nodes */
  bool continuous; /* test functions of z: P^k, shared between elements (BG), or P^{k-1} (mG) */
  bool continuous_mult;
  bool rate;
} TimeElementSpec;

/* False: out of memory; nothing is left to destroy. */
bool time_element_create(const TimeElementSpec *spec, TimeElement *element);
/* mG(k): trial P^k, everything else P^{k-1}, constraint rows are rates, May and Betsch (2025, eqs. 16 to 22). */
bool time_element_create_mg(int degree, int ngauss, bool lobatto, TimeElement *element);
/* BG(k): test functions P^k, multipliers P^{k-1} or P^k, constraint rows are values, May and Betsch (2025, eqs. 24 to 27). */
bool time_element_create_bg(int degree, int ngauss, bool lobatto, bool continuous_mult, TimeElement *element);
/* The element of degree k + 1 over an mG element of degree k, in functions that leave those of degree k as they are: psi with psi' = L_k,
 * zero at both ends, is the last trial function, the Legendre polynomial L_k the last test and multiplier function. */
bool time_element_enrich(const TimeElement *base, int ngauss, TimeElement *element);
/* Fills `integral`, the matrix of the Gauss method with the element's points; false: out of memory. */
bool time_element_collocate(TimeElement *element);
/* integral[s]: int_0^xi of the functions that are 1 at one Gauss point of the element and 0 at the others. */
void time_element_integral(const TimeElement *element, double xi, double *integral);
/* value[g] = start + sum_j integral[g][j] rate[j], n numbers at each Gauss point, `stride` apart. */
void time_element_integrate(const TimeElement *element, int n, int stride, const double *start, const double *rate,
                            double *value);
void time_element_destroy(TimeElement *element);

#endif
