/* One-step schemes of the literature for quaternion bodies without joints: methods of onestep.h, a table of functions each.
 *
 * Most of them live on R^3 x SO(3): place (x, q), velocity (v, Omega) and momentum (P, L) of every body, Omega in body axes, L in
 * space about the reference point of the body. Momenta take impulses of forces, so that they are kept where no force acts. */
#ifndef RIGEL_SCHEME_ONESTEP_STEPPER_H
#define RIGEL_SCHEME_ONESTEP_STEPPER_H

#include "scheme/ode/ode.h"
#include "scheme/onestep_loop.h"

/* One body at one time. */
typedef struct {
  double x[3], q[4];
  double v[3], omega[3];
  double P[3], L[3];
} RigidState;

enum { RIGID_STATE = sizeof(RigidState) / sizeof(double) };

/* A run under way. */
typedef struct {
  const Problem *problem;
  const System  *system;
  const StepOps *ops;
  Ode            ode;            /* evaluates the system */
  int            n;              /* quaternion bodies */
  int           *body;           /* [n] their numbers in the system */
  double         t, h, h_next;   /* start and length of the element; length of the next one */
  const double  *z;              /* [nz] at the start of the element */
  double        *end;            /* [nz] at its end */
  double        *memory;         /* what goes on to the next element: now, half, accel, and whether it has begun */
  RigidState    *now, *half;     /* [n] at the start and in the middle of the element, for schemes on R^3 x SO(3) */
  RigidState    *next, *beyond;  /* [n] at its end and in the middle of the next one */
  RigidState    *mid;            /* [n] scratch */
  double (*accel)[6];            /* [n] of (v, Omega) at the start */
  double (*force)[6], (*old)[6]; /* [n] forces and moments in space */
  double (*theta)[6];            /* [n] increments of (x, rotation vector in body axes) */
  double *place, *rate, *load;   /* [nz] scratch: a state, a rate of zero, generalised forces */
  double  t_load;                /* when they act */
  double *dplace, *dload;        /* [nz] changes of the two */
  double (*dq)[4];               /* [n] of q_{n+1} */
  double       *gamma;           /* [n] multiplier of the unit length, in the middle of the element */
  double       *x, *r, *dx;      /* [unknowns] of Newton's method: unknowns, residual, a direction */
  double       *M;               /* [unknowns][unknowns] dr/dx by columns, then its LU */
  PetscBLASInt *pivot;           /* [unknowns] */
} Stepper;

/* When a scheme keeps energy by construction: without moments of forces; with those of gravity too. */
typedef enum { ENERGY_NEVER, ENERGY_FREE, ENERGY_GRAVITY } EnergyKept;
/* When it keeps angular momentum: without loads; also with loads between bodies, if their impulse is that of the middle of the step,
 * of its ends. */
typedef enum { ANGULAR_NEVER, ANGULAR_ALONE, ANGULAR_MIDPOINT, ANGULAR_TRAPEZOIDAL } AngularKept;

struct StepOps {
  int         unknowns; /* per body; 0: explicit */
  EnergyKept  energy;
  AngularKept angular;
  bool        gamma;                          /* step fills s->gamma */
  void (*start)(Stepper *s);                  /* from s->z; NULL: nothing more to do */
  void (*guess)(const Stepper *s, double *x); /* implicit only, as residual is */
  void (*residual)(Stepper *s, const double *x, double *r);
  /* Its change along dx, after residual at x and with s->ode.A where it took its load. */
  void (*tangent)(Stepper *s, const double *x, const double *dx, double *dr);
  void (*step)(Stepper *s); /* implicit: with the solution s->x */
};

/* An entry of scheme_list. */
#define STEP_SCHEME(id, label, more, text)                                                                             \
  const SchemeOps id##_ops = {.traits    = {.name     = label,                                                         \
                                            .summary  = text,                                                          \
                                            .supports = SUPPORTS_QUATERNION | SUPPORTS_LOADS | (more),                 \
                                            .stepping = true},                                                         \
                              .step      = &id,                                                                        \
                              .gauss     = one_gauss,                                                                  \
                              .exactness = stepper_exactness,                                                          \
                              .run       = stepper_run}

PetscErrorCode stepper_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
void           stepper_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);

PetscErrorCode stepper_create(const Problem *problem, const System *system, Stepper *s);
PetscErrorCode stepper_destroy(Stepper *s);
/* At the start of an element; the first one begins the scheme. */
void stepper_place(Stepper *s, const Step *step);
/* s->r and s->M = dr/dx by columns, at s->x */
void stepper_jacobian(Stepper *s);

static inline const Body *stepper_body(const Stepper *s, int i)
{
  return &s->system->bodies[s->body[i]];
}

/* Where its entries are in z. */
static inline int stepper_at(const Stepper *s, int i)
{
  return s->system->start[s->body[i]];
}

/* A time in the element, from 0 to 1; the ends from within, where loads may jump. */
double stepper_time(const Stepper *s, double part);

/* s->load: generalised forces at time t and s->place */
void stepper_load(Stepper *s, double t);
/* s->dload: their change with s->dplace, once s->ode.A is there */
void stepper_load_rate(Stepper *s);

/* --- all bodies at once, in turn.c */

/* Turns from z, and back. */
void rigid_read(const Stepper *s, const double *z, RigidState *turns);
void rigid_write(const Stepper *s, const RigidState *turns, double *z);
/* Place of `to`: from moved by theta = (dx, rotation vector in body axes); by exp, or by the midpoint rule for qdot. */
void rigid_move(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to);
void rigid_move_midpoint(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to);
/* Momenta of `to` = those of from + dt force; then its velocities, at its place. */
void rigid_kick(const Stepper *s, const RigidState *from, double dt, const double (*force)[6], RigidState *to);
/* Momenta from velocities. */
void rigid_carry(const Stepper *s, RigidState *turns);
/* Accelerations of (v, Omega) under forces. */
void rigid_accelerate(const Stepper *s, const RigidState *turns, const double (*force)[6], double (*accel)[6]);
/* m += factor times the moment of a generalised force g on q: it does the work g . dq with dq = (0, dtheta) o q / 2, so that the
 * moment is 1/2 vec(g o conj(q)). */
void turn_moment_add(double factor, const double g[4], const double q[4], double m[3]);
/* Forces and moments in space at time t. */
void rigid_force(Stepper *s, double t, const RigidState *turns, double (*force)[6]);
/* s->force: the mean of forces at two places (paper 002, eq. 77). */
void rigid_trapezoid(Stepper *s, double t0, const RigidState *at0, double t1, const RigidState *at1);

/* --- increments x_{n+1} = x_n + dx, q_{n+1} = q_n o exp(theta) as the first unknowns (dx, theta) of every body, in move.c */

enum { MOVE = 6 };

/* Every body goes on as it moves. */
void increment_guess(const Stepper *s, double *x);
/* s->next at the place that x stands for. */
void increment_position(Stepper *s, const double *x);
/* s->load at the mean of s->now and s->next; the mean of q is no unit quaternion. */
void increment_load(Stepper *s);
/* Both, and s->force in the middle. */
void increment_force(Stepper *s, const double *x);
/* The end of a step with the impulse h s->force: rounding in p does not gather. */
void increment_step(Stepper *s);
/* For changes dx of the unknowns: s->dq of q_{n+1}, s->dplace of x_n + part dx and of q_n o exp(part theta), or with mean of
 * (q_n + q_{n+1})/2, and s->dload there. */
void increment_rate(Stepper *s, const double *x, const double *dx, double part, bool mean);
/* F on the reference point of body i and g on its quaternion, of s->load or s->dload. */
void increment_split(const Stepper *s, int i, const double *load, double F[3], double g[4]);
/* q of body i in s->place, or its change in s->dplace */
const double *increment_quaternion(const Stepper *s, int i, const double *place);
/* r[3]: the midpoint rule for x, with the force F in the middle; and its change */
void increment_translate(const Stepper *s, int i, const double F[3], const double dx[3], double r[3]);
void increment_translate_rate(const Stepper *s, int i, const double dF[3], const double dx[3], double dr[3]);

#endif
