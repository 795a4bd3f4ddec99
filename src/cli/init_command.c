/* `rigel init`: writes a problem file from a template, asks for one on a terminal. */
#include "base/file.h"
#include "base/words.h"
#include "base/yaml_text.h"
#include "cli/line/command_line.h"
#include "cli/program.h"
#include "cli/template.h"
#include "message/message.h"
#include "problem/problem_value.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPTION_FORCE_INIT = 1, TEMPLATES_MOST = 16 };

static const char *const template_words[] = {"pendulum", "top",   "mechanism",   "control",
                                             "boundary", "study", "hamiltonian", NULL};

static const Option init_options[] = {
  {.name = "--force", .help = "replaces FILE", .id = OPTION_FORCE_INIT},
  {.name = NULL},
};

typedef struct {
  const char *template, *file; /* NULL: not given */
  bool force;
} InitArguments;

static bool init_take(const CommandLine *line, InitArguments *a)
{
  memset(a, 0, sizeof *a);
  for (int i = 0; i < line->nwords; i++) {
    const CommandWord *word = &line->words[i];
    if (word->option) a->force = true;
    else if (!a->template) a->template = word->text;
    else if (!a->file) a->file = word->text;
    else return command_line_fault(line, R0804_FILE_ARGUMENT, "more than one FILE:", word->text);
  }
  return true;
}

static void templates_print(FILE *stream)
{
  for (int i = 0; templates[i].name; i++) fprintf(stream, "  %-12s %s\n", templates[i].name, templates[i].summary);
}

/* NULL after a message that names the nearest template. */
static const Template *template_find(const char *name)
{
  char expected[LIST_LEN];

  for (int i = 0; templates[i].name; i++)
    if (strcmp(templates[i].name, name) == 0) return &templates[i];
  word_expect(name, template_words, expected);
  message_say(R0823_TEMPLATE_UNKNOWN, "rigel init: found template %.100s, expected %s", name, expected);
  return NULL;
}

/* Asks for a template until one is known; NULL: there is nobody to ask, or the input has ended. */
static const Template *template_ask(void)
{
  char answer[NAME_LEN];

  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
    message_say(R0823_TEMPLATE_UNKNOWN, "rigel init: no TEMPLATE; expected one of these");
    templates_print(stderr);
    return NULL;
  }
  templates_print(stdout);
  for (;;) {
    printf("template [pendulum]: ");
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin)) return NULL;
    answer[strcspn(answer, "\n")] = '\0';
    const Template *found         = template_find(answer[0] ? answer : "pendulum");
    if (found) return found;
  }
}

/* The name of the problem: that of the file without folder and ending, or of the template. */
static void name_choose(const char *file, const Template *template, char out[NAME_LEN])
{
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  const char *dot = strrchr(base, '.');

  snprintf(out, NAME_LEN, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
  if (!word_is_name(out)) snprintf(out, NAME_LEN, "%s", template->name);
}

static void text_write(const Template *template, const char *name, FILE *stream)
{
  fprintf(stream,
          "# %s.\n# rigel check FILE validates it, rigel run FILE solves it, rigel explain KEY explains a key.\nname: ",
          template->summary);
  yaml_name(name, stream);
  fprintf(stream, "\n%s", template->text);
}

/* Writes the file; an existing one only with --force. */
static bool file_write(const Template *template, const char *file, bool force)
{
  struct stat status;
  char        name[NAME_LEN];

  if (!force && lstat(file, &status) == 0) {
    message_say(R0824_FILE_EXISTS, "rigel init: %s exists: choose another FILE, or replace it with --force", file);
    return false;
  }
  FILE *stream = file_create_exclusive(file);
  if (stream) {
    name_choose(file, template, name);
    text_write(template, name, stream);
    if (ferror(stream) == 0 && fclose(stream) == 0) return true;
  }
  message_say(R0703_FILE_WRITE, "rigel init: cannot write %s: %s", file, strerror(errno));
  return false;
}

/* Command.run */
static PetscErrorCode init_run(const CommandLine *line, int *code)
{
  InitArguments a;
  char          file[NAME_LEN + 8];

  *code = EXIT_INPUT;
  if (!init_take(line, &a)) return 0;
  const Template *template = a.template ? template_find(a.template) : template_ask();
  if (!template) return 0;
  snprintf(file, sizeof file, "%s.yaml", template->name);
  if (!a.file) a.file = file;
  *code = EXIT_DONE;
  if (strcmp(a.file, "-") == 0) {
    text_write(template, template->name, stdout);
    return 0;
  }
  if (!file_write(template, a.file, a.force)) *code = EXIT_INPUT;
  else if (!line->quiet)
    printf("written  %s\n  next     rigel %s %s\n", a.file, strcmp(template->name, "study") == 0 ? "study" : "run",
           a.file);
  return 0;
}

const Command init_command = {
  .name    = "init",
  .summary = "write a first problem file from a template",
  .usage   = "[TEMPLATE] [FILE]",
  .text  = "Writes a complete problem file with comments: TEMPLATE.yaml, or FILE (-: the standard output). Templates:\n"
           "  pendulum, top, mechanism    bodies with joints; a driven mechanism with a spring\n"
           "  control, boundary           optimal control; two-point boundary values\n"
           "  study, hamiltonian          a convergence study; a Hamiltonian system instead of bodies\n"
           "Asks for the template on a terminal if none is given.\n",
  .exits = "0 done, 2 unknown template, or FILE exists",
  .options = init_options,
  .operand = {{OFFER_WORDS, template_words}, {.kind = OFFER_FILES}},
  .example = {{"rigel init pendulum my_pendulum.yaml --force", "writes my_pendulum.yaml"},
              {"rigel init control -", "prints the template control"}},
  .plain   = true,
  .run     = init_run};
