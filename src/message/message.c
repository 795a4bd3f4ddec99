/* The index of messages: its entries, one of them on a terminal, all of them as Markdown. */
#include "message/message.h"

#include "base/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#define MESSAGE(number, name, title, cause, remedy, example)                                                           \
  {R##number##_##name, "R" #number, title, cause, remedy, example},
static const Message messages[] = {
#include "message/messages_all.h"
};
#undef MESSAGE

enum { MESSAGES = sizeof messages / sizeof messages[0], LINE_WIDTH = 100 };

/* The subject of each hundred of codes. */
static const char *const chapters[] = {"Machine and internal errors",
                                       "Syntax of the problem file and of --set",
                                       "Keys and values",
                                       "Bodies, joints, loads, motions, controls, boundary values",
                                       "Start values and redundant constraints",
                                       "Solver and convergence",
                                       "Trust: wrong or unresolved results, warnings",
                                       "Files and folders",
                                       "Command line and MPI ranks",
                                       "C and Python interfaces",
                                       "Gradients",
                                       "Studies"};

const Message *message_at(int i)
{
  return i >= 0 && i < MESSAGES ? &messages[i] : NULL;
}

const Message *message_find(const char *id)
{
  for (int i = 0; i < MESSAGES; i++)
    if (toupper((unsigned char)id[0]) == 'R' && strcmp(id + 1, messages[i].id + 1) == 0) return &messages[i];
  return NULL;
}

const char *message_id(MessageCode code)
{
  for (int i = 0; i < MESSAGES; i++)
    if (messages[i].code == code) return messages[i].id;
  return "";
}

/* --- printing */

/* Prints words behind a label, in lines of LINE_WIDTH. */
static void paragraph_print(const char *label, const char *text, FILE *stream)
{
  const int used = fprintf(stream, "  %-8s ", label);

  word_wrap(text, used, used, LINE_WIDTH, stream);
}

void message_explain(const Message *message, FILE *stream)
{
  fprintf(stream, "%s: %s\n", message->id, message->title);
  paragraph_print("cause", message->cause, stream);
  paragraph_print("remedy", message->remedy, stream);
  fprintf(stream, "  %-8s %s [%s]\n", "example", message->example, message->id);
}

void message_index(FILE *stream)
{
  int chapter = -1;

  for (int i = 0; i < MESSAGES; i++) {
    const Message *m = &messages[i];
    if ((int)m->code / 100 != chapter) {
      chapter = (int)m->code / 100;
      fprintf(stream, "%s## %s\n", i ? "\n" : "", chapters[chapter]);
    }
    fprintf(stream, "\n### %s\n\n%s.\n\n", m->id, m->title);
    fprintf(stream, "* Cause: %s\n* Remedy: %s\n\n```\n%s [%s]\n```\n", m->cause, m->remedy, m->example, m->id);
  }
}

/* --- messages with their codes */

bool notice_write(Notice *notice, MessageCode code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  vsnprintf(notice->text, sizeof notice->text, format, args);
  va_end(args);
  notice->code = code;
  return false;
}

void message_mark(MessageCode code, char *text, size_t size)
{
  const char  *id     = message_id(code);
  const size_t length = strlen(text), room = strlen(id) + sizeof " []";

  if (!id[0] || size < room) return;
  snprintf(text + (length + room > size ? size - room : length), room, " [%s]", id);
}

void message_say(MessageCode code, const char *format, ...)
{
  va_list args;

  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, " [%s]\n", message_id(code));
}
