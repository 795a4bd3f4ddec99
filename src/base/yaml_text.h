/* YAML text of single values: escaped strings, names, numbers, and rows of numbers in brackets.
 * Everything that Rigel writes as YAML passes through here, so that it reads back bit for bit. */
#ifndef RIGEL_BASE_YAML_TEXT_H
#define RIGEL_BASE_YAML_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* A string in double quotes; quotes, backslashes, line breaks and bytes that are not printable become escapes. */
void yaml_text(const char *text, FILE *stream);
/* A string without quotes where no YAML reader mistakes it for a number, a truth value or nothing; quoted otherwise. */
void yaml_name(const char *name, FILE *stream);
/* 17 significant digits; .nan, .inf and -.inf. */
void yaml_real(double value, FILE *stream);
void yaml_flag(bool value, FILE *stream);
/* [a, b, c] from every stride-th number */
void yaml_row(const double *values, int count, int stride, FILE *stream);
/* [[a, b], [c, d]] from values[rows][columns] */
void yaml_rows(const double *values, int rows, int columns, FILE *stream);

#endif
