/* Bodies from their description, and the table of formulations. */
#ifndef RIGEL_BODY_BODY_H
#define RIGEL_BODY_BODY_H

#include "body/formulation.h"

/* All formulations, NULL-terminated. */
extern const FormulationOps *const formulation_list[];
const FormulationOps              *formulation_find(const char *name);

/* Creates a body from its description; false after a fault was added. */
bool body_create(const ProblemBody *given, PsiKind psi, FaultList *faults, Body *body);
/* The kinematics that the description states at the start; the quaternion is normalised. */
void body_initial_kinematics(const ProblemBody *given, Kinematics *start);

#endif
