/* A text as a JSON string. */
#ifndef RIGEL_BASE_JSON_TEXT_H
#define RIGEL_BASE_JSON_TEXT_H

#include <stdio.h>

/* Quoted and escaped; also '<', so that no text can end a <script> element around it. */
void json_text(const char *text, FILE *stream);

#endif
