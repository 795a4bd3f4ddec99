/* The table of references: a line per problem on the terminal, Markdown for people, CSV with all digits. */
#include "cli/study/references.h"

#include <math.h>
#include <string.h>

static const char *const verdicts[] = {"confirmed", "no reference", "not confirmed", "contradicted"};

/* Significant digits on which all runs agree, at most 15. */
static int digits_agreed(const ReferenceRow *row)
{
  const double digits = -log10(fmax(row->agreement, 1e-15));

  return isnan(row->agreement) || digits < 1.0 ? 1 : (int)digits;
}

/* "(x, y, z)" with the digits that agree; a component far below the others is zero at that many digits. */
static void tuple_write(const double *value, int n, int digits, FILE *stream)
{
  double most = 0.0;

  for (int i = 0; i < n; i++) most = fmax(most, fabs(value[i]));
  const int places = most > 0.0 ? digits - 1 - (int)floor(log10(most)) : digits;
  for (int i = 0; i < n; i++) {
    const double shown = fabs(value[i]) < 0.5 * pow(10.0, -places) ? 0.0 : value[i];
    fprintf(stream, "%s%.*f", i ? ", " : n > 1 ? "(" : "", places > 0 && shown != 0.0 ? places : 0, shown);
  }
  if (n > 1) fputc(')', stream);
}

/* The values of one kind with its name. */
static void part_write(const char *name, const double *value, int n, int digits, bool *first, FILE *stream)
{
  if (isnan(value[0])) return;
  fprintf(stream, "%s%s ", *first ? "" : ", ", name);
  tuple_write(value, n, digits, stream);
  *first = false;
}

/* What all runs agree on. A quaternion is printed with the sign of the committed one. */
static void values_write(const ReferenceRow *row, FILE *stream)
{
  double    q[4], dot = 0.0;
  bool      first  = true;
  const int digits = digits_agreed(row);

  for (int i = 0; i < 4; i++) dot += row->computed[3 + i] * row->committed[3 + i];
  for (int i = 0; i < 4; i++) q[i] = dot < 0.0 ? -row->computed[3 + i] : row->computed[3 + i];
  part_write("position", row->computed, 3, digits, &first, stream);
  part_write("orientation", q, 4, digits, &first, stream);
  part_write("cost", row->computed + 7, 1, digits, &first, stream);
}

static void number_write(const char *before, double value, FILE *stream)
{
  if (isnan(value)) fprintf(stream, "%s-", before);
  else fprintf(stream, "%s%.1e", before, value);
}

/* The line of the file that states a reference with the values found. */
static void proposal_print(const ReferenceRow *row, FILE *stream)
{
  const char *separator = "";

  fprintf(stream, "  reference: {");
  for (int part = 0; part < 3; part++) {
    static const int         from[] = {0, 3, 7}, count[] = {3, 4, 1};
    static const char *const names[] = {"position", "orientation", "least_cost"};
    if (isnan(row->computed[from[part]])) continue;
    fprintf(stream, "%s%s: %s", separator, names[part], count[part] > 1 ? "[" : "");
    for (int i = 0; i < count[part]; i++) fprintf(stream, "%s%.17g", i ? ", " : "", row->computed[from[part] + i]);
    fprintf(stream, "%s", count[part] > 1 ? "]" : "");
    separator = ", ";
  }
  fprintf(stream, "%saccuracy: %.0e}\n", separator, fmax(row->agreement, 1e-15));
}

void reference_print(const ReferenceRow *row, FILE *stream)
{
  fprintf(stream, "%s: %s", row->file, verdicts[row->verdict]);
  if (row->verdict == REFERENCE_CONFIRMED) fprintf(stream, " to %.1e", fmax(row->difference, row->agreement));
  fprintf(stream, ": ");
  values_write(row, stream);
  fprintf(stream, "\n  %d run%s (%s)", row->runs, row->runs == 1 ? "" : "s", row->methods);
  number_write(" agree to ", row->agreement, stream);
  number_write(", differ from the file by ", row->difference, stream);
  number_write(", its accuracy ", row->given.accuracy, stream);
  fprintf(stream, "\n");
  if (row->given.source[0]) fprintf(stream, "  source: %s\n", row->given.source);
  if (row->message[0]) fprintf(stream, "  %s\n", row->message);
  if (row->verdict == REFERENCE_MISSING) proposal_print(row, stream);
}

/* Text of a cell: a bar would end it. */
static void cell_write(const char *text, FILE *stream)
{
  for (; *text; text++) fprintf(stream, *text == '|' ? "\\%c" : "%c", *text);
}

void references_write_markdown(const ReferenceRow *rows, int nrows, FILE *stream)
{
  fprintf(
    stream,
    "| problem | of | digits on which all runs agree | source of the reference | its accuracy | runs agree to | difference "
    "| compared | verdict |\n|---|---|---|---|---|---|---|---|---|\n");
  for (int i = 0; i < nrows; i++) {
    const ReferenceRow *row = &rows[i];
    fprintf(stream, "| `%s` | %s, t = %.6g | ", row->file, isnan(row->computed[7]) ? row->given.body_name : "optimum",
            row->time);
    values_write(row, stream);
    fprintf(stream, " | ");
    cell_write(row->given.source[0] ? row->given.source : row->closed ? "closed form" : "-", stream);
    number_write(" | ", row->closed ? NAN : row->given.accuracy, stream);
    number_write(" | ", row->agreement, stream);
    number_write(" | ", row->difference, stream);
    fprintf(stream, " | %s | %s |\n", row->methods, verdicts[row->verdict]);
  }
}

/* Eight numbers, empty where there is none. */
static void columns_write(const double *value, FILE *stream)
{
  for (int i = 0; i < REFERENCE_VALUES; i++) {
    fputc(',', stream);
    if (!isnan(value[i])) fprintf(stream, "%.17g", value[i]);
  }
}

void references_write_csv(const ReferenceRow *rows, int nrows, FILE *stream)
{
  static const char *const sides[] = {"committed", "computed"};

  fprintf(stream, "file,body,time,verdict,runs,accuracy,agreement,difference");
  for (int side = 0; side < 2; side++)
    for (int c = COLUMN_X; c <= COLUMN_COST; c++) fprintf(stream, ",%s_%s", sides[side], study_columns[c].name);
  fputc('\n', stream);
  for (int i = 0; i < nrows; i++) {
    const ReferenceRow *row = &rows[i];
    fprintf(stream, "%s,%s,%.17g,%s,%d,%.2e,%.2e,%.2e", row->file, row->given.body_name, row->time,
            verdicts[row->verdict], row->runs, row->given.accuracy, row->agreement, row->difference);
    columns_write(row->committed, stream);
    columns_write(row->computed, stream);
    fputc('\n', stream);
  }
}
