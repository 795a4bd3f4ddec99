/* Bodies of a problem: shape, mass, start values; and Hamiltonian systems, which replace bodies. */
#ifndef RIGEL_PROBLEM_PROBLEM_BODY_H
#define RIGEL_PROBLEM_PROBLEM_BODY_H

#include "problem/problem_value.h"

typedef enum { SHAPE_NONE, SHAPE_CUBOID, SHAPE_CYLINDER, SHAPE_CONE, SHAPE_SPHERE, SHAPE_SITES } ShapeKind;

/* A homogeneous solid or a set of point masses. Body axes: cuboid edges along e1, e2, e3; cylinder and cone along e3,
 * the cone's tip on the negative side. The origin of body coordinates is the centre of mass. */
typedef struct {
  ShapeKind kind;
  double    size[3]; /* cuboid: edges; cylinder, cone: radius, height; sphere: radius */
  int       nsites;
  double   *sites; /* [nsites][4]: mass, x, y, z in body axes, from any origin; owned */
} Shape;

typedef enum { KINETIC_UNIT, KINETIC_SCALABLE } KineticKind;
typedef enum { TRANSLATION_FREE, TRANSLATION_FIXED } TranslationKind;
typedef enum { BODY_FREE, BODY_CLAMPED } Mobility;

/* A built-in Hamiltonian system; which constants it has depends on the system. */
typedef struct {
  char    system[NAME_LEN]; /* "": none */
  Where   where;
  double  mass, stiffness; /* harmonic; mass, length of the arm and gravity also of a top */
  double  length, gravity;
  double  inertia[2]; /* top: across and along its axis, about its tip */
  double  coupling;   /* pendulum */
  double  eccentricity;
  double  axes[3], strength, core, rotation; /* galaxy */
  int     ncoordinates, nmomenta, nrates;
  double *coordinates, *momenta, *rates; /* at the start, momenta or rates; owned by the problem */
} ProblemHamiltonian;

typedef struct {
  char            name[NAME_LEN];
  Where           where;
  char            formulation[NAME_LEN]; /* quaternion | director | particle */
  KineticKind     kinetic;
  bool            rigid; /* false: the free scalable body, Moeller and Glocker (2012); quaternion and scalable only */
  TranslationKind translation;
  Mobility        mobility; /* clamped: the body does not move and has no unknowns */
  Shape           shape;
  bool            any_inertia;       /* J1 + J2 < J3 is accepted (quaternion only) */
  double          inertia[3][3];     /* as given; [0][0] = NAN: from the shape */
  double          mass;              /* NAN: from density or sites */
  double          density;           /* NAN: not given */
  double          center_of_mass[3]; /* body coordinates from the reference point; translation: fixed only */
  double          position[3];
  double          orientation[4]; /* scalar first */
  double          velocity[3];
  double          angular_velocity[3];         /* body frame; NAN: not given */
  double          angular_velocity_spatial[3]; /* NAN: not given */
  double          scale, scale_rate;           /* s = |q|^2 and its rate; rigid: false only; default 1, 0 */

  ProblemHamiltonian hamiltonian; /* system = "": a body */
} ProblemBody;

void problem_body_init(ProblemBody *body);

#endif
