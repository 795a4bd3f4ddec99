/* Memory of a global solve from the sparsity of one element and from measured bytes per entry. */
#include "scheme/window/estimate.h"

#include "linear/linear.h"
#include "linear/machine.h"
#include "scheme/scheme.h"
#include "scheme/window/window.h"

#include <limits.h>
#include <math.h>

/* Bytes per matrix entry: its indices and value, PETSc's copy of both, and the data of the elimination in elements or slabs; measured
 * by `scripts/bench_global.sh`. Sparse solvers store another copy and factors with at least as many entries. */
enum {
  BYTES_PER_ENTRY          = 44,
  BYTES_PER_ENTRY_ELEMENTS = 68,
  BYTES_PER_ENTRY_SLABS    = 72,
  BYTES_PER_ENTRY_SPARSE   = 84,
  BYTES_PER_UNKNOWN        = 120
};

static bool is_bubnov(const Problem *problem)
{
  return problem->method.scheme->galerkin == GALERKIN_BUBNOV;
}

/* Entries of an element: ntest ntrial nnz(A) + (ntest + ntrial) nmult nnz(grad Theta). */
void estimate_size(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate)
{
  const bool   bubnov     = is_bubnov(problem);
  const bool   continuous = bubnov && problem->method.multipliers == MULTIPLIERS_CONTINUOUS;
  const double k = problem->method.degree, block = system->nz + system->nl;
  const double test = bubnov ? k + 1.0 : k, trial = k + 1.0, mult = continuous ? k + 1.0 : k;
  const double elements = ((double)window + ranks - 1.0) / ranks;

  *estimate = (Estimate){.elements = window,
                         .unknowns = elements * k * block,
                         .entries  = elements * (test * trial * system->A.nnz + (test + trial) * mult * system->T.nnz)};
}

/* Half width of the band: the largest distance of an entry from the diagonal. */
static int width_of(const Problem *problem, const System *system)
{
  const bool bubnov = is_bubnov(problem);
  int        most   = 0;

  for (int r = 0; r < system->nz; r++)
    for (int e = system->A.row[r]; e < system->A.row[r + 1]; e++)
      most = PetscMax(most, bubnov ? abs(r - system->A.col[e]) : r - system->A.col[e]);
  for (int r = 0; r < system->nl; r++)
    for (int e = system->T.row[r]; e < system->T.row[r + 1]; e++)
      most = PetscMax(most, system->nz + r - system->T.col[e]);
  return problem->method.degree * (system->nz + system->nl) + most;
}

/* Bytes of one rank: factors, entries and unknowns. */
static PetscErrorCode factor_bytes(const Problem *problem, const System *system, int ranks, Estimate *estimate)
{
  const bool   bubnov = is_bubnov(problem), block = estimate->linear == LINEAR_BLOCK;
  const double k = problem->method.degree, width = system->nz + system->nl;
  double       entry = BYTES_PER_ENTRY, factors;

  PetscFunctionBeginUser;
  if (estimate->linear == LINEAR_DENSE) factors = 16.0 * estimate->unknowns * estimate->unknowns; /* and LU */
  else if (block && window_in_sequence(problem, system)) {
    PetscCall(window_element_bytes(problem, system, &factors));
    factors *= estimate->unknowns / (k * width);
    entry = BYTES_PER_ENTRY_ELEMENTS;
  } else if (block) {
    /* a slab between two others stores the columns that it shares with the one before, in BG also its rows */
    const double border = ranks < 3 ? 0.0 : bubnov ? 2.0 * width : system->nz;
    /* a row has entries from the start of its element on; in BG up to the end of the next one, in mG up to the end of its own */
    factors = linear_band_bytes(estimate->unknowns, (k + 1.0) * width, bubnov ? (k + 1.0) * width : k * width) +
              8.0 * border * estimate->unknowns;
    if (ranks > 1) entry = BYTES_PER_ENTRY_SLABS;
  } else {
    factors         = 0.0;
    entry           = BYTES_PER_ENTRY_SPARSE;
    estimate->least = true;
  }
  estimate->bytes = factors + entry * estimate->entries + BYTES_PER_UNKNOWN * estimate->unknowns;
  PetscFunctionReturn(0);
}

PetscErrorCode estimate_global(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate)
{
  PetscFunctionBeginUser;
  estimate_size(problem, system, window, ranks, estimate);
  estimate->linear = problem->solver.linear;
  if (estimate->linear == LINEAR_AUTO)
    estimate->linear =
      linear_choose(ranks, estimate->unknowns, width_of(problem, system), true, window_in_sequence(problem, system));
  PetscCall(factor_bytes(problem, system, ranks, estimate));
  PetscFunctionReturn(0);
}

/* Time stepping always fits: its Newton system is that of one element. */
PetscErrorCode estimate_fits(const Problem *problem, const System *system, MPI_Comm comm, int jobs, bool *fits,
                             Notice *why)
{
  const double GiB = 1073741824.0;
  double       memory;
  PetscMPIInt  ranks;
  Estimate     estimate;
  char         each[64] = "";

  PetscFunctionBeginUser;
  *fits            = true;
  const int window = scheme_window(problem, mesh_elements(&problem->time));
  if (window == 1) PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_size(comm, &ranks));
  PetscCall(machine_free_memory(comm, &memory));
  PetscCall(estimate_global(problem, system, window, ranks, &estimate));
  const bool dense = estimate.linear == LINEAR_DENSE;
  *fits            = false;
  if (ranks > 1) snprintf(each, sizeof each, " on each of %d ranks", ranks);
  if (jobs > 1) snprintf(each, sizeof each, " in each of %d processes", jobs);
  if (estimate.unknowns * ranks >= INT_MAX || estimate.entries >= INT_MAX)
    notice_write(
      why, R0509_WINDOW_INDICES,
      "found a window of %d elements with %.3g unknowns and %.3g matrix entries on a rank, expected less than %d "
      "(32-bit indices): use a smaller method.window or more ranks",
      window, estimate.unknowns * ranks, estimate.entries, INT_MAX);
  else if (dense && estimate.unknowns * estimate.unknowns >= INT_MAX)
    notice_write(why, R0509_WINDOW_INDICES,
                 "found a window of %d elements with %.0f unknowns, expected at most 46340 for solver.linear: dense",
                 window, estimate.unknowns);
  else if (estimate.bytes * jobs >= memory)
    notice_write(
      why, R0510_WINDOW_MEMORY,
      "found a window of %d elements, which needs %s %.1f GiB%s (linear: %s), expected at most the %.1f GiB that "
      "are free there: use a smaller method.window, or more ranks on more machines",
      window, estimate.least ? "more than" : "about", estimate.bytes / GiB, each, linear_names[estimate.linear],
      memory / jobs / GiB);
  else *fits = true;
  PetscFunctionReturn(0);
}
