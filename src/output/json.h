/* Pieces of JSON that are safe inside a <script> element of a page. */
#ifndef RIGEL_OUTPUT_JSON_H
#define RIGEL_OUTPUT_JSON_H

#include "base/json_text.h"
#include "input/yaml/node.h"

#include <stdio.h>

/* [a, b, ...] with 17 digits; numbers that are not finite become null. */
void json_reals(int n, const double *values, FILE *stream);
/* Base64 of n little-endian doubles, quoted. */
void json_base64(size_t n, const double *values, FILE *stream);
/* A YAML tree: scalars become text. */
void json_node(const Node *node, FILE *stream);

#endif
