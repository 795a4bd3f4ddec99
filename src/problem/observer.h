/* What a running scheme shows after each element. The pointers are valid during the call only. */
#ifndef RIGEL_PROBLEM_OBSERVER_H
#define RIGEL_PROBLEM_OBSERVER_H

#include <stdbool.h>

/* How a Newton solve went. */
typedef struct {
  int    iterations;  /* each with a new factorization */
  int    corrections; /* with the factors at hand */
  double residual;
  bool   floor;           /* it ended at the rounding floor */
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

/* What a run must know to go on after an element as if it had never stopped. The last element of a run is no such place: its
 * length depends on the end. */
typedef struct {
  int     element; /* complete ones; 0: the run begins at its start */
  int     n, capacity;
  double *value; /* [n], owned by who made the checkpoint; from malloc */
} Checkpoint;

typedef struct {
  void *context;
  /* false: stop the run */
  bool (*sample)(void *context, const Sample *sample);
  /* true: stop a solve that takes long; NULL: never */
  bool (*stop)(void *context);
  /* In: where to begin, without a sample of the start. Out: the last place to go on from. NULL: at the start, and none */
  Checkpoint *checkpoint;
} Observer;

#endif
