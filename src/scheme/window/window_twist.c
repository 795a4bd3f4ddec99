/* Angles of torsion springs along a window, followed through turns from its start, on one or many ranks. */
#include "base/vec.h"
#include "scheme/window/window.h"

/* Moves the angles of this rank by whole turns, so that its first one is the last one of the rank before. */
static void twists_exchange(Window *w)
{
  const int    n = w->system->ntwists, elements = w->e1 - w->e0;
  const double turn = 2.0 * M_PI;
  double      *own = w->twist_ends + 2 * w->rank * n, *all = w->twist_ends;

  vec_copy(n, w->twist, own);
  vec_copy(n, w->twist + elements * n, own + n);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2 * n, MPI_DOUBLE, w->comm);
  for (int l = 0; l < n; l++)
    for (int r = 1; r <= w->rank; r++) {
      const double shift = turn * rint((all[(2 * r - 1) * n + l] - all[2 * r * n + l]) / turn);
      all[(2 * r + 1) * n + l] += shift;
      for (int e = 0; r == w->rank && e <= elements; e++) w->twist[e * n + l] += shift;
    }
}

/* Ranks after the first have no angles before them and begin next to zero. */
void window_twist(Window *w)
{
  const int    n = w->system->ntwists;
  ElementState state;

  if (n == 0) return;
  if (w->rank > 0) {
    vec_zero(n, w->twist);
    system_twist(w->system, w->z, w->twist);
  }
  for (int e = 0; e < w->e1 - w->e0; e++)
    kernel_twist(&w->kernel, window_element(w, e, &state), w->twist + (e + 1) * n);
  if (w->size > 1) twists_exchange(w);
}
