#include "nodes.h"

#include "base/vec.h"
#include "built.h"
#include "unity.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool run_sample(void *context, const Sample *sample)
{
  Run      *run = context;
  const int e   = sample->element;

  TEST_ASSERT_EQUAL_INT(run->seen, e);
  run->seen++;
  TEST_ASSERT_EQUAL_INT(run->elements, sample->elements);
  vec_copy(run->nz, sample->z, run->z + e * run->k * run->nz);
  if (e == 0) return true;
  TEST_ASSERT_EQUAL_INT(run->k - 1, sample->nodes);
  vec_copy(sample->nodes * run->nz, sample->node_z, run->z + ((e - 1) * run->k + 1) * run->nz);
  vec_copy(run->nl, sample->lambda, run->lambda + (e - 1) * run->nl);
  return true;
}

/* stderr into run->messages during the solve */
static void run_quietly(Run *run, const Observer *observer)
{
  FILE     *file  = tmpfile();
  const int saved = dup(2);

  TEST_ASSERT_NOT_NULL(file);
  fflush(stderr);
  dup2(fileno(file), 2);
  const PetscErrorCode ierr =
    scheme_of(&run->model.problem)
      ->run(&run->model.problem, &run->model.system, run->model.z, run->model.lambda, observer, &run->status);
  fflush(stderr);
  dup2(saved, 2);
  close(saved);
  rewind(file);
  run->messages[fread(run->messages, 1, sizeof run->messages - 1, file)] = '\0';
  fclose(file);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, ierr, run->messages);
}

static void run_args(Run *run, const char *file, const char *format, va_list args)
{
  const Observer observer = {.context = run, .sample = run_sample};
  char           text[2048];

  memset(run, 0, sizeof *run);
  vsnprintf(text, sizeof text, format, args);
  built_words(file, text, &run->model);
  const ProblemTime *time = &run->model.problem.time;
  run->elements = time->elements != RIGEL_UNSET ? time->elements : (int)lround((time->end - time->start) / time->step);
  run->k        = run->model.problem.method.degree;
  run->nz       = run->model.system.nz;
  run->nl       = run->model.system.nl;
  run->z        = calloc((size_t)((run->elements * run->k + 1) * run->nz), sizeof *run->z);
  run->lambda   = calloc((size_t)(run->elements * run->nl + 1), sizeof *run->lambda);
  run_quietly(run, &observer);
}

void run_try(Run *run, const char *file, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  run_args(run, file, format, args);
  va_end(args);
}

void run_open(Run *run, const char *file, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  run_args(run, file, format, args);
  va_end(args);
  TEST_ASSERT_EQUAL_INT_MESSAGE(RUN_DONE, run->status.verdict, run->status.message);
  TEST_ASSERT_EQUAL_INT(run->elements + 1, run->seen);
}

void run_close(Run *run)
{
  free(run->z);
  free(run->lambda);
  TEST_ASSERT_EQUAL_INT(0, model_clear(&run->model));
}

/* Largest difference of two tables [rows][columns], each column relative to its largest entry or to floor[column] (1 without). */
static double table_difference(int rows, int columns, const double *a, const double *b, const double *floor)
{
  double worst = 0.0;

  for (int c = 0; c < columns; c++) {
    double size = floor ? 1e-3 * floor[c] : 1.0, most = 0.0;
    for (int r = 0; r < rows; r++) {
      const double d = fabs(a[r * columns + c] - b[r * columns + c]);
      if (isnan(d)) return NAN;
      size = fmax(size, fabs(b[r * columns + c]));
      most = fmax(most, d);
    }
    worst = fmax(worst, most / size);
  }
  return worst;
}

void assert_same_run(const Run *a, const Run *b, const char *what)
{
  char text[300];

  TEST_ASSERT_EQUAL_INT(b->elements * b->k, a->elements * a->k);
  const double dz = table_difference(a->elements * a->k + 1, a->nz, a->z, b->z, a->model.system.scale_z);
  const double dl = table_difference(a->elements, a->nl, a->lambda, b->lambda, NULL);
  snprintf(text, sizeof text, "%s: states differ by %.2e, multipliers by %.2e", what, dz, dl);
  TEST_ASSERT_TRUE_MESSAGE(dz <= 1e-10, text);
  TEST_ASSERT_TRUE_MESSAGE(dl <= 1e-10, text);
}
