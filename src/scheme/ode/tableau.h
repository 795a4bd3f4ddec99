/* Runge-Kutta methods as data: Hairer, Norsett and Wanner (1993, sect. II.1); Chaurasia (2012, chapter 2).
 *
 *   k_i = f(t + c_i h, z + h sum_j a_ij k_j),   z += h sum_i b_i k_i,   c_i = sum_j a_ij
 *
 * A partitioned method has a second matrix for the momenta: q_i = q + h sum_j a_ij qdot_j, p_i = p + h sum_j p_ij pdot_j. */
#ifndef RIGEL_SCHEME_ODE_TABLEAU_H
#define RIGEL_SCHEME_ODE_TABLEAU_H

#include <stdbool.h>

enum { STAGES_MOST = 6 };

typedef struct Tableau {
  int    stages, order;
  bool   symplectic;
  bool   partitioned; /* p is the matrix of the momenta */
  double a[STAGES_MOST][STAGES_MOST], p[STAGES_MOST][STAGES_MOST], b[STAGES_MOST];
} Tableau;

extern const Tableau tableau_euler_explicit, tableau_euler_implicit, tableau_symplectic_euler_a,
  tableau_symplectic_euler_b, tableau_midpoint, tableau_stoermer_verlet, tableau_rk4, tableau_radau3, tableau_radau5,
  tableau_sun_geng, tableau_gauss6, tableau_dormand_prince;

/* Whether each stage needs earlier ones only. */
bool tableau_is_explicit(const Tableau *tableau);

#endif
