/* Set-up of slabs: the interface, and the patterns of what each rank eliminates and of what is left over. */
#include "solve/slabs.h"

#include <limits.h>

enum { STRIP = 32 }; /* columns of a step where no plan is given */

/* Integers of all ranks, one after the other; count[size], start[size + 1] of each rank. */
typedef struct {
  PetscInt    *list;
  PetscMPIInt *count, *start;
} Gathered;

static PetscErrorCode gather(const Slabs *s, int n, const PetscInt *list, Gathered *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(s->size, &g->count, s->size + 1, &g->start));
  PetscCallMPI(MPI_Allgather(&n, 1, MPI_INT, g->count, 1, MPI_INT, s->comm));
  for (int r = 0; r < s->size; r++) g->start[r + 1] = g->start[r] + g->count[r];
  PetscCall(PetscMalloc1(g->start[s->size] + 1, &g->list));
  PetscCallMPI(MPI_Allgatherv(list, n, MPIU_INT, g->list, g->count, g->start, MPIU_INT, s->comm));
  PetscFunctionReturn(0);
}

static PetscErrorCode gathered_free(Gathered *g)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(g->count, g->start));
  PetscCall(PetscFree(g->list));
  PetscFunctionReturn(0);
}

static bool is_own(const Slabs *s, PetscInt i)
{
  return i >= s->first && i < s->first + s->n;
}

/* Rows or columns of this rank's entries that other ranks own, ascending; `with` are their columns or rows. */
static PetscErrorCode others_find(const Slabs *s, const int *index, const int *with, int *n, PetscInt **list)
{
  const int first = s->first, end = s->first + s->n;
  PetscInt  found = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)s->source.nentries + 1, list));
  for (int e = 0; e < s->source.nentries; e++)
    if ((index[e] < first || index[e] >= end) && index[e] >= 0 && with[e] >= 0) (*list)[found++] = index[e];
  PetscCall(PetscSortRemoveDupsInt(&found, *list));
  PetscCall(PetscRealloc(((size_t)found + 1) * sizeof **list, list));
  *n = (int)found;
  PetscFunctionReturn(0);
}

/* --- the interface */

typedef struct {
  PetscInt  ncolumns, *column; /* its columns, ascending */
  Gathered  ghost;             /* rows with an unknown s, rank by rank */
  PetscInt *place;             /* of columns, then of these, in time order */
} Interface;

static PetscErrorCode interface_create(Slabs *s, Interface *f)
{
  Gathered  others;
  PetscInt *mine, *key, *id;
  int       n;

  PetscFunctionBeginUser;
  PetscCall(others_find(s, s->source.col, s->source.row, &n, &mine));
  PetscCall(gather(s, n, mine, &others));
  PetscCall(PetscFree(mine));
  f->column   = others.list;
  f->ncolumns = others.start[s->size];
  PetscCall(PetscSortRemoveDupsInt(&f->ncolumns, f->column));
  PetscCall(PetscFree2(others.count, others.start));
  PetscCall(others_find(s, s->source.row, s->source.col, &s->nghost, &s->ghost));
  PetscCall(gather(s, s->nghost, s->ghost, &f->ghost));
  s->nall = (int)f->ncolumns + f->ghost.start[s->size];
  PetscCall(PetscMalloc1(s->nall + 1, &f->place));
  PetscCall(PetscMalloc2(s->nall + 1, &key, s->nall + 1, &id));
  for (int i = 0; i < s->nall; i++) {
    key[i] = i < f->ncolumns ? f->column[i] : f->ghost.list[i - f->ncolumns];
    id[i]  = i;
  }
  PetscCall(PetscSortIntWithArray(s->nall, key, id));
  for (int i = 0; i < s->nall; i++) f->place[id[i]] = i;
  PetscCall(PetscFree2(key, id));
  PetscFunctionReturn(0);
}

static PetscErrorCode interface_destroy(Interface *f)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(f->column));
  PetscCall(PetscFree(f->place));
  PetscCall(gathered_free(&f->ghost));
  PetscFunctionReturn(0);
}

/* Own columns: inner ones in the order of their elimination, the others by their place in the interface. */
static PetscErrorCode inner_fill(Slabs *s, const Interface *f)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(s->n + 1, &s->inner));
  for (PetscInt i = 0; i < f->ncolumns; i++)
    if (is_own(s, f->column[i])) s->inner[f->column[i] - s->first] = -1 - (int)f->place[i];
  for (int j = 0; j < s->n; j++) {
    const int at = slabs_row(s, j);
    if (s->inner[at] >= 0) s->inner[at] = s->ninner++;
  }
  PetscFunctionReturn(0);
}

/* --- entries of this rank: those of the source, then those of s */

typedef struct {
  int  n;
  int *row, *col; /* row -1: none; col: inner, or -1 - place in the interface */
} Entries;

static PetscErrorCode entries_create(const Slabs *s, const Interface *f, Entries *a)
{
  const int  nghosts = f->ghost.start[s->size], mine = f->ghost.start[s->rank], nsource = s->source.nentries;
  const int  first = s->first, n = s->n, sign = s->turned ? -1 : 1, origin = s->turned ? n - 1 : 0;
  const int *row = s->source.row, *col = s->source.col, *inner = s->inner;
  PetscInt   at = 0;

  PetscFunctionBeginUser;
  const size_t most = (size_t)nsource + (size_t)nghosts + 1;
  PetscCall(PetscMalloc2(most, &a->row, most, &a->col));
  int *to_row = a->row, *to_col = a->col;
  for (int e = 0; e < nsource; e++) {
    const int i = row[e] - first, j = col[e] - first;
    to_row[e] = -1;
    if (row[e] < 0 || col[e] < 0) continue;
    if (i >= 0 && i < n) to_row[e] = origin + sign * i;
    else {
      PetscCall(PetscFindInt(row[e], s->nghost, s->ghost, &at));
      to_row[e] = n + (int)at;
    }
    if (j >= 0 && j < n) to_col[e] = inner[j];
    else {
      PetscCall(PetscFindInt(col[e], f->ncolumns, f->column, &at));
      to_col[e] = -1 - (int)f->place[at];
    }
  }
  a->n = nsource;
  for (int g = 0; g < nghosts; g++) {
    const bool own = is_own(s, f->ghost.list[g]), ghost = g >= mine && g < mine + s->nghost;
    if (!own && !ghost) continue;
    a->row[a->n] = ghost ? n + g - mine : slabs_row(s, (int)f->ghost.list[g] - first);
    a->col[a->n] = -1 - (int)f->place[f->ncolumns + g];
    a->n++;
  }
  PetscFunctionReturn(0);
}

/* The border: what entries see of the interface, in the order in which elimination meets it. where[nall]: columns there */
static PetscErrorCode border_fill(Slabs *s, const Entries *a, int *where)
{
  const int rows = s->n + s->nghost;
  int      *begin; /* first inner column of each row */
  PetscInt *met, *place, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)rows + 1, &begin));
  PetscCall(PetscMalloc2(s->nall + 1, &met, s->nall + 1, &place));
  for (int i = 0; i < rows; i++) begin[i] = s->ninner;
  for (int e = 0; e < a->n; e++)
    if (a->row[e] >= 0 && a->col[e] >= 0) begin[a->row[e]] = PetscMin(begin[a->row[e]], a->col[e]);
  for (int i = 0; i < s->nall; i++) where[i] = INT_MAX;
  for (int e = 0; e < a->n; e++)
    if (a->row[e] >= 0 && a->col[e] < 0) where[-1 - a->col[e]] = PetscMin(where[-1 - a->col[e]], begin[a->row[e]]);
  for (int i = 0; i < s->nall; i++)
    if (where[i] < INT_MAX) {
      met[n]     = where[i];
      place[n++] = i;
    }
  PetscCall(PetscSortIntWithArray(n, met, place));
  s->nborder = (int)n;
  PetscCall(PetscMalloc1(n + 1, &s->border));
  for (int c = 0; c < n; c++) {
    s->border[c]    = (int)place[c];
    where[place[c]] = s->ninner + c;
  }
  PetscCall(PetscFree2(met, place));
  PetscCall(PetscFree(begin));
  PetscFunctionReturn(0);
}

static PetscErrorCode pattern_create(Slabs *s, const Entries *a)
{
  const int rows = s->n + s->nghost, own = s->n, nsource = s->source.nentries;
  int      *where, *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->nall + 1, &where));
  PetscCall(border_fill(s, a, where));
  PetscCall(PetscCalloc1((size_t)rows + 2, &row));
  for (int e = 0; e < a->n; e++)
    if (a->row[e] >= 0) row[a->row[e] + 2]++;
  for (int i = 0; i < rows; i++) row[i + 2] += row[i + 1];
  const size_t most = (size_t)row[rows + 1] + 1;
  PetscCall(PetscMalloc3(most, &s->col, most, &s->entry, most, &s->value));
  int    *col = s->col, *entry = s->entry;
  double *value = s->value;
  for (int e = 0; e < a->n; e++) {
    const int i = a->row[e], j = a->col[e];
    if (i < 0) continue;
    const int at = row[i + 1]++;
    col[at]      = j >= 0 ? j : where[-1 - j];
    entry[at]    = e < nsource ? e : -1;
    if (e >= nsource) value[at] = i < own ? 1.0 : -1.0;
  }
  PetscCall(PetscFree(where));
  s->row     = row;
  s->pattern = (FrontPattern){s->ninner, row, col, rows - s->ninner, s->nborder};
  PetscFunctionReturn(0);
}

/* First column of step i of the plan, of `nsteps`, in own columns. */
static int plan_column(const FrontPlan *plan, int n, int nsteps, int i)
{
  if (i == nsteps) return n;
  if (plan->nsteps) return plan->column[i];
  return plan->head > 0 && i == 0 ? 0 : plan->head + (i - (plan->head > 0)) * plan->block;
}

/* An error on all ranks if one has no memory. */
static PetscErrorCode memory_check(const Slabs *s, bool mine)
{
  int ok = mine;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, s->comm));
  PetscCheck(ok, s->comm, PETSC_ERR_MEM, "no memory for the factors of a slab of time");
  PetscFunctionReturn(0);
}

/* The fronts of this rank, with the steps of the plan in inner columns. */
static PetscErrorCode fronts_create(Slabs *s)
{
  const FrontPlan strips = {.block = STRIP}, *plan = s->source.blocks ? &s->source.plan : &strips;
  int             nsteps = plan->nsteps, *before, *column;
  bool           *sealed;

  PetscFunctionBeginUser;
  if (!nsteps) nsteps = (plan->head > 0) + (s->n - plan->head + plan->block - 1) / plan->block;
  PetscCall(PetscMalloc3(s->n + 1, &before, nsteps + 1, &column, nsteps + 1, &sealed));
  before[0] = 0;
  for (int j = 0; j < s->n; j++) before[j + 1] = before[j] + (s->inner[j] >= 0);
  for (int i = 0; i <= nsteps; i++) {
    const int from = before[plan_column(plan, s->n, nsteps, s->turned ? nsteps - i : i)];
    column[i]      = s->turned ? s->ninner - from : from;
    sealed[i]      = i < nsteps && !s->turned && (plan->nsteps ? plan->sealed[i] : plan->seal);
  }
  const FrontPlan own = {.nsteps = nsteps, .column = column, .sealed = sealed};
  const bool      ok  = front_create(&s->pattern, &own, &s->front);
  PetscCall(PetscFree3(before, column, sealed));
  PetscCall(memory_check(s, ok));
  PetscFunctionReturn(0);
}

/* --- what is left over */

static PetscErrorCode rest_create(Slabs *s)
{
  const int mine = s->pattern.extra;
  PetscInt *list;
  Gathered  border;
  int       row = 0, total = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->nborder + 1, &list));
  for (int c = 0; c < s->nborder; c++) list[c] = s->border[c];
  PetscCall(gather(s, s->nborder, list, &border));
  PetscCall(PetscFree(list));
  PetscCall(PetscMalloc4(s->size, &s->rows, s->size, &s->rows_start, s->size, &s->values, s->size, &s->values_start));
  PetscCallMPI(MPI_Allgather(&mine, 1, MPI_INT, s->rows, 1, MPI_INT, s->comm));
  for (int r = 0; r < s->size; r++) {
    s->rows_start[r]   = row;
    s->values_start[r] = total;
    s->values[r]       = s->rows[r] * border.count[r];
    row += s->rows[r];
    total += s->values[r];
  }
  PetscCall(PetscMalloc3(row + 1, &s->rest_row, total + 1, &s->rest_col, total + 1, &s->rest_value));
  s->rest_row[0] = 0;
  for (int r = 0, i = 0; r < s->size; r++)
    for (int end = i + s->rows[r]; i < end; i++) {
      s->rest_row[i + 1] = s->rest_row[i] + border.count[r];
      for (int c = 0; c < border.count[r]; c++) s->rest_col[s->rest_row[i] + c] = (int)border.list[border.start[r] + c];
    }
  s->rest = (FrontPattern){.n = row, .row = s->rest_row, .col = s->rest_col};
  PetscCall(gathered_free(&border));
  PetscCheck(row == s->nall, s->comm, PETSC_ERR_PLIB, "%d equations for the %d unknowns of the interface", row,
             s->nall);
  PetscCall(memory_check(s, front_create(&s->rest, &(FrontPlan){.block = STRIP}, &s->small)));
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_create(MPI_Comm comm, int first, int n, const BandSource *source, Slabs *s)
{
  Interface interface;
  Entries   entries;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(s, sizeof *s));
  s->source = *source;
  s->comm   = comm;
  s->first  = first;
  s->n      = n;
  PetscCallMPI(MPI_Comm_rank(s->comm, &s->rank));
  PetscCallMPI(MPI_Comm_size(s->comm, &s->size));
  s->turned = s->rank == s->size - 1;
  PetscCall(interface_create(s, &interface));
  PetscCall(inner_fill(s, &interface));
  PetscCall(entries_create(s, &interface, &entries));
  PetscCall(pattern_create(s, &entries));
  PetscCall(PetscFree2(entries.row, entries.col));
  PetscCall(interface_destroy(&interface));
  PetscCall(fronts_create(s));
  PetscCall(rest_create(s));
  PetscCall(PetscMalloc3((size_t)s->pattern.n + (size_t)s->pattern.extra + 1, &s->work, s->nborder + 1, &s->edge,
                         s->nall + 1, &s->all));
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_destroy(Slabs *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->ghost));
  PetscCall(PetscFree(s->inner));
  PetscCall(PetscFree(s->border));
  PetscCall(PetscFree(s->row));
  PetscCall(PetscFree3(s->col, s->entry, s->value));
  PetscCall(PetscFree4(s->rows, s->rows_start, s->values, s->values_start));
  PetscCall(PetscFree3(s->rest_row, s->rest_col, s->rest_value));
  PetscCall(PetscFree3(s->work, s->edge, s->all));
  front_destroy(&s->front);
  front_destroy(&s->small);
  PetscFunctionReturn(0);
}
