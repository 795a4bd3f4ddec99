#include "control/guess.h"

#include "base/vec.h"
#include "scheme/initial.h"

/* What the terms at the end ask of position and orientation, as boundary conditions with the given start: where a guess begins and
 * where it leads. Returns their number; pair[nbodies][2] holds them. */
static int guess_ends(const Problem *problem, ProblemEnd (*pair)[2])
{
  int n = 0;

  for (int t = 0; t < problem->nterms; t++) {
    const ProblemTerm *term = &problem->terms[t];
    int                i    = 0;
    if (term->kind != TERM_END || (isnan(term->end.position[0]) && isnan(term->end.orientation[0]))) continue;
    while (i < n && pair[i][0].body != term->body) i++;
    for (int at = 0; i == n && at < 2; at++) {
      problem_end_init(&pair[i][at]);
      pair[i][at].body = term->body;
    }
    if (i == n) n++;
    Motion start;
    body_initial_motion(&problem->bodies[term->body], &start);
    vec_copy(3, start.position, pair[i][0].position);
    vec_copy(4, start.q, pair[i][0].orientation);
    if (!isnan(term->end.position[0])) vec_copy(3, term->end.position, pair[i][1].position);
    if (!isnan(term->end.orientation[0])) vec_copy(4, term->end.orientation, pair[i][1].orientation);
  }
  return n;
}

static PetscErrorCode guess_toward(Global *g, Window *w)
{
  const Problem *problem = g->problem;
  Problem        led     = *problem;
  ProblemEnd(*pair)[2], *start, *end;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(problem->nbodies, &pair, problem->nbodies, &start, problem->nbodies, &end));
  const int n = guess_ends(problem, pair);
  for (int i = 0; i < n; i++) {
    start[i] = pair[i][0];
    end[i]   = pair[i][1];
  }
  led.boundary = (ProblemBoundary){.given = true, .nstart = n, .nend = n, .start = start, .end = end};
  g->problem   = &led;
  PetscCall(bvp_guess(g, w, GUESS_GEODESIC));
  g->problem = problem;
  PetscCall(PetscFree3(pair, start, end));
  PetscFunctionReturn(0);
}

static bool end_is_asked(const Problem *problem)
{
  for (int t = 0; t < problem->nterms; t++)
    if (problem->terms[t].kind == TERM_END) return true;
  return false;
}

/* Bodies that were guessed one by one are brought together by their joints, where that works. */
static PetscErrorCode guess_join(const Global *g, Window *w)
{
  double *z;
  bool    good;

  PetscFunctionBeginUser;
  if (g->system->ngroups == g->system->nbodies) PetscFunctionReturn(0);
  PetscCall(PetscMalloc1(w->nz, &z));
  for (int i = 0; i < w->nodes; i++) {
    const int    e         = PetscMin(i / w->k, g->mesh.n - 1);
    const double node_time = mesh_time(&g->mesh, e) + mesh_step(&g->mesh, e) * w->element.node[i - e * w->k];
    vec_copy(w->nz, w->z + i * w->nz, z);
    PetscCall(initial_project(g->system, node_time, z, &good));
    if (good) vec_copy(w->nz, z, w->z + i * w->nz);
  }
  PetscCall(PetscFree(z));
  PetscFunctionReturn(0);
}

PetscErrorCode control_guess(Global *g, Window *w)
{
  const GuessKind kind = g->problem->solver.guess;
  bool            good = true;

  PetscFunctionBeginUser;
  PetscCall(window_prepare(g->problem, g->system, NULL, PETSC_COMM_SELF, 0, g->mesh.n, w));
  w->observer = g->observer;
  if (g->problem->boundary.given) PetscCall(bvp_guess(g, w, kind));
  else if (kind == GUESS_AUTO && end_is_asked(g->problem)) PetscCall(guess_toward(g, w));
  else PetscCall(window_guess(g, w, kind, &good));
  if (kind != GUESS_FILE) PetscCall(guess_join(g, w));
  if (!g->problem->boundary.given) vec_copy(w->nz, g->z, w->z);
  PetscFunctionReturn(0);
}

void control_guess_put(const Window *w, Kkt *k)
{
  for (int i = 0; i < w->nodes; i++) vec_copy(k->nz, w->z + i * k->nz, k->x + kkt_z(k, i));
  for (int e = 0; e < k->ne; e++) {
    if (k->ntau) k->x[kkt_tau(k, e)] = k->x[kkt_tau(k, -1)] = 1.0;
    for (int b = 0; b < k->k; b++) vec_copy(k->nl, window_lambda(w, e, b), k->x + kkt_lambda(k, e, b));
  }
  for (int c = 0; c < k->problem->ncontrols; c++)
    for (int i = k->system->input[c]; i < k->system->input[c + 1]; i++)
      for (int e = 0; e < k->ne; e += k->input[i].every)
        for (int n = 0; n < k->input[i].n; n++) {
          const double t          = mesh_time(&k->mesh, e) + k->input[i].node[n] * kkt_cell_length(k, i, e);
          k->x[kkt_u(k, i, e, n)] = k->problem->controls[c].initial;
          if (!k->problem->guess_controls.rows) continue;
          guess_table_at(&k->problem->guess_controls, t, k->g); /* scratch */
          k->x[kkt_u(k, i, e, n)] = k->g[1 + i];
        }
}
