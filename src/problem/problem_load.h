/* Loads of a problem: forces and torques on a body, springs and potentials between two bodies. */
#ifndef RIGEL_PROBLEM_PROBLEM_LOAD_H
#define RIGEL_PROBLEM_PROBLEM_LOAD_H

#include "problem/problem_function.h"

typedef enum { AXES_SPATIAL, AXES_BODY } AxesKind;

/* A load defined by functions of a C caller, see rigel/rigel.h; not available in problem files. */
typedef struct {
  void *context;
  int   degree; /* of V in f; 0: no polynomial */
  bool  both;   /* f, fdot of two sides, 24 numbers; otherwise of one, 12 */
  double (*potential)(void *context, const double *f, double *gradient, double *hessian);
  void (*force)(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                double *d_fdot);
} ProblemUserLoad;

/* Keys that a type of load uses besides name and type. */
enum {
  LOAD_USES_BODY      = 1 << 0, /* acts on one body: body, value, frame, scale */
  LOAD_USES_BODIES    = 1 << 1, /* acts between two */
  LOAD_USES_AT        = 1 << 2, /* a point of each body */
  LOAD_USES_STIFFNESS = 1 << 3,
  LOAD_USES_DAMPING   = 1 << 4,
  LOAD_USES_SIX       = 1 << 5, /* stiffness and damping may have 6 components */
  LOAD_USES_LENGTH    = 1 << 6,
  LOAD_NEEDS_LENGTH   = 1 << 7,  /* length is required */
  LOAD_USES_AXIS      = 1 << 8,  /* axis_body, angle */
  LOAD_USES_EPSILON   = 1 << 9,  /* epsilon, sigma */
  LOAD_USES_DEPTH     = 1 << 10, /* depth, width */
  LOAD_USES_STRENGTH  = 1 << 11
};

/* A load; its type decides which of the values apply. */
typedef struct {
  char                name[NAME_LEN];
  Where               where;
  char                type[NAME_LEN];
  TypeTraits          traits;                   /* of the type */
  char                body_name[2][NAME_LEN];   /* a force or torque has the first only */
  int                 body[2];                  /* index into bodies, or GROUND */
  double              at[2][3];                 /* points in each body's coordinates; NAN: the reference point */
  double              value[3];                 /* force, torque */
  AxesKind            frame;                    /* of value */
  ProblemTimeFunction scale;                    /* factor of value */
  double              stiffness[6], damping[6]; /* [1] = NAN: one number */
  double              length, angle;            /* without force; length = NAN: not given */
  double              axis_body[2][3];          /* torsion: in each body's coordinates */
  double              epsilon, sigma;           /* Lennard-Jones */
  double              depth, width;             /* Morse */
  double              strength;                 /* Coulomb, logarithmic */
  ProblemUserLoad     user;
} ProblemLoad;

void problem_load_init(ProblemLoad *load);

#endif
