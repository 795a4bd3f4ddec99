/* Reads a command line by the table of options of its command, and names the nearest option for an unknown one. */
#include "cli/line/command_line.h"

#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const color_words[] = {"auto", "always", "never", NULL};

const Option common_options[] = {
  {.name = "--json", .help = "prints one JSON object instead of the summary", .id = OPTION_JSON},
  {.name = "--quiet", .letter = "-q", .help = "prints errors and warnings only", .id = OPTION_QUIET},
  {.name = "--verbose", .letter = "-v", .help = "prints more, with the next step", .id = OPTION_VERBOSE},
  {.name    = "--color",
   .value   = "WHEN",
   .missing = "auto, always or never",
   .help    = "colours auto (on a terminal, unless NO_COLOR is set), always or never",
   .id      = OPTION_COLOR,
   .offer   = {OFFER_WORDS, color_words}},
  {.name = "--help", .letter = "-h", .help = "prints this text", .id = OPTION_HELP},
  {.name = "--version", .letter = "-V", .help = "prints the version", .id = OPTION_VERSION},
  {.name = NULL},
};

void option_label(const Option *option, char *out, int size)
{
  snprintf(out, (size_t)size, "%s%s%s%s%s", option->letter ? option->letter : "", option->letter ? ", " : "",
           option->name, option->value ? " " : "", option->value ? option->value : "");
}

/* --- look-up */

static bool option_matches(const Option *option, const char *name, size_t length)
{
  return (strlen(option->name) == length && strncmp(option->name, name, length) == 0) ||
         (option->letter && strlen(option->letter) == length && strncmp(option->letter, name, length) == 0);
}

static bool option_applies(const Command *command, const Option *option)
{
  return option->id != OPTION_JSON || command->json;
}

const Option *command_option(const Command *command, const char *name, size_t length)
{
  for (const Option *o = command->options; o && o->name; o++)
    if (option_matches(o, name, length)) return o;
  for (const Option *o = common_options; o->name; o++)
    if (option_applies(command, o) && option_matches(o, name, length)) return o;
  return NULL;
}

/* The long option, without its dashes, that an unknown one is most likely meant to be; NULL: none is near. */
static const char *option_nearest(const Command *command, const char *word)
{
  enum { NAMES_MOST = 64 };
  const char *names[NAMES_MOST + 1];
  int         n = 0;
  char        name[64];

  if (word[1] != '-') return NULL; /* a single letter is near to everything */
  for (const Option *o = command->options; o && o->name && n < NAMES_MOST; o++)
    if (o->name[1] == '-') names[n++] = o->name + 2;
  for (const Option *o = common_options; o->name && n < NAMES_MOST; o++)
    if (option_applies(command, o)) names[n++] = o->name + 2;
  names[n] = NULL;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  return word_nearest(name, names);
}

bool command_line_has(int argc, char **argv, const char *name, const char *letter)
{
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
    if (strcmp(argv[i], name) == 0 || (letter && strcmp(argv[i], letter) == 0)) return true;
  return false;
}

/* --- reading */

bool command_line_fault(const CommandLine *line, MessageCode code, const char *what, const char *word)
{
  const char *name = line->command->name;

  message_say(code, "rigel %s: %s%s%s (see rigel %s --help)", name, what, word[0] ? " " : "", word, name);
  return false;
}

/* Names the unknown option and the nearest one. */
static bool option_unknown(const CommandLine *line, const char *word)
{
  const char *nearest = option_nearest(line->command, word);
  char        text[256];

  snprintf(text, sizeof text, "%.150s%s%s%s", word, nearest ? ", did you mean --" : "", nearest ? nearest : "",
           nearest ? "?" : "");
  return command_line_fault(line, R0802_OPTION_UNKNOWN, "unknown option", text);
}

/* Joins the words after -- to one line of PETSc options; rejects words that are neither names nor values. */
static bool petsc_join(int argc, char **argv, int from, CommandLine *line)
{
  size_t      used = 0;
  int         length;
  const char *stray;

  if (from < argc && !line->command->petsc)
    return command_line_fault(line, R0806_PETSC_WORD, "found words after", "--");
  for (int i = from; i < argc; i++) {
    used += (size_t)snprintf(line->petsc + used, sizeof line->petsc - used, "%s%s", used ? " " : "", argv[i]);
    if (used >= sizeof line->petsc)
      return command_line_fault(line, R0805_TOO_MANY, "too many PETSc options after", "--");
  }
  if (!(stray = word_stray(line->petsc, &length))) return true;
  line->petsc[stray - line->petsc + length] = '\0';
  return command_line_fault(line, R0806_PETSC_WORD,
                            "found after --, where PETSc options as -name or -name value belong, the word", stray);
}

/* Settings of the common options; others are kept as words. */
static bool option_take(CommandLine *line, const Option *option, const char *value)
{
  const int color = option->id == OPTION_COLOR ? word_index(value, color_words) : 0;

  switch (option->id) {
  case OPTION_HELP: line->help = true; return true;
  case OPTION_VERSION: line->version = true; return true;
  case OPTION_QUIET: line->quiet = true; return true;
  case OPTION_VERBOSE: line->verbose = true; return true;
  case OPTION_JSON: line->json = true; return true;
  case OPTION_COLOR:
    if (color < 0)
      return command_line_fault(line, R0803_OPTION_VALUE, "expected auto, always or never after --color, found", value);
    line->color = (ColorChoice)color;
    return true;
  default: line->words[line->nwords++] = (CommandWord){option, value}; return true;
  }
}

/* An option at argv[*i], with its value in the same word (--name=value, -j4) or in the next one. */
static bool option_read(int argc, char **argv, int *i, CommandLine *line)
{
  const char   *word   = argv[*i];
  const size_t  length = word[1] == '-' ? strcspn(word, "=") : strlen(word);
  const Option *option = command_option(line->command, word, length);
  const char   *value  = word[length] == '=' ? word + length + 1 : NULL;
  char          what[128];

  if (!option && word[1] != '-' && word[1] && (option = command_option(line->command, word, 2)) &&
      (!option->value || strcmp(option->value, "N") != 0)) /* only numbers stick to their letter */
    option = NULL;
  else if (option && !value && word[1] != '-' && word[2]) value = word + 2;
  if (!option) return option_unknown(line, word);
  if (!option->value)
    return value ? command_line_fault(line, R0803_OPTION_VALUE, "found a value of the flag", word)
                 : option_take(line, option, "");
  if (!value && *i + 1 < argc && strcmp(argv[*i + 1], "--") != 0) value = argv[++*i];
  if (value) return option_take(line, option, value);
  snprintf(what, sizeof what, "%s is missing after", option->missing);
  return command_line_fault(line, R0803_OPTION_VALUE, what, word);
}

bool command_line_read(const Command *command, int argc, char **argv, CommandLine *line)
{
  bool good = true;

  *line      = (CommandLine){.command = command, .words = calloc((size_t)argc + 1, sizeof *line->words)};
  line->help = command_line_has(argc, argv, "--help", "-h");
  if (!line->words) return message_say(R0001_OUT_OF_MEMORY, "rigel: out of memory"), false;
  for (int i = 1; good && !line->help && i < argc; i++) {
    if (strcmp(argv[i], "--") == 0) return petsc_join(argc, argv, i + 1, line);
    if (argv[i][0] == '-' && argv[i][1]) good = option_read(argc, argv, &i, line);
    else line->words[line->nwords++] = (CommandWord){NULL, argv[i]};
  }
  return good;
}

void command_line_clear(CommandLine *line)
{
  free(line->words);
  line->words  = NULL;
  line->nwords = 0;
}
