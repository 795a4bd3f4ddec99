/* Samples that a run shows to its observer: the start, and solved elements given by their nodal values. */
#ifndef RIGEL_SCHEME_SAMPLE_H
#define RIGEL_SCHEME_SAMPLE_H

#include "galerkin/kernel.h"
#include "newton/newton.h"
#include "problem/observer.h"
#include "time/mesh.h"

#include <petscsys.h>

/* The sample of the start of a run. */
Sample sample_start(const Mesh *mesh, const double *z0, const double *lambda0);

/* The record of a Newton solve, without condition numbers. */
SolveRecord solve_record(const NewtonStatus *newton);

/* Shows elements of a Galerkin scheme. All pointers must outlive it. */
typedef struct {
  const Observer *observer;
  const Mesh     *mesh;
  Kernel         *kernel; /* of the system and the time element: computes the work of the loads */
  double         *dz;     /* [k][nz] increments of the element's nodes */
  double         *zero;   /* [nz] */
  double         *lambda; /* [nl] multipliers in the middle of the element */
  double         *inputs; /* [ninputs] of servo constraints */
  double         *node_t; /* [k + 1] */
  double         *middle; /* [nmult] multiplier functions in the middle of the element */
  double         *twist;  /* [ntwists] angles of torsion springs, followed from element to element */
} ElementSampler;

/* twist[ntwists]: angles of torsion springs at the start of the first element; NULL: zero. */
PetscErrorCode element_sampler_create(const Observer *observer, const Mesh *mesh, Kernel *kernel, const double *twist,
                                      ElementSampler *sampler);
PetscErrorCode element_sampler_destroy(ElementSampler *sampler);

/* A solved element. */
typedef struct {
  const double *z;      /* [k + 1][nz] at its nodes */
  const double *shown;  /* [k + 1][nz] values to show there; NULL: z */
  const double *kappa;  /* [nl] with shown: multipliers of the ends of its window */
  const double *mult;   /* [nmult][nl] */
  const double *u;      /* [s][ninputs] controls at its Gauss points; NULL: none */
  bool          solved; /* the last one of a Newton solve */
} SolvedElement;

/* Shows element n of the mesh, which follows the one shown before; false: the observer ends the run. */
bool element_show(ElementSampler *sampler, int n, const SolvedElement *element, const SolveRecord *record);

#endif
