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
  joint->ratio                                                                       = 1.0;
}

void problem_scale_init(ProblemScale *scale)
{
  memset(scale, 0, sizeof *scale);
  scale->amplitude = scale->after = 1.0;
  scale->omega = scale->start = scale->end = NAN;
  scale->derivatives                       = 3;
}

void problem_load_init(ProblemLoad *load)
{
  memset(load, 0, sizeof *load);
  load->body[0] = load->body[1] = GROUND;
  load->at[0][0] = load->at[1][0] = load->value[0] = load->axis_body[0][0] = load->axis_body[1][0] = NAN;
  load->length = load->epsilon = load->sigma = load->depth = load->width = load->strength = NAN;
  load->stiffness[0]                                                                      = NAN;
  for (int i = 1; i < 6; i++) load->stiffness[i] = load->damping[i] = NAN;
  problem_scale_init(&load->scale);
}

void problem_motion_init(ProblemMotion *motion)
{
  memset(motion, 0, sizeof *motion);
  motion->body = motion->joint = 0;
  motion->at[0] = motion->axis[0] = NAN;
  problem_scale_init(&motion->value);
  for (int i = 0; i < 3; i++) problem_scale_init(&motion->path[i]);
}

bool problem_add_load(Problem *problem, const ProblemLoad *load)
{
  ProblemLoad *loads = realloc(problem->loads, ((size_t)problem->nloads + 1) * sizeof *loads);

  if (!loads) return false;
  problem->loads                    = loads;
  problem->loads[problem->nloads++] = *load;
  return true;
}

void problem_end_init(ProblemEnd *end)
{
  memset(end, 0, sizeof *end);
  end->position[0] = end->orientation[0] = end->velocity[0] = end->angular_velocity[0] = NAN;
}

static void hamiltonian_init(ProblemHamiltonian *h)
{
  memset(h, 0, sizeof *h);
  h->mass = h->stiffness = h->length = h->strength = h->core = 1.0;
  h->gravity                                                 = 9.81;
  h->inertia[0] = h->axes[0] = h->eccentricity = NAN;
}

static int corner_compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

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

double problem_each(const double *value, int i)
{
  return isnan(value[1]) ? value[0] : value[i];
}

bool problem_effort_names(const ProblemTerm *term, const char *control)
{
  bool named = !term->controls[0][0];

  for (int i = 0; i < TERM_CONTROLS && term->controls[i][0]; i++)
    named = named || strcmp(term->controls[i], control) == 0;
  return named;
}

int problem_control_size(const ProblemControl *control)
{
  return control->type == CONTROL_JOINT || !isnan(control->axis[0]) ? 1 : 3;
}

void problem_term_init(ProblemTerm *term)
{
  memset(term, 0, sizeof *term);
  term->weight = term->weights[0] = 1.0;
  term->weights[1] = term->weights[2] = term->along[0] = term->from[0] = NAN;
  term->body = term->joint = GROUND;
  term->at[0]              = NAN;
  problem_end_init(&term->end);
}

bool problem_add_term(Problem *problem, const ProblemTerm *term)
{
  ProblemTerm *terms = realloc(problem->terms, ((size_t)problem->nterms + 1) * sizeof *terms);

  if (!terms) return false;
  problem->terms                    = terms;
  problem->terms[problem->nterms++] = *term;
  return true;
}

/* Times at which a function of time is not smooth: at most nrows + 2 of them. */
static int scale_corners(const ProblemScale *scale, double *corners)
{
  int n = 0;

  if (scale->kind == SCALE_TABLE || scale->kind == SCALE_CUBIC)
    for (; n < scale->nrows; n++) corners[n] = scale->rows[2 * n];
  if (scale->kind == SCALE_RAMP || scale->kind == SCALE_STEP || scale->kind == SCALE_SMOOTH)
    corners[n++] = scale->start;
  if (scale->kind == SCALE_RAMP || scale->kind == SCALE_SMOOTH) corners[n++] = scale->end;
  return n;
}

/* All functions of time, one by one; NULL: no more. */
static ProblemScale *problem_scale(const Problem *problem, int i)
{
  enum { EACH = 4 }; /* of a motion: value, x, y, z */

  if (i < problem->nloads) return &problem->loads[i].scale;
  i -= problem->nloads;
  for (int t = 0, first = EACH * problem->nmotions; t < problem->nterms; first += problem->terms[t++].npath)
    if (i >= first && i < first + problem->terms[t].npath) return &problem->terms[t].path[i - first];
  if (i >= EACH * problem->nmotions) return NULL;
  ProblemMotion *motion = &problem->motions[i / EACH];
  return i % EACH == 0 ? &motion->value : &motion->path[i % EACH - 1];
}

bool problem_find_corners(Problem *problem)
{
  ProblemTime        *time = &problem->time;
  const double        near = 1e-12 * (fabs(time->start) + fabs(time->end));
  size_t              room = 2 * (size_t)time->nparts;
  int                 n    = 0;
  const ProblemScale *scale;

  for (int i = 0; (scale = problem_scale(problem, i)); i++) room += (size_t)scale->nrows + 2;
  free(time->corners);
  time->ncorners = 0;
  time->corners  = room ? calloc(room, sizeof(double)) : NULL;
  if (room && !time->corners) return false;
  for (int i = 0; (scale = problem_scale(problem, i)); i++) n += scale_corners(scale, time->corners + n);
  for (int i = 0; i < time->nparts; i++) {
    time->corners[n++] = time->parts[i].from;
    time->corners[n++] = time->parts[i].to;
  }
  if (n) qsort(time->corners, (size_t)n, sizeof(double), corner_compare);
  for (int i = 0; i < n; i++) {
    const double t = time->corners[i], last = time->ncorners ? time->corners[time->ncorners - 1] : time->start;
    if (t > last + near && t < time->end - near) time->corners[time->ncorners++] = t;
  }
  return true;
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
  problem->solver.refine_degree     = RIGEL_UNSET;
  problem->units                    = (ProblemUnits){NAN, NAN, NAN};
  problem->reference.body           = 0;
  problem->reference.time           = NAN;
  problem->reference.orientation[0] = NAN;
  problem->reference.position[0]    = NAN;
  hamiltonian_init(&problem->hamiltonian);
  problem->output.every   = 1;
  problem->output.formats = FORMAT_CSV;
}

void problem_drop_motions(Problem *problem)
{
  for (int i = 0; i < problem->nmotions; i++) {
    free(problem->motions[i].value.rows);
    for (int x = 0; x < 3; x++) free(problem->motions[i].path[x].rows);
  }
  free(problem->motions);
  problem->motions  = NULL;
  problem->nmotions = 0;
}

void problem_clear(Problem *problem)
{
  for (int i = 0; i < problem->nbodies; i++) free(problem->bodies[i].shape.sites);
  free(problem->bodies);
  free(problem->joints);
  for (int i = 0; i < problem->nloads; i++) free(problem->loads[i].scale.rows);
  free(problem->loads);
  free(problem->controls);
  for (int i = 0; i < problem->nterms; i++) {
    for (int j = 0; j < problem->terms[i].npath; j++) free(problem->terms[i].path[j].rows);
    free(problem->terms[i].path);
  }
  free(problem->terms);
  problem_drop_motions(problem);
  free(problem->hamiltonian.coordinates);
  free(problem->hamiltonian.momenta);
  free(problem->hamiltonian.rates);
  free(problem->time.corners);
  free(problem->time.parts);
  free(problem->boundary.start);
  free(problem->boundary.end);
  problem_table_clear(&problem->guess_state);
  problem_table_clear(&problem->guess_multipliers);
  problem_table_clear(&problem->guess_controls);
  problem_init(problem);
}
