/* Options of the command line as data: the source of parsing, help, completion, man page and suggestions. */
#ifndef RIGEL_CLI_COMMON_OPTION_H
#define RIGEL_CLI_COMMON_OPTION_H

/* What a shell offers for a word. */
typedef enum { OFFER_NOTHING, OFFER_FILES, OFFER_FOLDERS, OFFER_WORDS, OFFER_COMMANDS } OfferKind;

typedef struct {
  OfferKind          kind;
  const char *const *words; /* of OFFER_WORDS, NULL-terminated */
} Offer;

typedef struct {
  const char *name;    /* "--output"; NULL ends a table. An option with a letter only has it here */
  const char *letter;  /* "-o"; NULL: none */
  const char *value;   /* its value in the help, "DIR"; NULL: a flag */
  const char *missing; /* the value in messages, "a directory" */
  const char *help;    /* one sentence or two, without a full stop at the end */
  int         id;      /* of its command, positive; OPTION_ for the common ones */
  Offer       offer;   /* for its value */
} Option;

/* Options of every command; --json only where Command.json. */
enum {
  OPTION_HELP    = -1,
  OPTION_VERSION = -2,
  OPTION_QUIET   = -3,
  OPTION_VERBOSE = -4,
  OPTION_COLOR   = -5,
  OPTION_JSON    = -6
};
extern const Option common_options[];

/* "-o, --output DIR" */
void option_label(const Option *option, char *out, int size);

#endif
