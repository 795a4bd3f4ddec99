/* Keys of Hamiltonian systems. */
#include "input/schema/schema_table.h"

#include <string.h>

/* --- conditions */

static bool is_system(const void *record, const char *name)
{
  return strcmp(((const ProblemHamiltonian *)record)->system, name) == 0;
}

static bool is_harmonic(const void *record)
{
  return is_system(record, "harmonic");
}

static bool is_pendulum(const void *record)
{
  return is_system(record, "pendulum");
}

static bool is_kepler(const void *record)
{
  return is_system(record, "kepler");
}

static bool is_galaxy(const void *record)
{
  return is_system(record, "galaxy");
}

static bool is_top(const void *record)
{
  return is_system(record, "top");
}

static bool has_mass(const void *record)
{
  return is_harmonic(record) || is_top(record);
}

/* An orbit starts at its perihelion. */
static bool has_start(const void *record)
{
  return ((const ProblemHamiltonian *)record)->system[0] && !is_kepler(record);
}

static const Condition harmonic = {"system: harmonic", is_harmonic}, pendulum = {"system: pendulum", is_pendulum},
                       kepler = {"system: kepler", is_kepler}, galaxy = {"system: galaxy", is_galaxy},
                       top = {"system: top", is_top}, massive = {"system: harmonic or top", has_mass},
                       started = {"a system other than kepler", has_start};

/* An entry of a table is two or three lines. */
/* clang-format off */

static const Field hamiltonian_fields[] = {
  {.key = "system", .kind = FIELD_WORD, IN(ProblemHamiltonian, system), .required = true,
   .vocabulary = VOCABULARY_HAMILTONIAN, .expected = "the name of a Hamiltonian system",
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
