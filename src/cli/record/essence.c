/* The essence of a problem as text, and the differences of two of them. */
#include "cli/record/essence.h"

#include "base/yaml_text.h"
#include "message/message.h"
#include "output/manifest.h"
#include "time/mesh.h"

#include <stdlib.h>
#include <string.h>

enum { DIFFERENCES_MOST = 10 };

/* Names, the end, the rows that are written and, on request, the reference may differ. */
char *essence(const Problem *problem, bool reference)
{
  static const char *const without[] = {"name", "title", "source", "time", "output", "reference", NULL};
  static const char *const with[]    = {"name", "title", "source", "time", "output", NULL};
  const ProblemTime       *time      = &problem->time;
  char                    *text      = NULL;
  size_t                   size      = 0;
  FILE                    *stream    = open_memstream(&text, &size);

  if (!stream) return NULL;
  problem_write_without(problem, reference ? with : without, stream);
  fputs("start: ", stream), yaml_real(time->start, stream);
  fputs("\nstep: ", stream),
    yaml_real(mesh_longest(time), stream); /* the whole run, with an accuracy: the end is not free */
  fputs("\nparts: ", stream),
    yaml_rows(time->nrefinements ? &time->refinements->from : NULL, time->nrefinements, 3, stream);
  fputs("\nformats: ", stream);
  field_write(table_find(table_find(&schema_problem, "output")->table, "formats"), &problem->output, stream);
  fputc('\n', stream);
  return fclose(stream) == 0 ? text : NULL;
}

/* Prints the lines that differ, up to the first pair that belongs to different keys. */
void essence_differences(const char *dir, char *now, char *then)
{
  char *a_rest, *b_rest;
  char *a = strtok_r(now, "\n", &a_rest), *b = strtok_r(then, "\n", &b_rest);
  int   n = 0;

  for (; a && b && n < DIFFERENCES_MOST; a = strtok_r(NULL, "\n", &a_rest), b = strtok_r(NULL, "\n", &b_rest)) {
    const size_t key = strcspn(a, ":");
    if (strcmp(a, b) == 0) continue;
    n++;
    message_say(R0714_RESUME_PROBLEM, "rigel run: found another problem than in %s: %s, expected %s", dir,
                a + strspn(a, " -"), b + strspn(b, " -"));
    if (key != strcspn(b, ":") || strncmp(a, b, key) != 0) return;
  }
  if ((a == NULL) != (b == NULL))
    message_say(R0714_RESUME_PROBLEM, "rigel run: found another problem than in %s: it has %s keys there", dir,
                a ? "fewer" : "more");
  else if (n == 0)
    message_say(R0714_RESUME_PROBLEM, "rigel run: found another problem than in %s: its text has other lines", dir);
}
