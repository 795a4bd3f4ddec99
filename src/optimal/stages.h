/* Stages of homotopy and mesh refinement, each of which starts from the result of the one before.
 *
 * See docs/howto/control.md (How it is solved). `solver.homotopy` leads in n steps from an easier problem to the given one, by a fraction
 * from 0 to 1:
 *   inertia  from spherical bodies of the same trace      gravity  from none
 *   time     from a fifth of the interval                 weights  from a hundred times the effort
 *   end      from the start to what is prescribed at the end
 * on the coarsest mesh. `solver.refine` is the number of halvings up to the given mesh, `solver.refine_degree` the degree of all stages
 * before the last. */
#ifndef RIGEL_OPTIMAL_STAGES_H
#define RIGEL_OPTIMAL_STAGES_H

#include "optimal/kkt.h"

/* Not to be moved: it points to its own problem and system. */
typedef struct {
  const Problem *problem; /* the given one in the last stage, otherwise `derived` */
  const System  *system;  /* the given one unless gravity or inertia differ, otherwise `variant` */
  double         fraction;
  Problem        derived;
  System         variant;
} Stage;

int stages_count(const Problem *problem);
/* Stage i = 0 .. count - 1, the last is the given problem. False after faults were added. */
bool stage_create(const Problem *problem, const System *system, int i, FaultList *faults, Stage *stage);
void stage_destroy(Stage *stage);
/* The result of one stage as the start of another: same problem, another mesh, degree or fraction. */
void stage_transfer(const Kkt *from, Kkt *to);

#endif
