#include "time/element.h"

#include "time/gauss.h"
#include "time/lagrange.h"

#include <stdlib.h>
#include <string.h>

/* n nodes on [0, 1]; one node sits in the middle. */
static void nodes_place(int n, bool lobatto, double *x)
{
  if (n == 1) x[0] = 0.5;
  else if (lobatto) gauss_lobatto(n, x);
  else
    for (int i = 0; i < n; i++) x[i] = (double)i / (n - 1);
}

static bool tables_allocate(TimeElement *e)
{
  const size_t s = (size_t)e->ngauss, nt = (size_t)e->ntrial;

  e->node      = calloc(nt, sizeof(double));
  e->mult_node = calloc((size_t)e->nmult, sizeof(double));
  e->point     = calloc(s, sizeof(double));
  e->weight    = calloc(s, sizeof(double));
  e->trial     = calloc(s * nt, sizeof(double));
  e->slope     = calloc(s * nt, sizeof(double));
  e->test      = calloc(s * (size_t)e->ntest, sizeof(double));
  e->mult      = calloc(s * (size_t)e->nmult, sizeof(double));
  return e->node && e->mult_node && e->point && e->weight && e->trial && e->slope && e->test && e->mult;
}

bool time_element_create_mg(int degree, int ngauss, bool lobatto, TimeElement *e)
{
  memset(e, 0, sizeof *e);
  e->degree = degree;
  e->ngauss = ngauss;
  e->ntrial = degree + 1;
  e->ntest = e->nmult = degree;
  e->rate             = true;
  if (!tables_allocate(e)) {
    time_element_destroy(e);
    return false;
  }
  nodes_place(e->ntrial, lobatto, e->node);
  nodes_place(e->nmult, lobatto, e->mult_node);
  gauss_legendre(ngauss, e->point, e->weight);
  for (int g = 0; g < ngauss; g++) {
    lagrange(e->ntrial, e->node, e->point[g], e->trial + g * e->ntrial, e->slope + g * e->ntrial);
    lagrange(e->ntest, e->mult_node, e->point[g], e->test + g * e->ntest, NULL);
    lagrange(e->nmult, e->mult_node, e->point[g], e->mult + g * e->nmult, NULL);
  }
  return true;
}

void time_element_destroy(TimeElement *e)
{
  double *const tables[] = {e->node, e->mult_node, e->point, e->weight, e->trial, e->slope, e->test, e->mult};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) free(tables[i]);
  memset(e, 0, sizeof *e);
}
