/* Poses of bodies: the centre of mass moves with P / m, energies add up, for every formulation and option. */
#include "cli/record/tables.h"
#include "base/vec.h"
#include "built.h"
#include "models.h"
#include "unity.h"

#include <stdlib.h>

void setUp(void) {}
void tearDown(void) {}

enum { BODIES = 3 };

static void pose_check(const System *sys, const Problem *problem)
{
  double *z = calloc((size_t)sys->nz, sizeof *z), T, V, sum = 0.0;
  Pose    poses[BODIES];

  system_initial(sys, problem, z);
  poses_fill(sys, z, poses);
  for (int b = 0; b < BODIES; b++) {
    const Body *body = &sys->bodies[b];
    double      P[3], L[3], F[FRAME];
    body->ops->momenta(body, z + sys->start[b], P, L);
    body->ops->frame(body, z + sys->start[b], F, NULL);
    for (int i = 0; i < 3; i++) {
      /* f = (phi, d1, d2, d3): the centre of mass is phi + c1 d1 + c2 d2 + c3 d3 */
      double x = F[i];
      for (int d = 0; d < 3; d++) x += body->center[d] * F[3 + 3 * d + i];
      TEST_ASSERT_DOUBLE_WITHIN(1e-13, x, poses[b].position[i]);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * (1.0 + vec_max(3, P)), P[i], body->mass * poses[b].velocity[i]);
    }
    sum += poses[b].kinetic;
  }
  system_energy(sys, z, NULL, &T, &V);
  TEST_ASSERT_TRUE(T > 0.0);
  TEST_ASSERT_DOUBLE_WITHIN(1e-13 * T, T, sum);
  free(z);
}

static void test_poses(void)
{
  for (int v = 0; v < model_nvariants; v++) {
    Problem problem;
    System  system;
    char    name[100];
    model_variant_name(&model_variants[v], name, sizeof name);
    model_chain(&model_variants[v], BODIES, false, &problem);
    for (int b = 0; b < BODIES; b++)
      for (int i = 0; i < 3; i++) {
        const bool moves                      = model_variants[v].translation == TRANSLATION_FREE;
        problem.bodies[b].velocity[i]         = moves ? 1.0 + b - i : 0.0;
        problem.bodies[b].angular_velocity[i] = 2.0 + i;
      }
    built_system(&problem, name, &system);
    pose_check(&system, &problem);
    system_destroy(&system);
    problem_clear(&problem);
  }
}

int main(void)
{
  UNITY_BEGIN();
  RUN_TEST(test_poses);
  return UNITY_END();
}
