/* Sums of adjoint rows times the unit force of a load at the Gauss points of an element. */
#include "adjoint/load_gradient.h"

#include "base/vec.h"
#include "system/symplectic.h"

/* One element at a time: a window of length 1 supplies shape functions, Gauss points and mesh. */
PetscErrorCode load_gradient_create(const Problem *problem, const System *system, const Trajectory *tr,
                                    const double *moved, int load, double *times, double *gradient, LoadGradient *f)
{
  const size_t nz = (size_t)tr->nz, k1 = (size_t)tr->k + 1;

  PetscFunctionBeginUser;
  *f = (LoadGradient){.system = system, .load = &system->loads[load], .times = times, .gradient = gradient};
  PetscCall(PetscCalloc6(k1 * nz, &f->nodes, k1 * nz, &f->rows, nz, &f->z, nz, &f->y, nz, &f->G, nz, &f->rate));
  PetscCheck(system_work_create(system, &f->work), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(linearization_create(problem, system, tr, SCALING_NATURAL, &f->at));
  f->at.moved = moved;
  PetscCall(linearization_window(&f->at, 0, 1));
  vec_zero(tr->elements * f->at.window.element.ngauss, gradient);
  PetscFunctionReturn(0);
}

PetscErrorCode load_gradient_destroy(LoadGradient *f)
{
  PetscFunctionBeginUser;
  PetscCall(linearization_destroy(&f->at));
  system_work_destroy(&f->work);
  PetscCall(PetscFree6(f->nodes, f->rows, f->z, f->y, f->G, f->rate));
  PetscFunctionReturn(0);
}

int load_gradient_rows(const LoadGradient *f)
{
  return f->at.window.element.ntest;
}

/* rate = d(z')/du = J G at time t and at the state of Gauss point g, or at its collocated values in element e. */
static PetscErrorCode unit_rate(LoadGradient *f, int e, int g, double t)
{
  Window            *w       = &f->at.window;
  const TimeElement *element = &w->element;
  const int          nz      = f->system->nz;
  const double       one     = 1.0;
  ElementState       state;

  PetscFunctionBeginUser;
  vec_zero(nz, f->z);
  for (int i = 0; i < element->ntrial; i++)
    vec_add(nz, element->trial[g * element->ntrial + i], f->nodes + i * nz, f->z);
  vec_zero(nz, f->G);
  if (element->integral) {
    PetscCall(linearization_window(&f->at, e, 1));
    const StagePoint *stage = kernel_stage(&w->kernel, window_element(w, 0, &state), g);
    load_push(f->system, f->load, t, f->z, stage, f->G);
  } else loads_slope(f->system, f->load, 1, t, &one, f->z, f->z, &f->work, f->G, NULL);
  symplectic_apply(f->system, f->G, f->rate);
  PetscFunctionReturn(0);
}

/* gradient_g = -h w_g (sum_a N~_a(xi_g) y_a) . G(z_g), with the unit force G of the load: the derivative of y . R, since R
 * contains -h w_g N~_a rate. */
PetscErrorCode load_gradient_add(LoadGradient *f, int e)
{
  const TimeElement *t  = &f->at.window.element;
  const Mesh        *m  = &f->at.window.mesh;
  const int          nz = f->system->nz;
  const double       h  = mesh_step(m, e);

  PetscFunctionBeginUser;
  for (int g = 0; g < t->ngauss; g++) {
    const int point = e * t->ngauss + g;
    f->times[point] = mesh_time(m, e) + h * t->point[g];
    PetscCall(unit_rate(f, e, g, f->times[point]));
    vec_zero(nz, f->y);
    for (int a = 0; a < t->ntest; a++) vec_add(nz, t->test[g * t->ntest + a], f->rows + a * nz, f->y);
    f->gradient[point] -= h * t->weight[g] * vec_dot(nz, f->y, f->rate);
  }
  PetscFunctionReturn(0);
}
