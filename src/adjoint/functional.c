/* Values of functionals by the quadrature of the time elements, and their derivatives in the nodes. */
#include "adjoint/functional.h"

#include "base/vec.h"

/* h sum_g w_g running(t + h xi_g, z_g) over element e, z_g = sum_i N_i(xi_g) z_i; g[i] += h w_g N_i(xi_g) running_z unless NULL. */
static double element_value(const Functional *f, const Trajectory *tr, const TimeElement *element, int e, double t,
                            double h, double *g, double *z, double *gradient)
{
  const int nz = tr->nz, nodes = tr->k + 1;
  double    sum = 0.0;

  for (int p = 0; p < element->ngauss; p++) {
    const double weight = h * element->weight[p], *N = element->trial + p * nodes;
    vec_zero(nz, z);
    for (int i = 0; i < nodes; i++) vec_add(nz, N[i], trajectory_node(tr, e, i), z);
    sum += weight * f->running(f->context, t + h * element->point[p], z, g ? gradient : NULL, NULL);
    for (int i = 0; g && i < nodes; i++) vec_add(nz, weight * N[i], gradient, g + (e * tr->k + i) * nz);
  }
  return sum;
}

/* F = end(z_N) + sum_e sum_g h_e w_g running(t_g, z_g) (docs/explanation/gradients.md, The discrete adjoint). */
PetscErrorCode functional_value(const Functional *f, const Trajectory *tr, const TimeElement *element, const Mesh *mesh,
                                double *g, double *value)
{
  const int nz = tr->nz, last = tr->elements * tr->k;
  double   *z, *gradient;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(nz, &z, nz, &gradient));
  *value = f->end ? f->end(f->context, tr->z + last * nz, g ? gradient : NULL, NULL) : 0.0;
  if (g && f->end) vec_add(nz, 1.0, gradient, g + last * nz);
  for (int e = 0; f->running && e < tr->elements; e++) {
    const double *t = tr->t + e * tr->k, start = mesh ? mesh_time(mesh, e) : t[0];
    const double  h = mesh ? mesh_step(mesh, e) : t[tr->k] - t[0];
    *value += element_value(f, tr, element, e, start, h, g, z, gradient);
  }
  PetscCall(PetscFree2(z, gradient));
  PetscFunctionReturn(0);
}
