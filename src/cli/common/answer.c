/* The object of --json, and messages taken apart: `file:line:column: key.path: text [R0123]`. */
#include "cli/common/answer.h"

#include "cli/common/exit_code.h"
#include "cli/common/transcript.h"
#include "input/yaml/tree.h"
#include "message/message.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool answer_begin(Answer *answer, const char *command)
{
  const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);

  memset(answer, 0, sizeof *answer);
  answer->out         = fd >= 0 ? fdopen(fd, "w") : NULL;
  answer->json.stream = open_memstream(&answer->text, &answer->size);
  if (!answer->out || !answer->json.stream || !freopen("/dev/null", "w", stdout)) {
    message_say(R0003_STANDARD_OUTPUT, "rigel %s: --json: %s", command, strerror(errno));
    return false;
  }
  json_open(&answer->json, NULL, '{');
  json_put_text(&answer->json, "command", command);
  json_put_text(&answer->json, "version", RIGEL_VERSION);
  return true;
}

/* Messages of one severity. Without a fault of the run everything that was said is a warning. */
static void messages_put(Answer *answer, const char *key, bool warnings, int code)
{
  json_open(&answer->json, key, '[');
  for (int i = 0; i < transcript_lines(); i++) {
    const char *line    = transcript_line(i);
    const bool  warning = code == EXIT_DONE || strstr(line, ": warning: ");
    if (warning == warnings && line[0]) answer_message(&answer->json, line);
  }
  json_close(&answer->json);
}

int answer_end(Answer *answer, int code)
{
  messages_put(answer, "faults", false, code);
  messages_put(answer, "warnings", true, code);
  json_put_integer(&answer->json, "exit_code", code);
  while (answer->json.depth > 0) json_close(&answer->json);
  errno = 0;
  if (fclose(answer->json.stream) != 0 || fprintf(answer->out, "%s\n", answer->text) < 0 || fclose(answer->out) != 0) {
    message_say(R0003_STANDARD_OUTPUT, "rigel: cannot write to the standard output: %s", strerror(errno));
    code = code == EXIT_DONE ? EXIT_INTERNAL : code;
  }
  free(answer->text);
  return code;
}

/* --- YAML */

static void scalar_put(JsonWriter *json, const char *key, const Node *node)
{
  const char *text = node->text ? node->text : "";

  if (!node->plain) json_put_text(json, key, text);
  else if (json_is_number(text)) json_put_number(json, key, text);
  else if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) json_put_flag(json, key, text[0] == 't');
  else if (node_is_empty(node) || strstr(text, ".nan") || strstr(text, ".inf")) json_put_null(json, key);
  else json_put_text(json, key, text);
}

void answer_node(Answer *answer, const char *key, const Node *node)
{
  if (node->kind == NODE_SCALAR || node->kind == NODE_VOID) {
    scalar_put(&answer->json, key, node);
    return;
  }
  json_open(&answer->json, key, node->kind == NODE_MAPPING ? '{' : '[');
  for (int i = 0; i < node->count; i++) answer_node(answer, node->items[i].key, &node->items[i]);
  json_close(&answer->json);
}

bool answer_yaml(Answer *answer, const char *text, const char *without)
{
  Node      root = {0};
  FaultList faults;

  fault_init(&faults, "results");
  const bool good = tree_parse(text, strlen(text), 0, &root, &faults) && root.kind == NODE_MAPPING;
  for (int i = 0; good && i < root.count; i++)
    if (strcmp(root.items[i].key, without) != 0) answer_node(answer, root.items[i].key, &root.items[i]);
  node_clear(&root);
  fault_clear(&faults);
  return good;
}

/* --- messages */

/* The first `:LINE:COLUMN: ` of a message; NULL: it has no place. */
static const char *place_find(const char *text, int *line, int *column)
{
  for (const char *at = strchr(text, ':'); at; at = strchr(at + 1, ':')) {
    int length = 0;
    if (sscanf(at, ":%9d:%9d: %n", line, column, &length) == 2 && length > 0) return at;
  }
  return NULL;
}

/* The key.path in front of a message, put as a member; returns the text after it. */
static const char *key_take(JsonWriter *json, const char *text)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.[]*+";
  char              key[256];
  const size_t      n = strspn(text, letters);

  if (n == 0 || n >= sizeof key || strncmp(text + n, ": ", 2) != 0) return text;
  snprintf(key, sizeof key, "%.*s", (int)n, text);
  json_put_text(json, "key", key);
  return text + n + 2;
}

/* The code of a message at its end, " [R0123]"; its length with the blank, 0: none. */
static int code_length(const char *text)
{
  const size_t length = strlen(text);
  const char  *code   = length > 8 ? text + length - 8 : "";

  for (int i = 3; *code && i < 7; i++)
    if (!isdigit((unsigned char)code[i])) return 0;
  return strncmp(code, " [R", 3) == 0 && code[7] == ']' ? 8 : 0;
}

/* File, line and column, or the assignment; returns the text after them. */
static const char *place_take(JsonWriter *json, const char *text)
{
  int         line, column;
  char        start[1024];
  const char *at = place_find(text, &line, &column), *colon;

  if (at) {
    snprintf(start, sizeof start, "%.*s", (int)(at - text), text);
    json_put_text(json, "file", start);
    json_put_integer(json, "line", line);
    json_put_integer(json, "column", column);
    return strchr(at, ' ') + 1;
  }
  if (strncmp(text, "--set ", 6) == 0 && (colon = strstr(text, ": "))) {
    snprintf(start, sizeof start, "%.*s", (int)(colon - text - 6), text + 6);
    json_put_text(json, "set", start);
    return colon + 2;
  }
  if (strncmp(text, "rigel", 5) == 0 && (colon = strstr(text, ": ")) && colon - text < 20) return colon + 2;
  return text;
}

void answer_message(JsonWriter *json, const char *line)
{
  char id[8] = "", *text;

  json_open(json, NULL, '{');
  const char *rest = place_take(json, line);
  if (strncmp(rest, "warning: ", 9) == 0) rest += 9;
  rest           = key_take(json, rest);
  const int code = code_length(rest);
  if (code) snprintf(id, sizeof id, "%.5s", rest + strlen(rest) - 6);
  if (code) json_put_text(json, "code", id);
  if ((text = strndup(rest, strlen(rest) - (size_t)code))) json_put_text(json, "text", text);
  free(text);
  json_put_text(json, "message", line);
  json_close(json);
}
