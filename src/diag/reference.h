/* Errors of a state compared with the known exact solution. */
#ifndef RIGEL_DIAG_REFERENCE_H
#define RIGEL_DIAG_REFERENCE_H

#include "system/system.h"

/* A closed-form solution. */
typedef struct {
  const char *name, *summary;
  /* Kinematics of the reference body at time t; false: the form does not solve this problem, the text states the reason. */
  bool (*kinematics)(const Problem *problem, const System *system, int body, double t, Kinematics *state, char *text,
                     size_t size);
} ClosedForm;

extern const ClosedForm *const closed_form_list[];
const ClosedForm              *closed_form_find(const char *name);

typedef struct {
  double time;
  double e_loc;    /* |q_ref - q| / |q_ref| in the body's own coordinates, May and Betsch (2025, eq. 66) */
  double rotation; /* |R_ref R^T - I|_F, Betsch and Siebert (2009, sect. 5.1); NAN: orientation not known */
  double position; /* |x_ref - x| / |x_ref| of the centre of mass; NAN: not known */
} ReferenceError;

/* The time at which the problem's reference holds. */
double reference_time(const Problem *problem);
/* Whether it contains a state, besides the cost of an optimum. */
bool reference_has_state(const Problem *problem);
/* Errors of state z at time t; false with a text when the reference does not apply. */
bool reference_measure(const Problem *problem, const System *system, double t, const double *z, ReferenceError *error,
                       char *text, size_t size);

/* The same against a state of the whole system known as poses[nbodies][8]: position, unit quaternion, scale of each body.
 * e_loc over the coordinates of all bodies, the largest rotation error of all bodies, position over all centres of mass. */
void reference_compare(const System *system, const double *poses, const double *z, ReferenceError *error);

#endif
