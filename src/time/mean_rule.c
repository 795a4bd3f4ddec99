/* Tabulates Gauss rules for means along an element. */
#include "time/mean_rule.h"

#include "time/gauss.h"
#include "time/lagrange.h"

#include <stdlib.h>
#include <string.h>

/* One rule of n points; false: out of memory. */
static bool rule_create(const TimeElement *e, int n, MeanRule *rule)
{
  const size_t count = (size_t)n, s = (size_t)e->ngauss;
  double      *point = calloc(count, sizeof(double));

  *rule         = (MeanRule){.n        = n,
                             .weight   = calloc(count, sizeof(double)),
                             .basis    = calloc(count * s, sizeof(double)),
                             .integral = calloc(count * s, sizeof(double))};
  const bool ok = point && rule->weight && rule->basis && rule->integral;
  if (ok) gauss_legendre(n, point, rule->weight);
  for (int q = 0; ok && q < n; q++) {
    lagrange(e->ngauss, e->point, point[q], rule->basis + q * e->ngauss, NULL);
    time_element_integral(e, point[q], rule->integral + q * e->ngauss);
  }
  free(point);
  return ok;
}

bool mean_rules_create(const TimeElement *element, MeanRule rules[MEAN_RULES])
{
  const int s = element->ngauss, n[MEAN_RULES] = {s, s + 4, 2 * (s + 4), 4 * (s + 4), 8 * (s + 4)};
  bool      ok = true;

  for (int r = 0; r < MEAN_RULES; r++) ok = rule_create(element, n[r], &rules[r]) && ok;
  return ok;
}

void mean_rules_destroy(MeanRule rules[MEAN_RULES])
{
  for (int r = 0; r < MEAN_RULES; r++) {
    free(rules[r].weight);
    free(rules[r].basis);
    free(rules[r].integral);
  }
  memset(rules, 0, MEAN_RULES * sizeof *rules);
}
