/* Output of a run, and the known solution that it is compared with. */
#ifndef RIGEL_PROBLEM_PROBLEM_OUTPUT_H
#define RIGEL_PROBLEM_PROBLEM_OUTPUT_H

#include "problem/problem_value.h"

/* Known exact solution: stored digits, or a closed form by name. */
typedef struct {
  bool   given;
  Where  where;
  char   body_name[NAME_LEN];
  int    body;
  double time;           /* NAN: the end of the run */
  double orientation[4]; /* NAN: not given */
  double position[3];    /* NAN: not given */
  char   closed_form[NAME_LEN];
  double cost;             /* of an optimal-control problem; NAN: not given */
  double accuracy;         /* relative error of the stored digits; NAN: not given */
  char   source[TEXT_LEN]; /* of the digits */
} ProblemReference;

typedef enum { OUTPUT_ENDS, OUTPUT_ALL } OutputNodes;
enum { FORMAT_CSV = 1, FORMAT_HDF5 = 2, FORMAT_VTK = 4 }; /* bits */
enum { VTK_AUTO = 0 };

typedef struct {
  int         every; /* write every n-th element; 0: nothing but run.yaml */
  OutputNodes nodes;
  unsigned    formats;    /* bits of FORMAT_ */
  int         vtk_every;  /* of the written elements; VTK_AUTO */
  double      checkpoint; /* seconds between checkpoints; 0: none */
} ProblemOutput;

#endif
