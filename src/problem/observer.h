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
  bool   condition_bound; /* condition and condition_paper are only lower bounds */
} SolveRecord;

typedef struct {
  int           element;   /* 1..elements; 0: the start */
  int           elements;  /* of the whole run */
  double        t, h;      /* end of the element, its length */
  const double *z;         /* state at t */
  int           nodes;     /* interior nodes */
  const double *node_t;    /* [nodes] */
  const double *node_z;    /* [nodes][nz] */
  double        mult_t;    /* time of the multipliers: the element's midpoint */
  const double *lambda;    /* [nl] */
  int           nmult;     /* multiplier functions */
  const double *mult_node; /* [nmult] of the element, in [0, 1] */
  const double *mult;      /* [nmult][nl] at these nodes; NULL: at the start */
  int           npoints;   /* Gauss points */
  const double *point;     /* [npoints] of the element, in [0, 1] */
  const double *u;         /* [npoints][ninputs] controls there; NULL: none */
  double        work[2];   /* of loads in the element: done from outside, lost by damping */
  bool          solved;    /* a Newton solve ends with this element */
  SolveRecord   record;    /* of that solve */
} Sample;

/* The state after an element from which a run resumes bit for bit. The last element of a run gives none: its length depends on the
 * end. */
typedef struct {
  int     element; /* number of complete elements; 0: the run begins at its start */
  int     n, capacity;
  double *value; /* [n], from malloc; owned by the creator of the checkpoint */
} Checkpoint;

typedef struct {
  void *context;
  /* false: stop the run */
  bool (*sample)(void *context, const Sample *sample);
  /* true: interrupt the current solve; NULL: never */
  bool (*stop)(void *context);
  /* In: where to resume, without a sample of the start. Out: the last state to resume from. NULL: begin at the start. */
  Checkpoint *checkpoint;
} Observer;

#endif
