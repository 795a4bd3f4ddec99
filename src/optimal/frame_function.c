/* Frames at a state, and the chain rule from frames to states. */
#include "optimal/frame_function.h"

#include "base/vec.h"

void form_set(const System *sys, const int body[2], bool whole, const double *z, FrameForm *form)
{
  form->whole = whole;
  for (int side = 0; side < (whole ? 1 : 2); side++) {
    const int b = form->body[side] = body[side];
    double    F[FRAME];
    if (b != GROUND) sys->bodies[b].ops->frame(&sys->bodies[b], z + sys->start[b], F, NULL);
    vec_copy(whole ? FRAME : FRAME_F, b == GROUND ? ground_frame : F, form->x + side * FRAME_F);
  }
  vec_zero(STACK, form->g);
  vec_zero(STACK * STACK, form->H);
}

/* block[na][nb] += F_a^T H_ab F_b, the Hessian block of sides a and b; F_a, F_b have n rows. Rows of H that are zero are skipped. */
static void block_pull(const FrameForm *form, int a, int b, int n, int na, const double *Fa, int nb, const double *Fb,
                       int nz, double *block)
{
  for (int i = 0; i < n; i++) {
    double row[BODY_NZ] = {0.0};
    bool   any          = false;
    for (int j = 0; j < n; j++) {
      const double H = form->H[(a * FRAME_F + i) * STACK + b * FRAME_F + j];
      if (H == 0.0) continue;
      vec_add(nb, H, Fb + j * nb, row);
      any = true;
    }
    for (int x = 0; any && x < na; x++) vec_add(nb, Fa[i * na + x], row, block + x * nz);
  }
}

/* With x = F(z): gradient += F_z^T g, hessian += F_z^T H F_z + g . F_zz (docs/explanation/theory.md, Joints and loads in frames). */
void form_pull(const System *sys, const FrameForm *form, const double *z, double *gradient, double *hessian)
{
  const int sides = form->whole ? 1 : 2, n = form->whole ? FRAME : FRAME_F;
  double    F[FRAME], F_z[2][FRAME * BODY_NZ];

  for (int side = 0; side < sides; side++) {
    const int b = form->body[side];
    if (b == GROUND || sys->bodies[b].nz == 0) continue;
    const Body *body     = &sys->bodies[b];
    double      w[FRAME] = {0.0}, K[BODY_NZ * BODY_NZ] = {0.0}, D[FRAME * BODY_NZ];
    body->ops->frame(body, z + sys->start[b], F, F_z[side]);
    vec_copy(n, form->g + side * FRAME_F, w);
    for (int c = 0; c < n; c++)
      if (w[c] != 0.0) vec_add(body->nz, w[c], F_z[side] + c * body->nz, gradient + sys->start[b]);
    if (!hessian) continue;
    body->ops->frame_curvature(body, z + sys->start[b], w, z + sys->start[b], K, D);
    for (int i = 0; i < body->nz; i++)
      vec_add(body->nz, 1.0, K + i * body->nz, hessian + (sys->start[b] + i) * sys->nz + sys->start[b]);
  }
  for (int s = 0; hessian && s < sides * sides; s++) {
    const int a = s / sides, b = s % sides, ba = form->body[a], bb = form->body[b];
    if (ba == GROUND || bb == GROUND) continue;
    block_pull(form, a, b, n, sys->bodies[ba].nz, F_z[a], sys->bodies[bb].nz, F_z[b], sys->nz,
               hessian + sys->start[ba] * sys->nz + sys->start[bb]);
  }
}

/* c = 1/2 x . A x + b . x + c_0 with gradient A x + b and Hessian A. */
double form_condition(const System *sys, const EndCondition *condition, const double *z, FrameForm *form)
{
  const int       body[2] = {condition->body, GROUND};
  const FrameRow *row     = &condition->row;

  form_set(sys, body, true, z, form);
  frame_row_gradient(row, NULL, form->x, form->g);
  for (int e = 0; e < row->nquadratic; e++)
    form->H[row->quadratic[e].i * STACK + row->quadratic[e].j] += row->quadratic[e].value;
  return frame_row_value(row, NULL, form->x);
}
