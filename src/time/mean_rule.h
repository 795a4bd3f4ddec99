/* Means of a function along an element, weighted with the functions that are 1 at one Gauss point of the element.
 *
 *   mean_g = 1/w_g int_0^1 l_g f dxi,   l_g in P^{s-1},  l_g(xi_j) = delta_gj
 *
 * by Gauss rules that are finer than the element's own. The first rule has the element's points; there mean_g = f(xi_g). */
#ifndef RIGEL_TIME_MEAN_RULE_H
#define RIGEL_TIME_MEAN_RULE_H

#include "time/element.h"

enum { MEAN_RULES = 5 };

typedef struct {
  int     n;
  double *weight;   /* [n] */
  double *basis;    /* [n][s] l_g */
  double *integral; /* [n][s] int_0^xi l_g */
} MeanRule;

/* Rules with s, s + 4, 2 (s + 4), 4 (s + 4), 8 (s + 4) points; false: out of memory. */
bool mean_rules_create(const TimeElement *element, MeanRule rules[MEAN_RULES]);
void mean_rules_destroy(MeanRule rules[MEAN_RULES]);

#endif
