/* Two-point boundary conditions.
 *
 * mG: rows in the frames of single bodies, 1/2 F.A F + b.F + c = 0 with F = (f, fdot); together with Theta(z_0) = 0 they
 * take the nz rows of z_0 (DESIGN 1.5.10: orientation at both ends is q(0), Psi(0) = 0, G(q_f) q(t_f) = 0). Their number must
 * be twice the degrees of freedom.
 * BG: coordinates are fixed where they are prescribed, and the equation that their variation would test is dropped: that of
 * pdot for a coordinate, of qdot for a momentum. Every body needs two of its four conditions in translation and in rotation.
 * Continuous multipliers go with them: where all coordinates of a constraint are fixed its Phi holds anyway, and the test function
 * of Phi is dropped together with the gamma of that node; where the momenta are fixed, those of Psi and mu. (Keeping them leaves
 * singular values that are almost zero, as in DESIGN 1.5.5.) In the element at that end the multiplier is then one degree lower: the
 * value at the end node follows from the others. */
#ifndef RIGEL_SCHEME_WINDOW_BOUNDARY_H
#define RIGEL_SCHEME_WINDOW_BOUNDARY_H

#include "problem/fault.h"
#include "system/system.h"

enum { AT_START = 0, AT_END = 1 };

typedef struct {
  int      at; /* AT_START or AT_END */
  int      body;
  double   unit;    /* natural size of the row */
  unsigned touches; /* bit j: it depends on entry j of the body's state */
  FrameRow row;
} EndCondition;

typedef struct {
  int    at;
  int    col, row; /* entry of z that is fixed, entry of the rows that it replaces */
  double value;
} Fixed;

typedef struct {
  int at;
  int row; /* of Theta: its multiplier follows from those of the other nodes of the element */
} Follow;

typedef struct {
  bool          strong; /* BG: fixed entries; mG: conditions */
  int           nconditions, nfixed, nfollow;
  EndCondition *conditions; /* start before end */
  Fixed        *fixed;
  Follow       *follow; /* continuous multipliers only */
} Boundary;

/* False after faults were added: counts that do not fit, named. */
bool boundary_create(const Problem *problem, const System *system, FaultList *faults, Boundary *boundary);
/* The conditions of given ends as rows in frames, added to an empty boundary; false: out of memory. */
bool boundary_conditions(const ProblemBoundary *ends, const System *system, Boundary *boundary);
void boundary_destroy(Boundary *boundary);
/* Number of conditions at one end. */
int boundary_count(const Boundary *boundary, int at);

/* q and -q are the same orientation: fixed end values take the sign at which the state end[nz] arrives. */
void boundary_sign(const System *system, const double *end, Boundary *boundary);

/* Value and gradient (of the body's nz entries) of a condition at the state z of the whole system. */
double condition_value(const System *system, const EndCondition *condition, const double *z, double *gradient);

/* Writes the prescribed values of a body at one end over `kinematics`; returns which, bits of PRESCRIBED_. */
enum { PRESCRIBED_POSITION = 1, PRESCRIBED_ORIENTATION = 2, PRESCRIBED_VELOCITY = 4, PRESCRIBED_OMEGA = 8 };
unsigned boundary_kinematics(const ProblemBoundary *ends, int body, int at, Kinematics *kinematics);

#endif
