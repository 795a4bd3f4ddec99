/* Keys of Hamiltonian systems. */
#include "input/schema/schema_table.h"

/* --- conditions: whether the system uses a key */

static const Condition massive  = {"system: harmonic or top", USES(ProblemHamiltonian, HAMILTONIAN_USES_MASS)};
static const Condition harmonic = {"system: harmonic", USES(ProblemHamiltonian, HAMILTONIAN_USES_STIFFNESS)};
static const Condition pendulum = {"system: pendulum", USES(ProblemHamiltonian, HAMILTONIAN_USES_COUPLING)};
static const Condition kepler   = {"system: kepler", USES(ProblemHamiltonian, HAMILTONIAN_USES_ECCENTRICITY)};
static const Condition galaxy   = {"system: galaxy", USES(ProblemHamiltonian, HAMILTONIAN_USES_AXES)};
static const Condition top      = {"system: top", USES(ProblemHamiltonian, HAMILTONIAN_USES_INERTIA)};
static const Condition started  = {"a system other than kepler", USES(ProblemHamiltonian, HAMILTONIAN_USES_START)};

/* An entry of a table is two or three lines. */
/* clang-format off */

static const Field hamiltonian_fields[] = {
  {.key = "system", .kind = FIELD_WORD, IN(ProblemHamiltonian, system), TRAITS(ProblemHamiltonian),
   .required = true, .vocabulary = VOCABULARY_HAMILTONIAN, .expected = "the name of a Hamiltonian system",
   .meaning = "`rigel list` names them"},
  {.key = "mass", .kind = FIELD_REAL, IN(ProblemHamiltonian, mass), .only = &massive, .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "1", .meaning = "mass"},
  {.key = "stiffness", .kind = FIELD_REAL, IN(ProblemHamiltonian, stiffness), .only = &harmonic,
   .range = RANGE_POSITIVE, .expected = "a positive number", .fallback = "1", .meaning = "of the spring"},
  {.key = "coupling", .kind = FIELD_REAL, IN(ProblemHamiltonian, coupling), .only = &pendulum,
   .expected = "a number", .fallback = "0", .meaning = "c in p^2/2 - cos q (1 - c p)"},
  {.key = "eccentricity", .kind = FIELD_REAL, IN(ProblemHamiltonian, eccentricity), .required = true, .only = &kepler,
   .range = RANGE_NON_NEGATIVE, .expected = "a number from 0 to less than 1",
   .meaning = "of the orbit of half axis 1, which starts at its perihelion on the x axis"},
  {.key = "axes", .kind = FIELD_VECTOR, IN(ProblemHamiltonian, axes), .required = true, .only = &galaxy, .columns = 3,
   .range = RANGE_POSITIVE, .expected = "3 positive numbers",
   .meaning = "a_i in A log(C + sum q_i^2 / a_i^2)"},
  {.key = "strength", .kind = FIELD_REAL, IN(ProblemHamiltonian, strength), .only = &galaxy,
   .expected = "a number", .fallback = "1", .meaning = "A"},
  {.key = "core", .kind = FIELD_REAL, IN(ProblemHamiltonian, core), .only = &galaxy, .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "1", .meaning = "C"},
  {.key = "rotation", .kind = FIELD_REAL, IN(ProblemHamiltonian, rotation), .only = &galaxy,
   .expected = "a number", .fallback = "0", .meaning = "Omega, rate of the axes about z"},
  {.key = "inertia", .kind = FIELD_VECTOR, IN(ProblemHamiltonian, inertia), .required = true, .only = &top,
   .columns = 2, .range = RANGE_POSITIVE, .expected = "2 positive numbers",
   .meaning = "moments across and along the axis, about the tip"},
  {.key = "length", .kind = FIELD_REAL, IN(ProblemHamiltonian, length), .only = &top, .range = RANGE_NON_NEGATIVE,
   .expected = "a number >= 0", .fallback = "1", .meaning = "from the tip to the centre of mass"},
  {.key = "gravity", .kind = FIELD_REAL, IN(ProblemHamiltonian, gravity), .only = &top,
   .expected = "a number", .fallback = "9.81", .meaning = "acceleration, downwards"},
  {.key = "coordinates", .kind = FIELD_ROWS, IN(ProblemHamiltonian, coordinates),
   .count_offset = offsetof(ProblemHamiltonian, ncoordinates), .required = true, .only = &started, .least = 1,
   .columns = 1, .expected = "a list of numbers", .meaning = "q at the start"},
  {.key = "momenta", .kind = FIELD_ROWS, IN(ProblemHamiltonian, momenta),
   .count_offset = offsetof(ProblemHamiltonian, nmomenta), .required = true, .instead = "rates", .only = &started,
   .least = 1, .columns = 1, .expected = "a list of numbers", .meaning = "p at the start"},
  {.key = "rates", .kind = FIELD_ROWS, IN(ProblemHamiltonian, rates),
   .count_offset = offsetof(ProblemHamiltonian, nrates), .required = true, .instead = "momenta", .only = &started,
   .least = 1, .columns = 1, .expected = "a list of numbers", .meaning = "dq/dt at the start"},
};

const Table schema_hamiltonian = {.noun         = "a mapping, as {system: kepler, eccentricity: 0.6}",
                                  FIELDS(hamiltonian_fields),
                                  .size         = sizeof(ProblemHamiltonian),
                                  .has_where    = true,
                                  .where_offset = offsetof(ProblemHamiltonian, where)};

/* clang-format on */
