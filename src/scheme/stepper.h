/* One-step schemes of the literature for quaternion bodies without joints: one driver, a table of functions each.
 *
 * Most of them live on R^3 x SO(3): place (x, q), velocity (v, Omega) and momentum (P, L) of every body, Omega in body axes, L in
 * space about the reference point of the body. Momenta take impulses of forces, so that they are kept where no force acts. */
#ifndef RIGEL_SCHEME_STEPPER_H
#define RIGEL_SCHEME_STEPPER_H

#include "scheme/mesh.h"
#include "scheme/scheme.h"
#include "solve/newton.h"

/* One body at one time. */
typedef struct {
  double x[3], q[4];
  double v[3], omega[3];
  double P[3], L[3];
} Turn;

enum { TURN = sizeof(Turn) / sizeof(double) };

/* A run under way. */
typedef struct {
  const Problem *problem;
  const System  *system;
  const StepOps *ops;
  Mesh           mesh;
  SystemWork     work;
  int            n;              /* quaternion bodies */
  int           *body;           /* [n] their numbers in the system */
  double         t, h, h_next;   /* start and length of the element; length of the next one */
  double        *z, *end;        /* [nz] at the start and at the end of the element */
  Turn          *turns;          /* owns what follows */
  Turn          *now, *next;     /* [n] the same, for schemes on R^3 x SO(3) */
  Turn          *half, *beyond;  /* [n] in the middle of the element, and of the next one */
  Turn          *mid;            /* [n] scratch */
  double (*accel)[6];            /* [n] of (v, Omega) at the start */
  double (*force)[6], (*old)[6]; /* [n] forces and moments in space */
  double (*theta)[6];            /* [n] increments of (x, rotation vector in body axes) */
  double *place, *rate, *load;   /* [nz] scratch: a state, a rate of zero, generalised forces */
  double *x, *shifted, *back;    /* [n unknowns] of Newton's method */
  double *gamma;                 /* [n] multiplier of the unit length, in the middle of the element */
  double *lambda;                /* [nl] the same, where multipliers are shown */
  Newton  newton;
} Stepper;

/* When a scheme keeps energy by construction: without forces; with gravity too. */
typedef enum { ENERGY_NEVER, ENERGY_FREE, ENERGY_GRAVITY } EnergyKept;

struct StepOps {
  int        unknowns; /* per body; 0: explicit */
  EnergyKept energy;
  bool       angular;                         /* momentum is kept by construction */
  bool       gamma;                           /* step fills s->gamma */
  void (*start)(Stepper *s);                  /* from s->z; NULL: nothing more to do */
  void (*guess)(const Stepper *s, double *x); /* implicit only, as residual is */
  void (*residual)(Stepper *s, const double *x, double *r);
  void (*step)(Stepper *s); /* implicit: with the solution s->x */
};

/* Slots of SchemeOps. */
PetscErrorCode stepper_run(const Problem *problem, const System *system, const double *z0, const double *lambda0,
                           const Observer *observer, RunStatus *status);
int            stepper_gauss(const Problem *problem, const System *system);
void           stepper_exactness(const Problem *problem, const System *system, int gauss, Exactness *exact);

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

/* --- all bodies at once, in turn.c */

/* Turns from z, and back. */
void turns_read(const Stepper *s, const double *z, Turn *turns);
void turns_write(const Stepper *s, const Turn *turns, double *z);
/* Place of `to`: from moved by theta = (dx, rotation vector in body axes); by exp, or by the midpoint rule for qdot. */
void turns_move(const Stepper *s, const Turn *from, const double (*theta)[6], Turn *to);
void turns_move_midpoint(const Stepper *s, const Turn *from, const double (*theta)[6], Turn *to);
/* Momenta of `to` = those of from + dt force; then its velocities, at its place. */
void turns_kick(const Stepper *s, const Turn *from, double dt, const double (*force)[6], Turn *to);
/* Momenta from velocities. */
void turns_carry(const Stepper *s, Turn *turns);
/* Accelerations of (v, Omega) under forces. */
void turns_accelerate(const Stepper *s, const Turn *turns, const double (*force)[6], double (*accel)[6]);
/* Forces and moments in space at time t. */
void turns_force(Stepper *s, double t, const Turn *turns, double (*force)[6]);
/* s->force: the mean of forces at two places (paper 002, eq. 77). */
void turns_trapezoid(Stepper *s, double t0, const Turn *at0, double t1, const Turn *at1);

#endif
