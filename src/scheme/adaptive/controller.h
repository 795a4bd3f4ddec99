/* Step lengths from estimated errors: the predictive controller of Gustafsson (1994) for errors per unit step.
 *
 *   eps = |e| T / (tol h),    h_{n+1} = h_n (theta / eps_n)^{1/q} (h_n / h_{n-1}) (eps_{n-1} / eps_n)^{1/q},    q = 2k
 *
 * The factor passes the limiter 1 + atan(f - 1) of Soederlind and Wang (2006). */
#ifndef RIGEL_SCHEME_ADAPTIVE_CONTROLLER_H
#define RIGEL_SCHEME_ADAPTIVE_CONTROLLER_H

#include <stdbool.h>

typedef struct {
  double q;             /* order of the error per unit step */
  double eps_last;      /* of the last accepted element; 0: there is none to compare with */
  double h_last;        /* its length */
  bool   rejected;      /* the element at hand was tried before */
  double rejected_size; /* the size of its error then; INFINITY: none */
} Controller;

/* Share of the allowed error that is aimed at: with it the next element is as long as the last one. */
extern const double controller_aim;

Controller controller_create(int degree);
/* At a corner the past says nothing. */
void controller_reset(Controller *controller);
/* The length of the next element after an accepted one of length h; hard: Newton's method needed many iterations. */
double controller_accept(Controller *controller, double h, double eps, bool hard);
/* The length of the next trial after a rejected one of length h, with an error of this size; eps = NAN: no solution. */
double controller_reject(Controller *controller, double h, double eps, double size);

#endif
