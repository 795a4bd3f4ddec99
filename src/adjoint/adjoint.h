/* Discrete adjoints: gradients of a functional F of a trajectory x with respect to everything that its equations depend on.
 *
 * A run solves R(x, chi) = 0 from the start z_0(chi), lambda_0(chi). With adjoints y of all rows
 *
 *   L(x, y, chi) = F(x) + y . R(x, chi) + g . z_0(chi) + g_l . lambda_0(chi)
 *
 * is stationary in x when R_x^T y = -F_x: one transposed solve for each window or element, the last one first. g and g_l are the
 * derivatives in the given start. Then dF/dchi = dL/dchi at fixed x and y, which needs residuals but no more solves
 * (docs/explanation/gradients.md, The discrete adjoint). Each kind of run has its own rows R and therefore its own entry of
 * AdjointOps. */
#ifndef RIGEL_ADJOINT_ADJOINT_H
#define RIGEL_ADJOINT_ADJOINT_H

#include "adjoint/functional.h"

typedef struct AdjointOps AdjointOps;

/* The first member of every adjoint. */
typedef struct {
  const AdjointOps *ops;
  const Trajectory *trajectory; /* borrowed, as the functional */
  const Functional *functional; /* NULL: the cost of an optimum */
  double            value;      /* F */
  double           *start;      /* [nz] g = dF/dz_0 at fixed lambda_0; zero where the run itself finds z_0 */
} Adjoint;

struct AdjointOps {
  size_t size; /* bytes of the adjoint, which begins with an Adjoint */
  /* Fills value, start and its own arrays; solved = false: a matrix is singular, or an element could not be solved again. */
  PetscErrorCode (*create)(const Problem *problem, const System *system, Adjoint *adjoint, bool *solved);
  /* Frees its own arrays; accepts a half-built adjoint. */
  PetscErrorCode (*destroy)(Adjoint *adjoint);
  /* L of another problem of the same sizes, minus F, at the trajectory and adjoints of this one; good = false: it has other rows. */
  PetscErrorCode (*lagrangian)(const Adjoint *adjoint, const Problem *problem, const System *system, const double *z0,
                               const double *lambda0, double *value, bool *good);
  /* start[nz] += (d lambda_0 / dz_0)^T g_l; NULL: the scheme is not given lambda_0. */
  PetscErrorCode (*start_mult)(const Adjoint *adjoint, const Problem *problem, const System *system, double *start,
                               bool *good);
  /* dF/du of a load at the Gauss points: times and gradient, [elements][s]; NULL: not available. */
  PetscErrorCode (*load)(const Adjoint *adjoint, const Problem *problem, const System *system, int load, double *times,
                         double *gradient);
};

/* mG and BG in windows; em; the first-order conditions of an optimum. */
extern const AdjointOps adjoint_window, adjoint_em, adjoint_optimum;

/* The adjoint of the runs of a problem; NULL: there is none. */
const AdjointOps *adjoint_ops(const Problem *problem);

/* functional = NULL: the cost of an optimum. Destroy it in either case. */
PetscErrorCode adjoint_create(const AdjointOps *ops, const Problem *problem, const System *system,
                              const Trajectory *trajectory, const Functional *functional, Adjoint **adjoint,
                              bool *solved);
PetscErrorCode adjoint_destroy(Adjoint **adjoint);
/* dF/dz_0, all entries independent, with lambda_0(z_0); good = false: multipliers of a changed start cannot be found. */
PetscErrorCode adjoint_start(const Adjoint *adjoint, const Problem *problem, const System *system, double *start,
                             bool *good);

/* Shifts of a trajectory's element ends from those of the mesh in steps, as Mesh.moved: moved[elements + 1]. */
PetscErrorCode trajectory_moved(const Problem *problem, const Trajectory *trajectory, double *moved);

#endif
