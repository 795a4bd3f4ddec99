/* Conventions of all records of a problem: lengths of texts, values that are not given, places in a file. */
#ifndef RIGEL_PROBLEM_PROBLEM_VALUE_H
#define RIGEL_PROBLEM_PROBLEM_VALUE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { NAME_LEN = 64, TEXT_LEN = 512 };
enum { GROUND = -1 }; /* index of the ground among the bodies */

/* Optional values carry their own "not given" mark, so that no presence flags are needed: a real is NAN, the first entry of a
 * vector is NAN, an integer is RIGEL_UNSET, a string is "". */
#define RIGEL_UNSET INT_MIN

/* A place in a problem file; line 0: not from a file; line -n: from the n-th --set of the command line. */
typedef struct {
  int line, column;
} Where;

/* Traits of a formulation, a joint, a load or a Hamiltonian system. Its table states them, the reader copies them into each record of
 * that type, and conditions of keys and checks ask them instead of the name. */
typedef struct {
  unsigned
    uses; /* keys of the record that the type uses, bits of BODY_USES_, JOINT_USES_, LOAD_USES_ or HAMILTONIAN_USES_ */
  unsigned needs; /* bits of SUPPORTS_ that a scheme must have */
} TypeTraits;

/* Component i of a list; a single number (followed by NAN) applies to all components. */
double problem_each(const double *value, int i);

#endif
