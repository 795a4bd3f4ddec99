/* Fills samples from nodal values: interior nodes, multipliers in the middle of the element, work of the loads. */
#include "scheme/sample.h"

#include "base/vec.h"
#include "time/lagrange.h"

#include <math.h>

SolveRecord solve_record(const NewtonStatus *newton)
{
  return (SolveRecord){.iterations      = newton->iterations,
                       .corrections     = newton->corrections,
                       .residual        = newton->residual,
                       .floor           = newton->reason == NEWTON_FLOOR,
                       .condition       = NAN,
                       .condition_1     = NAN,
                       .condition_paper = NAN,
                       .condition_weak  = NAN};
}

Sample sample_start(const Mesh *mesh, const double *z0, const double *lambda0)
{
  return (Sample){.elements = mesh->n,
                  .start    = mesh->start,
                  .t        = mesh->start,
                  .z        = z0,
                  .lambda   = lambda0,
                  .record   = {.condition = NAN, .condition_1 = NAN, .condition_paper = NAN, .condition_weak = NAN}};
}

/* middle[nmult]: M_b(1/2), the multipliers at the middle of the element. */
PetscErrorCode element_sampler_create(const Observer *observer, const Mesh *mesh, Kernel *kernel, const double *twist,
                                      ElementSampler *s)
{
  const TimeElement *t   = kernel->element;
  const System      *sys = kernel->system;
  const size_t       nz  = (size_t)sys->nz;

  PetscFunctionBeginUser;
  *s = (ElementSampler){.observer = observer, .mesh = mesh, .kernel = kernel};
  PetscCall(PetscCalloc3((size_t)t->degree * nz, &s->dz, nz, &s->zero, sys->nl + 1, &s->lambda));
  PetscCall(PetscCalloc3(sys->ninputs + 1, &s->inputs, t->ntrial, &s->node_t, t->nmult, &s->middle));
  PetscCall(PetscCalloc1(sys->ntwists + 1, &s->twist));
  if (twist) vec_copy(sys->ntwists, twist, s->twist);
  lagrange(t->nmult, t->mult_node, 0.5, s->middle, NULL);
  PetscFunctionReturn(0);
}

PetscErrorCode element_sampler_destroy(ElementSampler *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree3(s->dz, s->zero, s->lambda));
  PetscCall(PetscFree3(s->inputs, s->node_t, s->middle));
  PetscCall(PetscFree(s->twist));
  PetscFunctionReturn(0);
}

/* Inputs of servo constraints are multipliers; they are most accurate in the middle of the element. */
static void inputs_from_multipliers(ElementSampler *s, Sample *sample)
{
  static const double middle = 0.5;
  const System       *sys    = s->kernel->system;

  for (int i = 0; i < sys->ninputs; i++) s->inputs[i] = s->lambda[sys->servo[i]];
  sample->npoints = 1;
  sample->point   = &middle;
  sample->u       = s->inputs;
}

/* Work of the loads, from the increments z_I - z_1; follows the angles of torsion springs to the end. */
static void element_work(ElementSampler *s, double t, double h, const SolvedElement *element, double work[2])
{
  const System      *sys   = s->kernel->system;
  const TimeElement *e     = s->kernel->element;
  const int          nz    = sys->nz;
  const ElementState state = {.t     = t,
                              .h     = h,
                              .z1    = element->z,
                              .carry = s->zero,
                              .dz    = s->dz,
                              .mult  = element->mult,
                              .u     = element->u,
                              .twist = s->twist};

  for (int i = 0; i < e->degree * nz; i++) s->dz[i] = element->z[nz + i] - element->z[i % nz];
  kernel_work(s->kernel, &state, work);
  kernel_twist(s->kernel, &state, s->twist);
}

/* Multipliers are interpolated to the middle of the element. */
bool element_show(ElementSampler *s, int n, const SolvedElement *element, const SolveRecord *record)
{
  const TimeElement *e   = s->kernel->element;
  const System      *sys = s->kernel->system;
  const int          k = e->degree, nz = sys->nz, nl = sys->nl;
  const double       t = mesh_time(s->mesh, n), h = mesh_step(s->mesh, n);
  const double      *z      = element->shown ? element->shown : element->z;
  Sample             sample = {.element   = n + 1,
                               .elements  = s->mesh->n,
                               .start     = t,
                               .t         = mesh_time(s->mesh, n + 1),
                               .h         = h,
                               .z         = z + k * nz,
                               .nodes     = k - 1,
                               .node_t    = s->node_t,
                               .node_z    = z + nz,
                               .lambda    = s->lambda,
                               .nmult     = e->nmult,
                               .mult_node = e->mult_node,
                               .mult      = element->mult,
                               .npoints   = e->ngauss,
                               .point     = e->point,
                               .u         = element->u,
                               .nodal     = element->shown ? element->z : NULL,
                               .kappa     = element->kappa,
                               .twist     = s->twist,
                               .solved    = element->solved,
                               .resumable = element->solved,
                               .record    = *record};

  element_work(s, t, h, element, sample.work);
  for (int i = 1; i < k; i++) s->node_t[i - 1] = t + h * e->node[i];
  vec_zero(nl, s->lambda);
  for (int b = 0; b < e->nmult; b++) vec_add(nl, s->middle[b], element->mult + b * nl, s->lambda);
  if (sys->servo) inputs_from_multipliers(s, &sample);
  return s->observer->sample(s->observer->context, &sample);
}
