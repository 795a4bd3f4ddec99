/* Rotational kinetics of a quaternion body at one state, shared by its energy and its frame map. */
#ifndef RIGEL_BODY_QUATERNION_H
#define RIGEL_BODY_QUATERNION_H

#include "base/quat.h"
#include "body/formulation.h"

/* pi = conj(q) o p = Q_l(q)^T p is bilinear in x = (q, p), and everything follows from it:
 *   T = 1/8 pi . W pi,  W = J4^{-1} = diag(2/tr J, J^{-1})          May and Betsch (2025, eq. 58)
 *   y = W pi / 4,  dT/dp = q o y,  dT/dq = p o conj(y)
 * The `scalable` energy is rho T with rho = |q|^{-4} Moeller and Glocker (2012). */
typedef struct {
  double pi[4], y[4];
  double A[4][8]; /* d pi / d(q, p) */
  double B[4][8]; /* W A / 4 = d y / d(q, p) */
  double T;       /* `unit` energy of rotation */
  double g[8];    /* its gradient in (q, p) */
  double rho;     /* 1 for `unit` */
  double rho_q[4];
  double a, b; /* rho_qq = a I + b q q^T */
} Kinetics;

/* Positions of q and p in z. */
static inline int at_q(const Body *body)
{
  return body->ntranslation;
}

static inline int at_p(const Body *body)
{
  return body->nq + body->ntranslation;
}

/* Position in z of entry i of x = (q, p). */
static inline int at_x(const Body *body, int i)
{
  return i < 4 ? at_q(body) + i : at_p(body) + i - 4;
}

/* Names of the coordinates, as the slots below of FormulationOps. */
extern const char *const quaternion_columns[];
bool                     quaternion_setup(Body *body, const ProblemBody *given, FaultList *faults);
void                     quaternion_kinetic(const Body *body, const double *z, double *T, double *g, double *K);
void                     quaternion_from_kinematics(const Body *body, const Kinematics *state, double *z);
void                     quaternion_kinematics(const Body *body, const double *z, Kinematics *state);
void                     quaternion_momenta(const Body *body, const double *z, double *P, double *L);

/* y = W x */
void quaternion_weigh(const Body *body, const double x[4], double y[4]);
/* All of Kinetics; A and B only when matrices is true. */
void quaternion_kinetics(const Body *body, const double *z, bool matrices, Kinetics *kin);
/* u = dT/dp = qdot, with rho */
void quaternion_velocity(const Kinetics *kin, double u[4]);

/* D(q)[9][4]: row 3 i + x is the gradient of component x of d_i. */
void quaternion_directors(const double q[4], double D[9][4]);
/* S(w)[4][4] for weights w[9] on the directors: w . D(a) b = a . S(w) b. */
void quaternion_weight_matrix(const double w[9], double S[4][4]);
/* u_x[4][8]: derivative of the `unit` velocity q o y in x = (q, p). */
void quaternion_velocity_gradient(const double *q, const Kinetics *kin, double u_x[4][8]);
/* G += F_z^T w of a velocity u = rho q o y with y and u as given; a = S(w_r) q, see quaternion_frame.c. */
void quaternion_load(const Body *body, const double *z, const double y[4], const double u[4], double rho,
                     const double *w, double a[4], double *G);
void quaternion_frame(const Body *body, const double *z, double *F, double *F_z);
void quaternion_frame_rate(const Body *body, const double *z, const double *v, double *F, double *dF);
void quaternion_frame_load(const Body *body, const double *z, const double *w, double *G);
void quaternion_stage_values(const Body *body, const double *z, double *s);
void quaternion_stage_rates(const Body *body, int level, const double *z, const double *v, const double *s, double *ds);
void quaternion_stage_kinetic(const Body *body, const double *z, const double *s, double *g);
void quaternion_stage_frame_rate(const Body *body, const double *z, const double *v, const double *s, const double *ds,
                                 double *dF);
void quaternion_stage_frame_load(const Body *body, const double *z, const double *s, const double *w, double *G);
void quaternion_stage_values_gradient(const Body *body, const double *z, double *S);
void quaternion_stage_rates_gradient(const Body *body, int level, const double *z, const double *v, const double *s,
                                     const double *ds, const StageSlope *at, double *dS);
void quaternion_stage_frame_rate_gradient(const Body *body, const double *z, const double *v, const double *s,
                                          const double *ds, const StageSlope *at, double *R);
void quaternion_stage_kinetic_gradient(const Body *body, const double *z, const double *s, const StageSlope *at,
                                       double *K);
void quaternion_stage_frame_load_gradient(const Body *body, const double *z, const double *s, const double *w,
                                          const StageSlope *at, double *K);
void quaternion_frame_curvature(const Body *body, const double *z, const double *w, const double *v, double *K,
                                double *D);

#endif
