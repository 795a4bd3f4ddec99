/* `rigel list`: the entries of every table with their summaries, or one topic, as keys, schema or problems. */
#include "base/words.h"
#include "cli/help/help.h"
#include "cli/line/command_line.h"
#include "cli/problem_list.h"
#include "cli/program.h"
#include "cli/template.h"
#include "cli/topics.h"
#include "input/schema/petsc_option.h"
#include "input/schema/schema.h"
#include "message/message.h"
#include "run/vocabulary.h"

#include <stdio.h>
#include <string.h>

enum { OPTION_KEYS = 1, OPTION_SCHEMA, OPTION_PETSC, OPTION_MESSAGES };

static const Option list_options[] = {
  {.name = "--keys", .help = "as the topic keys", .id = OPTION_KEYS},
  {.name = "--schema", .help = "as the topic schema", .id = OPTION_SCHEMA},
  {.name = "--petsc", .help = "as the topic petsc", .id = OPTION_PETSC},
  {.name = "--messages", .help = "as the topic messages", .id = OPTION_MESSAGES},
  {.name = NULL},
};

/* --- topics */

/* Topics of names.h: one line for each name. */
static void names_print(int topic)
{
  printf("%s\n", topic_title(topic));
  for (int i = 0; topic_name(topic, i); i++) printf("  %-20s %s\n", topic_name(topic, i), topic_summary(topic, i));
}

static void keys_print(void)
{
  schema_print(stdout);
}

static void json_schema_print(void)
{
  Names      names;
  Vocabulary words;

  vocabulary_fill(&names, &words);
  schema_json(&words, stdout);
}

static void petsc_print(void)
{
  petsc_options_print(stdout);
}

static void messages_print(void)
{
  message_index(stdout);
}

static void functions_print(void)
{
  printf("functions of time\n");
  schema_functions(stdout);
}

static void templates_print(void)
{
  printf("templates\n");
  for (int i = 0; templates[i].name; i++) printf("  %-20s %s\n", templates[i].name, templates[i].summary);
}

static void commands_print(void)
{
  printf("commands\n");
  for (int i = 0; commands[i]; i++) printf("  %-20s %s\n", commands[i]->name, commands[i]->summary);
}

/* Topics that are not lists of names. */
static const struct {
  const char *topic;
  void (*print)(void);
} others[] = {{"functions", functions_print}, {"keys", keys_print},          {"petsc", petsc_print},
              {"messages", messages_print},   {"schema", json_schema_print}, {"problems", problem_list_print},
              {"templates", templates_print}, {"commands", commands_print}};

enum { OTHERS = sizeof others / sizeof others[0] };

static const char *const topic_words[] = {"formulations", "joints",       "loads",    "motions",  "hamiltonian_systems",
                                          "schemes",      "closed_forms", "writers",  "solvers",  "quantities",
                                          "functions",    "keys",         "petsc",    "messages", "schema",
                                          "problems",     "templates",    "commands", NULL};

static bool topic_print(const char *word)
{
  const int topic = topic_find(word);

  if (topic >= 0) return names_print(topic), true;
  for (int t = 0; t < OTHERS; t++)
    if (strcmp(others[t].topic, word) == 0) return others[t].print(), true;
  return false;
}

static void all_print(void)
{
  for (int t = 0; topic_title(t); t++)
    if (topic_is_listed(t)) names_print(t);
}

/* Command.run: prints the tables themselves, so that a new entry appears without a change here. */
static PetscErrorCode list_run(const CommandLine *line, int *code)
{
  static const char *const topic_of[] = {
    [OPTION_KEYS] = "keys", [OPTION_SCHEMA] = "schema", [OPTION_PETSC] = "petsc", [OPTION_MESSAGES] = "messages"};
  char expected[LIST_LEN];

  *code = EXIT_INPUT;
  if (line->nwords > 1)
    return command_line_fault(line, R0822_TOPIC_UNKNOWN, "expected one topic, found", line->words[1].text), 0;
  *code = EXIT_DONE;
  if (line->nwords == 0) return all_print(), 0;
  const CommandWord *word  = &line->words[0];
  const char        *topic = word->option ? topic_of[word->option->id] : word->text;
  if (topic_print(topic)) return 0;
  *code               = EXIT_INPUT;
  const char *nearest = word_nearest(topic, topic_words);
  word_join(topic_words, expected, sizeof expected);
  message_say(R0822_TOPIC_UNKNOWN, "rigel list: found %.100s%s%s%s, expected one of %s", topic,
              nearest ? " (did you mean " : "", nearest ? nearest : "", nearest ? "?)" : "", expected);
  return 0;
}

const Command list_command = {
  .name    = "list",
  .summary = "formulations, joints, loads, motions, schemes and writers",
  .usage   = "[TOPIC]",
  .text =
    "Lists formulations, joints, loads, motions, Hamiltonian systems, schemes, closed forms and writers, one line each; or one\n"
    "TOPIC: these words, or\n"
    "  solvers, quantities, functions    linear solvers; columns of the tables of a run; functions of time\n"
    "  keys, petsc                       keys of a problem file; PETSc options that it may set, as Markdown tables\n"
    "  schema                            the keys as a JSON Schema, by which editors complete and check problem files\n"
    "  messages                          codes of messages with cause, remedy and example, in Markdown\n"
    "  problems, templates, commands     example problems; templates of rigel init; commands\n",
  .exits   = "0 done, 2 unknown topic",
  .options = list_options,
  .operand = {{OFFER_WORDS, topic_words}},
  .example = {{"rigel list joints", "the types of joints"}, {"rigel list schema", "the JSON Schema for an editor"}},
  .plain   = true,
  .run     = list_run};
