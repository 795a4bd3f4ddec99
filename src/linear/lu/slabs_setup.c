/* Set-up of slabs: the interface, and the patterns of what each rank eliminates and of what is left over. */
#include "linear/lu/slabs.h"

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

/* A list that grows. */
typedef struct {
  PetscInt n, capacity, *at;
} List;

static PetscErrorCode list_add(PetscInt value, List *list)
{
  PetscFunctionBeginUser;
  if (list->n == list->capacity) {
    list->capacity = 2 * list->capacity + 64;
    PetscCall(PetscRealloc((size_t)list->capacity * sizeof *list->at, &list->at));
  }
  list->at[list->n++] = value;
  PetscFunctionReturn(0);
}

static bool is_own(const Slabs *s, PetscInt i)
{
  return i >= s->first && i < s->first + s->n;
}

/* Rows and columns of this rank's entries that other ranks own, ascending, and the parts of its matrix. */
static PetscErrorCode survey(Slabs *s, List *rows, List *columns)
{
  const int *row = s->source.row, *col = s->source.col;

  PetscFunctionBeginUser;
  PetscCall(components_create(s->source.blocks ? &s->source.plan : &(FrontPlan){.block = STRIP}, s->n, &s->parts));
  for (int e = 0; e < s->source.nentries; e++) {
    if (row[e] < 0 || col[e] < 0) continue;
    if (!is_own(s, row[e])) PetscCall(list_add(row[e], rows));
    if (!is_own(s, col[e])) PetscCall(list_add(col[e], columns));
    components_join(&s->parts, row[e] - s->first, col[e] - s->first);
  }
  components_count(&s->parts);
  PetscCall(PetscSortRemoveDupsInt(&rows->n, rows->at));
  PetscCall(PetscSortRemoveDupsInt(&columns->n, columns->at));
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
  List      rows = {0}, columns = {0};
  PetscInt *key, *id;

  PetscFunctionBeginUser;
  PetscCall(survey(s, &rows, &columns));
  PetscCall(gather(s, (int)columns.n, columns.at, &others));
  PetscCall(PetscFree(columns.at));
  f->column   = others.list;
  f->ncolumns = others.start[s->size];
  PetscCall(PetscSortRemoveDupsInt(&f->ncolumns, f->column));
  PetscCall(PetscFree2(others.count, others.start));
  s->ghost  = rows.at;
  s->nghost = (int)rows.n;
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
static PetscErrorCode inner_fill(const Interface *f, Slabs *s)
{
  Components *parts = &s->parts;
  bool       *keep;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->n + 1, &keep));
  for (int j = 0; j < s->n; j++) keep[j] = true;
  for (PetscInt i = 0; i < f->ncolumns; i++)
    if (is_own(s, f->column[i])) keep[f->column[i] - s->first] = false;
  PetscCall(components_plan(keep, s->turned, parts));
  PetscCall(PetscFree(keep));
  s->inner  = parts->place;
  s->ninner = parts->column[parts->own.nsteps];
  for (PetscInt i = 0; i < f->ncolumns; i++)
    if (is_own(s, f->column[i])) s->inner[f->column[i] - s->first] = -1 - (int)f->place[i];
  PetscFunctionReturn(0);
}

/* --- entries of this rank: those of the source, then those of s */

typedef struct {
  const Slabs     *s;
  const Interface *f;
  List             row, col; /* of s */
} Entries;

static int list_find(int n, const PetscInt *list, PetscInt value)
{
  int first = 0;

  while (n > 1) {
    const int half = n / 2;
    if (list[first + half] <= value) first += half;
    n -= half;
  }
  return first;
}

static PetscErrorCode entries_create(const Slabs *s, const Interface *f, Entries *a)
{
  const int nghosts = f->ghost.start[s->size], mine = f->ghost.start[s->rank];

  PetscFunctionBeginUser;
  *a = (Entries){.s = s, .f = f};
  for (int g = 0; g < nghosts; g++) {
    const bool own = is_own(s, f->ghost.list[g]), ghost = g >= mine && g < mine + s->nghost;
    if (!own && !ghost) continue;
    PetscCall(list_add(ghost ? s->n + g - mine : slabs_row(s, (int)f->ghost.list[g] - s->first), &a->row));
    PetscCall(list_add(-1 - f->place[f->ncolumns + g], &a->col));
  }
  PetscFunctionReturn(0);
}

/* Row of entry e, own ones before ghosts, and its column: inner, or -1 - place in the interface. False: it is none. */
static inline bool entry_get(const Entries *a, int e, int *row, int *col)
{
  const Slabs *s = a->s;

  if (e >= s->source.nentries) {
    *row = (int)a->row.at[e - s->source.nentries];
    *col = (int)a->col.at[e - s->source.nentries];
    return true;
  }
  const int i = s->source.row[e], j = s->source.col[e];
  if (i < 0 || j < 0) return false;
  *row = is_own(s, i) ? slabs_row(s, i - s->first) : s->n + list_find(s->nghost, s->ghost, i);
  *col = is_own(s, j) ? s->inner[j - s->first] : -1 - (int)a->f->place[list_find((int)a->f->ncolumns, a->f->column, j)];
  return true;
}

/* Part of a row: of an own one, then of ghosts. */
static int row_part(const Slabs *s, int i)
{
  return components_of_row(&s->parts, i < s->n ? slabs_row(s, i) : (int)s->ghost[i - s->n] - s->first);
}

/* What entries see of the interface, and the place among all rows of each of them. */
typedef struct {
  int *row;  /* [rows + 2] row[i + 1]: entries of the rows before i */
  int *meet; /* [rows] first inner column of each, without any the next part's first; and the part */
  List seen, by;
} Sight;

static PetscErrorCode sight_create(const Slabs *s, const Entries *a, Sight *sight)
{
  const Components *parts = &s->parts;
  const int         rows = s->n + s->nghost, all = s->source.nentries + (int)a->row.n;
  int               i, j;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(sight, sizeof *sight));
  PetscCall(PetscCalloc1((size_t)rows + 2, &sight->row));
  PetscCall(PetscMalloc1((size_t)rows + 1, &sight->meet));
  for (i = 0; i < rows; i++) sight->meet[i] = parts->column[parts->step[row_part(s, i) + 1]];
  for (int e = 0; e < all; e++) {
    if (!entry_get(a, e, &i, &j)) continue;
    sight->row[i + 2]++;
    if (j >= 0) sight->meet[i] = PetscMin(sight->meet[i], j);
    else {
      PetscCall(list_add(-1 - j, &sight->seen));
      PetscCall(list_add(i, &sight->by));
    }
  }
  for (i = 0; i < rows; i++) {
    sight->row[i + 2] += sight->row[i + 1];
    sight->meet[i] += row_part(s, i); /* parts apart, even those without columns */
  }
  PetscFunctionReturn(0);
}

/* The border: what is seen of the interface, part by part in the order in which elimination meets it. where[nall]: columns there */
static PetscErrorCode border_fill(const Sight *sight, Slabs *s, int *where)
{
  const Components *parts = &s->parts;
  PetscInt         *met, *place, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(s->nall + 1, &met, s->nall + 1, &place));
  for (int i = 0; i < s->nall; i++) where[i] = INT_MAX;
  for (int e = 0; e < sight->seen.n; e++) {
    int      *first = &where[sight->seen.at[e]];
    const int by    = (int)sight->by.at[e];
    if (*first == INT_MAX) parts->border[row_part(s, by) + 1]++;
    *first = PetscMin(*first, sight->meet[by]);
  }
  for (int i = 0; i < parts->n; i++) parts->border[i + 1] += parts->border[i];
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
  PetscFunctionReturn(0);
}

static PetscErrorCode pattern_create(const Entries *a, Slabs *s)
{
  const int rows = s->n + s->nghost, all = s->source.nentries + (int)a->row.n;
  int      *where, i, j;
  Sight     sight;

  PetscFunctionBeginUser;
  PetscCall(sight_create(s, a, &sight));
  PetscCall(PetscMalloc1(s->nall + 1, &where));
  PetscCall(border_fill(&sight, s, where));
  s->row            = sight.row;
  const size_t most = (size_t)s->row[rows + 1] + 1;
  PetscCall(PetscMalloc3(most, &s->col, most, &s->entry, (size_t)rows + 1, &s->home));
  for (i = 0; i < rows; i++) s->home[i] = i < s->n ? s->inner[slabs_row(s, i)] : -1;
  for (int e = 0; e < all; e++) {
    if (!entry_get(a, e, &i, &j)) continue;
    const int at = s->row[i + 1]++;
    s->col[at]   = j >= 0 ? j : where[-1 - j];
    s->entry[at] = e < s->source.nentries ? e : i < s->n ? FRONT_PLUS : FRONT_MINUS;
  }
  PetscCall(PetscFree(where));
  PetscCall(PetscFree(sight.meet));
  PetscCall(PetscFree(sight.seen.at));
  PetscCall(PetscFree(sight.by.at));
  s->pattern = (FrontPattern){.n      = s->ninner,
                              .row    = s->row,
                              .col    = s->col,
                              .entry  = s->entry,
                              .home   = s->home,
                              .extra  = rows - s->ninner,
                              .border = s->nborder};
  PetscFunctionReturn(0);
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
  PetscCall(inner_fill(&interface, s));
  PetscCall(entries_create(s, &interface, &entries));
  PetscCall(pattern_create(&entries, s));
  PetscCall(PetscFree(entries.row.at));
  PetscCall(PetscFree(entries.col.at));
  PetscCall(interface_destroy(&interface));
  PetscCall(memory_check(s, front_create(&s->pattern, &s->parts.own, &s->front)));
  PetscCall(rest_create(s));
  PetscCall(PetscMalloc3((size_t)s->pattern.n + (size_t)s->pattern.extra + 1, &s->work, s->nborder + 1, &s->edge,
                         s->nall + 1, &s->all));
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_destroy(Slabs *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->ghost));
  PetscCall(components_destroy(&s->parts));
  PetscCall(PetscFree(s->border));
  PetscCall(PetscFree(s->row));
  PetscCall(PetscFree3(s->col, s->entry, s->home));
  PetscCall(PetscFree4(s->rows, s->rows_start, s->values, s->values_start));
  PetscCall(PetscFree3(s->rest_row, s->rest_col, s->rest_value));
  PetscCall(PetscFree3(s->work, s->edge, s->all));
  front_destroy(&s->front);
  front_destroy(&s->small);
  PetscFunctionReturn(0);
}
