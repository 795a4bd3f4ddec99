#include "scheme/estimate.h"

#include "solve/band.h"

#include <string.h>

/* An entry's place and value, and PETSc's own copy of both, over several ranks also that of the slabs; measured, see
 * `scripts/bench_global.sh`. */
enum { BYTES_PER_ENTRY = 44, BYTES_PER_ENTRY_SPLIT = 72, BYTES_PER_UNKNOWN = 120 };

void estimate_global(const Problem *problem, const System *system, int window, int ranks, Estimate *estimate)
{
  const bool   bubnov     = strcmp(problem->method.scheme, "BG") == 0;
  const bool   continuous = bubnov && problem->method.multipliers == MULTIPLIERS_CONTINUOUS;
  const double k = problem->method.degree, block = system->nz + system->nl;
  const double test = bubnov ? k + 1.0 : k, trial = k + 1.0, mult = continuous ? k + 1.0 : k;
  const double elements = ((double)window + ranks - 1.0) / ranks;

  estimate->elements = window;
  estimate->unknowns = elements * k * block;
  estimate->entries  = elements * (test * trial * system->A.nnz + (test + trial) * mult * system->T.nnz);
  /* slabs between others carry the columns that they share with the one before, in BG also its rows (solve/slabs.h) */
  const double border = ranks < 3 ? 0.0 : bubnov ? 2.0 * block : system->nz;
  /* a row reaches back over its element, and forward likewise in BG, to the element's last node in mG */
  estimate->bytes = band_bytes(estimate->unknowns, trial * block, bubnov ? trial * block : k * block) +
                    (ranks > 1 ? BYTES_PER_ENTRY_SPLIT : BYTES_PER_ENTRY) * estimate->entries +
                    (BYTES_PER_UNKNOWN + 8.0 * border) * estimate->unknowns;
}
