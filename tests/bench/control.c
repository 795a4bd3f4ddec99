/* Optimal control: the time of Newton's method on the first-order conditions over the number of elements, and beside Ipopt on the
 * same transcription from the same start: the tables of docs/howto/control.md. Exit 1: a cost differs, or is no minimum. */
#include "base/vec.h"
#include "bench.h"
#include "cli/record/recorder.h"
#include "ipopt.h"
#include "linear/eigenvalue_signs.h"
#include "optimal/ends.h"
#include "optimal/optimal_guess.h"

/* A problem file on n elements, with its first guess. */
typedef struct {
  Model     model;
  Objective objective;
  Ends      ends;
  Kkt       kkt;
  double   *guess; /* [kkt.n] */
} Case;

static PetscErrorCode case_create(const char *file, int k, int n, Case *c)
{
  FaultList faults;
  Window    w;

  PetscFunctionBeginUser;
  fault_init(&faults, file);
  PetscCall(bench_read(file, &c->model));
  const Problem *problem = &c->model.problem;
  const System  *system  = &c->model.system;
  bench_set(&c->model, k, GAUSS_AUTO, n);
  PetscCall(optimal_guess(problem, system, c->model.z, c->model.lambda, NULL, &w));
  PetscCheck(objective_create(problem, system, &faults, &c->objective) &&
               ends_create(problem, system, w.z, w.z + (w.nodes - 1) * w.nz, &faults, &c->ends),
             PETSC_COMM_SELF, PETSC_ERR_USER, "%s", faults.text[0]);
  PetscCall(kkt_create(problem, system, &c->objective, &c->ends.kept, NULL, PETSC_COMM_SELF, &c->kkt));
  int clamped;
  PetscCall(optimal_guess_put(&w, &c->kkt, &clamped));
  PetscCall(window_destroy(&w));
  PetscCall(PetscMalloc1(c->kkt.n, &c->guess));
  vec_copy(c->kkt.n, c->kkt.x, c->guess);
  PetscFunctionReturn(0);
}

static PetscErrorCode case_destroy(Case *c)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(c->guess));
  PetscCall(kkt_destroy(&c->kkt));
  objective_destroy(&c->objective);
  ends_destroy(&c->ends);
  PetscCall(model_clear(&c->model));
  PetscFunctionReturn(0);
}

static void case_restart(Case *c)
{
  vec_copy(c->kkt.n, c->guess, c->kkt.x);
  for (int j = 0; j < c->kkt.n; j++) c->kkt.active[j] = 0;
}

/* --- Newton's method */

typedef struct {
  double       seconds, inertia; /* of the solve, of the eigenvalues' signs */
  int          negative;
  NewtonStatus newton;
} Solve;

static PetscErrorCode case_solve(Case *c, Solve *best)
{
  const int    repeats = c->kkt.ne <= 300 ? 5 : 2;
  NewtonStatus newton;
  double      *scaled;
  int          zero, sets, active;

  PetscFunctionBeginUser;
  best->seconds = INFINITY;
  for (int i = 0; i < repeats; i++) {
    case_restart(c);
    const double start = clock_seconds();
    PetscCall(kkt_bounded(&c->kkt, &newton, &sets, &active));
    const double seconds = clock_seconds() - start;
    PetscCheck(newton_ok(&newton), PETSC_COMM_SELF, PETSC_ERR_USER, "%s", newton_reason_text(newton.reason));
    if (seconds < best->seconds) *best = (Solve){.seconds = seconds, .newton = newton};
  }
  PetscCall(PetscMalloc1(c->kkt.n, &scaled));
  for (int j = 0; j < c->kkt.n; j++) scaled[j] = c->kkt.x[j] / c->kkt.unit[j];
  const double start = clock_seconds();
  PetscCall(newton_linearize(&c->kkt.newton, scaled));
  PetscCall(eigenvalue_signs(&c->kkt.newton.linear, &best->negative, &zero));
  best->inertia = clock_seconds() - start;
  PetscCall(PetscFree(scaled));
  PetscCall(kkt_cost(&c->kkt));
  PetscFunctionReturn(0);
}

static PetscErrorCode growth_table(bool *good)
{
  static const int elements[] = {10, 30, 100, 300, 1000, 3000};

  PetscFunctionBeginUser;
  printf(
    "Reorientation of the body (6, 8, 3), all elements at once, from the shortest way. us: per element and "
    "iteration; minimum: to find\nthe signs of the eigenvalues.\n\n"
    "| k | elements | unknowns | iterations | solve, s | us | minimum, s | cost |\n|---|---|---|---|---|---|---|---|\n");
  for (int k = 1; k <= 3; k++)
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
      Case  c;
      Solve s;
      PetscCall(case_create("problems/control/reorientation.yaml", k, elements[i], &c));
      PetscCall(case_solve(&c, &s));
      const bool minimum = s.negative == kkt_adjoints(&c.kkt);
      printf("| %d | %d | %d | %d | %.4f | %.1f | %.4f | %.11f%s |\n", k, elements[i], c.kkt.n, s.newton.iterations,
             s.seconds, 1e6 * s.seconds / elements[i] / s.newton.iterations, s.inertia, c.kkt.cost,
             minimum ? "" : " NO MINIMUM");
      *good = *good && minimum;
      PetscCall(case_destroy(&c));
    }
  PetscFunctionReturn(0);
}

/* --- Ipopt */

typedef struct {
  const char *file;
  int         k, n;
} Peer;

static PetscErrorCode peer_row(const Peer *peer, bool *there, bool *good)
{
  Case     c;
  Solve    s;
  IpoptRun run;

  PetscFunctionBeginUser;
  PetscCall(case_create(peer->file, peer->k, peer->n, &c));
  PetscCall(case_solve(&c, &s));
  const double cost = c.kkt.cost;
  case_restart(&c);
  PetscCall(ipopt_solve(&c.kkt, 1e-10, &run));
  PetscCall(kkt_cost(&c.kkt));
  *there             = run.there;
  const double apart = fabs(c.kkt.cost - cost) / cost;
  const char  *file  = peer->file + strlen("problems/control/");
  if (!run.there) printf("\nskipped: Ipopt is not here (%s)\n", run.why);
  else if (!run.solved)
    printf("| `%s` | %d | %d | %d | %.4f | %s | | | |\n", file, peer->k, peer->n, s.newton.iterations, s.seconds,
           run.why);
  else
    printf("| `%s` | %d | %d | %d | %.4f | %d | %.4f (%.4f) | %.10f | %.1e%s |\n", file, peer->k, peer->n,
           s.newton.iterations, s.seconds, run.iterations, run.seconds, run.functions, cost, apart,
           apart < 1e-8 ? "" : " DIFFERENT");
  *good = *good && !(run.there && run.solved && !(apart < 1e-8));
  PetscCall(case_destroy(&c));
  PetscFunctionReturn(0);
}

static PetscErrorCode peer_table(bool *good)
{
  static const Peer peers[] = {{"problems/control/reorientation.yaml", 1, 100},
                               {"problems/control/reorientation.yaml", 2, 100},
                               {"problems/control/reorientation.yaml", 3, 20},
                               {"problems/control/reorientation.yaml", 3, 100},
                               {"problems/control/reorientation.yaml", 3, 1000},
                               {"problems/control/reorientation_box.yaml", 3, 100},
                               {"problems/control/reorientation_bounds.yaml", 3, 40},
                               {"problems/control/spherical_body.yaml", 2, 100},
                               {"problems/control/free_time.yaml", 2, 100}};
  bool              there   = true;

  PetscFunctionBeginUser;
  printf(
    "\nThe same discrete problems by Newton's method and by Ipopt, from the same start; in brackets: of these in our "
    "functions.\n\n"
    "| problem | k | elements | iterations | s | Ipopt: iterations | s | cost | relative difference |\n"
    "|---|---|---|---|---|---|---|---|---|\n");
  for (size_t i = 0; there && i < sizeof peers / sizeof peers[0]; i++) PetscCall(peer_row(&peers[i], &there, good));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  bool good = true;

  PetscCall(bench_start(&argc, &argv));
  PetscCall(growth_table(&good));
  PetscCall(peer_table(&good));
  PetscCall(PetscFinalize());
  return !good;
}
