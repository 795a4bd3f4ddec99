/* The potential of a load for collocated invariants: in scalars of its own, or in the frames themselves. */
#include "base/vec.h"
#include "system/load/load.h"

static void frame_shape(const void *owner, EnergyShape *shape)
{
  *shape = (EnergyShape){.terms = 1, .size = STACK, .nx = STACK, .degree = ((const Load *)owner)->degree};
}

static void frame_gradient(const void *owner, int term, const double *f, double *Y)
{
  (void)owner, (void)term, (void)f;
  vec_zero(STACK * STACK, Y);
  for (int i = 0; i < STACK; i++) Y[i * STACK + i] = 1.0;
}

static double frame_value(const void *owner, int term, const double *y, double *near, double *E_y, double *E_yy)
{
  const Load     *load             = owner;
  double          R[STACK * STACK] = {0.0};
  const LoadPoint at               = {.factor = 1.0, .f = y, .twist = *near};
  LoadWeight      weight           = {E_y, E_yy, R};

  (void)term;
  vec_zero(STACK, E_y);
  if (E_yy) vec_zero(STACK * STACK, E_yy);
  return load->ops->potential(load, &at, &weight);
}

static const EnergyOps frame_energy = {true, frame_shape, frame_gradient, frame_value};

/* Scalars of directors that change their length are no polynomials. */
const EnergyOps *load_energy(const Load *load)
{
  const bool grows = load->grows[0] || load->grows[1];

  if (load->degree != NOT_POLYNOMIAL && load->degree <= 2) return NULL;
  if (!load->ops->energy || (grows && load->ops == &bushing_ops)) return &frame_energy;
  return load->ops->energy;
}
