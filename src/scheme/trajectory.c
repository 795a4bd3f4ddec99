/* Allocation of a trajectory, recording of samples, and elements as samples again. */
#include "scheme/trajectory.h"

#include "base/vec.h"
#include "scheme/scheme.h"
#include "time/mesh.h"

#include <limits.h>
#include <stdlib.h>

/* Windows with a weak start share no nodes, so every element has its own. */
static bool nodal_create(Trajectory *tr)
{
  const size_t most = (size_t)tr->most;

  tr->nodal = calloc(most * (size_t)(tr->k + 1) * (size_t)tr->nz + 1, sizeof(double));
  tr->kappa = calloc(most * (size_t)tr->nl + 1, sizeof(double));
  return tr->nodal && tr->kappa;
}

/* z[elements k + 1][nz], mult[elements][nmult][nl]: adjacent elements share a node, not multipliers. */
bool trajectory_create(const Problem *problem, const System *system, Trajectory *tr)
{
  const ProblemMethod *method     = &problem->method;
  const bool           bubnov     = method->scheme->galerkin == GALERKIN_BUBNOV;
  const bool           continuous = bubnov && method->multipliers == MULTIPLIERS_CONTINUOUS;

  memset(tr, 0, sizeof *tr);
  tr->grows          = mesh_is_adaptive(&problem->time);
  tr->most           = mesh_elements(&problem->time);
  tr->k              = method->degree;
  tr->nz             = system->nz;
  tr->nl             = system->nl;
  tr->nmult          = continuous ? tr->k + 1 : tr->k;
  const size_t nodes = (size_t)tr->most * (size_t)tr->k + 1, mults = (size_t)tr->most * (size_t)tr->nmult;
  tr->t               = calloc(nodes, sizeof(double));
  tr->z               = calloc(nodes * (size_t)tr->nz + 1, sizeof(double));
  tr->mult            = calloc(mults * (size_t)tr->nl + 1, sizeof(double));
  tr->mult_t          = calloc(mults, sizeof(double));
  tr->ntwists         = system->ntwists;
  tr->twist           = calloc(((size_t)tr->most + 1) * (size_t)tr->ntwists + 1, sizeof(double));
  tr->ninputs         = system->ninputs;
  const size_t points = tr->ninputs ? (size_t)tr->most * (size_t)scheme_gauss(problem, system) : 0;
  tr->u               = calloc(points * (size_t)tr->ninputs + 1, sizeof(double));
  tr->u_t             = calloc(points + 1, sizeof(double));
  const bool nodal    = !bubnov || method->start == START_STRONG || nodal_create(tr);
  if (nodal && tr->t && tr->z && tr->mult && tr->mult_t && tr->twist && tr->u && tr->u_t) return true;
  trajectory_destroy(tr);
  return false;
}

void trajectory_destroy(Trajectory *tr)
{
  free(tr->t);
  free(tr->z);
  free(tr->nodal);
  free(tr->kappa);
  free(tr->mult);
  free(tr->mult_t);
  free(tr->twist);
  free(tr->u);
  free(tr->u_t);
  free(tr->solution.x);
  free(tr->solution.active);
  memset(tr, 0, sizeof *tr);
}

/* values[old] with memory for `count`; false: out of memory, and nothing is lost. */
static bool array_grow(double **values, size_t count)
{
  double *grown = realloc(*values, count * sizeof *grown);

  if (grown) *values = grown;
  return grown != NULL;
}

/* Twice the elements: the number of elements of a run with an accuracy is not known before. Such runs have no controls. */
static bool trajectory_grow(Trajectory *tr)
{
  const size_t most = 2 * (size_t)tr->most, nodes = most * (size_t)tr->k + 1, mults = most * (size_t)tr->nmult;

  if (!tr->grows || tr->most > INT_MAX / 2) return false;
  if (!array_grow(&tr->t, nodes) || !array_grow(&tr->z, nodes * (size_t)tr->nz + 1) ||
      !array_grow(&tr->mult, mults * (size_t)tr->nl + 1) || !array_grow(&tr->mult_t, mults) ||
      !array_grow(&tr->twist, (most + 1) * (size_t)tr->ntwists + 1))
    return false;
  tr->most *= 2;
  return true;
}

/* Times of multipliers and controls are t - h (1 - xi) with their nodes xi in the element. */
bool trajectory_sample(void *context, const Sample *sample)
{
  Trajectory *tr = context;
  const int   e = sample->element - 1, last = sample->element * tr->k;

  if (sample->element > tr->most && !trajectory_grow(tr)) return false;
  tr->t[last] = sample->t;
  vec_copy(tr->nz, sample->z, tr->z + last * tr->nz);
  if (sample->twist) vec_copy(tr->ntwists, sample->twist, tr->twist + sample->element * tr->ntwists);
  tr->elements = sample->element;
  if (e < 0) return true;
  for (int i = 0; i < sample->nodes; i++) tr->t[e * tr->k + 1 + i] = sample->node_t[i];
  if (sample->nodes) vec_copy(sample->nodes * tr->nz, sample->node_z, trajectory_node(tr, e, 1));
  if (tr->nodal && sample->nodal) {
    vec_copy((tr->k + 1) * tr->nz, sample->nodal, trajectory_nodal(tr, e));
    vec_copy(tr->nl, sample->kappa, tr->kappa + e * tr->nl);
  }
  for (int b = 0; b < tr->nmult && b < sample->nmult; b++) {
    tr->mult_t[e * tr->nmult + b] = sample->t - sample->h * (1.0 - sample->mult_node[b]);
    vec_copy(tr->nl, sample->mult + b * tr->nl, trajectory_mult(tr, e) + b * tr->nl);
  }
  if (!sample->u || !tr->ninputs) return true;
  tr->npoints = sample->npoints; /* the same in all elements */
  for (int g = 0; g < tr->npoints; g++) tr->u_t[e * tr->npoints + g] = sample->t - sample->h * (1.0 - sample->point[g]);
  vec_copy(tr->npoints * tr->ninputs, sample->u, tr->u + e * tr->npoints * tr->ninputs);
  return true;
}

/* Points into the trajectory; only mult_node[nmult], local times, is written. */
void trajectory_element(const Trajectory *tr, int e, double *mult_node, Sample *sample)
{
  const double *t = tr->t + e * tr->k, h = t[tr->k] - t[0];

  for (int b = 0; b < tr->nmult; b++) mult_node[b] = (tr->mult_t[e * tr->nmult + b] - t[0]) / h;
  *sample = (Sample){.element   = e + 1,
                     .elements  = tr->elements,
                     .t         = t[tr->k],
                     .h         = h,
                     .z         = trajectory_node(tr, e + 1, 0),
                     .nodes     = tr->k - 1,
                     .node_t    = t + 1,
                     .node_z    = trajectory_node(tr, e, 1),
                     .nmult     = tr->nmult,
                     .mult_node = mult_node,
                     .mult      = trajectory_mult(tr, e)};
}
