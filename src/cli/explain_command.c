/* `rigel explain`: a key of the problem file, a name of a table, or the code of a message. */
#include "base/words.h"
#include "body/hamiltonian.h"
#include "cli/line/command_line.h"
#include "cli/program.h"
#include "cli/topics.h"
#include "message/message.h"
#include "run/vocabulary.h"

#include <ctype.h>
#include <string.h>

/* Pages of the documentation by the first element of a key, or by a topic of `rigel list`. */
static const struct {
  const char *key, *page;
} pages[] = {{"joints", "reference/joints"},
             {"loads", "reference/loads"},
             {"motion", "howto/inverse"},
             {"motions", "howto/inverse"},
             {"inverse", "howto/inverse"},
             {"controls", "howto/control"},
             {"objective", "howto/control"},
             {"hamiltonian", "reference/hamiltonian"},
             {"hamiltonian systems", "reference/hamiltonian"},
             {"method", "reference/schemes"},
             {"schemes", "reference/schemes"},
             {"formulations", "howto/choose"},
             {"solver", "explanation/numerics"},
             {"solvers", "howto/global"},
             {"units", "explanation/numerics"},
             {"boundary", "howto/boundary_values"},
             {"output", "reference/output"},
             {"writers", "reference/output"},
             {"quantities", "reference/output"},
             {"initial", "reference/start_values"},
             {"", "reference/problem_file"}};

/* The page about a key or topic. */
static void page_print(const char *path)
{
  const size_t n = strcspn(path, ".[");
  size_t       i = 0;

  while (pages[i].key[0] && (strlen(pages[i].key) != n || strncmp(pages[i].key, path, n) != 0)) i++;
  printf("  see      the page %s of the documentation\n", pages[i].page);
}

/* R and four digits. */
static bool is_code(const char *word)
{
  if (toupper((unsigned char)word[0]) != 'R' || strlen(word) != 5) return false;
  for (int i = 1; i < 5; i++)
    if (!isdigit((unsigned char)word[i])) return false;
  return true;
}

/* Prints the entry of a message code; false: there is none. */
static bool code_explain(const char *code)
{
  const Message *message = message_find(code);

  if (message) message_explain(message, stdout);
  return message != NULL;
}

/* Names of schemes, joints, loads, ... with their summaries; false: no table has the word. */
static bool name_explain(const char *word)
{
  bool found = false;

  for (int topic = 0; topic_title(topic); topic++)
    for (int i = 0; topic_name(topic, i); i++)
      if (strcmp(topic_name(topic, i), word) == 0) {
        printf("%s (%s)\n  meaning  %s\n", word, topic_title(topic), topic_summary(topic, i));
        page_print(topic_title(topic));
        found = true;
      }
  return found;
}

/* All names of a topic of rigel list; false: there is no such topic. */
static bool topic_explain(const char *word)
{
  const int topic = topic_find(word);

  if (topic < 0) return false;
  printf("%s (rigel list %s describes them)\n  names   ", topic_title(topic), word);
  for (int i = 0; topic_name(topic, i); i++) printf(" %s", topic_name(topic, i));
  fputc('\n', stdout);
  page_print(topic_title(topic));
  return true;
}

/* The name of a table that differs from the word by one letter, or by one letter in four; NULL: none. */
static const char *name_near(const char *word)
{
  const char *near = NULL;
  int         best = strlen(word) > 7 ? (int)strlen(word) / 4 : 1;

  for (int topic = 0; topic_title(topic); topic++)
    for (int i = 0; topic_name(topic, i); i++) {
      const int distance = word_distance(word, topic_name(topic, i));
      if (distance > best || (near && distance == best)) continue;
      best = distance;
      near = topic_name(topic, i);
    }
  return near;
}

/* Whether the word is the last element of the path. */
static bool is_last(const char *path, const char *word)
{
  const char *dot = strrchr(path, '.');
  return strcmp(dot ? dot + 1 : path, word) == 0;
}

/* Prints that there is no such key or name, with similar ones; returns the exit code. */
static int key_unknown(const char *word)
{
  char path[SUGGESTIONS_MOST][KEY_PATH_LEN];
  char list[SUGGESTIONS_MOST * (KEY_PATH_LEN + 4)] = "";

  const char *near = name_near(word);
  int         n    = schema_suggest(word, path);
  size_t      used = 0;

  if (near && !(n && is_last(path[0], word))) {
    n = 1;
    snprintf(path[0], KEY_PATH_LEN, "%s", near);
  }
  for (int i = 0; i < n; i++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", path[i]);
  message_say(R0821_EXPLAIN_UNKNOWN,
              "rigel explain: found %.100s, expected a key of the problem file such as method.gauss, or a name%s%s%s",
              word, n ? ", did you mean " : " (see rigel list keys and rigel list)", list, n ? "?" : "");
  return EXIT_INPUT;
}

/* A key by its whole path, or by its last element if that is unique. */
static int word_explain(const char *word, const Vocabulary *words)
{
  char path[SUGGESTIONS_MOST][KEY_PATH_LEN];

  if (is_code(word)) {
    if (code_explain(word)) return EXIT_DONE;
    message_say(R0821_EXPLAIN_UNKNOWN, "rigel explain: found %s, expected the code of a message (rigel list messages)",
                word);
    return EXIT_INPUT;
  }
  if (schema_explain(word, words, stdout)) return page_print(word), EXIT_DONE;
  if (name_explain(word) || topic_explain(word)) return EXIT_DONE;
  const int n = strchr(word, '.') ? 0 : schema_suggest(word, path);
  if (n == 1 && is_last(path[0], word) && schema_explain(path[0], words, stdout)) return page_print(path[0]), EXIT_DONE;
  return key_unknown(word);
}

/* Command.run */
static PetscErrorCode explain_run(const CommandLine *line, int *code)
{
  Names      names;
  Vocabulary words;

  *code = EXIT_INPUT;
  if (line->nwords == 0) return command_line_fault(line, R0821_EXPLAIN_UNKNOWN, "no KEY", ""), 0;
  vocabulary_fill(&names, &words);
  *code = EXIT_DONE;
  for (int i = 0; i < line->nwords; i++) {
    if (i) printf("\n");
    const int one = word_explain(line->words[i].text, &words);
    if (one != EXIT_DONE) *code = one;
  }
  return 0;
}

const Command explain_command = {
  .name    = "explain",
  .summary = "explain a key of the problem file, a name or a message",
  .usage   = "KEY ...",
  .text =
    "Prints the meaning of a key of the problem file, its value, default and condition, an example, and the page that\n"
    "documents it. Also explains names and topics of rigel list, and codes of messages as R0123.\n",
  .exits   = "0 done, 2 no such key",
  .example = {{"rigel explain method.gauss", "one key"},
              {"rigel explain bodies.box.mass loads.push.scale.sine.omega",
               "keys inside lists, with or without the name of an item"},
              {"rigel explain revolute", "a type of joint"}},
  .plain   = true,
  .run     = explain_run};
