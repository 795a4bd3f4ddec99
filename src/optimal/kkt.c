/* Layout, units and creation of the first-order conditions. */
#include "optimal/kkt.h"

#include "base/vec.h"
#include "scheme/scheme.h"
#include "time/gauss.h"
#include "time/lagrange.h"

/* --- indices */

/* Unknowns of one node: z, lambda, y, m. */
static int node_size(const Kkt *k)
{
  return 2 * (k->nz + k->nl);
}

/* Number of control values of the cells that begin with element e, of inputs before i. */
static int cells_before(const Kkt *k, int e, int i)
{
  int n = 0;

  for (int j = 0; j < i; j++) n += e % k->input[j].every == 0 ? k->input[j].n : 0;
  return n;
}

int kkt_z(const Kkt *k, int node)
{
  if (node == 0) return 0;
  const int e = (node - 1) / k->k, b = (node - 1) % k->k;
  return k->offset[e + 1] - (k->k - b) * node_size(k);
}

int kkt_lambda(const Kkt *k, int e, int b)
{
  return kkt_z(k, e * k->k + 1 + b) + k->nz;
}

int kkt_y(const Kkt *k, int e, int a)
{
  return kkt_lambda(k, e, a) + k->nl;
}

int kkt_m(const Kkt *k, int e, int b)
{
  return kkt_y(k, e, b) + k->nz;
}

/* Values of a cell are unknowns of the element with which it begins, after tau and the values of inputs before. */
int kkt_u(const Kkt *k, int input, int e, int c)
{
  const int begins = e - e % k->input[input].every;
  return k->offset[begins] + 2 * k->ntau + cells_before(k, begins, input) + c;
}

/* tau is the first unknown of its element; that of the start follows z_0. */
int kkt_tau(const Kkt *k, int e)
{
  return e < 0 ? k->nz : k->offset[e];
}

int kkt_adjoints(const Kkt *k)
{
  return k->nstart + k->nend + k->ne * (k->k * (k->nz + k->nl) + k->ntau);
}

void kkt_cell(const Kkt *k, int input, int e, double xi, double *U)
{
  const Input *in     = &k->input[input];
  const int    begins = e - e % in->every, ends = PetscMin(begins + in->every, k->ne);
  const double start = mesh_time(&k->mesh, begins), end = mesh_time(&k->mesh, ends);
  const double t = mesh_time(&k->mesh, e) + xi * mesh_step(&k->mesh, e);

  lagrange(in->n, in->node, in->every == 1 ? xi : (t - start) / (end - start), U, NULL);
}

double kkt_end_time(const Kkt *k)
{
  return k->mesh.start + kkt_tau_of(k, -1) * (k->mesh.end - k->mesh.start);
}

Mesh kkt_mesh(const Kkt *k)
{
  return mesh_stretch(&k->mesh, kkt_tau_of(k, -1));
}

/* --- creation */

/* Degree, cell length, bounds and Gauss points of each input; at most P^(k-1), as the test functions. */
static void inputs_fill(Kkt *k)
{
  for (int c = 0; c < k->problem->ncontrols; c++) {
    const ProblemControl *given = &k->problem->controls[c];
    for (int i = k->system->input[c], j = 0; i < k->system->input[c + 1]; i++, j++) {
      Input *in = &k->input[i];
      in->n     = given->degree == RIGEL_UNSET || given->degree >= k->k ? k->k : given->degree + 1;
      in->every = given->every;
      in->lower = problem_each(given->lower, j);
      in->upper = problem_each(given->upper, j);
      gauss_legendre(in->n, in->node, in->weight);
    }
  }
}

/* Offsets of all elements in x, and the ranges of the ranks. */
static void offsets_fill(Kkt *k)
{
  k->offset[0] = k->nz + k->ntau + k->nstart;
  for (int e = 0; e < k->ne; e++)
    k->offset[e + 1] = k->offset[e] + 2 * k->ntau + cells_before(k, e, k->nu) + k->k * node_size(k);
  k->offset[k->ne + 1] = k->n = k->offset[k->ne] + k->nend;
  for (int r = 0; r < k->size; r++) {
    const int e0 = mesh_share(k->ne, r, k->size), e1 = mesh_share(k->ne, r + 1, k->size);
    k->displs[r] = r == 0 ? 0 : k->offset[e0];
    k->counts[r] = (r == k->size - 1 ? k->n : k->offset[e1]) - k->displs[r];
    if (r != k->rank) continue;
    k->e0    = e0;
    k->e1    = e1;
    k->first = k->displs[r];
    k->mine  = k->counts[r];
  }
}

/* Natural units: z and lambda as in a window (docs/explanation/numerics.md, Scaling), inputs by force, adjoints cost / unit of
 * their row. */
static void units_fill(Kkt *k)
{
  const System *sys = k->system;
  const double  J = k->objective->unit, action = sys->units.mass * sys->units.velocity * sys->units.length;

  for (int j = 0; j < k->n; j++) k->unit[j] = 1.0;
  vec_copy(k->nz, sys->scale_z, k->unit);
  for (int r = 0; r < k->nstart; r++)
    k->unit[k->nz + k->ntau + r] = J / (k->z0       ? sys->scale_z[r]
                                        : r < k->nl ? sys->scale_theta[r]
                                                    : k->boundary->conditions[r - k->nl].unit);
  for (int r = 0; r < k->nend; r++)
    k->unit[k->offset[k->ne] + r] = J / k->boundary->conditions[k->boundary->nconditions - k->nend + r].unit;
  for (int e = 0; e < k->ne; e++) {
    if (k->ntau) k->unit[kkt_tau(k, e) + 1] = J;
    for (int i = 0; i < k->nu; i++)
      for (int c = 0; c < k->input[i].n; c++) k->unit[kkt_u(k, i, e, c)] = k->objective->force[i];
    for (int b = 0; b < k->k; b++) {
      vec_copy(k->nz, sys->scale_z, k->unit + kkt_z(k, e * k->k + 1 + b));
      for (int j = 0; j < k->nz; j++) k->unit[kkt_y(k, e, b) + j] = J / sys->scale_z[j];
      for (int r = 0; r < k->nl; r++) {
        k->unit[kkt_lambda(k, e, b) + r] = action / (k->mesh.h * sys->scale_theta[r]);
        k->unit[kkt_m(k, e, b) + r]      = J / sys->scale_theta[r];
      }
    }
  }
}

/* Marks all adjoints: nu of both ends, the adjoint of tau, y and m. */
static void rows_mark(Kkt *k)
{
  for (int r = 0; r < k->nstart; r++) k->is_row[kkt_start(k, r)] = true;
  for (int j = k->offset[k->ne]; j < k->n; j++) k->is_row[j] = true;
  for (int e = 0; e < k->ne; e++) {
    if (k->ntau) k->is_row[kkt_tau(k, e) + 1] = true;
    for (int b = 0; b < k->k; b++)
      for (int j = 0; j < k->nz + k->nl; j++) k->is_row[kkt_y(k, e, b) + j] = true;
  }
}

/* Pattern of L_zz: two bodies interact if a joint or a load connects them, and all do in a cost of the caller. */
static PetscErrorCode pairs_fill(Kkt *k)
{
  const System *sys = k->system;
  const int     nb  = sys->nbodies;
  bool         *near;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1((size_t)nb * (size_t)nb, &near));
  for (int b = 0; b < nb * nb; b++) near[b] = k->objective->nusers || b % (nb + 1) == 0;
  for (int g = 0; g < sys->ngroups + sys->nloads; g++) {
    const int *body = g < sys->ngroups ? sys->groups[g].body : sys->loads[g - sys->ngroups].body;
    if (body[0] == GROUND || body[1] == GROUND) continue;
    near[body[0] * nb + body[1]] = near[body[1] * nb + body[0]] = true;
  }
  for (int pass = 0; pass < 2; pass++) {
    k->npairs = 0;
    for (int a = 0; a < nb; a++)
      for (int b = 0; b < nb; b++)
        for (int i = 0; near[a * nb + b] && i < sys->bodies[a].nz; i++)
          for (int j = 0; j < sys->bodies[b].nz; j++, k->npairs++) {
            if (!pass) continue;
            k->pair[2 * k->npairs]     = sys->start[a] + i;
            k->pair[2 * k->npairs + 1] = sys->start[b] + j;
          }
    if (!pass) PetscCall(PetscMalloc1(2 * (size_t)k->npairs, &k->pair));
  }
  PetscCall(PetscFree(near));
  PetscFunctionReturn(0);
}

/* Arrays of all unknowns [n] and of one element: z, lambda, adjoints [k + 1], inputs at Gauss points [s]. */
static PetscErrorCode kkt_allocate(Kkt *k)
{
  const size_t k1 = (size_t)k->k + 1, nz = (size_t)k->nz, nl = (size_t)k->nl + 1, nu = (size_t)k->nu + 1;
  const size_t s = (size_t)k->s;

  PetscFunctionBeginUser;
  PetscCall(
    PetscCalloc6(k->n, &k->unit, k->n, &k->x, k->n, &k->g, k->n, &k->active, k->n, &k->is_row, k->n, &k->centre));
  PetscCall(PetscCalloc5(k1 * nz, &k->z, k1 * nz, &k->dz, k1 * nl, &k->lambda, k1 * nz, &k->y, k1 * nl, &k->m));
  PetscCall(PetscCalloc1((size_t)(k->ne + 1) * (size_t)k->system->ntwists + 1, &k->twist));
  PetscCall(PetscCalloc4(k1 * nz, &k->r_z, k1 * nl, &k->r_l, s * nu, &k->u, s * nu * CELL_MOST, &k->U));
  PetscCall(PetscCalloc5(k1 * k1 * nz * nz, &k->hessian, nz, &k->condition_z, nz, &k->discard, nz + nl, &k->zero,
                         k->problem->nterms + 1, &k->shares));
  PetscCall(PetscCalloc4(k1, &k->layout.row_z, k1, &k->layout.col_z, k1, &k->layout.row_l, k1, &k->layout.col_l));
  PetscFunctionReturn(0);
}

PetscErrorCode kkt_destroy(Kkt *k)
{
  PetscFunctionBeginUser;
  PetscCall(newton_destroy(&k->newton));
  point_destroy(&k->point);
  kernel_destroy(&k->kernel);
  time_element_destroy(&k->element);
  mesh_destroy(&k->mesh);
  PetscCall(PetscFree6(k->unit, k->x, k->g, k->active, k->is_row, k->centre));
  PetscCall(PetscFree5(k->z, k->dz, k->lambda, k->y, k->m));
  PetscCall(PetscFree4(k->r_z, k->r_l, k->u, k->U));
  PetscCall(PetscFree5(k->hessian, k->condition_z, k->discard, k->zero, k->shares));
  PetscCall(PetscFree4(k->layout.row_z, k->layout.col_z, k->layout.row_l, k->layout.col_l));
  PetscCall(PetscFree4(k->input, k->offset, k->counts, k->displs));
  PetscCall(PetscFree4(k->row, k->col, k->columns, k->local_pivots));
  PetscCall(PetscFree3(k->row_R, k->col_R, k->value_R));
  PetscCall(PetscFree(k->pair));
  PetscCall(PetscFree(k->twist));
  PetscFunctionReturn(0);
}

/* Mesh, sizes, layout of the unknowns, time element, kernel, units, then the Newton system. */
PetscErrorCode kkt_create(const Problem *problem, const System *system, const Objective *objective,
                          const Boundary *boundary, const double *z0, MPI_Comm comm, Kkt *k)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(k, sizeof *k));
  k->problem   = problem;
  k->system    = system;
  k->objective = objective;
  k->boundary  = boundary;
  k->z0        = z0;
  k->comm      = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &k->rank));
  PetscCallMPI(MPI_Comm_size(comm, &k->size));
  PetscCheck(mesh_create(&problem->time, &k->mesh), comm, PETSC_ERR_MEM, "out of memory");
  k->k      = problem->method.degree;
  k->s      = scheme_gauss(problem, system);
  k->nz     = system->nz;
  k->nl     = system->nl;
  k->nu     = system->ninputs;
  k->ne     = k->mesh.n;
  k->ntau   = problem->time.free;
  k->nstart = z0 ? k->nz : k->nl + boundary_count(boundary, AT_START);
  k->nend   = boundary ? boundary_count(boundary, AT_END) : 0;
  PetscCall(PetscCalloc4(k->nu + 1, &k->input, k->ne + 2, &k->offset, k->size, &k->counts, k->size, &k->displs));
  inputs_fill(k);
  offsets_fill(k);
  PetscCheck(time_element_create_mg(k->k, k->s, problem->method.nodes == NODES_LOBATTO, &k->element), comm,
             PETSC_ERR_MEM, "out of memory");
  PetscCheck(kernel_create(system, &k->element, &k->kernel) && point_create(system, objective, &k->point), comm,
             PETSC_ERR_MEM, "out of memory");
  PetscCall(kkt_allocate(k));
  units_fill(k);
  rows_mark(k);
  PetscCall(pairs_fill(k));
  PetscCall(kkt_create_newton(k));
  PetscFunctionReturn(0);
}

/* --- the objective, the conditions at the ends, the first-order conditions, in this order */

PetscErrorCode transcription_create(const Problem *problem, const System *system, const double *start,
                                    const double *end, const double *z0, MPI_Comm comm, FaultList *faults,
                                    Transcription *t, bool *good)
{
  const bool given = problem->boundary.given;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(t, sizeof *t));
  *good = objective_create(problem, system, faults, &t->objective) &&
          ends_create(problem, system, start, end, faults, &t->ends);
  if (*good)
    PetscCall(
      kkt_create(problem, system, &t->objective, given ? &t->ends.kept : NULL, given ? NULL : z0, comm, &t->kkt));
  PetscFunctionReturn(0);
}

PetscErrorCode transcription_destroy(Transcription *t)
{
  PetscFunctionBeginUser;
  PetscCall(kkt_destroy(&t->kkt));
  ends_destroy(&t->ends);
  objective_destroy(&t->objective);
  PetscFunctionReturn(0);
}
