/* The frames of the animation: rows of state.csv, thinned. */
#include "base/vec.h"
#include "cli/view/view.h"
#include "output/json.h"

#include <stdlib.h>

/* The stride is the smallest one with at most `most` rows; the last row is always shown. */
Thinning thinning_create(int rows, int most)
{
  Thinning thinning = {.rows = rows, .stride = 1};

  if (rows > most) thinning.stride = (rows - 2) / (most - 1) + 1;
  thinning.count = rows < 2 ? rows : (rows - 2) / thinning.stride + 2;
  return thinning;
}

/* Row of shown point i: every stride-th one, and always the last. */
int thinning_row(const Thinning *thinning, int i)
{
  return i + 1 < thinning->count ? i * thinning->stride : thinning->rows - 1;
}

static const double *state_at(const ViewRun *run, int row, int column)
{
  const ProblemTable *state = &run->tables[FROM_STATE];

  return state->values + (size_t)row * (size_t)state->columns + column;
}

/* Angle between two orientations: 2 acos |p . q| of quaternions, acos((tr R - 1) / 2) of directors. */
static double orientation_angle(int width, const double *a, const double *b)
{
  const int    n     = width - 3;
  const double along = vec_dot(n, a + 3, b + 3), size = vec_norm(n, a + 3) * vec_norm(n, b + 3);

  if (n == 0 || size == 0.0) return 0.0;
  if (n == 4) return 2.0 * acos(fmin(1.0, fabs(along) / size));
  return acos(fmax(-1.0, fmin(1.0, 1.5 * along / size - 0.5))); /* (tr R - 1) / 2 */
}

/* The largest angle that a body turns through between two frames; beyond pi the page does not interpolate. */
static double body_turn(const ViewRun *run, const Thinning *thinning, int column, int width)
{
  double most = 0.0;

  for (int i = 1; i < thinning->count; i++) {
    double turn = 0.0;
    for (int r = thinning_row(thinning, i - 1); r < thinning_row(thinning, i); r++)
      turn += orientation_angle(width, state_at(run, r, column), state_at(run, r + 1, column));
    most = fmax(most, turn);
  }
  return most;
}

/* Writes `width` columns of the frames, row by row. */
static void columns_write(const ViewRun *run, const Thinning *thinning, int column, int width, double *buffer,
                          FILE *stream)
{
  for (int i = 0; i < thinning->count; i++)
    vec_copy(width, state_at(run, thinning_row(thinning, i), column), buffer + (size_t)i * (size_t)width);
  json_base64((size_t)thinning->count * (size_t)width, buffer, stream);
}

/* Times and states of all bodies in base64, and the largest rotation between two frames. */
bool view_write_frames(const ViewRun *run, int most, FILE *stream)
{
  const System  *sys      = &run->model.system;
  const Thinning thinning = thinning_create(run->tables[FROM_STATE].rows, most);
  double        *buffer   = malloc((size_t)thinning.count * BODY_NQ * sizeof *buffer);
  double         turn     = 0.0;
  int            column   = 1;

  if (!buffer) return false;
  fprintf(stream, "\"frames\": {\"rows\": %d, \"stride\": %d, \"count\": %d,\n  \"t\": ", thinning.rows,
          thinning.stride, thinning.count);
  columns_write(run, &thinning, 0, 1, buffer, stream);
  fputs(",\n  \"bodies\": [", stream);
  for (int b = 0; b < sys->nbodies; b++) {
    const int width = view_body_width(&sys->bodies[b]);
    fputs(b ? ",\n  " : "\n  ", stream);
    columns_write(run, &thinning, column, width, buffer, stream);
    turn = fmax(turn, body_turn(run, &thinning, column, width));
    column += 2 * width;
  }
  fprintf(stream, "],\n  \"turn\": %.6g},\n", turn);
  free(buffer);
  return true;
}
