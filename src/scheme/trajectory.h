/* All nodes, multipliers and controls of a run, recorded from its samples. */
#ifndef RIGEL_SCHEME_TRAJECTORY_H
#define RIGEL_SCHEME_TRAJECTORY_H

#include "problem/observer.h"
#include "problem/problem.h"
#include "system/system.h"

/* The unknowns of the first-order conditions of an objective (optimal/kkt.h), for gradients. */
typedef struct {
  int          n;      /* 0: no objective, or no optimum found */
  double      *x;      /* [n] */
  signed char *active; /* [n] control values at a bound */
} Solution;

typedef struct {
  int     elements;  /* complete ones */
  int     most;      /* elements at most */
  bool    grows;     /* beyond it where needed: the run chooses its elements */
  int     k, nz, nl; /* degree, sizes of z and lambda */
  int     nmult;     /* multiplier functions of an element */
  double *t;         /* [most k + 1] of nodes */
  double *z;         /* [most k + 1][nz] at nodes */
  double
    *nodal; /* BG with a weak start: [most][k + 1][nz] nodal values of the equations, z are traces; otherwise NULL */
  double  *kappa;   /* the same: [most][nl] multipliers of the ends of the window of an element */
  double  *mult;    /* [most][nmult][nl] at nodes of the multipliers */
  double  *mult_t;  /* [most][nmult] their times */
  int      ntwists; /* torsion springs */
  double  *twist;   /* [most + 1][ntwists] their angles at the ends of the elements */
  int      ninputs; /* components of the controls */
  int      npoints; /* points of an element with values of the controls; 0: none recorded yet */
  double  *u;       /* [most][npoints][ninputs] */
  double  *u_t;     /* [most][npoints] their times */
  Solution solution;
} Trajectory;

/* Allocates a whole run; false: out of memory. */
bool trajectory_create(const Problem *problem, const System *system, Trajectory *trajectory);
void trajectory_destroy(Trajectory *trajectory);
/* Observer.sample; the context is the trajectory. */
bool trajectory_sample(void *context, const Sample *sample);
/* Element e as a sample; mult_node[nmult] receives the nodes of its multipliers. */
void trajectory_element(const Trajectory *trajectory, int e, double *mult_node, Sample *sample);
/* z at node `node` of element e. */
static inline double *trajectory_node(const Trajectory *trajectory, int e, int node)
{
  return trajectory->z + (e * trajectory->k + node) * trajectory->nz;
}
/* The k + 1 nodes of element e in the equations. */
static inline double *trajectory_nodal(const Trajectory *trajectory, int e)
{
  return trajectory->nodal ? trajectory->nodal + e * (trajectory->k + 1) * trajectory->nz
                           : trajectory_node(trajectory, e, 0);
}
/* Multipliers [nmult][nl] of element e. */
static inline double *trajectory_mult(const Trajectory *trajectory, int e)
{
  return trajectory->mult + e * trajectory->nmult * trajectory->nl;
}

#endif
