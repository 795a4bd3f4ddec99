/* All names that a problem file may use, by topic, with one line each: for `rigel list` and `rigel explain`. */
#ifndef RIGEL_CLI_TOPICS_H
#define RIGEL_CLI_TOPICS_H

#include <stdbool.h>

/* Topic 0, 1, ..; NULL: there are no more. Words of a topic may have blanks: "closed forms". */
const char *topic_title(int topic);
/* The topic of a word: closed_forms and "closed forms", hamiltonian; -1: none. */
int topic_find(const char *word);
/* Name i of a topic and its summary; NULL: there are no more. */
const char *topic_name(int topic, int i);
const char *topic_summary(int topic, int i);
/* Whether the topic is part of `rigel list` without a topic. */
bool topic_is_listed(int topic);

#endif
