/* Resolution of a run: how far its states are from satisfying the equations of motion between the points where a scheme does.
 *
 * The defect of an element is e = z' - h f(t, z, lambda), in the time of the element. A Galerkin element makes it orthogonal to its test
 * functions only; it is O(h^(k+1)) where elements follow the motion and O(1) where they do not. Other schemes have no polynomial:
 * e = z_1 - z_0 - h (f_0 + f_1) / 2. A state z + e moves differently from z: by an angle, and by a speed, of each body. Errors of
 * positions are no measure of their own, since positions are integrals of speeds (docs/explanation/trust.md, Resolution). */
#ifndef RIGEL_DIAG_RESOLUTION_H
#define RIGEL_DIAG_RESOLUTION_H

#include "problem/observer.h"
#include "system/system.h"
#include "time/element.h"

/* A largest value, and the end of the element in which it occurs. */
typedef struct {
  double value, time;
} Peak;

/* One body over the run. */
typedef struct {
  double speed; /* largest of its reference point, and of its angular velocity times its radius of gyration */
  Peak   turn;  /* angle in an element */
  Peak   angle; /* defect of its orientation, rad, or of its own constraints in a step */
  Peak   slip;  /* defect of its speed */
} BodyResolution;

/* Sums over elements for a force that is a function of the caller: squares of it, and of its rate times the length of the element. */
typedef struct {
  double size, change;
} ForceSpeed;

typedef struct {
  const System   *system;
  bool            galerkin;
  double          fastest; /* speed of the fastest body */
  double          longest; /* length of the longest element */
  int             npoints; /* of a Galerkin element */
  double          point[NODES_MOST];
  SystemWork      work;
  double         *buffer;    /* z at the start of the element, then scratch of one evaluation */
  double         *scratch;   /* metric[nz], then vectors of conjugate gradients */
  double         *A, *T, *C; /* as SystemPoint has them; T: gradient of the constraints */
  BodyResolution *bodies;    /* [nbodies] */
  ForceSpeed     *forces;    /* [nloads] */
  unsigned long   seed;      /* of the times at which forces of the caller are compared */
} ResolutionMeter;

/* False: out of memory; destroy in either case. */
bool resolution_meter_create(const Problem *problem, const System *system, ResolutionMeter *meter);
void resolution_meter_destroy(ResolutionMeter *meter);
/* Measures the element that ends with the sample, which follow each other. */
void resolution_follow(ResolutionMeter *meter, const Sample *sample);
/* The state z[nz] at which the next element begins. */
static inline const double *resolution_start(const ResolutionMeter *meter)
{
  return meter->buffer;
}
/* Stores the state at which the next element begins, without measuring: a resumed run. */
void resolution_resume(ResolutionMeter *meter, const double *z);

/* Subtracts from e[nz] its part in the span of the forces of constraints, whose gradient is meter->T. */
void resolution_free(ResolutionMeter *meter, double *e);

/* The speed that slips of body b are compared with: its largest, at least a share of that of the fastest body. */
double resolution_speed(const ResolutionMeter *meter, int b);

typedef enum { RESOLVED, RESOLVED_COARSELY, NOT_RESOLVED } ResolutionKind;

/* The measures of a run and the judgement that follows from them. */
typedef struct {
  ResolutionKind kind; /* the worse of the next two */
  ResolutionKind of_motion, of_loads;
  double         h;              /* length of the longest element */
  Peak           turn;           /* of any body in one element, rad */
  Peak           defect;         /* largest of angles in rad and of slips relative to the speeds of their bodies */
  double         error;          /* estimated from it, per half turn or half period */
  double         most;           /* defect above which a run is not resolved */
  double         phase;          /* of the fastest sine, or force of the caller, in the longest element, rad */
  double         step;           /* that resolves the motion, by the order of the scheme; h if resolved */
  char           body[NAME_LEN]; /* with the largest defect */
  char           load[NAME_LEN]; /* with this phase; "": none */
  bool           degrees;        /* a higher degree of the elements resolves it as well */
} Resolution;

/* order: of the scheme at element ends. */
void        resolution_judge(const ResolutionMeter *meter, const Problem *problem, int order, Resolution *resolution);
const char *resolution_word(ResolutionKind kind);
/* What is wrong with a run that is not resolved, and what to do; empty for other runs. */
void resolution_warn(const Resolution *resolution, char *text, size_t size);

#endif
