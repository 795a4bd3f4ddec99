/* Two-point boundary conditions of mG and BG (docs/explanation/theory.md, Boundary values).
 *
 * mG: rows in the frames of single bodies, 1/2 F.A F + b.F + c = 0 with F = (f, fdot). Together with Theta(z_0) = 0 they replace the
 * nz rows of a given z_0. Their number must be twice the degrees of freedom.
 * BG: prescribed coordinates are fixed, and the equation tested by their variation is dropped: that of pdot for a coordinate, of qdot
 * for a momentum. Each body needs two of the four conditions of translation, and two of those of rotation.
 * With continuous multipliers, where all coordinates of a constraint are fixed, its Phi is satisfied already: the test function of
 * Phi at that node is dropped together with its gamma; where all momenta are fixed, those of Psi and mu. Otherwise spurious
 * singular values remain, almost zero (docs/explanation/theory.md, Bubnov-Galerkin elements). The multiplier of the element at that end has
 * then one degree less: its value at the end node is extrapolated from the other nodes. */
#ifndef RIGEL_SCHEME_WINDOW_BOUNDARY_H
#define RIGEL_SCHEME_WINDOW_BOUNDARY_H

#include "problem/fault.h"
#include "system/system.h"

enum { AT_START = 0, AT_END = 1 };

typedef struct {
  int      at; /* AT_START or AT_END */
  int      body;
  double   unit;    /* of the row */
  unsigned touches; /* bit j: the row depends on entry j of the state of the body */
  FrameRow row;
} EndCondition;

typedef struct {
  int    at;
  int    col, row; /* fixed entry of z, and the row that it replaces */
  double value;
} Fixed;

typedef struct {
  int at;
  int row; /* of Theta: its multiplier is extrapolated from the other nodes of the element */
} Follow;

typedef struct {
  bool          strong; /* BG with a strong start: fixed entries; otherwise conditions */
  int           nconditions, nfixed, nfollow;
  EndCondition *conditions; /* start before end */
  Fixed        *fixed;
  Follow       *follow; /* continuous multipliers only */
} Boundary;

/* False after faults were added: a wrong number of conditions. */
bool boundary_create(const Problem *problem, const System *system, FaultList *faults, Boundary *boundary);
/* Adds the conditions of the given ends to an empty boundary, as rows in frames; false: out of memory. */
bool boundary_conditions(const ProblemBoundary *ends, const System *system, Boundary *boundary);
void boundary_destroy(Boundary *boundary);
/* Number of conditions at one end. */
int boundary_count(const Boundary *boundary, int at);

/* q and -q are the same orientation: gives fixed quaternions at the end the sign of the state end[nz]. */
void boundary_sign(const System *system, const double *end, Boundary *boundary);

/* Value and gradient (of the body's nz entries) of a condition at the state z of the whole system. */
double condition_value(const System *system, const EndCondition *condition, const double *z, double *gradient);

/* Overwrites `kinematics` with the prescribed values of a body at one end; returns bits of PRESCRIBED_. */
enum { PRESCRIBED_POSITION = 1, PRESCRIBED_ORIENTATION = 2, PRESCRIBED_VELOCITY = 4, PRESCRIBED_OMEGA = 8 };
unsigned boundary_kinematics(const ProblemBoundary *ends, int body, int at, Kinematics *kinematics);

#endif
