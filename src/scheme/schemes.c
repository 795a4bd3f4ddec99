/* The list of all schemes and the lookup by name. */
#include "scheme/schemes.h"

#include <string.h>

const SchemeOps *const scheme_list[] = {&mg_ops,
                                        &bg_ops,
                                        &em_ops,
                                        &quat_em_ops,
                                        &quat_em_reduced_ops,
                                        &quat_vi_ops,
                                        &dir_em_ops,
                                        &mg_index3_ops,
                                        &algo_c1_ops,
                                        &simo_wong_ops,
                                        &predictor_corrector_ops,
                                        &staggered_ops,
                                        &park_ops,
                                        &velocity_dae_ops,
                                        &splitting_ops,
                                        &splitting4_ops,
                                        &splitting6_ops,
                                        &semi_implicit_euler_ops,
                                        &rk4_unit_ops,
                                        &dormand_prince_ops,
                                        &euler_explicit_ops,
                                        &euler_implicit_ops,
                                        &symplectic_euler_a_ops,
                                        &symplectic_euler_b_ops,
                                        &midpoint_ops,
                                        &stoermer_verlet_ops,
                                        &rk4_ops,
                                        &radau3_ops,
                                        &radau5_ops,
                                        &sun_geng_ops,
                                        &gauss6_ops,
                                        &rattle_ops,
                                        &ts_ops,
                                        NULL};

const SchemeOps *scheme_find(const char *name)
{
  for (int i = 0; scheme_list[i]; i++)
    if (strcmp(scheme_list[i]->traits.name, name) == 0) return scheme_list[i];
  return NULL;
}
