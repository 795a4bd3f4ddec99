/* Text to numbers and back. Stricter than YAML 1.1: decimal only, no underscores, no base 60. */
#ifndef RIGEL_BASE_SCALAR_H
#define RIGEL_BASE_SCALAR_H

#include <stdbool.h>

enum { REAL_LEN = 40 };

typedef enum { SCALAR_GOOD, SCALAR_BAD, SCALAR_NOT_FINITE } ScalarStatus;

/* NOT_FINITE: .inf, .nan, or too large for a double. The value is set only when good. */
ScalarStatus scalar_real(const char *text, double *value);
/* The decimal number at *at, behind blanks on its line; *at moves behind it. False: there is none, and *at stands where it is missing.
 * Numbers too large for a double are infinite. */
bool scalar_take(const char **at, double *value);
/* False: not an integer, or too large for an int. */
bool scalar_integer(const char *text, int *value);
/* true, false, yes, no, on, off, as YAML 1.1 spells them. */
bool scalar_flag(const char *text, bool *value);
/* 17 digits, with a point before an exponent as YAML 1.1 wants it. */
void real_print(double value, char out[REAL_LEN]);

#endif
