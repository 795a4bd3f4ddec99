/* Runs a problem with the degrees 1, 2 and 3 and prints where a body ends and how far the energy drifts.
 *
 *   example problems/physical_pendulum.yaml bar
 */
#include <math.h>
#include <rigel/rigel.h>
#include <stdio.h>

typedef struct {
  const RigelModel *model;
  int               body; /* where its coordinates begin */
  double            first, drift, x[3];
} Watch;

/* Called at the start and after every element. */
static bool watch(void *context, double t, const double *z, const double *lambda)
{
  Watch       *w      = context;
  const double energy = rigel_energy(w->model, z);

  (void)lambda;
  if (t == 0.0) w->first = energy;
  w->drift = fmax(w->drift, fabs(energy - w->first));
  for (int i = 0; i < 3; i++) w->x[i] = z[w->body + i];
  return true; /* false stops the run */
}

/* One run with an assignment on top of the file; the exit code. */
static RigelCode swing(const char *file, const char *body, const char *set)
{
  RigelModel *model;
  RigelResult result;
  char        message[4096];
  RigelCode   code = rigel_model_read(file, 1, &set, &model, message, sizeof message);

  if (code) {
    fputs(message, stderr);
    return code;
  }
  Watch w = {.model = model, .body = rigel_model_body(model, body)};
  if (w.body < 0) {
    fprintf(stderr, "there is no body %s\n", body);
    code = RIGEL_INPUT;
  } else {
    code = rigel_run(model, watch, &w, &result);
    if (code) fprintf(stderr, "%s\n", result.message);
    else
      printf("%s: %d elements, t = %g, x = (%.6f, %.6f, %.6f), energy drifts by %.1e\n", set, result.elements,
             result.time, w.x[0], w.x[1], w.x[2], w.drift);
  }
  rigel_model_destroy(&model);
  return code;
}

int main(int argc, char **argv)
{
  RigelCode code = RIGEL_OK;

  if (argc != 3) {
    fprintf(stderr, "usage: %s FILE BODY\n", argv[0]);
    return RIGEL_INPUT;
  }
  if (rigel_initialize()) return RIGEL_INTERNAL;
  for (int k = 1; k <= 3 && !code; k++) {
    char set[32];
    snprintf(set, sizeof set, "method.degree=%d", k);
    code = swing(argv[1], argv[2], set);
  }
  if (rigel_finalize()) return RIGEL_INTERNAL;
  return (int)code;
}
