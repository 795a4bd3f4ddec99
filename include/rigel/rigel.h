/* Rigel: constrained rigid-body dynamics with finite elements in time.
 *
 *   RigelModel *model;
 *   char        message[4096];
 *   rigel_initialize();
 *   if (rigel_model_read("box.yaml", 0, NULL, &model, message, sizeof message)) fputs(message, stderr);
 *   else rigel_run(model, observer, context, &result);
 *   rigel_model_destroy(&model);
 *   rigel_finalize();
 *
 * Functions that can fail return a RigelCode; nothing exits the process. Models are independent of each other. */
#ifndef RIGEL_RIGEL_H
#define RIGEL_RIGEL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIGEL_API __attribute__((visibility("default")))

typedef enum {
  RIGEL_OK       = 0,
  RIGEL_INTERNAL = 1,  /* an error inside Rigel or PETSc */
  RIGEL_INPUT    = 2,  /* the problem has faults, the message lists them; or a window does not fit */
  RIGEL_DIVERGED = 3,  /* Newton's method did not converge; the observer has seen everything before */
  RIGEL_STOPPED  = 130 /* the observer ended the run */
} RigelCode;

/* A problem, ready to run. */
typedef struct RigelModel RigelModel;

/* Called at the start and after every element. z[states] and lambda[multipliers] are valid during the call only; lambda holds
 * the values at the element's midpoint. Return false to stop. */
typedef bool (*RigelObserver)(void *context, double t, const double *z, const double *lambda);

/* What a run with an objective has found. */
typedef enum {
  RIGEL_OPTIMUM_NONE       = 0, /* it had none, or did not get there */
  RIGEL_OPTIMUM_MINIMUM    = 1, /* a local one */
  RIGEL_OPTIMUM_STATIONARY = 2, /* no minimum */
  RIGEL_OPTIMUM_UNKNOWN    = 3  /* stationary, and the matrix is singular or could not be factored */
} RigelOptimum;

typedef struct {
  int          elements;          /* completed */
  double       time;              /* reached */
  long         newton_iterations; /* in all */
  char         message[512];      /* why it did not converge, or was refused */
  RigelOptimum optimum;
  double       cost; /* of the objective */
} RigelResult;

RIGEL_API const char *rigel_version(void);

/* Starts PETSc and MPI unless the caller has done so; rigel_finalize ends what rigel_initialize started. */
RIGEL_API RigelCode rigel_initialize(void);
RIGEL_API RigelCode rigel_finalize(void);

/* --- problems in memory: what a problem file says, without a file */

typedef struct RigelProblem RigelProblem;

/* text: YAML or JSON to begin with; NULL: nothing. What is said in a problem is looked at by rigel_model_create only, which reports all faults at once. */
RIGEL_API RigelCode rigel_problem_create(const char *text, RigelProblem **problem);
RIGEL_API void      rigel_problem_destroy(RigelProblem **problem);

/* Keys are those of a problem file (docs/guide.md): "time.end", "bodies.box.mass", "loads.push.value[2]". value is YAML:
 * "[0, 0, 1]", "quaternion". A path that was set before takes the new value in its old place. */
RIGEL_API RigelCode rigel_problem_set(RigelProblem *problem, const char *path, const char *value);
RIGEL_API RigelCode rigel_problem_set_number(RigelProblem *problem, const char *path, double value);
RIGEL_API RigelCode rigel_problem_set_vector(RigelProblem *problem, const char *path, int n, const double *value);
/* A new item of a list ("bodies", "joints", "loads"); its keys are set by its name. */
RIGEL_API RigelCode rigel_problem_add(RigelProblem *problem, const char *list, const char *name);

/* A potential V(f) of one or two bodies; f[n] holds their frames, (x, d1, d2, d3) of each in 12 numbers: reference point and body
 * axes in space. Returns V; sets gradient[n] and hessian[n][n] unless NULL. n = 12, or 24 with two bodies. */
typedef double (*RigelPotential)(void *context, const double *f, double *gradient, double *hessian);
/* A force: force[n] with virtual work force . df, and unless NULL its derivatives d_f[n][n], d_fdot[n][n]. */
typedef void (*RigelForce)(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                           double *d_fdot);

/* other: NULL for one body; it may be "ground". degree: of V as a polynomial in f, for the number of Gauss points; 0: it is none. */
RIGEL_API RigelCode rigel_problem_add_potential(RigelProblem *problem, const char *name, const char *body,
                                                const char *other, int degree, RigelPotential potential, void *context);
RIGEL_API RigelCode rigel_problem_add_force(RigelProblem *problem, const char *name, const char *body,
                                            const char *other, RigelForce force, void *context);

/* J = end(z at the end) + integral of running(t, z), by the quadrature of the scheme; either may be NULL. They return the value and set
 * gradient[states] and hessian[states][states] unless these are NULL; only costs and the check below ask for Hessians. name, for gradients:
 * "end:COLUMN" or "integral:COLUMN" with a column of state.csv, or "cost" of the objective, in place of both. */
typedef struct {
  void *context;
  double (*end)(void *context, const double *z, double *gradient, double *hessian);
  double (*running)(void *context, double t, const double *z, double *gradient, double *hessian);
  const char *name;
} RigelFunctional;

/* weight J as one more term of the objective; its Hessian is part of Newton's method. */
RIGEL_API RigelCode rigel_problem_add_cost(RigelProblem *problem, double weight, const RigelFunctional *cost);

/* Derivatives against differences at one place: largest errors of first and second derivatives, relative to the largest of each.
 * Right ones give 1e-8 or less. n = 12 or 24. */
RIGEL_API RigelCode rigel_check_potential(RigelPotential potential, void *context, int n, const double *f,
                                          double error[2]);
/* error: of d_f and of d_fdot. */
RIGEL_API RigelCode rigel_check_force(RigelForce force, void *context, int n, double t, const double *f,
                                      const double *fdot, double error[2]);

/* error: of the gradients of end and of running, then of their Hessians; NAN of Hessians that are not set. */
RIGEL_API RigelCode rigel_check_functional(const RigelFunctional *functional, int states, double t, const double *z,
                                           double error[4]);

/* --- models: problems that are ready to run */

/* After RIGEL_INPUT, message holds all faults, one per line, and *model is NULL. The model keeps what it needs of the problem. */
RIGEL_API RigelCode rigel_model_create(const RigelProblem *problem, RigelModel **model, char *message, size_t size);
/* Reads a problem file (-: the standard input), with nset assignments "key.path=value" on top of it. */
RIGEL_API RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model,
                                     char *message, size_t size);
RIGEL_API void      rigel_model_destroy(RigelModel **model);

/* Sizes of z (coordinates and momenta, body by body) and lambda, and the state at the start. */
RIGEL_API int           rigel_model_states(const RigelModel *model);
RIGEL_API int           rigel_model_multipliers(const RigelModel *model);
RIGEL_API const double *rigel_model_start(const RigelModel *model);
/* First entry of a body's part of z; -1: there is no such body. */
RIGEL_API int rigel_model_body(const RigelModel *model, const char *name);
/* Place in z of a column of state.csv, "box.x"; -1: there is none. */
RIGEL_API int rigel_model_column(const RigelModel *model, const char *name);

/* Components of all controls together, and the first one of a control; -1: there is no such control. */
RIGEL_API int rigel_model_inputs(const RigelModel *model);
RIGEL_API int rigel_model_control(const RigelModel *model, const char *name);

/* Total energy, linear momentum and angular momentum about the origin. */
RIGEL_API double rigel_energy(const RigelModel *model, const double *z);
RIGEL_API void   rigel_momenta(const RigelModel *model, const double *z, double P[3], double L[3]);

/* Solves the problem: from its start, or with an objective for the optimum. observer and result may be NULL. */
RIGEL_API RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result);

/* --- trajectories: all nodes and multipliers of a run */

typedef struct RigelTrajectory RigelTrajectory;

/* The same, keeping everything; start[states] takes the place of the problem's start unless NULL. After RIGEL_DIVERGED the trajectory
 * ends where the run does; after other errors it is NULL. One process only. */
RIGEL_API RigelCode rigel_solve(const RigelModel *model, const double *start, RigelTrajectory **trajectory,
                                RigelResult *result);
/* One to be filled by the caller: times are set, all states are the start. */
RIGEL_API RigelCode rigel_trajectory_create(const RigelModel *model, RigelTrajectory **trajectory);
RIGEL_API void      rigel_trajectory_destroy(RigelTrajectory **trajectory);

/* Every element has `degree` nodes after the one that it shares with the element before: nodes = elements degree + 1. */
RIGEL_API int rigel_trajectory_elements(const RigelTrajectory *trajectory);
RIGEL_API int rigel_trajectory_degree(const RigelTrajectory *trajectory);
RIGEL_API int rigel_trajectory_nodes(const RigelTrajectory *trajectory);
/* times[nodes], states[nodes][states] */
RIGEL_API const double *rigel_trajectory_times(const RigelTrajectory *trajectory);
RIGEL_API double       *rigel_trajectory_states(RigelTrajectory *trajectory);
/* Multipliers have their own nodes: m in each element. multipliers[elements][m][multipliers], times[elements][m] */
RIGEL_API int           rigel_trajectory_multiplier_nodes(const RigelTrajectory *trajectory);
RIGEL_API double       *rigel_trajectory_multipliers(RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_multiplier_times(const RigelTrajectory *trajectory);

/* Controls that the run has found (an objective, or inverse: servo), at p points of each element: controls[elements][p][inputs],
 * times[elements][p]. p = 0: the problem has none. */
RIGEL_API int           rigel_trajectory_control_points(const RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_controls(const RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_control_times(const RigelTrajectory *trajectory);

/* Force and torque of a joint, or of a prescribed motion (inverse dynamics), on its second body, in space, at the `degree` Gauss points of every
 * element: times[elements degree], values[elements degree][6]. RIGEL_INPUT: there is no such joint or motion. */
RIGEL_API RigelCode rigel_trajectory_reactions(const RigelModel *model, const RigelTrajectory *trajectory,
                                               const char *name, double *times, double *values);

/* --- gradients */

/* "adjoint": gradients of this model's runs are exact for the discrete equations (schemes mG, BG, em; an objective without sweeps).
 * "differences": of order 6, of whole runs; as many runs as that takes. */
RIGEL_API const char *rigel_gradient_how(const RigelModel *model);

/* J of a solved trajectory and its derivatives, as rigel_gradient_how tells. parameters[n] are
 * paths of numbers in the problem ("bodies.box.mass", "loads.push.scale.table[3][1]", "time.end"); the start state follows them.
 * "start.COLUMN" is one entry of the start state by itself; start[states] holds all of these. gradient, start may be NULL. */
RIGEL_API RigelCode rigel_gradient(const RigelModel *model, const RigelTrajectory *trajectory,
                                   const RigelFunctional *functional, int n, const char *const parameters[],
                                   double *value, double *gradient, double *start, char *message, size_t size);

/* Gauss points of an element. */
RIGEL_API int rigel_model_gauss(const RigelModel *model);
/* dJ/du at all Gauss points at once, u(t) the factor `scale` of a force or torque: times, gradient[elements gauss]. With
 * u = sum_i c_i N_i(t) in any functions N_i, dJ/dc_i is the sum of gradient N_i(times): as many control coefficients as one likes. Schemes mG, BG
 * and em without an objective; not BG with boundary values or continuous multipliers. */
RIGEL_API RigelCode rigel_gradient_load(const RigelModel *model, const RigelTrajectory *trajectory,
                                        const RigelFunctional *functional, const char *load, double *value,
                                        double *times, double *gradient, char *message, size_t size);

/* --- the equations of the whole interval, R(x) = 0, in plain units; for those who build their own solver on them. With an
 * objective RIGEL_INPUT: their forces are not given. */

/* Unknowns x, by node: z_0 (with boundary values only), then z_i and lambda_i of every later node. */
RIGEL_API int rigel_equations_size(const RigelModel *model);
/* residual[size] at a trajectory. rigel/petsc.h has the Jacobian as a PETSc matrix. */
RIGEL_API RigelCode rigel_equations_residual(const RigelModel *model, const RigelTrajectory *trajectory,
                                             double *residual);
/* Solves R_x y = b, or R_x^T y = b, at a trajectory; b[size] becomes y. RIGEL_DIVERGED: singular. */
RIGEL_API RigelCode rigel_equations_solve(const RigelModel *model, const RigelTrajectory *trajectory, bool transpose,
                                          double *b);
/* x += factor dx */
RIGEL_API RigelCode rigel_equations_step(const RigelModel *model, RigelTrajectory *trajectory, double factor,
                                         const double *dx);

#ifdef __cplusplus
}
#endif

#endif
