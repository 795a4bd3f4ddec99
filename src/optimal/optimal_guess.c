/* First guesses: towards the ends of the problem and of its terms, or by stepping; control values from a table. */
#include "optimal/optimal_guess.h"

#include "base/vec.h"
#include "start/initial.h"

/* --- the ends of the guess: those of the problem, then position and orientation of terms at the ends */

/* The entry of a body at one end, a new one if there is none. */
static ProblemEnd *end_of(int body, int *n, ProblemEnd *ends)
{
  int i = 0;

  while (i < *n && ends[i].body != body) i++;
  if (i < *n) return &ends[i];
  problem_end_init(&ends[i]);
  ends[i].body = body;
  (*n)++;
  return &ends[i];
}

/* The term states a position or an orientation at one end. */
static bool term_leads(const ProblemTerm *term)
{
  return (term->kind == TERM_END || term->kind == TERM_START) &&
         !(isnan(term->end.position[0]) && isnan(term->end.orientation[0]));
}

/* Copies both to an end unless the problem prescribes them. */
static void term_add(const ProblemTerm *term, ProblemEnd *to)
{
  if (isnan(to->position[0])) vec_copy(3, term->end.position, to->position);
  if (isnan(to->orientation[0])) vec_copy(4, term->end.orientation, to->orientation);
}

/* Fills the arrays of `led`, which have room for all bodies. Without `boundary`, bodies start at their initial values. */
static void guess_ends(const Problem *problem, ProblemBoundary *led)
{
  const ProblemBoundary *given = &problem->boundary;

  led->given  = true;
  led->where  = given->where;
  led->nstart = given->nstart;
  led->nend   = given->nend;
  for (int i = 0; i < given->nstart; i++) led->start[i] = given->start[i];
  for (int i = 0; i < given->nend; i++) led->end[i] = given->end[i];
  for (int t = 0; t < problem->nterms; t++) {
    const ProblemTerm *term = &problem->terms[t];
    if (!term_leads(term)) continue;
    if (term->kind == TERM_END) term_add(term, end_of(term->body, &led->nend, led->end));
    else term_add(term, end_of(term->body, &led->nstart, led->start));
    if (given->given) continue;
    ProblemEnd *start = end_of(term->body, &led->nstart, led->start);
    Kinematics  motion;
    body_initial_kinematics(&problem->bodies[term->body], &motion);
    vec_copy(3, motion.position, start->position);
    vec_copy(4, motion.q, start->orientation);
  }
}

/* Geodesic or stepping guess between these ends. */
static PetscErrorCode guess_toward(WindowRun *g, Window *w, GuessKind kind)
{
  ProblemBoundary led;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(g->problem->nbodies, &led.start, g->problem->nbodies, &led.end));
  guess_ends(g->problem, &led);
  PetscCall(boundary_values_guess(g, w, &led, kind));
  PetscCall(PetscFree2(led.start, led.end));
  PetscFunctionReturn(0);
}

/* A term of the objective concerns the end. */
static bool end_is_asked(const Problem *problem)
{
  for (int t = 0; t < problem->nterms; t++)
    if (problem->terms[t].kind == TERM_END) return true;
  return false;
}

/* Projects all nodes onto the constraints, because bodies were guessed one by one; a node stays if the projection fails. */
static PetscErrorCode guess_join(const WindowRun *g, Window *w)
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

/* Named ends: the shortest motion towards them. Otherwise the guess of the problem, by default mG stepping from z_0. */
PetscErrorCode optimal_guess(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                             const Observer *observer, Window *w)
{
  const GuessKind kind   = problem->solver.guess;
  RunStatus       status = {.verdict = RUN_DONE};
  WindowRun       g      = {.problem  = problem,
                            .system   = system,
                            .observer = observer,
                            .comm     = PETSC_COMM_SELF, /* every rank guesses by itself */
                            .size     = 1,
                            .status   = &status};

  PetscFunctionBeginUser;
  PetscCheck(mesh_create(&problem->time, &g.mesh), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscCalloc3(system->nz, &g.z, system->nl + 1, &g.lambda, system->ntwists + 1, &g.twist));
  vec_copy(system->nz, z0, g.z);
  vec_copy(system->nl, lambda0, g.lambda);
  PetscCall(window_prepare(&problem->solver, problem, system, NULL, PETSC_COMM_SELF, 0, g.mesh.n, w));
  w->observer = observer;
  if (problem->boundary.given) PetscCall(guess_toward(&g, w, kind));
  else if (kind == GUESS_AUTO && end_is_asked(problem)) PetscCall(guess_toward(&g, w, GUESS_GEODESIC));
  else PetscCall(window_guess(&g, w, kind, &status.verdict));
  if (kind != GUESS_FILE) PetscCall(guess_join(&g, w));
  if (!problem->boundary.given) vec_copy(w->nz, z0, w->z);
  PetscCall(PetscFree3(g.z, g.lambda, g.twist));
  mesh_destroy(&g.mesh);
  PetscFunctionReturn(0);
}

/* Control values from their `initial`, or from a table of an earlier run, clamped to their bounds; counts the clamped ones. */
static PetscErrorCode controls_put(Kkt *k, int *clamped)
{
  const ProblemTable *table = &k->problem->guess_controls;
  double             *row;

  PetscFunctionBeginUser;
  *clamped = 0;
  PetscCall(PetscCalloc1(PetscMax(table->columns, 1), &row));
  for (int c = 0; c < k->problem->ncontrols; c++)
    for (int i = k->system->input[c]; i < k->system->input[c + 1]; i++)
      for (int e = 0; e < k->ne; e += k->input[i].every)
        for (int n = 0; n < k->input[i].n; n++) {
          const double t = mesh_time(&k->mesh, e) + k->input[i].node[n] * kkt_cell_length(k, i, e);
          double      *u = &k->x[kkt_u(k, i, e, n)];
          *u             = problem_each(k->problem->controls[c].initial, i - k->system->input[c]);
          if (!table->rows) continue;
          guess_table_at(table, t, t, row);
          *u = fmin(fmax(row[1 + i], k->input[i].lower), k->input[i].upper); /* NAN: no bound */
          *clamped += fabs(*u - row[1 + i]) > 1e-10 * k->unit[kkt_u(k, i, e, n)];
        }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(0);
}

PetscErrorCode optimal_guess_put(const Window *w, Kkt *k, int *clamped)
{
  PetscFunctionBeginUser;
  for (int i = 0; i < w->nodes; i++) vec_copy(k->nz, w->z + i * k->nz, k->x + kkt_z(k, i));
  for (int e = 0; e < k->ne; e++) {
    if (k->ntau) k->x[kkt_tau(k, e)] = k->x[kkt_tau(k, -1)] = 1.0;
    for (int b = 0; b < k->k; b++) vec_copy(k->nl, window_lambda(w, e, b), k->x + kkt_lambda(k, e, b));
  }
  PetscCall(controls_put(k, clamped));
  PetscFunctionReturn(0);
}
