/* The next step after a run, from its verdict (run_hint.h). */
#include "cli/run_hint.h"

#include "cli/line/hint.h"
#include "time/mesh.h"

void run_hint(const CommandLine *line, const Recorder *recorder, const RunStatus *status, const char *dir)
{
  const Resolution *resolution = &recorder->judgement.resolution;

  if (recorder->files->failed) return;
  if (run_failed(status) && mesh_is_adaptive(&recorder->model->problem.time))
    hint_print(line, "a larger error or an earlier time.end may be within reach: --accuracy %.0e",
               10.0 * recorder->model->problem.method.accuracy);
  else if (run_failed(status))
    hint_print(line, "a smaller step often helps: --set time.step=%.3g",
               0.5 * mesh_longest(&recorder->model->problem.time));
  else if (resolution->kind == NOT_RESOLVED)
    hint_print(line, "a step that follows the motion: --set time.step=%.3g", resolution->step);
  else if (recorder->model->problem.output.every == 0)
    hint_print(line, "rigel explain output.every tells how to write tables");
  else hint_print(line, "rigel view %s writes a page that shows the motion in a browser", dir);
}
