/* Reads STL and OBJ files. The file may come from anybody: every count, index and number is checked before it is used. */
#include "base/triangles/triangles.h"

#include "base/file.h"
#include "base/scalar.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
  FILE_MOST = 64 << 20,
  HEAD      = 80,
  FACET     = 50
}; /* bytes: of a file, of the head of a binary STL file, of one triangle in it */

typedef struct {
  const char *at, *end; /* *end is 0 */
  int         line;
  int         point_capacity, corner_capacity;
  Triangles  *out;
  char       *error;
} Reading;

static bool fail(const Reading *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Stores the message, with the line where there is one; returns false. */
static bool fail(const Reading *r, const char *format, ...)
{
  va_list args;
  int     used = r->line ? snprintf(r->error, TRIANGLES_ERROR_LEN, "line %d: ", r->line) : 0;

  va_start(args, format);
  vsnprintf(r->error + used, TRIANGLES_ERROR_LEN - (size_t)used, format, args);
  va_end(args);
  return false;
}

/* --- points and corners */

/* Room for one more item; false: out of memory. */
static bool room_make(const Reading *r, void *list, size_t size, int count, int *capacity)
{
  void *items;

  if (count < *capacity) return true;
  memcpy(&items, list, sizeof items);
  const int more = *capacity ? 2 * *capacity : 1024;
  items          = realloc(items, (size_t)more * size);
  if (!items) return fail(r, "out of memory");
  memcpy(list, &items, sizeof items);
  *capacity = more;
  return true;
}

static bool point_add(Reading *r, const double x[3])
{
  Triangles *t = r->out;

  for (int i = 0; i < 3; i++)
    if (!(fabs(x[i]) <= 1e30)) return fail(r, "found a coordinate that is not finite, expected numbers below 1e30");
  if (t->npoints == 3 * TRIANGLES_MOST) return fail(r, "found more points, expected at most %d", 3 * TRIANGLES_MOST);
  if (!room_make(r, &t->point, 3 * sizeof *t->point, t->npoints, &r->point_capacity)) return false;
  memcpy(t->point + 3 * t->npoints++, x, 3 * sizeof *x);
  return true;
}

static bool triangle_add(Reading *r, int a, int b, int c)
{
  Triangles *t = r->out;

  if (t->ncorners == 3 * TRIANGLES_MOST) return fail(r, "found more triangles, expected at most %d", TRIANGLES_MOST);
  if (!room_make(r, &t->corner, 3 * sizeof *t->corner, t->ncorners / 3, &r->corner_capacity)) return false;
  const int corner[3] = {a, b, c};
  memcpy(t->corner + t->ncorners, corner, sizeof corner);
  t->ncorners += 3;
  return true;
}

/* Adds the triangle of the last three points. */
static bool last_add(Reading *r)
{
  const int n = r->out->npoints;
  return triangle_add(r, n - 3, n - 2, n - 1);
}

/* --- lines of text */

static bool is_blank(char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Moves to the first word of the next line; false: there is none. */
static bool line_next(Reading *r)
{
  if (r->line++) r->at = memchr(r->at, '\n', (size_t)(r->end - r->at));
  if (!r->at || r->at == r->end) return false;
  if (r->line > 1) r->at++;
  while (is_blank(*r->at)) r->at++;
  return r->at < r->end;
}

/* Whether the line begins with this word, in any case; moves behind it. */
static bool word_take(Reading *r, const char *word)
{
  const size_t n = strlen(word);

  if (strncasecmp(r->at, word, n) != 0 || !is_blank(r->at[n])) return false;
  r->at += n;
  return true;
}

/* Three numbers of this line become a point. */
static bool point_read(Reading *r)
{
  double x[3];

  for (int i = 0; i < 3; i++)
    if (!scalar_take(&r->at, &x[i])) return fail(r, "found fewer numbers, expected 3 coordinates");
  return point_add(r, x);
}

/* --- the formats */

/* facet normal .., outer loop, vertex x y z (three times), endloop, endfacet: only vertices matter. */
static bool stl_text_read(Reading *r)
{
  while (line_next(r)) {
    if (!word_take(r, "vertex")) continue;
    if (!point_read(r)) return false;
    if (r->out->npoints % 3 == 0 && !last_add(r)) return false;
  }
  r->line = 0;
  return r->out->npoints % 3 == 0 || fail(r, "found %d vertices, expected three for each triangle", r->out->npoints);
}

static uint32_t word_little(const char *at)
{
  const unsigned char *b = (const unsigned char *)at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* 12 floats, a normal and three points, and two bytes for each triangle; the length of the file was compared with their number. */
static bool stl_binary_read(Reading *r, uint32_t count)
{
  if (count > TRIANGLES_MOST)
    return fail(r, "found %lu triangles, expected at most %d", (unsigned long)count, TRIANGLES_MOST);
  r->at += HEAD + 4;
  for (uint32_t i = 0; i < count; i++, r->at += FACET) {
    for (int p = 0; p < 3; p++) {
      double x[3];
      for (int d = 0; d < 3; d++) {
        const uint32_t bits = word_little(r->at + 12 + 12 * p + 4 * d);
        float          number;
        memcpy(&number, &bits, sizeof number);
        x[d] = (double)number;
      }
      if (!point_add(r, x)) return false;
    }
    if (!last_add(r)) return false;
  }
  return true;
}

/* A point and its place in the file. */
typedef struct {
  double x[3];
  int    index;
} Placed;

static int placed_compare(const void *left, const void *right)
{
  const Placed *a = left, *b = right;

  for (int i = 0; i < 3; i++)
    if (a->x[i] != b->x[i]) return a->x[i] < b->x[i] ? -1 : 1;
  return 0;
}

/* Makes one point of all that coincide. */
static bool points_join(Reading *r)
{
  Triangles *t      = r->out;
  Placed    *placed = malloc(((size_t)t->npoints + 1) * sizeof *placed);
  int        n      = 0;

  if (!placed) return fail(r, "out of memory");
  for (int i = 0; i < t->npoints; i++) {
    memcpy(placed[i].x, t->point + 3 * i, sizeof placed[i].x);
    placed[i].index = i;
  }
  qsort(placed, (size_t)t->npoints, sizeof *placed, placed_compare);
  for (int i = 0; i < t->npoints; i++) {
    n += i == 0 || placed_compare(&placed[i - 1], &placed[i]) != 0;
    memcpy(t->point + 3 * (n - 1), placed[i].x, sizeof placed[i].x);
    t->corner[placed[i].index] = n - 1; /* corners of an STL file count its points */
  }
  t->npoints = n;
  free(placed);
  return true;
}

/* A file with the length that its count of triangles asks for is binary, whatever its head begins with. */
static bool stl_read(Reading *r)
{
  const size_t   length = (size_t)(r->end - r->at);
  const uint32_t count  = length >= HEAD + 4 ? word_little(r->at + HEAD) : 0;
  const bool     binary = length >= HEAD + 4 && length == HEAD + 4 + (size_t)count * FACET;

  if (!binary && strncmp(r->at, "solid", 5) != 0)
    return fail(r, "found neither the word solid nor the length of a binary file, expected an STL file");
  return (binary ? stl_binary_read(r, count) : stl_text_read(r)) && points_join(r);
}

/* The point of 3, 3/1, 3//2 or -1, which counts from the last one; blanks end it. */
static bool index_read(Reading *r, int *index)
{
  char      *rest;
  const long number = strtol(r->at, &rest, 10);
  const int  n      = r->out->npoints;

  if (rest == r->at || number == 0 || number > n || number < -n)
    return fail(r, "found a face with a point that does not exist, expected numbers from 1 to %d", n);
  *index = (int)(number > 0 ? number - 1 : n + number);
  r->at  = rest;
  while (r->at < r->end && !is_blank(*r->at) && *r->at != '\n') r->at++;
  return true;
}

/* A polygon becomes triangles about its first corner. */
static bool face_read(Reading *r)
{
  int first = 0, before = 0, n = 0;

  for (;; n++) {
    int index = 0;
    while (is_blank(*r->at)) r->at++;
    if (r->at == r->end || *r->at == '\n' || *r->at == '#') break;
    if (!index_read(r, &index)) return false;
    if (n == 0) first = index;
    if (n > 1 && !triangle_add(r, first, before, index)) return false;
    before = index;
  }
  return n > 2 || fail(r, "found a face of %d points, expected at least 3", n);
}

/* Lines v and f; normals, textures, groups and materials are skipped. */
static bool obj_read(Reading *r)
{
  while (line_next(r)) {
    if (word_take(r, "v") && !point_read(r)) return false;
    if (word_take(r, "f") && !face_read(r)) return false;
  }
  r->line = 0;
  return true;
}

/* --- the file */

static const struct {
  const char *ending;
  bool (*read)(Reading *r);
} formats[] = {{".stl", stl_read}, {".obj", obj_read}};

bool triangles_read(const char *path, Triangles *t, char error[TRIANGLES_ERROR_LEN])
{
  const char  *dot    = strrchr(path, '.');
  const size_t n      = sizeof formats / sizeof formats[0];
  size_t       length = 0, kind = 0;
  Reading      r = {.out = t, .error = error};
  struct stat  found;

  memset(t, 0, sizeof *t);
  while (kind < n && !(dot && strcasecmp(dot, formats[kind].ending) == 0)) kind++;
  if (kind == n) return fail(&r, "found another kind of file, expected a name that ends with .stl or .obj");
  if (stat(path, &found) != 0) return fail(&r, "cannot be read: %s", strerror(errno));
  if (!S_ISREG(found.st_mode)) /* a pipe would be waited for, a device has no end */
    return fail(&r, "cannot be read: found a folder, a pipe or a device, expected a file");
  if (found.st_size > FILE_MOST) return fail(&r, "found a file of more than 64 MiB, expected a smaller one");
  char *bytes = file_read(path, FILE_MOST, &length);
  if (!bytes) return fail(&r, "cannot be read: %s", errno ? strerror(errno) : "unknown error");
  r.at            = bytes;
  r.end           = bytes + length;
  const bool good = formats[kind].read(&r);
  free(bytes);
  return good && (t->ncorners || fail(&r, "found no triangle, expected at least one"));
}

void triangles_clear(Triangles *t)
{
  free(t->point);
  free(t->corner);
  memset(t, 0, sizeof *t);
}
