/* Problems built in memory for the tests. */
#ifndef RIGEL_TESTS_MODELS_H
#define RIGEL_TESTS_MODELS_H

#include "problem/problem.h"

typedef struct {
  const char     *formulation;
  KineticKind     kinetic;
  bool            rigid;
  TranslationKind translation;
  PsiKind         psi;
  bool            full_inertia; /* J not in principal axes */
} ModelVariant;

/* Every formulation in every option it has. */
extern const ModelVariant model_variants[];
extern const int          model_nvariants;
void                      model_variant_name(const ModelVariant *variant, char *text, size_t size);

/* Fixed pseudo-random number in (-1, 1). */
double model_random(unsigned long *seed);

/* n bodies of one variant; with joints: a chain with spherical joints, the first one to the ground unless its reference
 * point is fixed; always with gravity. */
void model_chain(const ModelVariant *variant, int n, bool joints, Problem *problem);

/* The one joint j of the problem, of this type between two sides, without points and axes. */
ProblemJoint *model_joint(const char *type, int a, int b, Problem *problem);

/* Two bodies and one joint of the given type between the sides a and b (0, 1 or GROUND), with axes and points in general
 * position. */
void model_pair(const ModelVariant *first, const ModelVariant *second, const char *type, int a, int b,
                Problem *problem);

/* Two bodies without joints and a load of this type between sides a and b (body 0, 1 or GROUND), or on body a; every constant
 * that a type may ask for has a value, the bodies of pair potentials have sites. */
void model_loaded(const ModelVariant *first, const ModelVariant *second, const char *type, AxesKind frame, int a, int b,
                  Problem *problem);

/* A motion of this type, of body 1 (a point beside the reference point where `beside`) or of the joint, by sines and a
 * polynomial. */
void model_move(MotionKind type, bool beside, Problem *problem);

#endif
