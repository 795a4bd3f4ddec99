/* Published one-step schemes for quaternion bodies without joints: methods of onestep_loop.h, a StepOps each.
 *
 * Most of them work on R^3 x SO(3): configuration (x, q), velocity (v, Omega) and momentum (P, L) of each body, Omega in body axes, L
 * in spatial axes about the reference point of the body. Momenta change by impulses of forces, so they are conserved without
 * forces. docs/reference/schemes.md lists the schemes and their sources. */
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
enum { RATE = 13 }; /* x, q, v, omega: the first numbers of a RigidState */

/* The state of a run. */
typedef struct {
  const Problem *problem;
  const System  *system;
  const StepOps *ops;
  Ode            ode;          /* evaluates the system */
  int            n;            /* quaternion bodies */
  int           *body;         /* [n] their numbers in the system */
  double         t, h, h_next; /* start and length of the element; length of the next one */
  const double  *z;            /* [nz] at the start of the element */
  double        *end;          /* [nz] at its end */
  double        *saved; /* state passed to the next element: now, half, accel, and whether the scheme has started */
  RigidState    *now, *half;     /* [n] at the start and in the middle of the element, for schemes on R^3 x SO(3) */
  RigidState    *next, *beyond;  /* [n] at its end and in the middle of the next one */
  RigidState    *mid;            /* [n] scratch */
  double (*moments)[3];          /* [n] principal moments of inertia */
  double (*axes)[3][3];          /* [n] principal axes in body axes, by columns */
  double (*stage_rate)[RATE];    /* [STAGES_MOST][n] of explicit Runge-Kutta methods */
  double (*accel)[6];            /* [n] of (v, Omega) at the start */
  double (*force)[6], (*old)[6]; /* [n] forces and moments in space */
  double (*theta)[6];            /* [n] increments of (x, rotation vector in body axes) */
  double *state, *rate, *load;   /* [nz] a state, a rate of zero, generalised forces there */
  double  t_load;                /* time of the forces */
  double *dstate, *dload;        /* [nz] derivatives of state and forces along a direction */
  double (*dq)[4];               /* [n] derivative of q_{n+1} along a direction */
  double       *gamma;           /* [n] multiplier of the unit length, in the middle of the element */
  double       *x, *r, *dx;      /* [unknowns] of Newton's method: unknowns, residual, a direction */
  double       *M;               /* [unknowns][unknowns] dr/dx by columns, then its LU */
  PetscBLASInt *pivot;           /* [unknowns] */
} Stepper;

/* When a scheme conserves energy by construction: never, without moments of forces, also with gravity. */
typedef enum { ENERGY_NEVER, ENERGY_FREE, ENERGY_GRAVITY } EnergyKept;
/* When a scheme conserves angular momentum: never, without loads, also with loads between bodies whose impulse is evaluated in the
 * middle of the step, or at its ends. Schemes without method.impulse, which is then `midpoint`, and with loads: ANGULAR_MIDPOINT. */
typedef enum { ANGULAR_NEVER, ANGULAR_ALONE, ANGULAR_MIDPOINT, ANGULAR_TRAPEZOIDAL } AngularKept;

struct StepOps {
  int         unknowns; /* per body; 0: explicit */
  int         order;    /* 0: 2 */
  EnergyKept  energy;
  AngularKept angular;
  double      reach;                          /* OneStep.reach */
  bool        gamma;                          /* `step` computes s->gamma */
  void (*start)(Stepper *s);                  /* starts the scheme from s->z; NULL: nothing to do */
  void (*guess)(const Stepper *s, double *x); /* implicit schemes only, as are residual and tangent */
  void (*residual)(Stepper *s, const double *x, double *r);
  /* dr = derivative of the residual at x along dx; called after residual(x), with s->ode.A at the state of the load. */
  void (*tangent)(Stepper *s, const double *x, const double *dx, double *dr);
  void (*step)(Stepper *s); /* computes s->next and s->end; implicit: from the solution s->x */
};

/* An entry of scheme_list. */
#define STEP_SCHEME(id, label, more, text)                                                                             \
  const SchemeOps id##_ops = {.traits    = {.name     = label,                                                         \
                                            .summary  = text,                                                          \
                                            .supports = SUPPORTS_QUATERNION | SUPPORTS_LOADS | (more),                 \
                                            .stepping = true},                                                         \
                              .step      = &id,                                                                        \
                              .gauss     = one_gauss,                                                                  \
                              .order     = stepper_order,                                                              \
                              .exactness = stepper_exactness,                                                          \
                              .run       = stepper_run}

PetscErrorCode stepper_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
int            stepper_order(const Problem *problem);
void           stepper_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);

PetscErrorCode stepper_create(const Problem *problem, const System *system, Stepper *s);
PetscErrorCode stepper_destroy(Stepper *s);
/* Sets the stepper to the start of an element; the first one starts the scheme. */
void stepper_begin(Stepper *s, const Step *step);
/* s->r and s->M = dr/dx, stored by columns, at s->x. */
void stepper_jacobian(Stepper *s);

static inline const Body *stepper_body(const Stepper *s, int i)
{
  return &s->system->bodies[s->body[i]];
}

/* First entry of body i in z. */
static inline int stepper_at(const Stepper *s, int i)
{
  return s->system->start[s->body[i]];
}

/* Time at a fraction 0 .. 1 of the element; at the ends the one-sided limit, because loads may jump there. */
double stepper_time(const Stepper *s, double fraction);

/* s->load = generalised forces at time t and the state s->state. */
void stepper_load(Stepper *s, double t);
/* s->dload = derivative of s->load along s->dstate, from s->ode.A. */
void stepper_load_rate(Stepper *s);

/* --- all bodies at once, in rigid_state.c */

/* States from z, and z from states. */
void rigid_read(const Stepper *s, const double *z, RigidState *states);
void rigid_write(const Stepper *s, const RigidState *states, double *z);
/* Configuration of `to`: that of `from` moved by theta = (dx, rotation vector in body axes), by exp or by the midpoint rule for
 * qdot. */
void rigid_move(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to);
void rigid_move_midpoint(const Stepper *s, const RigidState *from, const double (*theta)[6], RigidState *to);
/* Momenta of `to` = momenta of `from` + dt force, then velocities of `to` in its configuration. */
void rigid_kick(const Stepper *s, const RigidState *from, double dt, const double (*force)[6], RigidState *to);
/* Accelerations: m dv/dt = F, J dOmega/dt = R^T m - Omega x J Omega. */
void rigid_accelerate(const Stepper *s, const RigidState *states, const double (*force)[6], double (*accel)[6]);
/* m += factor times the moment 1/2 vec(g o conj(q)) of a generalised force g on q: its work is g . dq with
 * dq = (0, dtheta) o q / 2. */
void moment_add(double factor, const double g[4], const double q[4], double m[3]);
/* Forces and moments in spatial axes at time t. */
void rigid_force(Stepper *s, double t, const RigidState *states, double (*force)[6]);
/* s->force = mean of the forces at two times and states: Hulbert (1992, eq. 77). */
void rigid_trapezoid(Stepper *s, double t0, const RigidState *at0, double t1, const RigidState *at1);

/* --- increments x_{n+1} = x_n + dx, q_{n+1} = q_n o exp(theta) as the first unknowns (dx, theta) of each body, in increment.c */

enum { INCREMENT = 6 };

/* Extrapolates each body at constant velocity. */
void increment_guess(const Stepper *s, double *x);
/* Configuration of s->next from the unknowns x. */
void increment_position(Stepper *s, const double *x);
/* s->load at the mean of s->now and s->next. The mean of q is not a unit quaternion. */
void increment_load(Stepper *s);
/* Both, and s->force in the middle of the element. */
void increment_force(Stepper *s, const double *x);
/* Ends a step with the impulse h s->force, so that rounding errors of p do not accumulate. */
void increment_step(Stepper *s);
/* Derivatives along dx: s->dq of q_{n+1}, s->dstate of x_n + fraction dx and of q_n o exp(fraction theta), or, with `mean`, of
 * (q_n + q_{n+1})/2, and s->dload of the load there. */
void increment_rate(Stepper *s, const double *x, const double *dx, double fraction, bool mean);
/* Splits s->load or s->dload of body i into F on its reference point and g on its quaternion. */
void increment_split(const Stepper *s, int i, const double *load, double F[3], double g[4]);
/* q of body i in s->state, or its derivative in s->dstate. */
const double *increment_quaternion(const Stepper *s, int i, const double *state);
/* r = dx - h (v_n + h F / (2 m)): the midpoint rule for x with the force F in the middle; and its derivative. */
void increment_translate(const Stepper *s, int i, const double F[3], const double dx[3], double r[3]);
void increment_translate_rate(const Stepper *s, int i, const double dF[3], const double dx[3], double dr[3]);

#endif
