#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_text(char *out, size_t size, const char *text)
{
  snprintf(out, size, "%s", text);
}

void problem_body_init(ProblemBody *body)
{
  memset(body, 0, sizeof *body);
  set_text(body->formulation, sizeof body->formulation, "quaternion");
  body->rigid                       = true;
  body->inertia[0][0]               = NAN;
  body->mass                        = NAN;
  body->density                     = NAN;
  body->orientation[0]              = 1.0;
  body->angular_velocity[0]         = NAN;
  body->angular_velocity_spatial[0] = NAN;
  body->scale                       = 1.0;
}

void problem_joint_init(ProblemJoint *joint)
{
  memset(joint, 0, sizeof *joint);
  joint->body[0] = joint->body[1] = GROUND;
  joint->at[0] = joint->at2[0] = joint->at_body[0][0] = joint->at_body[1][0] = NAN;
  joint->axis[0] = joint->axis2[0] = joint->axis_body[0][0] = joint->axis_body[1][0] = NAN;
  joint->length                                                                      = NAN;
}

void problem_end_init(ProblemEnd *end)
{
  memset(end, 0, sizeof *end);
  end->position[0] = end->orientation[0] = end->velocity[0] = end->angular_velocity[0] = NAN;
}

void problem_table_clear(ProblemTable *table)
{
  for (int i = 0; table->names && i < table->columns; i++) free(table->names[i]);
  free(table->names);
  free(table->values);
  memset(table, 0, sizeof *table);
}

void problem_init(Problem *problem)
{
  memset(problem, 0, sizeof *problem);
  problem->time.step     = NAN;
  problem->time.elements = RIGEL_UNSET;
  problem->time.end      = NAN;
  set_text(problem->method.scheme, sizeof problem->method.scheme, "mG");
  problem->method.degree            = 1;
  problem->method.gauss             = GAUSS_AUTO;
  problem->method.window            = RIGEL_UNSET;
  problem->solver.tolerance         = 1.0e-12;
  problem->solver.max_iterations    = 40;
  problem->reference.body           = 0;
  problem->reference.time           = NAN;
  problem->reference.orientation[0] = NAN;
  problem->reference.position[0]    = NAN;
  problem->output.every             = 1;
  problem->output.formats           = FORMAT_CSV;
}

void problem_clear(Problem *problem)
{
  for (int i = 0; i < problem->nbodies; i++) free(problem->bodies[i].shape.sites);
  free(problem->bodies);
  free(problem->joints);
  free(problem->boundary.start);
  free(problem->boundary.end);
  problem_table_clear(&problem->guess_state);
  problem_table_clear(&problem->guess_multipliers);
  problem_init(problem);
}
