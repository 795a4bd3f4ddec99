/* The folders of a run: where it writes, the unfinished run that it would discard, and the folder of the run to resume. */
#include "cli/run_folder.h"

#include "cli/common/command.h"
#include "cli/record/restart.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Prints that the folder has the checkpoint of a run that was killed, and how to resume it; false: there is one. */
static bool nothing_unfinished(const Arguments *arguments, const char *dir)
{
  Restart    restart;
  const bool found = restart_unfinished(dir, &restart);

  if (found)
    message_say(R0707_RUN_UNFINISHED,
                "rigel run: %s holds an unfinished run of %s, stored after element %d: resume it with rigel run %s "
                "--restart %s, or discard it with --force",
                dir, restart.origin, restart.checkpoint.element, arguments->file, dir);
  restart_clear(&restart);
  return !found;
}

/* Whether the run resumes the one in the folder that it writes to. */
static bool is_in_place(const Arguments *arguments)
{
  struct stat target, source;

  if (!arguments->restart || !arguments->output) return arguments->restart != NULL;
  return stat(arguments->output, &target) == 0 && stat(arguments->restart, &source) == 0 &&
         target.st_dev == source.st_dev && target.st_ino == source.st_ino;
}

/* Locks the folder to resume from and completes its files. A folder that cannot be written is only read. */
static bool source_open(const Arguments *arguments, RunFolder *folder)
{
  if (access(arguments->restart, W_OK | X_OK) != 0 || fileset_open(arguments->restart, &folder->source)) return true;
  message_say(folder->source.code, "rigel run: %s", folder->source.error);
  return false;
}

bool run_folder_open(const Arguments *arguments, const char *name, RunFolder *folder, int *code)
{
  struct stat found;

  memset(folder, 0, sizeof *folder);
  if (arguments->output || arguments->restart)
    snprintf(folder->dir, sizeof folder->dir, "%s", arguments->output ? arguments->output : arguments->restart);
  else snprintf(folder->dir, sizeof folder->dir, "results/%s", name);
  if (arguments->restart && stat(arguments->restart, &found) != 0) {
    message_say(R0711_RESUME_UNREADABLE, "rigel run: cannot resume from %s: %s", arguments->restart, strerror(errno));
    *code = EXIT_INPUT;
    return false;
  }
  const bool           resume  = is_in_place(arguments);
  const ResultsRequest request = {.command = "run",
                                  .dir     = folder->dir,
                                  .file    = arguments->file,
                                  .name    = name,
                                  .force   = arguments->force,
                                  .resume  = resume};
  if (!results_open(&request, &folder->results, code)) return false;
  if ((resume || arguments->force || nothing_unfinished(arguments, folder->dir)) &&
      (!arguments->restart || resume || source_open(arguments, folder)))
    return true;
  *code = EXIT_INPUT;
  return false;
}

void run_folder_close(RunFolder *folder)
{
  fileset_close(&folder->source);
  fileset_close(&folder->results.files);
}
