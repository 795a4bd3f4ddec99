/* Options that several commands have, as entries of their tables. */
#ifndef RIGEL_CLI_LINE_COMMAND_OPTIONS_H
#define RIGEL_CLI_LINE_COMMAND_OPTIONS_H

#include "cli/line/arguments.h"

#define OUTPUT_OPTION(text)                                                                                            \
  {                                                                                                                    \
    .name = "--output", .letter = "-o", .value = "DIR", .missing = "a directory", .help = (text), .id = OPTION_OUTPUT, \
    .offer = {                                                                                                         \
      .kind = OFFER_FOLDERS                                                                                            \
    }                                                                                                                  \
  }
#define FORCE_OPTION(text)                                                                                             \
  {                                                                                                                    \
    .name = "--force", .help = (text), .id = OPTION_FORCE                                                              \
  }
#define SET_OPTION(text)                                                                                               \
  {                                                                                                                    \
    .name = "--set", .value = "key.path=value", .missing = "key.path=value", .help = (text), .id = OPTION_SET          \
  }

#define ACCURACY_OPTION(text)                                                                                          \
  {                                                                                                                    \
    .name = "--accuracy", .value = "A", .missing = "a number", .help = (text), .id = OPTION_ACCURACY                   \
  }

#endif
