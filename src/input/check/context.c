/* Adds a fault with the path of the value that is being read (context.h). */
#include "input/check/context.h"

#include <stdarg.h>

enum { MESSAGE_LEN = 600 };

void reader_fault(Reader *reader, MessageCode code, Where where, const char *key, const char *format, ...)
{
  char    message[MESSAGE_LEN];
  size_t  length = reader->path.length;
  va_list args;

  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  if (key) path_key(&reader->path, key);
  fault_add(reader->faults, code, where, reader->path.text, "%s", message);
  path_cut(&reader->path, length);
}

void reader_expect(Reader *reader, MessageCode code, const Node *found, const char *expected)
{
  char text[FOUND_LEN];
  node_describe(found, text);
  reader_fault(reader, code, found->where, NULL, "found %s, expected %s", text, expected);
}
