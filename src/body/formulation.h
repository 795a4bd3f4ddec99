/* A rigid body in the coordinates of one formulation: energy, internal constraints, and the map to frames.
 *
 * The state of a body is z = (q, p), nq coordinates and nq momenta. A formulation supplies the kinetic energy, its own constraints
 * theta = (Phi, Psi), and the map F(z) = (f, fdot), f = (phi, d1, d2, d3), to the frames in which every joint and every load is
 * written once (docs/explanation/theory.md, Rigid bodies in frames). Matrices are row-major; z-derivatives have nz columns. */
#ifndef RIGEL_BODY_FORMULATION_H
#define RIGEL_BODY_FORMULATION_H

#include "body/energy.h"
#include "problem/fault.h"
#include "problem/problem.h"

enum {
  FRAME_F      = 12, /* phi, d1, d2, d3 */
  FRAME        = 24, /* f, fdot */
  BODY_NQ      = 12, /* most coordinates of a body */
  BODY_NZ      = 24,
  BODY_NC      = 6, /* most internal constraints on one level */
  STAGE_LEVELS = 2,
  STAGE_LEVEL  = 4,
  BODY_STAGE   = STAGE_LEVELS * STAGE_LEVEL /* collocated values of a body */
};

/* Degree in z of a polynomial quantity; NOT_POLYNOMIAL otherwise. */
enum { NOT_POLYNOMIAL = 0 };
typedef struct {
  int kinetic; /* T */
  int phi;     /* internal Phi; also the degree of a body without constraints: 1 */
  int psi;     /* internal Psi */
  int f;       /* frame f */
  int fdot;    /* frame rate fdot */
} BodyDegrees;

/* Position, orientation and velocities of a body, independent of the formulation. */
typedef struct {
  double position[3];
  double q[4];    /* orientation, unit quaternion */
  double R[3][3]; /* the same, R(q) */
  double velocity[3];
  double omega[3]; /* body frame */
  double scale, scale_rate;
} Kinematics;

/* Derivatives of collocated values of a body in one node of the element, at a Gauss point where its shape function has this value and
 * slope: z changes by value e_j, v by slope e_j. */
typedef struct {
  double        value, slope;
  const double *S, *dS; /* [8][nz] of the values and their rates */
} StageSlope;

typedef struct Body           Body;
typedef struct HamiltonianOps HamiltonianOps;

typedef struct {
  const char        *name, *summary;
  TypeTraits         traits;  /* BODY_USES_, SUPPORTS_ */
  const char *const *columns; /* names of the coordinates of a free body, NULL-terminated */
  /* Sizes and constants from mass, J and options already in the body; false after a fault was added. */
  bool (*setup)(Body *body, const ProblemBody *given, FaultList *faults);
  void (*degrees)(const Body *body, BodyDegrees *degrees);
  /* T, its gradient g[nz] and Hessian K[nz][nz]; g and K may be NULL. */
  void (*kinetic)(const Body *body, const double *z, double *T, double *g, double *K);
  /* theta[2 nc] = (Phi, Psi) and theta_z[2 nc][nz]; theta_z may be NULL. */
  void (*theta)(const Body *body, const double *z, double *theta, double *theta_z);
  /* K[nz][nz] += lambda . theta_zz ; C[2 nc][nz] = theta_zz v. */
  void (*curvature)(const Body *body, const double *z, const double *lambda, const double *v, double *K, double *C);
  /* F[24] and F_z[24][nz]; F_z may be NULL. */
  void (*frame)(const Body *body, const double *z, double *F, double *F_z);
  /* F[24] and dF[24] = F_z v; G[nz] += F_z^T w: the same without forming F_z, for residuals. */
  void (*frame_rate)(const Body *body, const double *z, const double *v, double *F, double *dF);
  void (*frame_load)(const Body *body, const double *z, const double *w, double *G);
  /* K[nz][nz] += w . F_zz ; D[24][nz] = F_zz v. K may be NULL. */
  void (*frame_curvature)(const Body *body, const double *z, const double *w, const double *v, double *K, double *D);
  /* Collocated invariants (galerkin/collocation.h): values s[8] that are bilinear in z and in the values of the level before, so that
   * energy and frame rates are bilinear in them; NULL: none are needed. Values at z; rates ds of one level along v; gradient g[nz] of T at
   * the values s; frame rates dF[24] along v; G[nz] += the transpose of these applied to w[24]. */
  void (*stage_values)(const Body *body, const double *z, double *s);
  void (*stage_rates)(const Body *body, int level, const double *z, const double *v, const double *s, double *ds);
  void (*stage_kinetic)(const Body *body, const double *z, const double *s, double *g);
  void (*stage_frame_rate)(const Body *body, const double *z, const double *v, const double *s, const double *ds,
                           double *dF);
  void (*stage_frame_load)(const Body *body, const double *z, const double *s, const double *w, double *G);
  /* Their derivatives: S[8][nz] of the values in z; in a node of the element dS[8][nz] of the rates of one level, R[24][nz] of the frame
   * rates, K[nz][nz] += of the gradient of T, K += of the transpose applied to constant w. */
  void (*stage_values_gradient)(const Body *body, const double *z, double *S);
  void (*stage_rates_gradient)(const Body *body, int level, const double *z, const double *v, const double *s,
                               const double *ds, const StageSlope *at, double *dS);
  void (*stage_frame_rate_gradient)(const Body *body, const double *z, const double *v, const double *s,
                                    const double *ds, const StageSlope *at, double *R);
  void (*stage_kinetic_gradient)(const Body *body, const double *z, const double *s, const StageSlope *at, double *K);
  void (*stage_frame_load_gradient)(const Body *body, const double *z, const double *s, const double *w,
                                    const StageSlope *at, double *K);
  /* The energy of a body as a function of scalars of z, where it is not quadratic in collocated values; NULL: it is. */
  const EnergyOps *(*energy)(const Body *body);
  /* The state z of a body with these kinematics, and the kinematics of a state. */
  void (*from_kinematics)(const Body *body, const Kinematics *state, double *z);
  void (*kinematics)(const Body *body, const double *z, Kinematics *state);
  /* Linear momentum P[3] and angular momentum L[3] about the origin. */
  void (*momenta)(const Body *body, const double *z, double *P, double *L);
} FormulationOps;

struct Body {
  const FormulationOps *ops;
  char                  name[NAME_LEN];
  const char *const    *columns; /* names of the coordinates, constant ones first, NULL-terminated */
  int                   nq, nz, nc;
  int                   ntranslation; /* 3, or 0 when the reference point is fixed */
  double                mass;
  double                J[3][3];   /* about the reference point, body frame */
  double                center[3]; /* centre of mass from the reference point, body frame */
  int                   nheld;     /* constant coordinates: 3 with a fixed reference point, 7 of a clamped body */
  double                anchor[7]; /* [nheld] the fixed reference point; of a clamped body also its orientation */
  bool                  scalable;  /* quaternion: kinetic energy divided by |q|^4 */
  bool                  psi_full;  /* quaternion: Psi = q . dH/dp instead of q . p */
  double                w0;        /* 1 / (tr J / 2) */
  double                J_inv[3][3];
  double                E_inv[3][3]; /* director: inverse of the Euler tensor */
  const HamiltonianOps *hamiltonian; /* a Hamiltonian system instead of a body; NULL: a body */
  ProblemHamiltonian    data;        /* its constants */
};

/* Frame and frame rate of the ground: origin, axes of space, at rest. */
extern const double ground_frame[FRAME];

/* Position and velocity of the reference point; a fixed one is at rest. */
static inline void body_translation(const Body *body, const double *z, double position[3], double velocity[3])
{
  for (int x = 0; x < 3; x++) {
    position[x] = body->ntranslation ? z[x] : body->anchor[x];
    velocity[x] = body->ntranslation ? z[body->nq + x] / body->mass : 0.0;
  }
}
/* P and phi x P: linear momentum and its moment about the origin. rate[3][3]: rates of the directors, for bodies about a fixed
 * point. */
void body_momenta(const Body *body, const double *z, const double *rate, double *P, double *L);
/* Slots of formulations without constraints, and of those without a frame; they do nothing. */
void body_no_theta(const Body *body, const double *z, double *theta, double *theta_z);
void body_no_curvature(const Body *body, const double *z, const double *lambda, const double *v, double *K, double *C);
void body_no_load(const Body *body, const double *z, const double *w, double *G);

#endif
