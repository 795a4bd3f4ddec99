/* Collection, order and output of the faults of an input. */
#include "problem/fault.h"

#include "base/words.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_LEN = 1024 };

void fault_init(FaultList *faults, const char *file)
{
  memset(faults, 0, sizeof *faults);
  snprintf(faults->file, sizeof faults->file, "%s", file);
}

/* Grows the lists; false: the limit is reached or memory is exhausted, the fault is only counted. */
static bool fault_reserve(FaultList *faults)
{
  int capacity = faults->capacity ? 2 * faults->capacity : 8;

  if (faults->kept >= FAULT_MOST) return false;
  if (faults->kept < faults->capacity) return true;
  char **text = realloc(faults->text, (size_t)capacity * sizeof *text);
  if (text) faults->text = text;
  Where *where = realloc(faults->where, (size_t)capacity * sizeof *where);
  if (where) faults->where = where;
  MessageCode *code = realloc(faults->code, (size_t)capacity * sizeof *code);
  if (code) faults->code = code;
  if (!text || !where || !code) return false;
  faults->capacity = capacity;
  return true;
}

/* Prefixes the message with file:line:column or the assignment of the command line, the kind of a warning, and the path of the key;
 * appends its code. */
void fault_add(FaultList *faults, MessageCode code, Where where, const char *path, const char *format, ...)
{
  char    line[LINE_LEN];
  size_t  used = 0;
  va_list args;

  faults->count++;
  faults->memory = faults->memory || code == R0001_OUT_OF_MEMORY;
  if (!fault_reserve(faults)) {
    faults->memory = faults->memory || faults->kept < FAULT_MOST;
    return;
  }
  if (where.line > 0)
    used = (size_t)snprintf(line, sizeof line, "%.500s:%d:%d: ", faults->file, where.line, where.column);
  else if (where.line < 0 && -where.line <= faults->nset)
    used = (size_t)snprintf(line, sizeof line, "--set %.300s: ", faults->set[-where.line - 1]);
  else used = (size_t)snprintf(line, sizeof line, "%.500s: ", faults->file);
  if (faults->warns) used += (size_t)snprintf(line + used, sizeof line - used, "warning: ");
  if (path[0]) used += (size_t)snprintf(line + used, sizeof line - used, "%.200s: ", path);
  va_start(args, format);
  vsnprintf(line + used, sizeof line - used, format, args);
  va_end(args);
  word_clean(line);
  message_mark(code, line, sizeof line);
  faults->where[faults->kept] = where;
  faults->code[faults->kept]  = code;
  faults->text[faults->kept]  = strdup(line);
  faults->memory              = faults->memory || !faults->text[faults->kept];
  if (faults->text[faults->kept]) faults->kept++;
}

/* Order of two places: the whole file (line 0), its lines, the command line (negative lines) last. */
static bool where_before(Where a, Where b)
{
  int line_a = a.line < 0 ? INT_MAX : a.line, line_b = b.line < 0 ? INT_MAX : b.line;
  return line_a < line_b || (line_a == line_b && a.column < b.column);
}

/* Insertion sort, stable: faults at one place keep their order. */
void fault_sort(FaultList *faults)
{
  for (int i = 1; i < faults->kept; i++) {
    const Where       where = faults->where[i];
    const MessageCode code  = faults->code[i];
    char             *text  = faults->text[i];
    int               j     = i;
    for (; j > 0 && where_before(where, faults->where[j - 1]); j--) {
      faults->where[j] = faults->where[j - 1];
      faults->code[j]  = faults->code[j - 1];
      faults->text[j]  = faults->text[j - 1];
    }
    faults->where[j] = where;
    faults->code[j]  = code;
    faults->text[j]  = text;
  }
}

MessageCode fault_first(const FaultList *faults)
{
  if (faults->kept) return faults->code[0];
  return faults->memory ? R0001_OUT_OF_MEMORY : R0000_NONE;
}

void fault_print(const FaultList *faults, FILE *stream)
{
  for (int i = 0; i < faults->kept; i++) fprintf(stream, "%s\n", faults->text[i]);
  if (faults->memory && faults->kept == 0)
    fprintf(stream, "%s: out of memory [%s]\n", faults->file, message_id(R0001_OUT_OF_MEMORY));
  if (faults->count > faults->kept) fprintf(stream, "%s: and %d more\n", faults->file, faults->count - faults->kept);
}

void fault_clear(FaultList *faults)
{
  for (int i = 0; i < faults->kept; i++) free(faults->text[i]);
  free(faults->text);
  free(faults->where);
  free(faults->code);
  memset(faults, 0, sizeof *faults);
}
