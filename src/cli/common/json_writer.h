/* JSON written member by member: commas and brackets, numbers with 17 digits, text that is always valid UTF-8. */
#ifndef RIGEL_CLI_COMMON_JSON_WRITER_H
#define RIGEL_CLI_COMMON_JSON_WRITER_H

#include <stdbool.h>
#include <stdio.h>

enum { JSON_DEPTH = 40 };

typedef struct {
  FILE *stream;
  int   depth;
  bool  filled[JSON_DEPTH]; /* the bracket of this depth has members */
  char  closing[JSON_DEPTH];
} JsonWriter;

/* Opens an object '{' or an array '['; key: NULL inside an array and at the top. */
void json_open(JsonWriter *json, const char *key, char bracket);
void json_close(JsonWriter *json);
void json_put_text(JsonWriter *json, const char *key, const char *text);
/* null for a number that is not finite. */
void json_put_real(JsonWriter *json, const char *key, double value);
void json_put_reals(JsonWriter *json, const char *key, int n, const double *values);
void json_put_integer(JsonWriter *json, const char *key, long value);
void json_put_flag(JsonWriter *json, const char *key, bool value);
void json_put_null(JsonWriter *json, const char *key);
/* A number as it is written, which json_is_number accepts. */
void json_put_number(JsonWriter *json, const char *key, const char *text);
/* Whether the text is a number of JSON: no leading + or zeros, digits on both sides of the point. */
bool json_is_number(const char *text);

#endif
