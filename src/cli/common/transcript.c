/* Streams with a function of our own that writes (fopencookie of the GNU C library): no other code knows of colours or copies. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "cli/common/transcript.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINES_MOST = 1000, LINE_MOST = 2000 };

#define RED    "\033[31m"
#define YELLOW "\033[33m"
#define BOLD   "\033[1m"
#define PLAIN  "\033[0m"

/* One stream. */
typedef struct {
  int   fd;
  bool  errors, paint, store;
  bool  inside;   /* the last write did not end a line */
  FILE *original; /* the stream that was replaced; NULL: none was */
} Channel;

static Channel output = {.fd = STDOUT_FILENO}, error = {.fd = STDERR_FILENO, .errors = true};
static char   *lines[LINES_MOST]; /* globals: there is one standard error */
static int     nlines;
static char    partial[LINE_MOST];

/* --- copies */

static void line_store(void)
{
  if (nlines < LINES_MOST && (lines[nlines] = strdup(partial))) nlines++;
  partial[0] = '\0';
}

/* Collects bytes until a line is complete; a carriage return begins it anew. */
static void bytes_store(const char *bytes, size_t size)
{
  size_t used = strlen(partial);

  for (size_t i = 0; i < size; i++) {
    if (bytes[i] == '\n') line_store(), used = 0;
    else if (bytes[i] == '\r') used = 0, partial[0] = '\0';
    else if (used + 1 < LINE_MOST) partial[used++] = bytes[i], partial[used] = '\0';
  }
}

int transcript_lines(void)
{
  if (partial[0]) line_store();
  return nlines;
}

const char *transcript_line(int i)
{
  return lines[i];
}

/* --- colours */

static bool write_all(int fd, const char *bytes, size_t size)
{
  while (size > 0) {
    const ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= (size_t)n;
  }
  return true;
}

/* Writes a piece in a colour. */
static bool piece_write(int fd, const char *color, const char *bytes, size_t size)
{
  return size == 0 ||
         (write_all(fd, color, strlen(color)) && write_all(fd, bytes, size) && write_all(fd, PLAIN, strlen(PLAIN)));
}

/* Length of the label of a summary, "  drift    "; 0: the line has none. */
static size_t label_length(const char *line, size_t size)
{
  size_t n = 2;

  if (size < 3 || strncmp(line, "  ", 2) != 0 || line[2] == ' ') return 0;
  while (n < size && ((line[n] >= 'a' && line[n] <= 'z') || (line[n] >= 'A' && line[n] <= 'Z') || line[n] == '_')) n++;
  return n < size && line[n] == ' ' && n <= 11 ? n : 0;
}

/* The colour of a label: a verdict is never a success. */
static const char *label_color(const char *label)
{
  return strncmp(label, "  verdict", 9) == 0 ? BOLD RED : strncmp(label, "  WARNING", 9) == 0 ? BOLD YELLOW : BOLD;
}

/* Length of "file:line:column:" or "rigel run:" at the start of a message. */
static size_t place_length(const char *line, size_t size)
{
  const char *colon = memchr(line, ':', size);

  if (!colon) return 0;
  while (colon + 1 < line + size && colon[1] >= '0' && colon[1] <= '9') {
    const char *next = memchr(colon + 1, ':', (size_t)(line + size - colon - 1));
    if (!next) break;
    colon = next;
  }
  return (size_t)(colon + 1 - line);
}

/* One line, or the beginning of one; progress lines, which begin with a carriage return, stay as they are. */
static bool line_paint(const Channel *channel, const char *line, size_t size)
{
  static const char warning[] = " warning:";
  size_t            n         = 0;
  const char       *color     = BOLD;

  if (channel->inside || line[0] == '\r') return write_all(channel->fd, line, size);
  if (channel->errors) {
    n = place_length(line, size);
    if (n && strncmp(line, "rigel", 5) == 0) color = BOLD RED;
  } else if ((n = label_length(line, size))) color = label_color(line);
  else if (size > 6 && strncmp(line, "usage:", 6) == 0) n = 6;
  if (!piece_write(channel->fd, color, line, n)) return false;
  line += n, size -= n;
  n = channel->errors && size > sizeof warning && strncmp(line, warning, sizeof warning - 1) == 0 ? sizeof warning - 1
                                                                                                  : 0;
  return piece_write(channel->fd, BOLD YELLOW, line, n) && write_all(channel->fd, line + n, size - n);
}

static bool bytes_paint(Channel *channel, const char *bytes, size_t size)
{
  while (size > 0) {
    const char  *end = memchr(bytes, '\n', size);
    const size_t n   = end ? (size_t)(end - bytes) + 1 : size;
    if (!line_paint(channel, bytes, n)) return false;
    channel->inside = !end;
    bytes += n;
    size -= n;
  }
  return true;
}

/* Open MPI, MPICH and Slurm set one of these for each rank. */
bool stream_terminal(int fd)
{
  static const char *const launched[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK"};

  for (size_t i = 0; i < sizeof launched / sizeof launched[0]; i++)
    if (getenv(launched[i])) return false;
  return isatty(fd);
}

bool colors_wanted(int fd)
{
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

  return stream_terminal(fd) && !(no && no[0]) && term && term[0] && strcmp(term, "dumb") != 0;
}

/* --- streams */

#ifdef __GLIBC__
/* cookie_write_function_t: all bytes, or 0 and errno. */
static ssize_t channel_write(void *context, const char *bytes, size_t size)
{
  Channel *channel = context;

  if (channel->store) bytes_store(bytes, size);
  const bool good = channel->paint ? bytes_paint(channel, bytes, size) : write_all(channel->fd, bytes, size);
  return good ? (ssize_t)size : 0;
}

/* Replaces a standard stream once. */
static bool channel_open(FILE **stream, Channel *channel)
{
  if (channel->original) return true;
  FILE *replaced = fopencookie(channel, "w", (cookie_io_functions_t){.write = channel_write});
  if (!replaced) return false;
  fflush(*stream);
  setvbuf(replaced, NULL, channel->errors ? _IONBF : isatty(channel->fd) ? _IOLBF : _IOFBF, BUFSIZ);
  channel->original = *stream;
  *stream           = replaced;
  return true;
}

/* The replaced stream is kept: somebody may still write to it. */
static void channel_restore(FILE **stream, Channel *channel)
{
  if (!channel->original) return;
  fflush(*stream);
  *stream           = channel->original;
  channel->original = NULL;
}

void streams_restore(void)
{
  channel_restore(&stdout, &output);
  channel_restore(&stderr, &error);
}

bool transcript_start(void)
{
  if (!channel_open(&stderr, &error)) return false;
  return error.store = true;
}

void colors_start(bool on_output, bool on_error)
{
  if (on_output && channel_open(&stdout, &output)) output.paint = true;
  if (on_error && channel_open(&stderr, &error)) error.paint = true;
}
#else
void streams_restore(void) {}

bool transcript_start(void)
{
  return false;
}

void colors_start(bool on_output, bool on_error)
{
  (void)on_output, (void)on_error, (void)output, (void)error, (void)bytes_store, (void)bytes_paint;
}
#endif
