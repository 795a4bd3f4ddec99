/* Tabulation of the shape functions of a time element at its Gauss points. */
#include "time/element.h"

#include "base/vec.h"
#include "time/gauss.h"
#include "time/lagrange.h"

#include <stdlib.h>
#include <string.h>

/* n nodes on [0, 1], equidistant or Lobatto, both with the end points; a single node is the midpoint. */
static void nodes_fill(int n, bool lobatto, double *x)
{
  if (n == 1) x[0] = 0.5;
  else if (lobatto) gauss_lobatto(n, x);
  else
    for (int i = 0; i < n; i++) x[i] = (double)i / (n - 1);
}

/* Allocates every table; false: out of memory, the caller destroys the rest. */
static bool tables_allocate(TimeElement *e)
{
  const size_t s = (size_t)e->ngauss, nt = (size_t)e->ntrial;

  e->node      = calloc(nt, sizeof(double));
  e->test_node = calloc((size_t)e->ntest, sizeof(double));
  e->mult_node = calloc((size_t)e->nmult, sizeof(double));
  e->point     = calloc(s, sizeof(double));
  e->weight    = calloc(s, sizeof(double));
  e->trial     = calloc(s * nt, sizeof(double));
  e->slope     = calloc(s * nt, sizeof(double));
  e->test      = calloc(s * (size_t)e->ntest, sizeof(double));
  e->mult      = calloc(s * (size_t)e->nmult, sizeof(double));
  return e->node && e->test_node && e->mult_node && e->point && e->weight && e->trial && e->slope && e->test && e->mult;
}

/* Values of n Lagrange functions at all Gauss points. */
static void table_fill(const TimeElement *e, int n, const double *node, double *value)
{
  for (int g = 0; g < e->ngauss; g++) lagrange(n, node, e->point[g], value + g * n, NULL);
}

/* Trial functions P^k on k + 1 nodes with slopes, test and multiplier functions, May and Betsch (2025, eqs. 20 to 22). */
bool time_element_create(const TimeElementSpec *spec, TimeElement *e)
{
  const int k = spec->degree;

  memset(e, 0, sizeof *e);
  e->degree = k;
  e->ngauss = spec->ngauss;
  e->ntrial = k + 1;
  e->ntest  = spec->continuous ? k + 1 : k;
  e->nmult  = spec->continuous_mult ? k + 1 : k;
  e->rate   = spec->rate;
  if (!tables_allocate(e)) {
    time_element_destroy(e);
    return false;
  }
  nodes_fill(e->ntrial, spec->lobatto, e->node);
  nodes_fill(e->ntest, spec->lobatto, e->test_node);
  nodes_fill(e->nmult, spec->lobatto, e->mult_node);
  gauss_legendre(e->ngauss, e->point, e->weight);
  for (int g = 0; g < e->ngauss; g++)
    lagrange(e->ntrial, e->node, e->point[g], e->trial + g * e->ntrial, e->slope + g * e->ntrial);
  table_fill(e, e->ntest, e->test_node, e->test);
  table_fill(e, e->nmult, e->mult_node, e->mult);
  return true;
}

bool time_element_create_mg(int degree, int ngauss, bool lobatto, TimeElement *element)
{
  const TimeElementSpec spec = {.degree = degree, .ngauss = ngauss, .lobatto = lobatto, .rate = true};
  return time_element_create(&spec, element);
}

bool time_element_create_bg(int degree, int ngauss, bool lobatto, bool continuous_mult, TimeElement *element)
{
  const TimeElementSpec spec = {
    .degree = degree, .ngauss = ngauss, .lobatto = lobatto, .continuous = true, .continuous_mult = continuous_mult};
  return time_element_create(&spec, element);
}

/* L_k(xi) on [0, 1], and psi = (L_{k+1} - L_{k-1}) / (2 (2k + 1)), its integral. */
static void enrichment(int k, double xi, double *legendre, double *psi)
{
  const double x = 2.0 * xi - 1.0;
  double       p[NODES_MOST + 2]; /* L_0 .. L_{k+1}, by the three-term recurrence */

  p[0] = 1.0;
  p[1] = x;
  for (int j = 1; j <= k; j++) p[j + 1] = ((2 * j + 1) * x * p[j] - j * p[j - 1]) / (j + 1);
  *legendre = p[k];
  *psi      = (p[k + 1] - p[k - 1]) / (2.0 * (2 * k + 1));
}

/* Nodes of the last functions, which have none, repeat the last node. */
bool time_element_enrich(const TimeElement *base, int ngauss, TimeElement *e)
{
  const int k = base->degree, nt = k + 2, nm = k + 1;

  if (!time_element_create_mg(k + 1, ngauss, false, e)) return false;
  for (int i = 0; i < nt; i++) e->node[i] = base->node[i < k ? i : k];
  for (int b = 0; b < nm; b++) {
    e->test_node[b] = base->test_node[b < k ? b : k - 1];
    e->mult_node[b] = base->mult_node[b < k ? b : k - 1];
  }
  for (int g = 0; g < ngauss; g++) {
    double last, psi;
    enrichment(k, e->point[g], &last, &psi);
    lagrange(k + 1, base->node, e->point[g], e->trial + g * nt, e->slope + g * nt);
    lagrange(k, base->test_node, e->point[g], e->test + g * nm, NULL);
    lagrange(k, base->mult_node, e->point[g], e->mult + g * nm, NULL);
    e->trial[g * nt + k + 1] = psi;
    e->slope[g * nt + k + 1] = e->test[g * nm + k] = e->mult[g * nm + k] = last;
  }
  return true;
}

/* The functions are polynomials of degree s - 1, which s Gauss points on [0, xi] integrate. */
void time_element_integral(const TimeElement *e, double xi, double *integral)
{
  double value[NODES_MOST];

  for (int j = 0; j < e->ngauss; j++) integral[j] = 0.0;
  for (int i = 0; i < e->ngauss; i++) {
    lagrange(e->ngauss, e->point, xi * e->point[i], value, NULL);
    for (int j = 0; j < e->ngauss; j++) integral[j] += xi * e->weight[i] * value[j];
  }
}

bool time_element_collocate(TimeElement *e)
{
  const int s = e->ngauss;

  e->integral = calloc((size_t)(s * s), sizeof(double));
  if (!e->integral || s > NODES_MOST) return false;
  for (int g = 0; g < s; g++) time_element_integral(e, e->point[g], e->integral + g * s);
  return true;
}

void time_element_integrate(const TimeElement *e, int n, int stride, const double *start, const double *rate,
                            double *value)
{
  for (int g = 0; g < e->ngauss; g++) {
    double *to = value + g * stride;
    vec_copy(n, start, to);
    for (int j = 0; j < e->ngauss; j++) vec_add(n, e->integral[g * e->ngauss + j], rate + j * stride, to);
  }
}

void time_element_destroy(TimeElement *e)
{
  double *const tables[] = {e->node,  e->test_node, e->mult_node, e->point, e->weight,
                            e->trial, e->slope,     e->test,      e->mult,  e->integral};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) free(tables[i]);
  memset(e, 0, sizeof *e);
}
