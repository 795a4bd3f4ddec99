/* Reaction of a joint: force and torque on its second side, from the multipliers gamma, in the units of the problem. */
#ifndef RIGEL_DIAG_REACTION_H
#define RIGEL_DIAG_REACTION_H

#include "system/system.h"

/* At the joint's point of the second side, in spatial axes; z and lambda belong to one time. With GGL stabilisation mu
 * vanishes in the exact solution and is not used. */
void reaction_find(const System *system, const ConstraintGroup *joint, double t, const double *z, const double *lambda,
                   double force[3], double torque[3]);

#endif
