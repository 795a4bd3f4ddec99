/* Gradient of the Lagrangian, element by element, and the cost with the share of each term. */
#include "base/vec.h"
#include "optimal/kkt.h"

/* --- one element */

double kkt_tau_of(const Kkt *k, int e)
{
  return k->ntau ? k->x[kkt_tau(k, e)] : 1.0;
}

/* Copies the unknowns of element e from x; inputs u_i = sum_c U_c(xi_g) x_c at the Gauss points. */
void kkt_fetch(Kkt *k, int e, ElementState *state)
{
  for (int i = 0; i <= k->k; i++) vec_copy(k->nz, k->x + kkt_z(k, e * k->k + i), k->z + i * k->nz);
  for (int b = 0; b < k->k; b++) {
    vec_copy(k->nl, k->x + kkt_lambda(k, e, b), k->lambda + b * k->nl);
    vec_copy(k->nz, k->x + kkt_y(k, e, b), k->y + b * k->nz);
    vec_copy(k->nl, k->x + kkt_m(k, e, b), k->m + b * k->nl);
  }
  for (int i = 0; i < k->k * k->nz; i++) k->dz[i] = k->z[k->nz + i] - k->z[i % k->nz];
  for (int g = 0; g < k->s; g++)
    for (int i = 0; i < k->nu; i++) {
      double *U = k->U + (g * k->nu + i) * CELL_MOST, *u = &k->u[g * k->nu + i];
      kkt_cell(k, i, e, k->element.point[g], U);
      *u = 0.0;
      for (int c = 0; c < k->input[i].n; c++) *u += U[c] * k->x[kkt_u(k, i, e, c)];
    }
  *state = (ElementState){.t     = mesh_time(&k->mesh, e),
                          .h     = kkt_tau_of(k, e) * mesh_step(&k->mesh, e),
                          .z1    = k->z,
                          .carry = k->zero,
                          .dz    = k->dz,
                          .mult  = k->lambda,
                          .u     = k->u,
                          .twist = k->twist + e * k->system->ntwists};
}

/* Follows the angles of torsion springs through all elements, from the start. */
void kkt_twist(Kkt *k)
{
  ElementState state;

  for (int e = 0; k->system->ntwists && e < k->ne; e++) {
    kkt_fetch(k, e, &state);
    kernel_twist(&k->kernel, &state, k->twist + (e + 1) * k->system->ntwists);
  }
}

/* z_g = z_1 + sum_i N_i(xi_g) dz_i, v_g = sum_i N_i'(xi_g) dz_i, y_g, m_g, lambda_g by their functions; then l at Gauss point g. */
void kkt_point(Kkt *k, const ElementState *state, int g, bool second)
{
  const TimeElement *t = &k->element;
  Point             *p = &k->point;

  p->t = state->t + state->h * t->point[g];
  p->h = state->h;
  vec_copy(k->nz, k->z, p->z);
  vec_zero(k->nz, p->v);
  vec_zero(k->nz, p->y);
  vec_zero(k->nl, p->lambda);
  vec_zero(k->nl, p->m);
  for (int i = 1; i <= k->k; i++) {
    vec_add(k->nz, t->trial[g * t->ntrial + i], k->dz + (i - 1) * k->nz, p->z);
    vec_add(k->nz, t->slope[g * t->ntrial + i], k->dz + (i - 1) * k->nz, p->v);
  }
  for (int b = 0; b < k->k; b++) {
    vec_add(k->nz, t->test[g * t->ntest + b], k->y + b * k->nz, p->y);
    vec_add(k->nl, t->mult[g * t->nmult + b], k->lambda + b * k->nl, p->lambda);
    vec_add(k->nl, t->mult[g * t->nmult + b], k->m + b * k->nl, p->m);
  }
  vec_copy(k->nu, k->u + g * k->nu, p->u);
  if (g == 0) system_work_twist(k->system, state->twist, &p->work);
  point_evaluate(p, second);
}

/* out += d/dx sum_g w_g l(z_g, v_g, lambda_g, u_g, h): with respect to the nodes N_i l_z + N_i' l_v, and so on; with respect to the
 * adjoints the rows R of the kernel. */
static void element_gradient(Kkt *k, int e, double *out)
{
  const TimeElement *t = &k->element;
  const Point       *p = &k->point;
  ElementState       state;

  kkt_fetch(k, e, &state);
  for (int g = 0; g < k->s; g++) {
    const double w = t->weight[g];
    kkt_point(k, &state, g, false);
    for (int i = 0; i <= k->k; i++) {
      vec_add(k->nz, w * t->trial[g * t->ntrial + i], p->l_z, out + kkt_z(k, e * k->k + i));
      vec_add(k->nz, w * t->slope[g * t->ntrial + i], p->l_v, out + kkt_z(k, e * k->k + i));
    }
    for (int b = 0; b < k->k; b++) vec_add(k->nl, w * t->mult[g * t->nmult + b], p->l_l, out + kkt_lambda(k, e, b));
    for (int i = 0; i < k->nu; i++)
      for (int c = 0; c < k->input[i].n; c++)
        out[kkt_u(k, i, e, c)] += w * k->U[(g * k->nu + i) * CELL_MOST + c] * p->l_u[i];
    if (k->ntau) out[kkt_tau(k, e)] += w * mesh_step(&k->mesh, e) * p->l_h;
  }
  kernel_residual(&k->kernel, &state, k->r_z, k->r_l);
  for (int a = 0; a < k->k; a++) {
    vec_add(k->nz, 1.0, k->r_z + a * k->nz, out + kkt_y(k, e, a));
    vec_add(k->nl, 1.0, k->r_l + a * k->nl, out + kkt_m(k, e, a));
  }
}

/* --- cells: effort weight/2 tau h sum_c weight_c (u_c - c_c)^2; the rows tau_e - tau_{e-1} = 0 */

double kkt_cell_length(const Kkt *k, int i, int e)
{
  const int end = PetscMin(e + k->input[i].every, k->ne);

  return mesh_time(&k->mesh, end) - mesh_time(&k->mesh, e);
}

bool kkt_cell_begins(const Kkt *k, int i, int e)
{
  return e % k->input[i].every == 0;
}

/* Gradient of the effort, of the rows of tau with their adjoints, and of the cost of time. */
static void cells_gradient(const Kkt *k, int e, double *out)
{
  for (int i = 0; i < k->nu; i++)
    for (int c = 0; kkt_cell_begins(k, i, e) && c < k->input[i].n; c++) {
      const int    at = kkt_u(k, i, e, c);
      const double f  = k->objective->effort[i] * kkt_cell_length(k, i, e) * k->input[i].weight[c];
      const double u  = k->x[at] - k->centre[at];
      out[at] += kkt_tau_of(k, e) * f * u;
      if (k->ntau) out[kkt_tau(k, e)] += 0.5 * f * u * u;
    }
  if (!k->ntau) return;
  const int tau = kkt_tau(k, e), before = kkt_tau(k, e - 1), adjoint = tau + 1;
  out[tau] += k->x[adjoint];
  out[before] -= k->x[adjoint];
  out[adjoint] += k->x[tau] - k->x[before];
  if (e == 0) out[before] += k->objective->time * (k->mesh.end - k->mesh.start);
}

/* --- ends */

void kkt_start_theta(Kkt *k, const double *lambda)
{
  Point      *p     = &k->point;
  SystemPoint point = {
    .t = k->mesh.start, .rate = p->rate, .theta = p->theta, .theta_v = p->theta_v, .A = p->A, .T = p->T, .C = p->C};

  system_evaluate(k->system, k->x, k->zero, lambda, &p->work, &point);
}

int kkt_start(const Kkt *k, int r)
{
  return k->nz + k->ntau + r;
}

/* nu . (z_0 - z_0*) of a given start, or nu . Theta(z_0) of boundary values. */
static void start_gradient(Kkt *k, double *out)
{
  const Pattern *T  = &k->system->T;
  const double  *nu = k->x + kkt_start(k, 0);

  if (k->z0) {
    for (int j = 0; j < k->nz; j++) {
      out[j] += nu[j];
      out[kkt_start(k, j)] += k->x[j] - k->z0[j];
    }
    return;
  }
  kkt_start_theta(k, k->zero);
  for (int r = 0; r < k->nl; r++) {
    for (int e = T->row[r]; e < T->row[r + 1]; e++) out[T->col[e]] += nu[r] * k->point.T[e];
    out[kkt_start(k, r)] += k->point.theta[r];
  }
}

/* nu . c(z) of the conditions at one end; z: index of the state there, first: of the adjoints nu. */
static void conditions_gradient(const Kkt *k, int at, int z, int first, double *out)
{
  const Boundary *b = k->boundary;

  for (int i = 0; b && i < b->nconditions; i++) {
    FrameForm form;
    if (b->conditions[i].at != at) continue;
    out[first] += form_condition(k->system, &b->conditions[i], k->x + z, &form);
    for (int c = 0; c < STACK; c++) form.g[c] *= k->x[first];
    form_pull(k->system, &form, k->x + z, out + z, NULL);
    first++;
  }
}

/* grad L of the elements of this rank; the first rank adds the conditions and terms at the start, the last rank those at the
 * end. */
void kkt_add_gradient(Kkt *k, double *out)
{
  const int end = kkt_z(k, k->ne * k->k);

  kkt_twist(k);
  for (int e = k->e0; e < k->e1; e++) {
    element_gradient(k, e, out);
    cells_gradient(k, e, out);
  }
  if (k->rank == 0) {
    start_gradient(k, out);
    conditions_gradient(k, AT_START, 0, kkt_start(k, k->z0 ? k->nz : k->nl), out);
    objective_end(k->objective, AT_START, k->x, out, NULL, NULL);
  }
  if (k->rank < k->size - 1) return;
  conditions_gradient(k, AT_END, end, k->offset[k->ne], out);
  objective_end(k->objective, AT_END, k->x + end, out + end, NULL, NULL);
}

/* --- cost */

/* cost = sum_e tau h_e sum_g w_g c(t_g, z_g) + efforts + terms at the ends + weight tau T.
 * Every rank has all of x and needs no messages. */
PetscErrorCode kkt_cost(Kkt *k)
{
  const Objective *o   = k->objective;
  const double     tau = k->ntau ? k->x[kkt_tau(k, -1)] : 1.0;

  PetscFunctionBeginUser;
  kkt_twist(k);
  vec_zero(k->problem->nterms, k->shares);
  for (int e = 0; e < k->ne; e++) {
    const double h = tau * mesh_step(&k->mesh, e), start = mesh_time(&k->mesh, e);
    system_work_twist(k->system, k->twist + e * k->system->ntwists, &k->point.work);
    for (int g = 0; (o->ntracks || o->nusers || o->energy != 0.0) && g < k->s; g++) {
      vec_zero(k->nz, k->point.z);
      for (int i = 0; i <= k->k; i++)
        vec_add(k->nz, k->element.trial[g * (k->k + 1) + i], k->x + kkt_z(k, e * k->k + i), k->point.z);
      objective_point(o, start + h * k->element.point[g], k->point.z, &k->point.work, k->discard, NULL,
                      h * k->element.weight[g], k->shares);
    }
    for (int i = 0; i < k->nu; i++)
      for (int c = 0; kkt_cell_begins(k, i, e) && c < k->input[i].n; c++) {
        const double u     = k->x[kkt_u(k, i, e, c)] - k->centre[kkt_u(k, i, e, c)];
        const double share = 0.5 * tau * kkt_cell_length(k, i, e) * k->input[i].weight[c] * u * u;
        for (int t = 0; t < k->problem->nterms; t++) k->shares[t] += o->effort_weight[t * k->nu + i] * share;
      }
  }
  objective_end(o, AT_START, k->x, k->discard, NULL, k->shares);
  objective_end(o, AT_END, k->x + kkt_z(k, k->ne * k->k), k->discard, NULL, k->shares);
  objective_add_shares(o, TERM_TIME, tau * (k->mesh.end - k->mesh.start), k->shares);
  k->cost = tau > 0.0 ? 0.0 : INFINITY;
  for (int t = 0; t < k->problem->nterms; t++) k->cost += k->shares[t];
  PetscFunctionReturn(0);
}
