/* Symbolic analysis of LU in slabs: the interface of all ranks, the pattern of each slab and that of S (slabs.h). */
#include "linear/lu/index_list.h"
#include "linear/lu/slabs.h"

#include <limits.h>

/* --- the interface */

/* Whether row or column i belongs to this rank. */
static bool is_own(const Slabs *s, PetscInt i)
{
  return i >= s->first && i < s->first + s->n;
}

/* Rows and columns of the entries of this rank that other ranks own, ascending, and the components of its matrix. */
static PetscErrorCode foreign_find(Slabs *s, List *rows, List *columns)
{
  const int *row = s->source.row, *col = s->source.col;

  PetscFunctionBeginUser;
  PetscCall(components_create(&s->source.plan, s->n, &s->components));
  for (int e = 0; e < s->source.nentries; e++) {
    if (row[e] < 0 || col[e] < 0) continue;
    if (!is_own(s, row[e])) PetscCall(list_add(row[e], rows));
    if (!is_own(s, col[e])) PetscCall(list_add(col[e], columns));
    components_join(&s->components, row[e] - s->first, col[e] - s->first);
  }
  components_number(&s->components);
  PetscCall(PetscSortRemoveDupsInt(&rows->n, rows->at));
  PetscCall(PetscSortRemoveDupsInt(&columns->n, columns->at));
  PetscFunctionReturn(0);
}

/* Unknowns of the interface: columns x, then one s for each ghost row of each rank. */
typedef struct {
  PetscInt  ncolumns, *column; /* columns x, ascending */
  Gathered  ghost;             /* ghost rows, rank by rank */
  PetscInt *position;          /* [ninterface] of each unknown in time order */
} Interface;

/* Sorts the unknowns of the interface in time order: x by its column, s by its row. */
static PetscErrorCode interface_order(const Slabs *s, Interface *f)
{
  PetscInt *key, *id;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->ninterface + 1, &f->position));
  PetscCall(PetscMalloc2(s->ninterface + 1, &key, s->ninterface + 1, &id));
  for (int i = 0; i < s->ninterface; i++) {
    key[i] = i < f->ncolumns ? f->column[i] : f->ghost.list[i - f->ncolumns];
    id[i]  = i;
  }
  PetscCall(PetscSortIntWithArray(s->ninterface, key, id));
  for (int i = 0; i < s->ninterface; i++) f->position[id[i]] = i;
  PetscCall(PetscFree2(key, id));
  PetscFunctionReturn(0);
}

/* The interface: columns in which another rank has entries, and the ghost rows of other ranks in which this rank has some. */
static PetscErrorCode interface_create(Slabs *s, Interface *f)
{
  Gathered foreign;
  List     rows = {0}, columns = {0};

  PetscFunctionBeginUser;
  PetscCall(foreign_find(s, &rows, &columns));
  PetscCall(gathered_create(s->comm, (int)columns.n, columns.at, &foreign));
  PetscCall(PetscFree(columns.at));
  f->column   = foreign.list;
  f->ncolumns = foreign.start[s->size];
  PetscCall(PetscSortRemoveDupsInt(&f->ncolumns, f->column));
  PetscCall(PetscFree2(foreign.count, foreign.start));
  s->ghost  = rows.at;
  s->nghost = (int)rows.n;
  PetscCall(gathered_create(s->comm, s->nghost, s->ghost, &f->ghost));
  s->ninterface = (int)f->ncolumns + f->ghost.start[s->size];
  PetscCall(interface_order(s, f));
  PetscFunctionReturn(0);
}

static PetscErrorCode interface_destroy(Interface *f)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(f->column));
  PetscCall(PetscFree(f->position));
  PetscCall(gathered_destroy(&f->ghost));
  PetscFunctionReturn(0);
}

/* s->inner: own columns outside the interface in the order of their elimination, the others by their position in the interface. */
static PetscErrorCode inner_create(const Interface *f, Slabs *s)
{
  Components *components = &s->components;
  bool       *keep;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->n + 1, &keep));
  for (int j = 0; j < s->n; j++) keep[j] = true;
  for (PetscInt i = 0; i < f->ncolumns; i++)
    if (is_own(s, f->column[i])) keep[f->column[i] - s->first] = false;
  PetscCall(components_plan(keep, s->reversed, components));
  PetscCall(PetscFree(keep));
  s->inner  = components->position;
  s->ninner = components->column[components->ordered.nsteps];
  for (PetscInt i = 0; i < f->ncolumns; i++)
    if (is_own(s, f->column[i])) s->inner[f->column[i] - s->first] = -1 - (int)f->position[i];
  PetscFunctionReturn(0);
}

/* --- entries of this rank: those of the source, then 1 and -1 of the unknowns s */

typedef struct {
  const Slabs     *s;
  const Interface *f;
  List             row, col; /* of the unknowns s, as entry_get returns them */
  int              n;        /* of both */
} Entries;

/* The owner of a row has the entry 1 of s, the rank of the ghost row -1. */
static PetscErrorCode entries_create(const Slabs *s, const Interface *f, Entries *a)
{
  const int nghosts = f->ghost.start[s->size], mine = f->ghost.start[s->rank];

  PetscFunctionBeginUser;
  *a = (Entries){.s = s, .f = f};
  for (int g = 0; g < nghosts; g++) {
    const bool own = is_own(s, f->ghost.list[g]), ghost = g >= mine && g < mine + s->nghost;
    if (!own && !ghost) continue;
    PetscCall(list_add(ghost ? s->n + g - mine : slabs_row(s, (int)f->ghost.list[g] - s->first), &a->row));
    PetscCall(list_add(-1 - f->position[f->ncolumns + g], &a->col));
  }
  a->n = s->source.nentries + (int)a->row.n;
  PetscFunctionReturn(0);
}

static PetscErrorCode entries_destroy(Entries *a)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(a->row.at));
  PetscCall(PetscFree(a->col.at));
  PetscFunctionReturn(0);
}

/* Row of entry e, own ones before ghosts; its column: an inner position, or -1 - position in the interface. False: dropped. */
static inline bool entry_get(const Entries *a, int e, int *row, int *col)
{
  const Slabs     *s = a->s;
  const Interface *f = a->f;

  if (e >= s->source.nentries) {
    *row = (int)a->row.at[e - s->source.nentries];
    *col = (int)a->col.at[e - s->source.nentries];
    return true;
  }
  const int i = s->source.row[e], j = s->source.col[e];
  if (i < 0 || j < 0) return false;
  *row = is_own(s, i) ? slabs_row(s, i - s->first) : s->n + list_find(s->nghost, s->ghost, i);
  *col = is_own(s, j) ? s->inner[j - s->first] : -1 - (int)f->position[list_find((int)f->ncolumns, f->column, j)];
  return true;
}

/* --- the pattern of a slab */

/* Component of row i of the pattern. */
static int row_component(const Slabs *s, int i)
{
  return components_of_row(&s->components, i < s->n ? slabs_row(s, i) : (int)s->ghost[i - s->n] - s->first);
}

/* Where the rows of a slab use the interface. */
typedef struct {
  int *first_entry;  /* [rows + 2] first_entry[i + 1]: number of entries in the rows before i */
  int *first_column; /* [rows] first inner column, or the end of its component, plus the number of the component */
  List unknown, row; /* each use: position in the interface, and row */
} InterfaceUse;

/* Counts the entries of each row, finds its first inner column, and lists its interface unknowns. */
static PetscErrorCode interface_use_create(const Slabs *s, const Entries *a, InterfaceUse *use)
{
  const Components *components = &s->components;
  const int         rows       = s->n + s->nghost;
  int               i, j;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(use, sizeof *use));
  PetscCall(PetscCalloc1((size_t)rows + 2, &use->first_entry));
  PetscCall(PetscMalloc1((size_t)rows + 1, &use->first_column));
  for (i = 0; i < rows; i++) use->first_column[i] = components->column[components->first_step[row_component(s, i) + 1]];
  for (int e = 0; e < a->n; e++) {
    if (!entry_get(a, e, &i, &j)) continue;
    use->first_entry[i + 2]++;
    if (j >= 0) use->first_column[i] = PetscMin(use->first_column[i], j);
    else {
      PetscCall(list_add(-1 - j, &use->unknown));
      PetscCall(list_add(i, &use->row));
    }
  }
  for (i = 0; i < rows; i++) {
    use->first_entry[i + 2] += use->first_entry[i + 1];
    use->first_column[i] += row_component(s, i); /* keeps components apart, also those without columns */
  }
  PetscFunctionReturn(0);
}

/* The border: unknowns of the interface that occur on this rank, by component in the order in which elimination reaches them, which
 * keeps the fronts before narrow. column_of[ninterface]: their columns in the pattern. */
static PetscErrorCode border_create(const InterfaceUse *use, Slabs *s, int *column_of)
{
  const Components *components = &s->components;
  int              *first_column; /* at which elimination reaches each unknown of the interface */
  PetscInt         *key, *position, n = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(s->ninterface + 1, &key, s->ninterface + 1, &position, s->ninterface + 1, &first_column));
  for (int i = 0; i < s->ninterface; i++) first_column[i] = INT_MAX;
  for (int u = 0; u < use->unknown.n; u++) {
    const int row = (int)use->row.at[u];
    int      *at  = &first_column[use->unknown.at[u]];
    if (*at == INT_MAX) components->border_column[row_component(s, row) + 1]++;
    *at = PetscMin(*at, use->first_column[row]);
  }
  for (int i = 0; i < components->n; i++) components->border_column[i + 1] += components->border_column[i];
  for (int i = 0; i < s->ninterface; i++)
    if (first_column[i] < INT_MAX) {
      key[n]        = first_column[i];
      position[n++] = i;
    }
  PetscCall(PetscSortIntWithArray(n, key, position));
  s->nborder = (int)n;
  PetscCall(PetscMalloc1(n + 1, &s->border));
  for (int c = 0; c < n; c++) {
    s->border[c]           = (int)position[c];
    column_of[position[c]] = s->ninner + c;
  }
  PetscCall(PetscFree3(key, position, first_column));
  PetscFunctionReturn(0);
}

/* Compressed rows of the slab with its border. */
static PetscErrorCode pattern_create(const Entries *a, Slabs *s)
{
  const int    rows = s->n + s->nghost;
  int         *column_of, i, j; /* of an unknown of the interface */
  InterfaceUse use;

  PetscFunctionBeginUser;
  PetscCall(interface_use_create(s, a, &use));
  PetscCall(PetscMalloc1(s->ninterface + 1, &column_of));
  PetscCall(border_create(&use, s, column_of));
  s->row            = use.first_entry;
  const size_t most = (size_t)s->row[rows + 1] + 1;
  PetscCall(PetscMalloc3(most, &s->col, most, &s->entry, (size_t)rows + 1, &s->owner_column));
  for (i = 0; i < rows; i++) s->owner_column[i] = i < s->n ? s->inner[slabs_row(s, i)] : -1;
  for (int e = 0; e < a->n; e++) {
    if (!entry_get(a, e, &i, &j)) continue;
    const int at = s->row[i + 1]++; /* afterwards row[i + 1] is the end of row i */
    s->col[at]   = j >= 0 ? j : column_of[-1 - j];
    s->entry[at] = e < s->source.nentries ? e : i < s->n ? FRONT_PLUS : FRONT_MINUS;
  }
  PetscCall(PetscFree(column_of));
  PetscCall(PetscFree(use.first_column));
  PetscCall(PetscFree(use.unknown.at));
  PetscCall(PetscFree(use.row.at));
  s->pattern = (FrontPattern){.n            = s->ninner,
                              .row          = s->row,
                              .col          = s->col,
                              .entry        = s->entry,
                              .owner_column = s->owner_column,
                              .extra        = rows - s->ninner,
                              .border       = s->nborder};
  PetscFunctionReturn(0);
}

/* Raises an error on all ranks if one of them has no memory. */
static PetscErrorCode memory_check(const Slabs *s, bool mine)
{
  int ok = mine;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &ok, 1, MPI_INT, MPI_MIN, s->comm));
  PetscCheck(ok, s->comm, PETSC_ERR_MEM, "no memory for the factors of a slab of time");
  PetscFunctionReturn(0);
}

/* --- the system of the interface */

/* Compressed rows of S: the extra rows of each rank, dense in the columns of its border. */
static PetscErrorCode schur_create(Slabs *s)
{
  const int mine = s->pattern.extra;
  PetscInt *list;
  Gathered  border;
  int       row = 0, total = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(s->nborder + 1, &list));
  for (int c = 0; c < s->nborder; c++) list[c] = s->border[c];
  PetscCall(gathered_create(s->comm, s->nborder, list, &border));
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
  PetscCall(PetscMalloc3(row + 1, &s->schur_row, total + 1, &s->schur_col, total + 1, &s->schur_value));
  s->schur_row[0] = 0;
  for (int r = 0, i = 0; r < s->size; r++)
    for (int end = i + s->rows[r]; i < end; i++) {
      int *col            = s->schur_col + s->schur_row[i];
      s->schur_row[i + 1] = s->schur_row[i] + border.count[r];
      for (int c = 0; c < border.count[r]; c++) col[c] = (int)border.list[border.start[r] + c];
    }
  s->schur = (FrontPattern){.n = row, .row = s->schur_row, .col = s->schur_col};
  PetscCall(gathered_destroy(&border));
  PetscCheck(row == s->ninterface, s->comm, PETSC_ERR_PLIB, "%d equations for the %d unknowns of the interface", row,
             s->ninterface);
  PetscCall(memory_check(s, front_create(&s->schur, &(FrontPlan){.block = FACTOR_STEP}, &s->schur_front)));
  PetscFunctionReturn(0);
}

/* The last rank eliminates its slab backwards, so that its interface with the rank before comes last. */
PetscErrorCode slabs_create(MPI_Comm comm, int first, int n, const FactorSource *source, Slabs *s)
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
  s->reversed = s->rank == s->size - 1;
  PetscCall(interface_create(s, &interface));
  PetscCall(inner_create(&interface, s));
  PetscCall(entries_create(s, &interface, &entries));
  PetscCall(pattern_create(&entries, s));
  PetscCall(entries_destroy(&entries));
  PetscCall(interface_destroy(&interface));
  PetscCall(memory_check(s, front_create(&s->pattern, &s->components.ordered, &s->front)));
  PetscCall(schur_create(s));
  PetscCall(PetscMalloc3((size_t)s->pattern.n + (size_t)s->pattern.extra + 1, &s->work, s->nborder + 1,
                         &s->border_value, s->ninterface + 1, &s->interface_value));
  PetscFunctionReturn(0);
}

PetscErrorCode slabs_destroy(Slabs *s)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(s->ghost));
  PetscCall(components_destroy(&s->components));
  PetscCall(PetscFree(s->border));
  PetscCall(PetscFree(s->row));
  PetscCall(PetscFree3(s->col, s->entry, s->owner_column));
  PetscCall(PetscFree4(s->rows, s->rows_start, s->values, s->values_start));
  PetscCall(PetscFree3(s->schur_row, s->schur_col, s->schur_value));
  PetscCall(PetscFree3(s->work, s->border_value, s->interface_value));
  front_destroy(&s->front);
  front_destroy(&s->schur_front);
  PetscFunctionReturn(0);
}
