/* One element of time stepping: first guess, solve, sample, advance of the state. The start m->t and the length m->h are set. */
#ifndef RIGEL_SCHEME_STEP_STEPPING_ELEMENT_H
#define RIGEL_SCHEME_STEP_STEPPING_ELEMENT_H

#include "scheme/step/stepping.h"

/* First guess for the next element. h_old: length of the last one; 0: there is none. */
void stepping_predict(Stepping *stepping, double h_old);
/* Solves one element: with the predictor in use, then with the other one, then with a line search. */
PetscErrorCode stepping_solve(Stepping *stepping, double h_old, NewtonStatus *status);
/* stepping->end = z + the last increment of the element. */
void stepping_end(Stepping *stepping);
/* Condition numbers of the last matrix, if the problem asks for them. */
PetscErrorCode stepping_condition(Stepping *stepping, SolveRecord *record);
/* Fills the sample of element n, which ends at t_end, before the state advances: interior nodes, work of the loads, multipliers. */
void stepping_record(Stepping *stepping, int n, double t_end, Sample *sample);
/* z + carry += the last increment, in twice the precision. */
void stepping_advance(Stepping *stepping);

#endif
