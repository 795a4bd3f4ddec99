/* The results that a running scheme passes to its observer after each element, and checkpoints to resume from.
 *
 * Pointers are valid during the call only. */
#ifndef RIGEL_PROBLEM_OBSERVER_H
#define RIGEL_PROBLEM_OBSERVER_H

#include <stdbool.h>

/* Counts and residual of one Newton solve. */
typedef struct {
  int    iterations;  /* each with a new factorization */
  int    corrections; /* steps with the factors of an earlier matrix */
  double residual;
  bool   floor;           /* it ended at the level of rounding errors, above the tolerance */
  double condition;       /* of the matrix as solved; NAN: not asked for */
  double condition_1;     /* 1-norm estimate, as solved */
  double condition_paper; /* in the scaling of May and Betsch (2025) */
  double condition_weak;  /* of the literal weak form, all rows integrated in dt */
  bool   condition_bound; /* condition, condition_paper and condition_weak are only lower bounds */
} SolveRecord;

typedef struct {
  int           element;   /* 1..elements; 0: the start */
  int           elements;  /* of the whole run */
  double        start;     /* of the element */
  double        t, h;      /* end of the element, its length */
  const double *z;         /* state at t */
  int           nodes;     /* interior nodes */
  const double *node_t;    /* [nodes] */
  const double *node_z;    /* [nodes][nz] */
  const double *lambda;    /* [nl] multipliers in the middle of the element */
  int           nmult;     /* multiplier functions */
  const double *mult_node; /* [nmult] of the element, in [0, 1] */
  const double *mult;      /* [nmult][nl] at these nodes; NULL: at the start */
  int           npoints;   /* Gauss points */
  const double *point;     /* [npoints] of the element, in [0, 1] */
  const double *u;         /* [npoints][ninputs] controls there; NULL: none */
  const double
    *nodal; /* [nodes + 2][nz] nodal values of the equations, where z and node_z are traces (weak start); NULL: none */
  const double *kappa;     /* [nl] multipliers of the ends of its window, with nodal */
  const double *error;     /* [nz] estimated error of z, exact minus computed; NULL: unknown */
  const double *twist;     /* [ntwists] angles of torsion springs at t; NULL: zero */
  double        work[2];   /* of loads in the element: done from outside, lost by damping */
  bool          solved;    /* a Newton solve ends with this element */
  bool          resumable; /* the run may end after it and go on later: it is not the inner element of a window */
  SolveRecord   record;    /* of that solve */
} Sample;

/* The state after an element from which a run resumes bit for bit. The last element of a run gives none: its length depends on the
 * end. */
typedef struct {
  int     element; /* number of complete elements; 0: the run begins at its start */
  int     n, capacity;
  double *value; /* [n], from malloc; owned by the creator of the checkpoint */
} Checkpoint;

/* An iteration of Newton's method of a global solve, for people who wait for it. */
typedef struct {
  int    stage, stages; /* of optimal control (solver.homotopy, solver.refine); 1 of 1 otherwise */
  int    iteration;     /* of this solve, from 0 */
  double residual, tolerance;
} SolveProgress;

typedef struct {
  void *context;
  /* false: stop the run */
  bool (*sample)(void *context, const Sample *sample);
  /* true: interrupt the current solve; NULL: never */
  bool (*stop)(void *context);
  /* The run begins again from its start, with smaller elements: forgets all samples; false: stop the run. NULL: it cannot. */
  bool (*again)(void *context);
  /* Between iterations of Newton's method of a global solve, on every rank; NULL: nobody looks. */
  void (*iterated)(void *context, const SolveProgress *progress);
  /* After an element from which the run can resume: whether to store a checkpoint there; NULL: only where the run ends. */
  bool (*due)(void *context);
  /* Receives a checkpoint that was stored; NULL: not wanted. */
  void (*keep)(void *context, const Checkpoint *checkpoint);
  /* The caller can exchange imposed and dropped rows of joints: where that helps, the run ends before the element and can resume from
   * the checkpoint with other rows (run/row_exchange.h). */
  bool exchange;
  /* In: where to resume, without a sample of the start. Out: the last state to resume from. NULL: begin at the start. */
  Checkpoint *checkpoint;
} Observer;

#endif
