/* The problem: what a case file says, complete and constant after reading.
 * Filled by io (or by a C caller), read by system, scheme, diag and app; nobody after io knows that YAML exists.
 *
 * Optional values carry their own "not given" mark, so that no presence flags are needed:
 * a real is NAN, the first entry of a vector is NAN, an integer is RIGEL_UNSET, a string is "".
 */
#ifndef RIGEL_PROBLEM_H
#define RIGEL_PROBLEM_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

enum { NAME_LEN = 64, TEXT_LEN = 512 };
#define RIGEL_UNSET INT_MIN

/* A place in a case file; line 0: not from a file; line -n: from the n-th --set of the command line. */
typedef struct {
  int line, column;
} Where;

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
typedef enum { MOTION_FREE, MOTION_CLAMPED } MotionKind;

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
  bool            rigid; /* false: the free scalable body of paper 001 (quaternion, scalable only) */
  TranslationKind translation;
  MotionKind      motion; /* clamped: the body does not move and takes no unknowns */
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

  ProblemHamiltonian hamiltonian; /* stands for a body; system = "": a body */
} ProblemBody;

enum { GROUND = -1 };

typedef struct {
  char   name[NAME_LEN];
  Where  where;
  char   type[NAME_LEN];         /* spherical | ... */
  char   body_name[2][NAME_LEN]; /* "ground" or a body's name */
  int    body[2];                /* index into bodies, or GROUND */
  double at[3];                  /* world point at the start; NAN: at_body is given */
  double at2[3];                 /* the point on the second body, where it is another one; NAN: at */
  double at_body[2][3];          /* the point in each body's coordinates; NAN: at is given */
  double axis[3];                /* world direction at the start, any length; NAN: none, or axis_body */
  double axis2[3];               /* universal: the axis of the second body; NAN: axis */
  double axis_body[2][3];        /* the axis in each body's coordinates; NAN: none, or axis */
  double length;                 /* distance: of the rod; NAN: as at the start */
  double ratio;                  /* winch: rope let out per travel of the first body along the axis */
} ProblemJoint;

typedef enum {
  SCALE_NONE,
  SCALE_POLYNOMIAL,
  SCALE_TABLE,
  SCALE_CUBIC,
  SCALE_SINE,
  SCALE_RAMP,
  SCALE_STEP,
  SCALE_SMOOTH
} ScaleKind;

/* A function of time. A table goes on with its first and last values. */
typedef struct {
  ScaleKind kind;
  int       nrows;
  double   *rows; /* polynomial: [nrows] factors of 1, t, t^2, ..; table, cubic: [nrows][2] t and value; owned */
  double    amplitude, omega, phase, offset; /* sine: amplitude sin(omega t + phase) + offset */
  double    start, end;                      /* ramp, smooth: when it begins and ends; step: start */
  double    before, after;                   /* values there */
  int       derivatives;                     /* smooth: that vanish at its ends */
} ProblemScale;

typedef enum { AXES_SPATIAL, AXES_BODY } AxesKind;

/* A load by functions of a C caller, see rigel/rigel.h; no file has it. */
typedef struct {
  void *context;
  int   degree; /* of V in f; 0: no polynomial */
  bool  both;   /* f, fdot of two sides, 24 numbers; otherwise of one, 12 */
  double (*potential)(void *context, const double *f, double *gradient, double *hessian);
  void (*force)(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                double *d_fdot);
} ProblemUserLoad;

/* end(z at the end) + integral of running(t, z), either may be NULL, by functions of a C caller, see rigel/rigel.h. */
typedef struct {
  void *context;
  double (*end)(void *context, const double *z, double *gradient, double *hessian);
  double (*running)(void *context, double t, const double *z, double *gradient, double *hessian);
} ProblemUserCost;

/* A force, a torque, or what acts between two bodies; which keys it has depends on its type. */
typedef struct {
  char            name[NAME_LEN];
  Where           where;
  char            type[NAME_LEN];
  char            body_name[2][NAME_LEN];   /* a force or torque has the first only */
  int             body[2];                  /* index into bodies, or GROUND */
  double          at[2][3];                 /* points in each body's coordinates; NAN: the reference point */
  double          value[3];                 /* force, torque */
  AxesKind        frame;                    /* of value */
  ProblemScale    scale;                    /* factor of value */
  double          stiffness[6], damping[6]; /* [1] = NAN: one number */
  double          length, angle;            /* without force; length = NAN: not given */
  double          axis_body[2][3];          /* torsion: in each body's coordinates */
  double          epsilon, sigma;           /* Lennard-Jones */
  double          depth, width;             /* Morse */
  double          strength;                 /* Coulomb */
  ProblemUserLoad user;
} ProblemLoad;

/* A motion that is prescribed: of a point, of an orientation or of the coordinate of a joint. */
typedef struct {
  char         name[NAME_LEN];
  Where        where;
  char         type[NAME_LEN]; /* position | orientation | rotation | angle | displacement */
  char         body_name[NAME_LEN], joint_name[NAME_LEN];
  int          body, joint; /* indices; one of them, by type */
  double       at[3];       /* point in the body's coordinates; NAN: the reference point */
  double       axis[3];     /* rotation: in space, any length; NAN: not given */
  ProblemScale value;       /* rotation, angle, displacement */
  ProblemScale path[3];     /* position, orientation: components that are given */
} ProblemMotion;

/* An input: a load of unknown size, a polynomial in time on each of its cells. Force and torque have three components, or one
 * along `axis`; a joint has one, about or along its axis, on its second body and back on its first. */
typedef enum { CONTROL_FORCE, CONTROL_TORQUE, CONTROL_JOINT } ControlKind;
typedef enum { COORDINATE_AUTO, COORDINATE_ANGLE, COORDINATE_SHIFT } CoordinateKind;

typedef struct {
  char           name[NAME_LEN];
  Where          where;
  ControlKind    type;
  char           body_name[NAME_LEN], joint_name[NAME_LEN]; /* force, torque; joint */
  int            body, joint;
  double         at[3]; /* force: the point in body coordinates; NAN: the reference point */
  AxesKind       frame;
  double         axis[3];    /* in that frame, any length; NAN: all three */
  CoordinateKind coordinate; /* joint: turn about the axis or shift along it; auto: what the joint leaves free */
  int            degree;     /* of the polynomial; RIGEL_UNSET: k - 1 */
  int            every;      /* elements of a cell */
  double         lower[3], upper[3]; /* bounds of the components, see problem_each; NAN: none */
  double         initial[3];         /* first guess of the components */
} ProblemControl;

typedef enum { TERM_NONE, TERM_EFFORT, TERM_TRACK, TERM_ENERGY, TERM_END, TERM_START, TERM_TIME, TERM_USER } TermKind;
typedef enum { TRACK_POINT, TRACK_ORIENTATION, TRACK_JOINT } TrackKind;
enum { TERMS_MOST = 64, TERM_CONTROLS = 16 }; /* of an objective; named by an effort */

/* Smaller elements from one time to another. */
typedef struct {
  double from, to, step;
} ProblemPart;

typedef struct {
  double       start, end;
  bool         free;     /* the end is unknown, `end` its first guess; objective only */
  double       step;     /* NAN: elements is given */
  int          elements; /* RIGEL_UNSET: step is given */
  int          nparts, ncorners;
  ProblemPart *parts; /* [nparts] owned */
  /* [ncorners] inside of the interval, ascending: element ends where a load or motion is not smooth, or where one of time.parts
   * begins or ends; owned */
  double *corners;
} ProblemTime;

typedef enum { NODES_EQUIDISTANT, NODES_LOBATTO } NodesKind;
typedef enum { PSI_PLAIN, PSI_FULL } PsiKind;
typedef enum { MULTIPLIERS_DISCONTINUOUS, MULTIPLIERS_CONTINUOUS } MultipliersKind;
typedef enum { IMPULSE_MIDPOINT, IMPULSE_TRAPEZOIDAL } ImpulseKind;
enum { GAUSS_AUTO = 0, WINDOW_ALL = 0 };

/* What a scheme takes, bits. */
enum {
  TAKES_QUATERNION  = 1 << 0,
  TAKES_DIRECTOR    = 1 << 1,
  TAKES_PARTICLE    = 1 << 2,
  TAKES_HAMILTONIAN = 1 << 3,
  TAKES_UNIT        = 1 << 4, /* kinetic: unit */
  TAKES_SCALABLE    = 1 << 5, /* kinetic: scalable */
  TAKES_JOINTS      = 1 << 6,
  TAKES_LOADS       = 1 << 7, /* other than gravity */
  TAKES_DAMPING     = 1 << 8,
  TAKES_DEGREE      = 1 << 9,  /* any; otherwise 1, and psi: plain */
  TAKES_WINDOW      = 1 << 10, /* windows, boundary values, prescribed motion; otherwise it steps */
  TAKES_CONDITION   = 1 << 11, /* solver.condition: it measures condition numbers */
  TAKES_ALL         = (1 << 12) - 1
};

typedef struct {
  char            scheme[NAME_LEN]; /* mG | ... */
  int             degree;           /* k >= 1 */
  int             gauss;            /* s >= k, or GAUSS_AUTO */
  NodesKind       nodes;
  PsiKind         psi;
  int             window;      /* elements per Newton system; WINDOW_ALL; RIGEL_UNSET: 1 for mG, all for BG */
  MultipliersKind multipliers; /* BG only */
  ImpulseKind     impulse;     /* of forces over a step; explicit schemes and algo_c1 */
} ProblemMethod;

typedef enum { SCALING_NATURAL, SCALING_NONE } ScalingKind;
typedef enum {
  GUESS_AUTO,     /* initial values: stepping; boundary values: geodesic */
  GUESS_STEPPING, /* mG stepping on the same mesh, from the start values of `bodies` */
  GUESS_CONSTANT,
  GUESS_GROW,
  GUESS_GEODESIC,     /* boundary values: shortest rotation (and line) from start to end, plus turns */
  GUESS_RATE,         /* boundary values: the rates of `bodies` from the start on */
  GUESS_CONTINUATION, /* boundary values: the end time grows from a short interval */
  GUESS_FILE
} GuessKind;
typedef enum {
  LINEAR_AUTO,
  LINEAR_DENSE,
  LINEAR_BLOCK,
  LINEAR_BAND,
  LINEAR_UMFPACK,
  LINEAR_KLU,
  LINEAR_MUMPS,
  LINEAR_SUPERLU,
  LINEAR_SUPERLU_DIST,
  LINEAR_PETSC
} LinearKind;

typedef enum {
  HOMOTOPY_NONE,
  HOMOTOPY_INERTIA,
  HOMOTOPY_GRAVITY,
  HOMOTOPY_TIME,
  HOMOTOPY_WEIGHTS,
  HOMOTOPY_END
} HomotopyKind;

/* From an easier problem to the given one, in steps; optimal control. */
typedef struct {
  HomotopyKind kind;
  int          steps;
} ProblemHomotopy;

typedef struct {
  double          tolerance; /* of the non-dimensional residual */
  int             max_iterations;
  LinearKind      linear;
  ScalingKind     scaling;              /* of global systems */
  GuessKind       guess;                /* start values of global systems */
  char            guess_file[TEXT_LEN]; /* directory of an earlier run; guess: file */
  ProblemHomotopy homotopy;
  int             refine;          /* coarser meshes before the given one, each with half the elements of the next */
  int             refine_degree;   /* of what comes before the given mesh; RIGEL_UNSET: the same */
  int             turns;           /* extra full turns of a geodesic guess */
  bool            condition;       /* report condition numbers */
  char            petsc[TEXT_LEN]; /* PETSc options, as after -- on the command line */
} ProblemSolver;

/* Units in which Newton's method sees the problem (thesis 004, sect. 3.3.9); NAN: found from the data. */
typedef struct {
  double length, mass, time;
} ProblemUnits;

typedef enum { INITIAL_CHECK, INITIAL_PROJECT } InitialKind;
/* How motions are brought about: by whatever forces it takes; by the controls alone, as servo constraints, or as near as their
 * effort allows (then motions are terms of the objective after reading). */
typedef enum { INVERSE_FORCES, INVERSE_SERVO, INVERSE_TRACK } InverseKind;
typedef enum { REDUNDANT_ERROR, REDUNDANT_DROP } RedundantKind;

/* What is known of the exact solution: stored digits, or a closed form by name. */
typedef struct {
  bool   given;
  Where  where;
  char   body_name[NAME_LEN];
  int    body;
  double time;           /* NAN: the end of the run */
  double orientation[4]; /* NAN: not given */
  double position[3];    /* NAN: not given */
  char   closed_form[NAME_LEN];
} ProblemReference;

/* What is prescribed of one body at one end of the interval; NAN: free. */
typedef struct {
  char   body_name[NAME_LEN];
  int    body;
  Where  where;
  double position[3];
  double orientation[4]; /* unit quaternion, scalar first */
  double velocity[3];
  double angular_velocity[3]; /* body frame */
} ProblemEnd;

/* A term of the objective, times its weight:
 *   effort  int 1/2 u.u      track  int 1/2 |y - path|^2      energy  int H      time  end - start
 *   end, start  1/2 of the squared difference to what is named, there      user  functions of a C caller */
typedef struct {
  TermKind       kind;
  Where          where;
  double         weight;
  double         weights[3]; /* effort: of the components, see problem_each; times weight */
  int            sweeps;     /* effort: solves that follow, each counts from the inputs of the one before */
  char           controls[TERM_CONTROLS][NAME_LEN]; /* effort: names, "" ends; none: all */
  TrackKind      of;                                /* track */
  char           body_name[NAME_LEN], joint_name[NAME_LEN];
  int            body, joint;
  double         at[3];
  double         along[3];   /* track, point: factors of the components; NAN: 1 */
  double         from[4];    /* track, orientation: what the path turns, unit quaternion; NAN: axes of space */
  CoordinateKind coordinate; /* track, joint */
  int            npath;
  ProblemScale  *path; /* [npath] point: x, y, z; orientation: rotation vector in space; joint: its coordinate; owned */
  ProblemEnd     end;  /* end, start */
  ProblemUserCost user; /* no file has it */
} ProblemTerm;

/* Two-point boundary conditions; not given: everything is given at the start. */
typedef struct {
  bool        given;
  Where       where;
  int         nstart, nend;
  ProblemEnd *start, *end; /* [nstart], [nend]; owned */
} ProblemBoundary;

/* Numbers of an earlier run: a CSV file with its column names. */
typedef struct {
  int     rows, columns;
  char  **names;  /* [columns], owned */
  double *values; /* [rows][columns], owned; the first column is t, ascending */
} ProblemTable;

typedef enum { OUTPUT_ENDS, OUTPUT_ALL } OutputNodes;
enum { FORMAT_CSV = 1, FORMAT_HDF5 = 2, FORMAT_VTK = 4 }; /* bits */
enum { VTK_AUTO = 0 };

typedef struct {
  int         every; /* write every n-th element; 0: nothing but run.yaml */
  OutputNodes nodes;
  unsigned    formats;   /* bits of FORMAT_ */
  int         vtk_every; /* of the written elements; VTK_AUTO */
} ProblemOutput;

typedef struct {
  char             file[TEXT_LEN]; /* where it came from, for messages */
  char             name[NAME_LEN];
  char             title[TEXT_LEN];
  char             source[TEXT_LEN]; /* of the data: a paper, a book */
  ProblemTime      time;
  ProblemMethod    method;
  ProblemSolver    solver;
  ProblemUnits     units;
  double           gravity[3];
  int              nbodies;
  ProblemBody     *bodies; /* owned */
  int              njoints;
  ProblemJoint    *joints; /* owned */
  int              nloads;
  ProblemLoad     *loads; /* owned */
  int              nmotions;
  ProblemMotion   *motions; /* owned */
  int              ncontrols;
  ProblemControl  *controls; /* owned */
  int              nterms;
  ProblemTerm     *terms; /* of the objective; owned */
  InverseKind      inverse;
  RedundantKind    redundant;
  InitialKind      initial;
  ProblemBoundary  boundary;
  ProblemTable     guess_state, guess_multipliers, guess_controls; /* read with guess: file; rows = 0 otherwise */
  ProblemReference reference;
  ProblemOutput    output;

  ProblemHamiltonian hamiltonian; /* instead of bodies; the one body that stands for it has a copy */
} Problem;

/* Every value at its default, no bodies. */
void problem_init(Problem *problem);
void problem_body_init(ProblemBody *body);
void problem_joint_init(ProblemJoint *joint);
void problem_load_init(ProblemLoad *load);
void problem_motion_init(ProblemMotion *motion);
void problem_scale_init(ProblemScale *scale);
void problem_end_init(ProblemEnd *end);
void problem_control_init(ProblemControl *control);
void problem_term_init(ProblemTerm *term);
/* Value i of a number for all, which stands alone before a NAN, or of a list of them. */
double problem_each(const double *value, int i);
/* An effort is of this control: named, or none is. */
bool problem_effort_names(const ProblemTerm *term, const char *control);
/* Components of a control. */
int problem_control_size(const ProblemControl *control);
/* One more, copied; false: out of memory. */
bool problem_add_term(Problem *problem, const ProblemTerm *term);
/* One more load; false: out of memory. */
bool problem_add_load(Problem *problem, const ProblemLoad *load);
/* Fills time.corners from loads, motions and time.parts; false: out of memory. */
bool problem_find_corners(Problem *problem);
void problem_drop_motions(Problem *problem);
/* Free what is owned; accept a half-built one. */
void problem_clear(Problem *problem);
void problem_table_clear(ProblemTable *table);

#endif
