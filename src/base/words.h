/* Words in messages: the most similar valid word, lists of words, text that is safe to print. */
#ifndef RIGEL_BASE_WORDS_H
#define RIGEL_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FOUND_LEN = 80, LIST_LEN = 400 };

/* Number of insertions, deletions, replacements and swaps of neighbours that turn a into b; words longer than 63 are cut. */
int word_distance(const char *a, const char *b);
/* The entry of a NULL-terminated list that `word` is most likely meant to be: the smallest share of letters differs, then
 * the longest common beginning; NULL: none is near. */
const char *word_nearest(const char *word, const char *const list[]);
/* Index of `word` in a NULL-terminated list, or -1. */
int word_index(const char *word, const char *const list[]);
/* "a, b, c", ending in ", ..." if `size` is too small for all */
void word_join(const char *const list[], char *out, size_t size);
/* "one of a, b, c (did you mean b?)"; a list of more than 12 words is omitted if one of them is similar */
void word_expect(const char *word, const char *const list[], char out[LIST_LEN]);
/* The first control character; NULL: none. Such text could act on a terminal or end a line of a script. */
const char *word_control(const char *text);
/* Replaces control characters by '?'. */
void word_clean(char *text);
/* Copies text for a message: control characters become '?', a text that is too long ends in "...". */
void word_clip(const char *text, char *out, size_t size);
/* Whether the text begins with the name of a PETSc option, as -snes_rtol; -1 is a value. */
bool word_is_option(const char *word);
/* The first word of a line of PETSc options that is neither a name, as -snes_monitor, nor the value of one; NULL: none.
 * Its length is in *length. */
const char *word_stray(const char *options, int *length);
/* Whether the text consists of letters, digits, _ and -, at least one, and does not begin with -: it becomes part of CSV
 * columns, names of files and arguments of commands. */
bool word_is_name(const char *text);
/* Prints words in lines of at most `width` characters, `used` of which the first line has already; the others begin with `indent`
 * blanks. */
void word_wrap(const char *text, int used, int indent, int width, FILE *stream);
/* Ending of a noun behind a number: "" for one, "s" otherwise. */
const char *word_plural(long count);

#endif
