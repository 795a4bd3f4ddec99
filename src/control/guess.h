/* First guess of an optimal control problem: a window over all elements, on every rank. */
#ifndef RIGEL_CONTROL_GUESS_H
#define RIGEL_CONTROL_GUESS_H

#include "control/kkt.h"
#include "scheme/global.h"

PetscErrorCode control_guess(Global *global, Window *window);
/* Trajectory, multipliers and controls of the guess as unknowns; how many values beyond a bound were put on it. */
int control_guess_put(const Window *window, Kkt *kkt);

#endif
