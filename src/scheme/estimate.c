#include "scheme/estimate.h"

#include "solve/band.h"

#include <string.h>

/* An entry's place and value, and PETSc's own copy of both; measured, see `scripts/bench_global.sh`. */
enum { BYTES_PER_ENTRY = 44, BYTES_PER_UNKNOWN = 120 };

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
  /* a row reaches back over its element, and forward likewise in BG, to the element's last node in mG */
  estimate->bytes = band_bytes(estimate->unknowns, trial * block, bubnov ? trial * block : k * block) +
                    BYTES_PER_ENTRY * estimate->entries + BYTES_PER_UNKNOWN * estimate->unknowns;
}
