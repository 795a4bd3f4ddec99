#define _GNU_SOURCE /* RTLD_DEEPBIND */
#include "ipopt.h"

#include "base/vec.h"
#include "cli/common/clock.h"

#if __has_include(<coin/IpStdCInterface.h>)
#include <coin/IpStdCInterface.h>
#include <dlfcn.h>

typedef struct {
  Kkt     *k;
  int      n, m;         /* variables, rows */
  int     *position;     /* [k->n] among the variables or among the rows */
  int      njac, nhess;  /* entries of kkt that are of the Jacobian, of the lower half of the Hessian */
  int     *jac, *hess;   /* which */
  double  *value, *free; /* [k->nentries] with and without the rows' part */
  IpoptRun run;
} Peer;

/* --- the library */

typedef struct {
  IpoptProblem (*create)(Index, Number *, Number *, Index, Number *, Number *, Index, Index, Index, Eval_F_CB,
                         Eval_G_CB, Eval_Grad_F_CB, Eval_Jac_G_CB, Eval_H_CB);
  void (*destroy)(IpoptProblem);
  Bool (*text)(IpoptProblem, char *, char *);
  Bool (*number)(IpoptProblem, char *, Number);
  Bool (*integer)(IpoptProblem, char *, Int);
  Bool (*watch)(IpoptProblem, Intermediate_CB);
  enum ApplicationReturnStatus (*solve)(IpoptProblem, Number *, Number *, Number *, Number *, Number *, Number *,
                                        UserDataPtr);
} Library;

static bool library_open(Library *library, IpoptRun *run)
{
  void *handle = dlopen("libipopt.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  struct {
    void      **to;
    const char *name;
  } const names[] = {
    {(void **)&library->create, "CreateIpoptProblem"}, {(void **)&library->destroy, "FreeIpoptProblem"},
    {(void **)&library->text, "AddIpoptStrOption"},    {(void **)&library->number, "AddIpoptNumOption"},
    {(void **)&library->integer, "AddIpoptIntOption"}, {(void **)&library->watch, "SetIntermediateCallback"},
    {(void **)&library->solve, "IpoptSolve"}};

  for (size_t i = 0; handle && i < sizeof names / sizeof names[0]; i++)
    if (!(*names[i].to = dlsym(handle, names[i].name))) handle = NULL;
  if (!handle) snprintf(run->why, sizeof run->why, "%s", dlerror());
  run->there = handle != NULL;
  return run->there;
}

/* --- functions */

static void peer_put(const Peer *p, const double *x, const double *lambda)
{
  Kkt *k = p->k;

  for (int j = 0; j < k->n; j++)
    k->x[j] = !k->is_row[j] ? x[p->position[j]] * k->unit[j] : lambda ? lambda[p->position[j]] * k->unit[j] : 0.0;
}

/* The gradient of the Lagrangian in natural units, of variables or of adjoints; the latter are the rows. */
static void peer_gradient(Peer *p, double *x, bool rows, double *to)
{
  const double start = clock_seconds();
  Kkt         *k     = p->k;

  peer_put(p, x, NULL);
  PetscCallVoid(kkt_gradient(k));
  for (int j = 0; j < k->n; j++)
    if (k->is_row[j] == rows) to[p->position[j]] = k->g[j] * k->unit[j] / k->objective->unit;
  p->run.functions += clock_seconds() - start;
}

static Bool peer_cost(Index n, Number *x, Bool new_x, Number *cost, UserDataPtr context)
{
  const double start = clock_seconds();
  Peer        *p     = context;

  (void)n, (void)new_x;
  peer_put(p, x, NULL);
  if (kkt_cost(p->k)) return FALSE;
  *cost = p->k->cost / p->k->objective->unit;
  p->run.functions += clock_seconds() - start;
  return TRUE;
}

static Bool peer_slope(Index n, Number *x, Bool new_x, Number *slope, UserDataPtr context)
{
  (void)n, (void)new_x;
  peer_gradient(context, x, false, slope);
  return TRUE;
}

static Bool peer_rows(Index n, Number *x, Bool new_x, Index m, Number *rows, UserDataPtr context)
{
  (void)n, (void)new_x, (void)m;
  peer_gradient(context, x, true, rows);
  return TRUE;
}

static void places_give(const Peer *p, int n, const int *which, int *row, int *col)
{
  for (int i = 0; i < n; i++) {
    row[i] = p->position[p->k->row[which[i]]];
    col[i] = p->position[p->k->col[which[i]]];
  }
}

static Bool peer_jacobian(Index n, Number *x, Bool new_x, Index m, Index count, Index *row, Index *col, Number *value,
                          UserDataPtr context)
{
  Peer *p = context;

  (void)n, (void)new_x, (void)m;
  if (!value) {
    places_give(p, count, p->jac, row, col);
    return TRUE;
  }
  const double start = clock_seconds();
  peer_put(p, x, NULL);
  kkt_entries(p->k, NULL, NULL, p->value);
  for (int i = 0; i < count; i++) value[i] = p->value[p->jac[i]];
  p->run.functions += clock_seconds() - start;
  return TRUE;
}

/* factor H(cost) + lambda . H(rows) */
static Bool peer_hessian(Index n, Number *x, Bool new_x, Number factor, Index m, Number *lambda, Bool new_lambda,
                         Index count, Index *row, Index *col, Number *value, UserDataPtr context)
{
  Peer *p = context;

  (void)n, (void)new_x, (void)m, (void)new_lambda;
  if (!value) {
    places_give(p, count, p->hess, row, col);
    return TRUE;
  }
  const double start = clock_seconds();
  peer_put(p, x, lambda);
  kkt_entries(p->k, NULL, NULL, p->value);
  for (int i = 0; i < count; i++) value[i] = p->value[p->hess[i]];
  if (factor != 1.0) {
    peer_put(p, x, NULL);
    kkt_entries(p->k, NULL, NULL, p->free);
    for (int i = 0; i < count; i++) value[i] += (factor - 1.0) * p->free[p->hess[i]];
  }
  p->run.functions += clock_seconds() - start;
  return TRUE;
}

static Bool peer_watch(Index mode, Index iteration, Number cost, Number rows, Number slope, Number mu, Number length,
                       Number shift, Number dual, Number primal, Index trials, UserDataPtr context)
{
  (void)mode, (void)cost, (void)rows, (void)slope, (void)mu, (void)length, (void)shift, (void)dual, (void)primal;
  (void)trials;
  ((Peer *)context)->run.iterations = iteration;
  return TRUE;
}

/* --- the solve */

static PetscErrorCode peer_create(Kkt *k, Peer *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(p, sizeof *p));
  p->k = k;
  PetscCall(PetscMalloc3(k->n, &p->position, k->nentries, &p->jac, k->nentries, &p->hess));
  PetscCall(PetscMalloc2(k->nentries, &p->value, k->nentries, &p->free));
  for (int j = 0; j < k->n; j++) p->position[j] = k->is_row[j] ? p->m++ : p->n++;
  for (int e = 0; e < k->nentries; e++) {
    const bool row = k->is_row[k->row[e]], col = k->is_row[k->col[e]];
    if (row && !col) p->jac[p->njac++] = e;
    if (!row && !col && k->row[e] >= k->col[e]) p->hess[p->nhess++] = e;
  }
  PetscFunctionReturn(0);
}

static void peer_destroy(Peer *p)
{
  PetscFree3(p->position, p->jac, p->hess);
  PetscFree2(p->value, p->free);
}

static void bounds_fill(const Peer *p, double *lower, double *upper)
{
  const Kkt *k = p->k;

  for (int j = 0; j < p->n; j++) lower[j] = -(upper[j] = 2e19); /* Ipopt's infinity is 1e19 */
  for (int i = 0; i < k->nu; i++)
    for (int e = 0; e < k->ne; e += k->input[i].every)
      for (int c = 0; c < k->input[i].n; c++) {
        const int at           = kkt_u(k, i, e, c);
        lower[p->position[at]] = fmax(k->input[i].lower / k->unit[at], -2e19);
        upper[p->position[at]] = fmin(k->input[i].upper / k->unit[at], 2e19);
      }
}

static void options_set(const Library *library, IpoptProblem problem, double tolerance)
{
  struct {
    char name[32], value[16];
  } texts[] = {{"sb", "yes"}, {"linear_solver", "mumps"}, {"nlp_scaling_method", "none"}};

  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) library->text(problem, texts[i].name, texts[i].value);
  library->integer(problem, (char[]){"print_level"}, 0);
  library->number(problem, (char[]){"tol"}, tolerance);
  library->number(problem, (char[]){"bound_relax_factor"}, 0.0);
}

PetscErrorCode ipopt_solve(Kkt *k, double tolerance, IpoptRun *run)
{
  Peer    p;
  Library library;
  double *lower, *upper, *x, *zero, *lambda;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(run, sizeof *run));
  if (!library_open(&library, run)) PetscFunctionReturn(0);
  PetscCall(peer_create(k, &p));
  PetscCall(PetscCalloc5(p.n, &lower, p.n, &upper, p.n, &x, p.m, &zero, p.m, &lambda));
  bounds_fill(&p, lower, upper);
  for (int j = 0; j < k->n; j++)
    if (!k->is_row[j]) x[p.position[j]] = k->x[j] / k->unit[j];
  const double start   = clock_seconds();
  IpoptProblem problem = library.create(p.n, lower, upper, p.m, zero, zero, p.njac, p.nhess, 0, peer_cost, peer_rows,
                                        peer_slope, peer_jacobian, peer_hessian);
  options_set(&library, problem, tolerance);
  library.watch(problem, peer_watch);
  const int code = library.solve(problem, x, NULL, NULL, lambda, NULL, NULL, &p);
  p.run.seconds  = clock_seconds() - start;
  p.run.solved   = code == Solve_Succeeded || code == Solved_To_Acceptable_Level;
  if (!p.run.solved) snprintf(p.run.why, sizeof p.run.why, "Ipopt's return code %d", code);
  peer_put(&p, x, lambda);
  p.run.there = true;
  *run        = p.run;
  library.destroy(problem);
  PetscCall(PetscFree5(lower, upper, x, zero, lambda));
  peer_destroy(&p);
  PetscFunctionReturn(0);
}

#else

PetscErrorCode ipopt_solve(Kkt *k, double tolerance, IpoptRun *run)
{
  (void)k, (void)tolerance;
  *run = (IpoptRun){.why = "no coin/IpStdCInterface.h when this was compiled"};
  return 0;
}

#endif
