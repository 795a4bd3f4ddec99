/* The objective of an optimal control problem: a weighted sum of terms. */
#ifndef RIGEL_PROBLEM_PROBLEM_OBJECTIVE_H
#define RIGEL_PROBLEM_PROBLEM_OBJECTIVE_H

#include "problem/problem_boundary.h"
#include "problem/problem_control.h"

/* end(z at the end) + integral of running(t, z), either may be NULL, by functions of a C caller, see
 * rigel/rigel.h. */
typedef struct {
  void *context;
  double (*end)(void *context, const double *z, double *gradient, double *hessian);
  double (*running)(void *context, double t, const double *z, double *gradient, double *hessian);
} ProblemUserCost;

typedef enum { TERM_NONE, TERM_EFFORT, TERM_TRACK, TERM_ENERGY, TERM_END, TERM_START, TERM_TIME, TERM_USER } TermKind;
typedef enum { TRACK_POINT, TRACK_ORIENTATION, TRACK_JOINT } TrackKind;
enum { TERMS_MOST = 64, TERM_CONTROLS = 16 }; /* of an objective; named by an effort */

/* A term of the objective, times its weight:
 *   effort  int 1/2 u.u      track  int 1/2 |y - path|^2      energy  int H      time  end - start
 *   end, start  1/2 of the squared difference to what is named, there      user  functions of a C caller */
typedef struct {
  TermKind       kind;
  Where          where;
  double         weight;
  double         weights[3]; /* effort: of the components, see problem_each; times weight */
  int            sweeps;     /* effort: further solves, each with the previous inputs as reference */
  char           controls[TERM_CONTROLS][NAME_LEN]; /* effort: names, "" ends; none: all */
  TrackKind      of;                                /* track */
  char           body_name[NAME_LEN], joint_name[NAME_LEN];
  int            body, joint;
  double         at[3];
  double         along[3];   /* track, point: factors of the components; NAN: 1 */
  double         from[4];    /* track, orientation: what the path turns, unit quaternion; NAN: axes of space */
  CoordinateKind coordinate; /* track, joint */
  int            npath;
  ProblemTimeFunction
            *path; /* [npath] point: x, y, z; orientation: rotation vector in space; joint: its coordinate; owned */
  ProblemEnd end;  /* end, start */
  ProblemUserCost user; /* not available in problem files */
} ProblemTerm;

void problem_term_init(ProblemTerm *term);
/* Whether an effort counts this control. */
bool problem_effort_names(const ProblemTerm *term, const char *control);

#endif
