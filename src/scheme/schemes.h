/* The table of schemes: one entry per scheme, looked up by its name in the problem file. */
#ifndef RIGEL_SCHEME_SCHEMES_H
#define RIGEL_SCHEME_SCHEMES_H

#include "scheme/scheme.h"

extern const SchemeOps mg_ops, bg_ops, em_ops, quat_em_ops, dir_em_ops, mg_index3_ops;
extern const SchemeOps quat_em_reduced_ops, quat_vi_ops, algo_c1_ops, velocity_dae_ops;
extern const SchemeOps simo_wong_ops, predictor_corrector_ops, staggered_ops, park_ops;
extern const SchemeOps splitting_ops, splitting4_ops, splitting6_ops;
extern const SchemeOps semi_implicit_euler_ops, rk4_unit_ops, dormand_prince_ops;
extern const SchemeOps euler_explicit_ops, euler_implicit_ops, symplectic_euler_a_ops, symplectic_euler_b_ops,
  midpoint_ops, stoermer_verlet_ops, rk4_ops, radau3_ops, radau5_ops, sun_geng_ops, gauss6_ops, rattle_ops, ts_ops;

extern const SchemeOps *const scheme_list[]; /* NULL-terminated; the first is the default */
/* NULL: no scheme of this name. */
const SchemeOps *scheme_find(const char *name);

#endif
