/* Words of other programs for features that Rigel does not have, and those that it offers instead. */
#ifndef RIGEL_INPUT_UNAVAILABLE_H
#define RIGEL_INPUT_UNAVAILABLE_H

#include "base/words.h"

/* Explains an unknown key, type or value: "friction is not available in Rigel: loads ..."; false: the word is none of the table, or a
 * misspelling of a valid one. */
bool unavailable_explain(const char *word, const char *const valid[], char out[LIST_LEN]);

#endif
