/* Templates of `rigel init`: complete problem files with comments. */
#ifndef RIGEL_CLI_TEMPLATE_H
#define RIGEL_CLI_TEMPLATE_H

typedef struct {
  const char *name, *summary;
  const char *text; /* behind the line of the name */
} Template;

extern const Template templates[]; /* the last has name = NULL */

#endif
