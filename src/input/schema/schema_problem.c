/* Keys of the problem itself: time, method, solver, boundary values, reference, output. */
#include "input/schema/schema_table.h"

#include <math.h>

#include <string.h>

_Static_assert(sizeof(KineticKind) == sizeof(int) && sizeof(LinearKind) == sizeof(int), "choices are stored as int");

static const char *const nodes_words[]      = {"equidistant", "lobatto", NULL};
static const char *const psi_words[]        = {"plain", "full", NULL};
static const char *const multiplier_words[] = {"discontinuous", "continuous", NULL};
static const char *const invariant_words[]  = {"plain", "collocated", NULL};
static const char *const start_words[]      = {"strong", "weak", NULL};
static const char *const impulse_words[]    = {"midpoint", "trapezoidal", NULL};
static const char *const scaling_words[]    = {"natural", "none", NULL};
static const char *const guess_words[]      = {"auto", "stepping",     "constant", "grow", "geodesic",
                                               "rate", "continuation", "file",     NULL};
static const char *const redundant_words[]  = {"error", "drop", NULL};
static const char *const inverse_words[]    = {"forces", "servo", "track", NULL};
static const char *const initial_words[]    = {"check", "project", "assemble", NULL};
static const char *const output_words[]     = {"ends", "all", NULL};
static const char *const format_words[]     = {"csv", "hdf5", "vtk", NULL};

/* --- conditions: whether a key applies to a record that is read as far as it has values */

static bool scheme_is_bubnov(const void *record)
{
  return ((const ProblemMethod *)record)->scheme->galerkin == GALERKIN_BUBNOV;
}

/* mG and em; quat_em and dir_em have degree 1 only. */
static bool scheme_is_petrov(const void *record)
{
  const SchemeTraits *scheme = ((const ProblemMethod *)record)->scheme;
  return scheme->galerkin == GALERKIN_PETROV && (scheme->supports & SUPPORTS_DEGREE) != 0;
}

static bool scheme_has_impulse(const void *record)
{
  return (((const ProblemMethod *)record)->scheme->supports & SUPPORTS_IMPULSE) != 0;
}

static bool guess_is_file(const void *record)
{
  return ((const ProblemSolver *)record)->guess == GUESS_FILE;
}

static bool formats_have_vtk(const void *record)
{
  return (((const ProblemOutput *)record)->formats & FORMAT_VTK) != 0;
}

/* `hamiltonian` replaces `bodies`; where.line != 0: the key was read, even if rejected. */
static bool problem_has_bodies(const void *record)
{
  const ProblemHamiltonian *h = &((const Problem *)record)->hamiltonian;
  return h->where.line == 0 && !h->system[0];
}

static const Condition without_hamiltonian = {"no hamiltonian", .holds = problem_has_bodies};
static const Condition scheme_bubnov       = {"scheme: BG", .holds = scheme_is_bubnov};
static const Condition scheme_petrov       = {"scheme: mG or em", .holds = scheme_is_petrov};
static const Condition scheme_impulse      = {"scheme: simo_wong_explicit, predictor_corrector, staggered or algo_c1",
                                              .holds = scheme_has_impulse};
static const Condition formats_vtk         = {"formats: [vtk]", .holds = formats_have_vtk};
static const Condition guess_file          = {"guess: file", .holds = guess_is_file};

/* An entry of a table is two or three lines. */
/* clang-format off */

/* --- time, method, solver */

static const Field refinement_fields[] = {
  {.key = "from", .kind = FIELD_REAL, IN(ProblemRefinement, from), .required = true, .expected = "a number", .meaning = "start of the part"},
  {.key = "to", .kind = FIELD_REAL, IN(ProblemRefinement, to), .required = true, .expected = "a number", .meaning = "end of the part, later than from"},
  {.key = "step", .kind = FIELD_REAL, IN(ProblemRefinement, step), .required = true, .range = RANGE_POSITIVE,
   .expected = "a positive number", .meaning = "their length, at most"},
};
static void refinement_init(void *record)
{
  *(ProblemRefinement *)record = (ProblemRefinement){NAN, NAN, NAN};
}
static const Table schema_refinement = {.noun = "a mapping, as {from: 1, to: 2, step: 0.001}", FIELDS(refinement_fields),
                                    .size = sizeof(ProblemRefinement), .init = refinement_init};

static const Field time_fields[] = {
  {.key = "start", .kind = FIELD_REAL, IN(ProblemTime, start), .expected = "a number", .meaning = "start of the run"},
  {.key = "end", .kind = FIELD_REAL, IN(ProblemTime, end), .required = true, .expected = "a number",
   .meaning = "end of the run, later than the start"},
  {.key = "free", .kind = FIELD_FLAG, IN(ProblemTime, free), .expected = "true or false",
   .meaning = "the end is found together with the motion, `end` is its first guess; only with objective"},
  {.key = "step", .kind = FIELD_REAL, IN(ProblemTime, step), .instead = "elements", .fallback = "chosen by method.accuracy",
   .range = RANGE_POSITIVE, .expected = "a positive number", .meaning = "length of a time element"},
  {.key = "elements", .kind = FIELD_INTEGER, IN(ProblemTime, elements), .instead = "step", .fallback = "chosen by method.accuracy",
   .least = 1, .most = 1000000000, .expected = "an integer from 1 to 1000000000",
   .meaning = "number of equal time elements"},
  {.key = "parts", .kind = FIELD_LIST, IN(ProblemTime, refinements), .count_offset = offsetof(ProblemTime, nrefinements),
   .table = &schema_refinement, .expected = "a list of intervals, as {from: 1, to: 2, step: 0.001}", .fallback = "none",
   .meaning = "smaller elements in parts of the run; their ends become element ends"},
};

static const Field method_fields[] = {
  {.key = "scheme", .kind = FIELD_SCHEME, IN(ProblemMethod, scheme), .fallback = "mG", .expected = "the name of a scheme",
   .meaning = "time integration scheme; `rigel list` names them"},
  {.key = "accuracy", .kind = FIELD_REAL, IN(ProblemMethod, accuracy), .range = RANGE_ACCURACY,
   .expected = "a number from 1e-13 to 0.01", .fallback = "1e-6 without time.step and time.elements",
   .meaning = "error of the end state, in natural units, from which the lengths of the elements follow (mG and em)"},
  {.key = "degree", .kind = FIELD_INTEGER, IN(ProblemMethod, degree), .least = 1, .most = 30,
   .fallback = "1; with accuracy from 2 to 8, by its digits", .expected = "an integer from 1 to 30", .meaning = "polynomial degree k of the time elements"},
  {.key = "gauss", .kind = FIELD_INTEGER, IN(ProblemMethod, gauss), .least = 1, .most = 128, .automatic = "auto",
   .expected = "auto or an integer from 1 to 128",
   .meaning = "Gauss points s per element, at least k; auto: as many as make energy and constraints exact"},
  {.key = "nodes", .kind = FIELD_CHOICE, IN(ProblemMethod, nodes), .words = nodes_words,
   .meaning = "nodes of the shape functions"},
  {.key = "psi", .kind = FIELD_CHOICE, IN(ProblemMethod, psi), .words = psi_words,
   .meaning = "velocity constraint of a quaternion: q.p, or in full q.dH/dp"},
  {.key = "window", .kind = FIELD_INTEGER, IN(ProblemMethod, window), .least = 1, .most = 1000000000, .automatic = "all",
   .expected = "all or an integer from 1 to 1000000000", .fallback = "1, all for BG",
   .meaning = "time elements solved by one Newton system; 1: time stepping (mG), all: one global solve"},
  {.key = "multipliers", .kind = FIELD_CHOICE, IN(ProblemMethod, multipliers), .words = multiplier_words,
   .only = &scheme_bubnov, .meaning = "P^{k-1} in each element, or P^k across elements"},
  {.key = "invariants", .kind = FIELD_CHOICE, IN(ProblemMethod, invariants), .words = invariant_words, .only = &scheme_petrov,
   .meaning = "energy and constraints of the state at Gauss points, or of values that are integrated along the element: exact with k points"},
  {.key = "start", .kind = FIELD_CHOICE, IN(ProblemMethod, start), .words = start_words, .only = &scheme_bubnov,
   .meaning = "start values fix the first node, or enter its equations, with projected traces as the result: twice the order"},
  {.key = "impulse", .kind = FIELD_CHOICE, IN(ProblemMethod, impulse), .words = impulse_words,
   .only = &scheme_impulse, .meaning = "impulse of forces over a step: at its middle, or the mean of both ends"},
};

static const Field guess_fields[] = {
  {.key = "file", .kind = FIELD_TEXT, IN(ProblemSolver, guess_file), .required = true,
   .expected = "the directory of an earlier run", .fallback = "none", .meaning = "short for guess: file with guess_file"},
};

static const Table schema_guess = {.noun = "{file: DIR}", FIELDS(guess_fields), .size = sizeof(ProblemSolver)};

#define HOMOTOPY(word, text)                                                                                           \
  {.key = word, .kind = FIELD_INTEGER, IN(ProblemHomotopy, steps), .least = 1, .most = 1000,                           \
   .expected = "an integer from 1 to 1000", .fallback = "none", .meaning = text}

static const Field homotopy_fields[] = {
  HOMOTOPY("inertia", "steps from spherical bodies to the given ones"),
  HOMOTOPY("gravity", "steps from none to the given gravity"),
  HOMOTOPY("time", "steps from a fifth of the interval to the given one"),
  HOMOTOPY("weights", "steps from a hundred times the effort to the given one"),
  HOMOTOPY("end", "steps from the start to the position and orientation prescribed at the end"),
};

static const Table schema_homotopy = {.noun = "{inertia: 5}", FIELDS(homotopy_fields), .size = sizeof(ProblemHomotopy)};

static const Field solver_fields[] = {
  {.key = "tolerance", .kind = FIELD_REAL, IN(ProblemSolver, tolerance), .range = RANGE_TOLERANCE,
   .expected = "a positive number of at most 0.001", .meaning = "bound of the non-dimensional residual at which Newton's method stops"},
  {.key = "max_iterations", .kind = FIELD_INTEGER, IN(ProblemSolver, max_iterations), .least = 1, .most = 1000000,
   .expected = "an integer from 1 to 1000000", .meaning = "largest number of Newton iterations in one solve"},
  {.key = "linear", .kind = FIELD_CHOICE, IN(ProblemSolver, linear), .words = linear_names,
   .meaning = "linear solver"},
  {.key = "scaling", .kind = FIELD_CHOICE, IN(ProblemSolver, scaling), .words = scaling_words,
   .meaning = "of the equations and unknowns of a global solve: natural units, or none"},
  {.key = "guess", .kind = FIELD_CHOICE, IN(ProblemSolver, guess), .words = guess_words, .table = &schema_guess,
   .meaning = "first guess of a global solve: mG stepping, a constant, a growing window, an earlier run; "
              "with boundary: mG stepping, the shortest motion (geodesic), the rates of the bodies, a growing interval, an earlier run"},
  {.key = "guess_file", .kind = FIELD_TEXT, IN(ProblemSolver, guess_file), .only = &guess_file,
   .expected = "the directory of an earlier run", .fallback = "required with guess: file",
   .meaning = "its state.csv and, if there, multipliers.csv are read; relative to the current directory"},
  {.key = "turns", .kind = FIELD_INTEGER, IN(ProblemSolver, turns), .least = -1000000, .most = 1000000, .quiet = true,
   .expected = "an integer from -1000000 to 1000000", .fallback = "0",
   .meaning = "full turns added to the shortest motion from start to end; only with boundary and guess: auto or geodesic"},
  {.key = "homotopy", .kind = FIELD_VARIANT, IN(ProblemSolver, homotopy), .table = &schema_homotopy,
   .expected = "exactly one of inertia, gravity, time, weights, end", .fallback = "none",
   .meaning = "optimal control: from an easier problem to the given one, on the coarsest mesh"},
  {.key = "refine", .kind = FIELD_INTEGER, IN(ProblemSolver, refine), .least = 0, .most = 20, .quiet = true,
   .expected = "an integer from 0 to 20", .fallback = "0",
   .meaning = "optimal control: meshes solved before the given one, each with half the elements of the next"},
  {.key = "refine_degree", .kind = FIELD_INTEGER, IN(ProblemSolver, refine_degree), .least = 1, .most = 30,
   .expected = "an integer from 1 to 30", .fallback = "none",
   .meaning = "optimal control: degree of all that comes before, and once of the given mesh"},
  {.key = "condition", .kind = FIELD_FLAG, IN(ProblemSolver, condition), .expected = "true or false",
   .meaning = "report condition numbers"},
  {.key = "petsc", .kind = FIELD_TEXT, IN(ProblemSolver, petsc), .expected = "a text", .fallback = "none",
   .meaning = "PETSc options with numbers and known words (`rigel list --petsc`); others only after -- on the command line"},
};

static const Field units_fields[] = {
  {.key = "length", .kind = FIELD_REAL, IN(ProblemUnits, length), .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "from the data",
   .meaning = "of positions, as a typical distance of the bodies"},
  {.key = "mass", .kind = FIELD_REAL, IN(ProblemUnits, mass), .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "from the data", .meaning = "as that of the heaviest body"},
  {.key = "time", .kind = FIELD_REAL, IN(ProblemUnits, time), .range = RANGE_POSITIVE,
   .expected = "a positive number", .fallback = "from the data",
   .meaning = "velocities are measured in length / time"},
};

/* --- boundary, reference, output */

static const Field end_fields[] = {
  {.key = "position", .kind = FIELD_VECTOR, IN(ProblemEnd, position), .columns = 3, .expected = "3 numbers",
   .fallback = "free", .meaning = "of the centre of mass"},
  {.key = "orientation", ORIENTATION(ProblemEnd, orientation),
   .fallback = "free", .meaning = "unit quaternion, scalar part first"},
  {.key = "velocity", .kind = FIELD_VECTOR, IN(ProblemEnd, velocity), .columns = 3, .expected = "3 numbers",
   .fallback = "free", .meaning = "of the centre of mass"},
  {.key = "angular_velocity", .kind = FIELD_VECTOR, IN(ProblemEnd, angular_velocity), .columns = 3,
   .expected = "3 numbers", .fallback = "free", .meaning = "in body axes"},
};

static const Field boundary_fields[] = {
  {.key = "start", .kind = FIELD_NAMED, IN(ProblemBoundary, start), .count_offset = offsetof(ProblemBoundary, nstart),
   .table = &schema_end, .expected = "a mapping from names of bodies to what is prescribed", .fallback = "none",
   .meaning = "prescribed values at the start"},
  {.key = "end", .kind = FIELD_NAMED, IN(ProblemBoundary, end), .count_offset = offsetof(ProblemBoundary, nend),
   .table = &schema_end, .expected = "a mapping from names of bodies to what is prescribed", .fallback = "none",
   .meaning = "prescribed values at the end"},
};

static const Field reference_fields[] = {
  {.key = "body", .kind = FIELD_NAME, IN(ProblemReference, body_name), .expected = "the name of a body",
   .fallback = "the body, if there is only one", .meaning = "the body whose exact motion is known"},
  {.key = "time", .kind = FIELD_REAL, IN(ProblemReference, time), .expected = "a number", .fallback = "the end",
   .meaning = "when"},
  {.key = "orientation", ORIENTATION(ProblemReference, orientation), .fallback = "none", .meaning = "exact unit quaternion at that time, scalar part first"},
  {.key = "position", .kind = FIELD_VECTOR, IN(ProblemReference, position), .columns = 3, .expected = "3 numbers",
   .fallback = "none", .meaning = "exact position at that time"},
  {.key = "closed_form", .kind = FIELD_WORD, IN(ProblemReference, closed_form), .vocabulary = VOCABULARY_CLOSED_FORM,
   .expected = "the name of a closed form", .fallback = "none",
   .meaning = "exact solution by name, instead of values"},
  {.key = "least_cost", .kind = FIELD_REAL, IN(ProblemReference, cost), .expected = "a number", .fallback = "none",
   .meaning = "smallest cost of an optimal-control problem"},
  {.key = "accuracy", .kind = FIELD_REAL, IN(ProblemReference, accuracy), .range = RANGE_NON_NEGATIVE,
   .expected = "a number >= 0", .fallback = "not known",
   .meaning = "relative error of the values; `rigel study references` reports values that differ by more"},
  {.key = "source", .kind = FIELD_TEXT, IN(ProblemReference, source), .expected = "a text", .fallback = "none",
   .meaning = "where the values come from"},
};

static const Field output_fields[] = {
  {.key = "every", .kind = FIELD_INTEGER, IN(ProblemOutput, every), .least = 0, .most = INT_MAX,
   .expected = "an integer >= 0", .meaning = "write every n-th element; 0: only run.yaml"},
  {.key = "nodes", .kind = FIELD_CHOICE, IN(ProblemOutput, nodes), .words = output_words,
   .meaning = "rows at element ends, or at all nodes"},
  {.key = "formats", .kind = FIELD_BITS, IN(ProblemOutput, formats), .words = format_words,
   .expected = "a list of csv, hdf5, vtk", .meaning = "file formats; `rigel list` explains them"},
  {.key = "vtk_every", .kind = FIELD_INTEGER, IN(ProblemOutput, vtk_every), .only = &formats_vtk, .least = 1, .most = INT_MAX,
   .automatic = "auto", .expected = "auto or an integer >= 1",
   .meaning = "a VTK file for every n-th of the written elements; auto: at most 500 files"},
  {.key = "checkpoint", .kind = FIELD_REAL, IN(ProblemOutput, checkpoint), .range = RANGE_NON_NEGATIVE,
   .expected = "a number of seconds >= 0",
   .meaning = "seconds between checkpoints, from which a killed run resumes; 0: none"},
};

/* --- the whole file */

static void end_init(void *record)
{
  problem_end_init(record);
}

static const Table schema_output = {.noun = "a mapping", FIELDS(output_fields), .size = sizeof(ProblemOutput)};
const Table        schema_time   = {.noun = "a mapping", FIELDS(time_fields), .size = sizeof(ProblemTime)};
const Table        schema_solver = {.noun = "a mapping", FIELDS(solver_fields), .size = sizeof(ProblemSolver)};
static const Table schema_units  = {.noun = "a mapping", FIELDS(units_fields), .size = sizeof(ProblemUnits)};
const Table        schema_method = {.noun = "a mapping", FIELDS(method_fields), .size = sizeof(ProblemMethod)};
const Table schema_end = {.noun         = "a mapping, as {orientation: [1, 0, 0, 0]}",
                          FIELDS(end_fields),
                          .size         = sizeof(ProblemEnd),
                          .init         = end_init,
                          .has_where    = true,
                          .where_offset = offsetof(ProblemEnd, where),
                          .name_offset  = offsetof(ProblemEnd, body_name)};
const Table schema_boundary = {.noun         = "a mapping with start and end",
                               FIELDS(boundary_fields),
                               .size         = sizeof(ProblemBoundary),
                               .has_where    = true,
                               .where_offset = offsetof(ProblemBoundary, where),
                               .has_given    = true,
                               .given_offset = offsetof(ProblemBoundary, given)};
const Table schema_reference = {.noun = "a mapping",
                                FIELDS(reference_fields),
                                .size         = sizeof(ProblemReference),
                                .has_where    = true,
                                .where_offset = offsetof(ProblemReference, where),
                                .has_given    = true,
                                .given_offset = offsetof(ProblemReference, given)};

static const Field problem_fields[] = {
  {.key = "name", .kind = FIELD_NAME, IN(Problem, name), .expected = "a name of letters, digits, _ and -",
   .fallback = "from the file's name", .meaning = "names the folder of results"},
  {.key = "title", .kind = FIELD_TEXT, IN(Problem, title), .expected = "a text", .fallback = "none",
   .meaning = "one line that describes the problem"},
  {.key = "source", .kind = FIELD_TEXT, IN(Problem, source), .expected = "a text", .fallback = "none",
   .meaning = "source of the data, such as a paper or a book"},
  {.key = "time", .kind = FIELD_MAP, IN(Problem, time), .required = true, .table = &schema_time,
   .expected = "a mapping", .meaning = "the interval and its elements"},
  {.key = "method", .kind = FIELD_MAP, IN(Problem, method), .table = &schema_method, .expected = "a mapping",
   .meaning = "the time integration"},
  {.key = "solver", .kind = FIELD_MAP, IN(Problem, solver), .table = &schema_solver, .expected = "a mapping",
   .meaning = "the nonlinear and linear solver"},
  {.key = "units", .kind = FIELD_MAP, IN(Problem, units), .table = &schema_units, .expected = "a mapping",
   .fallback = "from the data",
   .meaning = "units in which the solver makes unknowns and equations dimensionless; input and results keep the units of the file"},
  {.key = "gravity", .kind = FIELD_VECTOR, IN(Problem, gravity), .columns = 3, .expected = "3 numbers",
   .meaning = "acceleration of gravity"},
  {.key = "hamiltonian", .kind = FIELD_MAP, IN(Problem, hamiltonian), .table = &schema_hamiltonian, .expected = "a mapping",
   .fallback = "none", .meaning = "a built-in Hamiltonian system instead of bodies; `rigel list` names them"},
  {.key = "bodies", .kind = FIELD_LIST, IN(Problem, bodies), .count_offset = offsetof(Problem, nbodies),
   .required = true, .only = &without_hamiltonian, .least = 1, .table = &schema_body, .expected = "a list of bodies", .meaning = "at least one"},
  {.key = "joints", .kind = FIELD_LIST, IN(Problem, joints), .count_offset = offsetof(Problem, njoints),
   .table = &schema_joint, .expected = "a list of joints", .meaning = "connections of the bodies"},
  {.key = "loads", .kind = FIELD_LIST, IN(Problem, loads), .count_offset = offsetof(Problem, nloads),
   .table = &schema_load, .expected = "a list of loads", .meaning = "forces, springs and potentials"},
  {.key = "motion", .kind = FIELD_LIST, IN(Problem, motions), .count_offset = offsetof(Problem, nmotions),
   .table = &schema_motion, .expected = "a list of motions", .fallback = "none",
   .meaning = "prescribed motions; the required forces are in reactions.csv"},
  {.key = "controls", .kind = FIELD_LIST, IN(Problem, controls), .count_offset = offsetof(Problem, ncontrols),
   .table = &schema_control, .expected = "a list of controls", .meaning = "unknown actuator loads, determined by the objective"},
  {.key = "objective", .kind = FIELD_LIST, IN(Problem, terms), .count_offset = offsetof(Problem, nterms),
   .table = &schema_term, .expected = "a list of terms", .meaning = "terms of the cost, whose sum is minimised"},
  {.key = "inverse", .kind = FIELD_CHOICE, IN(Problem, inverse), .words = inverse_words,
   .meaning = "origin of the forces that produce motions: constraint forces of the motions themselves (forces); the controls alone, as servo "
              "constraints (servo: scheme BG, from rest to rest), or approximately (track: motions become terms of the objective)"},
  {.key = "redundant", .kind = FIELD_CHOICE, IN(Problem, redundant), .words = redundant_words,
   .meaning = "rows of joints that depend on other joints: rejected, or dropped and monitored"},
  {.key = "initial", .kind = FIELD_CHOICE, IN(Problem, initial), .words = initial_words,
   .meaning = "initial values that violate constraints: rejected; projected, an impact that conserves momenta; or assembled: positions near "
              "the given ones that close the joints, velocities from those that are given"},
  {.key = "boundary", .kind = FIELD_MAP, IN(Problem, boundary), .table = &schema_boundary, .expected = "a mapping",
   .fallback = "none: everything is given at the start",
   .meaning = "prescribed values at both ends; all others are free; requires one global solve"},
  {.key = "reference", .kind = FIELD_MAP, IN(Problem, reference), .table = &schema_reference, .expected = "a mapping",
   .fallback = "none", .meaning = "known values of the exact solution; the run reports the error"},
  {.key = "output", .kind = FIELD_MAP, IN(Problem, output), .table = &schema_output, .expected = "a mapping",
   .meaning = "tables and files to write"},
  {.key = "study", .kind = FIELD_SKIPPED, .expected = "a mapping", .fallback = "none",
   .meaning = "settings of `rigel study FILE`: measure, sweep, reference, set, petsc; ignored by a run"},
  {.key = "versions", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "timings", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "run", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "files", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "totals", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "assembled", .kind = FIELD_SKIPPED, .meaning = "written by a run with initial: assemble, ignored on reading"},
  {.key = "warnings", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
  {.key = "results", .kind = FIELD_SKIPPED, .meaning = "written by a run, ignored on reading"},
};

const Table schema_problem = {
  .noun = "a mapping of keys such as time and bodies", FIELDS(problem_fields), .size = sizeof(Problem)};

/* clang-format on */
