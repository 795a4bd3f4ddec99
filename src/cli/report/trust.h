/* How far to trust a run, as text: what its scheme conserves by construction, and whether its elements follow the motion. */
#ifndef RIGEL_CLI_REPORT_TRUST_H
#define RIGEL_CLI_REPORT_TRUST_H

#include "cli/record/recorder.h"

enum { WORDS_LEN = 100 };

/* The part of the momenta that the symmetries of the system conserve: " along e1, e2" where gravity acts along e3,
 * " about (0, 0, 1)" where gravity or a joint leaves one axis through the origin; empty: all of it. */
void momentum_words(const Symmetry *symmetry, char linear[WORDS_LEN], char angular[WORDS_LEN]);

/* Lists what the scheme conserves by construction, and one line for each quantity that it does not. claims[CLAIMS]: what was measured;
 * quantities that disagree are called wrong; NULL: before a run. */
void exactness_print(const Model *model, const Claim *claims, FILE *stream);

/* One line: resolved, coarse or NOT RESOLVED, with the measures. */
void resolution_print(const Recorder *recorder, FILE *stream);

#endif
