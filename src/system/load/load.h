/* Load types: forces and potentials in the stacked frames f = (f_A, f_B) in R^24 of two sides, a body or the ground.
 *
 * A load adds weights w to the frames: a potential its gradient dV/df, a force F with virtual work F . df the weight -F. The
 * chain rule of the formulations gives pdot = -f_q^T w (docs/explanation/theory.md, Rigid bodies in frames). A force at a point
 * x = phi + X_i d_i is (F, X_i F); a torque is 1/2 tau x d_i on every d_i, since
 * sum_i 1/2 (tau x d_i) . (dtheta x d_i) = tau . dtheta.
 *
 * The directors of a body that changes its size (rigid: false) have the length s. Points move with it, x = phi + X_i d_i;
 * directions do not grow: body axes are d_i / s, and a torque is 1/2 tau x d_i / s^2. */
#ifndef RIGEL_SYSTEM_LOAD_LOAD_H
#define RIGEL_SYSTEM_LOAD_LOAD_H

#include "body/energy.h"
#include "message/message.h"
#include "system/joint/frame_vector.h"
#include "time/time_function.h"

typedef struct Load Load;

/* The arguments of a load. */
typedef struct {
  double        t;        /* the time, for loads that are functions of a caller */
  double        factor;   /* the function of time */
  const double *f, *fdot; /* [24] */
  bool          probe;    /* only the sparsity is wanted: any nonzero values */
  double        twist;    /* torsion: an angle within half a turn of this one */
} LoadPoint;

/* Weights and their derivatives, to which a load adds. */
typedef struct {
  double *w; /* [24] */
  double *W; /* [24][24] dw/df; NULL: neither W nor R is wanted */
  double *R; /* [24][24] dw/dfdot */
} LoadWeight;

/* A potential U of the square s = r^2 of a distance: value, dU/ds, d2U/ds2. */
typedef struct {
  double U, d, dd;
} Radial;

typedef struct {
  const char *name, *summary;
  TypeTraits  traits;   /* LOAD_USES_, SUPPORTS_; LOAD_USES_BODIES: acts between two sides, otherwise on one body */
  bool        external; /* work of `force`: done from outside; otherwise lost by damping */
  bool        turns;    /* acts on rotations: no particles */
  /* Constants of the load from its description and the kinematics of both sides at the start; false: the text states the fault. */
  bool (*setup)(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why);
  /* V, a part of H; weight = NULL: only the value. */
  double (*potential)(const Load *load, const LoadPoint *at, LoadWeight *weight);
  /* Adds the weights of the force, which has no potential. */
  void (*force)(const Load *load, const LoadPoint *at, LoadWeight *weight);
  /* How far V of one pair of sites rises above its values at both ends on the straight way from the frames f0 to f1, both [24]; NULL:
   * V has no wall. */
  double (*barrier)(const Load *load, const double *f0, const double *f1);
  /* U of one pair of sites; NULL: the load is no sum over pairs. */
  Radial (*radial)(const Load *load, double s);
  /* V of scalars that are quadratic in frames and invariant under rotations of both sides; NULL: V of the frames themselves. */
  const EnergyOps *energy;
} LoadOps;

/* Spring and damper in a scalar x(f) of two sides: V = k/2 (x - rest)^2, force -c xdot. */
typedef struct {
  double stiffness, damping, rest;
} SpringDamper;

struct Load {
  char             name[NAME_LEN];
  Where            where;
  const LoadOps   *ops;
  int              body[2];
  bool             couples;  /* both sides move: K has blocks between them */
  bool             grows[2]; /* the side changes its size */
  int              degree;   /* of V in f; NOT_POLYNOMIAL; 1 without V */
  const EnergyOps *energy;   /* of load_energy */
  int              nsites[2];
  double (*sites[2])[3]; /* [nsites][3] points of each side */
  double       value[3]; /* force, torque */
  bool         follows;  /* the value turns with the body */
  TimeFunction scale;
  int          input;   /* input of the system whose value replaces the function of time; -1: none */
  double       a, b, c; /* constants of a pair potential */
  double axes[2][3][3]; /* torsion, bushing: rows e, t, n of each side; the angle is that from t_A to t_B about e */
  SpringDamper    spring[6];
  int             twist; /* torsion: which of the system's; -1: none */
  ProblemUserLoad user;
};

extern const LoadOps *const load_list[]; /* NULL-terminated */
const LoadOps              *load_find(const char *name);

/* Entries of the table: load_force.c, load_pair.c, load_spring.c; drives of joints, which only controls create: load_drive.c;
 * functions of a C caller: load_user.c. */
extern const LoadOps force_ops, torque_ops, spring_ops, torsion_ops, bushing_ops, turn_ops, shift_ops;
extern const LoadOps lennard_jones_ops, morse_ops, harmonic_ops, coulomb_ops, logarithmic_ops;
extern const LoadOps user_ops;

/* --- functions that loads share */

/* A scalar of frames with gradient and Hessian. */
typedef struct {
  double x, g[STACK], H[STACK * STACK];
} FrameScalar;
/* Axis 0 (e), 1 (t) or 2 (n) of one side; s += factor u . v */
FrameVector axis_vector(const Load *load, int side, int which);
void        frame_add_dot(FrameVector u, FrameVector v, double factor, const double *f, FrameScalar *s);
/* x times s_A^-a s_B^-b with the sizes s of the sides; a side that does not change its size counts as 1. */
void frame_scalar_shrink(const Load *load, int a, int b, const double *f, FrameScalar *x);
/* torsion's: e as given, t perpendicular to it and the same for both sides at the start */
bool axes_setup(const ProblemLoad *given, const Kinematics start[2], Load *load, Notice *why);

/* The angle of a torsion spring within half a turn of `near`; angles differ from that at the start by any number of turns. */
double torsion_angle(const Load *load, const double *f, double near);

/* V for collocated invariants; NULL: V is at most quadratic in the frames. */
const EnergyOps *load_energy(const Load *load);

/* Whether the load has a part besides its potential; whether that part depends on rates. */
bool load_pushes(const Load *load);
bool load_rates(const Load *load);

double no_potential(const Load *load, const LoadPoint *at, LoadWeight *weight);
void   no_force(const Load *load, const LoadPoint *at, LoadWeight *weight);
/* Weights of spring and damper in a scalar with gradient g[24] and Hessian H[24][24], stretched from rest by `stretch`. */
void spring_weight(const SpringDamper *s, double stretch, const double *g, const double *H, LoadWeight *weight);
void damper_weight(const SpringDamper *s, const double *fdot, const double *g, const double *H, LoadWeight *weight);

#endif
