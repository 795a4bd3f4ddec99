/* The tableaus of all Runge-Kutta methods. */
#include "scheme/ode/tableau.h"

#define R6  2.4494897427831780982
#define R15 3.8729833462074168852

const Tableau tableau_euler_explicit = {.stages = 1, .order = 1, .b = {1.0}};
const Tableau tableau_euler_implicit = {.stages = 1, .order = 1, .a = {{1.0}}, .b = {1.0}};

/* Derivatives of H at (q_1, p_0) and at (q_0, p_1). */
const Tableau tableau_symplectic_euler_a = {
  .stages = 1, .order = 1, .symplectic = true, .partitioned = true, .a = {{1.0}}, .b = {1.0}};
const Tableau tableau_symplectic_euler_b = {
  .stages = 1, .order = 1, .symplectic = true, .partitioned = true, .p = {{1.0}}, .b = {1.0}};

const Tableau tableau_midpoint = {.stages = 1, .order = 2, .symplectic = true, .a = {{0.5}}, .b = {1.0}};

/* Lobatto IIIA for q, IIIB for p */
const Tableau tableau_stoermer_verlet = {.stages      = 2,
                                         .order       = 2,
                                         .symplectic  = true,
                                         .partitioned = true,
                                         .a           = {{0.0, 0.0}, {0.5, 0.5}},
                                         .p           = {{0.5, 0.0}, {0.5, 0.0}},
                                         .b           = {0.5, 0.5}};

const Tableau tableau_rk4 = {.stages = 4,
                             .order  = 4,
                             .a      = {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
                             .b      = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}};

/* Dormand and Prince (1980): the six stages of its formula of order 5. */
const Tableau tableau_dormand_prince = {
  .stages = 6,
  .order  = 5,
  .a      = {{0.0},
             {1.0 / 5.0},
             {3.0 / 40.0, 9.0 / 40.0},
             {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
             {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
             {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0}},
  .b      = {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0}};

const Tableau tableau_radau3 = {
  .stages = 2, .order = 3, .a = {{5.0 / 12.0, -1.0 / 12.0}, {0.75, 0.25}}, .b = {0.75, 0.25}};

const Tableau tableau_radau5 = {.stages = 3,
                                .order  = 5,
                                .a      = {{(88 - 7 * R6) / 360, (296 - 169 * R6) / 1800, (-2 + 3 * R6) / 225},
                                           {(296 + 169 * R6) / 1800, (88 + 7 * R6) / 360, (-2 - 3 * R6) / 225},
                                           {(16 - R6) / 36, (16 + R6) / 36, 1.0 / 9}},
                                .b      = {(16 - R6) / 36, (16 + R6) / 36, 1.0 / 9}};

/* Sun (1993): the mean of Radau IIA and its symplectic conjugate b_j - b_j a_ji / b_i. */
const Tableau tableau_sun_geng = {.stages     = 3,
                                  .order      = 5,
                                  .symplectic = true,
                                  .a          = {{(16 - R6) / 72, (328 - 167 * R6) / 1800, (-2 + 3 * R6) / 450},
                                                 {(328 + 167 * R6) / 1800, (16 + R6) / 72, (-2 - 3 * R6) / 450},
                                                 {(85 - 10 * R6) / 180, (85 + 10 * R6) / 180, 1.0 / 18}},
                                  .b          = {(16 - R6) / 36, (16 + R6) / 36, 1.0 / 9}};

const Tableau tableau_gauss6 = {.stages     = 3,
                                .order      = 6,
                                .symplectic = true,
                                .a          = {{5.0 / 36, 2.0 / 9 - R15 / 15, 5.0 / 36 - R15 / 30},
                                               {5.0 / 36 + R15 / 24, 2.0 / 9, 5.0 / 36 - R15 / 24},
                                               {5.0 / 36 + R15 / 30, 2.0 / 9 + R15 / 15, 5.0 / 36}},
                                .b          = {5.0 / 18, 4.0 / 9, 5.0 / 18}};

bool tableau_is_explicit(const Tableau *t)
{
  for (int i = 0; i < t->stages; i++)
    for (int j = i; j < t->stages; j++)
      if (t->a[i][j] != 0.0 || (t->partitioned && t->p[i][j] != 0.0)) return false;
  return true;
}
