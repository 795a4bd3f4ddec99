/* Defects without forces of constraints, which are no defect: other multipliers would remove them (resolution.h). */
#include "diag/resolution.h"

#include "base/vec.h"
#include "system/symplectic.h"

enum { CGLS_MOST = 100 };

/* out = S^-1 J T^T l: forces of the multipliers l, in the units S of the metric. */
static void forces_of(ResolutionMeter *m, const double *l, double *gradient, double *out)
{
  const System  *sys = m->system;
  const Pattern *T   = &sys->T;

  vec_zero(sys->nz, gradient);
  for (int r = 0; r < T->nrows; r++)
    for (int e = T->row[r]; e < T->row[r + 1]; e++) gradient[T->col[e]] += m->T[e] * l[r];
  symplectic_apply(sys, gradient, out);
  for (int i = 0; i < sys->nz; i++) out[i] /= m->scratch[i];
}

/* out = (S^-1 J T^T)^T r */
static void forces_on(ResolutionMeter *m, const double *r, double *gradient, double *out)
{
  const System  *sys    = m->system;
  const Pattern *T      = &sys->T;
  double        *scaled = gradient + sys->nz;

  for (int i = 0; i < sys->nz; i++) scaled[i] = r[i] / m->scratch[i];
  vec_zero(sys->nz, gradient);
  symplectic_add_transpose(sys, 1.0, scaled, gradient);
  for (int i = 0; i < T->nrows; i++) {
    out[i] = 0.0;
    for (int e = T->row[i]; e < T->row[i + 1]; e++) out[i] += m->T[e] * gradient[T->col[e]];
  }
}

/* Rows of Psi of prescribed motions have no part in it: mu moves bodies along the motion, and what it moves is missing in p. */
static void motions_hide(ResolutionMeter *m)
{
  const System *sys = m->system;

  for (int g = sys->nbodies; g < sys->ngroups; g++) {
    const ConstraintGroup *group = &sys->groups[g];
    const int              psi   = group->start + group->m;
    if (group->driver < 0) continue;
    for (int e = sys->T.row[psi]; e < sys->T.row[psi + group->m]; e++) m->T[e] = 0.0;
  }
}

/* Conjugate gradients on the normal equations (CGLS) need no independent constraints: near singular positions multipliers are large and
 * mean little. */
void resolution_free(ResolutionMeter *m, double *e)
{
  const System *sys = m->system;
  const int     nz = sys->nz, nl = sys->nl;
  const double *metric = m->scratch;
  double       *r = m->scratch + nz, *q = r + nz, *gradient = q + nz, *s = gradient + 2 * nz, *p = s + nl;

  motions_hide(m);
  for (int i = 0; i < nz; i++) r[i] = e[i] / metric[i];
  forces_on(m, r, gradient, s);
  vec_copy(nl, s, p);
  double       now   = vec_dot(nl, s, s);
  const double small = 1e-8 * now;
  for (int step = 0; step < CGLS_MOST && now > small; step++) {
    forces_of(m, p, gradient, q);
    const double alpha = now / vec_dot(nz, q, q), before = now;
    if (!isfinite(alpha)) break;
    vec_add(nz, -alpha, q, r);
    forces_on(m, r, gradient, s);
    now = vec_dot(nl, s, s);
    for (int i = 0; i < nl; i++) p[i] = s[i] + now / before * p[i];
  }
  for (int i = 0; i < nz; i++) e[i] = r[i] * metric[i];
}
