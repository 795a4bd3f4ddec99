/* Surfaces of triangles from files of other programs: STL, in text or binary, and OBJ. */
#ifndef RIGEL_BASE_TRIANGLES_H
#define RIGEL_BASE_TRIANGLES_H

#include <stdbool.h>

enum { TRIANGLES_MOST = 200000, TRIANGLES_ERROR_LEN = 160 };

typedef struct {
  int     npoints, ncorners;
  double *point;  /* [npoints][3] */
  int    *corner; /* [ncorners] points, three for each triangle */
} Triangles;

/* Reads a regular file of at most 64 MiB and TRIANGLES_MOST triangles; its name ends with .stl or .obj. Points of an STL file that
 * coincide become one. False: `error` states what was found and expected, without a word of the content. Clear in either case. */
bool triangles_read(const char *path, Triangles *t, char error[TRIANGLES_ERROR_LEN]);
void triangles_clear(Triangles *t);

#endif
