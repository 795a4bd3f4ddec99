/* PETSc options that a problem file may set: numbers and known words, no viewers, no files, no Python (SECURITY.md). */
#ifndef RIGEL_INPUT_SCHEMA_PETSC_OPTION_H
#define RIGEL_INPUT_SCHEMA_PETSC_OPTION_H

#include "message/message.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Whether a file may set all options of the line. Otherwise the message states the option and the expected ones. */
bool petsc_options_allowed(const char *options, Notice *why);
/* Splits a line into the options that a file may set and the others; both have room for the whole line. */
void petsc_options_split(const char *options, char *allowed, char *others);
/* The allowed options and their values, as a Markdown table. */
void petsc_options_print(FILE *stream);

#endif
