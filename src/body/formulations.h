/* The entries of the table of formulations, one per file. */
#ifndef RIGEL_BODY_FORMULATIONS_H
#define RIGEL_BODY_FORMULATIONS_H

#include "body/formulation.h"

extern const FormulationOps quaternion_ops, free_quaternion_ops, director_ops, particle_ops, clamped_ops,
  hamiltonian_ops;

#endif
