/* Default values of a problem and of its records. */
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void set_text(char *out, size_t size, const char *text)
{
  snprintf(out, size, "%s", text);
}

/* A quaternion body at rest at the origin; NAN: not given. */
void problem_body_init(ProblemBody *body)
{
  memset(body, 0, sizeof *body);
  set_text(body->formulation, sizeof body->formulation, "quaternion");
  body->rigid                       = true;
  body->inertia[0][0]               = NAN;
  body->mass                        = NAN;
  body->density                     = NAN;
  body->orientation[0]              = 1.0;
  body->velocity[0]                 = NAN;
  body->angular_velocity[0]         = NAN;
  body->angular_velocity_spatial[0] = NAN;
  body->scale                       = 1.0;
  body->visual.shape.size[0]        = 1.0; /* scale of a mesh; primitives give their sizes */
  body->visual.position[0] = body->visual.orientation[0] = body->visual.color[0] = NAN;
}

/* Points and axes not given; the ratio of a winch is 1. */
void problem_joint_init(ProblemJoint *joint)
{
  memset(joint, 0, sizeof *joint);
  joint->body[0] = joint->body[1] = GROUND;
  joint->at[0] = joint->at2[0] = joint->at_body[0][0] = joint->at_body[1][0] = NAN;
  joint->axis[0] = joint->axis2[0] = joint->axis_body[0][0] = joint->axis_body[1][0] = NAN;
  joint->length = joint->rate = joint->rate_along = NAN;
  joint->ratio                                    = 1.0;
}

/* Factor 1; a ramp and a smooth step rise from 0 to 1 with three derivatives zero at both ends. */
void problem_function_init(ProblemTimeFunction *scale)
{
  memset(scale, 0, sizeof *scale);
  scale->amplitude = scale->after = 1.0;
  scale->omega = scale->start = scale->end = NAN;
  scale->derivatives                       = 3;
}

/* A constant load between ground and ground; stiffness and damping have one component unless more are given. */
void problem_load_init(ProblemLoad *load)
{
  memset(load, 0, sizeof *load);
  load->body[0] = load->body[1] = GROUND;
  load->at[0][0] = load->at[1][0] = load->value[0] = load->axis_body[0][0] = load->axis_body[1][0] = NAN;
  load->length = load->epsilon = load->sigma = load->depth = load->width = load->strength = NAN;
  load->stiffness[0]                                                                      = NAN;
  for (int i = 1; i < 6; i++) load->stiffness[i] = load->damping[i] = NAN;
  problem_function_init(&load->scale);
}

void problem_motion_init(ProblemMotion *motion)
{
  memset(motion, 0, sizeof *motion);
  motion->body = motion->joint = 0;
  motion->at[0] = motion->axis[0] = NAN;
  problem_function_init(&motion->value);
  for (int i = 0; i < 3; i++) problem_function_init(&motion->path[i]);
}

/* Nothing prescribed. */
void problem_end_init(ProblemEnd *end)
{
  memset(end, 0, sizeof *end);
  end->position[0] = end->orientation[0] = end->velocity[0] = end->angular_velocity[0] = NAN;
}

/* Constants of 1, gravity 9.81; inertia, axes and eccentricity have no default. */
static void hamiltonian_init(ProblemHamiltonian *h)
{
  memset(h, 0, sizeof *h);
  h->mass = h->stiffness = h->length = h->strength = h->core = 1.0;
  h->gravity                                                 = 9.81;
  h->inertia[0] = h->axes[0] = h->eccentricity = NAN;
}

/* Unbounded, guess 0, one cell for each element, degree k - 1. */
void problem_control_init(ProblemControl *control)
{
  memset(control, 0, sizeof *control);
  control->body = control->joint = GROUND;
  control->at[0] = control->axis[0] = NAN;
  for (int i = 0; i < 3; i++) control->lower[i] = control->upper[i] = control->initial[i] = NAN;
  control->initial[0] = 0.0;
  control->degree     = RIGEL_UNSET;
  control->every      = 1;
}

/* Weight 1 for all components. */
void problem_term_init(ProblemTerm *term)
{
  memset(term, 0, sizeof *term);
  term->weight = term->weights[0] = 1.0;
  term->weights[1] = term->weights[2] = term->along[0] = term->from[0] = NAN;
  term->body = term->joint = GROUND;
  term->at[0]              = NAN;
  problem_end_init(&term->end);
}

void problem_init(Problem *problem)
{
  memset(problem, 0, sizeof *problem);
  problem->time.step                = NAN;
  problem->time.elements            = RIGEL_UNSET;
  problem->time.end                 = NAN;
  problem->method.degree            = RIGEL_UNSET;
  problem->method.accuracy          = NAN;
  problem->method.gauss             = GAUSS_AUTO;
  problem->method.window            = RIGEL_UNSET;
  problem->solver.tolerance         = 1.0e-12;
  problem->solver.max_iterations    = 40;
  problem->solver.refine_degree     = RIGEL_UNSET;
  problem->units                    = (ProblemUnits){NAN, NAN, NAN};
  problem->reference.body           = 0;
  problem->reference.time           = NAN;
  problem->reference.orientation[0] = NAN;
  problem->reference.position[0]    = NAN;
  problem->reference.cost           = NAN;
  problem->reference.accuracy       = NAN;
  hamiltonian_init(&problem->hamiltonian);
  problem->output.every      = 1;
  problem->output.formats    = FORMAT_CSV;
  problem->output.checkpoint = 60.0;
}
