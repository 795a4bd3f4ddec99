/* The choice of dropped rows as marks and as numbers of a checkpoint, and the names of rows that change (row_choice.h). */
#include "scheme/row_choice.h"

#include "scheme/checkpoint.h"

#include <stdio.h>
#include <string.h>

enum { HEAD = 3, WORDS = sizeof((RunStatus *)0)->changed };

bool row_choice_exists(const System *sys)
{
  int dropped = 0;

  for (int g = sys->nbodies; g < sys->ngroups; g++) dropped += sys->groups[g].ndropped;
  return dropped > 0;
}

void row_choice_fill(const System *sys, bool (*drop)[JOINT_ROWS])
{
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const ConstraintGroup *joint = &sys->groups[g];
    for (int r = 0; r < joint->m + joint->ndropped; r++) drop[g - sys->nbodies][joint->number[r]] = r >= joint->m;
  }
}

PetscErrorCode row_choice_put(const System *sys, const RunStatus *status, double limit, Checkpoint *c)
{
  const double head[HEAD] = {status->row_changes, status->change_time, limit};
  double       words[WORDS];

  PetscFunctionBeginUser;
  if (!row_choice_exists(sys)) PetscFunctionReturn(0);
  for (int i = 0; i < WORDS; i++) words[i] = status->changed[i];
  PetscCall(checkpoint_put(HEAD, head, c));
  PetscCall(checkpoint_put(WORDS, words, c));
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    double marks[JOINT_ROWS] = {0.0};
    for (int r = 0; r < sys->groups[g].ndropped; r++) marks[sys->groups[g].number[sys->groups[g].m + r]] = 1.0;
    PetscCall(checkpoint_put(JOINT_ROWS, marks, c));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode row_choice_take(const Checkpoint *c, int *at, const System *sys, RunStatus *status, double *limit,
                               bool (*drop)[JOINT_ROWS])
{
  double head[HEAD], words[WORDS];

  PetscFunctionBeginUser;
  if (!row_choice_exists(sys)) PetscFunctionReturn(0);
  PetscCall(checkpoint_take(c, at, HEAD, head));
  PetscCall(checkpoint_take(c, at, WORDS, words));
  status->row_changes = head[0] >= 0.0 && head[0] < 1e9 ? (int)head[0] : 0;
  status->change_time = head[1];
  *limit              = head[2];
  for (int i = 0; i < WORDS; i++) status->changed[i] = words[i] >= 0.0 && words[i] <= 127.0 ? (char)words[i] : '?';
  status->changed[WORDS - 1] = '\0';
  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    double marks[JOINT_ROWS];
    PetscCall(checkpoint_take(c, at, JOINT_ROWS, marks));
    for (int r = 0; drop && r < JOINT_ROWS; r++) drop[g - sys->nbodies][r] = marks[r] != 0.0;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode row_choice_read(const Checkpoint *c, int *at, const System *sys, bool (*drop)[JOINT_ROWS])
{
  RunStatus status = {0};
  double    limit;

  PetscFunctionBeginUser;
  PetscCall(checkpoint_totals(c, at, &status));
  PetscCall(row_choice_take(c, at, sys, &status, &limit, drop));
  PetscFunctionReturn(0);
}

/* "row 1 of a, row 2 of b instead of row 1 of c, row 3 of d": imposed from now on, dropped from now on. */
void row_choice_note(const System *sys, bool (*before)[JOINT_ROWS], double t, RunStatus *status)
{
  char  *text = status->changed;
  size_t size = sizeof status->changed;

  text[0] = '\0';
  for (int dropped = 0; dropped < 2; dropped++) {
    const char *comma = dropped ? " instead of " : "";
    for (int g = sys->nbodies; g < sys->ngroups; g++) {
      const ConstraintGroup *joint = &sys->groups[g];
      for (int r = 0; r < joint->m + joint->ndropped; r++) {
        const size_t used = strlen(text);
        if ((r >= joint->m) != dropped || before[g - sys->nbodies][joint->number[r]] == dropped) continue;
        snprintf(text + used, size - used, "%srow %d of %s", comma, joint->number[r] + 1, joint->name);
        comma = ", ";
      }
    }
  }
  status->row_changes++;
  status->change_time = t;
}
