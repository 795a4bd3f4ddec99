/* The problem: the content of a problem file, complete and constant after reading.
 *
 * Input, or a C caller, fills it; later rooms do not know YAML. One header per subject; this one includes all. Types of bodies,
 * joints and loads are words of the tables in body/ and system/, which system_create looks up once; other words are enums. */
#ifndef RIGEL_PROBLEM_PROBLEM_H
#define RIGEL_PROBLEM_PROBLEM_H

#include "problem/problem_body.h"
#include "problem/problem_boundary.h"
#include "problem/problem_control.h"
#include "problem/problem_function.h"
#include "problem/problem_joint.h"
#include "problem/problem_load.h"
#include "problem/problem_method.h"
#include "problem/problem_motion.h"
#include "problem/problem_objective.h"
#include "problem/problem_output.h"
#include "problem/problem_solver.h"
#include "problem/problem_value.h"

typedef struct {
  char             file[TEXT_LEN]; /* the problem file, for messages */
  char             name[NAME_LEN];
  char             title[TEXT_LEN];
  char             source[TEXT_LEN]; /* of the data: a paper, a book */
  ProblemTime      time;
  ProblemMethod    method;
  ProblemSolver    solver;
  ProblemUnits     units;
  double           gravity[3];
  int              nbodies;
  ProblemBody     *bodies; /* owned */
  int              njoints;
  ProblemJoint    *joints; /* owned */
  int              nloads;
  ProblemLoad     *loads; /* owned */
  int              nmotions;
  ProblemMotion   *motions; /* owned */
  int              ncontrols;
  ProblemControl  *controls; /* owned */
  int              nterms;
  ProblemTerm     *terms; /* of the objective; owned */
  InverseKind      inverse;
  RedundantKind    redundant;
  InitialKind      initial;
  ProblemBoundary  boundary;
  ProblemTable     guess_state, guess_multipliers, guess_controls; /* read with guess: file; rows = 0 otherwise */
  ProblemReference reference;
  ProblemOutput    output;

  ProblemHamiltonian hamiltonian; /* instead of bodies; its one body has a copy */
} Problem;

/* Every value at its default, no bodies. */
void problem_init(Problem *problem);
/* Frees everything owned; accepts a half-built problem. */
void problem_clear(Problem *problem);
/* A new problem that begins as `given`: it owns its bodies, terms and prescribed ends, which may be changed until it is used, and borrows
 * everything else. False: out of memory. Clear it with problem_derived_clear in either case, before the given one. */
bool problem_derive(const Problem *given, Problem *derived);
void problem_derived_clear(Problem *derived);
/* Appends a copy; false: out of memory. */
bool problem_add_term(Problem *problem, const ProblemTerm *term);
bool problem_add_load(Problem *problem, const ProblemLoad *load);
void problem_drop_motions(Problem *problem);
/* Fills time.corners from loads, motions, terms and time.parts; false: out of memory. */
bool problem_find_corners(Problem *problem);

/* --- problem_complete.c: derived values that follow from the given ones */

/* Given -> complete. The given values of a checked problem may change in between, so a parameter can be perturbed without
 * reading again. Completing
 *   sets the window that is not given to that of the scheme;
 *   copies the constants of a Hamiltonian system to its body;
 *   mirrors the upper triangle of each inertia, sets rates and lengths that are not given to zero;
 *   with initial: project, scales quaternions to unit length;
 *   frees the start when the objective has a term there;
 *   collects the corners of functions of time, which become element ends;
 *   with inverse: track, turns prescribed motions into terms of the objective.
 * False: out of memory. */
bool problem_complete(Problem *problem);
/* Before the checks: the accuracy of a run without a given mesh, and a degree that is not given. */
void problem_choose_method(Problem *problem);

/* Creates or updates the one body of a Hamiltonian system; without such a system does nothing. False: out of memory. */
bool problem_hamiltonian_body(Problem *problem);

#endif
