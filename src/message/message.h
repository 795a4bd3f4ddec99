/* Codes of messages, and the index that explains each: cause, remedy, example.
 *
 * An entry is one MESSAGE of a file messages_*.h. Functions that report something to a user take its code, so a message without a
 * code does not compile. */
#ifndef RIGEL_MESSAGE_MESSAGE_H
#define RIGEL_MESSAGE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* R0123_NAME = 123; the 1 in front keeps a number from being read as octal */
#define MESSAGE(number, name, ...) R##number##_##name = 1##number - 10000,
typedef enum {
  R0000_NONE = 0,
#include "message/messages_all.h"
} MessageCode;
#undef MESSAGE

enum { NOTICE_LEN = 512 };

/* A message on its way to the one who reports it. */
typedef struct {
  MessageCode code;
  char        text[NOTICE_LEN];
} Notice;

typedef struct {
  MessageCode code;
  const char *id; /* "R0123" */
  const char *title, *cause, *remedy;
  const char *example; /* a real message, without its code */
} Message;

/* The entry of a code as a user writes it, "R0123" or "r0123"; NULL: there is none. */
const Message *message_find(const char *id);
/* Entry i in ascending order of codes; NULL behind the last one. */
const Message *message_at(int i);
/* "R0123"; "" for R0000_NONE */
const char *message_id(MessageCode code);

/* Prints one entry for a terminal. */
void message_explain(const Message *message, FILE *stream);
/* Prints all entries as a page of Markdown, with a heading for each hundred. */
void message_index(FILE *stream);

/* Stores a message; returns false. */
bool notice_write(Notice *notice, MessageCode code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Appends " [R0123]"; a text that leaves no room is shortened. */
void message_mark(MessageCode code, char *text, size_t size);
/* Prints a line on stderr: the text and its code. */
void message_say(MessageCode code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
