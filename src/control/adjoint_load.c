/* Gradients in the factor of a load, at every Gauss point. */
#include "base/vec.h"
#include "control/adjoint.h"
#include "control/place.h"

/* y of the z rows at Gauss point g of element e: sum_a N~_a y_a, in plain units. */
static void rows_interpolate(const Adjoint *a, const TimeElement *t, int e, int g, double *y)
{
  const Trajectory *tr    = a->trajectory;
  const int         block = tr->nz + tr->nl, shift = t->ntest > tr->k ? 0 : 1; /* BG tests at its first node too */

  vec_zero(tr->nz, y);
  for (int i = 0; i < t->ntest; i++) {
    const int node = e * tr->k + i + shift;
    if (i + shift == 0 && e % a->window == 0) continue; /* the given start of a window has no rows */
    vec_add(tr->nz, t->test[g * t->ntest + i], a->y + a->head + (node - 1) * block, y);
  }
  for (int j = 0; j < tr->nz; j++) y[j] /= a->row_unit[j];
}

/* What a unit of input `input` adds to the rate at Gauss point g: effect = rate(1) - rate(0). */
static void input_effect(Kernel *k, const Trajectory *tr, int e, int g, double t, double *u, int input, double *effect)
{
  SystemPoint   point = {.t = t, .u = u, .rate = k->rate, .theta = k->theta, .theta_v = k->theta_v};
  const double *N     = k->element->trial + g * k->element->ntrial;

  vec_zero(tr->nz, k->z);
  for (int i = 0; i < k->element->ntrial; i++) vec_add(tr->nz, N[i], trajectory_node(tr, e, i), k->z);
  vec_zero(tr->nz, effect);
  for (int on = 0; on < 2; on++) {
    u[input] = on;
    system_evaluate(k->system, k->z, k->v, k->lambda, &k->work, &point);
    vec_add(tr->nz, on ? 1.0 : -1.0, k->rate, effect);
  }
}

/* The load becomes one more input of a copy of the system; -h sum_a w_g N~_a y_a . d rate / du is what stands in y . R. */
PetscErrorCode adjoint_load(const Adjoint *a, const Problem *problem, const System *system, int load, double *times,
                            double *gradient)
{
  const Trajectory *tr    = a->trajectory;
  const int         input = system->ninputs;
  System            one   = *system;
  Place             place;
  double           *u, *y, *effect;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(system->nloads, &one.loads));
  PetscCall(PetscArraycpy(one.loads, system->loads, system->nloads));
  PetscCall(PetscCalloc3(input + 1, &u, tr->nz, &y, tr->nz, &effect));
  one.loads[load].input = input;
  one.ninputs           = input + 1;
  PetscCall(place_create(problem, &one, tr, true, &place));
  place.moved = a->moved;
  PetscCall(place_window(&place, 0, 1));
  const TimeElement *t = &place.window.element;
  for (int e = 0; e < tr->elements; e++)
    for (int g = 0; g < t->ngauss; g++) {
      const double h = mesh_step(&place.window.mesh, e), at = mesh_time(&place.window.mesh, e) + h * t->point[g];
      input_effect(&place.window.kernel, tr, e, g, at, u, input, effect);
      rows_interpolate(a, t, e, g, y);
      times[e * t->ngauss + g]    = at;
      gradient[e * t->ngauss + g] = -h * t->weight[g] * vec_dot(tr->nz, y, effect);
    }
  PetscCall(place_destroy(&place));
  PetscCall(PetscFree3(u, y, effect));
  PetscCall(PetscFree(one.loads));
  PetscFunctionReturn(0);
}
