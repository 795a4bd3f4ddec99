/* Traits of a time integration scheme: its name, and what a problem may combine with it.
 *
 * The table of schemes (scheme/schemes.c) has one entry per scheme; the reader resolves `method.scheme` to it. */
#ifndef RIGEL_PROBLEM_SCHEME_TRAITS_H
#define RIGEL_PROBLEM_SCHEME_TRAITS_H

#include <stdbool.h>

/* What a scheme supports, bits. */
enum {
  SUPPORTS_QUATERNION  = 1 << 0,
  SUPPORTS_DIRECTOR    = 1 << 1,
  SUPPORTS_PARTICLE    = 1 << 2,
  SUPPORTS_HAMILTONIAN = 1 << 3,
  SUPPORTS_UNIT        = 1 << 4, /* kinetic: unit */
  SUPPORTS_SCALABLE    = 1 << 5, /* kinetic: scalable */
  SUPPORTS_JOINTS      = 1 << 6,
  SUPPORTS_LOADS       = 1 << 7, /* other than gravity */
  SUPPORTS_DAMPING     = 1 << 8,
  SUPPORTS_DEGREE      = 1 << 9,  /* any degree; otherwise 1, and psi: plain */
  SUPPORTS_CONDITION   = 1 << 10, /* solver.condition */
  SUPPORTS_WINDOW      = 1 << 11, /* method.window, boundary values, prescribed motion; otherwise only stepping */
  SUPPORTS_ALL         = (1 << 12) - 1,
  SUPPORTS_OBJECTIVE   = 1 << 12, /* optimal control; not part of ALL, as the next one */
  SUPPORTS_IMPULSE     = 1 << 13  /* method.impulse */
};

/* Finite elements in time: test functions of degree k - 1 (Petrov-Galerkin) or k (Bubnov-Galerkin). */
typedef enum { GALERKIN_NONE, GALERKIN_PETROV, GALERKIN_BUBNOV } GalerkinKind;

/* Discrete adjoint of its equations: none (differences of runs), backwards element by element, or of whole windows. */
typedef enum { ADJOINT_NONE, ADJOINT_STEPPING, ADJOINT_WINDOW } AdjointKind;

typedef struct {
  const char  *name, *summary;
  unsigned     supports; /* bits of SUPPORTS_ */
  GalerkinKind galerkin; /* GALERKIN_NONE: a formula with stages instead of Gauss points */
  AdjointKind  adjoint;
  bool         stepping; /* its default window is one element */
} SchemeTraits;

#endif
