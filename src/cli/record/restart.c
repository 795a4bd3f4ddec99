/* Restart files: text with the identity of the run, its problem, the checksums of its files and the numbers to resume from. */
#include "cli/record/restart.h"

#include "base/file.h"
#include "base/yaml_text.h"
#include "cli/record/essence.h"
#include "output/folder/folder.h"
#include "scheme/scheme.h"
#include "time/mesh.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "rigel restart 2\n";

enum { NUMBERS_MOST = 1 << 28 };

void restart_clear(Restart *restart)
{
  free(restart->checkpoint.value);
  free(restart->numbers);
  memset(restart, 0, sizeof *restart);
}

/* --- writing */

/* Hexadecimal floating point: every bit survives. */
static void numbers_write(const char *name, int n, const double *value, FILE *stream)
{
  fprintf(stream, "%s %d\n", name, n);
  for (int i = 0; i < n; i++) fprintf(stream, "%a\n", value[i]);
}

/* A text of any length, behind the number of its bytes. */
static void text_write(const char *name, const char *text, FILE *stream)
{
  fprintf(stream, "%s %zu\n%s", name, strlen(text), text);
}

char *restart_print(const Model *model, const char *origin, const FileSet *files, bool unfinished, int nnumbers,
                    const double *numbers, const Checkpoint *checkpoint)
{
  char    *text    = NULL;
  size_t   size    = 0;
  FILE    *stream  = open_memstream(&text, &size);
  char    *problem = essence(&model->problem, false), *reference = essence(&model->problem, true);
  Checksum sum = {0}, known = {0};

  if (stream && problem && reference) {
    checksum_add(reference, strlen(reference), &known);
    fprintf(stream, "%srun %s\nversion %s\norigin ", magic, files->id, RIGEL_VERSION);
    yaml_text(origin, stream);
    fprintf(stream, "\nelement %d\ncorners %d\nreference %" PRIu32 "\n", checkpoint->element,
            model->problem.time.ncorners, checksum_value(&known));
    for (int i = 0; i < files->n; i++) {
      const ResultFile *file = files->files[i];
      if (unfinished || file->synced)
        fprintf(stream, "file %" PRIu64 " %" PRIu32 " %s %s\n", file->sum.size, checksum_value(&file->sum), file->name,
                unfinished ? file->stored : file->name);
    }
    text_write("problem", problem, stream);
    numbers_write("recorder", nnumbers, numbers, stream);
    numbers_write("scheme", checkpoint->n, checkpoint->value, stream);
    if (fflush(stream) == 0) checksum_add(text, size, &sum);
    fprintf(stream, "end %" PRIu32 "\n", checksum_value(&sum));
  }
  const bool good = stream && fclose(stream) == 0 && problem && reference;
  free(problem), free(reference);
  if (good) return text;
  free(text);
  return NULL;
}

/* --- reading */

/* Passes over a text; false: another one is there. */
static bool word_take(const char **at, const char *word)
{
  const size_t length = strlen(word);

  if (strncmp(*at, word, length) != 0) return false;
  *at += length;
  return true;
}

/* Reads `name N` and a line end. */
static bool count_take(const char **at, const char *name, uint64_t *n)
{
  char *end;

  if (!word_take(at, name) || !word_take(at, " ")) return false;
  *n             = strtoull(*at, &end, 10);
  const bool any = end > *at && *end == '\n';
  *at            = end + any;
  return any;
}

/* Reads `name N`, then N numbers, one per line; NULL: the text is another one. */
static double *numbers_take(const char **at, const char *name, int *n)
{
  uint64_t count;
  double  *value = NULL;

  if (count_take(at, name, &count) && count > 0 && count < NUMBERS_MOST) value = malloc((size_t)count * sizeof *value);
  *n = value ? (int)count : 0;
  for (int i = 0; value && i < *n; i++) {
    char *end;
    value[i] = strtod(*at, &end);
    if (end > *at && *end == '\n') {
      *at = end + 1;
      continue;
    }
    free(value);
    value = NULL;
  }
  return value;
}

/* Whether the last line is the checksum of all lines before it. */
static bool text_is_complete(const char *text, size_t length)
{
  char     line[32];
  Checksum sum = {0};

  if (length == 0 || strlen(text) != length) return false;
  size_t start = length - 1;
  while (start > 0 && text[start - 1] != '\n') start--;
  checksum_add(text, start, &sum);
  snprintf(line, sizeof line, "end %" PRIu32 "\n", checksum_value(&sum));
  return strcmp(text + start, line) == 0;
}

/* The lines before the problem: identity, element, files. */
static bool head_take(const char **at, Restart *restart, uint64_t *corners, uint64_t *reference)
{
  char        id[RUN_ID_LEN] = "", version[32] = "";
  uint64_t    element;
  int         length = 0;
  StoredFile *file;

  if (!word_take(at, magic)) return false;
  if (sscanf(*at, "run %16[0-9a-f]\nversion %31[^\n]\norigin %8191[^\n]\n%n", id, version, restart->origin, &length) !=
      3)
    return false;
  *at += length;
  if (!count_take(at, "element", &element) || element < 1 || element > INT32_MAX) return false;
  restart->checkpoint.element = (int)element;
  if (!count_take(at, "corners", corners) || !count_take(at, "reference", reference)) return false;
  while (restart->nfiles < FILESET_MOST && word_take(at, "file ")) {
    file   = &restart->files[restart->nfiles++];
    length = 0;
    if (sscanf(*at, "%" SCNu64 " %" SCNu32 " %127s %175s\n%n", &file->size, &file->checksum, file->name, file->stored,
               &length) != 4 ||
        !result_name_valid(file->name) || strchr(file->stored, '/'))
      return false;
    *at += length;
  }
  return length > 0 && strcmp(version, RIGEL_VERSION) == 0;
}

/* Compares the problem with that of the restart file; prints the differences. */
static bool problem_take(const char **at, const Problem *problem, uint64_t corners, uint64_t reference,
                         Restart *restart)
{
  uint64_t length;

  if (!count_take(at, "problem", &length) || strlen(*at) < length) {
    message_say(R0712_RESUME_DAMAGED,
                "rigel run: cannot resume from %s: found no problem in its restart file, expected that of its run",
                restart->dir);
    return false;
  }
  char    *then = strndup(*at, (size_t)length), *now = essence(problem, false), *known = essence(problem, true);
  Checksum sum  = {0};
  bool     same = then && now && known;
  *at += length;
  if (!same) message_say(R0001_OUT_OF_MEMORY, "rigel run: out of memory");
  if (known) checksum_add(known, strlen(known), &sum);
  restart->same_reference = checksum_value(&sum) == reference;
  if (same && strcmp(then, now) != 0) {
    essence_differences(restart->dir, now, then);
    same = false;
  } else if (same && corners != (uint64_t)problem->time.ncorners) {
    message_say(
      R0714_RESUME_PROBLEM,
      "rigel run: found corners of loads or ends of time.parts after the end of %s, expected none: they change "
      "its elements",
      restart->dir);
    same = false;
  }
  free(then), free(now), free(known);
  return same;
}

/* Reads a whole restart file; prints the reason of a failure. */
static bool text_read(const char *path, const char *text, size_t length, const Problem *problem, int nnumbers,
                      Restart *restart)
{
  Checkpoint *c  = &restart->checkpoint;
  const char *at = text;
  uint64_t    corners, reference;
  int         n = 0;

  if (strncmp(text, magic, strlen("rigel restart ")) != 0)
    message_say(R0712_RESUME_DAMAGED, "rigel run: cannot resume from %s: found something else than a restart file",
                path);
  else if (strncmp(text, magic, strlen(magic)) == 0 && !text_is_complete(text, length))
    message_say(R0712_RESUME_DAMAGED,
                "rigel run: cannot resume from %s: found a damaged file, whose checksum is not that of its last line",
                path);
  else if (!head_take(&at, restart, &corners, &reference))
    message_say(R0713_RESUME_VERSION,
                "rigel run: cannot resume from %s: found a restart file of another version of Rigel, expected %s", path,
                RIGEL_VERSION);
  else if (!problem_take(&at, problem, corners, reference, restart)) return false;
  else {
    restart->numbers = numbers_take(&at, "recorder", &n);
    if (restart->numbers && n == nnumbers && (c->value = numbers_take(&at, "scheme", &c->n))) {
      c->capacity = c->n;
      return true;
    }
    message_say(R0712_RESUME_DAMAGED,
                "rigel run: cannot resume from %s: found something else than the numbers of this problem", path);
  }
  return false;
}

/* Opens and reads a restart file of the folder. */
static bool file_take(const char *name, const Problem *problem, int nnumbers, Restart *restart)
{
  char   path[PATH_LEN + 32];
  size_t length;

  snprintf(path, sizeof path, "%s/%s", restart->dir, name);
  char *text = file_read(path, SIZE_MAX / 4, &length);
  if (!text) {
    message_say(R0711_RESUME_UNREADABLE, "rigel run: cannot resume from %s: %s%s", path, strerror(errno),
                errno == ENOENT ? " (a run in one window or with output.every: 0 leaves none)" : "");
    return false;
  }
  const bool good = text_read(path, text, length, problem, nnumbers, restart);
  free(text);
  return good;
}

bool restart_unfinished(const char *dir, Restart *restart)
{
  char        path[PATH_LEN + 32];
  size_t      length;
  uint64_t    corners, reference;
  const char *at;

  memset(restart, 0, sizeof *restart);
  snprintf(path, sizeof path, "%s/%s", dir, CHECKPOINT_NAME);
  char *text = file_read(path, SIZE_MAX / 4, &length);
  if (!text) return false;
  at = text;
  (void)head_take(&at, restart, &corners, &reference);
  free(text);
  return true;
}

/* --- files */

/* Whether the bytes of a file are those that the restart file lists; a file that was complete has no others. */
static bool file_verify(const Restart *restart, const StoredFile *file)
{
  char     path[PATH_LEN + 256];
  Checksum sum  = {0};
  uint64_t most = restart->unfinished ? file->size : UINT64_MAX;

  snprintf(path, sizeof path, "%s/%s", restart->dir, file->stored);
  if (!checksum_path(path, most, &sum)) {
    message_say(R0711_RESUME_UNREADABLE, "rigel run: cannot resume from %s: %s", path, strerror(errno));
    return false;
  }
  if (sum.size == file->size && checksum_value(&sum) == file->checksum) return true;
  message_say(R0715_RESUME_CHECKSUM,
              "rigel run: cannot resume from %s: found %" PRIu64 " bytes with checksum %" PRIu32 ", expected %" PRIu64
              " with %" PRIu32 ": it was changed, or belongs to another run than %s",
              path, sum.size, checksum_value(&sum), file->size, file->checksum,
              restart->unfinished ? CHECKPOINT_NAME : "restart.dat");
  return false;
}

static bool files_verify(const Restart *restart)
{
  bool good = true;

  for (int i = 0; i < restart->nfiles; i++) good = file_verify(restart, &restart->files[i]) && good;
  return good;
}

/* A run can resume if it has several windows, the same problem, the same files, and a later end. */
bool restart_read(const char *dir, bool finished, const Model *model, int nnumbers, bool verify, Restart *restart)
{
  const Problem *problem = &model->problem;
  char           owner[RUN_ID_LEN];

  memset(restart, 0, sizeof *restart);
  if (strlen(dir) >= PATH_LEN) {
    message_say(R0803_OPTION_VALUE, "rigel run: the name after --restart is too long");
    return false;
  }
  checkpoint_owner(dir, owner);
  restart->dir        = dir;
  restart->unfinished = !finished && owner[0];
  const bool adaptive = mesh_is_adaptive(&problem->time);
  const int  elements = mesh_elements(&problem->time);
  if (!adaptive && scheme_window(problem, elements) == elements)
    message_say(R0716_RESUME_IMPOSSIBLE,
                "rigel run: found one window for the whole run, expected several with --restart");
  else if (problem->output.every == 0)
    message_say(R0716_RESUME_IMPOSSIBLE, "rigel run: found output.every: 0, expected at least 1 with --restart");
  else if (!file_take(restart->unfinished ? CHECKPOINT_NAME : "restart.dat", problem, nnumbers, restart)) return false;
  else if (!adaptive && restart->checkpoint.element >= elements)
    message_say(R0717_RESUME_END, "rigel run: found time.end: %.9g, expected more than t = %.9g, where %s ends",
                problem->time.end, problem->time.start + restart->checkpoint.element * mesh_longest(&problem->time),
                dir);
  else return !verify || files_verify(restart);
  return false;
}
