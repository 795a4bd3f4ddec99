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
 * Functions that can fail return a RigelCode; no function exits the process. Models are independent of each other. Functional values
 * are called J here; docs/explanation/gradients.md calls them F.
 *
 * Every function checks its arguments and handles. Calls from several threads take turns; a callback may call the library again, but
 * can neither end it nor destroy what the outer call uses. docs/reference/c_api.md (Errors, Threads). */
#ifndef RIGEL_RIGEL_H
#define RIGEL_RIGEL_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RIGEL_API __attribute__((visibility("default")))

/* Codes that functions return and exit codes of the program. */
typedef enum {
  RIGEL_OK       = 0, /* success */
  RIGEL_INTERNAL = 1, /* an error inside Rigel or PETSc */
  RIGEL_INPUT    = 2, /* faults of the problem or an argument, or a run that memory cannot hold */
  RIGEL_DIVERGED =
    3, /* Newton's method did not converge, or the result contradicts what the scheme conserves, or its energy is
                        * wrong; the observer received all earlier elements */
  RIGEL_STOPPED = 130 /* the observer ended the run */
} RigelCode;

/* A validated problem with its mechanical system and consistent start state. */
typedef struct RigelModel RigelModel;

/* Receives the start state and the state after every element. z[states] and lambda[multipliers] are valid during the call only;
 * lambda contains the multipliers at the midpoint of the element. Returns false to stop the run. */
typedef bool (*RigelObserver)(void *context, double t, const double *z, const double *lambda);

/* Kind of the point at which a run with an objective ended. */
typedef enum {
  RIGEL_OPTIMUM_NONE       = 0, /* no objective, or no convergence */
  RIGEL_OPTIMUM_MINIMUM    = 1, /* a local minimum */
  RIGEL_OPTIMUM_STATIONARY = 2, /* stationary, not a minimum */
  RIGEL_OPTIMUM_UNKNOWN    = 3  /* stationary, and the matrix is singular or could not be factored */
} RigelOptimum;

/* Whether the elements of a run follow its motion (docs/explanation/trust.md, Resolution). */
typedef enum {
  RIGEL_RESOLVED     = 0, /* the elements follow the motion */
  RIGEL_COARSE       = 1, /* errors of some percent */
  RIGEL_NOT_RESOLVED = 2  /* the result means nothing: use a smaller step or a higher degree */
} RigelResolution;

/* Report of a run. */
typedef struct {
  int             elements;          /* completed elements */
  double          time;              /* last time reached */
  long            newton_iterations; /* sum over all solves */
  char            message[512];      /* reason of a failure or rejection */
  RigelOptimum    optimum;           /* kind of the point reached, with an objective */
  double          cost;              /* value of the objective */
  RigelResolution resolved;          /* whether the elements follow the motion */
  double          turn;              /* largest angle of a body in one element, rad */
  double defect;       /* of the equations of motion inside elements: angles in rad, speeds relative to the largest */
  double phase;        /* of the fastest sine or force of the caller in one element, rad; 0: none */
  double mu;           /* largest multiplier of velocity constraints, in natural units; 0 in the exact solution */
  double step;         /* a step that resolves the motion, if the run does not */
  double drift_energy; /* largest change of the energy less work, relative to the start or to natural units */
  char   message_code[8]; /* code of message, such as "R0501"; "" without a message */
  double error_bar;       /* of the end state, in natural units, with method.accuracy; NAN: not estimated */
  bool   reached;         /* error_bar is at most method.accuracy */
  double until;           /* time up to which the accuracy holds */
  double shortest;        /* element, with method.accuracy */
  double longest;         /* element, with method.accuracy */
  int    rejected;        /* elements that were solved again, with method.accuracy */
  int    passes;          /* runs from the start, with method.accuracy */
} RigelResult;

/* Returns the version of the library, such as "0.1.0". */
RIGEL_API const char *rigel_version(void);

/* States what the last failed call of this thread found and expected; "" if none has failed. Valid until the next failure in the
 * thread. Functions without a code return -1, NULL or NAN after a misuse and set this message, too. */
RIGEL_API const char *rigel_error_message(void);
/* Returns the code of that message, such as "R0204", of its first line if it has several; "" if no call has failed. The index of
 * messages states cause and remedy of each code; `rigel explain R0204` prints an entry. */
RIGEL_API const char *rigel_error_message_code(void);

/* Starts PETSc and MPI unless the caller already did. */
RIGEL_API RigelCode rigel_initialize(void);
/* Ends what rigel_initialize started. */
RIGEL_API RigelCode rigel_finalize(void);

/* --- problems in memory: the content of a problem file */

/* A problem that can be changed and is not yet validated. */
typedef struct RigelProblem RigelProblem;

/* Creates a problem from YAML or JSON text, empty if text is NULL. Only rigel_model_create validates it; it reports all faults
 * at once. */
RIGEL_API RigelCode rigel_problem_create(const char *text, RigelProblem **problem);
/* Destroys a problem and sets *problem to NULL. */
RIGEL_API void rigel_problem_destroy(RigelProblem **problem);

/* Set the value of a key of the problem file (docs/reference/problem_file.md): "time.end", "bodies.box.mass",
 * "loads.push.value[2]". value is YAML: "[0, 0, 1]", "quaternion". A second value of the same path replaces the first. */
RIGEL_API RigelCode rigel_problem_set(RigelProblem *problem, const char *path, const char *value);
RIGEL_API RigelCode rigel_problem_set_number(RigelProblem *problem, const char *path, double value);
RIGEL_API RigelCode rigel_problem_set_vector(RigelProblem *problem, const char *path, int n, const double *value);
/* Appends an item to a list ("bodies", "joints", "loads"). Paths refer to the item by its name. */
RIGEL_API RigelCode rigel_problem_add(RigelProblem *problem, const char *list, const char *name);

/* A potential V(f) of one or two bodies. f[n] contains their frames (x, d1, d2, d3): reference point and body axes in space.
 * Returns V; sets gradient[n] and hessian[n][n] unless NULL. n = 12, or 24 with two bodies. */
typedef double (*RigelPotential)(void *context, const double *f, double *gradient, double *hessian);
/* A force with the virtual work force . df. Sets force[n] and, unless NULL, its derivatives d_f[n][n] and d_fdot[n][n]. */
typedef void (*RigelForce)(void *context, double t, const double *f, const double *fdot, double *force, double *d_f,
                           double *d_fdot);

/* Add a potential or a force as a load. other: the second body, "ground", or NULL for one body. degree: degree of V as a polynomial in
 * f, from which `gauss: auto` chooses the Gauss points; 0 if V is not a polynomial. */
RIGEL_API RigelCode rigel_problem_add_potential(RigelProblem *problem, const char *name, const char *body,
                                                const char *other, int degree, RigelPotential potential, void *context);
RIGEL_API RigelCode rigel_problem_add_force(RigelProblem *problem, const char *name, const char *body,
                                            const char *other, RigelForce force, void *context);

/* A functional J = end(z at the end) + integral of running(t, z) dt, by the quadrature of the scheme. Either function may be NULL. They
 * return the value and set gradient[states] and hessian[states][states] unless NULL; only costs and rigel_check_functional request
 * Hessians. For gradients, name replaces both functions: "end:COLUMN" or "integral:COLUMN" with a column of state.csv, or "cost". */
typedef struct {
  void *context; /* first argument of both functions */
  /* the term at the end */
  double (*end)(void *context, const double *z, double *gradient, double *hessian);
  /* the integrand */
  double (*running)(void *context, double t, const double *z, double *gradient, double *hessian);
  const char *name; /* a column or the cost, instead of functions */
} RigelFunctional;

/* Adds the term weight * J to the objective; Newton's method uses its Hessian. */
RIGEL_API RigelCode rigel_problem_add_cost(RigelProblem *problem, double weight, const RigelFunctional *cost);

/* Compare the derivatives of a function with differences at one point. error: largest errors of the first and second derivatives,
 * each relative to the largest entry; correct derivatives give 1e-8 or less. n = 12 or 24. */
RIGEL_API RigelCode rigel_check_potential(RigelPotential potential, void *context, int n, const double *f,
                                          double error[2]);
/* error: those of d_f and of d_fdot. */
RIGEL_API RigelCode rigel_check_force(RigelForce force, void *context, int n, double t, const double *f,
                                      const double *fdot, double error[2]);

/* error: those of the gradients of end and of running, then of their Hessians; NAN for a Hessian that is not set. */
RIGEL_API RigelCode rigel_check_functional(const RigelFunctional *functional, int states, double t, const double *z,
                                           double error[4]);

/* --- models: validated problems */

/* Validates a problem and creates its model, which copies what it needs. After RIGEL_INPUT message[size] lists
 * all faults, one per line, and *model is NULL. */
RIGEL_API RigelCode rigel_model_create(const RigelProblem *problem, RigelModel **model, char *message, size_t size);
/* Reads a problem file, or the standard input if file is "-", and applies nset assignments "key.path=value". */
RIGEL_API RigelCode rigel_model_read(const char *file, int nset, const char *const set[], RigelModel **model,
                                     char *message, size_t size);
/* Destroys a model and sets *model to NULL. */
RIGEL_API void rigel_model_destroy(RigelModel **model);

/* Return the size of z (coordinates and momenta, body by body), the size of lambda, and the start state. */
RIGEL_API int           rigel_model_states(const RigelModel *model);
RIGEL_API int           rigel_model_multipliers(const RigelModel *model);
RIGEL_API const double *rigel_model_start(const RigelModel *model);
/* Returns the first index of a body's entries in z, or -1 without such a body. */
RIGEL_API int rigel_model_body(const RigelModel *model, const char *name);
/* Returns the index in z of a column of state.csv, such as "box.x", or -1 without such a column. */
RIGEL_API int rigel_model_column(const RigelModel *model, const char *name);

/* Return the number of components of all controls, and the first component of one control, or -1 without such a control. */
RIGEL_API int rigel_model_inputs(const RigelModel *model);
RIGEL_API int rigel_model_control(const RigelModel *model, const char *name);

/* Compute the total energy H(z), and the linear momentum P and the angular momentum L about the origin. A state does not determine the
 * turns of a torsion spring: H is that of springs within half a turn of their start. */
RIGEL_API double rigel_energy(const RigelModel *model, const double *z);
RIGEL_API void   rigel_momenta(const RigelModel *model, const double *z, double P[3], double L[3]);

/* Solves the problem from its start state, or computes the optimum of its objective. observer and result may be NULL. */
RIGEL_API RigelCode rigel_run(const RigelModel *model, RigelObserver observer, void *context, RigelResult *result);

/* --- trajectories: all nodes and multipliers of a run. Reactions and gradients require the model that made the trajectory, and finite
 * states; the equations accept the trajectory of any model with the same mesh, degree and sizes. */

/* The nodes and multipliers of a run. */
typedef struct RigelTrajectory RigelTrajectory;

/* Solves as rigel_run and stores the trajectory. start[states] replaces the start state of the problem unless NULL. After
 * RIGEL_DIVERGED the trajectory ends at the last solved element; after other errors it is NULL. Runs on one process only. */
RIGEL_API RigelCode rigel_solve(const RigelModel *model, const double *start, RigelTrajectory **trajectory,
                                RigelResult *result);
/* Creates a trajectory for the caller to fill: all times are set, all states are the start state. */
RIGEL_API RigelCode rigel_trajectory_create(const RigelModel *model, RigelTrajectory **trajectory);
/* Destroys a trajectory and sets *trajectory to NULL. */
RIGEL_API void rigel_trajectory_destroy(RigelTrajectory **trajectory);

/* Return the sizes of a trajectory. Neighbouring elements share a node: nodes = elements * degree + 1. */
RIGEL_API int rigel_trajectory_elements(const RigelTrajectory *trajectory);
RIGEL_API int rigel_trajectory_degree(const RigelTrajectory *trajectory);
RIGEL_API int rigel_trajectory_nodes(const RigelTrajectory *trajectory);
/* Return times[nodes] and states[nodes][states]. */
RIGEL_API const double *rigel_trajectory_times(const RigelTrajectory *trajectory);
RIGEL_API double       *rigel_trajectory_states(RigelTrajectory *trajectory);
/* Multipliers have m nodes of their own in each element. Return m, multipliers[elements][m][multipliers] and times[elements][m]. */
RIGEL_API int           rigel_trajectory_multiplier_nodes(const RigelTrajectory *trajectory);
RIGEL_API double       *rigel_trajectory_multipliers(RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_multiplier_times(const RigelTrajectory *trajectory);

/* Controls computed by the run (an objective, or inverse: servo) at p points of each element. Return p, which is 0 without controls,
 * controls[elements][p][inputs] and times[elements][p]. */
RIGEL_API int           rigel_trajectory_control_points(const RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_controls(const RigelTrajectory *trajectory);
RIGEL_API const double *rigel_trajectory_control_times(const RigelTrajectory *trajectory);

/* Computes the force and torque of a joint or of a prescribed motion (inverse dynamics) on its second body, in space axes, at the
 * `degree` Gauss points of every element: times[elements * degree], values[elements * degree][6]. Returns RIGEL_INPUT without such a
 * joint or motion. */
RIGEL_API RigelCode rigel_trajectory_reactions(const RigelModel *model, const RigelTrajectory *trajectory,
                                               const char *name, double *times, double *values);

/* --- gradients */

/* Returns how gradients of this model are computed. "adjoint": discrete adjoint of the computed solution (schemes mG, BG, em; an
 * objective without sweeps; docs/explanation/gradients.md). "differences": differences of order 6 of whole runs. */
RIGEL_API const char *rigel_gradient_how(const RigelModel *model);

/* Computes J of a solved trajectory and its derivatives by the way of rigel_gradient_how. parameters[n] are paths of numbers in the
 * problem ("bodies.box.mass", "loads.push.scale.table[3][1]", "time.end"); the start state changes with them. "start.COLUMN" is one
 * entry of the start state alone; start[states] receives the derivatives in all of these. gradient and start may be NULL. */
RIGEL_API RigelCode rigel_gradient(const RigelModel *model, const RigelTrajectory *trajectory,
                                   const RigelFunctional *functional, int n, const char *const parameters[],
                                   double *value, double *gradient, double *start, char *message, size_t size);

/* Returns the number of Gauss points of an element. */
RIGEL_API int rigel_model_gauss(const RigelModel *model);
/* Computes dJ/du at all Gauss points for the factor u(t), `scale`, of a force or torque: times and gradient[elements * gauss]. For
 * u = sum_i c_i N_i(t) with any functions N_i, dJ/dc_i = sum_g gradient_g N_i(times_g). Supports mG, BG and em without an objective,
 * except BG with boundary values or continuous multipliers. */
RIGEL_API RigelCode rigel_gradient_load(const RigelModel *model, const RigelTrajectory *trajectory,
                                        const RigelFunctional *functional, const char *load, double *value,
                                        double *times, double *gradient, char *message, size_t size);

/* --- the equations R(x) = 0 of the whole interval, in the units of the problem, for solvers of your own. With an objective these
 * functions return RIGEL_INPUT, because its forces are unknown; so they do for BG with a weak start, whose states are traces. */

/* Returns the number of unknowns x, ordered by node: z_0 (with boundary values only), then z_i and lambda_i of every later node. */
RIGEL_API int rigel_equations_size(const RigelModel *model);
/* Computes residual[size] = R(x) at a trajectory. rigel/petsc.h declares its Jacobian as a PETSc matrix. */
RIGEL_API RigelCode rigel_equations_residual(const RigelModel *model, const RigelTrajectory *trajectory,
                                             double *residual);
/* Solves R_x y = b, or R_x^T y = b, at a trajectory; y overwrites b[size]. Returns RIGEL_DIVERGED if R_x is singular. */
RIGEL_API RigelCode rigel_equations_solve(const RigelModel *model, const RigelTrajectory *trajectory, bool transpose,
                                          double *b);
/* Adds factor * dx to the unknowns x of a trajectory. */
RIGEL_API RigelCode rigel_equations_step(const RigelModel *model, RigelTrajectory *trajectory, double factor,
                                         const double *dx);

#ifdef __cplusplus
}
#endif

#endif
