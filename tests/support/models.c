#include "models.h"

#include "base/quat.h"
#include "scheme/schemes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const ModelVariant model_variants[] = {
  {"quaternion", KINETIC_UNIT, true, TRANSLATION_FREE, PSI_PLAIN, false},
  {"quaternion", KINETIC_UNIT, true, TRANSLATION_FREE, PSI_FULL, true},
  {"quaternion", KINETIC_UNIT, true, TRANSLATION_FIXED, PSI_PLAIN, true},
  {"quaternion", KINETIC_SCALABLE, true, TRANSLATION_FREE, PSI_PLAIN, true},
  {"quaternion", KINETIC_SCALABLE, true, TRANSLATION_FIXED, PSI_FULL, false},
  {"quaternion", KINETIC_SCALABLE, false, TRANSLATION_FREE, PSI_PLAIN, true},
  {"free_quaternion", KINETIC_UNIT, true, TRANSLATION_FREE, PSI_PLAIN, true},
  {"free_quaternion", KINETIC_UNIT, true, TRANSLATION_FIXED, PSI_PLAIN, false},
  {"director", KINETIC_UNIT, true, TRANSLATION_FREE, PSI_PLAIN, false},
  {"director", KINETIC_UNIT, true, TRANSLATION_FIXED, PSI_FULL, true},
  {"particle", KINETIC_UNIT, true, TRANSLATION_FREE, PSI_PLAIN, false},
};
const int model_nvariants = (int)(sizeof model_variants / sizeof model_variants[0]);

void model_variant_name(const ModelVariant *v, char *text, size_t size)
{
  snprintf(text, size, "%s, kinetic %s, %s, translation %s, psi %s, %s inertia", v->formulation,
           v->kinetic == KINETIC_UNIT ? "unit" : "scalable", v->rigid ? "rigid" : "free scale",
           v->translation == TRANSLATION_FREE ? "free" : "fixed", v->psi == PSI_PLAIN ? "plain" : "full",
           v->full_inertia ? "full" : "principal");
}

double model_random(unsigned long *seed)
{
  *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
  return 2.0 * (double)(*seed >> 11) / 9007199254740992.0 - 1.0;
}

static void chain_body(const ModelVariant *v, int i, ProblemBody *body)
{
  static const double principal[3][3] = {{5, 0, 0}, {0, 26, 0}, {0, 0, 29}};
  static const double full[3][3]      = {{6, 0.5, -0.3}, {0.5, 8, 0.7}, {-0.3, 0.7, 5}};
  const double        turn[3]         = {0.3, -0.5 + 0.1 * i, 0.7};

  problem_body_init(body);
  snprintf(body->name, sizeof body->name, "b%d", i);
  snprintf(body->formulation, sizeof body->formulation, "%s", v->formulation);
  body->kinetic     = v->kinetic;
  body->rigid       = v->rigid;
  body->translation = i == 0 ? v->translation : TRANSLATION_FREE;
  body->mass        = 12.0 + i;
  for (int k = 0; k < 9; k++)
    body->inertia[k / 3][k % 3] = v->full_inertia ? full[k / 3][k % 3] : principal[k / 3][k % 3];
  quat_exp(turn, body->orientation);
  body->position[0] = 2.0 * i;
  body->position[1] = 0.4;
  if (body->translation == TRANSLATION_FIXED) body->center_of_mass[2] = 0.8;
  body->angular_velocity[0] = 0.3;
  body->angular_velocity[1] = -0.2;
  body->angular_velocity[2] = 0.5;
}

ProblemJoint *model_joint(const char *type, int a, int b, Problem *problem)
{
  ProblemJoint *joint = calloc(1, sizeof *joint);

  problem->joints  = joint;
  problem->njoints = 1;
  problem_joint_init(joint);
  snprintf(joint->name, sizeof joint->name, "j");
  snprintf(joint->type, sizeof joint->type, "%s", type);
  joint->body[0] = a;
  joint->body[1] = b;
  return joint;
}

void model_pair(const ModelVariant *first, const ModelVariant *second, const char *type, int a, int b, Problem *problem)
{
  const double at[3] = {1.0, 0.1, 0.2}, at2[3] = {1.4, -0.3, 0.5}, axis[3] = {0.3, 0.5, 0.8}, axis2[3] = {0.5, -0.3, 0};
  const bool rod = strcmp(type, "distance") == 0 || strcmp(type, "winch") == 0, cross = strcmp(type, "universal") == 0;

  model_chain(first, 2, false, problem);
  chain_body(second, 1, &problem->bodies[1]);
  problem->bodies[1].translation = TRANSLATION_FREE;
  ProblemJoint *joint            = model_joint(type, a, b, problem);
  for (int i = 0; i < 3; i++) {
    joint->at[i]   = at[i];
    joint->axis[i] = axis[i];
    if (rod) joint->at2[i] = at2[i];
    if (cross) joint->axis2[i] = axis2[i];
  }
}

void model_chain(const ModelVariant *v, int n, bool joints, Problem *problem)
{
  problem_init(problem);
  snprintf(problem->name, sizeof problem->name, "chain");
  problem->time.end      = 1.0;
  problem->time.step     = 0.1;
  problem->method.scheme = &mg_ops.traits;
  problem->method.psi    = v->psi;
  problem->gravity[1]    = 0.7;
  problem->gravity[2]    = -9.81;
  problem->nbodies       = n;
  problem->bodies        = calloc((size_t)n, sizeof *problem->bodies);
  for (int i = 0; i < n; i++) chain_body(v, i, &problem->bodies[i]);
  if (!joints) return;
  problem->joints = calloc((size_t)n, sizeof *problem->joints);
  for (int i = 0; i < n; i++) {
    if (i == 0 && v->translation == TRANSLATION_FIXED) continue;
    ProblemJoint *joint = &problem->joints[problem->njoints++];
    problem_joint_init(joint);
    snprintf(joint->name, sizeof joint->name, "j%d", i);
    snprintf(joint->type, sizeof joint->type, "spherical");
    joint->body[0] = i - 1; /* GROUND for the first */
    joint->body[1] = i;
    joint->at[0]   = 2.0 * i - 1.0;
    joint->at[1]   = 0.1;
    joint->at[2]   = 0.2;
  }
}

/* Three points, the mass of each unused. */
static void body_add_sites(int i, ProblemBody *body)
{
  static const double sites[12] = {1, 0.3, 0.1, -0.2, 1, -0.1, 0.25, 0.15, 1, 0.05, -0.3, 0.1};

  body->shape.nsites = 3 - i;
  body->shape.sites  = malloc(sizeof sites);
  memcpy(body->shape.sites, sites, sizeof sites);
}

void model_loaded(const ModelVariant *first, const ModelVariant *second, const char *type, AxesKind frame, int a, int b,
                  Problem *problem)
{
  static const double six[2][6]  = {{3, 2, 4, 1.5, 2.5, 0.5}, {0.3, 0.7, 0.2, 0.4, 0.9, 0.6}};
  static const double rows[3][6] = {
    {0.3, -0.2, 0.5, 0.1, 0.4, -0.3}, {0.3, 0.5, 0.8, -0.2, 0.4, 0.7}, {1.3, -0.7, 0.4}};
  const bool bushing = strcmp(type, "bushing") == 0;

  model_chain(first, 2, false, problem);
  chain_body(second, 1, &problem->bodies[1]);
  for (int i = 0; i < 2; i++) {
    body_add_sites(i, &problem->bodies[i]);
    problem->bodies[i].position[2] += 1.2; /* away from the ground's one site */
  }
  problem->loads    = calloc(1, sizeof *problem->loads);
  problem->nloads   = 1;
  ProblemLoad *load = problem->loads;
  problem_load_init(load);
  snprintf(load->name, sizeof load->name, "l");
  snprintf(load->type, sizeof load->type, "%s", type);
  load->body[0] = a;
  load->body[1] = b;
  load->frame   = frame;
  memcpy(load->at, rows[0], sizeof load->at);
  memcpy(load->axis_body, rows[1], sizeof load->axis_body);
  memcpy(load->value, rows[2], sizeof load->value);
  load->scale = (ProblemTimeFunction){.kind = FUNCTION_SINE, .amplitude = 2.0, .omega = 1.3, .phase = 0.7};
  for (int i = 0; i < (bushing ? 6 : 1); i++) {
    load->stiffness[i] = six[0][i];
    load->damping[i]   = six[1][i];
  }
  load->length = load->epsilon = load->depth = 0.6;
  load->sigma = load->width = load->strength = 0.8;
  load->angle                                = 0.4;
}

void model_move(MotionKind type, bool beside, Problem *problem)
{
  static const double rows[] = {0.2, 0.9, -0.6, 0.4}, at[3] = {0.3, -0.2, 0.5}, axis[3] = {1.0, -2.0, 0.5};
  ProblemMotion      *motion = problem->motions = calloc(1, sizeof *motion);

  problem->nmotions = 1;
  problem_motion_init(motion);
  snprintf(motion->name, sizeof motion->name, "m");
  motion->type = type;
  motion->body = 1;
  for (int i = 0; i < 3; i++) {
    if (beside) motion->at[i] = at[i];
    motion->axis[i]           = axis[i];
    motion->path[i].kind      = FUNCTION_SINE;
    motion->path[i].amplitude = 0.7;
    motion->path[i].omega     = 1.0 + i;
    motion->path[i].phase     = 0.4 * i;
  }
  if (type == MOTION_POSITION || type == MOTION_ORIENTATION) return;
  motion->value.kind  = FUNCTION_POLYNOMIAL;
  motion->value.nrows = 4;
  motion->value.rows  = calloc(4, sizeof(double));
  memcpy(motion->value.rows, rows, sizeof rows);
}
