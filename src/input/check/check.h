/* Checks that concern several keys: within one record once it is read, and across the whole problem. */
#ifndef RIGEL_INPUT_CHECK_CHECK_H
#define RIGEL_INPUT_CHECK_CHECK_H

#include "input/check/context.h"
#include "input/check/names.h"

/* check.c, check_problem.c: checks of several keys, within one record and in the whole problem. */
void record_check(Reader *reader, const Table *table, const Node *node, const void *record);
void problem_check(Reader *reader, const Node *root, Problem *problem);
/* The orientation in a record: of unit length, or with `project` of a length that can be normalised. */
void quaternion_check(Reader *reader, const Node *record, const char *key, bool project, const char *hint,
                      const double q[4]);
/* The index of a body or joint that is referred to; an unknown one is reported at `node` under the reader's path, and is -1. */
int name_find(Reader *reader, const Names *names, const Node *node, const char *name);
/* The two bodies of a record with a key `bodies`. */
void sides_check(Reader *reader, const Names *bodies, const Node *record, const char names[2][NAME_LEN], int body[2]);
/* No name twice in two lists: they would share columns of the results. `other` describes the list that has the names already. */
void names_check_apart(Reader *reader, const Names *taken, const Node *taken_list, const char *other,
                       const Names *names, const Node *list);
/* Every name once; `list` holds the nodes of the records. */
void names_check(Reader *reader, const Names *names, const Node *list);
/* check_load.c: values within a function of time and a load; names and bodies of all loads. */
void scale_check(Reader *reader, const Node *node, const ProblemTimeFunction *scale);
void load_check(Reader *reader, const Node *node, const ProblemLoad *load);
void loads_check(Reader *reader, const Names *bodies, const Node *root, Problem *problem);
/* check_motion.c: values within a prescribed motion; names, bodies and joints of all, and whether they are smooth. */
void motion_check(Reader *reader, const Node *node, const ProblemMotion *motion);
void inverse_check(Reader *reader, const Node *root, const Problem *problem);
void motions_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem);
/* A direction that can be normalised; NAN passes. */
bool axis_check(Reader *reader, const Node *node, const char *key, const double axis[3]);
/* check_boundary.c: bodies and values of the two ends. */
void boundary_check(Reader *reader, const Names *bodies, const Node *root, Problem *problem);
/* check_control.c: controls and objective. */
void control_check(Reader *reader, const Node *node, const ProblemControl *control);
void objective_check(Reader *reader, const Names *bodies, const Names *joints, const Node *root, Problem *problem);
/* check_accuracy.c: method.accuracy against a given mesh and against kinds of runs that need one. */
void accuracy_check(Reader *reader, const Node *root, const Problem *problem);
/* check_guess.c: kinds of guess that need boundary values or a global solve. */
void guess_check(Reader *reader, const Node *root, const Problem *problem);
/* check_hamiltonian.c: its constants, and keys that exclude it. */
void hamiltonian_check(Reader *reader, const Node *node, const ProblemHamiltonian *given);
void hamiltonian_check_problem(Reader *reader, const Node *root, const Problem *problem);
/* check_scheme.c: features that the chosen scheme does not support. */
void scheme_check(Reader *reader, const Node *root, const Problem *problem);

#endif
