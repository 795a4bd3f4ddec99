/* The topics of names: each table of the source as a list of names with summaries. */
#include "cli/topics.h"

#include "body/hamiltonian.h"
#include "diag/reference.h"
#include "output/writer.h"
#include "problem/problem_solver.h"
#include "run/vocabulary.h"
#include "scheme/schemes.h"

#include <stddef.h>

/* Linear solvers (docs/explanation/numerics.md, Linear solvers). */
static const char *const solver_summary[LINEAR_COUNT] = {
  [LINEAR_AUTO]    = "chooses the solver from the structure of the matrix",
  [LINEAR_DENSE]   = "dense LU of LAPACK, for small systems",
  [LINEAR_BLOCK]   = "own LU of the elements in time, also over MPI ranks",
  [LINEAR_UMFPACK] = "sparse LU of SuiteSparse",
  [LINEAR_KLU]     = "sparse LU of SuiteSparse for nearly triangular matrices",
  [LINEAR_MUMPS]   = "sparse LU, also over MPI ranks"};

/* Columns of the tables of a run (docs/reference/output.md, Tables). NAME: a body, joint, motion or control. */
static const char *const quantities[][2] = {
  {"t", "time; column of every table"},
  {"NAME.x", "position of the centre of mass: .x .y .z (state)"},
  {"NAME.q0", "unit quaternion, scalar part first: .q0 .. .q3 (state, quaternion bodies)"},
  {"NAME.d1x", "directors: .d1x .. .d3z (state, director bodies)"},
  {"NAME.px", "linear momentum: .px .py .pz (state)"},
  {"NAME.pq0", "momentum of the quaternion: .pq0 .. .pq3 (state)"},
  {"NAME.pd1x", "momenta of the directors: .pd1x .. .pd3z (state)"},
  {"T", "kinetic energy (invariants)"},
  {"V", "potential energy (invariants)"},
  {"H", "total energy T + V (invariants)"},
  {"dH", "change of H over the element (invariants)"},
  {"L1", "angular momentum about the origin: L1 L2 L3 (invariants)"},
  {"P1", "linear momentum: P1 P2 P3 (invariants)"},
  {"phi_max", "largest violation of position constraints (invariants)"},
  {"psi_max", "largest violation of velocity constraints (invariants)"},
  {"NAME.phi", "violation of position constraints of a body or joint (invariants)"},
  {"NAME.psi", "violation of velocity constraints of a body or joint (invariants)"},
  {"W_ext", "work of loads from outside since the start (invariants, with loads)"},
  {"W_diss", "work lost by damping since the start (invariants, with loads)"},
  {"NAME.gamma1", "multipliers of position constraints: .gamma1 .. (multipliers)"},
  {"NAME.mu1", "multipliers of velocity constraints: .mu1 .. (multipliers)"},
  {"NAME.fx", "force of a joint or motion on its second body: .fx .fy .fz (reactions)"},
  {"NAME.mx", "torque of a joint or motion on its second body: .mx .my .mz (reactions)"},
  {"NAME.1", "components of a control: .1 .. (controls)"},
  {"element", "number of the last element of a solve (newton)"},
  {"iterations", "Newton iterations, each with a new factorization (newton)"},
  {"corrections", "steps with kept factors (newton)"},
  {"residual", "non-dimensional residual at the end of a solve (newton)"},
  {"floor", "1: the solve ended at the rounding floor (newton)"},
  {"condition",
   "condition number as solved; condition_paper, condition_1, condition_bound (newton, solver.condition: true)"}};

enum { QUANTITIES = sizeof quantities / sizeof quantities[0] };

/* Entry i of one table; names[0]: name, names[1]: summary. */
#define ENTRY(table)                                                                                                   \
  static const char *table##_entry(int i, bool summary)                                                                \
  {                                                                                                                    \
    return !(table)[i] ? NULL : summary ? (table)[i]->summary : (table)[i]->name;                                      \
  }
ENTRY(formulation_list)
ENTRY(joint_list)
ENTRY(motion_list)
ENTRY(hamiltonian_list)
ENTRY(closed_form_list)
ENTRY(writer_list)

/* Gravity is a key, not a load of the table. */
static const char *load_entry(int i, bool summary)
{
  if (i == 0) return summary ? "uniform field of acceleration, key gravity" : "gravity";
  return !load_list[i - 1] ? NULL : summary ? load_list[i - 1]->summary : load_list[i - 1]->name;
}

static const char *scheme_entry(int i, bool summary)
{
  return !scheme_list[i] ? NULL : summary ? scheme_list[i]->traits.summary : scheme_list[i]->traits.name;
}

static const char *solver_entry(int i, bool summary)
{
  return i >= LINEAR_COUNT ? NULL : summary ? solver_summary[i] : linear_names[i];
}

static const char *quantity_entry(int i, bool summary)
{
  return i >= QUANTITIES ? NULL : quantities[i][summary];
}

static const struct {
  const char *topic;
  const char *(*entry)(int i, bool summary);
  bool listed;
} topics[] = {{"formulations", formulation_list_entry, true},
              {"joints", joint_list_entry, true},
              {"loads", load_entry, true},
              {"motions", motion_list_entry, true},
              {"hamiltonian systems", hamiltonian_list_entry, true},
              {"schemes", scheme_entry, true},
              {"closed forms", closed_form_list_entry, true},
              {"writers", writer_list_entry, true},
              {"solvers", solver_entry, false},
              {"quantities", quantity_entry, false}};

enum { TOPICS = sizeof topics / sizeof topics[0] };

const char *topic_title(int topic)
{
  return topic < TOPICS ? topics[topic].topic : NULL;
}

static bool topic_is(const char *topic, const char *word)
{
  size_t i = 0;

  while (topic[i] && (topic[i] == word[i] || (topic[i] == ' ' && (word[i] == '_' || word[i] == '-')))) i++;
  return word[i] == '\0' && (topic[i] == '\0' || topic[i] == ' ');
}

int topic_find(const char *word)
{
  for (int topic = 0; topic < TOPICS; topic++)
    if (topic_is(topics[topic].topic, word)) return topic;
  return -1;
}

const char *topic_name(int topic, int i)
{
  return topics[topic].entry(i, false);
}

const char *topic_summary(int topic, int i)
{
  return topics[topic].entry(i, true);
}

bool topic_is_listed(int topic)
{
  return topics[topic].listed;
}
