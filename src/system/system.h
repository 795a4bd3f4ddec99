/* The system: bodies, joints and loads summed into H(z), Theta(z) = (Phi, Psi) and their derivatives.
 *
 *   zdot = J (grad H + grad Theta^T lambda) + (0, Q),   0 = Theta(z)         May and Betsch (2025, eq. 13)
 *
 * z is stored body by body, (q, p) of each; Theta and lambda group by group, (Phi, Psi) and (gamma, mu) of each, where a
 * group is the internal constraints of one body or one joint. A System is constant after creation; a SystemWork is the
 * scratch of an evaluation (docs/explanation/theory.md, Equations of motion). */
#ifndef RIGEL_SYSTEM_SYSTEM_H
#define RIGEL_SYSTEM_SYSTEM_H

#include "body/body.h"
#include "system/joint/driver.h"
#include "system/joint/joint.h"
#include "system/load/load.h"

/* Natural units: every unknown and every row is measured in powers of these. */
typedef struct {
  double length, velocity, mass;
} Units;

/* Constraints of one body (joint = NULL), of one joint or of one prescribed motion. */
typedef struct {
  char            name[NAME_LEN];
  Where           where;
  const JointOps *joint;
  int             m;        /* rows on one level */
  int             ndropped; /* rows[m..] that depend on other joints and are not imposed */
  int             start;    /* first row in Theta: m of Phi, then m of Psi */
  int             body[2];  /* the sides; a body's own group has it in body[0] */
  JointGeometry   geometry;
  FrameRow        rows[JOINT_ROWS];
  int             number[JOINT_ROWS]; /* of each row in its joint type */
  int             driver;             /* prescribed motion: which one gives its weights; -1: no time in the rows */
  bool            servo;              /* its gammas are the values of inputs: forces act there, not along grad Phi */
  bool            linear;             /* no products and no time at all */
  bool            couples;            /* products of the two sides: K has a block between them */
  int             degree_phi, degree_psi; /* in z; NOT_POLYNOMIAL */
} ConstraintGroup;

/* Entries of a dense local block that are added to a sparse matrix: to[dest[e]] += sign[e] from[src[e]]. */
typedef struct {
  int     n;
  int    *src, *dest;
  double *sign;
} Scatter;

/* Compressed sparse rows. */
typedef struct {
  int  nrows, nnz;
  int *row; /* [nrows + 1] */
  int *col; /* [nnz] */
} Pattern;

typedef struct {
  int              nbodies, ngroups, nloads;
  int              nz, nl; /* sizes of z and Theta */
  Body            *bodies; /* [nbodies] */
  int             *start;  /* [nbodies] of each body in z */
  bool            *framed; /* [nbodies] a joint, a load or gravity needs its frame */
  double          *weight; /* [nbodies][12] gravity: V = sum weight . f, May and Betsch (2025, sect. 5.2) */
  ConstraintGroup *groups; /* [ngroups] bodies' own groups first, then joints, then motions */
  int              ndrivers;
  Driver          *drivers; /* [ndrivers] of the motions */
  Load            *loads;   /* [nloads] the inputs of controls come last, in their order */
  int              ninputs;
  int             *input;   /* [ncontrols + 1] first input of each control */
  int              ntwists; /* torsion springs, whose angles are followed through turns */
  int             *servo; /* [ninputs] inverse: servo: the row of Theta whose multiplier is the input; otherwise NULL */
  bool             worked; /* a load or a motion does work that no potential contains */
  double           gravity[3];
  double           t0; /* start of the run */
  Units            units;
  double          *scale_z;     /* [nz] in units */
  double          *scale_theta; /* [nl] */
  Pattern          A;           /* d(rate)/dz */
  Pattern          T;           /* dTheta/dz */
  Scatter         *own;         /* [nbodies] K_b -> A */
  Scatter         *cross;       /* [ngroups] K between the two sides of a joint -> A */
  Scatter (*side)[2];           /* [ngroups] theta_z of each side -> T */
  Scatter (*push)[2];           /* [ninputs] force of an input on each side -> L, servo only */
  Scatter (*between)[2];        /* [nloads] K between the two sides of a load, both ways -> A */
} System;

/* Scratch of one evaluation. */
typedef struct {
  double *F, *dF, *w;           /* [nbodies][24] frame, its rate F_z v, weights */
  double *F_z, *D;              /* [nbodies][24][24] */
  double *K;                    /* [nbodies][24][24] */
  double *G;                    /* [nbodies][24] grad H + grad Theta^T lambda */
  double *theta_z, *C;          /* [ngroups][2 sides][12 rows][24] */
  double *u;                    /* [ninputs] servo: inputs among the multipliers */
  double *cross;                /* [24][24] */
  double (*weights)[ROW_TERMS]; /* [ndrivers][3] of rows with time */
  double
    *twist; /* [ntwists] angles of torsion springs. In: within half a turn of those at this state; out: at this state */
  double path_fraction; /* of the path of prescribed motions: 1; less during continuation of servo constraints */
  double power[2]; /* of loads that are no potentials, w . F_z v, and of motions: done from outside, lost by damping */
} SystemWork;

/* Collocated values of all bodies at one Gauss point, which replace those of the state (galerkin/collocation.h). */
typedef struct {
  const double *values; /* [nbodies][8] */
  const double *F, *dF; /* [nbodies][24] frames and their rates along v */
  const double *bodies; /* [nbodies][24] gradients of the energies of bodies that have an EnergyOps */
  const double *loads;  /* [nloads][24] weights of potentials that have one */
} StagePoint;

/* One point of time. Any matrix pointer may be NULL: then none is computed. */
typedef struct {
  double            t;       /* the time; loads and prescribed motions depend on it */
  double            dt;      /* its rate along v: h where v = dz/dxi, 1 where v = dz/dt */
  const double     *u;       /* [ninputs] values of controls; NULL: zero */
  bool              probe;   /* only the sparsity is wanted: loads use values without singularities */
  bool              smooth;  /* without loads that are no potentials: J^-1 A is a Hessian then */
  const StagePoint *stage;   /* collocated values; NULL: those of the state. Not with matrices */
  double           *rate;    /* [nz] J (grad H + grad Theta^T lambda) */
  double           *theta;   /* [nl] */
  double           *theta_v; /* [nl] grad Theta v + dTheta/dt dt */
  double           *A;       /* [A.nnz] d rate / dz */
  double           *T;       /* [T.nnz] grad Theta */
  double           *L;       /* [T.nnz] servo: replaces grad Theta in the forces of multipliers; may be NULL */
  double           *C;       /* [T.nnz] d(theta_v)/dz at fixed v */
} SystemPoint;

/* False after faults were added (or out of memory, which is a fault too). */
bool system_create(const Problem *problem, FaultList *faults, System *system);
/* The same without prescribed motions and servo constraints. */
bool system_create_joints(const Problem *problem, FaultList *faults, System *system);
/* The same for a problem that differs from that of `like` in numbers only: natural units and rows that were left out are those of
 * `like`. */
bool system_create_variant(const Problem *problem, const System *like, FaultList *faults, System *system);
void system_destroy(System *system);
bool system_work_create(const System *system, SystemWork *work);
void system_work_destroy(SystemWork *work);

void system_evaluate(const System *system, const double *z, const double *v, const double *lambda, SystemWork *work,
                     SystemPoint *point);

/* value[A.nnz] += J K with the Hessian K[nz][nz] of one body. */
void system_add_own(const System *system, int body, const double *K, double *value);

/* max |Theta| in natural units, theta[nl]; INFINITY if one is not finite. */
double system_violation(const System *system, const double *theta);

/* Generalised forces of gravity and loads alone: force[nz], those of coordinates in their places, zero elsewhere. v[nz]: the
 * rate of z, for the power of loads in work. */
void system_forces(const System *system, double t, const double *z, const double *v, SystemWork *work, double *force);

/* Follows the angles twist[ntwists] of torsion springs to the state z: each changes by less than half a turn. */
void system_twist(const System *system, const double *z, double *twist);
/* How far the potential of a pair of sites rises on the straight way from z0 to z1 above its values there; name: of the load with the
 * largest rise. */
double system_barrier(const System *system, const double *z0, const double *z1, const char **name);
/* Squares of a force that is a function of the caller and of its change between two times, in one state; moments count as forces at the
 * natural length. False: another load. */
bool system_load_change(const System *system, int load, const double *z, const double t[2], double *size,
                        double *change);
/* Angles near those of the next evaluation; NULL: those of the start, zero. */
void system_work_twist(const System *system, const double *twist, SystemWork *work);
/* Kinetic and potential energy; twist[ntwists]: angles of torsion springs nearby, NULL: those of the start, zero. */
void system_energy(const System *system, const double *z, const double *twist, double *T, double *V);
void system_momenta(const System *system, const double *z, double P[3], double L[3]);
/* The state that the problem prescribes at its start. */
void system_initial(const System *system, const Problem *problem, double *z);

/* Drops rows of joints, drop[joint - nbodies][row]; system_row still evaluates them. False: out of memory. */
bool system_drop(System *system, bool (*drop)[JOINT_ROWS]);
/* Phi and Psi of row r of a joint, also of a dropped one, at time t. */
void system_row(const System *system, const ConstraintGroup *joint, int r, double t, const double *z, double *phi,
                double *psi);
/* Weights of time of a joint's rows at time t, stored in w; NULL for rows without time. */
RowWeights system_weights(const System *system, const ConstraintGroup *joint, double t, double w[3][ROW_TERMS]);

/* Largest polynomial degrees; NOT_POLYNOMIAL where something is not. */
typedef struct {
  int energy, phi, psi;
} SystemDegrees;
void system_degrees(const System *system, SystemDegrees *degrees);

/* Directions in which momentum must be conserved: linear[3] per component; angular_axes = 3 (all), 1 (angular_axis) or 0. */
typedef struct {
  bool   linear[3];
  int    angular_axes;
  double angular_axis[3];
} Symmetry;
void system_symmetry(const System *system, Symmetry *symmetry);
bool gravity_turns(const System *system);       /* gravity has a moment about the reference point of a body */
bool symmetry_linear(const Symmetry *symmetry); /* any component of the linear momentum */

int degree_max(int a, int b); /* NOT_POLYNOMIAL wins */

/* Forces of n loads on the same bodies that have no potential, times factor[n], as generalised weights: G[nz] += F_z^T w, and
 * unless NULL slope[nz] += d(eta . F_z^T w)/dz. */
void loads_slope(const System *system, const Load *loads, int n, double t, const double *factor, const double *z,
                 const double *eta, SystemWork *work, double *G, double *slope);

#endif
