/* Runge-Kutta methods: order, symplecticity, quadratic invariants, on Hamiltonian systems and on quaternion bodies with the
 * multiplier inserted. */
#include "base/vec.h"
#include "built.h"
#include "measure.h"
#include "models.h"
#include "scheme/ode/ode.h"
#include "scheme/ode/tableau.h"
#include "scheme/schemes.h"
#include "unity.h"

#include <math.h>
#include <petscsys.h>
#include <stdio.h>
#include <string.h>

void setUp(void) {}
void tearDown(void) {}

static const char *const pendulum =
                           "hamiltonian: {system: pendulum, coupling: 0.16666666666666667, coordinates: [-2],\n"
                           "  momenta: [0.3]}\ntime: {end: 2, step: 0.1}\n",
                         *const galaxy = "hamiltonian: {system: galaxy, axes: [1.25, 1, 0.5], rotation: 0.25,\n"
                                         "  coordinates: [2.5, 0.1, 0.3], momenta: [0.2, 1.688, 0.2]}\n"
                                         "time: {end: 0.4, elements: 1}\n",
                         *const harmonic =
                           "hamiltonian: {system: harmonic, stiffness: 4, coordinates: [0], momenta: [2]}\n"
                           "time: {end: 1000, step: 0.1}\n",
                         *const kepler =
                           "hamiltonian: {system: kepler, eccentricity: 0.6}\ntime: {end: 50, step: 0.05}\n",
                         *const top = "gravity: [0, 0, -9.81]\ntime: {end: 0.5, step: 0.1}\n"
                                      "bodies: [{name: top, mass: 0.7, inertia: [0.5, 0.6, 0.3], translation: fixed,\n"
                                      "  center_of_mass: [0, 0.1, 0.4], orientation: [0.6, 0.8, 0, 0],\n"
                                      "  angular_velocity: [0.5, 1, 4]}]\n";

static double distance(const Measured *a, const Measured *b)
{
  double sum = 0.0;

  for (int i = 0; i < 3; i++) {
    sum += fabs(a->end[0].position[i] - b->end[0].position[i]) + fabs(a->end[0].velocity[i] - b->end[0].velocity[i]);
    for (int j = 0; j < 3; j++) sum += fabs(a->end[0].R[i][j] - b->end[0].R[i][j]);
  }
  return sum;
}

/* The next Runge-Kutta method of the list, or its end. */
static const SchemeOps *const *method_next(const SchemeOps *const *at)
{
  while (*at && !(*at)->tableau) at++;
  return at;
}

/* Steps that go with an order, each half of the one before. */
static double order_of(const char *text, const char *formulation, const SchemeOps *scheme, const Measured *exact,
                       double end)
{
  enum { RUNS = 4 };
  const int order = scheme->tableau->order, first = order == 1 ? 400 : order == 2 ? 100 : order <= 4 ? 30 : 12;
  double    h[RUNS], error[RUNS];

  for (int i = 0; i < RUNS; i++) {
    Measured m;
    measure_text(&m, text, "method.scheme=%s time.step=%.17g%s%s", scheme->traits.name, end / (first << i),
                 formulation ? " bodies.top.formulation=" : "", formulation ? formulation : "");
    h[i]     = end / (first << i);
    error[i] = distance(&m, exact);
  }
  return measure_order(RUNS, h, error);
}

static void test_order_on_a_pendulum(void)
{
  Measured exact;

  measure_text(&exact, pendulum, "method.scheme=gauss6 time.step=0.005");
  for (const SchemeOps *const *s = method_next(scheme_list); *s; s = method_next(s + 1))
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.2, (*s)->tableau->order, order_of(pendulum, NULL, *s, &exact, 2.0),
                                      (*s)->traits.name);
}

/* The same for a body; the exact motion comes from finite elements. */
static void test_order_on_a_quaternion_body(void)
{
  static const char *const formulation[] = {"quaternion", "free_quaternion"};
  Measured                 exact;

  measure_text(&exact, top, "method.scheme=mG method.degree=4 time.step=0.01");
  for (int f = 0; f < 2; f++)
    for (const SchemeOps *const *s = method_next(scheme_list); *s; s = method_next(s + 1))
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.25, (*s)->tableau->order, order_of(top, formulation[f], *s, &exact, 0.5),
                                        (*s)->traits.name);
}

/* Column j of the derivative of one step. */
static void step_column(const char *scheme, int j, double column[6])
{
  static const double weight[4] = {1.0 / 12.0, -8.0 / 12.0, 8.0 / 12.0, -1.0 / 12.0}, d = 2e-3;
  static const int    shift[4] = {-2, -1, 1, 2};

  vec_zero(6, column);
  for (int i = 0; i < 4; i++) {
    double   z[6] = {2.5, 0.1, 0.3, 0.2, 1.688, 0.2};
    Measured m;
    z[j] += shift[i] * d;
    measure_text(&m, galaxy,
                 "method.scheme=%s hamiltonian.coordinates=[%.17g,%.17g,%.17g] hamiltonian.momenta=[%.17g,%.17g,%.17g]",
                 scheme, z[0], z[1], z[2], z[3], z[4], z[5]);
    vec_add(3, weight[i] / d, m.end[0].position, column);
    vec_add(3, weight[i] / d, m.end[0].velocity, column + 3);
  }
}

/* D^T S D = S for the derivative D of a step */
static void test_symplecticity(void)
{
  for (const SchemeOps *const *s = method_next(scheme_list); *s; s = method_next(s + 1)) {
    double D[6][6], most = 0.0; /* by columns */
    for (int j = 0; j < 6; j++) step_column((*s)->traits.name, j, D[j]);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
        const double S = j == i + 3 ? 1.0 : j == i - 3 ? -1.0 : 0.0;
        most           = fmax(most, fabs(vec_dot(3, D[i], D[j] + 3) - vec_dot(3, D[i] + 3, D[j]) - S));
      }
    if ((*s)->tableau->symplectic) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, 0.0, most, (*s)->traits.name);
    else TEST_ASSERT_TRUE_MESSAGE(most > 1e-6, (*s)->traits.name);
  }
}

/* The condition b_i a_ij + b_j p_ji = b_i b_j, and b the same for q and p. */
static void test_tableaus(void)
{
  for (const SchemeOps *const *s = method_next(scheme_list); *s; s = method_next(s + 1)) {
    const Tableau *tab = (*s)->tableau;
    double         sum = 0.0, most = 0.0;
    for (int i = 0; i < tab->stages; i++) {
      sum += tab->b[i];
      for (int j = 0; j < tab->stages; j++)
        most = fmax(most, fabs(tab->b[i] * tab->a[i][j] + tab->b[j] * (tab->partitioned ? tab->p : tab->a)[j][i] -
                               tab->b[i] * tab->b[j]));
    }
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-15, 1.0, sum, (*s)->traits.name);
    if (tab->symplectic) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-16, 0.0, most, (*s)->traits.name);
    else TEST_ASSERT_TRUE_MESSAGE(most > 1e-3, (*s)->traits.name);
  }
}

/* Energy of the oscillator: symplectic methods of one matrix; angular momentum of the planet: all symplectic ones. */
static void test_quadratic_invariants(void)
{
  for (const SchemeOps *const *s = method_next(scheme_list); *s; s = method_next(s + 1)) {
    const Tableau *tab = (*s)->tableau;
    Measured       m;
    if (tab->order == 1 && !tab->symplectic) continue; /* far away after a few turns */
    measure_text(&m, harmonic, "method.scheme=%s", (*s)->traits.name);
    const double H = drift_relative(m.drift.H, m.drift.scale_H);
    if (tab->symplectic && !tab->partitioned) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, H, (*s)->traits.name);
    else TEST_ASSERT_TRUE_MESSAGE(H > 1e-6, (*s)->traits.name);
    measure_text(&m, kepler, "method.scheme=%s", (*s)->traits.name);
    if (tab->symplectic) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, drift_angular(&m.drift), (*s)->traits.name);
    else TEST_ASSERT_TRUE_MESSAGE(drift_angular(&m.drift) > 1e-9, (*s)->traits.name);
  }
}

/* On an equation without constraints mG(k) with k points is the Gauss method of k stages. */
static void test_same_as_finite_elements(void)
{
  Measured a, b;

  measure_text(&a, kepler, "method.scheme=gauss6 time.end=10");
  measure_text(&b, kepler, "method.scheme=mG method.degree=3 method.gauss=3 time.end=10");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, distance(&a, &b));
  measure_text(&a, pendulum, "method.scheme=midpoint");
  measure_text(&b, pendulum, "method.scheme=mG method.degree=1 method.gauss=1");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.0, distance(&a, &b));
}

/* A run of PETSc's own methods, through the scheme ts. */
static void run_petsc(const char *text, const char *options, const char *more, Measured *m)
{
  TEST_ASSERT_EQUAL_INT(0, PetscOptionsInsertString(NULL, options));
  measure_text(m, text, "method.scheme=ts %s", more);
  TEST_ASSERT_EQUAL_INT(0, PetscOptionsClear(NULL));
}

/* Where PETSc has a method too: the same, on a planet and on a quaternion body. */
static void test_same_as_petsc(void)
{
  static const struct {
    const char *scheme, *options;
    double      tolerance; /* of SNES where it is in use */
    bool        separable;
  } pairs[] = {{"rk4", "-ts_type rk -ts_rk_type 4", 1e-14, false},
               {"euler_explicit", "-ts_type euler", 1e-14, false},
               {"euler_implicit", "-ts_type beuler", 1e-10, false},
               {"midpoint", "-ts_type theta -ts_theta_theta 0.5", 1e-10, false},
               {"gauss6", "-ts_type irk -ts_irk_type gauss -ts_irk_nstages 3 -pc_type pbjacobi", 1e-10, false},
               {"symplectic_euler_b", "-ts_type basicsymplectic -ts_basicsymplectic_type 1", 1e-14, true}};

  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    for (int body = 0; body < (pairs[i].separable ? 1 : 2); body++) {
      const char *text = body ? top : kepler, *more = body ? "time.step=0.01" : "time.end=0.5";
      Measured    own, petsc;
      measure_text(&own, text, "method.scheme=%s %s", pairs[i].scheme, more);
      run_petsc(text, pairs[i].options, more, &petsc);
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(pairs[i].tolerance, 0.0, distance(&own, &petsc), pairs[i].scheme);
    }
}

/* A star in a galaxy at rest, from the end of another run; from its start: NULL. */
static void star(const char *scheme, const Measured *from, double time, int elements, Measured *m)
{
  static const double q0[3] = {2.5, 0.1, 0.3}, p0[3] = {0.2, 1.688, 0.2};
  const double       *q = from ? from->end[0].position : q0, *p = from ? from->end[0].velocity : p0;

  measure_text(m, galaxy,
               "method.scheme=%s hamiltonian.rotation=0 time.end=%.17g time.elements=%d "
               "hamiltonian.coordinates=[%.17g,%.17g,%.17g] hamiltonian.momenta=[%.17g,%.17g,%.17g]",
               scheme, time, elements, q[0], q[1], q[2], p[0], p[1], p[2]);
}

/* PETSc's Verlet starts with the positions, ours with the momenta: n steps of the one are half a step of symplectic Euler A, n - 1
 * steps of the other, and half a step of symplectic Euler B. What is not separable is refused. */
static void test_verlet_of_petsc(void)
{
  static const char *const options = "-ts_type basicsymplectic -ts_basicsymplectic_type 2";
  const double             h       = 0.05;
  const int                n       = 40;
  Measured                 a, b, petsc;

  TEST_ASSERT_EQUAL_INT(0, PetscOptionsInsertString(NULL, options));
  star("ts", NULL, n * h, n, &petsc);
  TEST_ASSERT_EQUAL_INT(0, PetscOptionsClear(NULL));
  star("symplectic_euler_a", NULL, 0.5 * h, 1, &a);
  star("stoermer_verlet", &a, (n - 1) * h, n - 1, &b);
  TEST_ASSERT_TRUE(distance(&b, &petsc) > 1e-3);
  star("symplectic_euler_b", &b, 0.5 * h, 1, &a);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, distance(&a, &petsc));
}

/* TSBASICSYMPLECTIC would run on, with the wrong equations. */
static void test_not_separable(void)
{
  static const char *const        set[]  = {"method.scheme=ts", "method.degree=1", NULL},
                           *const file[] = {"problems/free_body.yaml",
                                            "problems/published/iitk_chaurasia_2012/galaxy.yaml"};

  for (int i = 0; i < 2; i++) {
    Measured m;
    TEST_ASSERT_EQUAL_INT(0, PetscOptionsInsertString(NULL, "-ts_type basicsymplectic"));
    measure_file(file[i], set, &m);
    TEST_ASSERT_EQUAL_INT(0, PetscOptionsClear(NULL));
    TEST_ASSERT_EQUAL_INT(RUN_NOT_CONVERGED, m.status.verdict);
    TEST_ASSERT_NOT_NULL(strstr(m.status.message, "basicsymplectic"));
  }
}

/* On a free body the first-order part of the energy that symplectic Euler keeps, h/2 H_q.H_p, is a multiple of q.p, whose flow scales q
 * and p: order 1 in |q|, 2 in the rotation. Under gravity the order is 1. */
static void test_symplectic_euler_of_a_free_body(void)
{
  static const char *const scheme[] = {"symplectic_euler_a", "symplectic_euler_b"};

  for (int s = 0; s < 2; s++) {
    double h[3], length[3], turn[3];
    for (int i = 0; i < 3; i++) {
      Measured m;
      h[i] = 0.002 / (1 << i);
      measure(&m, "problems/free_body.yaml", "method.scheme=%s method.degree=1 time.step=%.17g", scheme[s], h[i]);
      length[i] = m.drift.phi_scaled;
      turn[i]   = m.error.rotation;
    }
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 1.0, measure_order(3, h, length));
    TEST_ASSERT_DOUBLE_WITHIN(0.1, 2.0, measure_order(3, h, turn));
  }
}

/* The top of the thesis in Euler angles, as a quaternion and as a rotation matrix: the same axis. */
static void test_three_tops(void)
{
#define TOP_FILE "problems/published/iitk_chaurasia_2012/top"
  Measured angles, quaternion, matrix;

  measure(&angles, TOP_FILE ".yaml", "time.end=0.5 time.step=0.001");
  measure(&quaternion, TOP_FILE "_quaternion.yaml", "method.scheme=gauss6 time.end=0.5 time.step=0.0005");
  measure(&matrix, TOP_FILE "_director.yaml", "time.end=0.5 time.step=0.0005");
  const double psi = angles.end[0].position[0], theta = angles.end[0].position[1];
  const double axis[3] = {sin(theta) * cos(psi), sin(theta) * sin(psi), cos(theta)};
  for (int x = 0; x < 3; x++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-10, axis[x], quaternion.end[0].R[x][2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-4, axis[x], matrix.end[0].R[x][2]); /* order 2 */
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, angles.drift.H - quaternion.drift.H);
}

/* Fig. 3.3 of the thesis, which finds second order for all of them: the error of the unit length has the order of the method, and
 * Verlet's rule keeps it to rounding. */
static void test_unit_length_of_the_top(void)
{
  static const struct {
    const char *scheme;
    double      order; /* 0: kept */
  } rows[] = {{"midpoint", 2.0}, {"sun_geng", 5.0}, {"gauss6", 6.0}, {"stoermer_verlet", 0.0}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    double   h[3], error[3];
    char     text[100];
    Measured m;
    for (int j = 0; j < 3; j++) {
      h[j] = 0.016 / (1 << j);
      measure(&m, TOP_FILE "_quaternion.yaml", "method.scheme=%s time.end=0.512 time.step=%g", rows[i].scheme, h[j]);
      error[j] = m.drift.phi;
      if (rows[i].order == 0.0) TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, error[j]);
    }
    if (rows[i].order == 0.0) continue;
    snprintf(text, sizeof text, "%s: order %.3f", rows[i].scheme, measure_order(3, h, error));
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.35, rows[i].order, measure_order(3, h, error), text);
  }
}

/* The multiplier divided by q.q: |q| does not run away from 1, and q.p is a bilinear invariant. Not divided, Phi was 0.5 at t = 5. */
static void test_unit_length_over_time(void)
{
  Measured m;

  measure(&m, "problems/steady_top.yaml", "method.scheme=gauss6 method.degree=1 time.end=5 time.step=0.001");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, m.drift.phi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-14, 0.0, m.drift.psi_scaled);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
}

/* Without constraint: |q|^2 and q.p are quadratic invariants. */
static void test_free_length(void)
{
  static const char *const schemes[] = {"midpoint", "sun_geng", "gauss6"};

  for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
    Measured m;
    measure_text(&m, top, "bodies.top.formulation=free_quaternion method.scheme=%s time.end=20", schemes[i]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-14, 1.0, m.end[0].scale, schemes[i]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-13, 0.0, drift_angular(&m.drift), schemes[i]);
  }
}

/* df/dz with the multiplier inserted, for bodies with gravity and loads, both kinetic energies. */
static void test_ode_jacobian(void)
{
  static const double d = 1e-3;

  for (int kinetic = 0; kinetic < 2; kinetic++) {
    const ModelVariant variant = {.formulation = "quaternion", .kinetic = (KineticKind)kinetic, .rigid = true};
    Problem            problem;
    System             system;
    Ode                ode;
    unsigned long      seed = 3;
    double             z[64], f[4][64], J[64 * 64];
    model_loaded(&variant, &variant, "spring", AXES_SPATIAL, 0, 1, &problem);
    built_system(&problem, "system", &system);
    TEST_ASSERT_EQUAL_INT(0, ode_create(&system, &ode));
    system_initial(&system, &problem, z);
    for (int i = 0; i < system.nz; i++) z[i] += 0.1 * model_random(&seed); /* off the constraints */
    ode_jacobian(&ode, 0.1, z, J);
    for (int j = 0; j < system.nz; j++) {
      const double kept = z[j];
      for (int i = 0; i < 4; i++) {
        z[j] = kept + (i < 2 ? i - 2 : i - 1) * d;
        ode_rate(&ode, 0.1, z, f[i], NULL);
      }
      z[j] = kept;
      for (int i = 0; i < system.nz; i++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-7 * (1.0 + fabs(J[i * system.nz + j])),
                                  (8.0 * (f[2][i] - f[1][i]) - (f[3][i] - f[0][i])) / (12.0 * d), J[i * system.nz + j]);
    }
    TEST_ASSERT_EQUAL_INT(0, ode_destroy(&ode));
    system_destroy(&system);
    problem_clear(&problem);
  }
}

/* The thesis' multiplier is the one of the finite elements. */
static void test_momentum_and_multiplier_of_a_body(void)
{
  Measured m;

  measure_text(&m, top, "method.scheme=gauss6 time.step=0.01");
  TEST_ASSERT_DOUBLE_WITHIN(1e-13, 0.0, drift_angular(&m.drift));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, m.drift.phi);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.0, drift_relative(m.drift.H, m.drift.scale_H));
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_tableaus);
  RUN_TEST(test_order_on_a_pendulum);
  RUN_TEST(test_order_on_a_quaternion_body);
  RUN_TEST(test_symplecticity);
  RUN_TEST(test_quadratic_invariants);
  RUN_TEST(test_same_as_finite_elements);
  RUN_TEST(test_same_as_petsc);
  RUN_TEST(test_verlet_of_petsc);
  RUN_TEST(test_not_separable);
  RUN_TEST(test_symplectic_euler_of_a_free_body);
  RUN_TEST(test_three_tops);
  RUN_TEST(test_unit_length_of_the_top);
  RUN_TEST(test_unit_length_over_time);
  RUN_TEST(test_free_length);
  RUN_TEST(test_ode_jacobian);
  RUN_TEST(test_momentum_and_multiplier_of_a_body);
  const int failures = UNITY_END();
  return PetscFinalize() ? 1 : failures;
}
