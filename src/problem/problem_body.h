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

typedef enum {
  VISUAL_NONE,
  VISUAL_BOX,
  VISUAL_SPHERE,
  VISUAL_CYLINDER,
  VISUAL_CAPSULE,
  VISUAL_ELLIPSOID,
  VISUAL_MESH
} VisualKind;
typedef enum { STYLE_NOT_GIVEN, STYLE_SOLID, STYLE_NONE } VisualStyle;

/* A primitive, or the triangles of a file, drawn instead of the shape. */
typedef struct {
  VisualKind kind; /* VISUAL_NONE: not given */
  double
    size[3]; /* box: edges; sphere: radius; cylinder, capsule: radius, height; ellipsoid: semi-axes; mesh: its scale */
  char file[TEXT_LEN]; /* of the mesh; the reader makes it absolute */
} VisualShape;

/* How pages and VTK files draw a body; without influence on its motion. */
typedef struct {
  VisualShape shape;
  double      position[3];    /* of its centre, in body coordinates; NAN: at the centre of mass */
  double      orientation[4]; /* of its axes in body axes, any length; NAN: none */
  double      color[3];       /* red, green, blue, 0 to 1; NAN: not given */
  VisualStyle style;
} ProblemVisual;

typedef enum { KINETIC_UNIT, KINETIC_SCALABLE } KineticKind;
typedef enum { TRANSLATION_FREE, TRANSLATION_FIXED } TranslationKind;
typedef enum { BODY_FREE, BODY_CLAMPED } Mobility;
enum { KNOWN_POSITION = 1, KNOWN_ORIENTATION = 2 }; /* bits of ProblemBody.known */

/* Keys that a Hamiltonian system uses besides its name. */
enum {
  HAMILTONIAN_USES_MASS         = 1 << 0,
  HAMILTONIAN_USES_STIFFNESS    = 1 << 1,
  HAMILTONIAN_USES_COUPLING     = 1 << 2,
  HAMILTONIAN_USES_ECCENTRICITY = 1 << 3,
  HAMILTONIAN_USES_AXES         = 1 << 4, /* axes, strength, core, rotation */
  HAMILTONIAN_USES_INERTIA      = 1 << 5, /* inertia, length, gravity */
  HAMILTONIAN_USES_START        = 1 << 6  /* coordinates, momenta, rates; otherwise the constants give them */
};

/* A built-in Hamiltonian system; which constants it has depends on the system. */
typedef struct {
  char       system[NAME_LEN]; /* "": none */
  TypeTraits traits;           /* of the system */
  Where      where;
  double     mass, stiffness; /* harmonic; mass, length of the arm and gravity also of a top */
  double     length, gravity;
  double     inertia[2]; /* top: across and along its axis, about its tip */
  double     coupling;   /* pendulum */
  double     eccentricity;
  double     axes[3], strength, core, rotation; /* galaxy */
  int        ncoordinates, nmomenta, nrates;
  double    *coordinates, *momenta, *rates; /* at the start, momenta or rates; owned by the problem */
} ProblemHamiltonian;

/* Keys that a formulation uses besides those of a point mass. */
enum {
  BODY_USES_ROTATION = 1 << 0, /* shape, inertia, orientation, ..: everything but the keys of a point mass */
  BODY_USES_KINETIC  = 1 << 1, /* kinetic, rigid, any_inertia */
  BODY_USES_EULER    = 1 << 2  /* the inertia must have an Euler tensor tr(J)/2 I - J that is positive definite */
};

typedef struct {
  char            name[NAME_LEN];
  Where           where;
  char            formulation[NAME_LEN]; /* quaternion | director | particle */
  TypeTraits      traits;                /* of the formulation */
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
  double          orientation[4];              /* scalar first */
  unsigned        known;                       /* initial: assemble keeps these */
  double          velocity[3];                 /* NAN: not given */
  double          angular_velocity[3];         /* body frame; NAN: not given */
  double          angular_velocity_spatial[3]; /* NAN: not given */
  double          scale, scale_rate;           /* s = |q|^2 and its rate; rigid: false only; default 1, 0 */

  ProblemVisual visual;

  ProblemHamiltonian hamiltonian; /* system = "": a body */
} ProblemBody;

void problem_body_init(ProblemBody *body);

#endif
